/* SPDX-License-Identifier: GPL-2.0-only */
/* From slices to a snapshot: whose time, and whose slots. */
#include "config.h"
#include "collect/collector/aggregate.h"

#include "model/snapshot/row.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define N_CPUS 4

static const struct family family = { .name = "test", .levels = 1 };
static struct cpu_place places[N_CPUS] = {
	{ .cpu = 0, .core = 0 },
	{ .cpu = 1, .core = 1 },
	{ .cpu = 2, .core = 0 },
	{ .cpu = 5, .core = 1 },	/* 3 and 4 are offline */
};
static struct machine machine = { .family = &family, .levels = 1, .n_cpus = N_CPUS,
					.cpus = places };

AROUND(setup)
{
	machine.watched[0] = '\0';
	machine.pid_namespace = false;
	fixture_aggregate_begin(&machine);
}

/* A slice of a millisecond, all of it retiring. */
static struct slice ran(int32_t cpu, int32_t pid, int32_t tid, double slots)
{
	return make_slice(cpu, pid, tid, MS, slots, slots);
}

static void run_on(int32_t cpu, int32_t pid, int32_t tid, double slots)
{
	struct slice slice = ran(cpu, pid, tid, slots);

	sink->slice(sink->data, &slice);
}

static void finish(void)
{
	fill(1000 * MS);
}

static double slots_in(const struct row *row)
{
	assert_non_null(row);
	return row->numbers->counts.value[EV_SLOTS];
}

/* ---- commands of the scenarios: each slice is a millisecond ---- */

/* CPU TID: the group was never on, and it was never read. */
COMMAND(ran_off)
{
	struct slice slice = ran((int32_t)number_arg(1), (int32_t)number_arg(2),
				 (int32_t)number_arg(2), 0);

	slice.counts = (struct counts){ .scaled = true, .off = true };
	sink->slice(sink->data, &slice);
}

COMMAND(ran_unread)
{
	struct slice slice = ran((int32_t)number_arg(1), (int32_t)number_arg(2),
				 (int32_t)number_arg(2), 0);

	slice.counts = (struct counts){ .present = 0 };
	slice.unowned = true;
	sink->slice(sink->data, &slice);
}

/* CPU RECORDS [NS] */
COMMAND(lost)
{
	sink->lost(sink->data, (int)number_arg(1), (uint64_t)number_arg(2),
		   (uint64_t)number_arg_or(3, (int64_t)LOST_NS_UNKNOWN));
}

/* CPU ENABLED RUNNING */
COMMAND(times)
{
	sink->times(sink->data, (int)number_arg(1), (uint64_t)number_arg(2),
		    (uint64_t)number_arg(3));
}

COMMAND(stale)
{
	sink->stale(sink->data, (uint32_t)number_arg(1));
}

COMMAND(uncounted)
{
	sink->uncounted(sink->data, UNCOUNTED_PERMISSION, (uint32_t)number_arg(1));
}

COMMAND(watched)
{
	strcpy(machine.watched, "pid 10");
}

COMMAND(namespace)
{
	machine.pid_namespace = true;
}

const struct scenarios scenarios = { { "aggregate" }, aggregate_words };

COMMAND(interval)
{
	say("%u ran", filled->tasks_ran);
	say_number("exited", filled->tasks_exited);
	say_number("lost", (double)filled->lost);
	say_number("stale threads", filled->stale_threads);
	say_number("uncounted", filled->uncounted[UNCOUNTED_PERMISSION]);
	say("running %g", (double)filled->running_ratio);
	if (snapshot_is_stale(filled))
		say("stale");
	say_number("unknown %", snapshot_unknown_percent(filled));
}

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_aggregate_teardown };

/* A small generator: the same slices on every machine. */
static uint32_t next_random(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525U + 1013904223U;
	return (*seed >> 8) % below;
}

