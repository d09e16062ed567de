/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The controller of the budget: rules one by one, and a sweep over machines from a quiet laptop to
 * 512 CPUs in a storm, where it must come under the budget, stay there without flapping, and let go
 * when the storm ends.
 */
#include "config.h"
#include "collect/percpu/budget.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "tests/fixtures/test_main.h"

#define S 1000000000ULL
#define CPUS_MAX 512

/* A machine that follows the controller. */
struct machine {
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
};

static double random_share(struct machine *m)
{
	m->random = m->random * 1103515245U + 12345U;
	return (double)(m->random >> 16 & 0x7fff) / 0x7fff;
}

static void begin(struct machine *m, size_t n, double rate, double percent)
{
	*m = (struct machine){
		.n = n, .kernel_ns = 1500, .user_ns = 60, .fixed_ns = 5e6, .random = 1
	};
	for (size_t i = 0; i < n; i++) {
		m->rates[i] = rate;
		m->duty[i] = 1;
	}
	budget_init(&m->budget, percent);
}

static void step(struct machine *m)
{
	double seen[CPUS_MAX];

	m->cost = (struct cost){ .interval_ns = S, .cpus = (double)m->n,
				 .own_ns = m->fixed_ns + m->once_ns,
				 .kernel_ns = m->kernel_ns, .user_ns = m->user_ns };
	m->once_ns = 0;
	m->windowed = m->changes = 0;
	for (size_t i = 0; i < m->n; i++) {
		seen[i] = m->rates[i] * (1 + m->noise * (2 * random_share(m) - 1));
		m->cost.samples += seen[i] * m->duty[i];
	}
	m->cost.own_ns += m->cost.samples * (m->user_ns + m->aggregate_ns);
	budget_excuse(&m->budget, &m->cost);
	budget_step(&m->budget, &m->cost, seen, m->n);
	for (size_t i = 0; i < m->n; i++) {
		double duty = budget_duty(&m->budget, seen[i], m->duty[i]);

		assert_true(duty >= DUTY_LEAST && duty <= 1);
		m->changes += (duty < 1) != (m->duty[i] < 1);
		m->windowed += duty < 1;
		m->duty[i] = duty;
	}
}

static void steps(struct machine *m, int n)
{
	while (n-- > 0)
		step(m);
}

static double percent(const struct machine *m)
{
	return cost_own_percent(&m->cost) + cost_kernel_percent(&m->cost);
}

TEST(what_costs_little_is_counted_whole)
{
	struct machine m;

	begin(&m, 8, 1000, 2);
	steps(&m, 10);
	assert_int_equal(m.windowed, 0);
	assert_true(isinf(m.budget.limit));
}

TEST(a_budget_of_0_is_none)
{
	struct machine m;

	begin(&m, 8, 1e6, 0);
	steps(&m, 10);
	assert_int_equal(m.windowed, 0);
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
	struct machine m;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct cost cost = { .cpus = (double)rows[i].n,
					   .kernel_ns = 1500,
					   .user_ns = 60 };
		const double rate = budget_rate(rows[i].percent, &cost);

		for (int above = 0; above < 2; above++) {
			begin(&m, rows[i].n, (above ? 1.02 : 0.98) * rate, rows[i].percent);
			m.fixed_ns = 0;
			step(&m);
			assert_int_equal(isfinite(m.budget.limit), above);
		}
	}
}

TEST(a_storm_is_shed_after_one_interval)
{
	struct machine m;

	begin(&m, 512, 100000, 2);
	step(&m);
	assert_true(percent(&m) > 10);
	assert_int_equal(m.windowed, 512);
	step(&m);
	assert_true(percent(&m) <= 2);
	assert_true(percent(&m) >= 1);	/* and not more than it must be */
}

TEST(a_storm_on_few_cpus_leaves_the_others_whole)
{
	struct machine m;

	begin(&m, 64, 500, 2);
	for (size_t i = 0; i < 16; i++)
		m.rates[i] = 200000;
	steps(&m, 20);
	assert_int_equal(m.windowed, 16);
	for (size_t i = 0; i < 64; i++)
		assert_true((m.duty[i] < 1) == (i < 16));
	assert_true(percent(&m) <= 2);
}

TEST(when_the_storm_ends_all_is_counted_again_at_once)
{
	struct machine m;

	begin(&m, 16, 100000, 2);
	steps(&m, 5);
	assert_int_equal(m.windowed, 16);
	for (size_t i = 0; i < 16; i++)
		m.rates[i] = 300;
	step(&m);
	assert_int_equal(m.windowed, 0);
	assert_true(isinf(m.budget.limit));
}

/* The cost of drawing a large screen does not shrink by sampling less. */
TEST(other_work_of_tdtop_leaves_samples_a_quarter)
{
	struct machine m;

	begin(&m, 2, 1000, 2);
	m.fixed_ns = 2e8;		/* 10 % of the machine */
	steps(&m, 10);
	assert_int_equal(m.windowed, 0);
	m.rates[0] = m.rates[1] = 50000;
	steps(&m, 10);
	assert_int_equal(m.windowed, 2);
	assert_true(cost_kernel_percent(&m.cost) > 0.3 && cost_kernel_percent(&m.cost) < 0.6);
}

