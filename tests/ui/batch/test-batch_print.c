/* SPDX-License-Identifier: GPL-2.0-only */
/* One interval in batch mode as text, CSV and JSON, compared with golden texts (SCREENS=update). */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/printed.h"
#include "ui/table/filter.h"

static const enum batch_format formats[] = { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

TEST(prints_are_the_golden_texts)
{
	static const struct {
		const char *name;
		struct batch_config config;
		const struct machine *of;
	} cases[] = {
		{ "batch.json", { .format = BATCH_JSON, .view = ROW_PROCESS, .look.level = 1 },
		  &batch_machine },
		{ "batch.csv", { .format = BATCH_CSV, .view = ROW_PROCESS, .look.level = 1 },
		  &batch_machine },
		{ "batch-cpus.csv", { .format = BATCH_CSV, .view = ROW_CPU, .look.level = 1 },
		  &batch_machine },
		{ "batch.txt", { .format = BATCH_TEXT, .view = ROW_PROCESS, .look.level = 1 },
		  &batch_machine },
		{ "batch-level2-ascii.txt", { .format = BATCH_TEXT, .view = ROW_THREAD, .look.level = 2,
					      .look.sort = "pid", .look.ascii = true }, &batch_machine },
		{ "regions-ascii.txt", { .format = BATCH_TEXT, .view = ROW_REGION, .look.level = 2,
					 .look.sort = "pid", .look.ascii = true }, &batch_marked },
		{ "regions.txt", { .format = BATCH_TEXT, .view = ROW_REGION, .look.level = 1 },
		  &batch_marked },
		{ "regions.csv", { .format = BATCH_CSV, .view = ROW_REGION, .look.level = 1 },
		  &batch_marked },
		{ "regions.json", { .format = BATCH_JSON, .view = ROW_REGION, .look.level = 1 },
		  &batch_marked },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		print_batch(&cases[i].config, cases[i].of);
		compare_with_golden(cases[i].name, printed);
	}
}

/* Processes and level 1. */
static void print(enum batch_format format, const struct snapshot *snapshot)
{
	const struct batch_config config = { .format = format, .view = ROW_PROCESS, .look.level = 1 };

	print_interval(&config, snapshot);
}

/* The hand-made machine of the screen's tests. */
static void print_fixture(enum batch_format format)
{
	struct snapshot *snapshot = fixture_snapshot(1);

	print(format, snapshot);
	snapshot_free(snapshot);
}

TEST(text_says_below_the_machine_what_limits_it)
{
	print_fixture(BATCH_TEXT);
	assert_non_null(strstr(printed, "  limited by Backend bound / Memory bound\nbottleneck  "
					"Memory: 40.0 % of all slots wait for loads or stores = "
					"memhog 36.4 + rest 3.6\n"));
}

TEST(useful_work_does_not_limit_the_machine)
{
	struct snapshot *snapshot = fixture_draft(1);

	for (size_t i = 0; i < snapshot->table[ROW_CPU].n; i++) {
		double *value = snapshot->table[ROW_CPU].rows[i].numbers->counts.value;

		value[EV_RETIRING] = value[EV_SLOTS] * 85 / 100;
		value[EV_BAD_SPEC] = value[EV_FE_BOUND] = value[EV_BE_BOUND] = value[EV_SLOTS] / 20;
		value[EV_HEAVY_OPS] = value[EV_MEM_BOUND] = 0;
	}
	assert_int_equal(snapshot_finish(snapshot), 0);
	print(BATCH_TEXT, snapshot);
	assert_non_null(strstr(printed, "mostly useful work: Retiring / Light operations"));
	assert_null(strstr(printed, "limited by"));
	snapshot_free(snapshot);
}

TEST(json_says_what_limits_the_machine_in_numbers_and_in_words)
{
	const json_t *memhog;

	print_fixture(BATCH_JSON);
	assert_at("bottleneck", "{'kind': 'node', 'node': 'tma_memory_bound'}");
	assert_float_equal(json_number_value(json_at("bottleneck.percent")), 40, 0.01);
	assert_text_at("bottleneck.processes.0.name", "memhog");
	memhog = json_at("bottleneck.processes.0.percent_of_node");
	assert_float_equal(json_number_value(memhog), 91, 0.5);
	assert_text_at("bottleneck.sentence", "Memory: 40.0 % of all slots wait for loads or stores = "
		       "memhog 36.4 + rest 3.6");
}

TEST(text_has_the_columns_and_rows_that_were_chosen_and_says_what_is_left_out)
{
	static const struct {
		struct batch_config config;
		const char *columns, *has[2], *has_not;
	} cases[] = {
		{ { .view = ROW_PROCESS, .look.sort = "pid" }, "be:6,topdown,comm:10,pid",
		  { "\nmachine  RET ",	/* not filtered */
		    "\n    BE COMM           PID\n  70.0 memhog        2311\n" }, NULL },
		/* part of a tree: each line says which core it is */
		{ { .view = ROW_CORE }, "ipc", { "\nSOCKET CORE#   IPC\n" }, NULL },
		{ { .view = ROW_PROCESS, .filter = "ret>50", .user = "nobody\x1b[m" }, NULL,
		  { " \u00b7 user nobody?[m \u00b7 filter ret>50\n", "COMMAND\n\n" }, NULL },
		{ { .view = ROW_PROCESS, .user = "nobody\x1b[m" }, NULL,
		  { "COMMAND\nno row is of user nobody?[m\n" }, NULL },
		{ { .format = BATCH_CSV, .view = ROW_PROCESS, .filter = "ret>50" }, NULL, { ",2400," }, ",2311," },
		{ { .format = BATCH_CSV, .view = ROW_PROCESS, .filter = "ret>50" }, NULL, { ",2400," }, ",2500," },
		{ { .view = ROW_PROCESS, .look.hide_exited = true }, NULL, { " \u00b7 exited hidden\n" }, "(exited)" },
		{ { .format = BATCH_CSV, .view = ROW_PROCESS, .look.hide_exited = true }, NULL, { ",2400," }, NULL },
		{ { .view = ROW_PROCESS, .look.sort = "pid" }, "comm:5,pid", { "\nmemh\xe2\x80\xa6    2311\n" }, NULL },
		{ { .view = ROW_PROCESS, .look.sort = "pid", .look.ascii = true }, "comm:5,pid",
		  { "\nmemh+    2311\n" }, NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const enum view_id view = cases[i].config.view == ROW_CORE ? VIEW_CPUS : VIEW_PROCESSES;
		struct batch_config config = cases[i].config;
		struct err err;

		config.look.level = 1;
		if (cases[i].columns)
			assert_int_equal(column_set_parse(&config.look.columns[view], view, cases[i].columns, &err),
					 0);
		print_batch(&config, &batch_machine);
		for (int k = 0; k < 2; k++)
			if (cases[i].has[k] && !strstr(printed, cases[i].has[k]))
				fail_msg("case %zu: no \"%s\" in %s", i, cases[i].has[k], printed);
		assert_true(!cases[i].has_not || !strstr(printed, cases[i].has_not));
	}
}

TEST(a_filter_leaves_machine_and_cpus_whole_in_json)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_THREAD, .look.level = 1,
					     .filter = "user=root && be>1" };

	print_batch(&config, &batch_machine);
	assert_rows_at("processes", 1);
	assert_rows_at("threads", 2);
	assert_rows_at("cpus", 2);
	assert_number_at("machine.slots", 5000000000);
}

