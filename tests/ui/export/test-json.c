/* SPDX-License-Identifier: GPL-2.0-only */
/* One interval as JSON: the fields that scripts depend on, missing values, hostile names. */
#include "config.h"
#include "ui/export/batch.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/test.h"

/* One line of JSON, parsed. The caller decrefs. */
static json_t *parse(enum row_kind view, const struct machine *of)
{
	struct batch_config config = { .format = BATCH_JSON, .view = view, .level = 1 };
	char *text = batch_text(&config, of);
	json_t *root;

	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	root = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(root);
	return root;
}

/* The object in this list whose field is number. */
static json_t *find(json_t *root, const char *list, const char *field, int number)
{
	size_t i;
	json_t *object;

	json_array_foreach(json_object_get(root, list), i, object)
		if (json_integer_value(json_object_get(object, field)) == number)
			return object;
	fail_msg("no %s %d in %s", field, number, list);
	return NULL;
}

static double number(const json_t *object, const char *field)
{
	json_t *value = json_object_get(object, field);

	assert_true(json_is_number(value));
	return json_number_value(value);
}

static void assert_null_field(const json_t *object, const char *field)
{
	assert_true(json_is_null(json_object_get(object, field)));
}

TEST(json_has_the_head_of_the_contract)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine);

	assert_string_equal(json_string_value(json_object_get(root, "schema")), "tdtop/1");
	assert_int_equal(number(root, "seq"), 7);
	assert_float_equal(number(root, "time"), 1763683200.124, 1e-6);
	assert_float_equal(number(root, "interval"), 1.00025, 1e-9);
	assert_string_equal(json_string_value(json_object_get(root, "source")), "switch");
	assert_string_equal(json_string_value(json_object_get(root, "cpu")), "Test CPU");
	assert_int_equal(number(root, "levels"), 2);
	assert_int_equal(number(root, "lost"), 3);
	assert_float_equal(number(root, "running_percent"), 98.77, 1e-9);
	assert_float_equal(number(root, "unaccounted_percent"), 0.4, 1e-9);
	json_decref(root);
}

TEST(only_a_simulated_machine_says_that_it_is_simulated)
{
	json_t *real = parse(ROW_PROCESS, &batch_machine), *demo = parse(ROW_PROCESS, &batch_toy);

	assert_null(json_object_get(real, "simulated"));
	assert_string_equal(json_string_value(json_object_get(demo, "simulated")),
			    "simulated machine");
	json_decref(real);
	json_decref(demo);
}

TEST(a_process_has_percent_and_raw_counts)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine);
	json_t *process = find(root, "processes", "pid", 2311);
	json_t *counts = json_object_get(process, "counts");

	assert_int_equal(number(process, "slots"), 4000000000);
	assert_true(json_is_integer(json_object_get(process, "slots")));
	assert_float_equal(number(process, "tma_backend_bound"), 70, 1e-9);
	assert_float_equal(number(process, "tma_heavy_operations"), 2.5, 1e-9);
	assert_float_equal(number(process, "cpu_percent"), 99.98, 1e-9);
	assert_int_equal(number(counts, "backend_bound"), 2800000000);
	assert_true(json_is_false(json_object_get(process, "exited")));
	assert_true(json_is_true(json_object_get(find(root, "processes", "pid", 2400), "exited")));
	assert_true(json_is_true(json_object_get(find(root, "processes", "pid", 2400), "scaled")));
	json_decref(root);
}

TEST(a_process_has_parent_kernel_and_container)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	json_t *root, *process;
	struct row *row;

	batch_fill(s, &batch_machine);
	row = (struct row *)snapshot_find(s, ROW_PROCESS, 2311);
	row->ppid = 17;
	row->kernel = true;
	s->table[ROW_CGROUP].rows[row->of_cgroup].container = snapshot_keep(s, "lxc:web");
	assert_int_equal(batch_put(batch, s, &out), 0);
	root = json_loadb(out.bytes, out.n, 0, NULL);
	assert_non_null(root);
	process = find(root, "processes", "pid", 2311);
	assert_int_equal(number(process, "ppid"), 17);
	assert_true(json_is_true(json_object_get(process, "kernel")));
	assert_string_equal(json_string_value(json_object_get(process, "container")), "lxc:web");
	json_decref(root);
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(s);
}

static void expect_both_names(const char *family, enum metric_id metric, const char *perf_name)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 2 };
	struct machine machine = batch_machine;
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	json_t *root, *process;
	struct row *row;

	machine.family = cpu_family_find(family);
	batch_fill(s, &machine);
	row = (struct row *)snapshot_find(s, ROW_PROCESS, 2311);
	row->values.percent[metric] = 12.5F;
	row->values.quality[metric] = Q_COUNTED;
	assert_int_equal(batch_put(batch, s, &out), 0);
	root = json_loadb(out.bytes, out.n, 0, NULL);
	assert_non_null(root);
	process = find(root, "processes", "pid", 2311);
	assert_float_equal(number(process, metrics[metric].slug), 12.5, 1e-9);
	assert_float_equal(number(process, perf_name), 12.5, 1e-9);
	json_decref(root);
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(s);
}

