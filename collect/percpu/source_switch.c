/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source: one group per CPU, read by the kernel at each context switch. The records of
 * all rings go through the slicer, and task events go to the sink. At a tick the groups of busy
 * CPUs are read, so that a task that never leaves gets its slots. Where there are more events than
 * counters, groups rotate (collect/slice/rotation.h). This file has the operations of the source:
 * opened on main's thread, then used on the collector thread only.
 */
#include "config.h"
#include "collect/percpu/source_switch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/percpu/switch_internal.h"

#define FIRST_LOOK_NS 20000000ULL	/* a group that others multiplex was off meanwhile */

/* ---- the groups, and what goes with them ---- */

static int init_order(struct ring_order *order, size_t n_cpus)
{
	order->head = calloc(n_cpus, sizeof(order->head[0]));
	order->held = calloc(n_cpus, sizeof(order->held[0]));
	order->pending = calloc(n_cpus, sizeof(order->pending[0]));
	order->heap.entry = calloc(n_cpus, sizeof(order->heap.entry[0]));
	return order->head && order->held && order->pending && order->heap.entry ? 0 : -ENOMEM;
}

static void free_order(struct ring_order *order)
{
	free(order->head);
	free(order->held);
	free(order->pending);
	free(order->heap.entry);
	*order = (struct ring_order){ .head = NULL };
}

static int make_slicer(struct source_switch *self, struct err *err)
{
	const struct counting_plan *plan = &self->base.plan;
	const size_t n_cpus = self->base.source.machine.n_cpus;

	if (self->base.source.machine.counts_cores) {
		self->siblings = calloc(n_cpus, sizeof(self->siblings[0]));
		if (!self->siblings)
			return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", n_cpus, plural(n_cpus));
		machine_siblings(&self->base.source.machine, self->siblings);
	}
	self->slicer = counting_plan_slicer(plan, n_cpus, self->siblings);
	self->base.rotation = rotation_new(n_cpus, plan->n_mux);
	self->removed = calloc(n_cpus, sizeof(self->removed[0]));
	self->timer_ids = calloc(n_cpus, sizeof(self->timer_ids[0]));
	self->timer_unused = calloc(n_cpus, sizeof(self->timer_unused[0]));
	self->clocks = calloc((1 + plan->n_mux) * n_cpus, sizeof(self->clocks[0]));
	for (size_t mux = 0; mux <= plan->n_mux; mux++) {
		self->ids[mux] = calloc(plan->group[mux].n * n_cpus, sizeof(uint64_t));
		if (!self->ids[mux])
			return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", n_cpus, plural(n_cpus));
	}
	if (!self->slicer || !self->base.rotation || !self->removed || !self->clocks ||
	    !self->timer_ids || !self->timer_unused || init_order(&self->order, n_cpus) ||
	    sampling_init(&self->sampling, n_cpus))
		return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", n_cpus, plural(n_cpus));
	rotation_set_interval(self->base.rotation, self->base.interval_ns);
	duty_set_interval(self->sampling.windows.duty, self->base.interval_ns);
	return 0;
}

static void learn_ids(struct source_switch *self)
{
	const struct counting_plan *plan = &self->base.plan;
	const struct groups_ops *groups = self->base.sys->groups;
	size_t n_cpus = self->base.source.machine.n_cpus;

	self->switch_member = (size_t)group_find(&plan->group[0], MEMBER_SWITCH);
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		for (size_t mux = 0; mux <= plan->n_mux; mux++) {
			size_t member = (size_t)group_find(&plan->group[mux], MEMBER_CLOCK);

			for (size_t i = 0; i < plan->group[mux].n; i++)
				self->ids[mux][i * n_cpus + cpu] =
					groups->event_id(self->groups, cpu, mux, i);
			self->clocks[mux * n_cpus + cpu].id =
				groups->event_id(self->groups, cpu, mux, member);
		}
		slicer_set_switch_id(self->slicer, cpu, switch_id(self, cpu));
	}
}

/*
 * Opens the groups of the plan on the CPUs that are online, with all that goes with them. 0, or a negative errno
 * with a sentence; then too the caller closes what is open. -ENODEV: a CPU went offline meanwhile.
 */
