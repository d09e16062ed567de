/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows of the BPF engine, and what it costs; see source_bpf_parts.h. Collector thread. */
#include "config.h"
#include "collect/bpf/source_bpf_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "model/formula.h"

/* At 100,000 switches a second some 30 of them are timed by then. */
#define LOOK_NS 20000000ULL
#define FOLLOW_NS 100000000ULL	/* from look to look, while there are windows */
#define EXTRAS_PART 0.5		/* of the budget of a CPU, for slices that are read outside of windows */
#define EXTRAS_MOST 1000.0	/* in a cycle */
#define TIMED_LEAST 32		/* the first readings take longer than later ones: of fewer, the mean
				 * is that since the start */

/* ---- what the engine costs ---- */

void bpf_cost_start(struct bpf_cost *cost, const struct bpf_open *open)
{
	cost->own_ns = open->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	cost->since_ns = open->sys->clock_ns(CLOCK_MONOTONIC);
	cost->last = (struct bpf_switches){ .counted = 0 };
}

void bpf_cost_add(struct slices_cost *sum, const volatile struct slices_cost *cost)
{
	sum->n += cost->n;
	sum->timed += cost->timed;
	sum->ns += cost->ns;
}

static void subtract(struct slices_cost *from, const struct slices_cost *before)
{
	from->n -= before->n;
	from->timed -= before->timed;
	from->ns -= before->ns;
}

static double mean_ns(const struct slices_cost *since, const struct slices_cost *all)
{
	const struct slices_cost *of = since->timed < TIMED_LEAST ? all : since;

	return of->timed ? (double)of->ns / (double)of->timed : (double)NAN;
}

/* Until now. Returns those since *last, which becomes them. */
static struct bpf_switches bpf_switches_take(struct bpf_switches *last, const struct bpf_open *open)
{
	struct bpf_switches now = { .counted = 0 }, since;

	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++) {
		const volatile struct slices_cpu *state = bpf_cpu(open, cpu);

		now.counted += state->switches;
		now.windows += state->windows;
		now.extras += state->extras;
		bpf_cost_add(&now.read, &state->read);
		bpf_cost_add(&now.passed, &state->passed);
	}
	since = now;
	since.counted -= last->counted;
	since.windows -= last->windows;
	since.extras -= last->extras;
	subtract(&since.read, &last->read);
	subtract(&since.passed, &last->passed);
	since.read_ns = mean_ns(&since.read, &now.read);
	since.passed_ns = now.passed.timed ? mean_ns(&since.passed, &now.passed) : 0;
	*last = now;
	return since;
}

void bpf_cost_take(struct bpf_cost *cost, const struct bpf_open *open, double own_share, uint64_t now_ns,
		   struct self_cost *report)
{
	const uint64_t own_ns = open->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const double all_ns = (double)(now_ns - cost->since_ns) * (double)open->machine->n_cpus;
	const struct bpf_switches since = bpf_switches_take(&cost->last, open);
	const double reading_ns = isnan(since.read_ns) ? 0 : (double)since.read.n * since.read_ns;

	*report = (struct self_cost){
		.known = true,
		.cpus = (uint32_t)open->machine->n_cpus,
		.duty = 1,
		.sample_ns = since.read_ns,
		.samples = (double)since.counted,
		.own_percent = 100 * (double)(own_ns - cost->own_ns) * own_share / all_ns,
		.kernel_percent = 100 * (reading_ns + (double)since.passed.n * since.passed_ns) / all_ns,
		.windows = (double)since.windows,
		.passed = (double)since.passed.n,
		.passed_ns = since.passed_ns,
	};
	cost->own_ns = own_ns;
	cost->since_ns = now_ns;
}

/* ---- windows ---- */

int bpf_windows_init(struct bpf_windows *windows, size_t n_cpus)
{
	int ret = windows_init(&windows->windows, n_cpus);

	windows->windows.window_ns = 1;	/* windows are for nothing: a reading more */
	windows->cpus = calloc(n_cpus, sizeof(windows->cpus[0]));
	return windows->cpus ? ret : -ENOMEM;
}

void bpf_windows_done(struct bpf_windows *windows)
{
	windows_done(&windows->windows);
	free(windows->cpus);
	windows->cpus = NULL;
}

