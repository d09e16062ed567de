/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source: records of all rings go through the slicer, names go to the sink, and at a tick
 * the groups of busy CPUs are read so that a task that never leaves gets its due. Where there are more
 * events than counters, groups take turns (collect/percpu/rotation.h). Opened by main, then used by the collector
 * thread only.
 */
#include "config.h"
#include "collect/percpu/source_switch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/percpu/clock_period.h"
#include "collect/percpu/switch_internal.h"
#include "collect/slice/tap.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/topology.h"
#include "model/control.h"

#define DRAIN_MAX 65536		/* records of one ring at a time: a storm on one CPU must not starve the tick */

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
	bool whoever;		/* runs: the reading is a fact all the same */
	bool ends_mux;		/* its group was off then; what is younger is of the next one, `turn` */
	uint32_t mux;
};

static uint64_t switch_clock_ns(struct source *source)
{
	(void)source;
	return clock_ns(CLOCK_MONOTONIC);	/* attr.clockid of all events: perf_open.c */
}

static void tell_task(const struct record *record, const struct sink *sink)
{
	struct task_event event;

	if (sink->task && record_task_event(record, &event))
		sink->task(sink->data, &event);
}

/*
 * When several programs sample context switches, newer kernels give the samples of all of them the id of
 * the one that is served first (seen with 6.18: the events share one perf_sample_data, whose id is not
 * made anew). The clock's samples are each its own, so whatever is not one of those is a switch. Nor need the id
 * tell whose turn it was: a ring is emptied between two turns.
 */
static void correct_id(const struct source_switch *self, size_t cpu, struct record *record)
{
	if (record->id != clock_of(self, cpu)->id)
		record->id = switch_id(self, cpu);
}

/* In struct recordable the groups are in the order of turns. */
static struct tap_place place_of(const struct source_switch *self, size_t cpu)
{
	return (struct tap_place){ .cpu = cpu, .group = rotation_of(self->rotation, cpu) };
}

/* A reading comes to its place: for who listens, and for the slicer. */
static void take_reading(struct source_switch *self, size_t cpu, uint64_t time_ns,
			 const struct reading *reading, const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	struct slicer_now now;

	if (tap) {
		slicer_now(self->slicer, cpu, &now);
		tap->reading(tap->data, place_of(self, cpu), time_ns, now.pid, now.tid, reading);
	}
	slicer_reading(self->slicer, cpu, time_ns, reading, sink);
}

static void place_pending(struct source_switch *self, size_t cpu, struct pending *pending,
			  const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	int32_t tid;

	if (!pending->waits)
		return;
	pending->waits = false;
	if (pending->ends_mux || pending->whoever || slicer_running(self->slicer, cpu, &tid))
		take_reading(self, cpu, pending->time_ns, &pending->reading, sink);
	if (pending->ends_mux) {
		slicer_begin_mux(self->slicer, cpu, pending->mux);
		rotation_begin(self->rotation, cpu, pending->mux, pending->time_ns);
		if (tap)
			tap->mux(tap->data, place_of(self, cpu));
	}
}

/* Is this record younger than the reading? Within a turn the counts tell; between two nothing is counted. */
static bool is_younger(const struct source_switch *self, size_t cpu, const struct pending *pending,
		       const struct record *record)
{
	if (pending->ends_mux)
		return record->time_ns > pending->time_ns ||
		       slicer_mux_was_over(self->slicer, cpu, record, &pending->reading);
	return record->kind == REC_SAMPLE && reading_is_before(&pending->reading, &record->reading);
}

/*
 * Who comes and goes is told in a recording by a member of turn 0, which would write the same, were it always on.
 */
static void tell_tap(const struct source_switch *self, size_t cpu, const struct record *record,
		     const void *bytes, size_t size)
{
	const struct tap *tap = self->source.tap;

	if (!tap)
		return;
	if (record->kind != REC_SAMPLE)
		tap_record_as(tap, place_of(self, cpu), bytes, size, switch_id(self, cpu));
	else
		tap->record(tap->data, place_of(self, cpu), bytes, size);
}

/* A record that was taken from a ring. */
struct taken {
	const void *bytes;
	size_t size;
	struct record record;
};

