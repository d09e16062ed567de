/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The BPF source; see source_bpf.h. At a tick each CPU on which a task runs is cut (the running
 * task gets its due), and the sums of the tasks are taken out of the kernel: each is one slice.
 *
 * The kernel adds up into two halves by turns. While tdtop takes out one, slices go into the other,
 * so none is counted twice or left out. A CPU that idles is not woken: tdtop itself writes which
 * half its next slice goes to, and the idle time until then belongs to the next interval. A program
 * that has read the old half at that instant puts its slice there; it is taken out with the next
 * but one interval.
 *
 * Where there are more events than counters, groups rotate (collect/slice/rotation.h) on CPUs on
 * which a task runs, and each sum is of one group. Where readings at all switches cost more than the
 * budget allows, they are made in windows only; time is taken at each (source_bpf_parts.h).
 */
#include "config.h"
#include "collect/bpf/source_bpf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/bpf/source_bpf_parts.h"
#include "collect/bpf/sum_slices.h"
#include "collect/sys/privilege.h"

#define LONG_INTERVAL_NS 2000000000ULL	/* PERF_METRICS, 8 bits wide, must be read that often */
#define TAKE_NS 10000000000ULL	/* sums are taken at least that often, or maps would be full */

/*
 * Sums in each half, 260 bytes of the kernel's memory each: a task has one per CPU it ran on, and
 * per region that it was in there.
 */
#define ROOM_LEAST 16384
#define ROOM_MOST 262144
#define ROOM_REGIONS 65536	/* so many only for tasks: regions may be made up */

/* For how many sums the maps have room. */
struct bpf_room {		/* all zero: the maps were never opened */
	uint32_t sums;		/* that each half holds */
	uint64_t added;		/* to the maps, when sums were taken the last time */
	bool was_full;		/* some tasks had no sum, */
	bool regions_full;	/* or some regions, since the maps were opened */
};

struct source_bpf {
	struct cpu_source base;	/* first */
	struct bpf_open open;
	struct group groups[1 + MUX_MAX];	/* of the plan, with members that count */
	struct sum_slices *sums;
	uint64_t read_ns;	/* when all CPUs are read even in the middle of an interval, */
	uint64_t take_ns;	/* and when the sums are taken */
	uint32_t half;		/* where slices go now */
	struct bpf_room room;
	uint64_t lost_events;	/* that were reported */
	struct bpf_cost cost;
	struct bpf_windows windows;
	bool marks;		/* the engine is opened so that regions can be watched, */
	bool marks_wanted;	/* or will be at the next tick */
	struct bpf_regions regions;
	const struct sink *sink;	/* during a call */
};

static struct bpf_halves_of halves_of(const struct source_bpf *self)
{
	return (struct bpf_halves_of){
		.open = self->open,
		.online = self->base.hotplug.online,
		.n_mux = self->base.plan.n_mux,
		.rotation = self->base.rotation,
		.sums = self->sums,
		.sink = self->sink,
	};
}

/* The maps are about to be opened: all of so many tasks may run in an interval, some on two CPUs. */
static void size_room(struct bpf_room *room, uint32_t tasks)
{
	room->was_full = room->regions_full = false;
	room->added = 0;
	room->sums = room->sums ? room->sums : ROOM_LEAST;
	while (room->sums < ROOM_MOST && room->sums / 2 < tasks)
		room->sums *= 2;
}

/* True: a map was full, and will be twice as large when it is opened again. */
static bool room_grows(struct bpf_room *room)
{
	if ((!room->was_full || room->sums >= ROOM_MOST) &&
	    (!room->regions_full || room->sums >= ROOM_REGIONS))
		return false;
	room->sums *= 2;
	return true;
}

/* Sums that the programs had to add so far, whether they found room or not. */
static uint64_t count_added(const struct bpf_open *open)
{
	uint64_t added = 0;

	for (size_t cpu = 0; cpu < open->machine->n_cpus; cpu++)
		added += bpf_cpu(open, cpu)->added;
	return added;
}

/* Is half of the room taken? What is added until sums are taken again finds the other half. */
static bool room_runs_short(const struct source_bpf *self)
{
	return count_added(&self->open) - self->room.added >= self->room.sums / 2;
}

/* Passes what the programs say about the life of a task to the sink, if that takes any. */
static void pass_event(void *data, const struct slices_event *from)
{
	const struct sink *sink = data;
	static const enum task_event_kind kinds[] = {
		[SLICES_FORK] = TASK_FORK,
		[SLICES_EXEC] = TASK_EXEC,
		[SLICES_COMM_CHANGE] = TASK_COMM,
		[SLICES_EXIT] = TASK_EXIT,
	};
	struct task_event event = {
		.time_ns = from->time_ns,
		.pid = (int32_t)from->pid,
		.tid = (int32_t)from->tid,
	};

	if (!sink->task || from->kind >= sizeof(kinds) / sizeof(kinds[0]))
		return;
	event.kind = kinds[from->kind];
	if (event.kind == TASK_FORK) {
		event.ppid = (int32_t)from->ppid;
		event.ptid = (int32_t)from->ptid;
	} else if (event.kind != TASK_EXIT) {
		memcpy(event.comm, from->comm, sizeof(event.comm));
		event.comm[sizeof(event.comm) - 1] = '\0';
	}
	sink->task(sink->data, &event);
}

