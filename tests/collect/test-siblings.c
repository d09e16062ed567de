/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two threads of a core before Ice Lake, where each CPU counts half of its core's slots: how much
 * of a slice the other thread ran as well, and which of the core's slots are then the task's.
 */
#include "config.h"
#include "collect/aggregate.h"
#include "collect/slice/slicer.h"

#include <math.h>

#include "collect/cpu/cpu_match.h"
#include "collect/tasks/tasks.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/test_main.h"

enum { A = 101, B = 102, C = 103 };

#define MS 1000000ULL

static const struct reading_member members[] = {
	{ .event = EV_SLOTS, .scale = 2 },
	{ .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 },
};

static struct slicer *slicer;
static struct slice slices[32];
static size_t n_slices;

static void keep_slice(void *data, const struct slice *slice)
{
	assert_true(n_slices < 32);
	slices[n_slices++] = *slice;
}

static const struct sink sink = { .slice = keep_slice };

FIXTURE(setup)
{
	static const int32_t siblings[] = { 1, 0, -1 };
	const struct slicer_config config = { .n_cpus = 3, .members = members, .n_members = 3,
					      .switch_records = true, .siblings = siblings };

	n_slices = 0;
	slicer = slicer_new(&config);
	return slicer ? 0 : -1;
}

AROUND(teardown)
{
	slicer_free(slicer);
}

/* A complete context switch as the kernel writes it; the group is always on. */
static void change(size_t cpu, uint64_t time_ns, int32_t from, int32_t to)
{
	struct record record = { .kind = REC_SAMPLE, .time_ns = time_ns, .pid = from, .tid = from,
				 .reading = { .n = 3, .enabled_ns = time_ns, .running_ns = time_ns,
					      .value = { time_ns, 0, time_ns / 2 } } };

	slicer_record(slicer, cpu, &record, &sink);
	record = (struct record){
		.kind = REC_SWITCH_OUT, .time_ns = time_ns, .pid = from, .tid = from,
		.next_prev_pid = to, .next_prev_tid = to
	};
	slicer_record(slicer, cpu, &record, &sink);
	record = (struct record){ .kind = REC_SWITCH_IN, .time_ns = time_ns, .pid = to, .tid = to,
				  .next_prev_pid = from, .next_prev_tid = from };
	slicer_record(slicer, cpu, &record, &sink);
}

static void expect_sibling_busy(size_t at, int32_t tid, uint64_t duration_ns,
				uint64_t sibling_busy_ns)
{
	assert_true(at < n_slices);
	assert_int_equal(slices[at].tid, tid);
	assert_int_equal(slices[at].duration_ns, duration_ns);
	assert_int_equal(slices[at].sibling_busy_ns, sibling_busy_ns);
}

#define WITH_SETUP(sentence) TEST_WITH(sentence, setup, teardown)

WITH_SETUP(while_the_sibling_idles_a_task_is_alone)
{
	change(1, 1000, B, TID_IDLE);
	change(0, 2000, C, A);
	change(0, 5000, A, TID_IDLE);
	expect_sibling_busy(0, A, 3000, 0);
}

WITH_SETUP(while_it_runs_it_is_not)
{
	change(1, 1000, TID_IDLE, B);
	change(0, 2000, TID_IDLE, A);
	change(0, 5000, A, C);
	expect_sibling_busy(0, A, 3000, 3000);
}

WITH_SETUP(a_part_is_exact_to_the_nanosecond)
{
	change(1, 1000, B, TID_IDLE);
	change(0, 2000, C, A);
	change(1, 3000, TID_IDLE, B);
	change(1, 3400, B, TID_IDLE);
	change(1, 4900, TID_IDLE, C);
	change(0, 5000, A, TID_IDLE);
	change(1, 6000, C, B);
	expect_sibling_busy(1, B, 400, 400);		/* its sibling, A, ran all the time */
	expect_sibling_busy(3, A, 3000, 500);
	expect_sibling_busy(4, C, 1100, 100);
}

WITH_SETUP(a_sibling_that_may_have_run_counts_as_busy)
{
	struct record lost = { .kind = REC_LOST, .time_ns = 2500, .lost = 7 };

	change(1, 1000, B, TID_IDLE);
	change(0, 2000, C, A);
	slicer_record(slicer, 1, &lost, &sink);
	change(0, 5000, A, C);
	expect_sibling_busy(0, A, 3000, 3000);
	change(1, 6000, TID_IDLE, TID_IDLE);
	change(0, 7000, C, TID_IDLE);
	assert_true(slices[2].sibling_busy_ns <= 1000);
}

WITH_SETUP(a_cpu_that_is_offline_does_not_run)
{
	change(1, 1000, TID_IDLE, B);
	change(0, 2000, C, A);
	slicer_offline(slicer, 1, 2000, &sink);
	change(0, 5000, A, C);
	assert_int_equal(slices[1].tid, A);
	assert_int_equal(slices[1].sibling_busy_ns, 0);
}

