/* SPDX-License-Identifier: GPL-2.0-only */
/* Canvas: clipping, wide characters, and what a dump shows. */
#include "config.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"

#define WIDE "\xe6\xbc\xa2"	/* one character of two cells */

FIXTURE(set_up)
{
	return canvas_resize(&canvas, 6, 2);
}

static void check_dump(const char *want)
{
	assert_string_equal(fixture_canvas_dump(), want);
}

const struct around_tests around_tests = { .setup = set_up, .teardown = fixture_canvas_done };

TEST(a_dump_shows_text_roles_strength_and_selection)
{
	(void)canvas_put(&canvas, 0, 0, 6, canvas_style(ROLE_BACKEND_BOUND, true), "ab");
	(void)canvas_put(&canvas, 1, 1, 6, canvas_style(ROLE_DIM, false), "c");
	canvas_flag(&canvas, (struct rect){ 0, 1, 6, 1 }, CELL_SELECTED);
	check_dump("ab\n c\n------\n KK....\n>.d....\n");
}

TEST(nothing_is_drawn_outside)
{
	(void)canvas_put(&canvas, 4, 0, 9, 0, "abcdef");
	(void)canvas_put(&canvas, 0, 7, 9, 0, "abcdef");
	(void)canvas_put(&canvas, -3, 1, 9, 0, "abcd");
	canvas_flag(&canvas, (struct rect){ -5, -5, 100, 100 }, CELL_STRONG);
	check_dump("    ab\nd\n------\n XXXXXX\n XXXXXX\n");
}

TEST(a_wide_character_is_drawn_whole_or_not_at_all)
{
	assert_int_equal(canvas_put(&canvas, 0, 0, 6, 0, WIDE "x" WIDE WIDE), 5);
	assert_int_equal(canvas_put(&canvas, 0, 1, 3, 0, "ab" WIDE), 2);
	check_dump(WIDE "x" WIDE "\nab\n------\n ......\n ......\n");
}

TEST(half_of_a_wide_character_does_not_stay_behind)
{
	(void)canvas_put(&canvas, 0, 0, 6, 0, WIDE WIDE);
	(void)canvas_put(&canvas, 1, 0, 1, 0, "x");
	check_dump(" x" WIDE "\n\n------\n ......\n ......\n");
	(void)canvas_put(&canvas, 2, 0, 1, 0, "y");
	check_dump(" xy\n\n------\n ......\n ......\n");
	(void)canvas_put(&canvas, 0, 1, 6, 0, "a" WIDE);
	(void)canvas_put(&canvas, 0, 1, 6, 0, WIDE);
	check_dump(" xy\n" WIDE "\n------\n ......\n ......\n");
}

TEST(control_characters_become_question_marks)
{
	(void)canvas_put(&canvas, 0, 0, 6, 0, "a\x1b[\tb");
	check_dump("a?[?b\n\n------\n ......\n ......\n");
}

TEST(text_is_aligned_to_the_right_by_cells)
{
	canvas_put_right(&canvas, 0, 0, 5, 0, WIDE);
	canvas_put_right(&canvas, 0, 1, 3, 0, "abcdef");
	check_dump("   " WIDE "\nabc\n------\n ......\n ......\n");
}

TEST(a_text_that_is_cut_has_a_sign_in_its_last_cell)
{
	assert_int_equal(canvas_put_cut(&canvas, 0, 0, 4, 0, "abcdef", 0, false), 4);
	assert_int_equal(canvas_put_cut(&canvas, 0, 1, 4, 0, "abcdef", 0, true), 4);
	check_dump("abc…\nabc+\n------\n ...d..\n ...d..\n");
}

TEST(a_text_that_fits_has_no_sign)
{
	assert_int_equal(canvas_put_cut(&canvas, 0, 0, 4, 0, "abcd", 0, false), 4);
	assert_int_equal(canvas_put_cut(&canvas, 0, 1, 4, 0, "", 3, false), 0);
	check_dump("abcd\n\n------\n ......\n ......\n");
}

TEST(a_scrolled_text_has_signs_on_the_sides_that_hide_more)
{
	(void)canvas_put_cut(&canvas, 0, 0, 4, 0, "abcdefgh", 2, true);
	(void)canvas_put_cut(&canvas, 0, 1, 6, 0, "abcdefgh", 3, true);
	check_dump("<de+\n<efgh\n------\n d..d..\n d.....\n");
}

TEST(a_text_scrolled_away_leaves_its_sign)
{
	(void)canvas_put_cut(&canvas, 0, 0, 4, 0, "abc", 9, true);
	(void)canvas_put_cut(&canvas, 0, 1, 1, 0, "abc", 1, true);
	check_dump("<\n<\n------\n d.....\n d.....\n");
}

TEST(a_wide_character_at_a_cut_is_left_out)
{
	(void)canvas_put_cut(&canvas, 0, 0, 4, 0, "ab" WIDE "cd", 0, true);
	(void)canvas_put_cut(&canvas, 0, 1, 4, 0, "ab" WIDE "cd", 2, true);
	check_dump("ab+\n<cd\n------\n ..d...\n d.....\n");
}

TEST(an_empty_canvas_takes_everything_and_shows_nothing)
{
	assert_int_equal(canvas_resize(&canvas, 0, 5), 0);
	(void)canvas_put(&canvas, 0, 0, 9, 0, "abc");
	check_dump("\n");
}
