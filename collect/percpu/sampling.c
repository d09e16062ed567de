/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows of sampling, their costs and the cost of a sample; see sampling.h. Collector thread. */
#include "config.h"
#include "collect/percpu/sampling.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "collect/percpu/rings.h"
#include "collect/percpu/switch_internal.h"

#define FORCED_FROM 500.0	/* switches a second */
#define WINDOW_NS 50000.0	/* cost of a window, before one was measured */
#define OUTLIER 4.0		/* a window that costs so many times the mean was held up */
#define TIMERS_NS 500000ULL	/* least time between two runs of the timers: each is a wake-up */

double sampling_forced(const char *percent)
{
	double share = percent ? strtod(percent, NULL) / 100 : 0;

	return share >= DUTY_LEAST && share < 1 ? share : 0;
}

int sampling_init(struct sampling *sampling, size_t n_cpus)
{
	sampling->duty = duty_new(n_cpus);
	sampling->rates = calloc(n_cpus, sizeof(sampling->rates[0]));
	sampling->samples = calloc(n_cpus, sizeof(sampling->samples[0]));
	sampling->budget.limit = (double)INFINITY;
	return sampling->duty && sampling->rates && sampling->samples ? 0 : -ENOMEM;
}

void sampling_done(struct sampling *sampling)
{
	duty_free(sampling->duty);
	free(sampling->rates);
	free(sampling->samples);
	sampling->duty = NULL;
	sampling->rates = NULL;
	sampling->samples = NULL;
}

/* Bursts of context switches on one CPU, counted by the groups of the source. */
struct bursts {
	struct source_switch *self;
	size_t cpu;
	struct burst *burst;
	struct reading reading;	/* at the end of the last burst */
	uint64_t user_ns, samples;	/* CPU time of taking the records, and number of samples */
};

static void drop_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

/*
 * Takes the records of a burst as rings.c does, but through a slicer of its own, and drops the
 * slices.
 */
static void take_burst(struct bursts *bursts)
{
	static const struct sink none = { .slice = drop_slice };
	struct source_switch *self = bursts->self;
	const struct groups_ops *groups = self->sys->groups;
	const size_t n_cpus = self->source.machine.n_cpus;
	struct slicer *slicer = counting_plan_slicer(&self->plan, n_cpus, NULL);
	const uint64_t begin_ns = self->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct record record;
	const void *bytes;
	size_t size;

	while (slicer && (bytes = groups->next_record(self->groups, bursts->cpu, &size))) {
		if (record_decode(self->layout, bytes, size, &record))
			continue;
		slicer_record(slicer, bursts->cpu, &record, &none);
		bursts->samples += record.kind == REC_SAMPLE;
	}
	bursts->user_ns += self->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
	slicer_free(slicer);
}

/* Was the group off for a part of the burst that has just ended? */
static bool was_off(struct bursts *bursts)
{
	const struct source_switch *self = bursts->self;
	const struct reading before = bursts->reading;

	if (self->sys->groups->read(self->groups, bursts->cpu, 0, &bursts->reading))
		return false;
	return group_was_off(bursts->reading.enabled_ns - before.enabled_ns,
			     bursts->reading.running_ns - before.running_ns);
}

static int count_burst(void *data, bool on)
{
	struct bursts *bursts = data;
	int ret = bursts->self->sys->groups->switch_cpu(bursts->self->groups, bursts->cpu, on);

	if (on)
		return ret;
	take_burst(bursts);
	return was_off(bursts) ? -EAGAIN : ret;
}

static int run_burst(void *data, uint64_t *cpu_ns, uint64_t *switches)
{
	struct bursts *bursts = data;

	return bursts->self->sys->burst->run(bursts->burst, cpu_ns, switches);
}

static void measure_price(struct source_switch *self, struct price *price)
{
	const struct burst_ops *ops = self->sys->burst;
	struct bursts bursts = { .self = self };
	const struct sample_cost_trial trial = { .data = &bursts, .count = count_burst,
						 .burst = run_burst };

	*price = (struct price){ .measured = true,
				 .members = self->plan.group[0].n,
				 .kernel_ns = (double)NAN };
	while (bursts.cpu + 1 < self->source.machine.n_cpus && !self->hotplug.online[bursts.cpu])
		bursts.cpu++;
	if (!ops->begin(self->source.machine.cpus[bursts.cpu].cpu, &bursts.burst))
		price->kernel_ns = sample_cost_measure(&trial);
	ops->end(bursts.burst);
	if (bursts.samples)
		price->user_ns = (double)bursts.user_ns / (double)bursts.samples;
}

