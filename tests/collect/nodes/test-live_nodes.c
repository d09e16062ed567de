/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes above a fake kernel: what is opened for a request, what is counted, when it is closed. */
#include "config.h"
#include "collect/nodes/live_nodes.h"

#include "model/tree/opened.h"
#include "tests/fixtures/fake_events.h"
#include "tests/fixtures/fixture_counting.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define MEMORY_OPEN (OPEN(BACKEND) | OPEN(MEMORY))
#define ALL_OPEN (MEMORY_OPEN | OPEN(CORE) | OPEN(ONE))

/* ---- what is opened ---- */

TEST(nothing_is_open_before_a_request)
{
	begin_threads(PID, 1);
	interval_of(1, SECOND);
	assert_int_equal(fake_events.opened + fake_events.trials, 0);
	assert_int_equal(counting_snapshot->opened.scope, LIVE_NOTHING);
	assert_int_equal(recorded, 0);
	assert_true(under_test->ops->next_ns(under_test) == UINT64_MAX);
}

TEST(a_family_without_a_tree_is_refused_by_its_name)
{
	static const struct family bare = { .name = "AMD Zen 4", .levels = 2 };
	struct machine machine = { .family = &bare };
	struct live_nodes_options options = { .machine = &machine, .sys = &fake_events_sys,
					.pmu_root = machine_root("intel-spr") };
	struct node_counter *counter;
	struct err err;

	assert_int_equal(live_nodes_new(&options, &counter, &err), -ENOENT);
	assert_null(counter);
	assert_non_null(strstr(err.text, "nothing below level 2 is known of AMD Zen 4"));
}

TEST(each_thread_of_a_process_has_the_groups_of_its_opened_nodes)
{
	look_at_threads(3, MEMORY_OPEN);
	/* cycles and four events fit into one group */
	assert_int_equal(fake_events.n_open, 3 * 5);
	for (int i = 0; i < 3; i++)
		assert_int_equal(fake_events_open_of(PID + i, -1), 5);
}

TEST(leaders_are_disabled_until_the_group_is_whole_and_children_inherit)
{
	look_at_threads(1, MEMORY_OPEN);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(fake_events.event[i].attr.disabled, i == 0);
		assert_int_equal(fake_events.event[i].attr.inherit, 1);
		assert_int_equal(fake_events.event[i].attr.inherit_thread, 1);
		assert_int_equal(fake_events.event[i].attr.config, i ? i : FAKE_CYCLES);
		assert_true(fake_events.event[i].enabled);
	}
}

TEST(slots_come_from_the_slices_also_before_the_first_interval)
{
	look_at_threads(1, OPEN(CORE));
	assert_int_equal(fake_events.n_open, 1 + 3);
	interval_of(1, SECOND);
	assert_true(scaled(E5) > 0);
	remarks_nothing();
}

TEST(the_source_is_asked_for_what_the_largest_node_needs)
{
	begin_threads(PID, 1);
	request_for(LIVE_PROCESS, PID, OPEN(MEMORY));
	assert_int_equal(room_requested, 2);
	request_for(LIVE_PROCESS, PID, OPEN(ONE));
	assert_int_equal(room_requested, 1);
}

TEST(groups_are_as_large_as_the_counters_that_are_free)
{
	fake_events.counters = 2;
	look_at_threads(1, MEMORY_OPEN);
	/* one + two, three */
	assert_int_equal(fake_events.n_open, 2 * 3);
	interval_of(1, SECOND);
	assert_int_equal(readings.groups, 2);
	counts_are_true(0.02);
}

TEST(with_a_single_counter_nodes_of_two_events_are_torn_or_said_to_be_missing)
{
	fake_events.counters = 1;
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	assert_true(fabs(scaled(E1) / fake_events.truth[1] - 1) < 0.02);
	for (size_t i = 0; i < readings.n; i++)
		assert_true(readings.reading[i].running_ns > 0);
}

/* ---- what is counted ---- */

TEST(counts_of_one_group_are_exact)
{
	look_at_threads(3, MEMORY_OPEN);
	for (int i = 0; i < 4; i++) {
		interval_of(3, SECOND);
		counts_are_true(1e-6);
		assert_int_equal(readings.reading[0].enabled_ns, 3 * SECOND);
		assert_int_equal(readings.reading[0].running_ns, 3 * SECOND);
	}
	assert_int_equal(recorded, 4);
	remarks_nothing();
}

