/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval as JSON: which rows there are, missing values, texts that are not UTF-8. The fields
 * that scripts depend on are in the golden text of test-batch_print.c.
 */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/fixture_batch.h"
#include "tests/fixtures/printed.h"

static const struct batch_config processes = { .format = BATCH_JSON, .view = ROW_PROCESS,
					       .look.level = 1 };

static void print_view(enum row_kind view)
{
	const struct batch_config config = { .format = BATCH_JSON, .view = view, .look.level = 1 };

	print_batch(&config, &batch_machine);
	assert_one_line();
}

TEST(only_a_simulated_machine_says_that_it_is_simulated)
{
	print_view(ROW_PROCESS);
	assert_nothing_at("simulated");
	print_batch(&processes, &batch_toy);
	assert_text_at("simulated", "simulated machine");
}

TEST(only_where_guests_are_not_counted_does_the_machine_say_so)
{
	struct machine machine = batch_machine;

	print_view(ROW_PROCESS);
	assert_nothing_at("guests");
	machine.without_guests = true;
	print_batch(&processes, &machine);
	assert_false_at("guests");
}

static struct row *memhog(void)
{
	return (struct row *)snapshot_find(batch_interval, ROW_PROCESS, 2311);
}

BATCH_TEST(threads_that_are_not_counted_have_no_time_either)
{
	memhog()->id = uncounted_pid((enum uncounted)0);
	print_interval(&processes, batch_interval);
	assert_at("processes", "{'0.cpu_percent': null, '0.busy_ns': null, '1.busy_ns': 500000000}");
}

TEST(slots_by_the_manual_and_cpus_that_are_left_out_are_said)
{
	struct machine guest = batch_machine;

	print_view(ROW_PROCESS);
	assert_nothing_at("slots_per_cycle_by_manual");
	assert_nothing_at("cpus_left_out");
	guest.manual_slots = 8;
	(void)snprintf(guest.left_out, sizeof(guest.left_out), "3 CPUs are not counted: why");
	print_batch(&processes, &guest);
	assert_at("", "{'slots_per_cycle_by_manual': 8, 'cpus_left_out': '3 CPUs are not counted: why'}");
	print_batch(&(struct batch_config){ .view = ROW_PROCESS, .look.level = 1 }, &guest);
	assert_non_null(strstr(printed, " \u00b7 8 slots per cycle by the manual"));
	assert_non_null(strstr(printed, " \u00b7 not all CPUs are counted"));
}

BATCH_TEST(a_process_has_parent_kernel_and_container)
{
	memhog()->ppid = 17;
	memhog()->kernel = true;
	batch_interval->table[ROW_CGROUP].rows[memhog()->of_cgroup].container =
		snapshot_keep(batch_interval, "lxc:web");
	print_interval(&processes, batch_interval);
	assert_at("processes.pid=2311", "{'ppid': 17, 'kernel': true, 'container': 'lxc:web'}");
}

/* tools/perf/pmu-events: amdzen4, amdzen5 and amdzen6/pipeline.json, sierraforest/srf-metrics.json. */
BATCH_TEST(a_node_that_perf_calls_by_another_name_on_a_cpu_has_both)
{
	static const struct batch_config config = { .format = BATCH_JSON, .view = ROW_PROCESS,
						    .look.level = 2 };
	static const struct {
		const char *family;
		enum metric_id metric;
		const char *perf_name;
	} cases[] = {
		{ "Intel Crestmont", M_FETCH_LATENCY, "tma_ifetch_latency" },
		{ "Intel Gracemont", M_FETCH_BANDWIDTH, "tma_ifetch_bandwidth" },
		{ "AMD Zen 4", M_FETCH_LATENCY, "frontend_bound_latency" },
		{ "AMD Zen 4", M_HEAVY_OPERATIONS, "retiring_microcode" },
		{ "AMD Zen 4", M_CORE_BOUND, "backend_bound_cpu" },
		{ "AMD Zen 5", M_FETCH_BANDWIDTH, "frontend_bound_by_bandwidth" },
		{ "AMD Zen 5", M_LIGHT_OPERATIONS, "retiring_from_fastpath" },
		{ "AMD Zen 5", M_BRANCH_MISPREDICTS, "bad_speculation_from_mispredicts" },
		{ "AMD Zen 6", M_MACHINE_CLEARS, "bad_speculation_from_pipeline_restarts" },
		{ "AMD Zen 6", M_MEMORY_BOUND, "backend_bound_by_memory" },
	};
	struct machine machine = batch_machine;
	char path[100];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		machine.family = cpu_family_find(cases[i].family);
		batch_fill(batch_interval, &machine);
		memhog()->numbers->values.percent[cases[i].metric] = 12.5F;
		memhog()->numbers->values.quality[cases[i].metric] = Q_COUNTED;
		print_interval(&config, batch_interval);
		(void)snprintf(path, sizeof(path), "processes.pid=2311.%s", metrics[cases[i].metric].slug);
		assert_number_at(path, 12.5);
		(void)snprintf(path, sizeof(path), "processes.pid=2311.%s", cases[i].perf_name);
		assert_number_at(path, 12.5);
	}
}

