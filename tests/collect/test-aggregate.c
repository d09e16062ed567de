/* SPDX-License-Identifier: GPL-2.0-only */
/* From slices to a snapshot: whose time, and whose slots. */
#include "config.h"
#include "collect/aggregate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/row.h"
#include "tests/fixtures/fixture_aggregate.h"
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

static void report(enum task_event_kind kind, int32_t pid, int32_t tid)
{
	const struct task_event event = { .kind = kind, .time_ns = now_ns, .pid = pid, .tid = tid,
					  .ppid = 1, .ptid = 1, .comm = "renamed" };

	sink->task(sink->data, &event);
}

static void finish(void)
{
	fill(1000 * MS);
}

static double slots_in(const struct row *row)
{
	assert_non_null(row);
	return row->counts.value[EV_SLOTS];
}

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_aggregate_teardown };

TEST(a_task_gets_what_it_used_on_all_cpus)
{
	const struct row *row;

	run_on(0, 10, 10, 100);
	run_on(3, 10, 10, 20);
	finish();
	row = snapshot_find(filled, ROW_THREAD, 10);
	assert_true(slots_in(row) == 120);
	assert_int_equal(row->busy_ns, 2 * MS);
	assert_int_equal(row->slices, 2);
	assert_true(slots_in(snapshot_find(filled, ROW_CPU, 0)) == 100);
	assert_true(slots_in(snapshot_find(filled, ROW_CPU, 5)) == 20);
	assert_int_equal(snapshot_find(filled, ROW_CPU, 5)->busy_ns, MS);
}

TEST(the_machine_row_is_the_sum_of_the_watched_tasks)
{
	const struct row *row;

	strcpy(machine.watched, "pid 10");
	run_on(CPU_UNKNOWN, 10, 10, 100);
	run_on(CPU_UNKNOWN, 10, 11, 20);
	finish();
	row = snapshot_machine(filled);
	assert_true(slots_in(row) == 120);
	assert_true(row->unaccounted_slots == 0);
	assert_int_equal(row->busy_ns, 2 * MS);
	assert_int_equal(row->threads, N_CPUS);
	assert_int_equal(filled->table[ROW_CPU].n, 0);
	assert_int_equal(filled->table[ROW_SOCKET].n, 0);
}

TEST(threads_that_are_not_counted_have_a_row_without_numbers)
{
	const struct row *row;

	strcpy(machine.watched, "pid 10");
	run_on(CPU_UNKNOWN, 10, 10, 100);
	sink->uncounted(sink->data, UNCOUNTED_PERMISSION, 7);
	finish();
	row = snapshot_find(filled, ROW_PROCESS, uncounted_pid(UNCOUNTED_PERMISSION));
	assert_non_null(row);
	assert_int_equal(row->threads, 7);
	assert_string_equal(snapshot_text(filled, row->name), "other, not permitted");
	assert_int_equal(row->counts.present, 0);
	assert_true(isnan(row_cpu_percent(filled, row)));
	assert_int_equal(filled->uncounted[UNCOUNTED_PERMISSION], 7);
	finish();
	assert_int_equal(filled->uncounted[UNCOUNTED_PERMISSION], 0);
}

TEST(stale_threads_are_those_of_the_interval)
{
	sink->stale(sink->data, 3);
	finish();
	assert_int_equal(filled->stale_threads, 3);
	assert_true(snapshot_is_stale(filled));
	finish();
	assert_false(snapshot_is_stale(filled));
}

TEST(threads_add_up_to_their_process)
{
	const struct row *row;
	size_t n;

	run_on(0, 10, 10, 100);
	run_on(1, 10, 11, 20);
	run_on(0, 10, 12, 3);
	run_on(1, 20, 20, 1000);
	finish();
	row = snapshot_find(filled, ROW_PROCESS, 10);
	assert_true(slots_in(row) == 123);
	assert_int_equal(row->busy_ns, 3 * MS);
	assert_int_equal(row->threads, 3);
	(void)snapshot_children(filled, row, &n);
	assert_int_equal(n, 3);
}

