/* SPDX-License-Identifier: GPL-2.0-only */
/* How columns share a line: which fit, and how wide they are. */
#include "config.h"
#include "ui/state/table_fit.h"

#include <string.h>

#include "tests/fixtures/test.h"

static struct column_set parse(enum view_id view, const char *text)
{
	struct column_set set = { 0 };
	struct err err = { .text = "" };

	assert_int_equal(column_set_parse(&set, view, text, &err), 0);
	return set;
}

static struct table fit(const char *text, int w)
{
	struct column_set set = parse(VIEW_PROCESSES, text);
	struct column_choice list[COLUMNS_MAX];
	struct table table;

	table_fit(&table, list, column_set_list(&set, VIEW_PROCESSES, 1, NULL, list), 0, w, NULL);
	return table;
}

static int width_of(const struct table *table, const char *key)
{
	for (size_t i = 0; i < table->n; i++)
		if (!strcmp(column_key(table->places[i].column), key))
			return table->places[i].w;
	return 0;
}

TEST(a_width_that_was_chosen_is_kept)
{
	struct table table = fit("pid:9,topdown:20,command", 80);

	assert_int_equal(width_of(&table, "pid"), 9);
	assert_int_equal(width_of(&table, "topdown"), 20);
	assert_int_equal(width_of(&table, "command"), 80 - 9 - 20 - 2 - 2);
	table = fit("command:20,user:4", 80);	/* then nothing stretches */
	assert_int_equal(width_of(&table, "command"), 20);
	assert_int_equal(width_of(&table, "user"), 4);
}

TEST(a_column_that_is_too_wide_takes_room_from_no_other)
{
	struct table table = fit("pid:200,cpu,be,command", 80);

	assert_int_equal(table.n, 4);
	assert_int_equal(width_of(&table, "pid"), 80 - 5 - 5 - 10 - 3);
	assert_int_equal(width_of(&table, "command"), 10);
}

TEST(a_name_is_cut_rather_than_dropped)
{
	struct column_set set = parse(VIEW_CGROUPS, "be,name,ipc");
	struct column_choice list[COLUMNS_MAX];
	struct table table;

	table_fit(&table, list, column_set_list(&set, VIEW_CGROUPS, 1, NULL, list), 0, 20,
		  columns_find("be"));
	assert_int_equal(table.n, 2);
	assert_int_equal(width_of(&table, "be"), 5);
	assert_int_equal(width_of(&table, "name"), 14);
}

TEST(any_columns_stay_apart_at_any_width)
{
	static const char *const texts[] = {
		"be", "command", "topdown", "pid:200,user:200,command:200,topdown:200",
		"command,comm,user,topdown,trend:60", "topdown,command,pid,comm:4",
	};

	for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
		for (int w = 20; w <= 300; w++) {
			struct table table = fit(texts[t], w);
			int x = 0;

			for (size_t i = 0; i < table.n; i++) {
				assert_true(table.places[i].x >= x && table.places[i].w > 0);
				x = table.places[i].x + table.places[i].w + 1;
			}
			assert_true(x - 1 <= w);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_width_that_was_chosen_is_kept),
		cmocka_unit_test(a_column_that_is_too_wide_takes_room_from_no_other),
		cmocka_unit_test(a_name_is_cut_rather_than_dropped),
		cmocka_unit_test(any_columns_stay_apart_at_any_width),
	};

	return cmocka_run_group_tests_name("table_fit", tests, NULL, NULL);
}