/* tools/perf/pmu-events: amdzen4, amdzen5 and amdzen6/pipeline.json, sierraforest/srf-metrics.json. */
TEST(a_node_that_perf_calls_by_another_name_on_a_cpu_has_both)
{
	expect_both_names("Intel Crestmont", M_FETCH_LATENCY, "tma_ifetch_latency");
	expect_both_names("Intel Gracemont", M_FETCH_BANDWIDTH, "tma_ifetch_bandwidth");
	expect_both_names("AMD Zen 4", M_FETCH_LATENCY, "frontend_bound_latency");
	expect_both_names("AMD Zen 4", M_HEAVY_OPERATIONS, "retiring_microcode");
	expect_both_names("AMD Zen 4", M_CORE_BOUND, "backend_bound_cpu");
	expect_both_names("AMD Zen 5", M_FETCH_BANDWIDTH, "frontend_bound_by_bandwidth");
	expect_both_names("AMD Zen 5", M_LIGHT_OPERATIONS, "retiring_from_fastpath");
	expect_both_names("AMD Zen 5", M_BRANCH_MISPREDICTS, "bad_speculation_from_mispredicts");
	expect_both_names("AMD Zen 6", M_MACHINE_CLEARS, "bad_speculation_from_pipeline_restarts");
	expect_both_names("AMD Zen 6", M_MEMORY_BOUND, "backend_bound_by_memory");
}

TEST(groups_are_listed_when_asked_for)
{
	json_t *root = parse(ROW_USER, &batch_machine), *unknown;

	assert_int_equal(json_array_size(json_object_get(root, "users")), 3);
	assert_int_equal(number(json_array_get(json_object_get(root, "users"), 0), "processes"), 1);
	assert_null(json_object_get(root, "cgroups"));
	json_decref(root);
	root = parse(ROW_CGROUP, &batch_machine);
	assert_int_equal(json_array_size(json_object_get(root, "cgroups")), 1);
	unknown = json_array_get(json_object_get(root, "cgroups"), 0);
	assert_null_field(unknown, "cgroup");
	assert_int_equal(number(unknown, "processes"), 3);
	assert_null(json_object_get(root, "users"));
	json_decref(root);
	root = parse(ROW_NAME, &batch_machine);
	assert_int_equal(json_array_size(json_object_get(root, "commands")), 3);
	assert_string_equal(
		json_string_value(json_object_get(
			json_array_get(json_object_get(root, "commands"), 0), "comm")), "memhog");
	json_decref(root);
	root = parse(ROW_PROCESS, &batch_machine);
	assert_null(json_object_get(root, "commands"));
	assert_null(json_object_get(root, "users"));
	json_decref(root);
}

TEST(missing_is_null_and_never_zero)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine);
	json_t *process = find(root, "processes", "pid", 2311);
	json_t *uncounted = find(root, "processes", "pid", 2500);

	assert_null_field(process, "tma_memory_bound");
	assert_null_field(process, "ipc");
	assert_null_field(json_object_get(process, "counts"), "cycles");
	assert_null_field(uncounted, "slots");
	assert_null_field(json_object_get(uncounted, "counts"), "retiring");
	for (int m = 0; m < M_COUNT; m++)
		assert_null_field(uncounted, metrics[m].slug);
	assert_null_field(find(root, "processes", "pid", 2400), "user");
	json_decref(root);
}

TEST(a_row_without_numbers_says_why)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine);

	assert_null_field(json_object_get(root, "machine"), "missing");
	assert_null_field(find(root, "processes", "pid", 2311), "missing");
	assert_string_equal(json_string_value(json_object_get(find(root, "processes", "pid", 2500),
							      "missing")), "lost");
	json_decref(root);
}

/* As --json with the SLOTS counter in use by another program: nulls, and exit status 0. */
TEST(an_interval_in_which_others_had_the_counters_says_so_in_every_row)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	json_t *root;

	s->seq = 1;
	s->interval_ns = 1000000000;
	s->machine = &batch_machine;
	s->running_ratio = 0;
	for (size_t i = 0; i < batch_machine.n_cpus; i++)
		snapshot_add(s, ROW_CPU, batch_machine.cpus[i].cpu)->busy_ns = 1000000000;
	assert_int_equal(snapshot_finish(s), 0);
	assert_int_equal(batch_put(batch, s, &out), 0);
	root = json_loadb(out.bytes, out.n, 0, NULL);
	assert_non_null(root);
	assert_null_field(json_object_get(root, "machine"), "slots");
	assert_string_equal(json_string_value(json_object_get(json_object_get(root, "machine"),
							      "missing")), "counter_taken");
	assert_string_equal(json_string_value(json_object_get(find(root, "cpus", "cpu", 2),
							      "missing")), "counter_taken");
	json_decref(root);
	buffer_done(&out);
	batch_free(batch);
	snapshot_free(s);
}