TEST(groups_are_listed_when_asked_for)
{
	print_view(ROW_USER);
	assert_rows_at("users", 3);
	assert_number_at("users.0.processes", 1);
	assert_nothing_at("cgroups");
	print_view(ROW_CGROUP);
	assert_rows_at("cgroups", 1);
	assert_at("cgroups.0", "{'cgroup': null, 'processes': 3}");
	assert_nothing_at("users");
	print_view(ROW_NAME);
	assert_rows_at("commands", 3);
	assert_text_at("commands.0.comm", "memhog");
	print_view(ROW_PROCESS);
	assert_nothing_at("commands");
	assert_nothing_at("users");
}

TEST(missing_is_null_and_never_zero)
{
	char path[100];

	print_view(ROW_PROCESS);
	assert_at("processes", "{'pid=2311.tma_memory_bound': null, 'pid=2311.ipc': null, "
		  "'pid=2311.counts.cycles': null, 'pid=2500.slots': null, 'pid=2500.counts.retiring': null}");
	for (int m = 0; m < M_COUNT; m++) {
		(void)snprintf(path, sizeof(path), "processes.pid=2500.%s", metrics[m].slug);
		assert_null_at(path);
	}
	assert_null_at("processes.pid=2400.user");
}

/* As --json with the SLOTS counter in use by another program: nulls, and exit status 0. */
BATCH_TEST(an_interval_in_which_others_had_the_counters_says_so_in_every_row)
{
	snapshot_clear(batch_interval);
	batch_interval->seq = 1;
	batch_interval->interval_ns = 1000000000;
	batch_interval->machine = &batch_machine;
	batch_interval->running_ratio = 0;
	for (size_t i = 0; i < batch_machine.n_cpus; i++)
		fixture_add(batch_interval, ROW_CPU, batch_machine.cpus[i].cpu)->busy_ns = 1000000000;
	assert_int_equal(snapshot_finish(batch_interval), 0);
	print_interval(&processes, batch_interval);
	assert_null_at("machine.slots");
	assert_text_at("machine.missing", "counter_taken");
	assert_text_at("cpus.cpu=2.missing", "counter_taken");
}

/* By their time: one CPU of two has slots, and a tenth of them are unaccounted. */
BATCH_TEST(what_a_cpu_that_came_online_lacks_is_unaccounted)
{
	snapshot_clear(batch_interval);
	batch_interval->interval_ns = batch_interval->uncounted_ns = 1000000000;
	batch_interval->machine = &batch_machine;
	batch_interval->running_ratio = 1;
	for (int cpu = 0; cpu < 2; cpu++) {
		struct row *row = fixture_add(batch_interval, ROW_CPU, batch_machine.cpus[cpu].cpu);

		row->busy_ns = 1000000000;
		row->numbers->counts.present = cpu ? 0 : 1U << EV_SLOTS;
		row->numbers->counts.value[EV_SLOTS] = cpu ? 0 : 1e9;
		snapshot_extra(batch_interval, row)->unaccounted_slots = cpu ? 0 : 1e8;
	}
	assert_int_equal(snapshot_finish(batch_interval), 0);
	print_interval(&processes, batch_interval);
	assert_number_at("unaccounted_percent", 55);
}

TEST(the_rows_of_another_view_are_listed_as_well)
{
	print_view(ROW_THREAD);
	assert_at("threads.tid=2312", "{'pid': 2311, 'comm': 'memhog:w', 'user': 'root'}");
	assert_rows_at("processes", 3);
	print_view(ROW_CORE);
	assert_nothing_at("threads");
	assert_number_at("cores.core=1.socket", 0);
}

/* Each byte that begins no valid sequence must become U+FFFD. */
BATCH_TEST(no_byte_sequence_breaks_json)
{
	static const char *const names[] = {
		"\x80", "\xc0\xaf", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98",
		"\xe2\x82", "ok\xfe", "\xc3(", "\xf8\x88\x80\x80\x80", };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		memhog()->name = snapshot_keep(batch_interval, names[i]);
		print_interval(&processes, batch_interval);
		assert_non_null(strstr(json_string_value(json_at("processes.pid=2311.comm")), "\xef\xbf\xbd"));
	}
}

TEST(rows_are_sorted_as_asked)
{
	static const struct {
		const char *sort;
		bool reverse;
		int pids[3];	/* 0: any */
	} cases[] = {
		{ "pid", false, { 2311, 2400, 2500 } },
		{ "pid", true, { 2500, 2400, 2311 } },
		{ "ret", false, { 2400 } },	/* by slots: 481e6 against 400e6 */
		{ "be", false, { 2311, 0, 2500 } },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct batch_config config = processes;

		config.look.sort = cases[i].sort;
		config.look.reverse = cases[i].reverse;
		print_batch(&config, &batch_machine);
		for (int k = 0; k < 3; k++) {
			char path[20];

			(void)snprintf(path, sizeof(path), "processes.%d.pid", k);
			if (cases[i].pids[k])
				assert_number_at(path, cases[i].pids[k]);
		}
	}
}