TEST(a_filter_of_users_leaves_processes_whole_in_json)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = ROW_USER, .look.level = 1,
					     .filter = "name=root" };

	print_batch(&config, &batch_machine);
	assert_rows_at("users", 1);
	assert_true(json_array_size(json_at("processes")) > 1);
}

BATCH_TEST(invalid_counters_are_reported_and_give_no_percentages)
{
	batch_interval->soundness = UNSOUND_ALL_BAD;
	row_evaluate(batch_interval, &batch_interval->table[ROW_MACHINE].rows[0]);
	print(BATCH_TEXT, batch_interval);
	assert_non_null(strstr(printed, "  counters are invalid: all slots are reported as bad speculation"));
	print(BATCH_JSON, batch_interval);
	assert_text_at("unsound", "all slots are reported as bad speculation");
	assert_null_at("machine.tma_bad_speculation");
}

BATCH_TEST(cpus_that_were_offline_in_between_are_reported)
{
	batch_interval->were_offline = 2;
	print(BATCH_TEXT, batch_interval);
	assert_non_null(strstr(printed, "  2 CPUs were offline for a while: "));
	print(BATCH_JSON, batch_interval);
	assert_number_at("cpus_were_offline", 2);
}

BATCH_TEST(a_counter_that_others_hold_all_the_time_is_reported_as_taken)
{
	batch_interval->running_ratio = 0;
	print(BATCH_TEXT, batch_interval);
	assert_non_null(strstr(printed, "  counter taken by another user of the PMU"));
}

BATCH_TEST(processes_that_exited_in_the_interval_are_a_view)
{
	const struct batch_config config = { .format = BATCH_CSV, .view = ROW_EXITED, .look.level = 1,
					     .filter = "name=cc1" };
	struct row *row = fixture_add(batch_interval, ROW_EXITED, 77);

	row->pid = 77;
	row->name = snapshot_keep(batch_interval, "cc1");
	row->busy_ns = 12345678;
	row = fixture_add(batch_interval, ROW_EXITED, 78);
	row->name = snapshot_keep(batch_interval, "sh");
	print_interval(&config, batch_interval);
	assert_non_null(strstr(printed, "seq,time,interval,pid,comm,busy_ns,slots,"));
	assert_non_null(strstr(printed, ",77,cc1,12345678,"));
	assert_null(strstr(printed, "sh"));
}

