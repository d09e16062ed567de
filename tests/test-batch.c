/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batch mode: a hand-made snapshot as text, CSV and JSON against golden texts (SCREENS=update
 * rewrites them), hostile names, and the loop with its ways to end.
 */
#include "config.h"
#include "ui/batch.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "model/control.h"
#include "model/exchange.h"
#include "tests/golden_text.h"

/* A family of two levels that counts everything but cycles and memory. */

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(heavy, EV(HEAVY_OPS) / SUM)
FORMULA(bad, EV(BAD_SPEC) / SUM)
FORMULA(fe, EV(FE_BOUND) / SUM)
FORMULA(be, EV(BE_BOUND) / SUM)
FORMULA(mem, EV(MEM_BOUND) / SUM)

static const struct formula formulas[] = {
	{ M_RETIRING, FORM(retiring) }, { M_HEAVY_OPERATIONS, FORM(heavy) },
	{ M_BAD_SPECULATION, FORM(bad) }, { M_FRONTEND_BOUND, FORM(fe) },
	{ M_BACKEND_BOUND, FORM(be) }, { M_MEMORY_BOUND, FORM(mem) },
};

static const struct family family = {
	.name = "Test CPU",
	.levels = 2,
	.formulas = formulas,
	.n_formulas = sizeof(formulas) / sizeof(formulas[0]),
};

static struct cpu_place places[] = {
	{ .cpu = 0, .core = 0, .socket = 0 },
	{ .cpu = 2, .core = 1, .socket = 0 },
};

static const struct machine machine = {
	.host = "box", .family = &family, .levels = 2, .n_cpus = 2, .cpus = places,
	.source = "switch",
};

static const struct machine toy = {
	.host = "box", .family = &family, .levels = 2, .n_cpus = 2, .cpus = places,
	.source = "demo", .simulated = true, .simulated_by = "simulated machine",
};

#define HOSTILE "a\"b,\\\n\x1b[31m\xff\xc3\xa9"

/* retiring, bad, fe, be out of 100 parts */
static struct counts make_counts(double slots, const double parts[4])
{
	static const enum event_id level1[] = { EV_RETIRING, EV_BAD_SPEC, EV_FE_BOUND, EV_BE_BOUND };
	struct counts counts = { .present = 1u << EV_SLOTS | 1u << EV_HEAVY_OPS };

	counts.value[EV_SLOTS] = slots;
	for (int i = 0; i < 4; i++) {
		counts.value[level1[i]] = slots * parts[i] / 100;
		counts.present |= 1u << level1[i];
	}
	counts.value[EV_HEAVY_OPS] = counts.value[EV_RETIRING] / 4;
	return counts;
}

static void add_cpu(struct snapshot *s, int32_t cpu, struct counts counts)
{
	struct row *row = snapshot_add(s, ROW_CPU, cpu);

	row->counts = counts;
	row->busy_ns = 630000000;
	row->idle_ns = 370000000;
	row->unaccounted_slots = 1e7;
}

static void add_thread(struct snapshot *s, int32_t pid, int32_t tid, const char *name,
		       struct counts counts)
{
	struct row *row = snapshot_add(s, ROW_THREAD, tid);

	row->pid = pid;
	row->name = snapshot_keep(s, name);
	row->busy_ns = 500000000;
	row->slices = 10;
	row->counts = counts;
}

static void add_process(struct snapshot *s, int32_t pid, const char *name, const char *user)
{
	struct row *row = snapshot_add(s, ROW_PROCESS, pid);

	row->pid = pid;
	row->name = snapshot_keep(s, name);
	row->user = snapshot_keep(s, user);
	row->threads = 2;
}