static void take_events(struct source_bpf *self)
{
	const uint64_t lost = self->base.sys->engine->lost_events(self->open.engine);

	self->base.sys->engine->events(self->open.engine, pass_event, (void *)self->sink);
	if (lost != self->lost_events && self->sink->lost)
		self->sink->lost(self->sink->data, sink_cpu(self->sink, 0), lost - self->lost_events,
				 LOST_NS_UNKNOWN);
	self->lost_events = lost;
}

/*
 * The group of this mux goes on, the one before it goes off. Not on an idle CPU, which it would
 * wake.
 */
static void rotate(struct source_bpf *self, size_t cpu, uint32_t mux)
{
	const uint32_t last = rotation_mux(self->base.rotation, cpu);
	const volatile struct slices_cpu *state = bpf_cpu(&self->open, cpu);

	if (!state->runs || !self->base.hotplug.online[cpu] ||
	    self->base.sys->engine->rotate(self->open.engine, self->base.source.machine.cpus[cpu].cpu, mux))
		return;
	sum_slices_group_times(self->sums, cpu, last, state->last_enabled_ns,
			       state->last_running_ns);
	rotation_switched(self->base.rotation, cpu, mux, cpu_source_now(&self->base));
}

static void rotate_all(struct source_bpf *self)
{
	uint64_t now_ns;

	cpu_source_try_room(&self->base);
	now_ns = cpu_source_now(&self->base);
	rotation_want(self->base.rotation, cpu_source_turns_due(&self->base), now_ns);
	sum_slices_set_rotating(self->sums, rotation_wanted(self->base.rotation));
	if (!rotation_timer_due(self->base.rotation, now_ns))
		return;
	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		const uint32_t mux = rotation_mux_due(self->base.rotation, cpu, now_ns);

		if (mux != rotation_mux(self->base.rotation, cpu))
			rotate(self, cpu, mux);
	}
}

/*
 * Ends the slices of the tasks that run, or of idle CPUs as well; from here on slices go into this
 * half, on all CPUs.
 */
static void cut_all(struct source_bpf *self, uint64_t now_ns, bool idle)
{
	const struct bpf_halves_of of = halves_of(self);

	bpf_halves_cut(&of, self->half, now_ns, idle);
	self->read_ns = UINT64_MAX;
	if (self->base.interval_ns > LONG_INTERVAL_NS && group_uses_perf_metrics(&self->groups[0]))
		self->read_ns = cpu_source_now(&self->base) + LONG_INTERVAL_NS;
}

/*
 * Is level 2 wanted that was left out from the start? Once opened it stays: beside level 1 there
 * are only members of PERF_METRICS for it, which cost no reading of their own.
 */
static bool level2_comes(struct source_bpf *self)
{
	struct level2_shedding *level2 = &self->base.optional_events.level2;

	if (!level2->left_out || self->base.source.requests.level2 == LEVEL2_UNWANTED)
		return false;
	level2->left_out = false;
	optional_events_choose(&self->base.optional_events, &self->base.plan);
	return true;
}

static bool wants_reopening(struct source_bpf *self, uint64_t now_ns)
{
	const struct bpf_halves_of halves = halves_of(self);
	const bool removed = bpf_halves_removed(&halves, &self->base), level2 = level2_comes(self);
	const bool grows = room_grows(&self->room);
	const bool sheds = bpf_windows_tick(&self->windows, &self->open, &self->base.optional_events,
					    &self->base.plan, now_ns);
	uint64_t enabled_ns, running_ns;

	sum_slices_all_times(self->sums, &enabled_ns, &running_ns);
	return removed || level2 || grows || sheds || self->marks_wanted ||
	       cpu_source_must_reopen(&self->base, enabled_ns, running_ns);
}

static void report_cost(struct source_bpf *self, uint64_t now_ns)
{
	struct self_cost report;

	bpf_cost_take(&self->cost, &self->open, self->windows.windows.own_share, now_ns, &report);
	room_report(&self->base.room, &self->base.plan, self->base.source.requests.level2 == LEVEL2_NEEDED,
		    &report);
	bpf_windows_report(&self->windows, &self->open, now_ns, &report);
	report.optional_left_out = self->base.optional_events.costly.left_out;
	if (self->sink->cost)
		self->sink->cost(self->sink->data, &report);
}

