/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source on a fake machine with known truth (tests/fixtures/fake_kernel.h): what it
 * reads and when, what it sheds and how exact it stays, when it reopens its groups.
 */
#include "config.h"
#include "tests/fixtures/fake_kernel.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/aggregate.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/test.h"

#define MS 1000000ULL
#define SECOND 1000000000ULL
#define STEP_NS 50000ULL
#define DRAIN_NS (10 * MS)		/* rings are drained at least as often */

static struct source *source;
static struct tasks *tasks;
static struct aggregate *aggregate;
static struct snapshot *snapshot;

static void start_with(const char *machine, size_t n_cpus, double budget)
{
	source = fake_open(machine, n_cpus);
	assert_int_equal(machine_publish(&source->machine), 0);	/* as source_cores_open() does */
	tasks = tasks_new(NULL);
	aggregate = aggregate_new(&source->machine, tasks);
	snapshot = snapshot_new();
	assert_true(tasks && aggregate && snapshot);
	source->ops->set_budget(source, budget, 1);
	source->ops->set_interval(source, SECOND);
}

static void start(const char *machine, double budget)
{
	start_with(machine, FAKE_CPUS, budget);
}

static void begin(void)
{
	struct err err = { .text = "" };

	assert_int_equal(source->ops->start(source, &err), 0);
	fake_forget();
}

static int teardown(void **state)
{
	(void)state;
	unsetenv("TDTOP_DUTY");
	snapshot_free(snapshot);
	aggregate_free(aggregate);
	tasks_free(tasks);
	source->ops->close(source);
	return 0;
}

static void drain(void)
{
	struct err err = { .text = "" };

	assert_int_equal(source->ops->drain(source, aggregate_sink(aggregate), &err), 0);
}

/* Ends an interval that was over this long ago, as tdtop did not get a CPU before; its snapshot. */
static void tick_late(uint64_t ns)
{
	struct err err = { .text = "" };

	assert_int_equal(
		source->ops->tick(source, kernel.now_ns - ns, aggregate_sink(aggregate), &err), 0);
	snapshot_clear(snapshot);
	snapshot->interval_ns = SECOND;
	assert_int_equal(aggregate_fill(aggregate, snapshot, kernel.now_ns), 0);
}

static void tick(void)
{
	tick_late(0);
}

/* On each CPU c task 10 * c + number runs for this long, then the next of the list. */
struct run {
	int32_t number;
	uint64_t ns;
};

static const struct run even[] = { { 1, STEP_NS }, { 2, STEP_NS }, { 1, STEP_NS }, { 3, STEP_NS } };
static const struct run long_and_short[] = { { 1, 18 * STEP_NS }, { 2, STEP_NS }, { 3, STEP_NS } };

/* A second in which the tasks of each of the first n CPUs alternate. */
static void alternate(size_t n, const struct run *runs, size_t n_runs)
{
	const uint64_t until_ns = kernel.now_ns + SECOND;
	uint64_t drained_ns = kernel.now_ns;

	for (size_t i = 0; kernel.now_ns < until_ns; i++) {
		const struct run *run = &runs[i % n_runs];

		for (size_t cpu = 0; cpu < n; cpu++)
			fake_run(cpu, (int32_t)(10 * cpu) + run->number);
		for (uint64_t ns = 0; ns < run->ns; ns += STEP_NS) {
			fake_advance(STEP_NS);
			if (kernel.now_ns < source->ops->next_ns(source) &&
			    kernel.now_ns < drained_ns + DRAIN_NS)
				continue;
			drain();
			drained_ns = kernel.now_ns;
		}
	}
	tick();
}

/* 20,000 switches on each of the first n CPUs; the first task runs half of the time. */
static void storm(size_t n)
{
	alternate(n, even, sizeof(even) / sizeof(even[0]));
}

static double slots_of(enum row_kind kind, int32_t id)
{
	const struct row *row = snapshot_find(snapshot, kind, id);

	return row ? counts_or_0(&row->counts, EV_SLOTS) : 0;
}

/* In percent. */
static double retiring_of(int32_t pid)
{
	const struct row *row = snapshot_find(snapshot, ROW_PROCESS, pid);

	assert_non_null(row);
	return 100 * counts_or_0(&row->counts, EV_RETIRING) / counts_or_0(&row->counts, EV_SLOTS);
}

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) <= 1e-9 * (1 + fabs(expected)));
}