/* A machine of 2 CPUs whose samples are half of the budget. */
static void begin_half(struct machine *m)
{
	begin(m, 2, 5000, 2);
	m->kernel_ns = 2000;
}

TEST(work_of_one_interval_sheds_nothing)
{
	struct machine m;

	begin_half(&m);
	m.once_ns = 7e7;		/* 3.5 % of the machine */
	for (int i = 0; i < 10; i++) {
		step(&m);
		assert_int_equal(m.windowed, 0);
	}
	m.once_ns = 7e7;
	step(&m);
	assert_int_equal(m.windowed, 0);
}

TEST(work_that_stays_is_paid_by_samples_from_the_second_interval)
{
	struct machine m;

	begin_half(&m);
	m.fixed_ns = 7e7;
	step(&m);
	assert_int_equal(m.windowed, 0);
	step(&m);
	assert_int_equal(m.windowed, 2);
	m.fixed_ns = 5e6;
	step(&m);
	assert_int_equal(m.windowed, 0);
}

TEST(a_storm_amid_the_work_of_the_start_is_shed_all_the_same)
{
	struct machine m;

	begin(&m, 2, 100000, 2);
	m.once_ns = 7e7;
	step(&m);
	assert_int_equal(m.windowed, 2);
	step(&m);
	assert_true(percent(&m) <= 2);
	assert_true(percent(&m) >= 1);
}

TEST(the_cost_that_is_shown_has_the_work_of_one_interval)
{
	struct machine m;

	begin_half(&m);
	m.once_ns = 7e7;
	step(&m);
	assert_true(cost_own_percent(&m.cost) > 3.5);
}

TEST(windows_that_cost_more_than_they_save_are_not_opened)
{
	struct machine m;

	begin(&m, 2, 20000, 0.5);
	steps(&m, 3);
	assert_int_equal(m.windowed, 2);
	/* 0.5 ms a second: 640 switches' worth; then 50 ms. */
	budget_set_window_cost(&m.budget, &m.cost, 10, 50000);
	steps(&m, 3);
	assert_int_equal(m.windowed, 2);
	budget_set_window_cost(&m.budget, &m.cost, 10, 5e6);
	steps(&m, 3);
	assert_int_equal(m.windowed, 0);
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
	struct machine m;

	begin(&m, 512, 100000, 20);
	m.kernel_ns = 300;
	m.aggregate_ns = 60;
	steps(&m, 8);
	assert_int_equal(m.windowed, 512);
	assert_true(m.cost.own_ns < 0.8 * (double)S && m.cost.own_ns > 0.3 * (double)S);
	for (size_t i = 0; i < 512; i++)
		m.rates[i] = 1000;
	steps(&m, 3);
	assert_int_equal(m.windowed, 0);
}

/* Checks that few CPUs flap after it has settled, and that the cost is within the budget. */
static void check_settled(struct machine *m, int rounds)
{
	size_t changes = 0;
	double sum = 0, worst = 0;

	steps(m, 12);
	for (int i = 0; i < rounds; i++) {
		step(m);
		changes += m->changes;
		sum += percent(m);
		worst = fmax(worst, percent(m));
	}
	assert_true(changes <= m->n / 8 + 1);
	if (m->fixed_ns > 0.0001 * (double)S * (double)m->n)
		return; /* tdtop itself needs more than half of 2 %: samples get their quarter */
	for (size_t i = 0; i < m->n; i++)
		if (m->duty[i] <= DUTY_LEAST)
			return;	/* no less is possible */
	assert_true(sum / rounds <= m->budget.percent);
	assert_true(worst <= m->budget.percent * (1 + 2 * m->noise));
}

TEST(sweep_it_settles_under_the_budget_and_does_not_flap)
{
	static const size_t cpus[] = { 1, 2, 8, 64, 512 };
	static const double rates[] = { 100, 3000, 20000, 100000, 1e6 };
	static const double costs[] = { 300, 1500, 5000, 100000 };
	static const double budgets[] = { 0.5, 2, 10 };
	static const double noises[] = { 0, 0.05, 0.15 };
	struct machine m;

	for (size_t at = 0; at < 5 * 5 * 4 * 3 * 3; at++) {
		size_t i = at;
		size_t n = cpus[i % 5];
		double rate = rates[(i /= 5) % 5];

		begin(&m, n, rate, 1);
		m.kernel_ns = costs[(i /= 5) % 4];
		m.budget.percent = budgets[(i /= 4) % 3];
		m.noise = noises[(i /= 3) % 3];
		m.aggregate_ns = 80;
		m.fixed_ns = 5e4 * (double)n;
		m.budget.other = (double)S;	/* not the first interval: it excuses nothing */
		for (size_t cpu = 0; cpu < n; cpu++)	/* no two alike, the last ones quiet */
			m.rates[cpu] *= cpu > n / 2 ? 0.01 : 0.5 + random_share(&m);
		check_settled(&m, 60);
		for (size_t cpu = 0; cpu < n; cpu++)
			m.rates[cpu] = 1;
		steps(&m, 3);
		assert_int_equal(m.windowed, 0);
	}
}