static bool next_record(struct source_switch *self, size_t cpu, struct taken *taken)
{
	taken->bytes = groups_next_record(self->groups, cpu, &taken->size);
	if (!taken->bytes)
		return false;
	if (record_decode(groups_layout(self->groups), taken->bytes, taken->size, &taken->record)) {
		/* The kernel wrote what it never writes: as good as lost. */
		taken->record.kind = REC_LOST;
		taken->record.lost = 1;
	}
	return true;
}

static void take_record(struct source_switch *self, size_t cpu, struct pending *pending,
			struct taken *taken, const struct sink *sink)
{
	struct record *record = &taken->record;

	self->lost |= record->kind == REC_LOST;
	if (pending->waits && is_younger(self, cpu, pending, record)) {
		if (pending->ends_mux && record->time_ns < pending->time_ns)
			pending->time_ns = record->time_ns;
		place_pending(self, cpu, pending, sink);
	}
	if (record->kind == REC_SAMPLE) {
		correct_id(self, cpu, record);
		self->shedding.samples[cpu] += record->id == switch_id(self, cpu);
	}
	tell_tap(self, cpu, record, taken->bytes, taken->size);
	switch (record->kind) {
	case REC_COMM:
	case REC_FORK:
	case REC_EXIT:
		tell_task(record, sink);
		break;
	default:
		slicer_record(self->slicer, cpu, record, sink);
	}
}

/* A reading that waits is put into its place among the records; after the last one by place_pending(). */
static void drain_ring(struct source_switch *self, size_t cpu, struct pending *pending,
		       const struct sink *sink)
{
	struct taken taken;

	for (int n = 0; n < DRAIN_MAX && next_record(self, cpu, &taken); n++)
		take_record(self, cpu, pending, &taken, sink);
}

void switch_take_in(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	struct pending none = { .waits = false };

	drain_ring(self, cpu, &none, sink);
}

/* Both threads of a core, in the order of time: who ran beside whom? */
static void drain_core(struct source_switch *self, const size_t cpus[2], const struct sink *sink)
{
	struct pending none = { .waits = false };
	struct taken taken[2];
	bool have[2];

	for (int i = 0; i < 2; i++)
		have[i] = next_record(self, cpus[i], &taken[i]);
	for (int n = 0; have[0] || have[1]; n++) {
		int i = !have[0] || (have[1] && taken[1].record.time_ns < taken[0].record.time_ns);

		take_record(self, cpus[i], &none, &taken[i], sink);
		have[i] = n < DRAIN_MAX && next_record(self, cpus[i], &taken[i]);
	}
}

static void drain_all(struct source_switch *self, const struct sink *sink)
{
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		const int32_t sibling = self->siblings ? self->siblings[cpu] : -1;

		if (sibling < 0)
			switch_take_in(self, cpu, sink);
		else if ((size_t)sibling > cpu)
			drain_core(self, (const size_t[2]){ cpu, (size_t)sibling }, sink);
	}
}

/*
 * Records may come in until the read has interrupted that CPU; the drain after it puts the reading into its place
 * among them.
 */
void switch_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool whoever,
		     const struct sink *sink)
{
	struct pending pending = { .time_ns = time_ns, .whoever = whoever };

	if (groups_read(self->groups, cpu, rotation_of(self->rotation, cpu), &pending.reading))
		return;		/* the CPU went offline: its last records were drained */
	/* Whether tid 0 idles there is told by the slots of a time: both are of one instant, also when we came late. */
	if (self->source.machine.pid_namespace)
		pending.time_ns = switch_clock_ns(&self->source);
	pending.waits = true;
	drain_ring(self, cpu, &pending, sink);
	place_pending(self, cpu, &pending, sink);
}

/*
 * Does a task run there, for certain? An idle CPU is never woken; but in a pid namespace tid 0 may be a task outside
 * of it, that never leaves.
 */
static bool runs_task(const struct source_switch *self, size_t cpu)
{
	int32_t tid;

	return slicer_running(self->slicer, cpu, &tid) &&
	       (tid != TID_IDLE || self->source.machine.pid_namespace);
}

/*
 * Reads the group of a CPU on which, for certain, a task runs. Time is cut at the tick, the same instant on all
 * CPUs, so that a busy CPU has 100 % of the interval; the slots of the microseconds until the read are the next
 * interval's loss.
 */
static void tick_cpu(struct source_switch *self, size_t cpu, uint64_t now_ns,
		     const struct sink *sink)
{
	switch_take_in(self, cpu, sink);
	if (!duty_is_open(self->shedding.duty, cpu)) {
		switch_read_now(self, cpu, now_ns, true, sink);		/* it counts, and nobody else tells what */
		return;
	}
	if (runs_task(self, cpu))
		switch_read_now(self, cpu, now_ns, false, sink);
}

