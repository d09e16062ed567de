/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows of sampling, their costs and the cost of a sample; see switch_internal.h. Collector thread. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

int sampling_init(struct sampling *sampling, size_t n_cpus)
{
	const int ret = windows_init(&sampling->windows, n_cpus);

	sampling->samples = calloc(n_cpus, sizeof(sampling->samples[0]));
	return sampling->samples ? ret : -ENOMEM;
}

void sampling_done(struct sampling *sampling)
{
	windows_done(&sampling->windows);
	free(sampling->samples);
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
	const struct groups_ops *groups = self->base.sys->groups;
	const size_t n_cpus = self->base.source.machine.n_cpus;
	struct slicer *slicer = counting_plan_slicer(&self->base.plan, n_cpus, NULL);
	const uint64_t begin_ns = self->base.sys->clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct record record;
	const void *bytes;
	size_t size;

	while (slicer && (bytes = groups->next_record(self->groups, bursts->cpu, &size))) {
		if (record_decode(self->layout, bytes, size, &record))
			continue;
		slicer_record(slicer, bursts->cpu, &record, &none);
		bursts->samples += record.kind == REC_SAMPLE;
	}
	bursts->user_ns += self->base.sys->clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
	slicer_free(slicer);
}

/* Was the group off for a part of the burst that has just ended? */
static bool was_off(struct bursts *bursts)
{
	const struct source_switch *self = bursts->self;
	const struct reading before = bursts->reading;

	if (self->base.sys->groups->read(self->groups, bursts->cpu, 0, &bursts->reading))
		return false;
	return group_was_off(bursts->reading.enabled_ns - before.enabled_ns,
			     bursts->reading.running_ns - before.running_ns);
}

static int count_burst(void *data, bool on)
{
	struct bursts *bursts = data;
	int ret = bursts->self->base.sys->groups->switch_cpu(bursts->self->groups, bursts->cpu, on);

	if (on)
		return ret;
	take_burst(bursts);
	return was_off(bursts) ? -EAGAIN : ret;
}

static int run_burst(void *data, uint64_t *cpu_ns, uint64_t *switches)
{
	struct bursts *bursts = data;

	return bursts->self->base.sys->run_burst(bursts->burst, cpu_ns, switches);
}

static void measure_price(struct source_switch *self, struct price *price)
{
	const struct cpu_sys *sys = self->base.sys;
	struct bursts bursts = { .self = self };
	const struct sample_cost_trial trial = { .data = &bursts, .count = count_burst,
						 .burst = run_burst };

	*price = (struct price){ .measured = true,
				 .members = self->base.plan.group[0].n,
				 .kernel_ns = (double)NAN };
	while (bursts.cpu + 1 < self->base.source.machine.n_cpus && !self->base.hotplug.online[bursts.cpu])
		bursts.cpu++;
	if (!sys->begin_burst(self->base.source.machine.cpus[bursts.cpu].cpu, &bursts.burst))
		price->kernel_ns = sample_cost_measure(&trial);
	sys->end_burst(bursts.burst);
	if (bursts.samples)
		price->user_ns = (double)bursts.user_ns / (double)bursts.samples;
}

void sampling_start(struct source_switch *self)
{
	struct sampling *sampling = &self->sampling;
	struct price *price = &sampling->price[self->base.optional_events.level2.left_out];

	if (!price->measured)
		measure_price(self, price);
	sampling->starting = true;
	windows_start(&sampling->windows, self->base.source.machine.n_cpus,
		      self->base.sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID), cpu_source_now(&self->base));
}

/* A reading at the opening separates the gap from the time of the current task. */
static void open_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	ring_records_drain(self, cpu, sink);
	slicer_open_window(self->slicer, cpu, duty_share(self->sampling.windows.duty, cpu) >= 1);
	self->base.sys->groups->sample_switches(self->groups, cpu, true);
	rings_read_now(self, cpu, cpu_source_now(&self->base), true, sink);
}

/*
 * Reads the group as a tick does, so that the last task gets its time in the window. If it is unknown, as there was no
 * switch since the window was opened, switches are sampled on until one names it. The window has ended all the same:
 * else tasks that run for long would be in longer windows. In a gap the current task is unknown and groups
 * cannot rotate, so a rotation that is due takes place before.
 */
static void end_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	int32_t tid;
	bool is_known;

	rings_rotate(self, cpu, cpu_source_now(&self->base), sink);
	is_known = slicer_running(self->slicer, cpu, &tid);
	if (!is_known)
		slicer_end_window(self->slicer, cpu);
	rings_read_now(self, cpu, cpu_source_now(&self->base), !is_known, sink);
}

static bool close_window(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	ring_records_drain(self, cpu, sink);
	if (slicer_window(self->slicer, cpu) == WINDOW_OPEN)
		end_window(self, cpu, sink);
	if (slicer_window(self->slicer, cpu) == WINDOW_ENDED)
		return false;
	self->base.sys->groups->sample_switches(self->groups, cpu, false);
	ring_records_drain(self, cpu, sink);
	slicer_close_window(self->slicer, cpu);
	return true;
}

/* Where windows are over for good one may have ended whose task was not named: all is counted from now on. */
static void reopen_ended(struct source_switch *self, const struct sink *sink)
{
	const struct duty *duty = self->sampling.windows.duty;

	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		if (duty_share(duty, cpu) >= 1 && duty_is_open(duty, cpu) &&
		    slicer_window(self->slicer, cpu) != WINDOW_OPEN)
			open_window(self, cpu, sink);
}

