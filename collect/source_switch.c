/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source: records of all rings go through the slicer, names go to the sink, and at a tick
 * the groups of busy CPUs are read so that a task that never leaves gets its due. Opened by main,
 * then used by the collector thread only.
 */
#include "config.h"
#include "collect/source_switch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/groups.h"
#include "collect/hotplug.h"
#include "collect/perf_open.h"
#include "collect/privilege.h"
#include "collect/slicer.h"
#include "collect/tap.h"
#include "collect/topology.h"
#include "model/control.h"

#define DRAIN_MAX 65536		/* records of one ring at a time: a storm on one CPU must not starve the tick */
#define CLOCK_PERIOD_UNKNOWN_NS 250000000ULL
#define CLOCK_PERIOD_SHARED_NS 1000000ULL	/* 3 slices in each turn of 4 ms */
#define CLOCK_PERIOD_LONG_NS 2000000000ULL
#define CLOCK_PERIOD_OFF_NS 86400000000000ULL	/* a day */

struct source_switch {
	struct source source;	/* first: the collector knows only this */
	struct group group;
	struct groups *groups;
	struct slicer *slicer;
	uint64_t interval_ns;
	uint64_t *period_ns;	/* of the cpu-clock, per CPU */
	uint64_t *ids;		/* of member m on CPU (index) c: [m * n_cpus + c] */
	size_t switch_member, clock_member;
	struct recordable recordable;
	struct hotplug hotplug;
	bool lost;		/* records, since the rings have their size */
	unsigned int grow;	/* of the rings: struct groups_options */
};

static uint64_t switch_clock_ns(struct source *source)
{
	struct timespec now;

	(void)source;
	clock_gettime(CLOCK_MONOTONIC, &now);	/* attr.clockid of all events: perf_open.c */
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static void tell_task(const struct record *record, const struct sink *sink)
{
	struct task_event event;

	if (sink->task && record_task_event(record, &event))
		sink->task(sink->data, &event);
}

static uint64_t member_id(const struct source_switch *self, size_t member, size_t cpu)
{
	return self->ids[member * self->source.machine.n_cpus + cpu];
}

/*
 * When several programs sample context switches, newer kernels give the samples of all of them the id of
 * the one that is served first (seen with 6.18: the events share one perf_sample_data, whose id is not
 * made anew). The clock's samples are each its own, so whatever is not one of those is a switch.
 */
static void correct_id(const struct source_switch *self, size_t cpu, struct record *record)
{
	if (record->id != member_id(self, self->clock_member, cpu))
		record->id = member_id(self, self->switch_member, cpu);
}

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
};

/* A reading comes to its place: for who listens, and for the slicer. */
static void take_reading(struct source_switch *self, size_t cpu, uint64_t time_ns,
			 const struct reading *reading, const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	struct slicer_now now;

	if (tap) {
		slicer_now(self->slicer, cpu, &now);
		tap->reading(tap->data, cpu, time_ns, now.pid, now.tid, reading);
	}
	slicer_reading(self->slicer, cpu, time_ns, reading, sink);
}

static void place_pending(struct source_switch *self, size_t cpu, struct pending *pending,
			  const struct sink *sink)
{
	int32_t tid;

	if (pending->waits && slicer_running(self->slicer, cpu, &tid))
		take_reading(self, cpu, pending->time_ns, &pending->reading, sink);
	pending->waits = false;
}

static void drain_ring(struct source_switch *self, size_t cpu, struct pending *pending,
		       const struct sink *sink)
{
	const struct tap *tap = self->source.tap;
	struct record record;
	const void *bytes;
	size_t size;

	for (int n = 0; n < DRAIN_MAX; n++) {
		bytes = groups_next_record(self->groups, cpu, &size);
		if (!bytes)
			break;
		if (record_decode(groups_layout(self->groups), bytes, size, &record)) {
			/* The kernel wrote what it never writes: as good as lost. */
			record.kind = REC_LOST;
			record.lost = 1;
		}
		self->lost |= record.kind == REC_LOST;
		if (record.kind == REC_SAMPLE) {
			correct_id(self, cpu, &record);
			if (reading_is_before(&pending->reading, &record.reading))
				place_pending(self, cpu, pending, sink);
		}
		if (tap)
			tap->record(tap->data, cpu, bytes, size);
		switch (record.kind) {
		case REC_COMM:
		case REC_FORK:
		case REC_EXIT:
			tell_task(&record, sink);
			break;
		default:
			slicer_record(self->slicer, cpu, &record, sink);
		}
	}
}

static int switch_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	struct pending none = { .waits = false };

	(void)err;
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++)
		drain_ring(self, cpu, &none, sink);
	return 0;
}

