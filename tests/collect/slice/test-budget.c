/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The controller of the budget: rules one by one, and a sweep over machines from a quiet laptop to
 * 512 CPUs in a storm. It must come under the budget, stay there without flapping, and let go when
 * the storm ends.
 */
#include "config.h"
#include "collect/slice/budget.h"

#include "tests/fixtures/test_main.h"

#define S 1000000000ULL
#define CPUS_MAX 512

/* A machine that follows the controller. */
static struct machine {
	size_t n;
	double rates[CPUS_MAX];		/* true switches a second */
	double duty[CPUS_MAX];
	double kernel_ns, user_ns;
	double aggregate_ns;		/* of tdtop for a sample, beside what was measured */
	double fixed_ns;		/* of tdtop in an interval */
	double once_ns;			/* the same, in the next interval only */
	double noise;			/* of rates, as a share */
	unsigned int random;
	struct budget budget;
	struct cost cost;		/* of the last interval */
	size_t windowed, changes;	/* CPUs in windows, and CPUs that entered or left them */
} fake;

static double random_share(void)
{
	fake.random = fake.random * 1103515245U + 12345U;
	return (double)(fake.random >> 16 & 0x7fff) / 0x7fff;
}

static void begin(size_t n, double rate, double percent)
{
	fake = (struct machine){
		.n = n, .kernel_ns = 1500, .user_ns = 60, .fixed_ns = 5e6, .random = 1
	};
	for (size_t i = 0; i < n; i++) {
		fake.rates[i] = rate;
		fake.duty[i] = 1;
	}
	budget_init(&fake.budget, percent);
}

static void step(void)
{
	double seen[CPUS_MAX];

	fake.cost = (struct cost){ .interval_ns = S, .cpus = (double)fake.n,
				 .own_ns = fake.fixed_ns + fake.once_ns,
				 .kernel_ns = fake.kernel_ns, .user_ns = fake.user_ns };
	fake.once_ns = 0;
	fake.windowed = fake.changes = 0;
	for (size_t i = 0; i < fake.n; i++) {
		seen[i] = fake.rates[i] * (1 + fake.noise * (2 * random_share() - 1));
		fake.cost.samples += seen[i] * fake.duty[i];
	}
	fake.cost.own_ns += fake.cost.samples * (fake.user_ns + fake.aggregate_ns);
	budget_excuse(&fake.budget, &fake.cost);
	budget_step(&fake.budget, &fake.cost, seen, fake.n);
	for (size_t i = 0; i < fake.n; i++) {
		double duty = budget_duty(&fake.budget, seen[i], fake.duty[i]);

		assert_true(duty >= DUTY_LEAST && duty <= 1);
		fake.changes += (duty < 1) != (fake.duty[i] < 1);
		fake.windowed += duty < 1;
		fake.duty[i] = duty;
	}
}

static void steps(int n)
{
	while (n-- > 0)
		step();
}

static double percent(void)
{
	return cost_own_percent(&fake.cost) + cost_kernel_percent(&fake.cost);
}

/* Steps after which so many CPUs are counted in windows. */
static void steps_to(int n, size_t windowed)
{
	steps(n);
	assert_int_equal(fake.windowed, windowed);
}

TEST(an_unknown_cost_counts_as_nothing)
{
	const struct cost cost = { .interval_ns = S, .cpus = 2, .own_ns = 1e7, .samples = 1e5,
				   .kernel_ns = (double)NAN, .user_ns = 50 };

	assert_true(cost_kernel_percent(&cost) == 0);
	assert_true(fabs(cost_own_percent(&cost) - 0.5) < 1e-9);
}

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) < expected / 1000);
}

TEST(the_rate_within_the_budget_is_that_of_the_machine_or_of_the_one_thread)
{
	struct cost cost = { .cpus = 2, .kernel_ns = 900, .user_ns = 100 };

	near(budget_rate(2, &cost), 20000);
	near(budget_rate(4, &cost), 40000);
	cost.cpus = 512;	/* 80 % of a core for all of them */
	near(budget_rate(2, &cost), 0.8e9 / 100 / 512);
	near(budget_rate(0, &cost), 0.8e9 / 100 / 512);
}

