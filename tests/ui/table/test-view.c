/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of views: each row is complete, and all that walks the table agrees with it. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/option_table.h"
#include "ui/table/filter.h"
#include "ui/table/view.h"

TEST(every_view_has_its_words)
{
	for (int id = 0; id < VIEW_COUNT; id++) {
		const struct view *view = &views[id];

		assert_true(view->name && view->title && view->rows && view->row && view->json);
		assert_string_equal(view_name(id), view->name);
		for (int other = 0; other < id; other++) {
			assert_string_not_equal(views[other].name, view->name);
			assert_string_not_equal(views[other].json, view->json);
		}
	}
	assert_null(view_name(VIEW_COUNT));
	assert_true(views[VIEW_PROCESSES].home);	/* the view that tdtop starts with */
}

TEST(every_kind_of_row_has_at_most_one_view_and_a_word)
{
	for (int id = 0; id < VIEW_COUNT; id++)
		assert_ptr_equal(view_of_kind(views[id].kind), &views[id]);
	assert_null(view_of_kind(ROW_MACHINE));
	assert_null(view_of_kind(ROW_COMMAND));
	for (int kind = 0; kind < ROW_KINDS; kind++)
		assert_true(view_row_word((enum row_kind)kind)[0]);
	assert_string_equal(view_row_word(ROW_NODE), "node");
}

/* A view that shares columns or a filter shares those of a view that has its own. */
TEST(sharing_is_one_step)
{
	for (int id = 0; id < VIEW_COUNT; id++) {
		assert_int_equal(views[views[id].columns].columns, views[id].columns);
		assert_int_equal(views[views[id].filter].filter, views[id].filter);
		assert_true(filter_kinds_match(views[id].kind, views[views[id].filter].kind));
	}
}

TEST(every_view_with_columns_of_its_own_has_an_option_for_them)
{
	for (int id = 0; id < VIEW_COUNT; id++) {
		size_t found = 0;

		for (size_t i = 0; i < option_rows_n; i++)
			found += option_rows[i].type == OPTION_COLUMNS &&
				 option_rows[i].value == id;
		assert_int_equal(found, (int)views[id].columns == id);
	}
}

/* Rows are listed, a title is drawn, Enter and Esc lead in and out. */
UI_TEST(every_view_is_drawn_and_left_again)
{
	for (int id = 0; id < VIEW_COUNT; id++) {
		state_switch_view(&ui, VIEW_PROCESSES);
		state_switch_view(&ui, (enum view_id)id);
		assert_int_equal(state_list(&ui), 0);
		assert_true(ui.n_rows > 0 || id == VIEW_EXITED || id == VIEW_REGIONS);
		assert_true(id == VIEW_PROCESSES || shows(views[id].title));
		assert_int_equal(press_code(KEYCODE_ENTER) & R_DRAW, ui.n_rows ? R_DRAW : R_NONE);
		if (ui.detail.open || ui.inside || ui.within)
			(void)press_code(KEYCODE_ESCAPE);
		assert_int_equal(ui.view, id);
		(void)press_code(KEYCODE_ESCAPE);
		assert_true(views[ui.view].home);
	}
}