/*
 * Reads the group of a CPU on which, for certain, a task runs. Records may come in until the read has
 * interrupted that CPU; the drain after it puts the reading into its place among them.
 */
static void tick_cpu(struct source_switch *self, size_t cpu, uint64_t now_ns,
		     const struct sink *sink)
{
	struct pending pending = { .waits = false };
	int32_t tid;

	drain_ring(self, cpu, &pending, sink);
	if (!slicer_running(self->slicer, cpu, &tid) || tid == TID_IDLE)
		return;
	if (groups_read(self->groups, cpu, &pending.reading))
		return;		/* the CPU went offline: its last records were drained */
	/*
	 * Time is cut at the tick, the same instant on all CPUs, so that a busy CPU has 100 % of the
	 * interval; the slots of the microseconds until the read are the next interval's loss.
	 */
	pending.time_ns = now_ns;
	pending.waits = true;
	drain_ring(self, cpu, &pending, sink);
	place_pending(self, cpu, &pending, sink);
}

/*
 * How often the cpu-clock of a CPU is to sample. If it is certain who runs there, the readings at the
 * ticks do all that is needed, and an idle CPU is not woken at all. The clock is for the rest:
 *  - nobody knows who runs (the start, LOST records): until it tells;
 *  - somebody else counts too: the group is on for turns of 4 ms, and only what lies between two samples
 *    of one turn has an owner;
 *  - long intervals: the register's fields are 8 bits wide, so it wants to be read every few seconds.
 */
static uint64_t clock_period_ns(const struct source_switch *self, size_t cpu)
{
	int32_t tid;

	if (!slicer_running(self->slicer, cpu, &tid))
		return CLOCK_PERIOD_UNKNOWN_NS;
	if (tid == TID_IDLE)
		return CLOCK_PERIOD_OFF_NS;
	if (slicer_shared(self->slicer, cpu))
		return CLOCK_PERIOD_SHARED_NS;
	return self->interval_ns > CLOCK_PERIOD_LONG_NS ? CLOCK_PERIOD_LONG_NS
							: CLOCK_PERIOD_OFF_NS;
}

static void adjust_clock(struct source_switch *self, size_t cpu)
{
	uint64_t period_ns = clock_period_ns(self, cpu);

	if (period_ns == self->period_ns[cpu])
		return;
	groups_set_clock_period(self->groups, cpu, period_ns);
	self->period_ns[cpu] = period_ns;
}

static int switch_reopen(struct source_switch *self, struct err *err);

/*
 * A CPU is back, or rings were too small: all groups are opened again, which is a gap of some milliseconds.
 * Not while somebody records: the events in the file would be others.
 */
static bool wants_reopening(struct source_switch *self)
{
	bool grows = self->lost && self->grow < GROUPS_GROW_MAX;

	if (self->source.tap)
		return false;
	return hotplug_look(&self->hotplug, &self->source.machine, "") || grows;
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

	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++) {
		tick_cpu(self, cpu, now_ns, sink);
		adjust_clock(self, cpu);
	}
	idle_offline(self, now_ns, sink);
	reopen = wants_reopening(self);
	idle_offline(self, now_ns, sink);	/* those of which it is new */
	return reopen ? switch_reopen(self, err) : 0;
}

static void switch_set_interval(struct source *source, uint64_t interval_ns)
{
	struct source_switch *self = (struct source_switch *)source;

	self->interval_ns = interval_ns;	/* the next tick adjusts the clocks */
}

static int switch_start(struct source *source, struct err *err)
{
	struct source_switch *self = (struct source_switch *)source;
	struct reading reading;
	int ret = groups_enable(self->groups, err);

	/* A baseline for all, idle CPUs too: enabling has woken them anyway. No slice comes of it. */
	for (size_t cpu = 0; !ret && cpu < source->machine.n_cpus; cpu++)
		if (!groups_read(self->groups, cpu, &reading))
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

	self->recordable.group = &self->group;
	self->recordable.n_cpus = source->machine.n_cpus;
	self->recordable.ids = self->ids;
	self->recordable.layout = *groups_layout(self->groups);
	return &self->recordable;
}

static void switch_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	slicer_now(((struct source_switch *)source)->slicer, cpu, now);
}

static void close_groups(struct source_switch *self)
{
	free(self->ids);
	free(self->period_ns);
	slicer_free(self->slicer);
	groups_close(self->groups);
	self->ids = self->period_ns = NULL;
	self->slicer = NULL;
	self->groups = NULL;
}