TEST(nothing_is_shed_at_the_rate_within_the_budget_and_something_above_it)
{
	static const struct {
		size_t n;
		double percent;
	} rows[] = { { 2, 2 }, { 2, 8 }, { 512, 2 }, { 512, 20 } };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct cost cost = { .cpus = (double)rows[i].n,
					   .kernel_ns = 1500,
					   .user_ns = 60 };
		const double rate = budget_rate(rows[i].percent, &cost);

		for (int above = 0; above < 2; above++) {
			begin(rows[i].n, (above ? 1.02 : 0.98) * rate, rows[i].percent);
			fake.fixed_ns = 0;
			step();
			assert_int_equal(isfinite(fake.budget.limit), above);
		}
	}
}

/* A step to the budget of 2 %, and not to less than it must be. */
static void step_to_the_budget(void)
{
	step();
	assert_true(percent() <= 2);
	assert_true(percent() >= 1);
}

static const struct {
	const char *sentence;
	size_t n;
	double percent;
	struct {
		int steps;
		size_t windowed;	/* CPUs that are counted in windows, after each of them */
		double rate, fixed_ns, once_ns;	/* 7e7: 3.5 % of 2 CPUs; 6700: half of 2 % */
	} phases[4];	/* up to one without steps */
} courses[] = {
	{ "what costs little is counted whole", 8, 2, { { 10, 0, 1000, 5e6, 0 } } },
	{ "a budget of 0 is none", 8, 0, { { 10, 0, 1e6, 5e6, 0 } } },
	{ "when the storm ends all is counted again at once", 16, 2, { { 5, 16, 100000, 5e6, 0 }, { 1, 0, 300, 5e6, 0 } } },
	{ "work of one interval sheds nothing", 2, 2, { { 10, 0, 6700, 5e6, 7e7 }, { 1, 0, 6700, 5e6, 7e7 } } },
	{ "work that stays is paid by samples from the second interval", 2, 2,
	  { { 1, 0, 6700, 7e7, 0 }, { 1, 2, 6700, 7e7, 0 }, { 1, 0, 6700, 5e6, 0 } } },
	{ "a storm amid the work of the start is shed all the same", 2, 2, { { 1, 2, 100000, 5e6, 7e7 } } },
};

TEST(windows_come_and_go_with_what_the_machine_and_tdtop_do)
{
	for (size_t i = 0; i < sizeof(courses) / sizeof(courses[0]); i++) {
		begin(courses[i].n, 0, courses[i].percent);
		for (size_t k = 0; courses[i].phases[k].steps; k++) {
			fake.fixed_ns = courses[i].phases[k].fixed_ns;
			fake.once_ns = courses[i].phases[k].once_ns;
			for (size_t cpu = 0; cpu < fake.n; cpu++)
				fake.rates[cpu] = courses[i].phases[k].rate;
			for (int n = 0; n < courses[i].phases[k].steps; n++) {
				step();
				if (fake.windowed != courses[i].phases[k].windowed)
					fail_msg("%s: %zu", courses[i].sentence, fake.windowed);
			}
		}
		assert_int_equal(isfinite(fake.budget.limit), fake.windowed > 0);
		if (fake.windowed)
			step_to_the_budget();
	}
}

TEST(a_storm_is_shed_after_one_interval)
{
	begin(512, 100000, 2);
	step();
	assert_true(percent() > 10);
	assert_int_equal(fake.windowed, 512);
	step_to_the_budget();
}

TEST(a_storm_on_few_cpus_leaves_the_others_whole)
{
	begin(64, 500, 2);
	for (size_t i = 0; i < 16; i++)
		fake.rates[i] = 200000;
	steps_to(20, 16);
	for (size_t i = 0; i < 64; i++)
		assert_true((fake.duty[i] < 1) == (i < 16));
	assert_true(percent() <= 2);
}

/* The cost of drawing a large screen does not shrink by sampling less. */
TEST(other_work_of_tdtop_leaves_samples_a_quarter)
{
	begin(2, 1000, 2);
	fake.fixed_ns = 2e8;		/* 10 % of the machine */
	steps_to(10, 0);
	fake.rates[0] = fake.rates[1] = 50000;
	steps_to(10, 2);
	assert_true(cost_kernel_percent(&fake.cost) > 0.3 && cost_kernel_percent(&fake.cost) < 0.6);
}

