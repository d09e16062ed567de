/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the switch source sheds so that tdtop keeps to its budget: where there are many context switches, not all of
 * them are sampled, but those in windows (collect/percpu/duty.h). The groups count on, so a CPU's counts are exact all the
 * time; they are read at ticks, also in a gap: a CPU in windows is one that does not sleep. Collector thread.
 */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/percpu/burst.h"
#include "collect/percpu/sample_cost.h"
#include "collect/sys/clock_ns.h"

#define FORCED_FROM 500.0	/* switches a second */
#define WINDOW_NS 50000.0	/* what a window costs, before one was timed */
#define BEAT_NS 500000ULL	/* windows are not opened and closed more often: each time is a wake-up */

double shedding_forced(const char *percent)
{
	double share = percent ? strtod(percent, NULL) / 100 : 0;

	return share >= DUTY_LEAST && share < 1 ? share : 0;
}

int shedding_begin(struct shedding *shedding, size_t n_cpus)
{
	shedding->duty = duty_new(n_cpus);
	shedding->rates = calloc(n_cpus, sizeof(shedding->rates[0]));
	shedding->samples = calloc(n_cpus, sizeof(shedding->samples[0]));
	shedding->budget.most = (double)INFINITY;
	return shedding->duty && shedding->rates && shedding->samples ? 0 : -ENOMEM;
}

void shedding_end(struct shedding *shedding)
{
	duty_free(shedding->duty);
	free(shedding->rates);
	free(shedding->samples);
	shedding->duty = NULL;
	shedding->rates = NULL;
	shedding->samples = NULL;
}

/* Context switches on one CPU, whose groups are those of the source. */
struct bursts {
	struct source_switch *self;
	size_t cpu;
	struct burst *burst;
	uint64_t user_ns, samples;	/* of taking the records in */
};

static void forget_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

/* As ever, but for a slicer of its own, and nobody hears of it. */
static void take_in(struct bursts *bursts)
{
	static const struct sink nobody = { .slice = forget_slice };
	struct source_switch *self = bursts->self;
	struct slicer *slicer = choice_slicer(&self->choice, self->source.machine.n_cpus, NULL);
	const uint64_t begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct record record;
	const void *bytes;
	size_t size;

	while (slicer && (bytes = groups_next_record(self->groups, bursts->cpu, &size))) {
		if (record_decode(groups_layout(self->groups), bytes, size, &record))
			continue;
		slicer_record(slicer, bursts->cpu, &record, &nobody);
		bursts->samples += record.kind == REC_SAMPLE;
	}
	bursts->user_ns += clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
	slicer_free(slicer);
}

static int count_burst(void *data, bool on)
{
	struct bursts *bursts = data;
	int ret = groups_switch_cpu(bursts->self->groups, bursts->cpu, on);

	if (!on)
		take_in(bursts);
	return ret;
}

static int run_burst(void *data, uint64_t *cpu_ns, uint64_t *switches)
{
	return burst_run(((struct bursts *)data)->burst, cpu_ns, switches);
}

static void learn_price(struct source_switch *self)
{
	struct shedding *shedding = &self->shedding;
	struct bursts bursts = { .self = self };
	const struct price_trial trial = { .data = &bursts, .count = count_burst, .burst = run_burst };

	shedding->priced = true;
	shedding->window_ns = WINDOW_NS;
	shedding->kernel_ns = (double)NAN;
	while (bursts.cpu + 1 < self->source.machine.n_cpus && !self->hotplug.online[bursts.cpu])
		bursts.cpu++;
	if (!burst_begin(self->source.machine.cpus[bursts.cpu].cpu, &bursts.burst))
		shedding->kernel_ns = price_learn(&trial);
	burst_end(bursts.burst);
	if (bursts.samples)
		shedding->user_ns = (double)bursts.user_ns / (double)bursts.samples;
}

void shedding_start(struct source_switch *self)
{
	struct shedding *shedding = &self->shedding;

	if (!shedding->priced)
		learn_price(self);
	shedding->own_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	shedding->since_ns = clock_ns(CLOCK_MONOTONIC);
	shedding->begins = true;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		(void)duty_take_open_ns(shedding->duty, cpu, shedding->since_ns);
}

/* A reading at the opening cuts the gap from what the first task still has. */
static void open_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	switch_take_in(self, cpu, sink);
	slicer_open_window(self->slicer, cpu, duty_share(self->shedding.duty, cpu) >= 1);
	groups_sample_switches(self->groups, cpu, true);
	switch_read_now(self, cpu, clock_ns(CLOCK_MONOTONIC), true, sink);
}

/*
 * As a tick does it: what the last task had in the window is its own. If nobody knows who runs, as there was no
 * switch since it was opened, it stays open: that costs nothing. In a gap nobody is known to run, so a turn that is
 * over by then would go on: it ends now.
 */
static bool close_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	int32_t tid;

	switch_take_in(self, cpu, sink);
	switch_end_mux(self, cpu, clock_ns(CLOCK_MONOTONIC), sink);
	if (!slicer_running(self->slicer, cpu, &tid))
		return false;
	switch_read_now(self, cpu, clock_ns(CLOCK_MONOTONIC), false, sink);
	groups_sample_switches(self->groups, cpu, false);
	switch_take_in(self, cpu, sink);
	slicer_close_window(self->slicer, cpu);
	return true;
}

/*
 * While a recording runs all is sampled: what is in the file is whole. And where a core is counted by its two threads,
 * it must always be known who runs beside whom.
 */
static bool is_kept_whole(const struct source_switch *self)
{
	return self->source.tap || self->siblings;
}

static void sample_all(struct source_switch *self, uint64_t now_ns)
{
	struct shedding *shedding = &self->shedding;

	shedding->budget.most = (double)INFINITY;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (duty_share(shedding->duty, cpu) < 1)
			duty_set(shedding->duty, cpu, 1, now_ns);
}

