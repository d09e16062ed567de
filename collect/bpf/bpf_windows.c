/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows of the BPF engine; see bpf_windows.h. Collector thread. */
#include "config.h"
#include "collect/bpf/bpf_windows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "collect/bpf/bpf_cost.h"

/* At 100,000 switches a second some 30 of them are timed by then. */
#define LOOK_NS 20000000ULL
#define TIMED_LEAST 32		/* the first readings take longer than later ones */

int bpf_windows_init(struct bpf_windows *windows, size_t n_cpus)
{
	int ret = windows_init(&windows->windows, n_cpus);

	windows->cpus = calloc(n_cpus, sizeof(windows->cpus[0]));
	for (int half = 0; half < 2; half++)
		windows->partial[half] = calloc(n_cpus, sizeof(bool));
	if (!windows->cpus || !windows->partial[0] || !windows->partial[1])
		ret = -ENOMEM;
	return ret;
}

void bpf_windows_done(struct bpf_windows *windows)
{
	windows_done(&windows->windows);
	free(windows->cpus);
	windows->cpus = NULL;
	for (int half = 0; half < 2; half++) {
		free(windows->partial[half]);
		windows->partial[half] = NULL;
	}
}

static volatile struct slices_cpu *state_of(const struct bpf_windows_of *of, size_t cpu)
{
	return of->sys->engine->cpu(of->engine, of->machine->cpus[cpu].cpu);
}

static uint64_t own_ns(const struct bpf_windows_of *of)
{
	return of->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void bpf_windows_start(struct bpf_windows *windows, const struct bpf_windows_of *of)
{
	const uint64_t now_ns = of->sys->clock_ns(CLOCK_MONOTONIC);

	windows_start(&windows->windows, of->machine->n_cpus, own_ns(of), now_ns);
	windows->counted = 0;
	for (size_t cpu = 0; cpu < of->machine->n_cpus; cpu++)
		windows->cpus[cpu] = (struct bpf_windows_cpu){ .toggled_ns = now_ns };
	windows->look_gap_ns = LOOK_NS;
	windows->look_ns = now_ns + LOOK_NS;
}

bool bpf_windows_closed(const struct bpf_windows *windows, size_t cpu)
{
	return !duty_is_open(windows->windows.duty, cpu);
}

void bpf_windows_change_half(struct bpf_windows *windows, size_t n_cpus, uint32_t half)
{
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		windows->partial[half][cpu] |= bpf_windows_closed(windows, cpu);
}

bool bpf_windows_take_partial(struct bpf_windows *windows, size_t cpu, uint32_t half)
{
	const bool partial = windows->partial[half][cpu];

	windows->partial[half][cpu] = false;
	return partial;
}

static uint64_t switches_of(const struct bpf_windows_of *of, size_t cpu)
{
	const volatile struct slices_cpu *state = state_of(of, cpu);

	return state->switches + state->passed;
}

/* A storm that grows has shorter windows at once. */
static void follow_rate(struct bpf_windows *windows, const struct bpf_windows_of *of, size_t cpu,
			uint64_t now_ns)
{
	struct bpf_windows_cpu *its = &windows->cpus[cpu];
	const uint64_t switches = switches_of(of, cpu);
	const double rate = now_ns > its->toggled_ns ?
		(double)(switches - its->toggled) * 1e9 / (double)(now_ns - its->toggled_ns) : 0;
	struct duty *duty = windows->windows.duty;

	its->toggled = switches;
	its->toggled_ns = now_ns;
	if (windows->windows.forced > 0 || rate <= windows->windows.rates[cpu])
		return;
	windows->windows.rates[cpu] = rate;
	duty_set(duty, cpu, budget_duty(&windows->windows.budget, rate, duty_share(duty, cpu)), now_ns);
}

/* Also of an idle CPU, which it wakes: it had many switches. */
static void toggle(struct bpf_windows *windows, const struct bpf_windows_of *of, size_t cpu,
		   uint64_t now_ns)
{
	struct duty *duty = windows->windows.duty;

	if (of->sys->engine->cut(of->engine, of->machine->cpus[cpu].cpu, now_ns,
				 state_of(of, cpu)->half, duty_is_open(duty, cpu))) {
		duty_postpone(duty, cpu, now_ns);
		return;
	}
	windows->partial[of->half][cpu] = true;
	follow_rate(windows, of, cpu, now_ns);
	duty_toggled(duty, cpu, of->sys->clock_ns(CLOCK_MONOTONIC));
}

/* The costs since the last decision, and the switches a second of each CPU. */
static struct cost take_cost(struct bpf_windows *windows, const struct bpf_windows_of *of,
			     uint64_t now_ns)
{
	const size_t n_cpus = of->machine->n_cpus;
	struct cost cost = windows_take_cost(&windows->windows, n_cpus, own_ns(of), now_ns);
	const uint64_t counted = bpf_cost_switches(of->sys, of->engine, of->machine, &cost.kernel_ns);

	cost.in_kernel = true;
	cost.samples = (double)(counted - windows->counted);
	windows->counted = counted;
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		const uint64_t switches = switches_of(of, cpu), before = windows->cpus[cpu].decided;

		windows->windows.rates[cpu] = cost.interval_ns ?
			(double)(switches - before) * 1e9 / (double)cost.interval_ns : 0;
		windows->cpus[cpu].decided = switches;
	}
	return cost;
}