void sampling_start(struct source_switch *self)
{
	struct sampling *sampling = &self->sampling;
	struct price *price = &sampling->price[self->optional_events.level2.left_out];

	if (sampling->window_ns <= 0)
		sampling->window_ns = WINDOW_NS;
	if (!price->measured)
		measure_price(self, price);
	sampling->own_ns = self->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	sampling->since_ns = clock_now(self);
	sampling->starting = true;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		(void)duty_take_open_ns(sampling->duty, cpu, sampling->since_ns);
}

/* A reading at the opening separates the gap from the time of the current task. */
static void open_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	rings_drain(self, cpu, sink);
	slicer_open_window(self->slicer, cpu, duty_share(self->sampling.duty, cpu) >= 1);
	self->sys->groups->sample_switches(self->groups, cpu, true);
	rings_read_now(self, cpu, clock_now(self), true, sink);
}

/*
 * Reads the group as a tick does, so that the last task gets its time in the window. If the current
 * task is unknown, as there was no switch since the window was opened, it stays open: that costs
 * nothing. In a gap the current task is unknown and groups cannot rotate, so a rotation that is due
 * takes place before.
 */
static bool close_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	int32_t tid;

	rings_drain(self, cpu, sink);
	rings_rotate(self, cpu, clock_now(self), sink);
	if (!slicer_running(self->slicer, cpu, &tid))
		return false;
	rings_read_now(self, cpu, clock_now(self), false, sink);
	self->sys->groups->sample_switches(self->groups, cpu, false);
	rings_drain(self, cpu, sink);
	slicer_close_window(self->slicer, cpu);
	return true;
}

/*
 * During a recording all switches are sampled, so that the file is complete; and where slots are
 * counted per core, the tasks of both threads must be known all the time.
 */
static bool must_sample_all(const struct source_switch *self)
{
	return self->source.tap || self->siblings;
}

static void sample_all(struct source_switch *self, uint64_t now_ns)
{
	struct sampling *sampling = &self->sampling;

	sampling->budget.limit = (double)INFINITY;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (duty_share(sampling->duty, cpu) < 1)
			duty_set(sampling->duty, cpu, 1, now_ns);
}

/*
 * A window is two operations, opening and closing. The interrupts of that CPU are taken to cost as
 * much as our calls. A running mean, in which the latest window weighs an eighth, and at most as
 * four: one that was held up must not decide whether a storm is sampled in windows.
 */
static void learn_window(struct sampling *sampling, uint64_t cpu_ns, size_t operations)
{
	const double now_ns = 2 * 2 * (double)cpu_ns / (double)operations;
	const double window_ns = fmin(now_ns, OUTLIER * sampling->window_ns);

	sampling->window_ns += (window_ns - sampling->window_ns) / 8;
}

void sampling_run_timers(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct duty *duty = self->sampling.duty;
	uint64_t begin_ns;
	size_t operations = 0;

	if (must_sample_all(self))
		sample_all(self, now_ns);
	if (now_ns < duty_next_ns(duty))
		return;
	begin_ns = self->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID);
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		if (!duty_is_due(duty, cpu, now_ns))
			continue;
		if (!duty_is_open(duty, cpu))
			open_window(self, cpu, sink);
		else if (!close_window(self, cpu, sink)) {
			duty_postpone(duty, cpu, now_ns);
			continue;
		}
		duty_toggled(duty, cpu, clock_now(self));
		operations++;
	}
	self->sampling.timers_ns = now_ns;
	if (operations)
		learn_window(&self->sampling,
			     self->sys->clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns, operations);
}

void sampling_close_gaps(struct source_switch *self, const struct sink *sink)
{
	struct duty *duty = self->sampling.duty;

	sample_all(self, clock_now(self));
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		if (duty_is_open(duty, cpu))
			continue;
		open_window(self, cpu, sink);
		duty_toggled(duty, cpu, clock_now(self));
	}
}

uint64_t sampling_next_ns(const struct source_switch *self)
{
	const uint64_t next_ns = duty_next_ns(self->sampling.duty);
	const uint64_t least_ns = self->sampling.timers_ns + TIMERS_NS;

	return next_ns < least_ns ? least_ns : next_ns;
}

/*
 * The price of a sample with level 2, or without it. Each is measured when groups are opened so for
 * the first time; before that it is the other one.
 */
static const struct price *price_of(const struct sampling *sampling, bool without)
{
	return &sampling->price[sampling->price[without].measured ? without : !without];
}

/*
 * Kernel time of a sample with this many members, where others were measured: the kernel reads each
 * of them separately, and the work for the switch itself is taken as one more.
 */
static double sample_ns(const struct price *price, size_t members)
{
	return price->kernel_ns * (double)(1 + members) / (double)(1 + price->members);
}