static int open_groups(struct cpu_source *base, struct err *err)
{
	struct source_switch *self = (struct source_switch *)base;
	const struct groups_options options = {
		.n_mux = self->base.plan.n_mux,
		.online = self->base.hotplug.online,
		.grow = self->grow,
	};
	int ret = self->base.sys->groups->open(self->base.plan.group, &self->base.source.machine, &options,
					       &self->groups, err);

	self->lost = false;
	cpu_source_opens(&self->base);
	if (ret)
		return ret;
	self->layout = self->base.sys->groups->layout(self->groups);
	ret = make_slicer(self, err);
	if (ret)
		return ret;
	learn_ids(self);
	markers_reopen(self);
	return 0;
}

static void close_groups(struct cpu_source *base)
{
	struct source_switch *self = (struct source_switch *)base;

	for (size_t mux = 0; mux <= MUX_MAX; mux++) {
		free(self->ids[mux]);
		self->ids[mux] = NULL;
	}
	markers_close(self);
	free_order(&self->order);
	free(self->siblings);
	free(self->removed);
	free(self->timer_ids);
	free(self->timer_unused);
	free(self->clocks);
	sampling_done(&self->sampling);
	rotation_free(self->base.rotation);
	slicer_free(self->slicer);
	self->base.sys->groups->close(self->groups);
	self->siblings = NULL;
	self->removed = NULL;
	self->timer_ids = NULL;
	self->timer_unused = NULL;
	self->clocks = NULL;
	self->base.rotation = NULL;
	self->slicer = NULL;
	self->groups = NULL;
}

/* ---- the operations ---- */

/*
 * Which CPUs are online now? Not during a recording, which goes on with the events that it began
 * with.
 */
static void poll_hotplug(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	if (self->base.source.tap)
		return;
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		ring_records_idle_offline(self, cpu, now_ns, sink);	/* those that come now */
	self->online_ns = self->polled_ns;
	self->polled_ns = now_ns;
	self->base.came |= self->base.sys->poll_hotplug(&self->base.hotplug, &self->base.source.machine, "");
}

/*
 * Adds up the times of all groups as last read; a CPU that sleeps for long adds nothing to either.
 */
static void add_times(const struct source_switch *self, uint64_t *enabled_ns, uint64_t *running_ns)
{
	*enabled_ns = *running_ns = 0;
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		uint64_t time_ns;
		const struct reading *base = slicer_base(self->slicer, cpu, &time_ns);

		*enabled_ns += base ? base->enabled_ns : 0;
		*running_ns += base ? base->running_ns : 0;
	}
}

static int switch_reopen(struct source_switch *self, struct err *err);

/* Which CPUs have lost their events? Are there any that are online again? */
static bool finds_removed(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	bool found = false;

	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		if (!self->removed[cpu])
			continue;
		if (self->base.source.tap) {
			rings_skip_removed(self, cpu, now_ns);
		} else if (cpu_source_can_open(&self->base, cpu)) {
			rings_lose_removed(self, cpu, now_ns, sink);
			found = true;
		} else {
			self->online_ns = self->polled_ns;
			ring_records_idle_offline(self, cpu, now_ns, sink);
		}
	}
	return found;
}

/*
 * A CPU came online or was off and on, rings were too small, or optional events go or come back:
 * then all groups are reopened, which is a gap of some milliseconds. Not during a recording: the
 * events of the file would change.
 */
static bool wants_reopening(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	bool grows = self->lost && self->grow < GROUPS_GROW_MAX;
	bool removed = finds_removed(self, now_ns, sink);
	uint64_t enabled_ns, running_ns;

	if (self->base.source.tap)
		return false;
	add_times(self, &enabled_ns, &running_ns);
	return removed || grows || cpu_source_must_reopen(&self->base, enabled_ns, running_ns) ||
	       self->sampling.level2_changes;
}

/*
 * Reads the group of a CPU on which a task runs for certain. Time is cut at the tick, the same
 * instant on all CPUs, so that a busy CPU has 100 % of the interval. The slots of the microseconds
 * until the read are missing in the next interval.
 */