static void adjust_clock(struct source_switch *self, size_t cpu)
{
	uint64_t period_ns = clock_period_ns(self->slicer, cpu, self->interval_ns);
	struct clock *clock = clock_of(self, cpu);

	if (period_ns == clock->period_ns)
		return;
	groups_set_clock_period(self->groups, cpu, rotation_of(self->rotation, cpu), period_ns);
	clock->period_ns = period_ns;
}

/*
 * One group goes off and is read while it stands still, and the next one goes on. In between, some ten
 * microseconds, nothing is counted; who comes and goes is told all the time. Records that are not younger than
 * the reading are of the group that went off; the clock is asked a moment after that, and the slicer knows better.
 * Only if it is certain that a task runs there.
 */
static void change_mux(struct source_switch *self, size_t cpu, uint32_t mux, const struct sink *sink)
{
	const uint32_t last = rotation_of(self->rotation, cpu);
	struct pending end;

	switch_take_in(self, cpu, sink);
	if (!runs_task(self, cpu))
		return;
	if (groups_switch(self->groups, cpu, last, false))
		return;		/* the CPU went offline */
	end = (struct pending){ .time_ns = switch_clock_ns(&self->source), .waits = true,
				.ends_mux = true, .mux = mux };
	if (groups_read(self->groups, cpu, last, &end.reading))
		return;
	(void)groups_switch(self->groups, cpu, mux, true);
	drain_ring(self, cpu, &end, sink);
	place_pending(self, cpu, &end, sink);
	adjust_clock(self, cpu);
}

void switch_end_mux(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink)
{
	const uint32_t mux = rotation_due_ns(self->rotation, cpu, now_ns);

	if (mux != rotation_of(self->rotation, cpu))
		change_mux(self, cpu, mux, sink);
}

static void take_rotation(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	bool taken = rotation_wanted(self->rotation);

	rotation_want(self->rotation, self->level2_wanted, now_ns);
	if (tap && taken != rotation_wanted(self->rotation))
		tap->rotation(tap->data, 0, !taken);
	slicer_take_rotation(self->slicer, rotation_wanted(self->rotation));
	if (!rotation_due(self->rotation, now_ns))
		return;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		switch_end_mux(self, cpu, now_ns, sink);
}

static int switch_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;

	(void)err;
	drain_all(self, sink);
	take_rotation(self, switch_clock_ns(source), sink);
	shedding_beat(self, switch_clock_ns(source), sink);
	return 0;
}

static int switch_reopen(struct source_switch *self, struct err *err);

/*
 * A CPU is back, rings were too small, or others took counters: all groups are opened again, which is a gap of some milliseconds.
 * Not while somebody records: the events in the file would be others.
 */
static bool wants_reopening(struct source_switch *self)
{
	bool grows = self->lost && self->grow < GROUPS_GROW_MAX;

	if (self->source.tap)
		return false;
	return hotplug_poll(&self->hotplug, &self->source.machine, "") || grows || switch_starves(self) ||
	       self->shedding.reopens;
}

static void idle_offline(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (!self->hotplug.online[cpu])
			slicer_offline(self->slicer, cpu, now_ns, sink);
}

static int switch_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		       struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	bool reopen;

	if (self->siblings)
		drain_all(self, sink);
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++) {
		tick_cpu(self, cpu, now_ns, sink);
		adjust_clock(self, cpu);
	}
	idle_offline(self, now_ns, sink);
	shedding_tick(self, now_ns, sink);
	reopen = wants_reopening(self);
	switch_tell_others(self);
	idle_offline(self, now_ns, sink);	/* those of which it is new */
	if (reopen)
		return switch_reopen(self, err);
	take_rotation(self, now_ns, sink);
	shedding_beat(self, now_ns, sink);
	return 0;
}

static uint64_t switch_next_ns(struct source *source)
{
	struct source_switch *self = (struct source_switch *)source;
	uint64_t mux_ns = rotation_next_ns(self->rotation), window_ns = shedding_next_ns(self);

	if (self->choice.n_mux && self->level2_wanted != rotation_wanted(self->rotation))
		return 0;	/* a wish is followed by a drain */
	return mux_ns < window_ns ? mux_ns : window_ns;
}

