/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tdtop costs the machine, and how many context switches it may sample so that it stays within its budget.
 * Pure: the costs of one interval in, a limit for the next one out; collect/percpu/duty.h keeps CPUs to it. Collector
 * thread.
 *
 * A sample costs the same on whatever CPU, so the limit is one number for all of them: so many samples a second. A
 * CPU with fewer switches is counted whole, whatever the others do; those with more are sampled in windows that
 * give each of them as many. So the storm is shed first, and a quiet CPU never.
 */
#ifndef TDTOP_COLLECT_BUDGET_H
#define TDTOP_COLLECT_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUDGET_CALM 0.7	/* below this share of the budget nothing needs to be shed any more */
#define DUTY_LEAST 0.01		/* share of the time that a CPU's windows have at least: below it there is no split */

/* Of one interval. */
struct cost {
	uint64_t interval_ns;
	double cpus;		/* whose time is the whole; of one kind of core of a hybrid: its own */
	double own_ns;		/* CPU time of tdtop's threads */
	double samples;		/* of context switches, of all CPUs */
	double kernel_ns;	/* what the kernel takes for one of them (collect/percpu/sample_cost.h); NAN: not known, then 0 */
	double user_ns;		/* and tdtop, as a part of own_ns */
};

struct budget {
	double percent;		/* of the machine's CPU time; 0: no limit */
	double most;		/* samples a second that a CPU may have; INFINITY: nothing is shed */
	double least;		/* a CPU with fewer switches a second has no windows: they cost as much */
};

/* tdtop's own threads, and the samples: percent of the machine's CPU time. */
double cost_own_percent(const struct cost *cost);
double cost_kernel_percent(const struct cost *cost);

void budget_init(struct budget *budget, double percent);

/*
 * After an interval with these costs, in which each of n CPUs had so many context switches a second (sampled or
 * not): sets `most`. Nothing is shed until the budget is exceeded, or until the one thread that takes samples in is
 * near its limit. Then samples get what tdtop itself leaves of the budget, but a quarter of it at least, for else
 * nothing would be known; and all is counted again when all of it would cost less than 70 %.
 */
void budget_step(struct budget *budget, const struct cost *cost, const double *rates, size_t n);

/*
 * Switches a second that each of cost->cpus may have before some are not sampled, at these prices, where all have as
 * many and tdtop does nothing else: within so many percent (0: whatever it costs), and as one thread can take them in.
 */
double budget_rate(double percent, const struct cost *cost);

/* Would so many samples in an interval with these costs exceed this share (0..1) of the budget? */
bool budget_is_exceeded(const struct budget *budget, const struct cost *cost, double samples, double share);

/* So many windows a second cost a CPU so much each: sets `least`. */
void budget_price_windows(struct budget *budget, const struct cost *cost, double windows, double window_ns);

/*
 * The share of the time, DUTY_LEAST to 1, in which a CPU with so many switches a second is to be sampled. `now` is
 * what it has: it is kept as long as it is about right, so that nothing flaps.
 */
double budget_duty(const struct budget *budget, double rate, double now);

#endif
