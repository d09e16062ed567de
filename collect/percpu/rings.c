/* SPDX-License-Identifier: GPL-2.0-only */
/* Records, readings and rotation of the switch source; see rings.h. Collector thread. */
#include "config.h"
#include "collect/percpu/rings.h"

#include "collect/percpu/switch_internal.h"
#include "collect/slice/tap.h"
#include "collect/sys/privilege.h"

#define DRAIN_MAX 65536		/* records of a ring at a time */

#define CLOCK_PERIOD_UNKNOWN_NS 250000000ULL
#define CLOCK_PERIOD_MULTIPLEXED_NS 1000000ULL	/* 3 slices in each mux interval of 4 ms */
#define CLOCK_PERIOD_LONG_NS 2000000000ULL
#define CLOCK_PERIOD_OFF_NS 86400000000000ULL	/* a day */
#define HZ_MAX 1000		/* jiffies a second, at most */
#define NS_PER_S 1000000000ULL

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
	bool any_task;		/* the reading holds whichever task runs */
	bool rotates;		/* the group was off then; younger records are of group `mux` */
	uint32_t mux;
};

static void report_task(const struct record *record, const struct sink *sink)
{
	struct task_event event;

	if (sink->task && record_task_event(record, &event))
		sink->task(sink->data, &event);
}

/*
 * When several programs sample context switches, newer kernels give the samples of all of them the
 * id of the event that is served first (seen with 6.18: the events share one perf_sample_data,
 * whose id is not renewed). Each sample of the clock has its own id, so any other sample is one of
 * a switch. The id need not tell which group was on: a ring is emptied between two groups.
 */
static void correct_id(const struct source_switch *self, size_t cpu, struct record *record)
{
	if (record->id != clock_of(self, cpu)->id && record->id != self->timer_ids[cpu])
		record->id = switch_id(self, cpu);
}

/* The member that samples at the mux timer counts nothing; it is the last. */
static void leave_timer_member(const struct source_switch *self, size_t cpu,
			       struct reading *reading)
{
	const size_t n = self->plan.group[rotation_mux(self->rotation, cpu)].n;

	if (reading->n != n + 1)
		return;
	reading->value[n] = 0;
	reading->n = (uint32_t)n;
}

/* In struct recordable the groups are in the order of mux. */
static struct tap_place place_of(const struct source_switch *self, size_t cpu)
{
	return (struct tap_place){ .cpu = cpu, .group = rotation_mux(self->rotation, cpu) };
}

/* Passes a reading at its place to the tap and to the slicer. */
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
	if (pending->rotates || pending->any_task || slicer_running(self->slicer, cpu, &tid))
		take_reading(self, cpu, pending->time_ns, &pending->reading, sink);
	if (pending->rotates) {
		slicer_rotate(self->slicer, cpu, pending->mux);
		rotation_switched(self->rotation, cpu, pending->mux, pending->time_ns);
		if (tap)
			tap->rotated(tap->data, place_of(self, cpu));
	}
}

/*
 * Is this record younger than the reading? While a group is on its counts tell; between two groups
 * nothing is counted.
 */
static bool is_younger(const struct source_switch *self, size_t cpu, const struct pending *pending,
		       const struct record *record)
{
	if (pending->rotates)
		return record->time_ns > pending->time_ns ||
		       slicer_rotated_before(self->slicer, cpu, record, &pending->reading);
	return record->kind == REC_SAMPLE && reading_is_before(&pending->reading, &record->reading);
}

/*
 * Records other than samples are attributed to a member of the first group in a recording, which
 * would write the same if it were always on.
 */
static void pass_to_tap(const struct source_switch *self, size_t cpu, const struct record *record,
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
	taken->bytes = self->sys->groups->next_record(self->groups, cpu, &taken->size);
	if (!taken->bytes)
		return false;
	if (record_decode(self->layout, taken->bytes, taken->size, &taken->record)) {
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
		if (pending->rotates && record->time_ns < pending->time_ns)
			pending->time_ns = record->time_ns;
		place_pending(self, cpu, pending, sink);
	}
	if (record->kind == REC_SAMPLE) {
		correct_id(self, cpu, record);
		leave_timer_member(self, cpu, &record->reading);
		self->sampling.samples[cpu] += record->id == switch_id(self, cpu);
	}
	pass_to_tap(self, cpu, record, taken->bytes, taken->size);
	switch (record->kind) {
	case REC_COMM:
	case REC_FORK:
	case REC_EXIT:
		report_task(record, sink);
		break;
	default:
		slicer_record(self->slicer, cpu, record, sink);
	}
}

