/* SPDX-License-Identifier: GPL-2.0-only */
/* Which CPUs are counted in windows; see windows.h. Collector thread. */
#include "config.h"
#include "collect/slice/windows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define FORCED_FROM 500.0	/* switches a second */
#define WINDOW_NS 50000.0	/* cost of a window, before one was measured */
#define OUTLIER 4.0		/* a window that costs so many times the mean was held up */
#define TIMERS_NS 500000ULL	/* least time between two runs of the timers: each is a wake-up */

int windows_init(struct windows *windows, size_t n_cpus)
{
	windows->duty = duty_new(n_cpus);
	windows->rates = calloc(n_cpus, sizeof(windows->rates[0]));
	windows->budget.limit = (double)INFINITY;
	return windows->duty && windows->rates ? 0 : -ENOMEM;
}

void windows_done(struct windows *windows)
{
	duty_free(windows->duty);
	free(windows->rates);
	windows->duty = NULL;
	windows->rates = NULL;
}

/* Of "10" (percent) 0.1; 0: NULL, or no percentage that CPUs can be counted for. */
static double forced_share(const char *percent)
{
	const double share = percent ? strtod(percent, NULL) / 100 : 0;

	return share >= DUTY_LEAST && share < 1 ? share : 0;
}

void windows_set_defaults(struct windows *windows)
{
	budget_init(&windows->budget, 0);
	windows->own_share = 1;
	windows->forced = forced_share(getenv("TDTOP_DUTY"));
}

void windows_request(struct windows *windows, const struct source_requests *requests,
		     const struct source_requests *was)
{
	if (requests->own_share > 0 && (requests->own_share != was->own_share ||
					requests->budget_percent != was->budget_percent)) {
		budget_init(&windows->budget, requests->budget_percent);
		windows->own_share = requests->own_share;
	}
	if (requests->interval_ns != was->interval_ns)
		duty_set_interval(windows->duty, requests->interval_ns);
}

void windows_start(struct windows *windows, size_t n_cpus, uint64_t own_ns, uint64_t now_ns)
{
	if (windows->window_ns <= 0)
		windows->window_ns = WINDOW_NS;
	windows->own_ns = own_ns;
	windows->since_ns = now_ns;
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		(void)duty_take_open_ns(windows->duty, cpu, now_ns);
}

struct cost windows_take_cost(struct windows *windows, size_t n_cpus, uint64_t own_ns,
			      uint64_t now_ns)
{
	const struct cost cost = {
		.interval_ns = now_ns - windows->since_ns,
		.cpus = (double)n_cpus,
		.own_ns = (double)(own_ns - windows->own_ns) * windows->own_share,
	};

	windows->own_ns = own_ns;
	windows->since_ns = now_ns;
	return cost;
}

static void set_share(struct windows *windows, size_t cpu, double share, uint64_t now_ns)
{
	const double now = duty_share(windows->duty, cpu);

	if (share < now || share > now)
		duty_set(windows->duty, cpu, share, now_ns);
}

void windows_decide(struct windows *windows, const struct cost *cost, size_t n_cpus,
		    uint64_t now_ns)
{
	const double *rates = windows->rates;

	for (size_t cpu = 0; windows->forced > 0 && cpu < n_cpus; cpu++)
		duty_set(windows->duty, cpu, rates[cpu] < FORCED_FROM ? 1 : windows->forced, now_ns);
	if (windows->forced > 0)
		return;
	budget_set_window_cost(&windows->budget, cost, duty_windows(windows->duty),
			       windows->window_ns);
	budget_step(&windows->budget, cost, rates, n_cpus);
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		set_share(windows, cpu, budget_duty(&windows->budget, rates[cpu],
						    duty_share(windows->duty, cpu)), now_ns);
}

void windows_end(struct windows *windows, size_t n_cpus, uint64_t now_ns)
{
	windows->budget.limit = (double)INFINITY;
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		set_share(windows, cpu, 1, now_ns);
}

bool windows_are_used(const struct windows *windows, size_t n_cpus)
{
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		if (duty_share(windows->duty, cpu) < 1)
			return true;
	return false;
}

/*
 * A window is two operations, opening and closing. The interrupts of that CPU are taken to cost as
 * much as our calls. A running mean, in which the latest window weighs an eighth, and at most as
 * four: one that was held up must not decide whether a storm is counted in windows.
 */
void windows_learn(struct windows *windows, uint64_t now_ns, uint64_t cpu_ns, size_t operations)
{
	double window_ns;

	windows->timers_ns = now_ns;
	if (!operations)
		return;
	window_ns = fmin(2 * 2 * (double)cpu_ns / (double)operations, OUTLIER * windows->window_ns);
	windows->window_ns += (window_ns - windows->window_ns) / 8;
}

uint64_t windows_next_ns(const struct windows *windows)
{
	const uint64_t next_ns = duty_next_ns(windows->duty);
	const uint64_t least_ns = windows->timers_ns + TIMERS_NS;

	return next_ns < least_ns ? least_ns : next_ns;
}

void windows_report(const struct windows *windows, size_t n_cpus, struct self_cost *report)
{
	report->budget_percent = windows->budget.percent;
	report->duty = 1;
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		const double share = duty_share(windows->duty, cpu);

		report->sampled_cpus += share < 1;
		report->duty = fmin(report->duty, share);
	}
}