static void give_random_slices(uint32_t *seed)
{
	for (int i = 0; i < 5000; i++) {
		int32_t tid = (int32_t)next_random(seed, 40) - 1;
		struct slice slice = ran((int32_t)next_random(seed, N_CPUS), tid, tid,
						next_random(seed, 1000000));

		if (tid > 0)
			slice.pid = (tid + 3) / 4 * 4 - 3;
		if (next_random(seed, 10) == 0)
			slice.unowned = true;
		if (next_random(seed, 10) == 0)
			slice.counts.present = 0;
		if (tid > 0 && next_random(seed, 50) == 0)
			report(next_random(seed, 2) ? TASK_EXIT : TASK_FORK, slice.pid, tid);
		sink->slice(sink->data, &slice);
	}
}

TEST(machine_slots_are_those_of_tasks_idle_and_unaccounted)
{
	uint32_t seed = 1;

	for (int round = 0; round < 20; round++) {
		double of_processes = 0, of_threads = 0;
		const struct row *whole;
		size_t i;

		give_random_slices(&seed);
		finish();
		for (i = 0; i < filled->table[ROW_PROCESS].n; i++)
			of_processes += slots_in(&filled->table[ROW_PROCESS].rows[i]);
		for (i = 0; i < filled->table[ROW_THREAD].n; i++)
			of_threads += slots_in(&filled->table[ROW_THREAD].rows[i]);
		whole = snapshot_machine(filled);
		assert_true(slots_in(whole) > 0 && of_threads > 0);
		assert_true(whole->extra->idle_slots > 0 && whole->extra->unaccounted_slots > 0);
		assert_true(of_threads == of_processes);
		assert_true(slots_in(whole) ==
			    of_processes + whole->extra->idle_slots + whole->extra->unaccounted_slots);
	}
}

TEST(tasks_that_alternate_are_kept_apart)
{
	for (int i = 0; i < 100; i++) {
		run_on(0, 10, 10, 1);
		run_on(0, 20, 20, 10);
		run_on(0, 40, 40, 3);
		run_on(1, 20, 20, 100);
		run_on(1, 30, 30, 1000);
		run_on(0, 0, 0, 5);
	}
	finish();
	assert_true(slots_in(snapshot_find(filled, ROW_THREAD, 10)) == 100);
	assert_true(slots_in(snapshot_find(filled, ROW_THREAD, 20)) == 11000);
	assert_true(slots_in(snapshot_find(filled, ROW_THREAD, 30)) == 100000);
	assert_true(slots_in(snapshot_find(filled, ROW_THREAD, 40)) == 300);
}

TEST(an_added_cpu_has_a_row_from_the_next_interval_on)
{
	static const struct cpu_place came[] = { { .cpu = 3, .core = 0 } };
	struct machine grows = machine;
	const struct machine *before;

	grows.cpus = malloc(sizeof(places));
	memcpy(grows.cpus, places, sizeof(places));
	assert_int_equal(machine_publish(&grows), 0);
	before = machine_published(&grows);
	(void)fixture_aggregate_teardown(state);
	fixture_aggregate_begin(&grows);
	run_on(3, 10, 10, 20);	/* CPU 5 */
	assert_int_equal(machine_add_cpus(&grows, came, 1), 0);
	finish();
	assert_true(slots_in(snapshot_find(filled, ROW_CPU, 5)) == 20);
	assert_null(snapshot_find(filled, ROW_CPU, 3));
	assert_ptr_equal(filled->machine, before);
	run_on(3, 10, 10, 30);	/* CPU 3 */
	run_on(4, 10, 10, 50);
	finish();
	assert_true(slots_in(snapshot_find(filled, ROW_CPU, 3)) == 30);
	assert_true(slots_in(snapshot_find(filled, ROW_CPU, 5)) == 50);
	assert_int_equal(snapshot_machine(filled)->threads, N_CPUS + 1);
	(void)fixture_aggregate_teardown(state);
	machine_unpublish(&grows);
	free(grows.cpus);
	fixture_aggregate_begin(&machine);	/* for the teardown */
}

