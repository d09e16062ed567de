/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes in batch mode: golden texts (SCREENS=update), and what is missing. */
#include "config.h"
#include "ui/batch/opened_rows.h"

#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/printed.h"

TEST(nodes_are_printed_as_in_the_golden_texts)
{
	static const struct {
		const char *name;
		enum batch_format format;
		bool ascii;
	} cases[] = {
		{ "opened.txt", BATCH_TEXT, false },	/* behind the table */
		{ "opened-ascii.txt", BATCH_TEXT, true },
		{ "opened.csv", BATCH_CSV, false },	/* a line for each */
		{ "opened.json", BATCH_JSON, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct batch_config config = {
			.format = cases[i].format, .view = ROW_PROCESS, .look.level = 2,
			.look.ascii = cases[i].ascii, .nodes = true,
		};

		print_batch(&config, &batch_deep);
		compare_with_golden(cases[i].name, printed);
	}
}

TEST(only_the_row_that_is_opened_has_nodes)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_CPU, .look.level = 2,
					     .nodes = true };

	print_batch(&config, &batch_deep);
	assert_rows_at("processes.pid=2311.nodes", 6);
	assert_nothing_at("processes.pid=2400.nodes");
	assert_nothing_at("machine.nodes");
	assert_text_at("opened.scope", "process");
}

/* With --pid: the machine is the sum of what is watched. */
TEST(a_process_that_is_all_of_what_is_watched_has_nodes_too)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .look.level = 2 };
	struct snapshot *snapshot = snapshot_new();
	size_t *n = &snapshot->table[ROW_PROCESS].n;

	batch_fill(snapshot, &batch_deep);
	snapshot->opened.scope = LIVE_WATCHED;
	print_interval(&config, snapshot);
	assert_rows_at("machine.nodes", 6);
	assert_nothing_at("processes.pid=2311.nodes");	/* they are of three processes */
	*n = 1;
	print_interval(&config, snapshot);
	assert_rows_at("machine.nodes", 6);
	assert_rows_at("processes.pid=2311.nodes", 6);
	snapshot_free(snapshot);
}

TEST(a_row_that_is_not_printed_leaves_its_nodes_to_the_whole)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .look.level = 2,
					     .filter = "pid=2400" };

	print_batch(&config, &batch_deep);
	assert_nothing_at("processes.pid=2311.nodes");
	assert_rows_at("opened.nodes", 6);
}

TEST(without_an_opened_row_nothing_is_added)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .look.level = 2 };
	char *unopened;

	print_batch(&config, &batch_unopened);
	unopened = strdup(printed);
	print_batch(&config, &batch_machine);
	assert_string_equal(unopened, printed);
	free(unopened);
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