TEST(a_cpu_says_where_it_is)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine), *cpu = find(root, "cpus", "cpu", 2);

	assert_int_equal(json_array_size(json_object_get(root, "cpus")), 2);
	assert_int_equal(number(cpu, "core"), 1);
	assert_int_equal(number(cpu, "socket"), 0);
	assert_string_equal(json_string_value(json_object_get(cpu, "kind")), "core");
	assert_float_equal(number(cpu, "busy_percent"), 62.98, 1e-9);
	json_decref(root);
}

TEST(the_rows_of_another_view_are_listed_as_well)
{
	json_t *threads = parse(ROW_THREAD, &batch_machine), *cores = parse(ROW_CORE, &batch_machine);
	json_t *thread = find(threads, "threads", "tid", 2312);

	assert_int_equal(number(thread, "pid"), 2311);
	assert_string_equal(json_string_value(json_object_get(thread, "comm")), "memhog:w");
	assert_string_equal(json_string_value(json_object_get(thread, "user")), "root");
	assert_int_equal(json_array_size(json_object_get(threads, "processes")), 3);
	assert_null(json_object_get(cores, "threads"));
	assert_int_equal(number(find(cores, "cores", "core", 1), "socket"), 0);
	json_decref(threads);
	json_decref(cores);
}

TEST(hostile_names_survive_json)
{
	json_t *root = parse(ROW_PROCESS, &batch_machine);
	json_t *process = find(root, "processes", "pid", 2400);

	assert_string_equal(json_string_value(json_object_get(process, "comm")),
			    "a\"b,\\\n\x1b[31m\xef\xbf\xbd\xc3\xa9");
	json_decref(root);
}

/* Each byte that begins no valid sequence must become U+FFFD. */
TEST(no_byte_sequence_breaks_json)
{
	static const char *const names[] = {
		"\x80", "\xc0\xaf", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98",
		"\xe2\x82", "ok\xfe", "\xc3(", "\xf8\x88\x80\x80\x80",
	};
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 1 };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct snapshot *s = snapshot_new();
		struct batch *batch = batch_new(&config);
		struct buffer out = { 0 };
		json_t *root;

		batch_fill(s, &batch_machine);
		s->table[ROW_PROCESS].rows[0].name = snapshot_keep(s, names[i]);
		assert_int_equal(batch_put(batch, s, &out), 0);
		root = json_loadb(out.bytes, out.n, 0, NULL);
		assert_non_null(root);
		assert_non_null(strstr(json_string_value(json_object_get(
			find(root, "processes", "pid", 2311), "comm")), "\xef\xbf\xbd"));
		json_decref(root);
		buffer_done(&out);
		batch_free(batch);
		snapshot_free(s);
	}
}

static void pids_of_json(enum row_kind view, const char *sort, bool reverse, int pids[3])
{
	struct batch_config config = { .format = BATCH_JSON, .view = view, .level = 1,
				       .sort = sort, .reverse = reverse };
	char *text = batch_text(&config, &batch_machine);
	json_t *root = json_loads(text, 0, NULL), *object;
	size_t i;

	json_array_foreach(json_object_get(root, "processes"), i, object)
		pids[i] = (int)json_integer_value(json_object_get(object, "pid"));
	json_decref(root);
	free(text);
}

TEST(rows_are_sorted_as_asked)
{
	int pids[3];

	pids_of_json(ROW_PROCESS, "pid", false, pids);
	assert_true(pids[0] < pids[1] && pids[1] < pids[2]);
	pids_of_json(ROW_PROCESS, "pid", true, pids);
	assert_true(pids[0] > pids[1] && pids[1] > pids[2]);
	pids_of_json(ROW_PROCESS, "ret", false, pids);	/* by slots: 481e6 against 400e6 */
	assert_int_equal(pids[0], 2400);
	pids_of_json(ROW_PROCESS, "be", false, pids);
	assert_int_equal(pids[0], 2311);
	assert_int_equal(pids[2], 2500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_the_head_of_the_contract),
		cmocka_unit_test(only_a_simulated_machine_says_that_it_is_simulated),
		cmocka_unit_test(a_process_has_percent_and_raw_counts),
		cmocka_unit_test(a_process_has_parent_kernel_and_container),
		cmocka_unit_test(a_node_that_perf_calls_by_another_name_on_a_cpu_has_both),
		cmocka_unit_test(groups_are_listed_when_asked_for),
		cmocka_unit_test(missing_is_null_and_never_zero),
		cmocka_unit_test(a_row_without_numbers_says_why),
		cmocka_unit_test(an_interval_in_which_others_had_the_counters_says_so_in_every_row),
		cmocka_unit_test(a_cpu_says_where_it_is),
		cmocka_unit_test(the_rows_of_another_view_are_listed_as_well),
		cmocka_unit_test(hostile_names_survive_json),
		cmocka_unit_test(no_byte_sequence_breaks_json),
		cmocka_unit_test(rows_are_sorted_as_asked),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