TEST(idle_time_belongs_to_the_cpu_and_to_no_task)
{
	const struct row *row;

	run_on(1, TID_IDLE, TID_IDLE, 7);
	finish();
	row = snapshot_find(filled, ROW_CPU, 1);
	assert_int_equal(row->idle_ns, MS);
	assert_int_equal(row->busy_ns, 0);
	assert_true(row->idle_slots == 7);
	assert_true(slots_in(row) == 7);
	assert_int_equal(filled->table[ROW_THREAD].n, 0);
	assert_int_equal(filled->tasks_ran, 0);
}

/* Its time belongs to a task, its slots also to others: the first slice after lost records. */
static void run_unowned(int32_t cpu, int32_t tid, double slots)
{
	struct slice slice = ran(cpu, tid, tid, slots);

	slice.unowned = true;
	sink->slice(sink->data, &slice);
}

/* A slice without an owner on CPU 0, between lost records. */
static void run_unknown(double slots)
{
	run_on(0, TID_UNKNOWN, TID_UNKNOWN, slots);
}

TEST(an_unknown_slice_is_time_that_ran)
{
	const struct row *row;

	run_unknown(50);
	finish();
	row = snapshot_find(filled, ROW_CPU, 0);
	assert_int_equal(row->busy_ns, MS);
	assert_int_equal(row->idle_ns, 0);
	assert_int_equal(row->unknown_ns, MS);
	assert_true(row->unaccounted_slots == 50);
	assert_int_equal(filled->table[ROW_PROCESS].n, 0);
}

TEST(slots_tell_how_much_of_an_unknown_slice_was_busy)
{
	const struct row *row;

	run_on(0, 10, 10, 100);
	run_on(0, 10, 10, 100);
	run_unknown(25);
	finish();
	row = snapshot_find(filled, ROW_CPU, 0);
	assert_int_equal(row->busy_ns, 2 * MS + MS / 4);
	assert_int_equal(row->idle_ns, MS - MS / 4);
	run_on(0, 10, 10, 100);
	run_unknown(300);
	finish();
	row = snapshot_find(filled, ROW_CPU, 0);
	assert_int_equal(row->busy_ns, 2 * MS);	/* limited to the unknown time */
	assert_int_equal(row->idle_ns, 0);
	run_on(0, 10, 10, 100);
	run_unknown(0);			/* until a SWITCH IN, which has no counts */
	run_unowned(0, 10, 150);	/* until the next sample, with all counts since the last
					 * one */
	finish();
	row = snapshot_find(filled, ROW_CPU, 0);
	assert_int_equal(row->busy_ns, 2 * MS + MS / 2);
	assert_int_equal(row->idle_ns, MS / 2);
}

TEST(an_unowned_slice_gives_the_task_its_time_only)
{
	struct slice slice = ran(2, 10, 10, 50);

	slice.unowned = true;
	sink->slice(sink->data, &slice);
	slice.pid = slice.tid = TID_IDLE;
	sink->slice(sink->data, &slice);
	finish();
	assert_int_equal(snapshot_find(filled, ROW_THREAD, 10)->busy_ns, MS);
	assert_int_equal(snapshot_find(filled, ROW_THREAD, 10)->counts.present, 0);
	assert_true(snapshot_find(filled, ROW_CPU, 2)->unaccounted_slots == 100);
	assert_true(snapshot_find(filled, ROW_CPU, 2)->idle_slots == 0);
	assert_int_equal(snapshot_find(filled, ROW_CPU, 2)->idle_ns, MS);
}

/* A small generator: the same slices on every machine. */
static uint32_t next_random(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525U + 1013904223U;
	return (*seed >> 8) % below;
}