static void close_engine(struct cpu_source *base)
{
	struct source_bpf *self = (struct source_bpf *)base;

	bpf_regions_close(&self->regions, &self->open);
	self->base.sys->engine->close(self->open.engine);
	sum_slices_free(self->sums);
	rotation_free(self->base.rotation);
	bpf_windows_done(&self->windows);
	self->open.engine = NULL;
	self->sums = NULL;
	self->base.rotation = NULL;
}

/* With the members of the plan; nothing counts yet. */
static int open_engine(struct cpu_source *base, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)base;
	const struct machine *machine = &base->source.machine;
	struct bpf_engine_options options = {
		.groups = self->groups,
		.n_mux = self->base.plan.n_mux,
		.machine = machine,
		.online = self->base.hotplug.online,
		.marks = self->marks,
	};

	size_room(&self->room, self->base.sys->count_tasks(""));
	self->marks_wanted = false;
	options.max_tasks = self->room.sums;
	self->half = 0;
	self->lost_events = 0;
	cpu_source_opens(base);
	self->read_ns = UINT64_MAX;
	self->take_ns = cpu_source_now(&self->base) + TAKE_NS;
	for (size_t mux = 0; mux <= self->base.plan.n_mux; mux++)
		group_copy_counting(&self->base.plan.group[mux], &self->groups[mux]);
	self->sums = sum_slices_new(self->groups, self->base.plan.n_mux, machine);
	self->base.rotation = rotation_new(machine->n_cpus, self->base.plan.n_mux);
	if (!self->sums || !self->base.rotation ||
	    bpf_windows_init(&self->windows, machine->n_cpus))
		return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", machine->n_cpus,
			       plural(machine->n_cpus));
	rotation_set_interval(self->base.rotation, self->base.interval_ns);
	duty_set_interval(self->windows.windows.duty, self->base.interval_ns);
	return self->base.sys->engine->open(&options, &self->open.engine, err);
}

static int reopen_engine(struct source_bpf *self, struct err *err)
{
	return cpu_source_reopen(&self->base, open_engine, close_engine, err);
}

static int start_counting(struct source_bpf *self, struct err *err)
{
	const struct bpf_halves_of halves = halves_of(self);
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = self->base.sys->engine->start(self->open.engine, err);
	privilege_raise(PRIVILEGE_PROC);
	if (!ret)
		bpf_halves_begin(&halves, self->half);
	if (!ret)
		bpf_regions_watch_again(&self->regions, &self->open, self->base.source.regions);
	bpf_cost_start(&self->cost, &self->open);
	bpf_windows_start(&self->windows, &self->open);
	return ret;
}

static int restart(struct source_bpf *self, struct err *err)
{
	int ret = reopen_engine(self, err);

	if (!ret)
		ret = start_counting(self, err);
	self->base.source.restarted_ns = cpu_source_now(&self->base);
	return ret;
}

/* What came before the halves were changed. */
static int take_before(struct source_bpf *self, struct err *err)
{
	const struct bpf_halves_of of = halves_of(self);
	int ret;

	self->room.added = count_added(&self->open);
	take_events(self);
	self->room.regions_full |= bpf_regions_left_out(&self->regions, &self->open,
							self->base.source.regions);
	ret = bpf_halves_take(&of, !self->half, &self->room.was_full);
	bpf_regions_take_times(&self->regions, &self->open, !self->half, self->sums, self->base.source.regions);
	self->take_ns = cpu_source_now(&self->base) + TAKE_NS;
	return ret ? err_set(err, -ret, "cannot read the sums of BPF: %s", strerror(-ret)) : 0;
}

/* Sums are taken in the middle of an interval: those that run go on in the other half. */
static int take_within(struct source_bpf *self, uint64_t now_ns, bool idle, struct err *err)
{
	self->half = !self->half;
	cut_all(self, now_ns, idle);
	return take_before(self, err);
}

static void run_windows(struct source_bpf *self)
{
	bpf_windows_run(&self->windows, &self->open, cpu_source_now(&self->base));
}

static int bpf_cut(struct source *source, uint64_t now_ns, const struct sink *sink,
		   struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;

	self->sink = sink;
	return take_within(self, now_ns, true, err);
}

static int bpf_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	const uint64_t now_ns = cpu_source_now(&self->base);
	int ret = 0;

	self->sink = sink;
	take_events(self);
	if (now_ns >= self->take_ns || room_runs_short(self))
		ret = take_within(self, now_ns, false, err);
	else if (now_ns >= self->read_ns)
		cut_all(self, now_ns, false);
	rotate_all(self);
	run_windows(self);
	return ret;
}