static void fill(struct snapshot *s, const struct machine *of)
{
	static const double memory[4] = { 10, 5, 15, 70 }, code[4] = { 60.125, 4.875, 25, 10 };

	snapshot_clear(s);
	s->seq = 7;
	s->time = 1763683200.1239;
	s->interval_ns = 1000250000;
	s->machine = of;
	s->lost = 3;
	s->running_ratio = 0.98765;
	s->trouble[0] = '\0';
	add_cpu(s, 0, make_counts(4e9, memory));
	add_cpu(s, 2, make_counts(1e9, code));
	add_process(s, 2311, "memhog", "root");
	add_thread(s, 2311, 2311, "memhog", make_counts(3e9, memory));
	add_thread(s, 2311, 2312, "memhog:w", make_counts(1e9, memory));
	add_process(s, 2400, HOSTILE, "");
	add_thread(s, 2400, 2400, HOSTILE, make_counts(8e8, code));
	s->table[ROW_THREAD].rows[2].counts.scaled = true;
	s->table[ROW_PROCESS].rows[1].exited = true;
	add_process(s, 2500, "uncounted", "nobody");
	add_thread(s, 2500, 2500, "uncounted", (struct counts){ 0 });
	assert_int_equal(snapshot_finish(s), 0);
}

static char *print(const struct batch_config *config, const struct machine *of)
{
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(config);
	struct buffer out = { 0 };

	assert_non_null(snapshot);
	assert_non_null(batch);
	fill(snapshot, of);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_false(out.broken);
	batch_free(batch);
	snapshot_free(snapshot);
	return out.bytes;
}

static void compare_print(const char *name, struct batch_config config)
{
	char *text = print(&config, &machine);

	compare_with_golden(name, text);
	free(text);
}

static void json_is_the_golden_text(void **state)
{
	(void)state;
	compare_print("batch.json", (struct batch_config){ .format = BATCH_JSON,
							   .view = ROW_PROCESS, .level = 1 });
}

static void csv_is_the_golden_text(void **state)
{
	(void)state;
	compare_print("batch.csv", (struct batch_config){ .format = BATCH_CSV,
							  .view = ROW_PROCESS, .level = 1 });
}

static void csv_of_cpus_is_the_golden_text(void **state)
{
	(void)state;
	compare_print("batch-cpus.csv", (struct batch_config){ .format = BATCH_CSV,
							       .view = ROW_CPU, .level = 1 });
}

static void text_is_the_golden_text(void **state)
{
	(void)state;
	compare_print("batch.txt", (struct batch_config){ .format = BATCH_TEXT,
							  .view = ROW_PROCESS, .level = 1 });
}

static void text_of_level_2_in_ascii_is_the_golden_text(void **state)
{
	(void)state;
	compare_print("batch-level2-ascii.txt",
		      (struct batch_config){ .format = BATCH_TEXT, .view = ROW_THREAD, .level = 2,
					     .sort = "pid", .ascii = true });
}

static void text_has_the_columns_that_were_chosen(void **state)
{
	struct column_set columns_of[COLUMN_VIEWS] = { 0 };
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .sort = "pid", .columns = columns_of };
	struct err err;
	char *text;

	(void)state;
	assert_int_equal(column_set_parse(&columns_of[COLUMNS_PROCESSES], COLUMNS_PROCESSES,
					  "be:6,topdown,comm:10,pid", &err), 0);
	text = print(&config, &machine);
	assert_non_null(strstr(text, "\nmachine  RET "));	/* whole all the same */
	assert_non_null(strstr(text, "\n    BE COMM           PID\n  70.0 memhog        2311\n"));
	free(text);
	config.view = ROW_CORE;		/* of a tree: each line says which it is */
	assert_int_equal(column_set_parse(&columns_of[COLUMNS_CPUS], COLUMNS_CPUS, "ipc", &err), 0);
	text = print(&config, &machine);
	assert_non_null(strstr(text, "\nSOCKET CORE#   IPC\n"));
	free(text);
}