TEST(the_cost_that_is_shown_has_the_work_of_one_interval)
{
	begin(2, 5000, 2);
	fake.once_ns = 7e7;
	step();
	assert_true(cost_own_percent(&fake.cost) > 3.5);
}

TEST(windows_that_cost_more_than_they_save_are_not_opened)
{
	begin(2, 20000, 0.5);
	steps_to(3, 2);
	/* 0.5 ms a second: 640 switches' worth; then 50 ms. */
	budget_set_window_cost(&fake.budget, &fake.cost, 10, 50000);
	steps_to(3, 2);
	budget_set_window_cost(&fake.budget, &fake.cost, 10, 5e6);
	steps_to(3, 0);
}

TEST(a_share_that_is_about_right_stays)
{
	const struct budget budget = { .percent = 2, .limit = 1000 };

	assert_true(budget_duty(&budget, 10000, 1) == 0.1);
	assert_true(budget_duty(&budget, 10000, 0.08) == 0.08);
	assert_true(budget_duty(&budget, 10000, 0.104) == 0.104);
	assert_true(budget_duty(&budget, 10000, 0.11) == 0.1);
	assert_true(budget_duty(&budget, 10000, 0.07) == 0.1);
}

/* A budget of 20 % of 512 CPUs is more than one thread can spend. */
TEST(no_more_is_sampled_than_one_thread_can_take)
{
	begin(512, 100000, 20);
	fake.kernel_ns = 300;
	fake.aggregate_ns = 60;
	steps_to(8, 512);
	assert_true(fake.cost.own_ns < 0.8 * (double)S && fake.cost.own_ns > 0.3 * (double)S);
	for (size_t i = 0; i < 512; i++)
		fake.rates[i] = 1000;
	steps_to(3, 0);
}

/* Checks that few CPUs flap after it has settled, and that the cost is within the budget. */
static void check_settled(int rounds)
{
	size_t changes = 0;
	double sum = 0, worst = 0;

	steps(12);
	for (int i = 0; i < rounds; i++) {
		step();
		changes += fake.changes;
		sum += percent();
		worst = fmax(worst, percent());
	}
	assert_true(changes <= fake.n / 8 + 1);
	if (fake.fixed_ns > 0.0001 * (double)S * (double)fake.n)
		return; /* tdtop itself needs more than half of 2 %: samples get their quarter */
	for (size_t i = 0; i < fake.n; i++)
		if (fake.duty[i] <= DUTY_LEAST)
			return;	/* no less is possible */
	assert_true(sum / rounds <= fake.budget.percent);
	assert_true(worst <= fake.budget.percent * (1 + 2 * fake.noise));
}

TEST(sweep_it_settles_under_the_budget_and_does_not_flap)
{
	static const size_t cpus[] = { 1, 2, 8, 64, 512 };
	static const double rates[] = { 100, 3000, 20000, 100000, 1e6 };
	static const double costs[] = { 300, 1500, 5000, 100000 };
	static const double budgets[] = { 0.5, 2, 10 };
	static const double noises[] = { 0, 0.05, 0.15 };
	for (size_t at = 0; at < 5 * 5 * 4 * 3 * 3; at++) {
		size_t i = at;
		size_t n = cpus[i % 5];
		double rate = rates[(i /= 5) % 5];

		begin(n, rate, 1);
		fake.kernel_ns = costs[(i /= 5) % 4];
		fake.budget.percent = budgets[(i /= 4) % 3];
		fake.noise = noises[(i /= 3) % 3];
		fake.aggregate_ns = 80;
		fake.fixed_ns = 5e4 * (double)n;
		/* Not the first interval: it excuses nothing. */
		fake.budget.other = (double)S;
		for (size_t cpu = 0; cpu < n; cpu++)	/* no two alike, the last ones quiet */
			fake.rates[cpu] *= cpu > n / 2 ? 0.01 : 0.5 + random_share();
		check_settled(60);
		for (size_t cpu = 0; cpu < n; cpu++)
			fake.rates[cpu] = 1;
		steps_to(3, 0);
	}
}
