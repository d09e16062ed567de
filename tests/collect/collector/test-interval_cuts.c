/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time that an interval is divided by is that in which was counted. The source takes long to
 * start, restart and tick, and on its CPUs one task each runs all the time.
 */
#include "config.h"
#include "collect/collector/collector_parts.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/fixture_collector.h"
#include "tests/fixtures/test_main.h"

SETUP
{
	assert_non_null(fake_proc_new());
	(void)collector_setup(state);
	fake_source.source.machine.n_cpus = FAKE_CPUS;
	fake_source.ops.asks_proc = true;
	fake_source.start_ms = 500;
}

TEARDOWN_MAY_FAIL
{
	fake_proc_done();
	return collector_teardown(state);
}

static const struct snapshot *next(void)
{
	fake_source.now_ns = collector_deadline(collector);
	assert_true(collector_step(collector, fake_source.now_ns));
	return exchange_latest(exchange);
}

/* All CPUs are busy all the time, and no time is in two intervals. */
static void assert_exact(const struct snapshot *snapshot, uint64_t interval_ms)
{
	assert_int_equal(snapshot->interval_ns, interval_ms * MS);
	for (int32_t cpu = 0; cpu < FAKE_CPUS; cpu++) {
		const struct row *row = snapshot_find(snapshot, ROW_CPU, cpu);

		assert_int_equal(row->busy_ns, interval_ms * MS);
		assert_true(row->numbers->counts.value[EV_SLOTS] == (double)(interval_ms * MS));
	}
}

TEST(the_first_interval_begins_when_all_cpus_count)
{
	begin_collecting();
	assert_int_equal(collector_deadline(collector), START_NS + 1500 * MS);
	assert_exact(next(), 1000);
	assert_exact(next(), 1000);
}

TEST(a_gap_in_the_counting_is_in_no_interval)
{
	begin_collecting();
	fake_source.restart_ms = 300;
	assert_exact(next(), 1000);
	assert_exact(next(), 700);
	fake_source.restart_ms = 800;		/* most of the next interval is over */
	assert_exact(next(), 1000);
	assert_exact(next(), 1000);
}

TEST(a_command_is_counted_from_its_first_moment)
{
	fake_source.command = true;
	begin_collecting();
	fake_source.since_ns[0] = fake_source.since_ns[1] = fake_source.now_ns;
	fake_source.now_ns += 20 * MS;		/* it runs already */
	assert_exact(next(), 1000);
}

static void put_process(int32_t pid, const char *name)
{
	fake_proc_task(pid, pid, 0, "");
	fake_proc_write(name, "%d/comm", pid);
	fake_proc_write("PPid:\t1\nUid:\t0\t0\t0\t0\nThreads:\t1\n", "%d/status", pid);
}

static const char *name_of(const struct snapshot *snapshot, int32_t pid)
{
	return snapshot_text(snapshot, snapshot_find(snapshot, ROW_PROCESS, pid)->name);
}

/* Its FORK record was written, but not yet its COMM: that CPU did not count. */
TEST(a_child_that_was_renamed_while_counting_began_has_its_own_name)
{
	const struct snapshot *snapshot;

	put_process(10, "parent\n");
	put_process(20, "child\n");
	fake_source.forks = true;
	begin_collecting();
	fake_proc_done();
	assert_non_null(fake_proc_new());	/* it is over before the interval is */
	snapshot = next();
	assert_string_equal(name_of(snapshot, 10), "parent");
	assert_string_equal(name_of(snapshot, FAKE_CHILD), "child");
}

TEST(an_interval_ends_where_its_last_slices_end)
{
	static const struct {
		uint64_t stall_ms[4], after_ms, interval_ms, due_ms;
		bool tells_cut;
		int ticks;
	} cases[] = {
		{ { 0 }, 0, 1000, 2500, false, 1 },
		{ { 30, 0 }, 0, 1030, 2500, false, 2 },
		{ { 6000, 500, 0 }, 0, 7500, 9000, false, 3 },
		{ { 0 }, 30, 1030, 2500, false, 2 },		/* as late each time */
		{ { 0 }, 300, 1000, 2500, true, 1 },		/* what is done later is not late */
		{ { 30, 0 }, 300, 1330, 2500, true, 2 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin_collecting();
		memcpy(fake_source.stall_ms, cases[i].stall_ms, sizeof(fake_source.stall_ms));
		fake_source.after_ms = cases[i].after_ms;
		fake_source.tells_cut = cases[i].tells_cut;
		assert_exact(next(), cases[i].interval_ms);
		assert_int_equal(fake_source.ticked, cases[i].ticks);
		assert_int_equal(collector_deadline(collector), START_NS + cases[i].due_ms * MS);
		teardown_of_each(state);
		setup_of_each(state);
	}
}
