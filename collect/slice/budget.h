/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The cost of tdtop to the machine, and how many context switches it may sample to stay within its
 * budget. Pure: the costs of one interval in, a limit for the next one out; collect/slice/duty.h
 * keeps CPUs to it. Called by sampling.c on the collector thread, and by --doctor.
 *
 * A sample costs the same on each CPU, so the limit is one number for all of them, in samples a
 * second. A CPU with fewer switches is counted whole, whatever the others do; a CPU with more is
 * sampled in windows that give it this number. So storms are shed first, and quiet CPUs never.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUDGET_CALM 0.7		/* below this share of the budget nothing more is shed */
#define DUTY_LEAST 0.01		/* of the time in windows: with less there is no split */

/* Of one interval. */
struct cost {
	uint64_t interval_ns;
	double cpus;		/* whose time is 100 %; on a hybrid those of one core type */
	double own_ns;		/* CPU time of tdtop's threads */
	double once_ns;		/* the part of it that decides nothing: budget_excuse() */
	double samples;		/* of context switches, of all CPUs */
	double kernel_ns;	/* of the kernel for a sample (sample_cost.h); NAN: unknown, 0 */
	double user_ns;		/* of tdtop for a sample, a part of own_ns */
	bool in_kernel;		/* samples take no time of a thread of tdtop */
};

struct budget {
	double percent;		/* of the machine's CPU time; 0: no limit */
	double limit;		/* limit of samples a second of a CPU; INFINITY: nothing is shed */
	double windows_from;	/* switches a second below which windows do not pay */
	double other;		/* of the last interval: ns a second of tdtop, not for samples */
};

/* Cost of tdtop's own threads and of the samples, in percent of the machine's CPU time. */
double cost_own_percent(const struct cost *cost);
double cost_kernel_percent(const struct cost *cost);

void budget_init(struct budget *budget, double percent);

/*
 * Sets cost->once_ns: if tdtop itself, beside samples, took much more in this interval than in the
 * one before, the difference; in the first interval all of it. Work that is done once, such as
 * asking /proc about each task after the start, is not the price of an interval, and samples need
 * not make room for it. What lasts for two intervals is. To be called for each interval with a
 * decision, before it.
 */
void budget_excuse(struct budget *budget, struct cost *cost);

/*
 * The end of an interval with these costs, in which the n CPUs had these rates of context switches
 * a second (sampled or not): sets `limit`. Nothing is shed until the budget is exceeded, or until
 * the one thread that takes samples is near its limit. Then samples get what tdtop itself leaves of
 * the budget, but at least a quarter of it, as nothing would be known otherwise. All is counted
 * again when all of it would cost less than 70 %.
 */
void budget_step(struct budget *budget, const struct cost *cost, const double *rates, size_t n);

/*
 * Switches a second that each of cost->cpus may have before some are not sampled, at these costs,
 * where all have as many and tdtop does nothing else. That is within this percentage (0: no limit),
 * and within one thread's time.
 */
double budget_rate(double percent, const struct cost *cost);

/*
 * Would this many samples in an interval with these costs exceed this share (0..1) of the budget?
 */
bool budget_is_exceeded(const struct budget *budget, const struct cost *cost, double samples,
			double share);

/* Sets `windows_from` from the number of windows a second of a CPU and the cost of one. */
void budget_set_window_cost(struct budget *budget, const struct cost *cost, double windows,
			    double window_ns);

/*
 * The share of the time, DUTY_LEAST to 1, in which a CPU with this rate of switches a second should
 * be sampled. `now` is its present share: it is kept as long as it is about right, so that nothing
 * flaps.
 */
double budget_duty(const struct budget *budget, double rate, double now);