static uint64_t own_ns(const struct bpf_open *open)
{
	return open->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* So many readings in a cycle take this part of the budget of so many CPUs. */
static uint32_t readings_within(const struct bpf_windows *windows, double cpus, double most)
{
	const double budget_ns = windows->windows.budget.percent / 100 * SLICES_CYCLE_NS * cpus;

	if (windows->reading_ns <= 0 || budget_ns <= 0 || windows->windows.forced > 0)
		return (uint32_t)most;
	return (uint32_t)fmin(budget_ns / windows->reading_ns, most);
}

/*
 * Tells the programs. Where only time is counted, nothing is read. However large a storm that comes on a
 * CPU in the middle of an interval, it costs no more than the budget of all.
 */
static void set_windows(const struct bpf_windows *windows, const struct bpf_open *open)
{
	const bool counts = family_has_counters(open->machine->family);
	const double n_cpus = (double)open->machine->n_cpus;
	const bool has_extras = counts && windows->windows.forced <= 0;
	const uint32_t extras = readings_within(windows, EXTRAS_PART / 2, has_extras ? EXTRAS_MOST : 0);
	const uint32_t slices = readings_within(windows, n_cpus, counts ? UINT32_MAX : 0);

	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++) {
		volatile struct slices_cpu *state = bpf_cpu(open, cpu);

		state->extras_most = extras;
		state->slices_most = slices;
		state->window_ns = (uint32_t)(duty_share(windows->windows.duty, cpu) * SLICES_CYCLE_NS);
	}
}

void bpf_windows_start(struct bpf_windows *windows, const struct bpf_open *open)
{
	const uint64_t now_ns = open->sys->clock_ns(CLOCK_MONOTONIC);

	windows_start(&windows->windows, open->machine->n_cpus, own_ns(open), now_ns);
	windows->last = (struct bpf_switches){ .counted = 0 };
	windows->is_first = true;
	windows->look_gap_ns = LOOK_NS;
	windows->looked_ns = windows->reported_ns = now_ns;
	windows->look_ns = now_ns + LOOK_NS;
	set_windows(windows, open);
}

/* The switches a second of this CPU since `before`, which becomes those until now. */
static double take_rate(const struct bpf_open *open, size_t cpu, uint64_t *before, uint64_t ns)
{
	const volatile struct slices_cpu *state = bpf_cpu(open, cpu);
	const uint64_t switches = state->read.n + state->passed.n, since = switches - *before;

	*before = switches;
	return ns ? (double)since * 1e9 / (double)ns : 0;
}

/*
 * The costs since the last decision, and the switches a second of each CPU. What is paid for one that is
 * counted in a window includes the reading with which the window began. What is paid for others is no
 * matter of windows: for extras, each with two readings, and where only time is taken.
 */
static struct cost take_cost(struct bpf_windows *windows, const struct bpf_open *open,
			     uint64_t now_ns)
{
	const size_t n_cpus = open->machine->n_cpus;
	struct cost cost = windows_take_cost(&windows->windows, n_cpus, own_ns(open), now_ns);
	const struct bpf_switches since = bpf_switches_take(&windows->last, open);
	const double counted = fmax((double)since.counted - (double)since.extras, 0);

	windows->reading_ns = isnan(since.read_ns) ? 0 : since.read_ns;
	budget_excuse(&windows->windows.budget, &cost);
	cost.in_kernel = true;
	cost.samples = counted;
	cost.kernel_ns = since.read_ns * (1 + (counted > 0 ? fmin((double)since.windows / counted, 1) : 0));
	cost.own_ns += (double)since.passed.n * since.passed_ns +
		       2 * (double)since.extras * windows->reading_ns;
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		struct bpf_windows_cpu *its = &windows->cpus[cpu];

		windows->windows.rates[cpu] = take_rate(open, cpu, &its->decided, cost.interval_ns);
		its->looked = its->decided;
	}
	windows->looked_ns = now_ns;
	return cost;
}

static void decide(struct bpf_windows *windows, const struct bpf_open *open,
		   const struct cost *cost, uint64_t now_ns)
{
	windows_decide(&windows->windows, cost, open->machine->n_cpus, now_ns);
	set_windows(windows, open);
}