static void a_filter_chooses_rows_and_the_text_says_so(void **state)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1,
				       .filter = "ret>50", .user = "nobody\x1b[m" };
	char *text = print(&config, &machine);

	(void)state;
	assert_non_null(strstr(text, " \u00b7 user nobody?[m \u00b7 filter ret>50\n"));
	assert_non_null(strstr(text, "COMMAND\n\n"));
	free(text);
	config.user = NULL;
	config.format = BATCH_CSV;
	text = print(&config, &machine);
	assert_null(strstr(text, ",2311,"));
	assert_non_null(strstr(text, ",2400,"));
	assert_null(strstr(text, ",2500,"));
	free(text);
}

static void a_filter_leaves_machine_and_cpus_whole_in_json(void **state)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_THREAD, .level = 1,
				       .filter = "user=root && be>1" };
	char *text = print(&config, &machine);
	json_t *root = json_loads(text, 0, NULL);

	(void)state;
	assert_int_equal(json_array_size(json_object_get(root, "processes")), 1);
	assert_int_equal(json_array_size(json_object_get(root, "threads")), 2);
	assert_int_equal(json_array_size(json_object_get(root, "cpus")), 2);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(root, "machine"),
							    "slots")), 5000000000);
	json_decref(root);
	free(text);
}

static void a_filter_of_users_leaves_processes_whole_in_json(void **state)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_USER, .level = 1,
				       .filter = "name=root" };
	char *text = print(&config, &machine);
	json_t *root = json_loads(text, 0, NULL);

	(void)state;
	assert_int_equal(json_array_size(json_object_get(root, "users")), 1);
	assert_true(json_array_size(json_object_get(root, "processes")) > 1);
	json_decref(root);
	free(text);
}

static void counters_that_lie_are_said_to_and_give_no_shares(void **state)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	json_t *root;

	(void)state;
	fill(snapshot, &machine);
	snapshot->soundness = UNSOUND_ALL_BAD;
	row_evaluate(snapshot, &snapshot->table[ROW_MACHINE].rows[0]);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "  these counters lie: every slot is said to be bad speculation"));
	buffer_clear(&out);
	batch_free(batch);
	config.format = BATCH_JSON;
	batch = batch_new(&config);
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	root = json_loads(out.bytes, 0, NULL);
	assert_non_null(root);
	assert_string_equal(json_string_value(json_object_get(root, "unsound")),
			    "every slot is said to be bad speculation");
	assert_true(json_is_null(json_object_get(json_object_get(root, "machine"), "tma_bad_speculation")));
	json_decref(root);
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

static void a_counter_that_others_hold_all_the_time_is_said_to_be_taken(void **state)
{
	struct batch_config config = { .format = BATCH_TEXT, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };

	(void)state;
	fill(snapshot, &machine);
	snapshot->running_ratio = 0;
	assert_int_equal(batch_put(batch, snapshot, &out), 0);
	buffer_put(&out, "", 1);
	assert_non_null(strstr(out.bytes, "  counter taken by another user of the PMU"));
	free(out.bytes);
	batch_free(batch);
	snapshot_free(snapshot);
}

static void what_ended_in_the_interval_is_a_view_too(void **state)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_GONE, .level = 1,
				       .filter = "name=cc1" };
	struct snapshot *snapshot = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	struct row *row;

	(void)state;
	assert_true(snapshot && batch);
	snapshot->machine = &machine;
	row = snapshot_add(snapshot, ROW_GONE, 77);
	row->pid = 77;
	row->name = snapshot_keep(snapshot, "cc1");
	row->busy_ns = 12345678;
	row = snapshot_add(snapshot, ROW_GONE, 78);
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