BATCH_TEST(csv_has_one_header_and_one_line_per_row)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .look.level = 1 };
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	size_t lines = 0, headers = 0;

	assert_int_equal(batch_put(batch, batch_interval, &out), 0);
	assert_int_equal(batch_put(batch, batch_interval, &out), 0);
	batch_free(batch);
	print_buffer(&out);
	for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n")) {
		lines++;
		headers += strncmp(line, "seq,", 4) == 0;
	}
	assert_int_equal(headers, 1);
	assert_int_equal(lines, 1 + 2 * 3);
}

/* Nothing but changes, or in each interval a list. */
BATCH_TEST(a_change_is_a_line_of_text_and_in_the_list_of_its_interval)
{
	for (enum batch_format format = BATCH_TEXT; format <= BATCH_JSON; format += BATCH_JSON - BATCH_TEXT) {
		struct batch_config config = { .format = format, .view = ROW_PROCESS, .changes = true, .look.level = 1 };
		struct batch *batch = batch_new(&config);
		struct values *values = &batch_interval->table[ROW_MACHINE].rows[0].numbers->values;
		struct buffer out = { 0 };

		values->percent[M_BACKEND_BOUND] = 20;
		for (batch_interval->seq = 1; batch_interval->seq <= 70; batch_interval->seq++) {
			if (batch_interval->seq == 66)
				values->percent[M_BACKEND_BOUND] = 30;
			assert_int_equal(batch_put(batch, batch_interval, &out), 0);
		}
		batch_put_end(batch, &out);
		batch_free(batch);
		print_buffer(&out);
		assert_non_null(strstr(printed, "backend bound of the machine 20 "));
		if (format == BATCH_TEXT)
			assert_int_equal(strcspn(printed, "\n") + 1, strlen(printed));
		else
			assert_non_null(strstr(printed, "\"changes\":[{\"seq\":66,"));
	}
}

/* After the names of perf, so that no column of a script moves. */
BATCH_TEST(the_last_column_of_csv_says_why_a_row_has_no_numbers)
{
	struct machine zen5 = batch_machine;
	char *line, *save = NULL;

	zen5.family = cpu_family_find("AMD Zen 5");
	batch_interval->machine = &zen5;
	print(BATCH_CSV, batch_interval);
	line = strtok_r(printed, "\n", &save);
	assert_string_equal(strrchr(line, ','), ",missing");
	batch_interval->machine = &batch_machine;
	print(BATCH_CSV, batch_interval);
	(void)strtok_r(printed, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save)))
		assert_string_equal(strrchr(line, ','), strstr(line, ",2500,") ? ",lost" : ",");
}

BATCH_TEST(csv_says_which_fault_of_unsound_counters_leaves_a_row_without_numbers)
{
	const struct batch_config config = { .format = BATCH_CSV, .view = ROW_CPU, .look.level = 1 };
	char *line, *save = NULL;

	batch_interval->soundness = UNSOUND_ALL_BAD;
	print_interval(&config, batch_interval);
	(void)strtok_r(printed, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save)))
		assert_string_equal(strrchr(line, ','), ",unsound_all_bad");
}

/* The same value under both names, and as many cells as the header has. */
TEST(csv_ends_with_the_names_that_perf_has_for_nodes_of_these_cpus)
{
	const struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .look.level = 1 };
	struct machine zen5 = batch_machine;
	char *line, *save = NULL;
	size_t commas = 0;

	zen5.family = cpu_family_find("AMD Zen 5");
	print_batch(&config, &zen5);
	line = strtok_r(printed, "\n", &save);
	assert_non_null(strstr(line, ",tma_fetch_latency,"));
	assert_non_null(strstr(line, ",counts.cycles,retiring_from_microcode,"));
	assert_non_null(strstr(line, ",frontend_bound_by_latency,"));
	for (const char *at = line; *at; at++)
		commas += *at == ',';
	line = strtok_r(NULL, "\n", &save);
	for (const char *at = line; *at; at++)
		commas -= *at == ',';
	assert_int_equal(commas, 0);
}

/* In the last field of each row, as in JSON. */
BATCH_TEST(no_output_sends_control_characters)
{
	for (size_t i = 0; i < 3; i++) {
		print(formats[i], batch_interval);
		for (const char *c = printed; *c; c++)
			assert_true((unsigned char)*c >= 0x20 || *c == '\n');
	}
}

BATCH_TEST(a_process_that_is_asleep_is_in_no_list_but_text_has_it_if_it_is_watched)
{
	struct row *row = (struct row *)snapshot_find(batch_interval, ROW_PROCESS, 2500);

	*row = (struct row){ .kind = ROW_PROCESS, .id = 2500, .pid = 2500, .threads = 1, .extra = &row_no_extra,
			     .parent = -1, .asleep = true };
	row_set_nothing(row, false, false, false);
	for (int i = 0; i < 6; i++) {
		row->watched = i % 2;
		print(formats[i / 2], batch_interval);
		assert_int_equal(strstr(printed, " 2500             1     -     -     -") != NULL,
				 formats[i / 2] == BATCH_TEXT && row->watched);
		assert_null(strstr(printed, ",2500,"));
		assert_null(strstr(printed, "\"pid\":2500"));
	}
}
