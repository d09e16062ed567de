/* SPDX-License-Identifier: GPL-2.0-only */
/* One interval in batch mode as text, CSV and JSON, compared with golden texts (SCREENS=update). */
#include "config.h"
#include "ui/export/batch.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/table/filter.h"

static void compare_print_of(const char *name, struct batch_config config, const struct machine *of)
{
	char *text = batch_text(&config, of);

	compare_with_golden(name, text);
	free(text);
}

static void compare_print(const char *name, struct batch_config config)
{
	compare_print_of(name, config, &batch_machine);
}

TEST(json_is_the_golden_text)
{
	compare_print("batch.json", (struct batch_config){ .format = BATCH_JSON,
							   .view = ROW_PROCESS, .level = 1 });
}

TEST(csv_is_the_golden_text)
{
	compare_print("batch.csv", (struct batch_config){ .format = BATCH_CSV,
							  .view = ROW_PROCESS, .level = 1 });
}

TEST(csv_of_cpus_is_the_golden_text)
{
	compare_print("batch-cpus.csv", (struct batch_config){ .format = BATCH_CSV,
							       .view = ROW_CPU, .level = 1 });
}

TEST(text_is_the_golden_text)
{
	compare_print("batch.txt", (struct batch_config){ .format = BATCH_TEXT,
							  .view = ROW_PROCESS, .level = 1 });
}

TEST(regions_are_the_golden_texts)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_REGION, .level = 2,
				       .sort = "pid", .ascii = true };

	compare_print_of("regions-ascii.txt", config, &batch_marked);
	config = (struct batch_config){ .format = BATCH_TEXT, .view = ROW_REGION, .level = 1 };
	compare_print_of("regions.txt", config, &batch_marked);
	config.format = BATCH_CSV;
	compare_print_of("regions.csv", config, &batch_marked);
	config.format = BATCH_JSON;
	compare_print_of("regions.json", config, &batch_marked);
}

TEST(text_of_level_2_in_ascii_is_the_golden_text)
{
	compare_print("batch-level2-ascii.txt",
		      (struct batch_config){ .format = BATCH_TEXT, .view = ROW_THREAD, .level = 2,
					     .sort = "pid", .ascii = true });
}

/* What batch mode prints of the hand-made machine of the screen's tests. The caller frees it. */
static char *print_fixture(enum batch_format format)
{
	struct batch_config config = { .format = format, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = fixture_snapshot(1);
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };

	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	batch_free(batch);
	snapshot_free(snapshot);
	return out.bytes;
}

TEST(text_says_below_the_machine_what_limits_it)
{
	char *text = print_fixture(BATCH_TEXT);

	assert_non_null(strstr(text, "  limited by Backend bound / Memory bound\nbottleneck  "
				     "Memory: 40 % of the slots wait for loads or stores; memhog "
				     "has 91 % of them\n"));
	free(text);
}

TEST(useful_work_does_not_limit_the_machine)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = fixture_draft(1);
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };

	for (size_t i = 0; i < snapshot->table[ROW_CPU].n; i++) {
		double *value = snapshot->table[ROW_CPU].rows[i].counts.value;

		value[EV_RETIRING] = value[EV_SLOTS] * 85 / 100;
		value[EV_BAD_SPEC] = value[EV_FE_BOUND] = value[EV_BE_BOUND] = value[EV_SLOTS] / 20;
		value[EV_HEAVY_OPS] = value[EV_MEM_BOUND] = 0;
	}
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "mostly useful work: Retiring / Light operations"));
	assert_null(strstr(out.bytes, "limited by"));
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

TEST(json_says_what_limits_the_machine_in_numbers_and_in_words)
{
	char *text = print_fixture(BATCH_JSON);
	json_t *root = json_loads(text, 0, NULL);
	json_t *bottleneck = json_object_get(root, "bottleneck");
	json_t *first = json_array_get(json_object_get(bottleneck, "processes"), 0);

	assert_string_equal(json_string_value(json_object_get(bottleneck, "kind")), "node");
	assert_string_equal(json_string_value(json_object_get(bottleneck, "node")),
			    "tma_memory_bound");
	assert_float_equal(json_number_value(json_object_get(bottleneck, "percent")), 40, 0.01);
	assert_string_equal(json_string_value(json_object_get(first, "name")), "memhog");
	assert_float_equal(json_number_value(json_object_get(first, "percent_of_node")), 91, 0.5);
	assert_string_equal(json_string_value(json_object_get(bottleneck, "sentence")),
			    "Memory: 40 % of the slots wait for loads or stores; memhog has 91 % "
			    "of them");
	json_decref(root);
	free(text);
}

