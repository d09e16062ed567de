/* SPDX-License-Identifier: GPL-2.0-only */
/* The controller of the budget; see budget.h. Collector thread, and main's for --doctor. */
#include "config.h"
#include "collect/slice/budget.h"

#include <math.h>

#define NS_PER_S 1e9
#define AIM 0.85		/* part of the allowed cost of samples to aim at: there is noise */
#define COLLECTOR_MOST 0.8	/* of a CPU's time: beyond it the collector soon loses records */
#define SAMPLES_LEAST 0.25	/* of the budget: samples may cost this much in any case */
#define ONCE_FROM 1.5		/* times the work of the interval before: more than noise */
#define RISE_MOST 2.0		/* of the limit, in one step */

#define WINDOWS_WORTH 2.0	/* windows must save this many times their own cost */
#define DUTY_BEGIN 0.9		/* no windows if their share of the time were greater */
#define DUTY_END 1.4		/* windows end if there is room for this many times all samples */

/* A value stays if it is a little more than wanted, or somewhat less. */
static bool is_about_right(double now, double wanted)
{
	return now <= 1.05 * wanted && now >= 0.75 * wanted;
}

static double seconds(const struct cost *cost)
{
	return (double)cost->interval_ns / NS_PER_S;
}

static double kernel_ns(const struct cost *cost)
{
	return isnan(cost->kernel_ns) ? 0 : cost->kernel_ns;
}

static double percent_of(const struct cost *cost, double ns)
{
	double all_ns = cost->cpus * (double)cost->interval_ns;

	return all_ns > 0 ? 100 * ns / all_ns : 0;
}

double cost_own_percent(const struct cost *cost)
{
	return percent_of(cost, cost->own_ns);
}

double cost_kernel_percent(const struct cost *cost)
{
	return percent_of(cost, cost->samples * kernel_ns(cost));
}

void budget_init(struct budget *budget, double percent)
{
	*budget = (struct budget){ .percent = percent, .limit = (double)INFINITY };
}

/* Switches a second of all CPUs together, if none has more than `most`. */
static double rate_of_all(const double *rates, size_t n, double most)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += fmin(rates[i], most);
	return sum;
}

/*
 * The limit per CPU at which all CPUs together have the wanted samples a second; if all their
 * switches are fewer, the highest rate times the room that is left. A bisection of 40 steps:
 * nothing is sorted, nothing allocated.
 */
static double limit_for(const double *rates, size_t n, double wanted)
{
	const double all = rate_of_all(rates, n, (double)INFINITY);
	double low = 0, high = 0;

	for (size_t i = 0; i < n; i++)
		high = fmax(high, rates[i]);
	if (all <= wanted)
		return all > 0 ? high * wanted / all : (double)INFINITY;
	for (int i = 0; i < 40; i++) {
		double middle = (low + high) / 2;

		if (rate_of_all(rates, n, middle) > wanted)
			high = middle;
		else
			low = middle;
	}
	return low;
}

/* CPU time of tdtop that samples do not cause, without what is done once. */
static double other_ns(const struct cost *cost)
{
	return fmax(cost->own_ns - cost->once_ns - cost->samples * cost->user_ns, 0);
}

void budget_excuse(struct budget *budget, struct cost *cost)
{
	const double before_ns = budget->other * seconds(cost);

	cost->once_ns = 0;
	if (!cost->interval_ns)
		return;
	budget->other = other_ns(cost) / seconds(cost);
	if (other_ns(cost) > ONCE_FROM * before_ns)
		cost->once_ns = other_ns(cost) - before_ns;
}

/* The greatest number of samples in an interval: within the budget and within one thread's time. */
static double samples_within(const struct cost *cost, double budget_ns)
{
	const double room_ns = fmax(budget_ns - other_ns(cost), SAMPLES_LEAST * budget_ns);
	const double within = AIM * room_ns / (kernel_ns(cost) + cost->user_ns);

	if (cost->own_ns <= 0 || cost->in_kernel)
		return within;
	return fmin(within, AIM * COLLECTOR_MOST * (double)cost->interval_ns * cost->samples /
			    cost->own_ns);
}

/* Would this many samples exceed this share of either limit? */
static bool is_too_much(const struct cost *cost, double samples, double budget_ns, double share)
{
	const double own_ns = other_ns(cost) + samples * cost->user_ns;

	return own_ns + samples * kernel_ns(cost) > share * budget_ns ||
	       (!cost->in_kernel &&
		own_ns + cost->once_ns > share * COLLECTOR_MOST * (double)cost->interval_ns);
}

void budget_step(struct budget *budget, const struct cost *cost, const double *rates, size_t n)
{
	const double budget_ns = budget->percent / 100 * cost->cpus * (double)cost->interval_ns;
	const double all = rate_of_all(rates, n, (double)INFINITY) * seconds(cost);
	struct cost whole = *cost;
	double most;

	if (budget->percent <= 0 || kernel_ns(cost) + cost->user_ns <= 0 || !cost->interval_ns)
		return;
	if (isinf(budget->limit) && !is_too_much(cost, cost->samples, budget_ns, 1))
		return;
	whole.once_ns = 0;	/* an excuse to shed nothing is no reason to count more */
	if (!is_too_much(&whole, all, budget_ns, BUDGET_CALM)) {
		budget->limit = (double)INFINITY;
		return;
	}
	most = limit_for(rates, n, samples_within(cost, budget_ns) / seconds(cost));
	if (isfinite(budget->limit)) {
		most = fmin(most, budget->limit * RISE_MOST);
		if (is_about_right(budget->limit, most))
			return;
	}
	budget->limit = most;
}

double budget_rate(double percent, const struct cost *cost)
{
	const double budget_ns = percent > 0 ? percent / 100 * NS_PER_S : (double)INFINITY;

	return fmin(budget_ns / (kernel_ns(cost) + cost->user_ns),
		    COLLECTOR_MOST * NS_PER_S / (cost->user_ns * cost->cpus));
}

bool budget_is_exceeded(const struct budget *budget, const struct cost *cost, double samples,
			double share)
{
	const double all_ns = cost->cpus * (double)cost->interval_ns;

	return budget->percent > 0 &&
	       is_too_much(cost, samples, budget->percent / 100 * all_ns, share);
}

void budget_set_window_cost(struct budget *budget, const struct cost *cost, double windows,
			    double window_ns)
{
	const double sample_ns = kernel_ns(cost) + cost->user_ns;

	budget->windows_from = sample_ns > 0 ? WINDOWS_WORTH * windows * window_ns / sample_ns : 0;
}

double budget_duty(const struct budget *budget, double rate, double now)
{
	double wanted = rate > 0 ? budget->limit / rate : (double)INFINITY;

	if (rate < (now < 1 ? budget->windows_from / 2 : budget->windows_from))
		return 1;
	if (isinf(wanted) || wanted >= DUTY_END || (now >= 1 && wanted >= DUTY_BEGIN))
		return 1;
	wanted = fmin(fmax(wanted, DUTY_LEAST), DUTY_BEGIN);
	return now < 1 && is_about_right(now, wanted) ? now : wanted;
}