void rings_drain(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	struct pending none = { .waits = false };
	struct taken taken;

	for (int n = 0; n < DRAIN_MAX && next_record(self, cpu, &taken); n++)
		take_record(self, cpu, &none, &taken, sink);
}

/*
 * Puts the reading into its place among the records. All older records are taken before it,
 * whatever their number: what they hold would be counted again after it. There are no more of them
 * than the ring holds.
 */
static void drain_and_place(struct source_switch *self, size_t cpu, struct pending *pending,
			    const struct sink *sink)
{
	struct taken taken;

	for (int n = 0; pending->waits || n < DRAIN_MAX; n++) {
		if (!next_record(self, cpu, &taken))
			break;
		take_record(self, cpu, pending, &taken, sink);
	}
	place_pending(self, cpu, pending, sink);
}

void rings_idle_offline(struct source_switch *self, size_t cpu, uint64_t now_ns,
			const struct sink *sink)
{
	const struct record out = { .kind = REC_SWITCH_OUT,
				    .time_ns = self->online_ns,
				    .pid = TID_UNKNOWN,
				    .tid = TID_UNKNOWN,
				    .next_prev_pid = TID_IDLE,
				    .next_prev_tid = TID_IDLE };
	int32_t tid;

	if (self->hotplug.online[cpu])
		return;
	self->removed[cpu] = false;
	if (slicer_running(self->slicer, cpu, &tid) && tid != TID_IDLE)
		slicer_record(self->slicer, cpu, &out, sink);
	slicer_offline(self->slicer, cpu, now_ns, sink);
}

/*
 * The next record of one of the two threads of a core. When there is none an offline CPU idles, and
 * the task on the other one is alone.
 */
static bool next_of_core(struct source_switch *self, size_t cpu, struct taken *taken,
			 const struct sink *sink)
{
	if (next_record(self, cpu, taken))
		return true;
	rings_idle_offline(self, cpu, self->polled_ns, sink);
	return false;
}

/* Both threads of a core, in the order of time: the slicer asks which tasks ran side by side. */
static void drain_core(struct source_switch *self, const size_t cpus[2], const struct sink *sink)
{
	struct pending none = { .waits = false };
	struct taken taken[2];
	bool have[2];

	for (int i = 0; i < 2; i++)
		have[i] = next_of_core(self, cpus[i], &taken[i], sink);
	for (int n = 0; have[0] || have[1]; n++) {
		int i = !have[0] || (have[1] && taken[1].record.time_ns < taken[0].record.time_ns);

		take_record(self, cpus[i], &none, &taken[i], sink);
		have[i] = n < DRAIN_MAX && next_of_core(self, cpus[i], &taken[i], sink);
	}
}

void rings_drain_all(struct source_switch *self, const struct sink *sink)
{
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		const int32_t sibling = self->siblings ? self->siblings[cpu] : -1;

		if (sibling < 0)
			rings_drain(self, cpu, sink);
		else if ((size_t)sibling > cpu)
			drain_core(self, (const size_t[2]){ cpu, (size_t)sibling }, sink);
	}
}

/*
 * Reads the group of a CPU. False: the CPU went offline, or was offline for a while. The kernel
 * removes all events of such a CPU for good, so the leader has no siblings any more and the reading
 * has other members than the group (kernel: perf_event_exit_cpu(), perf_read_group()). Its last
 * record says that a kernel thread runs, which did that; so the next tick reads the group.
 */
static bool read_group(struct source_switch *self, size_t cpu, uint32_t mux,
		       struct reading *reading)
{
	bool counts = !self->sys->groups->read(self->groups, cpu, mux, reading);

	if (counts)
		leave_timer_member(self, cpu, reading);
	counts = counts && reading->n == self->plan.group[mux].n;
	self->removed[cpu] |= !counts && self->hotplug.online[cpu];
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
	slicer_set_base(self->slicer, cpu, rotation_mux(self->rotation, cpu), now_ns, &same);
}

void rings_read_baseline(struct source_switch *self)
{
	struct reading reading;

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (read_group(self, cpu, 0, &reading))
			take_reading(self, cpu, clock_now(self), &reading, NULL);
}

/*
 * More records may come until the read has interrupted that CPU; the drain after it puts the
 * reading into its place among them.
 */
