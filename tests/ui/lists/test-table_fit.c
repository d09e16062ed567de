/* SPDX-License-Identifier: GPL-2.0-only */
/* How columns share a line: which fit, and how wide they are. */
#include "config.h"
#include "ui/lists/table_fit.h"

#include "tests/fixtures/fixture_ui.h"
#include "ui/screen/view_parts.h"

static struct column_set parse(enum view_id view, const char *text)
{
	struct column_set set = { 0 };
	struct err err = { .text = "" };

	assert_int_equal(column_set_parse(&set, view, text, &err), 0);
	return set;
}

static struct table table;	/* as it was fitted last */

static void fit(const char *text, int w)
{
	struct column_set set = parse(VIEW_PROCESSES, text);
	struct column_choice list[COLUMNS_MAX];

	table_fit(&table, list, column_set_list(&set, VIEW_PROCESSES, 1, NULL, list), 0, w, NULL);
}

static int width_of(const char *key)
{
	for (size_t i = 0; i < table.n; i++)
		if (!strcmp(column_key(table.places[i].column), key))
			return table.places[i].w;
	return 0;
}

TEST(a_width_that_was_chosen_is_kept)
{
	fit("pid:9,topdown:20,command", 80);
	assert_int_equal(width_of("pid"), 9);
	assert_int_equal(width_of("topdown"), 20);
	assert_int_equal(width_of("command"), 80 - 9 - 20 - 2 - 2);
	fit("command:20,user:4", 80);	/* then nothing stretches */
	assert_int_equal(width_of("command"), 20);
	assert_int_equal(width_of("user"), 4);
}

TEST(a_column_that_is_too_wide_takes_room_from_no_other)
{
	fit("pid:200,cpu,be,command", 80);
	assert_int_equal(table.n, 4);
	assert_int_equal(width_of("pid"), 80 - 5 - 5 - 10 - 3);
	assert_int_equal(width_of("command"), 10);
}

TEST(a_name_is_cut_rather_than_dropped)
{
	struct column_set set = parse(VIEW_CGROUPS, "be,name,ipc");
	struct column_choice list[COLUMNS_MAX];
	table_fit(&table, list, column_set_list(&set, VIEW_CGROUPS, 1, NULL, list), 0, 20, columns_find("be"));
	assert_int_equal(table.n, 2);
	assert_int_equal(width_of("be"), 5);
	assert_int_equal(width_of("name"), 14);
}

TEST(any_columns_stay_apart_at_any_width)
{
	static const char *const texts[] = {
		"be", "command", "topdown", "pid:200,user:200,command:200,topdown:200",
		"command,comm,user,topdown,trend:60", "topdown,command,pid,comm:4",
	};

	for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
		for (int w = 20; w <= 300; w++) {
			int x = 0;

			fit(texts[t], w);
			for (size_t i = 0; i < table.n; i++) {
				assert_true(table.places[i].x >= x && table.places[i].w > 0);
				x = table.places[i].x + table.places[i].w + 1;
			}
			assert_true(x - 1 <= w);
		}
	}
}

TEST(a_text_gets_room_before_the_bar_grows)
{
	fit("pid,topdown,command", 40);
	assert_int_equal(width_of("topdown"), 8);
	assert_true(width_of("command") > 20);
	fit("pid,topdown,command", 132);
	assert_true(width_of("topdown") > 24);
}

UI_TEST(whole_numbers_leave_room_for_the_bar_and_the_limit)
{
	table_fit_view(&ui, 80, &table);
	assert_int_equal(width_of("cost"), 5);
	assert_int_equal(width_of("fe"), 3);
	assert_int_equal(width_of("topdown"), 8);
	assert_int_equal(width_of("limited"), 13);
	assert_true(width_of("command") > 15);
	(void)press("2");
	table_fit_view(&ui, 96, &table);
	assert_int_equal(width_of("topdown"), 8);
	assert_int_equal(width_of("limited"), 13);
	table_fit_view(&ui, 80, &table);	/* the bar: it has the classes, which no column has there */
	assert_int_equal(width_of("topdown"), 8);
}

/* The mark of a column on a screen of w cells. */
static enum table_mark mark_of(const char *key, int w)
{
	table_fit_view(&ui, w, &table);
	for (size_t i = 0; i < table.n; i++)
		if (!strcmp(column_key(table.places[i].column), key))
			return table_mark_of(&table, i, &ui);
	return MARK_NONE;
}

/* By cost the class has a mark of its own, also by another column; by percentage it is what orders. */
UI_TEST(the_head_marks_the_order_and_the_class_that_the_cost_is_of)
{
	static const struct {
		const char *keys, *column;	/* "cost": it is of memory bound at first */
		int w, mark;
	} marks[] = {
		{ "", "cost", 80, MARK_ORDER }, { "", "be", 80, MARK_NONE }, { "F", "cost", 80, MARK_ORDER },
		{ "", "fe", 80, MARK_OF_COST }, { "Bw", "be", 80, MARK_ORDER }, { "", "cost", 80, MARK_NONE },
		{ "wRP", "cpu", 80, MARK_ORDER }, { "", "cost", 80, MARK_NONE }, { "", "ret", 80, MARK_OF_COST },
		{ "B", "be", 19, MARK_ORDER },	/* the cost has no room */
		{ "2", "cost", 132, MARK_ORDER }, { "", "mem", 132, MARK_OF_COST },
		{ "", "core", 132, MARK_OF_COST }, { "", "lat", 132, MARK_NONE },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		(void)press(marks[i].keys);
		if ((int)mark_of(marks[i].column, marks[i].w) != marks[i].mark)
			fail_msg("%s of mark %zu", marks[i].column, i);
	}
}

UI_TEST(every_order_is_marked_in_the_head_or_told_in_the_status_line)
{
	static const int widths[] = { 20, 40, 80, 132, 200 };

	for (int view = 0; view < VIEW_COUNT; view++) {
		ui.view = (enum view_id)view;
		for (size_t c = 0; c < columns_n; c++) {
			if (!column_is_sortable(&columns[c]) ||
			    !column_applies(&columns[c], state_kind(&ui)))
				continue;
			column_order_by(&state_current(&ui)->order, &columns[c]);
			for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
				ui.w = ui.list_w = widths[i];
				table_fit_view(&ui, ui.w, &table);
				assert_true(table_is_marked(&table, &ui) ||
					    status_has_something(&ui));
			}
		}
	}
}

UI_TEST(an_order_that_no_head_shows_is_in_the_status_line)
{
	column_order_by(&state_current(&ui)->order, columns_find("comm"));
	assert_true(shows("sorted by COMM"));
	AFTER("I", "sorted by COMM, reversed");
	AFTER("B", "!sorted by");
}

UI_TEST(a_mark_at_the_edge_of_the_screen_is_seen)
{
	choose_columns(VIEW_PROCESSES, "command:75,thr");
	column_order_by(&state_current(&ui)->order, columns_find("thr"));
	assert_true(line_has("COMMAND", "▼"));
}
