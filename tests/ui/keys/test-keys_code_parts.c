/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys and the mouse in call stacks, flame graphs, hot paths and one block. */
#include "config.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_code_parts.h"
#include "tests/fixtures/test_main.h"
#include "ui/mouse.h"
#include "ui/state/code_list.h"
#include "ui/state/code_stacks.h"
#include "ui/views/screen.h"

static struct ui_state ui;

static void open_of(enum code_parts_what what, const char *typed)
{
	const struct code_parts parts = { .what = what };

	code_parts_open(&parts, &ui);
	code_parts_type(&ui, typed);
}

FIXTURE(close_it)
{
	code_parts_close(&ui);
	return 0;
}

static void expect_frame(const char *text)
{
	assert_string_equal(code_parts_cell(&ui, "FRAME"), text);
}

static const char *selected(void)
{
	static char text[CODE_NAME_MAX];

	code_stacks_name(&ui.code, code_stacks_selected(&ui.code), text, sizeof(text));
	return text;
}

static size_t rows(void)
{
	return code_list_shown(&ui.code)->n;
}

static size_t steps(void)
{
	return ui.code.n_steps;
}

/* ---- the tree ---- */

const struct around_tests around_tests = { .teardown = close_it };

TEST(space_folds_a_frame_and_unfolds_it)
{
	size_t all;

	open_of(STACKS, "kJJ");
	all = rows();
	expect_frame("▾ sort");
	code_parts_type(&ui, " ");
	expect_frame("▸ sort");
	assert_int_equal(rows(), all - 3);
	code_parts_type(&ui, " ");
	assert_int_equal(rows(), all);
}

TEST(a_folded_frame_stays_folded_in_the_next_profile)
{
	open_of(STACKS, "kJJ ");
	code_parts_publish(&ui, STACKS);
	expect_frame("▸ sort");
}

TEST(left_folds_and_then_goes_to_the_frame_above)
{
	open_of(STACKS, "kJJH");
	expect_frame("▸ sort");
	code_parts_type(&ui, "H");
	expect_frame("▾ run");
	code_parts_type(&ui, "JL");
	expect_frame("▾ sort");
}

TEST(enter_zooms_and_escape_goes_back_to_the_frame)
{
	open_of(STACKS, "kJJ\r");
	assert_int_equal(steps(), 2);
	assert_int_equal(rows(), 4);
	expect_frame("▾ sort");
	code_parts_type(&ui, "\033");
	assert_int_equal(steps(), 1);
	expect_frame("▾ sort");
}

TEST(a_zoomed_frame_turned_shows_all_callers_of_its_function)
{
	open_of(STACKS, "k/hash\r\rt");
	assert_string_equal(code_parts_cell(&ui, "SAMPLES"), "155");
	assert_int_equal(ui.code.stacks.direction, CALLERS);
}

TEST(callers_of_a_recursive_function_count_each_stack_once)
{
	open_of(STACKS, "k/visit\r\rt");
	assert_string_equal(code_parts_cell(&ui, "SAMPLES"), "100");
}

TEST(a_filter_finds_frames_that_are_folded_away)
{
	open_of(STACKS, "kJJH\\swap\r");
	assert_int_equal(rows(), 1);
	code_parts_type(&ui, "J");
	assert_string_equal(code_parts_cell(&ui, "SAMPLES"), "30");
}

TEST(a_zoomed_frame_that_is_not_in_this_time_is_said_to_be_missing)
{
	open_of(STACKS, "k/compare\r\r");
	code_parts_publish(&ui, OTHER_STACKS);
	assert_int_equal(rows(), 0);
	assert_non_null(strstr(fixture_canvas_dump(), "no such stack in this time"));
}

TEST(frames_are_sorted_by_another_column_as_a_flat_list)
{
	open_of(STACKS, "k>");
	assert_string_equal(code_parts_cell(&ui, "SELF%"), "30.0 ±1.4");
}

TEST(keys_of_call_stacks_say_so_in_other_views)
{
	open_of(STACKS, "ht");
	assert_non_null(strstr(ui.message, "call stacks"));
}

