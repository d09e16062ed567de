/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of views: each row is complete, and all that walks the table agrees with it; and the
 * orders of the views as a text.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
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

static struct view_order orders[VIEW_COUNT];
static struct err err;

static const char *refused(const char *text)
{
	err.text[0] = '\0';
	assert_int_equal(view_orders_parse(orders, text, &err), -EINVAL);
	return err.text;
}

TEST(what_is_printed_is_read_back)
{
	static const char text[] = "processes:cpu,threads:tid:reverse,cpus:number:reverse";
	char printed[VIEW_ORDERS_TEXT];

	assert_int_equal(view_orders_parse(orders, text, &err), 0);
	assert_ptr_equal(orders[VIEW_PROCESSES].column, columns_find("cpu"));
	assert_false(orders[VIEW_PROCESSES].reverse);
	assert_true(orders[VIEW_THREADS].reverse);
	assert_true(orders[VIEW_CPUS].chosen);
	assert_null(orders[VIEW_CPUS].column);
	assert_false(orders[VIEW_USERS].chosen);
	assert_true(view_orders_print(orders, printed));
	assert_string_equal(printed, text);
}

TEST(blanks_around_words_are_skipped)
{
	assert_int_equal(view_orders_parse(orders, " processes:cpu , users:be ", &err), 0);
	assert_true(orders[VIEW_USERS].chosen);
}

TEST(no_order_prints_nothing)
{
	char printed[VIEW_ORDERS_TEXT];

	memset(orders, 0, sizeof(orders));
	assert_false(view_orders_print(orders, printed));
	assert_string_equal(printed, "");
}

TEST(a_refusal_says_what_is_wrong_and_changes_nothing)
{
	assert_int_equal(view_orders_parse(orders, "users:cpu", &err), 0);
	assert_string_equal(refused("processes:be,cpu"),
			    "\"cpu\" is not VIEW:KEY, such as processes:cpu");
	assert_string_equal(refused("rows:cpu"), "\"rows\" is not the name of a view");
	assert_string_equal(refused("users:pid"), "\"pid\" is no order of users");
	assert_string_equal(refused("users:be:up"), "\"be\" is no order of users");
	assert_string_equal(refused("processes:number"), "\"number\" is no order of processes");
	assert_string_equal(refused("processes:topdown"), "\"topdown\" is no order of processes");
	(void)refused("");
	assert_ptr_equal(orders[VIEW_USERS].column, columns_find("cpu"));
}

TEST(all_views_have_room)
{
	char printed[VIEW_ORDERS_TEXT];

	for (int view = 0; view < VIEW_COUNT; view++)
		orders[view] = (struct view_order){ true, true, columns_find("ret") };
	assert_true(view_orders_print(orders, printed));
	memset(orders, 0, sizeof(orders));
	assert_int_equal(view_orders_parse(orders, printed, &err), 0);
	assert_true(orders[VIEW_COUNT - 1].chosen);
}
