/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of lines and its chart: how texts wrap; and a line of texts, where some are dropped. */
#include "config.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/graphs.h"
#include "ui/draw/page.h"

#define WIDE "\xe6\xbc\xa2"	/* one character of two cells */

static struct page page;

FIXTURE(set_up)
{
	page = (struct page){ .canvas = &canvas, .rect = { .w = 16, .h = 4 }, .names = 4 };
	return canvas_resize(&canvas, 16, 4);
}

/* Compares the text layer of the canvas. */
static void assert_lines(const char *want)
{
	char *text = fixture_canvas_dump();

	*strstr(text, "----") = '\0';
	assert_string_equal(text, want);
}

const struct around_tests around_tests = { .setup = set_up, .teardown = fixture_canvas_done };

TEST(a_text_is_wrapped_at_blanks_beside_its_name)
{
	page_put_text(&page, ROLE_TEXT, "pid", "one two three");
	page_put_line(&page, ROLE_TITLE, "end");
	assert_int_equal(page.line, 3);
	assert_lines("pid  one two\n     three\nend\n\n");
}

TEST(a_word_that_is_too_long_is_broken_at_the_end_of_the_line)
{
	page_put_text(&page, ROLE_TEXT, "x", "0123456789abcdef " WIDE WIDE WIDE WIDE WIDE WIDE);
	assert_lines("x    0123456789a\n     bcdef\n     " WIDE WIDE WIDE WIDE WIDE "\n     " WIDE "\n");
}

TEST(without_unicode_untrusted_texts_are_ascii)
{
	page.ascii = true;
	page_put_text(&page, ROLE_TEXT, "x", "a" WIDE "b \xc2\xb7");
	assert_lines("x    a?b .\n\n\n\n");
}

TEST(lines_above_and_below_the_page_are_only_counted)
{
	page.scroll = 1;
	page.rect.h = 2;
	for (int i = 0; i < 5; i++)
		page_put_line(&page, ROLE_TEXT, (const char *[]){ "a", "b", "c", "d", "e" }[i]);
	assert_int_equal(page.line, 5);
	assert_lines("b\nc\n\n\n");
}

TEST(any_text_ends_on_a_page_of_any_width)
{
	char text[5000];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	for (int w = -3; w < 30; w++) {
		page.rect.w = w;
		page_put_text(&page, ROLE_TEXT, "n", text);
		page_put_text(&page, ROLE_TEXT, NULL, "");
		page_put_text(&page, ROLE_TEXT, NULL, "  \xff " WIDE);
	}
	assert_true(page.line > 1000);
}

TEST(a_chart_scales_to_its_largest_value_and_leaves_gaps)
{
	const float series[] = { 99, 40, NAN, 20, 0 };

	/* Only the last four fit; the threshold is dim behind them. */
	chart_draw(&canvas, (struct rect){ .w = 8, .h = 4 }, series, 5, 25,
		   canvas_style(ROLE_BACKEND_BOUND, false), GRAPHS_ASCII);
	assert_lines(" 50 _\n    #\n    #-:-\n  0 # #\n");
}

static struct segments line;

/* The line in w cells, as text. */
static const char *draw(int w)
{
	char *text;

	assert_int_equal(canvas_resize(&canvas, w, 1), 0);
	line = (struct segments){ .between = " - " };
	segments_add(&line, 90, 0, "SIMULATED");
	segments_add(&line, 50, 0, "file:1: wrong because of this");
	segments_cut(&line);
	segments_add(&line, 70, 0, "lost 12");
	segments_join(&line, 70, 0, " records");
	(void)segments_draw(&line, &canvas, 0, 0, w);
	text = fixture_canvas_dump();
	*strchr(text, '\n') = '\0';
	return text;
}

TEST(a_line_that_fits_is_not_changed)
{
	assert_string_equal(draw(59), "SIMULATED - file:1: wrong because of this - lost 12 records");
}

TEST(a_sentence_is_shortened_before_it_is_dropped)
{
	assert_string_equal(draw(46), "SIMULATED - file:1: wrong be - lost 12 records");
	assert_string_equal(draw(45), "SIMULATED - lost 12 records");
}

TEST(a_value_is_dropped_with_its_label)
{
	assert_string_equal(draw(26), "SIMULATED");
	assert_string_equal(draw(5), "SIMUL");
}

static const char *hit(int w, int x, int *inside)
{
	const struct segment *segment = segments_hit(&line, w, x, inside);

	return segment ? segment->text : "nothing";
}

TEST(a_hit_finds_the_segment_drawn_at_the_cell)
{
	int inside = -1;

	(void)draw(59);
	assert_string_equal(hit(59, 8, &inside), "SIMULATED");
	assert_int_equal(inside, 8);
	assert_string_equal(hit(59, 10, &inside), "nothing");
	assert_string_equal(hit(59, 12, &inside), "file:1: wrong because of this");
	assert_int_equal(inside, 0);
	assert_string_equal(hit(59, 52, &inside), " records");	/* no separator before its value */
	assert_int_equal(inside, 1);
	(void)draw(45);
	assert_string_equal(hit(45, 12, &inside), "lost 12");
}
