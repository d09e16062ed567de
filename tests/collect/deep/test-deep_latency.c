/* SPDX-License-Identifier: GPL-2.0-only */
/* Retire latencies of opened nodes, from the samples to the values of an interval. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "model/tree/opened.h"
#include "tests/fixtures/fake_sampling.h"
#include "tests/fixtures/fixture_counting.h"
#include "tests/fixtures/test_main.h"

enum { CLOCKS, TIMED };
enum { WHOLE, STALLED, WAITED };

static const struct tree_event timed_events[] = {
	[CLOCKS] = { .name = "CYC", .config = COUNTING_CYCLES, .origin = TREE_CYCLES },
	[TIMED] = { .name = "E1", .config = 1, .period = 100003, .precise = true, .latency = 5 },
};
static const struct tree_node timed_nodes[] = {
	[WHOLE] = { .slug = "tma_backend_bound", .title = "b", .parent = -1, .level = 1,
		    .metric = M_BACKEND_BOUND, .unit = TREE_OF_CLOCKS, .expression = "0.7",
		    .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
	[STALLED] = { .slug = "tma_memory_bound", .title = "m", .parent = WHOLE, .level = 2,
		      .metric = M_MEMORY_BOUND, .unit = TREE_OF_CLOCKS, .expression = "0.5",
		      .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
	[WAITED] = { .slug = "tma_waited", .title = "w", .parent = STALLED, .level = 3,
		     .metric = M_NONE, .unit = TREE_OF_CLOCKS, .expression = "E1 * E1:R / CYC",
		     .threshold = "", .limit = NAN, .sample_with = "", .sample = -1, .help = "" },
};
static const struct tree timed_tree = {
	.name = "timed", .source = "test", .slots = 6, .counters = 8,
	.events = timed_events, .n_events = 2, .nodes = timed_nodes, .n_nodes = 3,
};
static const struct family timed_family = {
	.name = "Timed", .levels = 2, .tree = { &timed_tree }, .retire_latency = true,
};

static void look(enum retire_latency latency)
{
	open_counter("intel-spr", &timed_family, 0);
	begin_threads(PID, 2);
	fake_thread_begins(PID, PID);
	fake_thread_begins(PID, PID + 1);
	wish((struct tree_wish){ .scope = LIVE_PROCESS, .id = PID, .latency = latency,
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
	assert_int_equal(sampling.opened, 0);
	assert_non_null(waited());
	assert_true(waited()->latency_default);
}

TEST(a_machine_that_tells_only_zeros_is_left_alone_and_that_is_said)
{
	look(RETIRE_MEASURED);
	sample(100, 0);
	interval_of(2, SECOND);
	assert_int_equal(sampling.n_open, 0);
	assert_non_null(strstr(readings.remark, "this machine tells none"));
	assert_true(waited()->latency_default);
}

const struct around_tests around_tests = {.setup = counting_setup, .teardown = counting_teardown};