static void switch_want_level2(struct source *source, bool wanted)
{
	((struct source_switch *)source)->level2_wanted = wanted;	/* the next drain follows it, at once */
}

static void switch_set_budget(struct source *source, double percent, double own_share)
{
	struct source_switch *self = (struct source_switch *)source;

	budget_init(&self->shedding.budget, percent);
	self->shedding.own_share = own_share;
}

static void switch_set_interval(struct source *source, uint64_t interval_ns)
{
	struct source_switch *self = (struct source_switch *)source;

	self->interval_ns = interval_ns;	/* the next tick adjusts the clocks */
	rotation_set_interval(self->rotation, interval_ns);
	duty_set_interval(self->shedding.duty, interval_ns);
}

static int switch_start(struct source *source, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	struct reading reading;
	int ret;

	shedding_start(self);
	ret = groups_enable(self->groups, err);

	/* A baseline for all, idle CPUs too: enabling has woken them anyway. No slice comes of it. */
	for (size_t cpu = 0; !ret && cpu < source->machine.n_cpus; cpu++)
		if (!groups_read(self->groups, cpu, 0, &reading))
			take_reading(self, cpu, switch_clock_ns(source), &reading, NULL);
	return ret;
}

static int switch_poll_fd(struct source *source)
{
	return groups_poll_fd(((struct source_switch *)source)->groups);
}

static const struct recordable *switch_recordable(struct source *source)
{
	struct source_switch *self = (struct source_switch *)source;

	self->recordable.n_groups = 1 + self->choice.n_mux;
	for (size_t mux = 0; mux <= self->choice.n_mux; mux++)
		self->recordable.groups[mux] = (struct recordable_group){
			.group = &self->choice.group[mux],
			.core_type = source->machine.cpus[0].core_type,
			.mux = (uint32_t)mux,
			.ids = self->ids[mux],
		};
	self->recordable.n_cpus = source->machine.n_cpus;
	self->recordable.layout = *groups_layout(self->groups);
	return &self->recordable;
}

static void switch_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	slicer_now(((struct source_switch *)source)->slicer, cpu, now);
}

static void switch_close(struct source *source)
{
	struct source_switch *self = (struct source_switch *)source;

	switch_close_groups(self);
	hotplug_done(&self->hotplug);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops switch_ops = {
	.name = "switch",
	.start = switch_start,
	.poll_fd = switch_poll_fd,
	.drain = switch_drain,
	.tick = switch_tick,
	.next_ns = switch_next_ns,
	.want_level2 = switch_want_level2,
	.set_budget = switch_set_budget,
	.set_interval = switch_set_interval,
	.clock_ns = switch_clock_ns,
	.asks_proc = true,
	.recordable = switch_recordable,
	.now = switch_now,
	.close = switch_close,
};

static int switch_reopen(struct source_switch *self, struct err *err)
{
	int ret;

	self->grow += self->lost && self->grow < GROUPS_GROW_MAX;
	privilege_raise(PRIVILEGE_COUNT);
	ret = switch_reopen_groups(self, err);
	privilege_raise(PRIVILEGE_PROC);
	if (!ret)
		ret = switch_start(&self->source, err);
	self->source.restarted_ns = switch_clock_ns(&self->source);
	return ret;
}

int source_switch_open(const struct cores *cores, size_t kind, struct source **out, struct err *err)
{
	struct source_switch *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->source.ops = &switch_ops;
	self->source.machine.source = switch_ops.name;
	self->source.machine.pid_namespace = facts_pid_namespace("");
	self->interval_ns = INTERVAL_FIRST_NS;
	switch_set_budget(&self->source, 0, 1);
	self->shedding.forced = shedding_forced(getenv("TDTOP_DUTY"));
	gethostname(self->source.machine.host, sizeof(self->source.machine.host) - 1);
	ret = topology_read(&self->source.machine, err);
	if (!ret)
		ret = choice_make(cores, kind, &self->source.machine, &self->choice, err);
	if (!ret)
		switch_learn_lean(self);
	if (!ret)
		ret = hotplug_init(&self->hotplug, &self->source.machine, &cores->group[kind].pmu);
	if (!ret)
		ret = switch_open_groups(self, err);
	if (ret) {
		switch_close(&self->source);
		return ret;
	}
	memcpy(self->recordable.pmu_name, self->choice.pmu_name, sizeof(self->recordable.pmu_name));
	*out = &self->source;
	return 0;
}