TEST(groups_that_take_turns_are_right_when_scaled)
{
	fake_events.counters = 3;
	look_at_threads(2, ALL_OPEN);
	interval_of(2, SECOND);
	assert_true(readings.groups >= 3);
	counts_are_true(0.02);
	assert_true(readings.reading[0].running_ns < readings.reading[0].enabled_ns / 2);
}

TEST(the_interval_and_its_request_are_told)
{
	look_at_threads(2, MEMORY_OPEN);
	interval_of(2, SECOND);
	assert_int_equal(readings.request.scope, LIVE_PROCESS);
	assert_int_equal(readings.request.id, PID);
	assert_int_equal(readings.request.open[TYPE_CORE][0], MEMORY_OPEN);
	assert_true(readings.request.serial > 0);
	assert_int_equal(readings.end_ns, fake_events.now_ns);
	assert_int_equal(readings.began_ns, fake_events.now_ns - SECOND);
	assert_int_equal(readings.threads, 2);
	assert_int_equal(readings.counted, 2);
	assert_true(readings.part == 1);
	assert_false(readings.cpus);
}

TEST(values_of_nodes_are_part_of_the_snapshot)
{
	const struct opened_node *node;

	look_at_threads(1, MEMORY_OPEN);
	for (int i = 0; i < 3; i++)
		interval_of(1, SECOND);
	assert_int_equal(counting_snapshot->opened.scope, LIVE_PROCESS);
	node = opened_find(&counting_snapshot->opened, TYPE_CORE, THREE);
	assert_non_null(node);
	assert_true(fabs(node->percent - 100 * 0.7 / 3) < 0.1);
	assert_null(opened_find(&counting_snapshot->opened, TYPE_CORE, FOUR));
}

TEST(another_node_of_the_same_row_is_opened_without_a_new_trial_of_counters)
{
	unsigned int trials;

	look_at_threads(1, MEMORY_OPEN);
	trials = fake_events.trials;
	request_for(LIVE_PROCESS, PID, MEMORY_OPEN | OPEN(CORE));
	steps(2 * MS);
	interval_of(1, SECOND);
	assert_true(fake_events.trials <= trials + 3);
	assert_true(scaled(E5) >= 0);
}

TEST(follow_opens_below_the_largest_node_by_itself)
{
	begin_threads(PID, 1);
	request((struct tree_request){ .scope = LIVE_PROCESS, .id = PID, .follow = true,
				       .open = { { MEMORY_OPEN } }, .latency = RETIRE_DEFAULT });
	fake_events.rate[1] = 2.5;
	steps(600 * MS);
	for (int i = 0; i < 12; i++)
		interval_of(1, SECOND);
	assert_true(readings.request.open[TYPE_CORE][0] & OPEN(ONE));
	assert_true(scaled(E8) >= 0);
}

/* ---- when it is closed ---- */

TEST(all_is_closed_3_s_after_nobody_looks)
{
	look_at_threads(2, MEMORY_OPEN);
	request((struct tree_request){ .scope = LIVE_NOTHING });
	steps(2900 * MS);
	assert_true(fake_events.n_open > 0);
	assert_int_equal(room_requested, 2);
	steps(200 * MS);
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(room_requested, 0);
	assert_true(under_test->ops->next_ns(under_test) == UINT64_MAX);
}

TEST(who_looks_again_in_time_finds_it_open)
{
	unsigned int opened;

	look_at_threads(2, MEMORY_OPEN);
	opened = fake_events.opened;
	request((struct tree_request){ .scope = LIVE_NOTHING });
	steps(2000 * MS);
	request_for(LIVE_PROCESS, PID, MEMORY_OPEN);
	steps(4000 * MS);
	assert_int_equal(fake_events.opened, opened);
	assert_true(fake_events.n_open > 0);
}

TEST(another_row_closes_the_first_at_once)
{
	begin_threads(PID, 2);
	begin_threads(200, 1);
	look_at_process(MEMORY_OPEN);
	request_for(LIVE_PROCESS, 200, MEMORY_OPEN);
	assert_int_equal(fake_events_open_of(PID, -1), 0);
	steps(600 * MS);
	assert_int_equal(fake_events_open_of(200, -1), 5);
}

/* ---- others hold counters ---- */

TEST(a_group_that_is_never_on_is_made_smaller_until_it_counts)
{
	look_at_threads(1, MEMORY_OPEN);
	fake_events.counters = 2;		/* perf stat pins six */
	interval_of(1, SECOND);
	assert_true(isnan(scaled(E1)));
	steps(600 * MS);
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
	interval_of(1, SECOND);
	counts_are_true(0.02);
}