static void tick_cpu(struct source_switch *self, size_t cpu, uint64_t now_ns,
		     const struct sink *sink)
{
	if (!self->markers.on)
		ring_records_drain(self, cpu, sink);
	if (!self->base.hotplug.online[cpu]) {
		ring_records_idle_offline(self, cpu, now_ns, sink);
		return;
	}
	if (!duty_is_open(self->sampling.windows.duty, cpu)) {
		/* In a gap no record brings the counts. */
		rings_read_soon(self, cpu, now_ns, true, sink);
		return;
	}
	if (rings_runs_task(self, cpu))
		rings_read_soon(self, cpu, now_ns, false, sink);
}

static void tick_cpus(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	if (self->siblings || self->markers.on)
		ring_records_drain_all(self, sink);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		tick_cpu(self, cpu, now_ns, sink);
	rings_place_all(self, sink);
}

/*
 * Do others multiplex the counters? If only the first tick saw that, much of the first interval
 * would have no owners. After 20 ms, 40, 80, and so on until the tick.
 */
static void look_at_groups(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	if (now_ns < self->look_ns)
		return;
	self->look_ns += self->look_gap_ns;
	self->look_gap_ns *= 2;
	tick_cpus(self, now_ns, sink);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		rings_follow_mux_timer(self, cpu, sink);
		if (slicer_multiplexed(self->slicer, cpu))
			rings_adjust_clock(self, cpu);
	}
}

/* Where slots are counted per core, a task should not wait for the tick to be alone on its core. */
static int switch_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;

	(void)err;
	if (self->siblings)
		poll_hotplug(self, cpu_source_now(&self->base), sink);
	ring_records_drain_all(self, sink);
	look_at_groups(self, cpu_source_now(&self->base), sink);
	rings_rotate_all(self, cpu_source_now(&self->base), sink);
	sampling_run_timers(self, cpu_source_now(&self->base), sink);
	return 0;
}

static int switch_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		       struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	bool reopen;

	self->sample_rate = 0;
	self->look_ns = UINT64_MAX;
	poll_hotplug(self, now_ns, sink);
	tick_cpus(self, now_ns, sink);
	source->cut_ns = cpu_source_now(&self->base);
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++) {
		rings_follow_mux_timer(self, cpu, sink);
		rings_adjust_clock(self, cpu);
	}
	sampling_tick(self, now_ns, sink);
	reopen = wants_reopening(self, now_ns, sink);
	cpu_source_report_left_out(&self->base);
	if (reopen)
		return switch_reopen(self, err);
	markers_retry(self);
	rings_rotate_all(self, now_ns, sink);
	sampling_run_timers(self, now_ns, sink);
	return 0;
}

/* Idle time may go on: it has no owner. */
static bool may_run_task(const struct source_switch *self, size_t cpu)
{
	int32_t tid;

	return self->base.hotplug.online[cpu] &&
	       (rings_runs_task(self, cpu) || !slicer_running(self->slicer, cpu, &tid));
}

/* The readings name no task, so slices go on until a sample does. */
static int switch_cut(struct source *source, uint64_t now_ns, const struct sink *sink,
		      struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;

	(void)err;
	ring_records_drain_all(self, sink);
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++)
		if (may_run_task(self, cpu))
			rings_read_soon(self, cpu, now_ns, true, sink);
	rings_place_all(self, sink);
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++)
		rings_adjust_clock(self, cpu);
	return 0;
}

/* When the groups, the windows or the look at others want something; 0: at once. */
static uint64_t next_ns(const struct source_switch *self)
{
	uint64_t mux_ns = rotation_next_ns(self->base.rotation), window_ns = sampling_next_ns(self);
	const uint64_t look_ns = self->look_ns;

	if (cpu_source_turns_change(&self->base))
		return 0;	/* drain at once */
	if (look_ns < mux_ns && look_ns < window_ns)
		return look_ns;
	return mux_ns < window_ns ? mux_ns : window_ns;
}

/* The groups are as after opening: disabled. The collector thread raises its privilege meanwhile. */
static int reopen_groups(struct source_switch *self, struct err *err)
{
	return cpu_source_reopen(&self->base, open_groups, close_groups, err);
}

