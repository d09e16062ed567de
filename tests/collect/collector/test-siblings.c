/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two threads of a core before Ice Lake, where each CPU counts half of its core's slots: which of
 * them are a task's, if the other thread ran for so much of its slice (slicer_siblings.txt).
 */
#include "config.h"
#include "collect/collector/aggregate.h"

#include "collect/cpu/cpu_match.h"
#include "collect/tasks/tasks.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define TASK 101

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

/* The task's part of it, while the sibling ran for some of the time. */
static struct counts counts_of(bool of_cores, uint64_t sibling_busy_ns)
{
	struct slice slice = slice_of(0, TASK, 4e6);
	struct snapshot *snapshot;
	struct counts counts;

	machine.counts_cores = of_cores;
	slice.sibling_busy_ns = sibling_busy_ns;
	snapshot = snapshot_of(&slice, 1);
	counts = counts_copy(&snapshot_find(snapshot, ROW_PROCESS, TASK)->numbers->counts);
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
	assert_int_equal(snapshot_find(snapshot, ROW_CPU, 1)->extra->idle_ns, 10 * MS);
	other_ns = snapshot_find(snapshot, ROW_PROCESS, PID_OTHER_NS);
	assert_non_null(other_ns);
	assert_int_equal(other_ns->busy_ns, 10 * MS);
	/* Which threads ran together is not known here. */
	assert_true(other_ns->numbers->counts.value[EV_SIBLING_BUSY] == 10.0 * MS);
	assert_int_equal(other_ns->numbers->values.quality[M_RETIRING], Q_OF_CORE);
	snapshot_free(snapshot);
}

AROUND(choose_family)
{
	machine.family = cpu_family_find("Intel Skylake-SP");
}

const struct around_tests around_tests = { .setup_all = choose_family };