void rings_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		    const struct sink *sink)
{
	struct pending pending = { .time_ns = time_ns, .any_task = any_task };

	if (!read_group(self, cpu, rotation_mux(self->rotation, cpu), &pending.reading))
		return;		/* its last records were drained */
	/*
	 * The slots of a time tell whether tid 0 idles there, so both must be of one instant, also
	 * when the collector comes late.
	 */
	if (self->source.machine.pid_namespace)
		pending.time_ns = clock_now(self);
	pending.waits = true;
	drain_and_place(self, cpu, &pending, sink);
}

bool rings_runs_task(const struct source_switch *self, size_t cpu)
{
	int32_t tid;

	return slicer_running(self->slicer, cpu, &tid) &&
	       (tid != TID_IDLE || self->source.machine.pid_namespace);
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
 *  - the group is multiplexed with other users, and cannot be sampled at the mux timer: it is on
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
			self->sample_rate = self->sys->sample_rate();
		return multiplexed_period_ns(self->sample_rate);
	}
	return self->interval_ns > CLOCK_PERIOD_LONG_NS ? CLOCK_PERIOD_LONG_NS :
							 CLOCK_PERIOD_OFF_NS;
}

void rings_adjust_clock(struct source_switch *self, size_t cpu)
{
	uint64_t period_ns = clock_period_ns(self, cpu);
	struct clock *clock = clock_of(self, cpu);

	if (period_ns == clock->period_ns)
		return;
	self->sys->groups->set_clock_period(self->groups, cpu, rotation_mux(self->rotation, cpu),
					    period_ns);
	clock->period_ns = period_ns;
}

/* Where the timer is takes a while to find: until then the clock samples. */
static void find_mux_timer(struct source_switch *self)
{
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		if (slicer_multiplexed(self->slicer, cpu))
			rings_adjust_clock(self, cpu);
	(void)self->sys->find_mux_timer("", &self->mux_timer);
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
		self->sys->groups->sample_mux_timer(self->groups, cpu, &self->mux_timer);
	privilege_raise(PRIVILEGE_PROC);
	if (!self->timer_ids[cpu] && self->hotplug.online[cpu])
		self->mux_timer.tracepoint = 0;		/* it would be refused again */
	slicer_set_timer_id(self->slicer, cpu, self->timer_ids[cpu]);
}

void rings_leave_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink)
{
	if (!self->timer_ids[cpu])
		return;
	(void)self->sys->groups->sample_mux_timer(self->groups, cpu, NULL);
	rings_drain(self, cpu, sink);
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
	const bool rotates = self->plan.n_mux && rotation_wanted(self->rotation);
	const bool shared = slicer_multiplexed(self->slicer, cpu);

	if (rotates || (!shared && self->timer_unused[cpu]))
		rings_leave_mux_timer(self, cpu, sink);
	else if (shared && !self->timer_ids[cpu] && !self->source.tap &&
		 !rotation_mux(self->rotation, cpu))
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
	const struct groups_ops *groups = self->sys->groups;
	const uint32_t last = rotation_mux(self->rotation, cpu);
	struct pending end;

	rings_drain(self, cpu, sink);
	if (!rings_runs_task(self, cpu))
		return;
	if (groups->switch_mux(self->groups, cpu, last, false))
		return;		/* the CPU went offline */
	end = (struct pending){ .time_ns = clock_now(self), .waits = true, .rotates = true,
				.mux = mux };
	if (!read_group(self, cpu, last, &end.reading))
		return;
	(void)groups->switch_mux(self->groups, cpu, mux, true);
	drain_and_place(self, cpu, &end, sink);
	rings_adjust_clock(self, cpu);
}

void rings_rotate(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink)
{
	const uint32_t mux = rotation_mux_due(self->rotation, cpu, now_ns);

	if (mux != rotation_mux(self->rotation, cpu))
		switch_mux(self, cpu, mux, sink);
}

void rings_rotate_all(struct source_switch *self, uint64_t now_ns, const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	bool wanted = rotation_wanted(self->rotation);

	room_try(&self->room, &self->plan, self->sys->probe_group, room_cpu(self));
	rotation_want(self->rotation, turns_due(self), now_ns);
	if (tap && wanted != rotation_wanted(self->rotation))
		tap->rotating(tap->data, 0, !wanted);
	slicer_set_rotating(self->slicer, rotation_wanted(self->rotation));
	if (!rotation_timer_due(self->rotation, now_ns))
		return;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++)
		rings_rotate(self, cpu, now_ns, sink);
}