static int start_groups(struct source_switch *self, struct err *err)
{
	int ret;

	sampling_start(self);
	ret = self->base.sys->groups->enable(self->groups, err);
	/* Idle CPUs too: enabling has woken them anyway. */
	if (!ret)
		rings_read_baseline(self);
	self->look_gap_ns = FIRST_LOOK_NS;
	self->look_ns = cpu_source_now(&self->base) + self->look_gap_ns;
	return ret;
}

static int switch_start(struct source *source, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	int ret = cpu_source_leaves_level2(&self->base) ? reopen_groups(self, err) : 0;

	return ret ? ret : start_groups(self, err);
}

static int switch_wait(struct source *source, uint64_t *until_ns)
{
	struct source_switch *self = (struct source_switch *)source;

	*until_ns = next_ns(self);
	return self->base.sys->groups->poll_fd(self->groups);
}

static void switch_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	slicer_now(((struct source_switch *)source)->slicer, cpu, now);
}

static const struct recordable *switch_recordable(struct source *source, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;

	(void)err;
	self->recordable.n_groups = 1 + self->base.plan.n_mux;
	for (size_t mux = 0; mux <= self->base.plan.n_mux; mux++)
		self->recordable.groups[mux] = (struct recordable_group){
			.group = &self->base.plan.group[mux],
			.core_type = source->machine.cpus[0].core_type,
			.mux = (uint32_t)mux,
			.ids = self->ids[mux],
		};
	self->recordable.n_cpus = source->machine.n_cpus;
	self->recordable.layout = *self->layout;
	self->recordable.now = switch_now;
	self->recordable.source = source;
	return &self->recordable;
}

/* A recording begins or ends. */
static void leave_windows(struct source_switch *self, const struct sink *sink)
{
	sampling_close_gaps(self, sink);
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		rings_leave_mux_timer(self, cpu, sink);
}

/* Level 2 is seen at the next drain, the interval by the next tick, which adjusts the clocks. */
static int switch_request(struct source *source, const struct source_requests *was,
			  const struct sink *sink, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	const struct source_requests *requests = &source->requests;

	cpu_source_request(&self->base, &self->sampling.windows, was);
	if (sink && requests->recordings != was->recordings)
		leave_windows(self, sink);
	return requests->regions != was->regions ? markers_watch(self, requests->regions, err) : 0;
}

static void switch_say(struct source *source, struct source_remarks *remarks)
{
	const struct source_switch *self = (const struct source_switch *)source;

	remarks->markers = markers_seen(self, &remarks->marker_ns);
	remarks->probes_last_ns = markers_last_ns(self);
}

static void switch_close(struct source *source)
{
	struct source_switch *self = (struct source_switch *)source;

	close_groups(&self->base);
	cpu_source_done(&self->base);
	free(self);
}

static const struct source_ops switch_ops = {
	.name = "switch",
	.asks_proc = true,
	.watches_regions = true,
	.start = switch_start,
	.wait = switch_wait,
	.drain = switch_drain,
	.tick = switch_tick,
	.cut = switch_cut,
	.clock_ns = cpu_source_clock_ns,
	.request = switch_request,
	.say = switch_say,
	.recordable = switch_recordable,
	.close = switch_close,
};

static int switch_reopen(struct source_switch *self, struct err *err)
{
	int ret;

	self->grow += self->lost && self->grow < GROUPS_GROW_MAX;
	ret = reopen_groups(self, err);
	if (!ret)
		ret = start_groups(self, err);
	self->base.source.restarted_ns = cpu_source_now(&self->base);
	return ret;
}

int source_switch_open(const struct cores *cores, size_t type, const struct cpu_sys *sys,
		       struct source **out, struct err *err)
{
	struct source_switch *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->base.source.machine.engine = ENGINE_RING;
	windows_set_defaults(&self->sampling.windows);
	ret = cpu_source_init(&self->base, &switch_ops, sys, cores, type, err);
	if (!ret)
		ret = open_groups(&self->base, err);
	if (ret) {
		switch_close(&self->base.source);
		return ret;
	}
	memcpy(self->recordable.pmu_name, self->base.plan.pmu_name, sizeof(self->recordable.pmu_name));
	*out = &self->base.source;
	return 0;
}