/* One line of JSON, parsed. The caller decrefs. */
static json_t *parse(enum row_kind view, const struct machine *of)
{
	struct batch_config config = { .format = BATCH_JSON, .view = view, .level = 1 };
	char *text = print(&config, of);
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

static void json_has_the_head_of_the_contract(void **state)
{
	json_t *root = parse(ROW_PROCESS, &machine);

	(void)state;
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

static void only_a_simulated_machine_says_who_invents_it(void **state)
{
	json_t *real = parse(ROW_PROCESS, &machine), *demo = parse(ROW_PROCESS, &toy);

	(void)state;
	assert_null(json_object_get(real, "simulated"));
	assert_string_equal(json_string_value(json_object_get(demo, "simulated")),
			    "simulated machine");
	json_decref(real);
	json_decref(demo);
}

static void a_process_has_percent_and_raw_counts(void **state)
{
	json_t *root = parse(ROW_PROCESS, &machine);
	json_t *process = find(root, "processes", "pid", 2311);
	json_t *counts = json_object_get(process, "counts");

	(void)state;
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

static void groups_are_listed_when_asked_for(void **state)
{
	json_t *root = parse(ROW_USER, &machine), *unknown;

	(void)state;
	assert_int_equal(json_array_size(json_object_get(root, "users")), 3);
	assert_int_equal(number(json_array_get(json_object_get(root, "users"), 0), "processes"), 1);
	assert_null(json_object_get(root, "cgroups"));
	json_decref(root);
	root = parse(ROW_CGROUP, &machine);
	assert_int_equal(json_array_size(json_object_get(root, "cgroups")), 1);
	unknown = json_array_get(json_object_get(root, "cgroups"), 0);
	assert_null_field(unknown, "cgroup");
	assert_int_equal(number(unknown, "processes"), 3);
	assert_null(json_object_get(root, "users"));
	json_decref(root);
	root = parse(ROW_PROCESS, &machine);
	assert_null(json_object_get(root, "users"));
	json_decref(root);
}

static void missing_is_null_and_never_zero(void **state)
{
	json_t *root = parse(ROW_PROCESS, &machine);
	json_t *process = find(root, "processes", "pid", 2311);
	json_t *uncounted = find(root, "processes", "pid", 2500);

	(void)state;
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

static void a_cpu_says_where_it_is(void **state)
{
	json_t *root = parse(ROW_PROCESS, &machine), *cpu = find(root, "cpus", "cpu", 2);

	(void)state;
	assert_int_equal(json_array_size(json_object_get(root, "cpus")), 2);
	assert_int_equal(number(cpu, "core"), 1);
	assert_int_equal(number(cpu, "socket"), 0);
	assert_string_equal(json_string_value(json_object_get(cpu, "kind")), "core");
	assert_float_equal(number(cpu, "busy_percent"), 62.98, 1e-9);
	json_decref(root);
}

static void the_rows_of_the_view_are_listed_beside(void **state)
{
	json_t *threads = parse(ROW_THREAD, &machine), *cores = parse(ROW_CORE, &machine);
	json_t *thread = find(threads, "threads", "tid", 2312);

	(void)state;
	assert_int_equal(number(thread, "pid"), 2311);
	assert_string_equal(json_string_value(json_object_get(thread, "comm")), "memhog:w");
	assert_string_equal(json_string_value(json_object_get(thread, "user")), "root");
	assert_int_equal(json_array_size(json_object_get(threads, "processes")), 3);
	assert_null(json_object_get(cores, "threads"));
	assert_int_equal(number(find(cores, "cores", "core", 1), "socket"), 0);
	json_decref(threads);
	json_decref(cores);
}

static void hostile_names_survive_json(void **state)
{
	json_t *root = parse(ROW_PROCESS, &machine);
	json_t *process = find(root, "processes", "pid", 2400);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(process, "comm")),
			    "a\"b,\\\n\x1b[31m\xef\xbf\xbd\xc3\xa9");
	json_decref(root);
}

/* Each must come out as U+FFFD for each of its bytes that begins nothing valid. */
static void no_byte_sequence_breaks_json(void **state)
{
	static const char *const names[] = {
		"\x80", "\xc0\xaf", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98",
		"\xe2\x82", "ok\xfe", "\xc3(", "\xf8\x88\x80\x80\x80",
	};
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 1 };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct snapshot *s = snapshot_new();
		struct batch *batch = batch_new(&config);
		struct buffer out = { 0 };
		json_t *root;

		fill(s, &machine);
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

static void csv_has_one_header_and_one_line_per_row(void **state)
{
	struct batch_config config = { .format = BATCH_CSV, .view = ROW_PROCESS, .level = 1 };
	struct snapshot *s = snapshot_new();
	struct batch *batch = batch_new(&config);
	struct buffer out = { 0 };
	size_t lines = 0, headers = 0;

	(void)state;
	fill(s, &machine);
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

static void no_output_sends_control_characters(void **state)
{
	static const enum batch_format formats[] = { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct batch_config config = { .format = formats[i], .view = ROW_PROCESS,
					       .level = 1 };
		char *text = print(&config, &machine);

		for (char *c = text; *c; c++)
			assert_true((unsigned char)*c >= 0x20 || *c == '\n');
		free(text);
	}
}

static void pids_of_json(enum row_kind view, const char *sort, bool reverse, int pids[3])
{
	struct batch_config config = { .format = BATCH_JSON, .view = view, .level = 1,
				       .sort = sort, .reverse = reverse };
	char *text = print(&config, &machine);
	json_t *root = json_loads(text, 0, NULL), *object;
	size_t i;

	json_array_foreach(json_object_get(root, "processes"), i, object)
		pids[i] = (int)json_integer_value(json_object_get(object, "pid"));
	json_decref(root);
	free(text);
}

static void rows_are_sorted_as_asked(void **state)
{
	int pids[3];

	(void)state;
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

/* The loop. */

struct stage {
	struct exchange *exchange;
	struct control control;
	int pipe[2];
	struct err err;
};

static int set_stage(void **state)
{
	static struct stage stage;

	stage = (struct stage){ .exchange = exchange_new() };
	stage.control.wake_ui = eventfd(0, EFD_NONBLOCK);
	(void)signal(SIGPIPE, SIG_IGN);
	*state = &stage;
	return !stage.exchange || pipe(stage.pipe);
}

static int clear_stage(void **state)
{
	struct stage *stage = *state;

	exchange_free(stage->exchange);
	close(stage->control.wake_ui);
	close(stage->pipe[0]);
	close(stage->pipe[1]);
	return 0;
}

static void publish(struct stage *stage)
{
	uint64_t one = 1;

	fill(exchange_draft(stage->exchange), &machine);
	exchange_publish(stage->exchange);
	assert_int_equal(write(stage->control.wake_ui, &one, sizeof(one)), sizeof(one));
}

static int run(struct stage *stage, int out, uint64_t iterations)
{
	struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS, .level = 1,
				       .iterations = iterations, .out = out };

	return batch_run(&config, stage->exchange, &stage->control, &stage->err);
}

static void ends_after_the_iterations(void **state)
{
	struct stage *stage = *state;
	char bytes[65536];
	ssize_t n;

	publish(stage);
	assert_int_equal(run(stage, stage->pipe[1], 1), 0);
	n = read(stage->pipe[0], bytes, sizeof(bytes));
	assert_true(n > 0 && bytes[n - 1] == '\n');
}

static void a_reader_that_left_is_a_quiet_end(void **state)
{
	struct stage *stage = *state;

	publish(stage);
	close(stage->pipe[0]);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
	assert_string_equal(stage->err.text, "");
}

static void a_reader_that_leaves_during_the_wait_is_noticed(void **state)
{
	struct stage *stage = *state;

	close(stage->pipe[0]);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
}

static void a_full_disk_is_an_error(void **state)
{
	struct stage *stage = *state;
	int full = open("/dev/full", O_WRONLY);

	assert_true(full >= 0);
	publish(stage);
	assert_int_equal(run(stage, full, 0), -EIO);
	assert_string_equal(stage->err.text, "cannot write the output: No space left on device");
	close(full);
}

static void a_closed_output_is_an_error(void **state)
{
	struct stage *stage = *state;

	assert_int_equal(run(stage, 999, 0), -EIO);
	assert_string_equal(stage->err.text,
			    "cannot write the output: standard output is closed");
}

static void trouble_of_the_collector_ends_it(void **state)
{
	struct stage *stage = *state;
	struct snapshot *draft = exchange_draft(stage->exchange);

	fill(draft, &machine);
	strcpy(draft->trouble, "the counters have gone");
	exchange_publish(stage->exchange);
	assert_int_equal(run(stage, stage->pipe[1], 0), -EIO);
	assert_string_equal(stage->err.text, "the counters have gone");
}

static void long_work_without_numbers_is_no_interval(void **state)
{
	struct stage *stage = *state;
	struct snapshot *draft = exchange_draft(stage->exchange);

	snapshot_clear(draft);
	draft->machine = &machine;
	strcpy(draft->doing, "reading x.data");
	exchange_publish(stage->exchange);
	/* It writes nothing, so that it is the wait for the next one that fails. */
	assert_int_equal(run(stage, 999, 1), -EIO);
	assert_string_equal(stage->err.text,
			    "cannot write the output: standard output is closed");
}

static void a_signal_ends_it_quietly(void **state)
{
	struct stage *stage = *state;

	batch_catch_signals(false);
	raise(SIGTERM);
	assert_int_equal(run(stage, stage->pipe[1], 0), 0);
	assert_string_equal(stage->err.text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_is_the_golden_text),
		cmocka_unit_test(csv_is_the_golden_text),
		cmocka_unit_test(csv_of_cpus_is_the_golden_text),
		cmocka_unit_test(text_is_the_golden_text),
		cmocka_unit_test(text_of_level_2_in_ascii_is_the_golden_text),
		cmocka_unit_test(text_has_the_columns_that_were_chosen),
		cmocka_unit_test(a_filter_chooses_rows_and_the_text_says_so),
		cmocka_unit_test(a_filter_leaves_machine_and_cpus_whole_in_json),
		cmocka_unit_test(a_filter_of_users_leaves_processes_whole_in_json),
		cmocka_unit_test(counters_that_lie_are_said_to_and_give_no_shares),
		cmocka_unit_test(a_counter_that_others_hold_all_the_time_is_said_to_be_taken),
		cmocka_unit_test(what_ended_in_the_interval_is_a_view_too),
		cmocka_unit_test(json_has_the_head_of_the_contract),
		cmocka_unit_test(only_a_simulated_machine_says_who_invents_it),
		cmocka_unit_test(a_process_has_percent_and_raw_counts),
		cmocka_unit_test(groups_are_listed_when_asked_for),
		cmocka_unit_test(missing_is_null_and_never_zero),
		cmocka_unit_test(a_cpu_says_where_it_is),
		cmocka_unit_test(the_rows_of_the_view_are_listed_beside),
		cmocka_unit_test(hostile_names_survive_json),
		cmocka_unit_test(no_byte_sequence_breaks_json),
		cmocka_unit_test(csv_has_one_header_and_one_line_per_row),
		cmocka_unit_test(no_output_sends_control_characters),
		cmocka_unit_test(rows_are_sorted_as_asked),
		cmocka_unit_test_setup_teardown(ends_after_the_iterations, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_reader_that_left_is_a_quiet_end, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(a_reader_that_leaves_during_the_wait_is_noticed,
						set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_full_disk_is_an_error, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(a_closed_output_is_an_error, set_stage, clear_stage),
		cmocka_unit_test_setup_teardown(long_work_without_numbers_is_no_interval, set_stage,
						clear_stage),
		cmocka_unit_test_setup_teardown(trouble_of_the_collector_ends_it, set_stage,
						clear_stage),
		/* Last: the flag of the signal stays set. */
		cmocka_unit_test_setup_teardown(a_signal_ends_it_quietly, set_stage, clear_stage),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	(void)alarm(60);	/* a loop that does not end must fail, not hang the suite */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