double sampling_marker_ns(const struct source_switch *self)
{
	const struct price *price =
		price_of(&self->sampling, self->optional_events.level2.left_out);

	return price->measured ? sample_ns(price, self->plan.group[0].n + self->markers.n) :
				 (double)NAN;
}

/*
 * Sets the switches a second of each CPU, as seen in its windows, and returns the costs of the
 * interval.
 */
static struct cost take_cost(struct source_switch *self, uint64_t now_ns)
{
	struct sampling *sampling = &self->sampling;
	const struct price *price = price_of(sampling, self->optional_events.level2.left_out);
	const uint64_t own_ns = self->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	struct cost cost = {
		.interval_ns = now_ns - sampling->since_ns,
		.cpus = (double)self->source.machine.n_cpus,
		.own_ns = (double)(own_ns - sampling->own_ns) * sampling->own_share,
		.kernel_ns = sample_ns(price, self->plan.group[0].n),
		.user_ns = price->user_ns,
	};

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		uint64_t open_ns = duty_take_open_ns(sampling->duty, cpu, now_ns);

		if (open_ns)
			sampling->rates[cpu] =
				(double)sampling->samples[cpu] * 1e9 / (double)open_ns;
		cost.samples += (double)sampling->samples[cpu];
		sampling->samples[cpu] = 0;
	}
	sampling->own_ns = own_ns;
	sampling->since_ns = now_ns;
	return cost;
}

static void report_cost(const struct source_switch *self, const struct cost *cost,
			const struct sink *sink)
{
	const struct sampling *sampling = &self->sampling;
	struct self_cost report = {
		.known = true,
		.own_percent = cost_own_percent(cost),
		.kernel_percent = cost_kernel_percent(cost),
		.sample_ns = cost->kernel_ns,
		.own_sample_ns = cost->user_ns,
		.budget_percent = sampling->budget.percent,
		.samples = cost->samples,
		.cpus = (uint32_t)self->source.machine.n_cpus,
		.level2_left_out = self->optional_events.level2.left_out &&
				   self->level2_demand != LEVEL2_UNWANTED,
		.duty = 1,
	};

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		const double share = duty_share(sampling->duty, cpu);

		report.sampled_cpus += share < 1;
		report.duty = fmin(report.duty, share);
	}
	room_report(&self->room, &self->plan, self->level2_demand == LEVEL2_NEEDED, &report);
	sink->cost(sink->data, &report);
}

/*
 * Must level 2 go or come back? It is the first thing to be shed, and is also left out as long as
 * CPUs are sampled in windows. The plan is changed then.
 */
static bool level2_changes(struct source_switch *self, const struct cost *cost)
{
	const struct sampling *sampling = &self->sampling;
	const double seconds = (double)cost->interval_ns / 1e9;
	struct cost whole = *cost;
	bool over, calm, windows = false;
	double all = 0;

	whole.once_ns = 0;
	whole.kernel_ns = sample_ns(price_of(sampling, false), self->optional_events.whole[0].n);
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		windows |= duty_share(sampling->duty, cpu) < 1;
		all += sampling->rates[cpu] * seconds;
	}
	over = windows || budget_is_exceeded(&sampling->budget, cost, cost->samples, 1);
	calm = !budget_is_exceeded(&sampling->budget, &whole, all, BUDGET_CALM);
	if (!self->optional_events.level2_members ||
	    !level2_step(&self->optional_events.level2, self->level2_demand, over, calm))
		return false;
	optional_events_choose(&self->optional_events, &self->plan);
	return true;
}

void sampling_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct sampling *sampling = &self->sampling;
	const size_t n = self->source.machine.n_cpus;
	struct cost cost = take_cost(self, now_ns);
	const bool starting = sampling->starting;

	if (sink->cost)
		report_cost(self, &cost, sink);
	sampling->starting = sampling->level2_changes = false;
	if (starting)
		return;
	budget_excuse(&sampling->budget, &cost);
	sampling->level2_changes = !self->source.tap && level2_changes(self, &cost);
	if (must_sample_all(self) || sampling->level2_changes)
		return;
	for (size_t cpu = 0; sampling->forced > 0 && cpu < n; cpu++)
		duty_set(sampling->duty, cpu,
			 sampling->rates[cpu] < FORCED_FROM ? 1 : sampling->forced, now_ns);
	if (sampling->forced > 0)
		return;
	budget_set_window_cost(&sampling->budget, &cost, duty_windows(sampling->duty),
			       sampling->window_ns);
	budget_step(&sampling->budget, &cost, sampling->rates, n);
	for (size_t cpu = 0; cpu < n; cpu++) {
		const double now = duty_share(sampling->duty, cpu);
		const double share = budget_duty(&sampling->budget, sampling->rates[cpu], now);

		if (share < now || share > now)
			duty_set(sampling->duty, cpu, share, now_ns);
	}
}