static void switch_close(struct source *source)
{
	struct source_switch *self = (struct source_switch *)source;

	close_groups(self);
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
	.set_interval = switch_set_interval,
	.clock_ns = switch_clock_ns,
	.asks_proc = true,
	.recordable = switch_recordable,
	.now = switch_now,
	.close = switch_close,
};

static int make_slicer(struct source_switch *self, struct err *err)
{
	struct slicer_member members[READING_MAX];
	const struct slicer_config config = {
		.n_cpus = self->source.machine.n_cpus,
		.members = members,
		.n_members = self->group.n,
		.switch_records = true,
	};

	for (size_t i = 0; i < self->group.n; i++)
		members[i] = (struct slicer_member){ .event = self->group.member[i].event,
						     .scale = self->group.member[i].scale,
						     .cycles = self->group.member[i].cycles,
						     .also = self->group.member[i].also };
	self->slicer = slicer_new(&config);
	self->period_ns = calloc(config.n_cpus, sizeof(self->period_ns[0]));
	self->ids = calloc(self->group.n * config.n_cpus, sizeof(self->ids[0]));
	if (!self->slicer || !self->period_ns || !self->ids)
		return err_set(err, ENOMEM, "not enough memory for %zu CPUs", config.n_cpus);
	self->switch_member = (size_t)group_find(&self->group, MEMBER_SWITCH);
	self->clock_member = (size_t)group_find(&self->group, MEMBER_CLOCK);
	for (size_t cpu = 0; cpu < config.n_cpus; cpu++) {
		for (size_t i = 0; i < self->group.n; i++)
			self->ids[i * config.n_cpus + cpu] = groups_event_id(self->groups, cpu, i);
		slicer_set_switch_id(self->slicer, cpu, member_id(self, self->switch_member, cpu));
	}
	return 0;
}

/* The CPUs of this kind of core only. */
static void keep_kind(struct machine *machine, const struct cores *cores, size_t kind)
{
	size_t n = 0;

	for (size_t i = 0; i < machine->n_cpus; i++)
		if (cores_of_cpu(cores, machine->cpus[i].cpu) == (int)kind) {
			machine->cpus[n] = machine->cpus[i];
			machine->cpus[n++].kind = cores->group[kind].pmu.kind;
		}
	machine->n_cpus = n;
}

/* What this kind of core can count: the group that the kernel accepted. */
static int choose_group(struct source_switch *self, const struct cores *cores, size_t kind, struct err *err)
{
	const struct core_group *core = &cores->group[kind];
	struct machine *machine = &self->source.machine;

	cores_keep_counted(cores, machine);
	keep_kind(machine, cores, kind);
	if (!machine->n_cpus)
		return err_set(err, ENODEV, "no CPU of PMU \"%s\" is online", core->pmu.name);
	machine->family = cores->family;
	machine->levels = cores_levels(cores, core);
	memcpy(self->recordable.pmu_name, core->pmu.caps_name, sizeof(core->pmu.caps_name));
	return group_make(&core->pmu, cores->family, &core->fits, &self->group, err);
}

static int open_groups(struct source_switch *self, struct err *err)
{
	const struct groups_options options = { .online = self->hotplug.online, .grow = self->grow };
	int ret = groups_open(&self->group, &self->source.machine, &options, &self->groups, err);

	self->lost = false;
	return ret ? ret : make_slicer(self, err);
}

static int switch_reopen(struct source_switch *self, struct err *err)
{
	int ret;

	self->grow += self->lost && self->grow < GROUPS_GROW_MAX;
	close_groups(self);
	privilege_raise(PRIVILEGE_COUNT);
	ret = open_groups(self, err);
	if (ret == -ENODEV) {	/* one went offline again meanwhile */
		(void)hotplug_look(&self->hotplug, &self->source.machine, "");
		close_groups(self);
		ret = open_groups(self, err);
	}
	privilege_raise(PRIVILEGE_PROC);
	if (!ret && self->recordable.group)
		(void)switch_recordable(&self->source);	/* a recorder has its address */
	return ret ? ret : switch_start(&self->source, err);
}

int source_switch_open(const struct cores *cores, size_t kind, struct source **out, struct err *err)
{
	struct source_switch *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->source.ops = &switch_ops;
	self->source.machine.source = switch_ops.name;
	self->interval_ns = INTERVAL_FIRST_NS;
	gethostname(self->source.machine.host, sizeof(self->source.machine.host) - 1);
	ret = topology_read(&self->source.machine, err);
	if (!ret)
		ret = choose_group(self, cores, kind, err);
	if (!ret)
		ret = hotplug_init(&self->hotplug, &self->source.machine);
	if (!ret)
		ret = open_groups(self, err);
	if (ret) {
		switch_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