/* Of the first interval, after 20 ms, 40, 80, and so on until the tick. */
static void look(struct bpf_windows *windows, const struct bpf_windows_of *of, uint64_t now_ns)
{
	uint64_t timed = 0;
	struct cost cost;

	windows->look_gap_ns *= 2;
	windows->look_ns = now_ns + windows->look_gap_ns;
	for (size_t cpu = 0; cpu < of->machine->n_cpus; cpu++)
		timed += state_of(of, cpu)->timed;
	if (timed < TIMED_LEAST)
		return;
	cost = take_cost(windows, of, now_ns);
	budget_excuse(&windows->windows.budget, &cost);
	windows_decide(&windows->windows, &cost, of->machine->n_cpus, now_ns);
}

void bpf_windows_run(struct bpf_windows *windows, const struct bpf_windows_of *of, uint64_t now_ns)
{
	const struct duty *duty = windows->windows.duty;
	uint64_t begin_ns;
	size_t operations = 0;

	if (now_ns >= windows->look_ns)
		look(windows, of, now_ns);
	if (now_ns < duty_next_ns(duty))
		return;
	begin_ns = of->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID);
	for (size_t cpu = 0; cpu < of->machine->n_cpus; cpu++)
		if (duty_is_due(duty, cpu, now_ns)) {
			toggle(windows, of, cpu, now_ns);
			operations++;
		}
	windows_learn(&windows->windows, now_ns,
		      of->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns, operations);
}

uint64_t bpf_windows_next_ns(const struct bpf_windows *windows)
{
	const uint64_t next_ns = windows_next_ns(&windows->windows);

	return next_ns < windows->look_ns ? next_ns : windows->look_ns;
}

/* So many events are read, the switch itself taken as one more: members of PERF_METRICS are not. */
static double readings(const struct group *group)
{
	return (double)(2 + group_generals(group));
}

static bool shed(struct bpf_windows *windows, const struct bpf_windows_of *of,
		 const struct cost *cost, struct optional_events *events,
		 struct counting_plan *plan)
{
	const double seconds = (double)cost->interval_ns / 1e9;
	const struct budget *budget = &windows->windows.budget;
	struct cost whole = *cost;
	double all = 0;

	whole.once_ns = 0;
	whole.kernel_ns *= readings(&events->whole[0]) / readings(&plan->group[0]);
	for (size_t cpu = 0; cpu < of->machine->n_cpus; cpu++)
		all += windows->windows.rates[cpu] * seconds;
	return optional_events_shed(events, plan, budget_is_exceeded(budget, cost, all, 1),
				    !budget_is_exceeded(budget, &whole, all, BUDGET_CALM));
}

bool bpf_windows_tick(struct bpf_windows *windows, const struct bpf_windows_of *of,
		      struct optional_events *events, struct counting_plan *plan, uint64_t now_ns)
{
	struct cost cost = take_cost(windows, of, now_ns);

	windows->look_ns = UINT64_MAX;
	budget_excuse(&windows->windows.budget, &cost);
	if (windows->windows.forced <= 0 && !isnan(cost.kernel_ns) &&
	    shed(windows, of, &cost, events, plan))
		return true;
	windows_decide(&windows->windows, &cost, of->machine->n_cpus, now_ns);
	return false;
}