WITH_SETUP(a_core_of_one_thread_is_never_shared)
{
	change(2, 2000, TID_IDLE, A);
	change(2, 5000, A, C);
	expect_sibling_busy(0, A, 3000, 0);
}

/* ---- whose slots ---- */

static struct cpu_place places[2] = { { .cpu = 0 }, { .cpu = 1 } };
static struct machine machine = {
	.levels = 1, .n_cpus = 2, .cpus = places
};

/*
 * 1e7 slots that a CPU counted in 10 ms, half of its core's, and the part of them that this thread
 * retired.
 */
static struct slice slice_of(int32_t cpu, int32_t tid, double retired)
{
	struct slice slice = {
		.time_ns = 20 * MS, .duration_ns = 10 * MS, .cpu = cpu, .pid = tid, .tid = tid
	};

	slice.counts.present =
		1U << EV_SLOTS | 1U << EV_RETIRING | 1U << machine.family->events[0].also;
	slice.counts.value[EV_SLOTS] = slice.counts.value[machine.family->events[0].also] = 1e7;
	slice.counts.value[EV_RETIRING] = retired;
	return slice;
}

/* An interval with these slices. */
static struct snapshot *snapshot_of(const struct slice *of, size_t n)
{
	struct snapshot *snapshot = snapshot_new();
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);

	assert_non_null(snapshot);
	assert_non_null(aggregate);
	snapshot->interval_ns = 10 * MS;
	for (size_t i = 0; i < n; i++)
		aggregate_sink(aggregate)->slice(aggregate_sink(aggregate)->data, &of[i]);
	assert_int_equal(aggregate_fill(aggregate, snapshot, 30 * MS), 0);
	aggregate_free(aggregate);
	tasks_free(tasks);
	return snapshot;
}

/* A's part of it, while the sibling ran for some of the time. */
static struct counts counts_of(bool of_cores, uint64_t sibling_busy_ns)
{
	struct slice slice = slice_of(0, A, 4e6);
	struct snapshot *snapshot;
	struct counts counts;

	machine.counts_cores = of_cores;
	slice.sibling_busy_ns = sibling_busy_ns;
	snapshot = snapshot_of(&slice, 1);
	counts = snapshot_find(snapshot, ROW_PROCESS, A)->counts;
	assert_true(counts.value[EV_RETIRING] == 4e6);
	snapshot_free(snapshot);
	return counts;
}

TEST(alone_a_task_has_all_slots_of_its_core)
{
	struct counts alone = counts_of(true, 0), shared = counts_of(true, 10 * MS),
		      quarter = counts_of(true, 2500000);
	struct counts without_smt = counts_of(false, 0);

	assert_true(fabs(alone.value[EV_SLOTS] - 2e7) < 1);
	assert_true(fabs(shared.value[EV_SLOTS] - 1e7) < 1);
	assert_true(fabs(quarter.value[EV_SLOTS] - 1.75e7) < 1);
	/* Slots of a rotating group as well: of Skylake's first. */
	assert_true(alone.value[machine.family->events[0].also] == alone.value[EV_SLOTS]);
	assert_true(quarter.value[EV_SIBLING_BUSY] == 2.5e6);
	assert_true(without_smt.value[EV_SLOTS] == 1e7);
	assert_false(without_smt.present & 1U << EV_SIBLING_BUSY);
}

/* Both threads count slots of their core; only one of them works. */
TEST(in_a_pid_namespace_the_sibling_of_a_busy_thread_may_idle)
{
	const struct slice both[] = { slice_of(0, TID_IDLE, 4e6), slice_of(1, TID_IDLE, 0) };
	const struct row *other_ns;
	struct snapshot *snapshot;

	machine.counts_cores = machine.pid_namespace = true;
	snapshot = snapshot_of(both, 2);
	machine.pid_namespace = false;
	assert_int_equal(snapshot_find(snapshot, ROW_CPU, 0)->busy_ns, 10 * MS);
	assert_int_equal(snapshot_find(snapshot, ROW_CPU, 1)->busy_ns, 0);
	assert_int_equal(snapshot_find(snapshot, ROW_CPU, 1)->idle_ns, 10 * MS);
	other_ns = snapshot_find(snapshot, ROW_PROCESS, PID_OTHER_NS);
	assert_non_null(other_ns);
	assert_int_equal(other_ns->busy_ns, 10 * MS);
	/* Which threads ran together is not known here. */
	assert_true(other_ns->counts.value[EV_SIBLING_BUSY] == 10.0 * MS);
	assert_int_equal(other_ns->values.quality[M_RETIRING], Q_OF_CORE);
	snapshot_free(snapshot);
}

AROUND(choose_family)
{
	machine.family = cpu_family_find("Intel Skylake-SP");
}

const struct around_tests around_tests = { .setup_all = choose_family };