static void each_cpu_is_exact(void)
{
	for (int32_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		near(slots_of(ROW_CPU, cpu), (double)kernel.slots_on[cpu]);
}

TEST(a_cpu_that_idles_is_not_read)
{
	start("intel-spr", 0);
	begin();
	fake_run(1, 7);
	fake_advance(SECOND);
	tick();
	assert_int_equal(kernel.reads[0], 0);
	assert_int_equal(kernel.reads[1], 1);
	fake_run(1, 0);
	fake_advance(SECOND);
	tick();
	assert_int_equal(kernel.reads[1], 1);
}

TEST(a_task_that_never_leaves_has_all_its_slots_at_each_tick)
{
	start("intel-spr", 0);
	begin();
	fake_run(2, 7);
	for (int i = 0; i < 3; i++) {
		fake_advance(SECOND);
		tick();
		near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
		near(retiring_of(7), 10.0 * fake_retiring(7));
	}
}

TEST(each_task_has_what_was_counted_while_it_ran)
{
	uint32_t random = 1, cpu;

	start("intel-spr", 0);
	begin();
	for (int i = 0; i < 20000; i++) {
		random = random * 1103515245 + 12345;
		cpu = random >> 16 & 3;
		/* No task on two CPUs at once. */
		fake_run(cpu, (int32_t)(4 * (random >> 18 & 15) + cpu));
		fake_advance(random >> 20);
		if (i % 100 == 0)
			drain();
	}
	tick();
	for (int32_t pid = 1; pid < FAKE_PIDS; pid++)
		near(slots_of(ROW_PROCESS, pid), (double)kernel.slots_of[pid]);
	each_cpu_is_exact();
}

TEST(in_windows_cpus_are_exact_and_splits_are_unchanged)
{
	(void)setenv("TDTOP_DUTY", "10", 1);
	start("intel-spr", 0);
	source->ops->want_level2(source, true);	/* or it is shed first, and groups are reopened */
	begin();
	storm(2);	/* the costs of the start decide nothing */
	storm(2);
	for (int i = 0; i < 5; i++) {
		fake_forget();
		storm(2);
		each_cpu_is_exact();
		assert_true(kernel.samples < 2 * SECOND / STEP_NS / 5);
		for (size_t cpu = 0; cpu < 2; cpu++)
			for (int32_t pid = (int32_t)(10 * cpu) + 1; pid <= (int32_t)(10 * cpu) + 3;
			     pid++)
				near(retiring_of(pid), 10.0 * fake_retiring(pid));
	}
	assert_int_equal(snapshot->self.sampled_cpus, 2);
	assert_true(fabs(slots_of(ROW_PROCESS, 1) / slots_of(ROW_CPU, 0) - 0.5) < 0.02);
}

TEST(a_task_that_runs_long_gets_its_share_from_short_windows)
{
	double all = 0, first = 0;

	(void)setenv("TDTOP_DUTY", "1", 1);
	start("intel-spr", 0);
	source->ops->want_level2(source, true);
	begin();
	for (int i = 0; i < 12; i++) {
		alternate(4, long_and_short, sizeof(long_and_short) / sizeof(long_and_short[0]));
		for (int32_t cpu = 0; i > 1 && cpu < 4; cpu++) {
			assert_true(snapshot->self.sampled_cpus == 4);
			all += slots_of(ROW_CPU, cpu);
			first += slots_of(ROW_PROCESS, 10 * cpu + 1);
		}
	}
	assert_true(fabs(first / all - 0.9) < 0.02);
}

TEST(a_storm_over_the_budget_is_sampled_in_windows_until_it_is_over)
{
	start("intel-spr", 1);
	kernel.sample_ns = 5000; /* 40,000 switches a second of two CPUs: 5 % of four */
	begin();
	for (int i = 0; i < 6; i++)
		storm(2);
	assert_int_equal(snapshot->self.sampled_cpus, 2);
	assert_true(snapshot->self.kernel_percent < 1.2);
	for (size_t cpu = 0; cpu < 2; cpu++)
		fake_run(cpu, 0);
	for (int i = 0; i < 4; i++) {
		fake_advance(SECOND);
		drain();
		tick();
	}
	assert_int_equal(snapshot->self.sampled_cpus, 0);
	near(snapshot->self.duty, 1);
}

TEST(level_2_is_left_out_while_it_is_not_wanted)
{
	size_t all;

	start("intel-spr", 1);
	kernel.sample_ns = 5000;
	begin();
	all = kernel.n_members;
	storm(2);
	storm(2);
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(kernel.n_members, all - 4);
	source->ops->want_level2(source, true);
	storm(2);
	storm(2);
	assert_int_equal(kernel.opened, 3);
	assert_int_equal(kernel.n_members, all);
}

TEST(the_cost_of_the_start_decides_nothing)
{
	start("intel-spr", 1);
	begin();
	kernel.own_ns += SECOND;
	storm(1);
	assert_int_equal(kernel.opened, 1);
	storm(1);
	assert_int_equal(kernel.opened, 1);
	assert_int_equal(snapshot->self.sampled_cpus, 0);
}

TEST(windows_that_cost_more_than_they_save_are_not_opened)
{
	start("intel-spr", 1);
	source->ops->want_level2(source, true);
	kernel.sample_ns = 5000;
	kernel.window_ns = 10 * MS;
	begin();
	for (int i = 0; i < 20; i++)
		storm(2);
	assert_int_equal(snapshot->self.sampled_cpus, 0);
	kernel.window_ns = 0; /* that they are cheap again is not noticed: nothing flaps */
	storm(2);
	assert_int_equal(snapshot->self.sampled_cpus, 0);
}

TEST(without_a_budget_all_is_sampled_at_any_cost)
{
	start("intel-spr", 0);
	kernel.sample_ns = 20000;
	begin();
	for (int i = 0; i < 3; i++) {
		fake_forget();
		storm(4);
	}
	assert_int_equal(snapshot->self.sampled_cpus, 0);
	assert_int_equal(kernel.samples, 4 * SECOND / STEP_NS);
	assert_int_equal(kernel.opened, 1);
}

TEST(a_cpu_that_comes_back_gets_its_groups)
{
	start("intel-spr", 0);
	begin();
	fake_run(0, 7);
	fake_advance(SECOND);
	kernel.cpu_came = true;
	tick();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(source->restarted_ns, kernel.now_ns);
	fake_run(0, 8);
	fake_advance(SECOND);
	tick();
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(kernel.opened, 2);
}

TEST(a_cpu_that_was_never_there_is_counted_when_it_comes)
{
	start_with("intel-spr", FAKE_CPUS - 1, 0);
	begin();
	fake_run(0, 7);
	fake_advance(SECOND);
	kernel.n_cpus++;
	kernel.cpu_came = true;
	tick();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(source->machine.n_cpus, FAKE_CPUS);
	/* Not counted in that interval. */
	assert_null(snapshot_find(snapshot, ROW_CPU, FAKE_CPUS - 1));
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	fake_forget();
	fake_run(0, 8);
	fake_run(FAKE_CPUS - 1, 9);
	fake_advance(SECOND);
	tick();
	each_cpu_is_exact();
	near(slots_of(ROW_PROCESS, 9), FAKE_SLOTS * (double)SECOND);
}

TEST(new_cpus_of_a_core_type_that_was_not_there_are_reported)
{
	start("intel-spr", 0);
	begin();
	tick();
	assert_string_equal(snapshot->machine->left_out, "");
	kernel.cpus_of_others = 2;
	tick();
	tick();
	assert_non_null(strstr(snapshot->machine->left_out, "2 new CPUs are not counted"));
}

/* On a machine whose other CPUs are cores of their own. */
static void the_first_second_thread_comes(const char *machine)
{
	start_with(machine, FAKE_CPUS - 1, 0);
	begin();
	kernel.n_cpus++;
	kernel.n_cores = FAKE_CPUS - 1;
	kernel.cpu_came = true;
}

TEST(a_second_thread_that_changes_the_events_of_its_core_ends_it)
{
	struct err e = { .text = "" };

	the_first_second_thread_comes("intel-hsw");
	assert_int_equal(source->ops->tick(source, kernel.now_ns, aggregate_sink(aggregate), &e),
			 -EAGAIN);
	assert_non_null(strstr(e.text, "start tdtop again"));
}

TEST(where_threads_count_for_themselves_it_goes_on)
{
	the_first_second_thread_comes("intel-spr");
	tick();
	assert_int_equal(kernel.opened, 2);
}

TEST(rings_that_were_too_small_grow_up_to_a_bound)
{
	start("intel-spr", 0);
	begin();
	for (unsigned int i = 1; i <= 5; i++) {
		fake_run(0, 7);
		fake_advance(SECOND);
		fake_lose(0, 1000);
		tick();
		assert_int_equal(snapshot->lost, 1000);
		assert_int_equal(kernel.grow, i < 3 ? i : 3);
	}
	assert_int_equal(kernel.opened, 1 + 3);
}

/* A second in which groups rotate when that is due. */
static void run_rotating(void)
{
	for (uint64_t until_ns = kernel.now_ns + SECOND; kernel.now_ns < until_ns;) {
		fake_advance(MS);
		if (kernel.now_ns >= source->ops->next_ns(source))
			drain();
	}
	tick();
}

TEST(in_a_pid_namespace_groups_rotate_with_tid_0_for_it_may_be_a_task)
{
	start("intel-icl", 0);
	begin();
	source->ops->want_level2(source, true);
	fake_run(0, 7);
	fake_run(0, 0);
	run_rotating();
	assert_int_equal(kernel.reads[0], 0);
	source->machine.pid_namespace = true;
	run_rotating();
	assert_true(kernel.reads[0] > kernel.n_mux);
}

TEST(optional_events_are_left_out_while_others_hold_general_counters)
{
	size_t all;

	start("intel-spr", 0);
	begin();
	all = kernel.n_members;
	kernel.general_taken = true;
	for (int i = 0; i < 4; i++) {
		fake_run(0, 7 + i);	/* after an opening only a switch tells the current task */
		fake_advance(SECOND);
		tick();
	}
	assert_int_equal(kernel.opened, 2);
	assert_true(kernel.n_members < all);
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	kernel.general_taken = false;
	for (int i = 0; i < 64 && kernel.n_members < all; i++) {
		fake_advance(SECOND);
		tick();
	}
	assert_int_equal(kernel.opened, 3);
	assert_int_equal(kernel.n_members, all);
}

TEST(the_clock_ticks_only_where_an_interval_is_long)
{
	start("intel-spr", 0);
	begin();
	fake_run(0, 7);
	fake_run(1, 8);
	fake_advance(SECOND);
	tick();
	assert_true(kernel.clock_period_ns[0] > 3600 * SECOND);
	source->ops->set_interval(source, 10 * SECOND);
	fake_run(1, 0);
	fake_advance(SECOND);
	tick();
	assert_int_equal(kernel.clock_period_ns[0], 2 * SECOND);
	assert_true(kernel.clock_period_ns[1] > 3600 * SECOND);	/* it idles */
}

TEST(in_a_pid_namespace_a_late_reading_makes_no_time_idle)
{
	const struct row *cpu;

	start("intel-spr", 0);
	source->machine.pid_namespace = kernel.outside = true;
	begin();
	fake_run(0, 7);
	fake_advance(SECOND + 20 * MS);
	tick_late(20 * MS);
	fake_advance(MS / 10);
	fake_run(0, 8);
	fake_advance(SECOND);
	tick();
	cpu = snapshot_find(snapshot, ROW_CPU, 0);
	assert_true(cpu->busy_ns >= SECOND);
	assert_int_equal(cpu->idle_ns, 0);
	near(slots_of(ROW_PROCESS, PID_OTHER_NS), FAKE_SLOTS * (double)(SECOND + MS / 10));
}

TEST(rotation_starts_when_level_2_is_wanted_and_no_slot_is_lost)
{
	start("intel-icl", 0);
	begin();
	assert_true(kernel.n_mux > 0);
	fake_run(0, 7);
	fake_advance(SECOND);
	tick();
	near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
	source->ops->want_level2(source, true);
	for (int i = 0; i < 3; i++) {
		run_rotating();
		near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
		assert_true(kernel.reads[0] > kernel.n_mux);
	}
}

#define WITH_SETUP(name) cmocka_unit_test_teardown(name, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(a_cpu_that_idles_is_not_read),
		WITH_SETUP(a_task_that_never_leaves_has_all_its_slots_at_each_tick),
		WITH_SETUP(each_task_has_what_was_counted_while_it_ran),
		WITH_SETUP(in_windows_cpus_are_exact_and_splits_are_unchanged),
		WITH_SETUP(a_task_that_runs_long_gets_its_share_from_short_windows),
		WITH_SETUP(a_storm_over_the_budget_is_sampled_in_windows_until_it_is_over),
		WITH_SETUP(level_2_is_left_out_while_it_is_not_wanted),
		WITH_SETUP(the_cost_of_the_start_decides_nothing),
		WITH_SETUP(windows_that_cost_more_than_they_save_are_not_opened),
		WITH_SETUP(without_a_budget_all_is_sampled_at_any_cost),
		WITH_SETUP(a_cpu_that_comes_back_gets_its_groups),
		WITH_SETUP(a_cpu_that_was_never_there_is_counted_when_it_comes),
		WITH_SETUP(new_cpus_of_a_core_type_that_was_not_there_are_reported),
		WITH_SETUP(a_second_thread_that_changes_the_events_of_its_core_ends_it),
		WITH_SETUP(where_threads_count_for_themselves_it_goes_on),
		WITH_SETUP(rings_that_were_too_small_grow_up_to_a_bound),
		WITH_SETUP(in_a_pid_namespace_groups_rotate_with_tid_0_for_it_may_be_a_task),
		WITH_SETUP(optional_events_are_left_out_while_others_hold_general_counters),
		WITH_SETUP(the_clock_ticks_only_where_an_interval_is_long),
		WITH_SETUP(in_a_pid_namespace_a_late_reading_makes_no_time_idle),
		WITH_SETUP(rotation_starts_when_level_2_is_wanted_and_no_slot_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
