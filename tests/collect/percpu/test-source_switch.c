/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source on a fake machine with known truth (tests/fixtures/fake_cpus.h): what it
 * reads and when, what it sheds and how exact it stays.
 */
#include "config.h"
#include "tests/fixtures/fixture_engine.h"

#include "tests/fixtures/request.h"
#include "tests/fixtures/test_main.h"

#define STEP_NS 50000ULL
#define DRAIN_NS (10 * MS)		/* rings are drained at least as often */

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
			if (kernel.now_ns < source_next_ns(live.source) &&
			    kernel.now_ns < drained_ns + DRAIN_NS)
				continue;
			drain();
			drained_ns = kernel.now_ns;
		}
	}
	end_interval();
}

/* 20,000 switches on each of the first n CPUs; the first task runs half of the time. */
static void storm(size_t n)
{
	alternate(n, even, sizeof(even) / sizeof(even[0]));
}

/* In percent. */
static double retiring_of(int32_t pid)
{
	const struct row *row = snapshot_find(live.snapshot, ROW_PROCESS, pid);

	assert_non_null(row);
	return 100 * counts_or_0(&row->counts, EV_RETIRING) / counts_or_0(&row->counts, EV_SLOTS);
}

TEST(in_windows_cpus_are_exact_and_splits_are_unchanged)
{
	(void)setenv("TDTOP_DUTY", "10", 1);
	start("intel-spr", 0);
	/* Or it is shed first, and groups are reopened. */
	need_level2();
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
	assert_int_equal(live.snapshot->self.sampled_cpus, 2);
	assert_true(fabs(slots_of(ROW_PROCESS, 1) / slots_of(ROW_CPU, 0) - 0.5) < 0.02);
}

TEST(level_2_that_the_user_does_not_want_is_not_blamed_on_the_budget)
{
	start("intel-spr", 0);
	REQUEST(live.source, level2 = LEVEL2_UNWANTED);
	begin();
	storm(2);
	fake_forget();
	storm(2);
	assert_false(live.snapshot->self.level2_left_out);
	assert_false(snapshot_find(live.snapshot, ROW_PROCESS, 1)->counts.present & 1U << EV_MEM_BOUND);
	assert_true(snapshot_find(live.snapshot, ROW_PROCESS, 1)->counts.present & 1U << EV_BE_BOUND);
	each_cpu_is_exact();
}

TEST(a_recording_that_begins_amid_windows_has_all_switches_from_the_first)
{
	(void)setenv("TDTOP_DUTY", "1", 1);
	start("intel-spr", 0);
	need_level2();
	begin();
	for (int i = 0; i < 3; i++)
		storm(4);
	assert_int_equal(live.snapshot->self.sampled_cpus, 4);
	begin_recording();
	fake_forget();
	storm(4);
	assert_int_equal(kernel.samples, 4 * SECOND / STEP_NS);
}

TEST(a_task_that_runs_long_gets_its_share_from_short_windows)
{
	double all = 0, first = 0;

	(void)setenv("TDTOP_DUTY", "1", 1);
	start("intel-spr", 0);
	need_level2();
	begin();
	for (int i = 0; i < 12; i++) {
		alternate(4, long_and_short, sizeof(long_and_short) / sizeof(long_and_short[0]));
		for (int32_t cpu = 0; i > 1 && cpu < 4; cpu++) {
			assert_true(live.snapshot->self.sampled_cpus == 4);
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
	assert_int_equal(live.snapshot->self.sampled_cpus, 2);
	assert_true(live.snapshot->self.kernel_percent < 1.2);
	for (size_t cpu = 0; cpu < 2; cpu++)
		fake_run(cpu, 0);
	for (int i = 0; i < 4; i++) {
		fake_advance(SECOND);
		drain();
		end_interval();
	}
	assert_int_equal(live.snapshot->self.sampled_cpus, 0);
	near(live.snapshot->self.duty, 1);
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
	need_level2();
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
	assert_int_equal(live.snapshot->self.sampled_cpus, 0);
}

/* Its names, and the first snapshot: all this is the second interval's. */
TEST(asking_about_the_tasks_of_the_first_interval_sheds_nothing)
{
	start("intel-spr", 1);
	kernel.sample_ns = 500;
	begin();
	for (int i = 0; i < 4; i++) {
		storm(1);
		kernel.own_ns += i == 0 ? 100 * MS : MS;
		assert_int_equal(kernel.opened, 1);
		assert_int_equal(live.snapshot->self.sampled_cpus, 0);
	}
	storm(1);
	assert_true(live.snapshot->self.level2_left_out == false);
}

/* The kernel's own work at a switch is not in proportion to the members. */
static double true_price(void)
{
	return (double)(kernel.sample_ns + kernel.member_ns * kernel.n_members);
}

TEST(level_1_alone_has_its_own_price)
{
	start("intel-spr", 0);
	kernel.sample_ns = 2000;
	kernel.member_ns = 100;
	REQUEST(live.source, level2 = LEVEL2_UNWANTED);
	begin();
	storm(1);
	near(live.snapshot->self.sample_ns, true_price());
}

TEST(when_level_2_goes_the_price_is_that_of_level_1)
{
	start("intel-spr", 1);
	kernel.sample_ns = 2000;
	kernel.member_ns = 400;
	begin();
	storm(2);
	near(live.snapshot->self.sample_ns, true_price());
	storm(2);
	assert_int_equal(kernel.opened, 2);
	storm(2);
	near(live.snapshot->self.sample_ns, true_price());
	kernel.member_ns = 1000;	/* each price is measured once */
	need_level2();
	storm(2);
	storm(2);
	kernel.member_ns = 400;
	assert_int_equal(kernel.opened, 3);
	near(live.snapshot->self.sample_ns, true_price());
}

TEST(windows_that_cost_more_than_they_save_are_not_opened)
{
	start("intel-spr", 1);
	need_level2();
	kernel.sample_ns = 5000;
	kernel.window_ns = 10 * MS;
	begin();
	for (int i = 0; i < 20; i++)
		storm(2);
	assert_int_equal(live.snapshot->self.sampled_cpus, 0);
	kernel.window_ns = 0; /* that they are cheap again is not noticed: nothing flaps */
	storm(2);
	assert_int_equal(live.snapshot->self.sampled_cpus, 0);
}

TEST(one_window_that_takes_long_is_no_reason_to_sample_a_storm_whole)
{
	start("intel-spr", 1);
	need_level2();
	kernel.sample_ns = 5000;
	begin();
	kernel.stall_ns = 60 * MS;	/* as where a host takes the CPU away */
	kernel.stall_at_ns = kernel.now_ns + 3 * SECOND - 100 * MS;
	for (int i = 0; i < 5; i++)
		storm(2);
	assert_int_equal(live.snapshot->self.sampled_cpus, 2);
	assert_true(live.snapshot->self.kernel_percent < 1.2);
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
	assert_int_equal(live.snapshot->self.sampled_cpus, 0);
	assert_int_equal(kernel.samples, 4 * SECOND / STEP_NS);
	assert_int_equal(kernel.opened, 1);
}

const struct around_tests around_tests = {.teardown = engine_teardown};
