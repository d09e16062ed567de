/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes on this machine's kernel, with a tree of software events: what Linux counts of
 * threads that begin and exit. Skipped where perf events are not permitted.
 */
#include "config.h"
#include "collect/nodes/live_nodes.h"

#include <linux/perf_event.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/perf/perf_sys.h"
#include "collect/sys/clock_ns.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define SECOND 1000000000ULL

enum { CLOCK, FAULTS, SWITCHES };

static const struct tree_event events[] = {
	[CLOCK] = { .name = "TASK_CLOCK", .config = PERF_COUNT_SW_TASK_CLOCK },
	[FAULTS] = { .name = "FAULTS", .config = PERF_COUNT_SW_PAGE_FAULTS },
	[SWITCHES] = { .name = "SWITCHES", .config = PERF_COUNT_SW_CONTEXT_SWITCHES },
};

#define NODE(name, its_metric, its_level, its_expression) \
	{ .slug = (name), .title = (name), .level = (its_level), \
	  .metric = (its_metric), .expression = (its_expression), .threshold = "", .limit = NAN, \
	  .sample_with = "", .sample = -1, .help = "" }

static const struct tree_node nodes[] = {
	NODE("tma_one", M_BACKEND_BOUND, 1, "1"), NODE("tma_two", M_MEMORY_BOUND, 2, "1"),
	NODE("tma_clock", M_NONE, 3, "TASK_CLOCK / 1000"),
	NODE("tma_faults", M_NONE, 3, "FAULTS / SWITCHES"),
};
static const struct tree tree = {
	.name = "software", .source = "test", .slots = 1, .counters = 4,
	.event_table = events, .n_events = 3, .node_table = nodes, .n_nodes = 4,
};
static const struct family family = { .name = "Software", .levels = 2, .tree = { &tree } };

static struct cpu_place place = { .cpu = 0 };
static struct machine machine = { .family = &family, .n_cpus = 1, .cpus = &place,
				  .user_only = true };
static struct tree_requests *requests;
static struct node_counter *counter;
static struct snapshot *snapshot;
static struct tree_readings readings;
static uint64_t now_ns = 1000 * SECOND;

static void record(void *data, const struct tree_readings *of_interval)
{
	readings = *of_interval;
}

SETUP
{
	const struct live_nodes_options options = {
		.machine = &machine, .pmu_root = machine_root("software"), .record = record,
		.requests = requests = tree_requests_new(),
	};
	struct tree_request request = { .scope = LIVE_PROCESS, .id = getpid(), .open = { { 3 } },
					.latency = RETIRE_DEFAULT };

	snapshot = snapshot_new();
	assert_int_equal(live_nodes_new(&options, &counter, NULL), 0);
	tree_requests_put(requests, &request);
	for (int i = 0; i < 100; i++, now_ns += 10 * MS)
		counter->ops->step(counter, now_ns);
}

TEARDOWN
{
	counter->ops->end(counter);
	counter->ops->free(counter);
	tree_requests_free(requests);
	snapshot_free(snapshot);
}

/* The interval ends; skips the test if nothing can be counted here. */
static void see(void)
{
	snapshot_clear(snapshot);
	snapshot->machine = &machine;
	snapshot->interval_ns = SECOND;
	snapshot->end_ns = now_ns += SECOND;
	(void)snapshot_add(snapshot, ROW_MACHINE, 0);
	counter->ops->see(counter, snapshot, now_ns);
	if (!readings.n)
		skip();
}

static double count_of(int event)
{
	for (size_t i = 0; i < readings.n; i++)
		if (readings.reading[i].event == event)
			return readings.reading[i].count;
	return NAN;
}

static void *spin(void *ns)
{
	const uint64_t until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + *(uint64_t *)ns;

	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < until)
		;
	return NULL;
}

TEST(a_process_is_counted_as_long_as_it_runs)
{
	uint64_t ns = 20 * MS;

	see();
	(void)spin(&ns);
	see();
	assert_true(count_of(CLOCK) >= 20e6);
	assert_true(count_of(CLOCK) < 60e6);
	assert_true((double)readings.reading[0].running_ns >= 20e6);
	assert_int_equal(readings.reading[0].running_ns, readings.reading[0].enabled_ns);
	assert_string_equal(readings.remark, "");
}

TEST(threads_that_begin_and_exit_between_two_looks_are_counted)
{
	uint64_t ns = 10 * MS;

	see();
	for (int i = 0; i < 5; i++) {
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, spin, &ns), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
	}
	see();
	assert_true(count_of(CLOCK) >= 50e6);
}

TEST(processes_that_it_begins_are_not)
{
	uint64_t ns = 100 * MS;
	pid_t pid;

	see();
	pid = fork();
	if (!pid) {
		(void)spin(&ns);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	see();
	assert_true(count_of(CLOCK) < 90e6);
}