TEST(without_any_counter_nothing_is_counted_and_that_is_said)
{
	fake_events.others_hold_all = true;
	look_at_threads(1, MEMORY_OPEN);
	interval_of(1, SECOND);
	interval_of(1, SECOND);
	assert_true(isnan(scaled(E1)));
	for (size_t i = 0; i < readings.n; i++)
		assert_true(readings.reading[i].count == 0);
	remarks("others hold the counters");
}

TEST(counters_that_become_free_are_used_within_20_s)
{
	fake_events.others_hold_all = true;
	look_at_threads(1, MEMORY_OPEN);
	for (int i = 0; i < 3; i++)
		interval_of(1, SECOND);
	fake_events.others_hold_all = false;
	for (int i = 0; i < 20; i++)
		interval_of(1, SECOND);
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
	interval_of(1, SECOND);
	counts_are_true(0.02);
	remarks_nothing();
}

/* ---- CPUs ---- */

static struct row *add_cpu(int cpu, uint64_t busy_ns)
{
	struct row *row = snapshot_add(counting_snapshot, ROW_CPU, cpu);

	row->busy_ns = busy_ns;
	return row;
}

static void cpus_run(uint64_t ns)
{
	for (uint64_t done = 0; done < ns; done += MS) {
		fake_events_run(PID, 0, MS, true);
		fake_events_run(PID + 1, 1, MS, true);
		fake_events_idle(2, MS);
		fake_events_idle(3, MS);
		fake_events.now_ns += MS;
		step();
	}
	interval_begins();
	(void)add_cpu(0, ns);
	(void)add_cpu(1, ns);
	(void)add_cpu(2, 0);
	(void)add_cpu(3, 0);
	(void)add_process(PID, 2);
	(void)add_thread(PID, PID, 1e9);
	(void)add_thread(PID, PID + 1, 1e9);
	see();
}

/* The first snapshot tells which CPUs there are. */
static void look_at_machine(enum live_scope scope, int32_t id, uint64_t open)
{
	begin_threads(PID, 2);
	interval_of_none();
	look_at(scope, id, open);
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
}

TEST(the_machine_is_counted_by_cpu_and_idle_ones_are_not_read)
{
	unsigned int reads;

	look_at_machine(LIVE_MACHINE, 0, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 4 * 5);
	reads = fake_events.reads;
	cpus_run(SECOND);
	assert_int_equal(fake_events.reads - reads, 2);
	assert_true(readings.cpus);
	assert_int_equal(readings.threads, 4);
	counts_are_true(0.02);
}

TEST(on_cpus_only_one_group_is_enabled_at_a_time)
{
	fake_events.counters = 3;
	look_at_machine(LIVE_MACHINE, 0, ALL_OPEN);
	for (int i = 0; i < 10; i++) {
		size_t on[FAKE_CPUS] = { 0 };

		for (size_t j = 0; j < fake_events.end; j++)
			on[fake_events.event[j].cpu] += fake_events.event[j].leader == (int)j &&
						     fake_events.event[j].enabled;
		for (int cpu = 0; cpu < FAKE_CPUS; cpu++)
			assert_int_equal(on[cpu], 1);
		steps(100 * MS);
	}
}

TEST(groups_of_cpus_take_turns_and_are_right_when_scaled)
{
	fake_events.counters = 2;
	look_at_machine(LIVE_MACHINE, 0, MEMORY_OPEN);
	cpus_run(SECOND);	/* the idle time before belongs to the first group's turn */
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
	cpus_run(SECOND);
	assert_int_equal(readings.groups, 2);
	counts_are_true(0.05);
}

TEST(one_cpu_is_counted_alone)
{
	look_at_machine(LIVE_CPU, 1, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 5);
	assert_int_equal(fake_events_open_of(-1, 1), 5);
	cpus_run(SECOND);
	assert_int_equal(readings.threads, 1);
}

TEST(a_cpu_that_was_off_and_on_is_opened_again)
{
	look_at_machine(LIVE_MACHINE, 0, MEMORY_OPEN);
	cpus_run(SECOND);
	fake_events_off_and_on(1);
	cpus_run(SECOND);
	steps(2 * MS);
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
	cpus_run(SECOND);
	counts_are_true(0.02);
}