static void give_random_slices(uint32_t *seed)
{
	int i;

	for (i = 0; i < 5000; i++) {
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
	int round;

	for (round = 0; round < 20; round++) {
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
		assert_true(whole->idle_slots > 0 && whole->unaccounted_slots > 0);
		assert_true(of_threads == of_processes);
		assert_true(slots_in(whole) ==
			    of_processes + whole->idle_slots + whole->unaccounted_slots);
	}
}

TEST(each_interval_starts_at_zero)
{
	run_on(0, 10, 10, 100);
	run_on(1, 0, 0, 5);
	sink->lost(sink->data, 0, 3);
	sink->times(sink->data, 0, 100, 50);
	finish();
	finish();
	assert_int_equal(filled->table[ROW_THREAD].n, 0);
	assert_int_equal(filled->table[ROW_PROCESS].n, 0);
	assert_int_equal(filled->table[ROW_CPU].n, N_CPUS);
	assert_true(slots_in(snapshot_machine(filled)) == 0);
	assert_int_equal(filled->lost, 0);
	assert_true(filled->running_ratio == 1);
	run_on(0, 10, 10, 30);
	finish();
	assert_true(slots_in(snapshot_find(filled, ROW_THREAD, 10)) == 30);
}

TEST(tasks_that_alternate_are_kept_apart)
{
	int i;

	for (i = 0; i < 100; i++) {
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

TEST(a_pid_that_is_used_again_has_two_rows)
{
	const struct row_table *rows = &filled->table[ROW_PROCESS];

	run_on(0, 10, 10, 100);
	report(TASK_EXIT, 10, 10);
	now_ns += MS;
	report(TASK_FORK, 10, 10);
	run_on(0, 10, 10, 7);
	finish();
	assert_int_equal(rows->n, 2);
	assert_true(slots_in(&rows->rows[0]) == 100);
	assert_true(rows->rows[0].exited);
	assert_true(slots_in(&rows->rows[1]) == 7);
	assert_false(rows->rows[1].exited);
	assert_true(rows->rows[0].start_ns < rows->rows[1].start_ns);
}

TEST(a_process_that_exited_is_still_shown_once)
{
	const struct row *row;

	report(TASK_FORK, 10, 10);
	run_on(0, 10, 10, 100);
	report(TASK_EXEC, 10, 10);
	report(TASK_EXIT, 10, 10);
	report(TASK_EXIT, 50, 50);	/* its slices were lost */
	finish();
	row = snapshot_find(filled, ROW_PROCESS, 10);
	assert_true(row->exited);
	assert_int_equal(row->threads, 1);
	assert_int_equal(row->ppid, 1);
	assert_string_equal(snapshot_text(filled, row->name), "renamed");
	assert_int_equal(filled->tasks_exited, 2);
	assert_int_equal(filled->tasks_ran, 1);
	finish();
	assert_null(snapshot_find(filled, ROW_PROCESS, 10));
	assert_int_equal(filled->tasks_exited, 0);
}

TEST(an_exited_process_has_its_cost_of_all_intervals)
{
	const struct row_table *table = &filled->table[ROW_EXITED];

	report(TASK_FORK, 10, 10);
	run_on(0, 10, 10, 100);
	report(TASK_EXEC, 10, 10);
	run_on(1, 10, 11, 30);
	finish();
	assert_int_equal(table->n, 0);
	run_on(0, 10, 10, 7);
	report(TASK_EXIT, 10, 11);
	finish();
	assert_int_equal(table->n, 0);	/* only a thread of it exited */
	report(TASK_EXIT, 10, 10);
	finish();
	assert_int_equal(table->n, 1);
	assert_true(slots_in(&table->rows[0]) == 137);
	assert_int_equal(table->rows[0].slices, 3);
	assert_int_equal(table->rows[0].children, 1);
	assert_string_equal(snapshot_text(filled, table->rows[0].name), "renamed");
	finish();
	assert_int_equal(table->n, 0);
}

TEST(a_task_without_a_known_name_is_called_by_its_number)
{
	const struct row *row;

	run_on(0, 10, 11, 100);
	finish();
	row = snapshot_find(filled, ROW_THREAD, 11);
	assert_string_equal(snapshot_text(filled, row->name), ":11");
	row = snapshot_find(filled, ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(filled, row->name), ":10");
	assert_string_equal(snapshot_text(filled, row->user), "");
}

TEST(the_running_ratio_is_that_of_all_cpus)
{
	finish();
	assert_true(filled->running_ratio == 1);
	sink->times(sink->data, 0, 100, 100);
	sink->times(sink->data, 1, 300, 0);
	finish();
	assert_true(filled->running_ratio == 0.25);
	sink->times(sink->data, 1, 300, 0);
	finish();
	assert_true(filled->running_ratio == 0);
}

TEST(a_row_whose_group_was_never_on_is_told_from_one_that_was_not_read)
{
	const struct slice off = { .time_ns = 100, .duration_ns = 100, .cpu = 0, .pid = 10,
				   .tid = 10, .counts = { .scaled = true, .off = true } };
	const struct slice nothing = { .time_ns = 100, .duration_ns = 100, .cpu = 1, .pid = 20,
				       .tid = 20, .unowned = true };

	sink->slice(sink->data, &off);
	sink->slice(sink->data, &nothing);
	finish();
	assert_true(snapshot_find(filled, ROW_CPU, 0)->counts.off);
	assert_true(snapshot_find(filled, ROW_PROCESS, 10)->counts.off);
	assert_false(snapshot_find(filled, ROW_PROCESS, 20)->counts.off);
	assert_true(snapshot_machine(filled)->counts.off);
}

TEST(lost_records_are_counted)
{
	sink->lost(sink->data, 0, 3);
	sink->lost(sink->data, 2, 4);
	finish();
	assert_int_equal(filled->lost, 7);
}

TEST(lost_records_have_a_share_of_the_time)
{
	run_on(0, 10, 10, 100);
	run_on(1, 10, 10, 100);
	run_on(2, 0, 0, 1);
	run_unknown(100);
	finish();
	assert_true(snapshot_unknown_percent(filled) == 0);	/* no records were lost: unknown for
								 * another reason */
	run_on(0, 10, 10, 100);
	run_on(1, 10, 10, 100);
	run_on(2, 0, 0, 1);
	sink->lost(sink->data, 0, 3);
	run_unknown(100);
	finish();
	assert_true(snapshot_unknown_percent(filled) == 25);
}

TEST(after_lost_records_the_tasks_are_marked_and_the_cpus_are_not)
{
	run_on(0, 10, 10, 100);
	sink->lost(sink->data, 2, 3);
	finish();
	assert_true(snapshot_find(filled, ROW_THREAD, 10)->counts.scaled);
	assert_true(snapshot_find(filled, ROW_PROCESS, 10)->counts.scaled);
	assert_false(snapshot_machine(filled)->counts.scaled);
	run_on(0, 10, 10, 100);
	finish();
	assert_false(snapshot_find(filled, ROW_PROCESS, 10)->counts.scaled);
}

TEST(in_a_pid_namespace_a_cpu_that_is_not_halted_runs_outside_tasks)
{
	const struct row *row;

	machine.pid_namespace = true;
	run_on(0, 10, 10, 3 * MS);
	run_on(0, 0, 0, 3 * MS);
	run_on(1, 0, 0, MS / 10);	/* halted except for its interrupts */
	run_on(2, 0, 0, 2 * MS);
	finish();
	machine.pid_namespace = false;
	row = snapshot_find(filled, ROW_PROCESS, PID_OTHER_NS);
	assert_true(slots_in(row) == 5 * MS);
	assert_int_equal(row->busy_ns, 2 * MS);
	assert_true(row_cpu_percent(filled, row) > 0);
	assert_string_equal(snapshot_text(filled, row->name), "other pid namespaces");
	row = snapshot_machine(filled);
	assert_int_equal(row->busy_ns, 3 * MS);
	assert_int_equal(row->idle_ns, MS);
	assert_true(row->idle_slots == MS / 10);
	run_on(2, 0, 0, 2 * MS);
	finish();
	assert_null(snapshot_find(filled, ROW_PROCESS, PID_OTHER_NS));	/* idle in the first
									 * interval */
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

TEST(in_a_pid_namespace_outside_tasks_tell_how_much_unknown_time_was_busy)
{
	const struct row *row;

	machine.pid_namespace = true;
	run_on(0, 0, 0, 3 * MS);
	run_unknown(3 * MS);	/* as many slots as a busy CPU: a task ran */
	run_unknown(0);		/* halted */
	finish();
	machine.pid_namespace = false;
	row = snapshot_machine(filled);
	assert_int_equal(row->busy_ns, 2 * MS);
	assert_int_equal(row->idle_ns, MS);
}