/* Of the first interval, after 20 ms, 40, 80, and so on until the tick. */
static void look_first(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns)
{
	uint64_t timed = 0;
	struct cost cost;

	windows->look_gap_ns *= 2;
	windows->look_ns = now_ns + windows->look_gap_ns;
	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++)
		timed += bpf_cpu(open, cpu)->read.timed;
	if (timed < TIMED_LEAST)
		return;
	cost = take_cost(windows, open, now_ns);
	decide(windows, open, &cost, now_ns);
}

/* A storm that grows has shorter windows at once. */
static void follow(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns)
{
	struct duty *duty = windows->windows.duty;

	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++) {
		const double rate = take_rate(open, cpu, &windows->cpus[cpu].looked,
					      now_ns - windows->looked_ns);

		if (windows->windows.forced > 0 || rate <= windows->windows.rates[cpu])
			continue;
		windows->windows.rates[cpu] = rate;
		duty_set(duty, cpu, budget_duty(&windows->windows.budget, rate, duty_share(duty, cpu)),
			 now_ns);
	}
	windows->looked_ns = now_ns;
	windows->look_ns = now_ns + FOLLOW_NS;
	set_windows(windows, open);
}

void bpf_windows_run(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns)
{
	if (now_ns < windows->look_ns)
		return;
	if (windows->is_first)
		look_first(windows, open, now_ns);
	else
		follow(windows, open, now_ns);
}

uint64_t bpf_windows_next_ns(const struct bpf_windows *windows)
{
	return windows->look_ns;
}

/* Where all was to be read, but a storm came. */
static void add_gaps(const struct bpf_windows *windows, size_t cpu, uint64_t gaps_ns, uint64_t all_ns,
		     struct self_cost *report)
{
	if (!gaps_ns || duty_share(windows->windows.duty, cpu) < 1)
		return;
	report->sampled_cpus++;
	report->duty = fmin(report->duty, fmax(1 - (double)gaps_ns / (double)all_ns, 0));
}

void bpf_windows_report(struct bpf_windows *windows, const struct bpf_open *open, uint64_t now_ns,
			struct self_cost *report)
{
	const size_t n_cpus = open->machine->n_cpus;

	windows_report(&windows->windows, n_cpus, report);
	for (size_t cpu = 0; family_has_counters(open->machine->family) && cpu < n_cpus; cpu++) {
		const uint64_t passed_ns = bpf_cpu(open, cpu)->passed_ns;

		add_gaps(windows, cpu, passed_ns - windows->cpus[cpu].passed_ns, now_ns - windows->reported_ns,
			 report);
		windows->cpus[cpu].passed_ns = passed_ns;
	}
	windows->reported_ns = now_ns;
}

/* So many events are read, the switch itself taken as one more: members of PERF_METRICS are not. */
static double readings(const struct group *group)
{
	return (double)(2 + group_generals(group));
}

static bool shed(struct bpf_windows *windows, const struct bpf_open *open,
		 const struct cost *cost, struct optional_events *events,
		 struct counting_plan *plan)
{
	const double seconds = (double)cost->interval_ns / 1e9;
	const struct budget *budget = &windows->windows.budget;
	struct cost whole = *cost;
	double all = 0;

	whole.once_ns = 0;
	whole.kernel_ns *= readings(&events->whole[0]) / readings(&plan->group[0]);
	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++)
		all += windows->windows.rates[cpu] * seconds;
	return optional_events_shed(events, plan, budget_is_exceeded(budget, cost, all, 1),
				    !budget_is_exceeded(budget, &whole, all, BUDGET_CALM));
}

bool bpf_windows_tick(struct bpf_windows *windows, const struct bpf_open *open,
		      struct optional_events *events, struct counting_plan *plan, uint64_t now_ns)
{
	struct cost cost = take_cost(windows, open, now_ns);

	windows->is_first = false;
	if (windows->windows.forced <= 0 && !isnan(cost.kernel_ns) && family_has_counters(open->machine->family) &&
	    shed(windows, open, &cost, events, plan))
		return true;
	decide(windows, open, &cost, now_ns);
	windows->look_ns = UINT64_MAX;
	if (windows_are_used(&windows->windows, open->machine->n_cpus))
		windows->look_ns = now_ns + FOLLOW_NS;
	return false;
}
