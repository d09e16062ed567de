/* SPDX-License-Identifier: GPL-2.0-only */
/* Records, readings and rotation of the switch source; see switch_internal.h. Collector thread. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include "collect/slice/tap.h"
#include "collect/sys/privilege.h"

#define CLOCK_PERIOD_UNKNOWN_NS 250000000ULL
#define CLOCK_PERIOD_MULTIPLEXED_NS 1000000ULL	/* 3 slices in each mux interval of 4 ms */
#define CLOCK_PERIOD_LONG_NS 2000000000ULL
#define CLOCK_PERIOD_OFF_NS 86400000000000ULL	/* a day */
#define HZ_MAX 1000		/* jiffies a second, at most */
#define NS_PER_S 1000000000ULL

/*
 * Reads the group of a CPU. False: the CPU went offline, or was offline for a while. The kernel
 * removes all events of such a CPU for good, so the leader has no siblings any more and the reading
 * has other members than the group (kernel: perf_event_exit_cpu(), perf_read_group()). Its last
 * record says that a kernel thread runs, which did that; so the next tick reads the group.
 */
static bool read_group(struct source_switch *self, size_t cpu, uint32_t mux,
		       struct reading *reading)
{
	bool counts = !self->base.sys->groups->read(self->groups, cpu, mux, reading);

	if (counts)
		ring_records_leave_members(self, cpu, reading);
	counts = counts && reading->n == self->base.plan.group[mux].n;
	self->removed[cpu] |= !counts && self->base.hotplug.online[cpu];
	return counts;
}

void rings_lose_removed(struct source_switch *self, size_t cpu, uint64_t now_ns,
			const struct sink *sink)
{
	const struct record lost = { .kind = REC_LOST, .lost = 0 };
	const struct record out = { .kind = REC_SWITCH_OUT,
				    .time_ns = now_ns,
				    .pid = TID_UNKNOWN,
				    .tid = TID_UNKNOWN,
				    .next_prev_tid = TID_UNKNOWN };

	slicer_record(self->slicer, cpu, &lost, sink);
	slicer_record(self->slicer, cpu, &out, sink);
}

void rings_skip_removed(struct source_switch *self, size_t cpu, uint64_t now_ns)
{
	uint64_t time_ns;
	const struct reading *base = slicer_base(self->slicer, cpu, &time_ns);
	struct reading same;

	if (!base)
		return;
	reading_copy(&same, base);
	slicer_set_base(self->slicer, cpu, rotation_mux(self->base.rotation, cpu), now_ns, &same);
}

void rings_read_baseline(struct source_switch *self)
{
	struct reading reading;

	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		if (read_group(self, cpu, 0, &reading))
			ring_records_take_reading(self, cpu, cpu_source_now(&self->base), &reading, NULL);
}

/*
 * More records may come until the read has interrupted that CPU; the drain after it puts the
 * reading into its place among them. False: its last records were drained.
 */
static bool hold_reading(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task)
{
	struct pending pending = { .time_ns = time_ns, .any_task = any_task };

	if (!read_group(self, cpu, rotation_mux(self->base.rotation, cpu), &pending.reading))
		return false;
	/*
	 * The slots of a time tell whether tid 0 idles there, so both must be of one instant, also
	 * when the collector comes late.
	 */
	if (self->base.source.machine.pid_namespace)
		pending.time_ns = cpu_source_now(&self->base);
	ring_records_hold(self, cpu, &pending);
	return true;
}

void rings_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		    const struct sink *sink)
{
	if (hold_reading(self, cpu, time_ns, any_task))
		ring_records_place(self, cpu, sink);
}

void rings_read_soon(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		     const struct sink *sink)
{
	if (hold_reading(self, cpu, time_ns, any_task) && !self->markers.on)
		ring_records_place(self, cpu, sink);
}

void rings_place_all(struct source_switch *self, const struct sink *sink)
{
	if (self->markers.on)
		ring_records_place_all(self, sink);
}

bool rings_runs_task(const struct source_switch *self, size_t cpu)
{
	int32_t tid;

	return slicer_running(self->slicer, cpu, &tid) &&
	       (tid != TID_IDLE || self->base.source.machine.pid_namespace);
}

/*
 * The kernel throttles a clock that samples as often in one jiffy as perf_event_max_sample_rate
 * allows: until the next jiffy, and since Linux 6.16 its whole group stands still meanwhile, while
 * its running time goes on. At a quarter of the rate that never happens. At HZ or less it happens
 * at each sample, so there are none.
 */
static uint64_t multiplexed_period_ns(uint64_t sample_rate)
{
	const uint64_t least_ns = sample_rate > HZ_MAX ? 4 * NS_PER_S / sample_rate :
							 CLOCK_PERIOD_OFF_NS;

	return least_ns > CLOCK_PERIOD_MULTIPLEXED_NS ? least_ns : CLOCK_PERIOD_MULTIPLEXED_NS;
}

/*
 * How often the cpu-clock of a CPU must sample: as seldom as possible. If the current task is
 * certain, the readings at the ticks are all that is needed, and an idle CPU is not woken at all.
 * The clock is for the rest:
 *  - the current task is unknown (the start, LOST records): until a sample tells;
 *  - the group is multiplexed with other users, and cannot be sampled at the mux timer. It is on
 *    for 4 ms at a time, and only what lies between two samples of one such time has an owner;
 *  - long intervals: the fields of the PERF_METRICS register are 8 bits wide, so it must be read
 *    every few seconds.
 */