/*
 * During a recording all switches are sampled, so that the file is complete; and where slots are
 * counted per core, the tasks of both threads must be known all the time.
 */
static bool must_sample_all(const struct source_switch *self)
{
	return self->base.source.tap || self->siblings;
}

void sampling_run_timers(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct windows *windows = &self->sampling.windows;
	struct duty *duty = windows->duty;
	uint64_t begin_ns;
	size_t operations = 0;

	if (must_sample_all(self)) {
		const bool were_used = windows_are_used(windows, self->base.source.machine.n_cpus);

		windows_end(windows, self->base.source.machine.n_cpus, now_ns);
		if (were_used)
			reopen_ended(self, sink);
	}
	if (now_ns < duty_next_ns(duty))
		return;
	begin_ns = self->base.sys->clock_ns(CLOCK_THREAD_CPUTIME_ID);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		if (!duty_is_due(duty, cpu, now_ns))
			continue;
		if (!duty_is_open(duty, cpu))
			open_window(self, cpu, sink);
		else if (!close_window(self, cpu, sink)) {
			duty_postpone(duty, cpu, now_ns);
			continue;
		}
		duty_toggled(duty, cpu, cpu_source_now(&self->base));
		operations++;
	}
	windows_learn(windows, now_ns, self->base.sys->clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns,
		      operations);
}

void sampling_close_gaps(struct source_switch *self, const struct sink *sink)
{
	struct duty *duty = self->sampling.windows.duty;

	windows_end(&self->sampling.windows, self->base.source.machine.n_cpus, cpu_source_now(&self->base));
	reopen_ended(self, sink);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		if (duty_is_open(duty, cpu))
			continue;
		open_window(self, cpu, sink);
		duty_toggled(duty, cpu, cpu_source_now(&self->base));
	}
}

uint64_t sampling_next_ns(const struct source_switch *self)
{
	return windows_next_ns(&self->sampling.windows);
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
		price_of(&self->sampling, self->base.optional_events.level2.left_out);

	return price->measured ? sample_ns(price, self->base.plan.group[0].n + self->markers.n) :
				 (double)NAN;
}

/*
 * Sets the switches a second of each CPU, as seen in its windows, and returns the costs of the
 * interval.
 */
static struct cost take_cost(struct source_switch *self, uint64_t now_ns)
{
	struct sampling *sampling = &self->sampling;
	const struct price *price = price_of(sampling, self->base.optional_events.level2.left_out);
	const size_t n_cpus = self->base.source.machine.n_cpus;
	struct windows *windows = &sampling->windows;
	struct cost cost = windows_take_cost(windows, n_cpus,
					     self->base.sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID), now_ns);

	cost.kernel_ns = sample_ns(price, self->base.plan.group[0].n);
	cost.user_ns = price->user_ns;
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		uint64_t open_ns = duty_take_open_ns(windows->duty, cpu, now_ns);

		if (open_ns)
			windows->rates[cpu] =
				(double)sampling->samples[cpu] * 1e9 / (double)open_ns;
		cost.samples += (double)sampling->samples[cpu];
		sampling->samples[cpu] = 0;
	}
	return cost;
}

static void report_cost(const struct source_switch *self, const struct cost *cost,
			const struct sink *sink)
{
	struct self_cost report = {
		.known = true,
		.own_percent = cost_own_percent(cost),
		.kernel_percent = cost_kernel_percent(cost),
		.sample_ns = cost->kernel_ns,
		.own_sample_ns = cost->user_ns,
		.samples = cost->samples,
		.cpus = (uint32_t)self->base.source.machine.n_cpus,
		.level2_left_out = self->base.optional_events.level2.left_out &&
				   self->base.source.requests.level2 != LEVEL2_UNWANTED,
	};

	windows_report(&self->sampling.windows, self->base.source.machine.n_cpus, &report);
	report.time_estimated = report.sampled_cpus > 0;
	room_report(&self->base.room, &self->base.plan, self->base.source.requests.level2 == LEVEL2_NEEDED, &report);
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
	const struct windows *windows = &sampling->windows;
	bool over, calm;
	double all = 0;

	whole.once_ns = 0;
	whole.kernel_ns = sample_ns(price_of(sampling, false), self->base.optional_events.whole[0].n);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		all += windows->rates[cpu] * seconds;
	over = windows_are_used(windows, self->base.source.machine.n_cpus) ||
	       budget_is_exceeded(&windows->budget, cost, cost->samples, 1);
	calm = !budget_is_exceeded(&windows->budget, &whole, all, BUDGET_CALM);
	if (!self->base.optional_events.level2_members ||
	    !level2_step(&self->base.optional_events.level2, self->base.source.requests.level2, over, calm))
		return false;
	optional_events_choose(&self->base.optional_events, &self->base.plan);
	return true;
}

void sampling_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	struct sampling *sampling = &self->sampling;
	struct cost cost = take_cost(self, now_ns);
	const bool starting = sampling->starting;

	if (sink->cost)
		report_cost(self, &cost, sink);
	sampling->starting = sampling->level2_changes = false;
	if (starting)
		return;
	budget_excuse(&sampling->windows.budget, &cost);
	sampling->level2_changes = !self->base.source.tap && level2_changes(self, &cost);
	if (!must_sample_all(self) && !sampling->level2_changes)
		windows_decide(&sampling->windows, &cost, self->base.source.machine.n_cpus, now_ns);
	reopen_ended(self, sink);
}