static int bpf_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		    struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	bool reopen;
	int ret;

	self->sink = sink;
	self->half = !self->half;
	self->base.came |= self->base.sys->poll_hotplug(&self->base.hotplug, &source->machine, "");
	cut_all(self, now_ns, false);
	source->cut_ns = cpu_source_now(&self->base);
	ret = take_before(self, err);
	if (ret)
		return ret;
	report_cost(self, now_ns);
	reopen = wants_reopening(self, now_ns);
	cpu_source_report_left_out(&self->base);
	if (reopen)
		return restart(self, err);
	rotate_all(self);
	run_windows(self);
	return 0;
}

/* True: from now on the engine is opened with the programs for regions. */
static bool expects_marks(struct source_bpf *self)
{
	if (!self->base.source.regions || !self->base.source.requests.regions_expected || self->marks)
		return false;
	return self->marks = true;
}

/* What is asked for is known here only, and the engine is open already: once more, for both. */
static int bpf_start(struct source *source, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	const bool fewer = cpu_source_leaves_level2(&self->base), marks = expects_marks(self);
	int ret = fewer || marks ? reopen_engine(self, err) : 0;

	return ret ? ret : start_counting(self, err);
}

static uint64_t next_ns(const struct source_bpf *self)
{
	const uint64_t mux_ns = rotation_next_ns(self->base.rotation);
	const uint64_t windows_ns = bpf_windows_next_ns(&self->windows);
	uint64_t look_ns = self->read_ns < self->take_ns ? self->read_ns : self->take_ns;

	look_ns = look_ns < windows_ns ? look_ns : windows_ns;

	if (cpu_source_turns_change(&self->base))
		return 0;	/* drain at once */
	return mux_ns < look_ns ? mux_ns : look_ns;
}

static int bpf_wait(struct source *source, uint64_t *until_ns)
{
	const struct source_bpf *self = (const struct source_bpf *)source;

	*until_ns = next_ns(self);
	return self->base.sys->engine->poll_fd(self->open.engine);
}

static int watch_regions(struct source_bpf *self, bool on, struct err *err)
{
	if (on && (!self->marks || self->marks_wanted)) {
		self->marks = self->marks_wanted = true;
		return err_set(err, EAGAIN, "the BPF programs for regions are loaded after this interval");
	}
	return bpf_regions_watch(&self->regions, &self->open, on ? self->base.source.regions : NULL, err);
}

/* Level 2 is seen at the next drain. */
static int bpf_request(struct source *source, const struct source_requests *was,
		       const struct sink *sink, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	const struct source_requests *requests = &source->requests;

	(void)sink;
	cpu_source_request(&self->base, &self->windows.windows, was);
	return requests->regions != was->regions ? watch_regions(self, requests->regions, err) : 0;
}

static void bpf_say(struct source *source, struct source_remarks *remarks)
{
	const struct source_bpf *self = (const struct source_bpf *)source;
	const struct bpf_engine_ops *ops = self->base.sys->engine;

	if (!source->regions)
		return;
	remarks->markers = bpf_regions_markers(&self->regions, &self->open, &remarks->marker_ns);
	remarks->probes_last_ns = regions_objects(source->regions) * BPF_PROBE_CLOSING_NS;
	if (ops->region_counters)
		remarks->region_counters = ops->region_counters(self->open.engine, &remarks->region_data);
}

static void bpf_close(struct source *source)
{
	struct source_bpf *self = (struct source_bpf *)source;

	close_engine(&self->base);
	cpu_source_done(&self->base);
	free(self);
}

static const struct source_ops bpf_ops = {
	.name = "switch",
	.asks_proc = true,
	.watches_regions = true,
	.start = bpf_start,
	.wait = bpf_wait,
	.drain = bpf_drain,
	.tick = bpf_tick,
	.cut = bpf_cut,
	.clock_ns = cpu_source_clock_ns,
	.request = bpf_request,
	.say = bpf_say,
	.close = bpf_close,
};

/* Which machines this source cannot count yet; the switch source can. */
static int check_supported(const struct source_bpf *self, struct err *err)
{
	if (self->base.source.machine.counts_cores)
		return err_set(err, EOPNOTSUPP, "slots are counted per core on this CPU");
	return 0;
}

int source_bpf_open(const struct cores *cores, size_t type, const struct cpu_sys *sys,
		    struct source **out, struct err *err)
{
	struct source_bpf *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->open = (struct bpf_open){ .sys = sys, .machine = &self->base.source.machine };
	self->base.source.machine.engine = ENGINE_BPF;
	windows_set_defaults(&self->windows.windows);
	ret = cpu_source_init(&self->base, &bpf_ops, sys, cores, type, err);
	if (!ret)
		ret = check_supported(self, err);
	if (!ret)
		ret = open_engine(&self->base, err);
	if (ret) {
		bpf_close(&self->base.source);
		return ret;
	}
	*out = &self->base.source;
	return 0;
}
