/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes in batch mode: golden texts (SCREENS=update), and what is missing. */
#include "config.h"
#include "ui/export/opened_rows.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"

static char *print(enum batch_format format, enum row_kind view, bool ascii)
{
	const struct batch_config config = { .format = format, .view = view, .level = 2,
					     .ascii = ascii, .nodes = true };

	return batch_text(&config, &batch_deep);
}

static void compare(const char *name, enum batch_format format, bool ascii)
{
	char *text = print(format, ROW_PROCESS, ascii);

	compare_with_golden(name, text);
	free(text);
}

TEST(text_has_the_nodes_behind_the_table)
{
	compare("opened.txt", BATCH_TEXT, false);
	compare("opened-ascii.txt", BATCH_TEXT, true);
}

TEST(csv_of_nodes_has_a_line_for_each)
{
	compare("opened.csv", BATCH_CSV, false);
}

TEST(json_is_the_golden_text)
{
	compare("opened.json", BATCH_JSON, false);
}

/* The nodes of the process with this pid; NULL: it has none. */
static json_t *nodes_of(json_t *root, int pid)
{
	json_t *row;
	size_t i;

	json_array_foreach(json_object_get(root, "processes"), i, row)
		if (json_integer_value(json_object_get(row, "pid")) == pid)
			return json_object_get(row, "nodes");
	return NULL;
}

TEST(only_the_row_that_is_opened_has_nodes)
{
	char *text = print(BATCH_JSON, ROW_CPU, false);
	json_t *root = json_loads(text, 0, NULL);

	assert_int_equal(json_array_size(nodes_of(root, 2311)), 6);
	assert_null(nodes_of(root, 2400));
	assert_null(json_object_get(json_object_get(root, "machine"), "nodes"));
	assert_string_equal(json_string_value(json_object_get(json_object_get(root, "opened"),
							      "scope")), "process");
	json_decref(root);
	free(text);
}

TEST(a_row_that_is_not_printed_leaves_its_nodes_to_the_whole)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 2,
					     .filter = "pid=2400" };
	char *text = batch_text(&config, &batch_deep);
	json_t *root = json_loads(text, 0, NULL);

	assert_null(nodes_of(root, 2311));
	assert_int_equal(json_array_size(json_object_get(json_object_get(root, "opened"),
							 "nodes")), 6);
	json_decref(root);
	free(text);
}

TEST(without_an_opened_row_nothing_is_added)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 2 };
	char *deep = batch_text(&config, &batch_unopened), *plain = batch_text(&config, &batch_machine);

	assert_string_equal(deep, plain);
	free(deep);
	free(plain);
}

TEST(a_parent_that_is_not_counted_has_the_value_of_the_row)
{
	static struct opened_lines lines;
	struct snapshot *snapshot = snapshot_new();

	batch_fill(snapshot, &batch_deep);
	opened_list(snapshot, &lines);
	assert_int_equal(lines.n, 6);
	assert_string_equal(lines.line[0].node->slug, "tma_backend_bound");
	assert_float_equal(lines.line[0].value.percent, 70, 0.01);
	assert_string_equal(lines.line[1].node->slug, "tma_memory_bound");
	assert_int_equal(lines.line[1].value.quality, Q_MISSING);	/* not counted here */
	snapshot_free(snapshot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_has_the_nodes_behind_the_table),
		cmocka_unit_test(csv_of_nodes_has_a_line_for_each),
		cmocka_unit_test(json_is_the_golden_text),
		cmocka_unit_test(only_the_row_that_is_opened_has_nodes),
		cmocka_unit_test(a_row_that_is_not_printed_leaves_its_nodes_to_the_whole),
		cmocka_unit_test(without_an_opened_row_nothing_is_added),
		cmocka_unit_test(a_parent_that_is_not_counted_has_the_value_of_the_row),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