TEST(text_has_the_columns_that_were_chosen)
{
	struct column_set columns_of[VIEW_COUNT] = { 0 };
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .sort = "pid", .columns = columns_of };
	struct err err;
	char *text;

	assert_int_equal(column_set_parse(&columns_of[VIEW_PROCESSES], VIEW_PROCESSES,
					  "be:6,topdown,comm:10,pid", &err), 0);
	text = batch_text(&config, &batch_machine);
	assert_non_null(strstr(text, "\nmachine  RET "));	/* not filtered */
	assert_non_null(strstr(text, "\n    BE COMM           PID\n  70.0 memhog        2311\n"));
	free(text);
	config.view = ROW_CORE;		/* part of a tree: each line says which core it is */
	assert_int_equal(column_set_parse(&columns_of[VIEW_CPUS], VIEW_CPUS, "ipc", &err), 0);
	text = batch_text(&config, &batch_machine);
	assert_non_null(strstr(text, "\nSOCKET CORE#   IPC\n"));
	free(text);
}

TEST(a_filter_selects_rows_and_the_text_says_so)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .filter = "ret>50", .user = "nobody\x1b[m" };
	char *text = batch_text(&config, &batch_machine);

	assert_non_null(strstr(text, " \u00b7 user nobody?[m \u00b7 filter ret>50\n"));
	assert_non_null(strstr(text, "COMMAND\n\n"));
	free(text);
	config.user = NULL;
	config.format = BATCH_CSV;
	text = batch_text(&config, &batch_machine);
	assert_null(strstr(text, ",2311,"));
	assert_non_null(strstr(text, ",2400,"));
	assert_null(strstr(text, ",2500,"));
	free(text);
}

TEST(tasks_are_hidden_in_text_only_and_the_text_says_so)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .hidden = HIDE_EXITED };
	char *text = batch_text(&config, &batch_machine);

	assert_non_null(strstr(text, " \u00b7 exited hidden\n"));
	assert_null(strstr(text, "(exited)"));
	free(text);
	config.format = BATCH_CSV;
	text = batch_text(&config, &batch_machine);
	assert_non_null(strstr(text, ",2400,"));
	free(text);
}

TEST(a_filter_leaves_machine_and_cpus_whole_in_json)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_THREAD, .level = 1,
				       .filter = "user=root && be>1" };
	char *text = batch_text(&config, &batch_machine);
	json_t *root = json_loads(text, 0, NULL);

	assert_int_equal(json_array_size(json_object_get(root, "processes")), 1);
	assert_int_equal(json_array_size(json_object_get(root, "threads")), 2);
	assert_int_equal(json_array_size(json_object_get(root, "cpus")), 2);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(root, "machine"),
							    "slots")), 5000000000);
	json_decref(root);
	free(text);
}

TEST(a_filter_of_users_leaves_processes_whole_in_json)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_USER, .level = 1,
				       .filter = "name=root" };
	char *text = batch_text(&config, &batch_machine);
	json_t *root = json_loads(text, 0, NULL);

	assert_int_equal(json_array_size(json_object_get(root, "users")), 1);
	assert_true(json_array_size(json_object_get(root, "processes")) > 1);
	json_decref(root);
	free(text);
}

TEST(invalid_counters_are_reported_and_give_no_percentages)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	json_t *root;

	batch_fill(snapshot, &batch_machine);
	snapshot->soundness = UNSOUND_ALL_BAD;
	row_evaluate(snapshot, &snapshot->table[ROW_MACHINE].rows[0]);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes,
			       "  counters are invalid: all slots are reported as bad speculation"));
	buffer_clear(&out);
	batch_free(batch);
	config.format = BATCH_JSON;
	batch = batch_new(&config);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	root = json_loads(out.bytes, 0, NULL);
	assert_non_null(root);
	assert_string_equal(json_string_value(json_object_get(root, "unsound")),
			    "all slots are reported as bad speculation");
	assert_true(json_is_null(json_object_get(json_object_get(root, "machine"), "tma_bad_speculation")));
	json_decref(root);
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

