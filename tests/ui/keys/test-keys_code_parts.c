/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys and the mouse in call stacks, flame graphs, hot paths and one block. */
#include "config.h"

#include "tests/fixtures/fixture_code_parts.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/views.h"

static void open_of(enum code_parts_what what, const char *typed)
{
	const struct code_parts parts = { .what = what };

	code_parts_open(&parts);
	(void)press(typed);
}

/* Opens it, presses the keys, then looks. */
#define OPEN(what, typed, ...) (open_of(what, ""), AFTER(typed, __VA_ARGS__))

const struct around_tests around_tests = { .teardown = code_parts_close };

/* "SAMPLES 155": a column of the row under the cursor */
static bool cell_is(const char *value)
{
	char title[16];

	(void)snprintf(title, sizeof(title), "%.*s", (int)strcspn(value, " "), value);
	return !strcmp(code_parts_cell(title), value + strlen(title) + 1);
}

static bool box_is(const char *value)
{
	char text[CODE_NAME_MAX];

	code_stacks_name(&ui.code, code_stacks_selected(&ui.code), text, sizeof(text));
	return !strcmp(text, value);
}

const struct word own_words[] = {
	{ "box", .is = box_is },	/* of the flame graph */
	{ "cell", .is = cell_is },
	{ .name = NULL },
};

static size_t rows(void)
{
	return code_list_shown(&ui.code)->n;
}

/* ---- the tree ---- */

TEST(space_folds_a_frame_and_unfolds_it)
{
	size_t all;

	open_of(STACKS, "c↓↓");
	all = rows();
	NOW(":cell FRAME ▾ sort");
	AFTER(" ", ":cell FRAME ▸ sort");
	assert_int_equal(rows(), all - 3);
	(void)press(" ");
	assert_int_equal(rows(), all);
}

TEST(a_folded_frame_stays_folded_in_the_next_profile)
{
	open_of(STACKS, "c↓↓ ");
	code_parts_publish(STACKS);
	NOW(":cell FRAME ▸ sort");
}

TEST(left_folds_and_then_goes_to_the_frame_above)
{
	OPEN(STACKS, "c↓↓←", ":cell FRAME ▸ sort");
	AFTER("←", ":cell FRAME ▾ run");
	AFTER("↓→", ":cell FRAME ▾ sort");
}

TEST(enter_zooms_and_escape_goes_back_to_the_frame)
{
	OPEN(STACKS, "c↓↓\r", ":code-steps 2", ":code-rows 4", ":cell FRAME ▾ sort");
	AFTER("<Esc>", ":code-steps 1", ":cell FRAME ▾ sort");
}

TEST(a_zoomed_frame_turned_shows_all_callers_of_its_function)
{
	OPEN(STACKS, "c/hash\r\rt", ":cell SAMPLES 155");
	assert_int_equal(ui.code.stacks.direction, CALLERS);
}

TEST(callers_of_a_recursive_function_count_each_stack_once)
{
	OPEN(STACKS, "c/visit\r\rt", ":cell SAMPLES 100");
}

TEST(a_filter_finds_frames_that_are_folded_away)
{
	OPEN(STACKS, "c↓↓←\\swap\r", ":code-rows 1");
	AFTER("↓", ":cell SAMPLES 30");
}

TEST(a_zoomed_frame_that_is_not_in_this_time_is_said_to_be_missing)
{
	open_of(STACKS, "c/compare\r\r");
	code_parts_publish(OTHER_STACKS);
	NOW(":code-rows 0", "no such stack in this time");
}

TEST(frames_are_sorted_by_another_column_as_a_flat_list)
{
	OPEN(STACKS, "c>", ":cell SELF% 30.0 ±1.4");
}

TEST(keys_of_call_stacks_say_so_in_other_views)
{
	open_of(STACKS, "ht");
	assert_non_null(strstr(ui.message, "call stacks"));
}

/* ---- the flame graph ---- */

TEST(the_flame_graph_begins_at_the_frame_of_the_tree_and_leads_back_to_it)
{
	OPEN(STACKS, "c↓↓↓r", ":box compare");
	AFTER("↓r", ":cell FRAME memcmp");
}

TEST(a_frame_of_the_flame_graph_is_unfolded_in_the_tree)
{
	OPEN(STACKS, "c↓↓←r↓", ":box compare");
	AFTER("r", ":cell FRAME ▾ compare");
}

TEST(arrows_move_among_the_boxes)
{
	OPEN(STACKS, "cr↓↓↓", ":box sort");
	AFTER("→", ":box parse");
	AFTER("↑", ":box run");
}

TEST(enter_zooms_the_frame_that_is_selected)
{
	OPEN(STACKS, "cr↓↓↓→\r", ":box parse");
	assert_int_equal(ui.code.stacks.graph.boxes[0].w, 80);
	assert_int_equal(ui.code.stacks.graph.boxes[0].row, 0);
	AFTER("<Esc>", ":box parse");
}

TEST(search_moves_among_the_boxes)
{
	OPEN(STACKS, "cr/read\r", ":box read_token");
}

TEST(a_click_selects_a_box_and_a_second_one_zooms)
{
	open_of(STACKS, "cr");
	/* The title, status, path and frame stand above; "all", "main", "run", then "sort". */
	(void)click_at(5, 7, false);
	NOW(":box sort", ":code-steps 1");
	(void)click_at(5, 7, true);
	NOW(":code-steps 2");
}

TEST(keys_that_do_nothing_in_a_view_are_not_offered_there)
{
	OPEN(STACKS, "cr>", "a picture has no columns: r shows the tree");
	AFTER("?", "down: blocks", "!order by another column", "!unfolds a row");
	AFTER("?h?", "order by another column", "!unfolds a row");
	(void)code_parts_close(NULL);
	OPEN(WALK, "o↓\r?", "order by another column", "!down: blocks", "!unfolds a row");
}

/* ---- hot paths, one block ---- */

TEST(space_lists_the_blocks_of_a_path)
{
	size_t all;

	open_of(WALK, "o↓");
	all = rows();
	(void)press(" ");
	assert_int_equal(rows(), all + 9);
	AFTER("↓↓", ":cell NEXT% 100.0");
	(void)press("↑↑ ");
	assert_int_equal(rows(), all);
}

TEST(rows_of_paths_and_loops_are_in_the_order_of_their_time)
{
	double last = 101;

	open_of(WALK, "o");
	for (size_t i = 0; i < rows(); i++) {
		double time = strtod(code_parts_cell("TIME%"), NULL);

		assert_true(time <= last);
		last = time;
		(void)press("↓");
	}
}

TEST(enter_on_a_path_shows_its_hottest_block)
{
	open_of(WALK, "o↓\r");
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
	open_of(WALK, "o↓\r");
	(void)click_at(5, 3 + ui.code.above + 2, false);
	NOW(":code-line 1");
}

TEST(a_click_on_the_histogram_selects_nothing)
{
	open_of(WALK, "o↓\r↓↓");
	(void)click_at(5, 6, false);
	NOW(":code-line 2");
}

TEST(a_click_on_a_head_orders_by_its_column_and_another_one_turns_the_order)
{
	open_of(WALK, "b");
	(void)click_at(12, 3, false);
	NOW("P(TAKEN)▼");
	(void)click_at(12, 3, false);
	NOW("P(TAKEN)▲");
}