TEST(a_cpu_that_is_offline_is_left_out_until_it_is_back)
{
	fake_events.offline[1] = true;
	look_at_machine(LIVE_MACHINE, 0, MEMORY_OPEN);
	assert_int_equal(fake_events.n_open, 3 * 5);
	fake_events.offline[1] = false;
	cpus_run(SECOND);
	steps(2 * MS);
	assert_int_equal(fake_events.n_open, 4 * 5);
}

/* ---- retire latencies, from the samples to the values of an interval ---- */

enum { CLOCKS, TIMED };
enum { WHOLE, STALLED, WAITED };

static const struct tree_event timed_events[] = {
	[CLOCKS] = { .name = "CYC", .config = FAKE_CYCLES, .origin = TREE_CYCLES },
	[TIMED] = { .name = "E1", .config = 1, .period = 100003, .precise = true, .latency = 5 },
};
static const struct tree_node timed_nodes[] = {
	[WHOLE] = { .slug = "tma_backend_bound", .title = "b", .level = 1,
		    .metric = M_BACKEND_BOUND, .unit = TREE_OF_CLOCKS, .expression = "0.7",
		    .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
	[STALLED] = { .slug = "tma_memory_bound", .title = "m", .level = 2,
		      .metric = M_MEMORY_BOUND, .unit = TREE_OF_CLOCKS, .expression = "0.5",
		      .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
	[WAITED] = { .slug = "tma_waited", .title = "w", .level = 3,
		     .metric = M_NONE, .unit = TREE_OF_CLOCKS, .expression = "E1 * E1:R / CYC",
		     .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
};
static const struct tree timed_tree = {
	.name = "timed", .source = "test", .slots = 6, .counters = 8,
	.event_table = timed_events, .n_events = 2, .node_table = timed_nodes, .n_nodes = 3,
};
static const struct family timed_family = {
	.name = "Timed", .levels = 2, .tree = { &timed_tree }, .retire_latency = true,
};

static void look(enum retire_latency latency)
{
	open_counter("intel-spr", &timed_family, 0);
	begin_threads(PID, 2);
	request((struct tree_request){ .scope = LIVE_PROCESS, .id = PID, .latency = latency,
				       .open = { { OPEN(STALLED) } } });
	steps(600 * MS);
	interval_of(2, SECOND);
}

/* So many samples in each thread. */
static void sample(int n, uint16_t cycles)
{
	for (int i = 0; i < 2 * n; i++) {
		struct fake_event *event = fake_event_of(PID + i % 2, -1);
		const uint64_t record[5] = { PERF_RECORD_SAMPLE | (uint64_t)sizeof(record) << 48,
					     event->id, 0x401000, PID, (uint64_t)cycles << 48 };

		fake_event_writes(event, record, sizeof(record));
	}
}

static const struct opened_node *waited(void)
{
	return opened_find(&counting_snapshot->opened, TYPE_CORE, WAITED);
}

TEST(a_node_is_its_event_times_the_latency_that_was_measured_in_its_threads)
{
	look(RETIRE_MEASURED);
	sample(100, 20);
	interval_of(2, SECOND);
	assert_int_equal(readings.n_latencies, 1);
	assert_int_equal(readings.latency[0].samples, 200);
	assert_non_null(waited());
	assert_false(waited()->latency_default);
	assert_true(fabsf(waited()->latency - 20) < 0.01F);
	/* 0.1 events and 3 cycles each nanosecond */
	assert_true(fabs((double)waited()->percent - 100 * 0.1 * 20 / 3) < 1);
}

TEST(until_there_are_samples_the_latency_is_the_tables)
{
	look(RETIRE_MEASURED);
	interval_of(2, SECOND);
	assert_non_null(waited());
	assert_true(waited()->latency_default);
	assert_true(fabsf(waited()->latency - 5) < 0.01F);
}

TEST(nothing_is_sampled_where_the_latencies_of_the_table_are_asked_for)
{
	look(RETIRE_DEFAULT);
	assert_int_equal(fake_events.sampled, 0);
	assert_non_null(waited());
	assert_true(waited()->latency_default);
}

TEST(a_machine_that_tells_only_zeros_is_left_alone_and_that_is_said)
{
	look(RETIRE_MEASURED);
	sample(100, 0);
	interval_of(2, SECOND);
	assert_int_equal(fake_events.mapped_pages, 0);
	assert_non_null(strstr(readings.remark, "this machine tells none"));
	assert_true(waited()->latency_default);
}

const struct around_tests around_tests = {.setup = counting_setup, .teardown = counting_teardown};
