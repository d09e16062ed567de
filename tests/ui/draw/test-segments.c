/* SPDX-License-Identifier: GPL-2.0-only */
/* A line of short texts: the lowest priority is dropped first, a sentence is shortened. */
#include "config.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/segments.h"

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
