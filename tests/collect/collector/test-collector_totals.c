/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From slices to counters for a monitoring system: rows of the real aggregate have all that their
 * machine has, and the collector adds each interval and wakes who exports.
 */
#include "config.h"
#include "model/totals/totals.h"

#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/demo/source_demo.h"
#include "model/machine.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/fixture_collector.h"
#include "tests/fixtures/fixture_interval.h"
#include "tests/fixtures/test_main.h"

#define N_CPUS 4

static struct cpu_place places[N_CPUS] = {
	{ .cpu = 0, .core = 0 }, { .cpu = 1, .core = 1 }, { .cpu = 2, .core = 0, .socket = 1 },
	{ .cpu = 3, .core = 1, .socket = 1 },
};
static struct machine machine = { .levels = 2, .n_cpus = N_CPUS, .cpus = places };
static struct totals *totals;

/* No label has left, so the last view has all. */
static void check_sum(const struct totals_view *view)
{
	double sum = view->all.idle_slots + view->all.unaccounted_slots + interval_slots_of(&view->other);

	for (size_t i = 0; i < view->n_top; i++)
		sum += interval_slots_of(&view->top[i].total);
	interval_near(sum, interval_slots_of(&view->all.total));
}

/* ---- of slices ---- */

FIXTURE(setup)
{
	machine.family = cpu_family_find("Intel Sapphire Rapids");
	machine.pid_namespace = false;
	fixture_aggregate_begin(&machine);
	totals = totals_new(TOTALS_BY_COMMAND, -1);
	return totals ? 0 : -1;
}

static int teardown(void **state)
{
	totals_free(totals);
	return fixture_aggregate_teardown(state);
}

static struct slice some_slice(int cpu, int32_t tid, double slots)
{
	struct slice slice = make_slice(cpu, tid, tid, MS, slots, slots / 4);

	slice.counts.present |= 1U << EV_BAD_SPEC | 1U << EV_FE_BOUND | 1U << EV_BE_BOUND;
	for (int event = EV_BAD_SPEC; event <= EV_BE_BOUND; event++)
		slice.counts.value[event] = slots / 4;
	return slice;
}

static void run(struct slice slice)
{
	sink->slice(sink->data, &slice);
}

static const struct totals_view *finish(void)
{
	fill(1000 * MS);
	totals_add(totals, filled);
	return totals_latest(totals, NULL);
}

#define WITH_SETUP(sentence) TEST_WITH(sentence, setup, teardown)

WITH_SETUP(processes_that_ended_in_the_interval_are_in_it)
{
	const struct task_event exit = { .kind = TASK_EXIT, .time_ns = 1001 * MS, .pid = 10,
					 .tid = 10 };
	const struct totals_view *view;

	run(some_slice(0, 10, 6e6));
	sink->task(sink->data, &exit);
	view = finish();
	interval_near(interval_slots_of(&view->all.total), 6e6);
	check_sum(view);
	assert_true(view->other.undivided[0] <= 0);
	view = finish();	/* its row of the life that ended adds nothing */
	interval_near(interval_slots_of(&view->all.total), 6e6);
	check_sum(view);
}

WITH_SETUP(tasks_of_other_pid_namespaces_have_a_label)
{
	const struct totals_view *view;

	machine.pid_namespace = true;
	run(some_slice(0, 10, 6e6));
	run(some_slice(1, TID_OTHER_NS, 3e6));
	view = finish();
	interval_near(interval_slots_of(&view->all.total), 9e6);
	check_sum(view);
	assert_int_equal(view->n_top, 2);
	assert_true(view->other.undivided[0] <= 0);
}

/* Idle and unknown tasks, slices without an owner, windows and the gaps between them. */
WITH_SETUP(rows_have_all_that_the_cpus_have_whatever_the_slices_are)
{
	uint64_t seed = 5;

	for (int interval = 0; interval < 50; interval++) {
		const struct totals_view *view;

		for (int i = 0; i < 400; i++) {
			const uint64_t r = splitmix64_next(&seed);
			const int32_t tid = (int32_t)(r >> 8) % 40 - 2;
			struct slice slice = some_slice((int)(r % N_CPUS), tid < -1 ? -1 : tid,
							(double)(r >> 16 & 0x7fffff));

			slice.unowned = (r & 0xf0) == 0x10;
			if (interval % 5 == 4 && r % N_CPUS < 2) {
				slice.part = r & 0x80 ? SLICE_GAP : SLICE_WINDOW;
				slice.tid = slice.part == SLICE_GAP ? TID_UNKNOWN : slice.tid;
				slice.unowned = false;
			}
			slice.pid = slice.tid;
			run(slice);
		}
		view = finish();
		check_sum(view);
		assert_true(view->other.undivided[0] <= 1e-9 * interval_slots_of(&view->all.total));
	}
}

/* ---- of the collector ---- */

static struct source *source;
static int wake;

static uint64_t start_clock(void)
{
	return START_NS;
}

FIXTURE(setup_demo)
{
	wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	(void)collector_setup(state);
	return source_demo_open_at(&source, start_clock, NULL);
}

FIXTURE(teardown_demo)
{
	(void)collector_teardown(state);
	totals_free(totals);
	source->ops->close(source);
	return close(wake);
}

static void begin_totals(enum totals_by by)
{
	totals = totals_new(by, wake);
	assert_non_null(totals);
	collector_options.totals = totals;
	collector = collector_new(source, exchange, &control, &collector_options);
	assert_non_null(collector);
	assert_true(collector_begin(collector, START_NS));
}

static void check_demo(enum totals_by by)
{
	begin_totals(by);
	assert_false(was_woken(wake));
	for (uint64_t i = 1; i <= 120; i++) {
		const struct totals_view *view;

		/* Relaxed would do: the same thread reads it. */
		atomic_store(&control.level2, i / 20 % 2 ? LEVEL2_NEEDED : LEVEL2_UNWANTED);
		assert_true(step_at(i * 1000));
		assert_true(was_woken(wake));
		view = totals_latest(totals, NULL);
		assert_int_equal(view->intervals, i);
		check_sum(view);
	}
	assert_true(totals_latest(totals, NULL)->n_top > 5);
}

#define OF_DEMO(sentence) TEST_WITH(sentence, setup_demo, teardown_demo)

OF_DEMO(each_interval_of_the_demo_adds_up_by_cgroup)
{
	check_demo(TOTALS_BY_CGROUP);
}

OF_DEMO(each_interval_of_the_demo_adds_up_by_command)
{
	check_demo(TOTALS_BY_COMMAND);
}

static int fail_tick(struct source *failing, uint64_t at_ns, const struct sink *into, struct err *err)
{
	return err_set(err, EIO, "the counter fell off");
}

OF_DEMO(an_interval_with_trouble_is_not_added)
{
	const struct source_ops *before = source->ops;
	struct source_ops ops = *before;

	begin_totals(TOTALS_BY_CGROUP);
	ops.tick = fail_tick;
	source->ops = &ops;
	assert_false(step_at(1000));
	source->ops = before;
	assert_null(totals_latest(totals, NULL));
	assert_false(was_woken(wake));
}