/* ---- the flame graph ---- */

TEST(the_flame_graph_begins_at_the_frame_of_the_tree_and_leads_back_to_it)
{
	open_of(STACKS, "kJJJr");
	assert_string_equal(selected(), "compare");
	code_parts_type(&ui, "Jr");
	expect_frame("memcmp");
}

TEST(a_frame_of_the_flame_graph_is_unfolded_in_the_tree)
{
	open_of(STACKS, "kJJHrJ");
	assert_string_equal(selected(), "compare");
	code_parts_type(&ui, "r");
	expect_frame("▾ compare");
}

TEST(arrows_move_among_the_boxes)
{
	open_of(STACKS, "krJJJ");
	assert_string_equal(selected(), "sort");
	code_parts_type(&ui, "L");
	assert_string_equal(selected(), "parse");
	code_parts_type(&ui, "K");
	assert_string_equal(selected(), "run");
}

TEST(enter_zooms_the_frame_that_is_selected)
{
	open_of(STACKS, "krJJJL\r");
	assert_string_equal(selected(), "parse");
	assert_int_equal(ui.code.stacks.graph.boxes[0].w, 80);
	assert_int_equal(ui.code.stacks.graph.boxes[0].row, 0);
	code_parts_type(&ui, "\033");
	assert_string_equal(selected(), "parse");
}

TEST(search_moves_among_the_boxes)
{
	open_of(STACKS, "kr/read\r");
	assert_string_equal(selected(), "read_token");
}

static unsigned int click(int x, int y, bool again)
{
	const struct mouse mouse = { .x = x, .y = y, .again = again };
	unsigned int reaction = ui_mouse(&ui, &mouse);

	screen_draw(&ui, &canvas);
	return reaction;
}

TEST(a_click_selects_a_box_and_a_second_one_zooms)
{
	open_of(STACKS, "kr");
	/* The title, status, path and frame stand above; "all", "main", "run", then "sort". */
	(void)click(5, 7, false);
	assert_string_equal(selected(), "sort");
	assert_int_equal(steps(), 1);
	(void)click(5, 7, true);
	assert_int_equal(steps(), 2);
}

/* ---- hot paths, one block ---- */

TEST(space_lists_the_blocks_of_a_path)
{
	size_t all;

	open_of(WALK, "oJ");
	all = rows();
	code_parts_type(&ui, " ");
	assert_int_equal(rows(), all + 9);
	code_parts_type(&ui, "JJ");
	assert_string_equal(code_parts_cell(&ui, "NEXT%"), "100.0");
	code_parts_type(&ui, "KK ");
	assert_int_equal(rows(), all);
}

TEST(rows_of_paths_and_loops_are_in_the_order_of_their_time)
{
	double last = 101;

	open_of(WALK, "o");
	for (size_t i = 0; i < rows(); i++) {
		double time = strtod(code_parts_cell(&ui, "TIME%"), NULL);

		assert_true(time <= last);
		last = time;
		code_parts_type(&ui, "J");
	}
}

TEST(enter_on_a_path_shows_its_hottest_block)
{
	open_of(WALK, "oJ\r");
	assert_int_equal(ui.code.steps[1].view, CODE_BLOCK);
	assert_non_null(strstr(ui.code.steps[1].title, "hash_probe"));
}

TEST(enter_on_a_loop_of_several_blocks_shows_these)
{
	open_of(WALK, "o\r");
	assert_int_equal(ui.code.steps[1].view, CODE_BLOCKS);
	assert_true(rows() > 1);
}

TEST(a_click_below_the_histogram_selects_an_instruction)
{
	int y;

	open_of(WALK, "oJ\r");
	y = 3 + ui.code.above + 2;
	(void)click(5, y, false);
	assert_int_equal(code_list_shown(&ui.code)->index, 1);
}

TEST(a_click_on_the_histogram_selects_nothing)
{
	open_of(WALK, "oJ\rJJ");
	(void)click(5, 6, false);
	assert_int_equal(code_list_shown(&ui.code)->index, 2);
}