static uint64_t clock_period_ns(struct source_switch *self, size_t cpu)
{
	const struct slicer *slicer = self->slicer;
	int32_t tid;

	if (!slicer_running(slicer, cpu, &tid))
		return CLOCK_PERIOD_UNKNOWN_NS;
	if (tid == TID_IDLE)
		return CLOCK_PERIOD_OFF_NS;
	if (slicer_multiplexed(slicer, cpu) && !self->timer_ids[cpu]) {
		if (!self->sample_rate)
			self->sample_rate = self->base.sys->sample_rate();
		return multiplexed_period_ns(self->sample_rate);
	}
	return self->base.interval_ns > CLOCK_PERIOD_LONG_NS ? CLOCK_PERIOD_LONG_NS :
							 CLOCK_PERIOD_OFF_NS;
}

void rings_adjust_clock(struct source_switch *self, size_t cpu)
{
	uint64_t period_ns = clock_period_ns(self, cpu);
	struct clock *clock = clock_of(self, cpu);

	if (period_ns == clock->period_ns)
		return;
	self->base.sys->groups->set_clock_period(self->groups, cpu, rotation_mux(self->base.rotation, cpu),
						 period_ns);
	clock->period_ns = period_ns;
}

/* Where the timer is takes a while to find: until then the clock samples. */
static void find_mux_timer(struct source_switch *self)
{
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		if (slicer_multiplexed(self->slicer, cpu))
			rings_adjust_clock(self, cpu);
	(void)self->base.sys->find_mux_timer("", &self->mux_timer);
	self->mux_timer_asked = true;
}

static void begin_mux_timer(struct source_switch *self, size_t cpu)
{
	if (!self->mux_timer_asked)
		find_mux_timer(self);
	if (!self->mux_timer.tracepoint)
		return;
	privilege_raise(PRIVILEGE_COUNT);
	self->timer_ids[cpu] =
		self->base.sys->groups->sample_mux_timer(self->groups, cpu, &self->mux_timer);
	privilege_raise(PRIVILEGE_PROC);
	if (!self->timer_ids[cpu] && self->base.hotplug.online[cpu])
		self->mux_timer.tracepoint = 0;		/* it would be refused again */
	slicer_set_timer_id(self->slicer, cpu, self->timer_ids[cpu]);
}

void rings_leave_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (!self->timer_ids[cpu])
		return;
	(void)self->base.sys->groups->sample_mux_timer(self->groups, cpu, NULL);
	ring_records_drain(self, cpu, sink);
	self->timer_ids[cpu] = 0;
	self->timer_unused[cpu] = false;
	slicer_set_timer_id(self->slicer, cpu, 0);
}

/*
 * Not while groups rotate: tdtop itself multiplexes them. It ends at the second tick: a guest that
 * its host stops for a tenth of a second looks as if the other user had gone.
 */
void rings_follow_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	const bool rotates = self->base.plan.n_mux && rotation_wanted(self->base.rotation);
	const bool shared = slicer_multiplexed(self->slicer, cpu);

	if (rotates || (!shared && self->timer_unused[cpu]))
		rings_leave_mux_timer(self, cpu, sink);
	else if (shared && !self->timer_ids[cpu] && !self->base.source.tap &&
		 !rotation_mux(self->base.rotation, cpu))
		begin_mux_timer(self, cpu);
	self->timer_unused[cpu] = self->timer_ids[cpu] && !shared;
}

/*
 * Switches one group off, reads it while it stands still, and switches the next one on. In between,
 * for some ten microseconds, nothing is counted; tasks are reported all the time. Records that are
 * not younger than the reading are of the group that went off; the clock is read a moment later,
 * and the slicer knows better. Only if it is certain that a task runs there.
 */
static void switch_mux(struct source_switch *self, size_t cpu, uint32_t mux,
		       const struct sink *sink)
{
	const struct groups_ops *groups = self->base.sys->groups;
	const uint32_t last = rotation_mux(self->base.rotation, cpu);
	struct pending end;

	ring_records_drain(self, cpu, sink);
	if (!rings_runs_task(self, cpu))
		return;
	if (groups->switch_mux(self->groups, cpu, last, false))
		return;		/* the CPU went offline */
	end = (struct pending){ .time_ns = cpu_source_now(&self->base), .rotates = true, .mux = mux };
	if (!read_group(self, cpu, last, &end.reading))
		return;
	(void)groups->switch_mux(self->groups, cpu, mux, true);
	ring_records_hold(self, cpu, &end);
	ring_records_place(self, cpu, sink);
	rings_adjust_clock(self, cpu);
}

void rings_rotate(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink)
{
	const uint32_t mux = rotation_mux_due(self->base.rotation, cpu, now_ns);

	if (mux != rotation_mux(self->base.rotation, cpu))
		switch_mux(self, cpu, mux, sink);
}

void rings_rotate_all(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	const struct tap *tap = self->base.source.tap;
	bool wanted = rotation_wanted(self->base.rotation);

	cpu_source_try_room(&self->base);
	rotation_want(self->base.rotation, cpu_source_turns_due(&self->base), now_ns);
	if (tap && wanted != rotation_wanted(self->base.rotation))
		tap->rotating(tap->data, tap->first_group, !wanted);
	slicer_set_rotating(self->slicer, rotation_wanted(self->base.rotation));
	if (!rotation_timer_due(self->base.rotation, now_ns))
		return;
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++)
		rings_rotate(self, cpu, now_ns, sink);
}