TEST(cpus_that_were_offline_in_between_are_reported)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };

	batch_fill(snapshot, &batch_machine);
	snapshot->were_offline = 2;
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "  2 CPUs were offline for a while: "));
	buffer_clear(&out);
	batch_free(batch);
	config.format = BATCH_JSON;
	batch = batch_new(&config);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "\"cpus_were_offline\":2,"));
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

TEST(a_counter_that_others_hold_all_the_time_is_reported_as_taken)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };

	batch_fill(snapshot, &batch_machine);
	snapshot->running_ratio = 0;
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "  counter taken by another user of the PMU"));
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

TEST(processes_that_exited_in_the_interval_are_a_view)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_EXITED, .level = 1,
				       .filter = "name=cc1" };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	struct row *row;

	assert_true(snapshot && batch);
	snapshot->machine = &batch_machine;
	row = snapshot_add(snapshot, ROW_EXITED, 77);
	row->pid = 77;
	row->name = snapshot_keep(snapshot, "cc1");
	row->busy_ns = 12345678;
	row = snapshot_add(snapshot, ROW_EXITED, 78);
	row->name = snapshot_keep(snapshot, "sh");
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "seq,time,interval,pid,comm,busy_ns,slots,"));
	assert_non_null(strstr(out.bytes, ",77,cc1,12345678,"));
	assert_null(strstr(out.bytes, "sh"));
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(snapshot);
}

TEST(csv_has_one_header_and_one_line_per_row)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	size_t lines = 0, headers = 0;

	batch_fill(s, &batch_machine);
	assert_int_equal(batch_put(batch, s, &out), 0);
	assert_int_equal(batch_put(batch, s, &out), 0);
	buffer_put(&out, "", 1);
	for (char *line = strtok(out.bytes, "\n"); line; line = strtok(NULL, "\n")) {
		lines++;
		headers += strncmp(line, "seq,", 4) == 0;
	}
	assert_int_equal(headers, 1);
	assert_int_equal(lines, 1 + 2 * 3);
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(s);
}

/* After the names of perf, so that no column of a script moves. */
TEST(the_last_column_of_csv_says_why_a_row_has_no_numbers)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .level = 1 };
	struct machine zen5 = batch_machine;
	char *text, *line, *save = NULL;

	zen5.family = cpu_family_find("AMD Zen 5");
	text = batch_text(&config, &zen5);
	line = strtok_r(text, "\n", &save);
	assert_string_equal(strrchr(line, ','), ",missing");
	free(text);
	text = batch_text(&config, &batch_machine);
	(void)strtok_r(text, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save)))
		assert_string_equal(strrchr(line, ','), strstr(line, ",2500,") ? ",lost" : ",");
	free(text);
}

TEST(csv_says_which_fault_of_unsound_counters_leaves_a_row_without_numbers)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_CPU, .level = 1 };
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	char *line, *save = NULL;

	batch_fill(s, &batch_machine);
	s->soundness = UNSOUND_ALL_BAD;
	assert_int_equal(batch_put(batch, s, &out), 0);
	buffer_put(&out, "", 1);
	(void)strtok_r(out.bytes, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save)))
		assert_string_equal(strrchr(line, ','), ",unsound_all_bad");
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(s);
}

/* The same value under both names, and as many cells as the header has. */
TEST(csv_ends_with_the_names_that_perf_has_for_nodes_of_these_cpus)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .level = 1 };
	struct machine zen5 = batch_machine;
	char *text, *line, *save = NULL;
	size_t commas = 0;

	zen5.family = cpu_family_find("AMD Zen 5");
	text = batch_text(&config, &zen5);
	line = strtok_r(text, "\n", &save);
	assert_non_null(strstr(line, ",tma_fetch_latency,"));
	assert_non_null(strstr(line, ",counts.cycles,retiring_from_microcode,"));
	assert_non_null(strstr(line, ",frontend_bound_by_latency,"));
	for (const char *at = line; *at; at++)
		commas += *at == ',';
	line = strtok_r(NULL, "\n", &save);
	for (const char *at = line; *at; at++)
		commas -= *at == ',';
	assert_int_equal(commas, 0);
	free(text);
}