/*
 * Two turns are a window. The CPU itself is interrupted as often as we call it, which is taken to cost it as much.
 * Of many windows the mean, the latest an eighth.
 */
static void learn_window(struct shedding *shedding, uint64_t cpu_ns, size_t rotated)
{
	const double window_ns = 2 * 2 * (double)cpu_ns / (double)rotated;

	shedding->window_ns += (window_ns - shedding->window_ns) / 8;
}

void shedding_beat(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct duty *duty = self->shedding.duty;
	uint64_t begin_ns;
	size_t rotated = 0;

	if (is_kept_whole(self))
		sample_all(self, now_ns);
	if (now_ns < duty_next_ns(duty))
		return;
	begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		if (!duty_is_due(duty, cpu, now_ns))
			continue;
		if (!duty_is_open(duty, cpu))
			open_window(self, cpu, sink);
		else if (!close_window(self, cpu, sink)) {
			duty_postpone(duty, cpu, now_ns);
			continue;
		}
		duty_rotated(duty, cpu, clock_ns(CLOCK_MONOTONIC));
		rotated++;
	}
	self->shedding.beat_ns = now_ns;
	if (rotated)
		learn_window(&self->shedding, clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns, rotated);
}

uint64_t shedding_next_ns(const struct source_switch *self)
{
	uint64_t next_ns = duty_next_ns(self->shedding.duty);

	return next_ns < self->shedding.beat_ns + BEAT_NS ? self->shedding.beat_ns + BEAT_NS : next_ns;
}

/* Of a sample of so many members: the kernel reads each of them by itself, and the switch's own work is taken as one more. */
static double price_of(const struct source_switch *self, size_t members)
{
	return self->shedding.kernel_ns * (double)(1 + members) / (double)(1 + self->whole[0].n);
}

/* Switches a second of each CPU, as many as there were in its windows; what they cost. */
static struct cost take_cost(struct source_switch *self, uint64_t now_ns)
{
	struct shedding *shedding = &self->shedding;
	const uint64_t own_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	struct cost cost = {
		.interval_ns = now_ns - shedding->since_ns,
		.cpus = (double)self->source.machine.n_cpus,
		.own_ns = (double)(own_ns - shedding->own_ns) * shedding->own_share,
		.kernel_ns = price_of(self, self->choice.group[0].n),
		.user_ns = shedding->user_ns,
	};

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		uint64_t open_ns = duty_take_open_ns(shedding->duty, cpu, now_ns);

		if (open_ns)
			shedding->rates[cpu] = (double)shedding->samples[cpu] * 1e9 / (double)open_ns;
		cost.samples += (double)shedding->samples[cpu];
		shedding->samples[cpu] = 0;
	}
	shedding->own_ns = own_ns;
	shedding->since_ns = now_ns;
	return cost;
}

static void tell_cost(const struct source_switch *self, const struct cost *cost, const struct sink *sink)
{
	const struct shedding *shedding = &self->shedding;
	struct self_cost told = {
		.known = true,
		.own_percent = cost_own_percent(cost),
		.kernel_percent = cost_kernel_percent(cost),
		.sample_ns = cost->kernel_ns,
		.own_sample_ns = cost->user_ns,
		.budget_percent = shedding->budget.percent,
		.samples = cost->samples,
		.cpus = (uint32_t)self->source.machine.n_cpus,
		.level2_left_out = shedding->level2.out,
		.duty = 1,
	};

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		const double share = duty_share(shedding->duty, cpu);

		told.sampled_cpus += share < 1;
		told.duty = fmin(told.duty, share);
	}
	sink->cost(sink->data, &told);
}

/* Level 2 goes first; and who samples in windows, has it left out, too. */
static bool level2_changes(struct source_switch *self, const struct cost *cost)
{
	struct shedding *shedding = &self->shedding;
	const double seconds = (double)cost->interval_ns / 1e9;
	struct cost whole = *cost;
	bool windows = false;
	double all = 0;

	whole.kernel_ns = price_of(self, self->whole[0].n);
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		windows |= duty_share(shedding->duty, cpu) < 1;
		all += shedding->rates[cpu] * seconds;
	}
	return switch_leaves_level2(self, windows || budget_is_exceeded(&shedding->budget, cost, cost->samples, 1),
				    !budget_is_exceeded(&shedding->budget, &whole, all, BUDGET_CALM));
}

void shedding_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct shedding *shedding = &self->shedding;
	const size_t n = self->source.machine.n_cpus;
	const struct cost cost = take_cost(self, now_ns);
	const bool begins = shedding->begins;

	if (sink->cost)
		tell_cost(self, &cost, sink);
	shedding->begins = shedding->reopens = false;
	if (begins)
		return;
	shedding->reopens = !self->source.tap && level2_changes(self, &cost);
	if (is_kept_whole(self) || shedding->reopens)
		return;
	for (size_t cpu = 0; shedding->forced > 0 && cpu < n; cpu++)
		duty_set(shedding->duty, cpu, shedding->rates[cpu] < FORCED_FROM ? 1 : shedding->forced, now_ns);
	if (shedding->forced > 0)
		return;
	budget_price_windows(&shedding->budget, &cost, duty_windows(shedding->duty), shedding->window_ns);
	budget_step(&shedding->budget, &cost, shedding->rates, n);
	for (size_t cpu = 0; cpu < n; cpu++) {
		const double now = duty_share(shedding->duty, cpu);
		const double share = budget_duty(&shedding->budget, shedding->rates[cpu], now);

		if (share < now || share > now)
			duty_set(shedding->duty, cpu, share, now_ns);
	}
}