/* In the last field of each row, as in JSON. */
TEST(no_output_sends_control_characters)
{
	static const enum batch_format formats[] = { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

	for (size_t i = 0; i < 3; i++) {
		struct batch_config config = { .format = formats[i], .view = ROW_PROCESS,
					       .level = 1 };
		char *text = batch_text(&config, &batch_machine);

		for (char *c = text; *c; c++)
			assert_true((unsigned char)*c >= 0x20 || *c == '\n');
		free(text);
	}
}

TEST(a_text_that_is_cut_ends_with_a_sign)
{
	struct column_set columns_of[VIEW_COUNT] = { 0 };
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .sort = "pid", .columns = columns_of };
	struct err err;
	char *text;

	assert_int_equal(column_set_parse(&columns_of[VIEW_PROCESSES], VIEW_PROCESSES,
					  "comm:5,pid", &err), 0);
	text = batch_text(&config, &batch_machine);
	assert_non_null(strstr(text, "\nmemh\xe2\x80\xa6    2311\n"));
	free(text);
	config.ascii = true;
	text = batch_text(&config, &batch_machine);
	assert_non_null(strstr(text, "\nmemh+    2311\n"));
	free(text);
}

TEST(a_process_that_is_asleep_is_in_no_list_but_text_has_it_if_it_is_watched)
{
	static const enum batch_format formats[] = { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

	for (int i = 0; i < 6; i++) {
		const enum batch_format format = formats[i / 2];
		struct batch_config config = { .format = format, .view = ROW_PROCESS, .level = 1 };
		struct snapshot *snapshot = snapshot_new();
		struct batch *batch = batch_new(&config);
		struct buffer out = { 0 };
		struct row *row;

		batch_fill(snapshot, &batch_machine);
		row = (struct row *)snapshot_find(snapshot, ROW_PROCESS, 2500);
		*row = (struct row){ .kind = ROW_PROCESS, .id = 2500, .pid = 2500, .threads = 1,
				     .parent = -1, .asleep = true, .watched = i % 2 };
		assert_int_equal(batch_put(batch, snapshot, &out), 0);
		buffer_put(&out, "", 1);
		assert_int_equal(strstr(out.bytes, " 2500             1     -     -     -") != NULL,
				 format == BATCH_TEXT && row->watched);
		assert_null(strstr(out.bytes, ",2500,"));
		assert_null(strstr(out.bytes, "\"pid\":2500"));
		free(out.bytes);
		batch_free(batch);
		snapshot_free(snapshot);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_is_the_golden_text),
		cmocka_unit_test(csv_is_the_golden_text),
		cmocka_unit_test(csv_of_cpus_is_the_golden_text),
		cmocka_unit_test(text_is_the_golden_text),
		cmocka_unit_test(regions_are_the_golden_texts),
		cmocka_unit_test(text_of_level_2_in_ascii_is_the_golden_text),
		cmocka_unit_test(text_says_below_the_machine_what_limits_it),
		cmocka_unit_test(useful_work_does_not_limit_the_machine),
		cmocka_unit_test(json_says_what_limits_the_machine_in_numbers_and_in_words),
		cmocka_unit_test(text_has_the_columns_that_were_chosen),
		cmocka_unit_test(a_text_that_is_cut_ends_with_a_sign),
		cmocka_unit_test(a_filter_selects_rows_and_the_text_says_so),
		cmocka_unit_test(tasks_are_hidden_in_text_only_and_the_text_says_so),
		cmocka_unit_test(a_filter_leaves_machine_and_cpus_whole_in_json),
		cmocka_unit_test(a_filter_of_users_leaves_processes_whole_in_json),
		cmocka_unit_test(invalid_counters_are_reported_and_give_no_percentages),
		cmocka_unit_test(cpus_that_were_offline_in_between_are_reported),
		cmocka_unit_test(a_counter_that_others_hold_all_the_time_is_reported_as_taken),
		cmocka_unit_test(processes_that_exited_in_the_interval_are_a_view),
		cmocka_unit_test(csv_has_one_header_and_one_line_per_row),
		cmocka_unit_test(the_last_column_of_csv_says_why_a_row_has_no_numbers),
		cmocka_unit_test(
			csv_says_which_fault_of_unsound_counters_leaves_a_row_without_numbers),
		cmocka_unit_test(csv_ends_with_the_names_that_perf_has_for_nodes_of_these_cpus),
		cmocka_unit_test(no_output_sends_control_characters),
		cmocka_unit_test(a_process_that_is_asleep_is_in_no_list_but_text_has_it_if_it_is_watched),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
