/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hybrid is two machines in one table: each core type has a source of its own, with its own group
 * and slices, and here their CPUs get their indices in the whole machine. A task that moves from
 * one core type to the other has slices of both, which the collector adds up as any others. Where
 * slices are made by BPF, and for a recording by samples, this source holds whichever counts, also
 * if there is one core type only. Opened by main, then used by the collector thread only.
 */
#include "config.h"
#include "collect/percpu/source_cores.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "collect/slice/slicer.h"
#include "collect/slice/tap.h"
#include "collect/sys/privilege.h"
#include "collect/sys/topology.h"

/* The source of one core type. */
struct type_source {
	struct source *source;
	int32_t *cpus;		/* by its own CPU index: the index in the whole machine */
	size_t n_cpus;		/* entries of cpus; since the last tick the source may have more */
	struct tap tap;		/* given to the source while the whole machine is recorded */
	const struct recordable *events;	/* of it, while the whole machine is recorded */
	size_t first_group;	/* index of its first group in those of the whole */
};

struct source_cores {
	struct source source;	/* first: the collector knows only this */
	struct type_source type[CORE_TYPES];
	size_t n;
	int epoll;
	struct recordable recordable;
	struct engines engines;	/* open is NULL: there is nothing to exchange */
	bool started;
	uint64_t markers_before;	/* that ended slices of sources that are closed */
	struct err no_recording;	/* why no source that can be recorded could be opened */
	int failed;		/* counting stopped when engines were exchanged: a negative errno */
	struct err failure;	/* and its sentence */
};

/* The sink to call the source of a core type with: that of the whole machine, told of its indices of CPUs. */
static struct sink sink_for(const struct type_source *type, const struct sink *sink)
{
	struct sink its = *sink;

	its.cpus = type->cpus;
	return its;
}

/* The same for the tap: a recording may have begun or ended since the last call, or the indices are others. */
static void pass_tap(struct source_cores *self)
{
	for (size_t i = 0; i < self->n; i++) {
		struct type_source *type = &self->type[i];

		type->source->tap = self->source.tap ? &type->tap : NULL;
		if (!self->source.tap)
			continue;
		type->tap = *self->source.tap;
		type->tap.cpus = type->cpus;
		type->tap.first_group = type->first_group;
	}
}

/* A source has another fd after it reopened its groups (a CPU came online); epoll forgot the old one when it closed. */
static int watch_sources(struct source_cores *self, struct err *err)
{
	for (size_t i = 0; i < self->n; i++) {
		struct source *member = self->type[i].source;
		/* As the rings in groups.c: one poll reports it and clears it. */
		struct epoll_event event = { .events = EPOLLIN | EPOLLET };

		if (epoll_ctl(self->epoll, EPOLL_CTL_ADD, source_poll_fd(member), &event) && errno != EEXIST)
			return err_set(err, errno, "cannot watch the ring buffers: %m");
	}
	return 0;
}

static int hybrid_wait(struct source *source, uint64_t *until_ns)
{
	const struct source_cores *self = (const struct source_cores *)source;

	for (size_t i = 0; i < self->n; i++) {
		const uint64_t next_ns = source_next_ns(self->type[i].source);

		*until_ns = next_ns < *until_ns ? next_ns : *until_ns;
	}
	return self->epoll;
}

/* 0, or the error that has ended counting, with its sentence. */
static int tell_failure(const struct source_cores *self, struct err *err)
{
	return self->failed ? err_set(err, -self->failed, "%s", self->failure.text) : 0;
}

/* Calls this operation of the source of each core type, until one fails. */
static int call_types(struct source_cores *self,
		      int (*op)(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err),
		      uint64_t now_ns, const struct sink *sink, struct err *err)
{
	int ret = tell_failure(self, err);

	pass_tap(self);
	for (size_t i = 0; !ret && i < self->n; i++) {
		const struct sink its_sink = sink_for(&self->type[i], sink);

		ret = op(self->type[i].source, now_ns, &its_sink, err);
	}
	return ret;
}

static int drain_type(struct source *member, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	(void)now_ns;
	return source_drain(member, sink, err);
}

static int hybrid_drain(struct source *source, const struct sink *sink, struct err *err)
{
	return call_types((struct source_cores *)source, drain_type, 0, sink, err);
}

static int hybrid_cut(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	return call_types((struct source_cores *)source, source_cut, now_ns, sink, err);
}

static int find_places(struct source_cores *self)
{
	for (size_t i = 0; i < self->n; i++) {
		const struct machine *machine = &self->type[i].source->machine;
		int32_t *cpus = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(cpus[0]));

		if (!cpus)
			return -ENOMEM;
		free(self->type[i].cpus);
		self->type[i].cpus = cpus;
		self->type[i].n_cpus = machine->n_cpus;
		for (size_t cpu = 0; cpu < machine->n_cpus; cpu++)
			cpus[cpu] = machine_cpu_index(&self->source.machine, machine->cpus[cpu].cpu);
	}
	pass_tap(self);
	return 0;
}

static bool has_cpus_of(const struct machine *whole, const struct machine *machine)
{
	for (size_t cpu = 0; cpu < machine->n_cpus; cpu++)
		if (machine_cpu_index(whole, machine->cpus[cpu].cpu) < 0)
			return false;
	return true;
}

/* Adds the CPUs that came to some core type to the whole machine. replaced: all sources are others than before. */
static int fit_cpus(struct source_cores *self, bool replaced, struct err *err)
{
	bool grown = false;
	int ret = 0;

	for (size_t i = 0; !ret && i < self->n; i++) {
		const struct machine *machine = &self->type[i].source->machine;

		if (machine->n_cpus == self->type[i].n_cpus && !replaced)
			continue;
		grown = true;
		if (!has_cpus_of(&self->source.machine, machine))
			ret = machine_add_cpus(&self->source.machine, machine->cpus, machine->n_cpus);
	}
	if (grown && !ret)
		ret = find_places(self);
	return ret ? err_set(err, ENOMEM, "not enough memory for the CPUs of this machine") : 0;
}

/*
 * Tells the source of each core type what is wanted. Its share of tdtop's own CPU time is that of its
 * CPUs in the machine; regions are told by watch_regions(), once it counts.
 */
static void tell_types(struct source_cores *self, const struct sink *sink)
{
	for (size_t i = 0; i < self->n; i++) {
		struct source *member = self->type[i].source;
		const uint32_t regions = member->requests.regions;
		const struct sink its_sink = sink ? sink_for(&self->type[i], sink) : (struct sink){ .data = NULL };
		struct err ignored;

		member->requests = self->source.requests;
		member->requests.own_share *= (double)member->machine.n_cpus / (double)self->source.machine.n_cpus;
		member->requests.regions_expected |= self->source.requests.regions != 0;
		member->requests.regions = regions;
		(void)source_request(member, sink ? &its_sink : NULL, &ignored);
	}
}

static int start_types(struct source_cores *self, struct err *err)
{
	int ret = 0;

	pass_tap(self);
	tell_types(self, NULL);
	for (size_t i = 0; !ret && i < self->n; i++) {
		self->type[i].source->regions = self->source.regions;
		ret = self->type[i].source->ops->start(self->type[i].source, err);
	}
	return ret;
}

/* One clock for all: attr.clockid. */
static uint64_t hybrid_clock_ns(struct source *source)
{
	source = ((struct source_cores *)source)->type[0].source;
	return source->ops->clock_ns(source);
}

/* Each type closes its own probes beside the others; their programs see all markers, whichever CPU passes them. */
static void hybrid_say(struct source *source, struct source_remarks *remarks)
{
	const struct source_cores *self = (const struct source_cores *)source;
	double sum_ns = 0, weight = 0;

	remarks->markers = self->markers_before;
	for (size_t i = 0; i < self->n; i++) {
		const struct source_remarks its = source_remarks(self->type[i].source);

		remarks->markers += its.markers;
		sum_ns += its.marker_ns > 0 ? its.marker_ns * (double)its.markers : 0;
		weight += its.marker_ns > 0 ? (double)its.markers : 0;
		if (its.probes_last_ns > remarks->probes_last_ns)
			remarks->probes_last_ns = its.probes_last_ns;
		if (i == 0) {
			remarks->region_counters = its.region_counters;
			remarks->region_data = its.region_data;
		}
	}
	remarks->marker_ns = weight > 0 ? sum_ns / weight : 0;
}

static int watch_regions_of(struct source *source, uint32_t regions, struct err *err)
{
	if (!source->ops->watches_regions)
		return regions ? err_set(err, ENOTSUP, "what counts here cannot watch regions") : 0;
	source->requests.regions = regions;
	return source_request(source, NULL, err);
}

/*
 * Tells the sources of all core types what is wanted of regions (source_requests.regions); watched: those
 * that were watched before stay so if that fails, else none are.
 */
static int watch_regions(struct source_cores *self, bool watched, struct err *err)
{
	struct err ignored;
	int ret = 0;

	for (size_t i = 0; !ret && i < self->n; i++)
		ret = watch_regions_of(self->type[i].source, self->source.requests.regions, err);
	for (size_t i = 0; ret && !watched && i < self->n; i++)
		(void)watch_regions_of(self->type[i].source, 0, &ignored);
	return ret;
}

/* Closes the sources that counted, and sets these up in their place. */
static void replace(struct source_cores *self, struct source *const *types, enum engine engine)
{
	struct source *source = &self->source;

	self->markers_before = source_remarks(source).markers;
	if (source->regions)
		regions_forget_tasks(source->regions);
	for (size_t i = 0; i < self->n; i++) {
		self->type[i].source->ops->close(self->type[i].source);
		self->type[i].source = types[i];
	}
	source->machine.engine = engine;
	tell_types(self, NULL);
}

/*
 * Sources with this engine take the place of those that count: these stop when the others are open,
 * so what is not counted are some milliseconds. 0, or a negative errno with a sentence: nothing has
 * changed; but with self->failed nothing counts any more.
 */
static int exchange(struct source_cores *self, enum engine engine, struct err *err)
{
	struct source *types[CORE_TYPES];
	struct err ignored;
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = self->engines.open(self->engines.data, engine, types, err);
	privilege_raise(PRIVILEGE_PROC);
	if (ret)
		return ret;
	replace(self, types, engine);
	ret = fit_cpus(self, true, err);
	if (!ret && self->source.machine.published)	/* with the new engine */
		(void)machine_publish(&self->source.machine);
	if (!ret && self->started)
		ret = start_types(self, err);
	if (!ret && self->source.requests.regions)	/* or the other engine cannot: none are */
		(void)watch_regions(self, false, &ignored);
	if (!ret)
		ret = watch_sources(self, err);
	if (ret) {
		self->failed = ret;
		self->failure = *err;
	}
	self->source.restarted_ns = hybrid_clock_ns(&self->source);
	return ret;
}

/* The engine that is best here counts again when a recording has ended. */
static int exchange_back(struct source_cores *self, struct err *err)
{
	struct err why = { .text = "" };

	if (!self->engines.open || self->source.tap || self->source.requests.slices ||
	    self->source.machine.engine == self->engines.best)
		return 0;
	if (exchange(self, self->engines.best, &why)) {
		self->engines.best = self->source.machine.engine;	/* not tried again */
		self->source.machine.no_bpf = why;
	}
	return tell_failure(self, err);
}

/*
 * Samples, which are single slices, take the place of BPF's sums. Where they cannot be opened BPF
 * goes on, and it is not tried again until they are wanted again.
 */
static int exchange_for_slices(struct source_cores *self, struct err *err)
{
	struct source *source = &self->source;

	if (!self->source.requests.slices || source->machine.engine != ENGINE_BPF || source->no_slices.text[0])
		return 0;
	if (!self->engines.open)
		(void)err_set(&source->no_slices, ENOTSUP,
			      "BPF adds up slices in the kernel; start with --engine ring");
	else
		(void)exchange(self, ENGINE_RING, &source->no_slices);
	return tell_failure(self, err);
}

/* Samples count from here on, if BPF has failed: the reason is that of *err. */
static int fall_back(struct source_cores *self, int failed, struct err *err)
{
	const struct err why = *err;

	if (self->source.machine.engine != ENGINE_BPF || !self->engines.falls_back)
		return failed;
	self->engines.best = ENGINE_RING;
	self->source.machine.no_bpf = why;
	return exchange(self, ENGINE_RING, err);
}

static int hybrid_start(struct source *source, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	const int ret = start_types(self, err);

	self->started = true;
	return ret < 0 ? fall_back(self, ret, err) : 0;
}

/*
 * When counting was restarted on all core types: the first time, so that no CPU has more time than
 * the next interval is long. After a gap of one core type the others go on counting, so it stays in
 * the interval, in which CPUs of that type have less time. 0: no gap of all. And the end of the last one's slices.
 */
static void take_times(struct source_cores *self)
{
	struct source *source = &self->source;

	source->restarted_ns = UINT64_MAX;
	source->cut_ns = 0;
	for (size_t i = 0; i < self->n; i++) {
		struct source *member = self->type[i].source;

		if (member->restarted_ns < source->restarted_ns)
			source->restarted_ns = member->restarted_ns;
		member->restarted_ns = 0;
		if (member->cut_ns > source->cut_ns)
			source->cut_ns = member->cut_ns;
	}
}

static int hybrid_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	int ret = call_types(self, source_tick, now_ns, sink, err);

	if (ret < 0)
		return self->failed ? ret : fall_back(self, ret, err);
	take_times(self);
	/* Only now: until here the sources yielded slices with the old indices. */
	ret = fit_cpus(self, false, err);
	if (!ret)
		ret = watch_sources(self, err);
	if (!ret)
		ret = exchange_for_slices(self, err);
	return ret ? ret : exchange_back(self, err);
}

static int hybrid_request(struct source *source, const struct source_requests *was,
			  const struct sink *sink, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	const struct source_requests *requests = &source->requests;

	if (requests->slices && !was->slices)
		source->no_slices = (struct err){ .text = "" };
	tell_types(self, sink);
	if (sink && requests->recordings != was->recordings &&
	    source->machine.engine == ENGINE_BPF && self->engines.open)
		(void)exchange(self, ENGINE_RING, &self->no_recording);
	if (!self->started || requests->regions == was->regions)
		return 0;
	return watch_regions(self, was->regions, err);
}

static void forget_recordable(struct source_cores *self)
{
	for (size_t i = 0; i < self->recordable.n_groups; i++)
		free((uint64_t *)self->recordable.groups[i].ids);
	self->recordable.n_groups = 0;
}

/* Adds a group of one core type to the whole machine: it has no events on CPUs of other types. */
static bool add_recordable(struct source_cores *self, const struct type_source *type,
			   const struct recordable *events, size_t group)
{
	struct recordable_group *whole = &self->recordable.groups[self->recordable.n_groups];
	const size_t n_cpus = self->source.machine.n_cpus, n = events->groups[group].group->n;
	uint64_t *ids = calloc(n * n_cpus, sizeof(ids[0]));

	if (!ids)
		return false;
	for (size_t member = 0; member < n; member++)
		for (size_t cpu = 0; cpu < events->n_cpus; cpu++)
			ids[member * n_cpus + (size_t)type->cpus[cpu]] =
				events->groups[group].ids[member * events->n_cpus + cpu];
	*whole = events->groups[group];
	whole->ids = ids;
	self->recordable.n_groups++;
	return true;
}

static void hybrid_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	struct source_cores *self = (struct source_cores *)source;

	*now = (struct slicer_now){ .n_groups = 0 };
	for (size_t i = 0; i < self->n; i++) {
		const struct type_source *type = &self->type[i];

		for (size_t own = 0; own < type->source->machine.n_cpus; own++)
			if ((size_t)type->cpus[own] == cpu)
				type->events->now(type->events->source, own, now);
	}
}

static const struct recordable *hybrid_recordable(struct source *source, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;

	forget_recordable(self);
	if (source->machine.engine == ENGINE_BPF) {
		*err = self->no_recording;
		return NULL;
	}
	for (size_t i = 0; i < self->n; i++) {
		struct type_source *type = &self->type[i];
		const struct recordable *events = type->source->ops->recordable(type->source, err);

		if (!events)
			return NULL;
		type->events = events;
		type->first_group = self->recordable.n_groups;
		for (size_t group = 0; group < events->n_groups; group++)
			if (!add_recordable(self, type, events, group)) {
				(void)err_set(err, ENOMEM, "not enough memory to record");
				return NULL;
			}
		self->recordable.layout = events->layout;
		if (i == 0)
			memcpy(self->recordable.pmu_name, events->pmu_name, sizeof(events->pmu_name));
	}
	pass_tap(self);
	self->recordable.n_cpus = source->machine.n_cpus;
	self->recordable.now = hybrid_now;
	self->recordable.source = source;
	self->recordable.by_exchange = self->engines.open;
	return &self->recordable;
}

static void hybrid_close(struct source *source)
{
	struct source_cores *self = (struct source_cores *)source;

	forget_recordable(self);
	if (self->engines.free)
		self->engines.free(self->engines.data);
	if (self->epoll >= 0)
		close(self->epoll);
	for (size_t i = 0; i < self->n; i++) {
		self->type[i].source->ops->close(self->type[i].source);
		free(self->type[i].cpus);
	}
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops hybrid_ops = {
	.name = "switch",
	.asks_proc = true,
	.watches_regions = true,
	.start = hybrid_start,
	.wait = hybrid_wait,
	.drain = hybrid_drain,
	.tick = hybrid_tick,
	.cut = hybrid_cut,
	.clock_ns = hybrid_clock_ns,
	.request = hybrid_request,
	.say = hybrid_say,
	.recordable = hybrid_recordable,
	.close = hybrid_close,
};

/*
 * Makes the whole machine: what the core types have in common, the CPUs of all, and the most levels
 * that one of them counts.
 */
static int join_machines(struct source_cores *self)
{
	struct machine *whole = &self->source.machine;

	*whole = self->type[0].source->machine;
	whole->published = NULL;
	whole->cpus = NULL;
	whole->n_cpus = 0;
	for (size_t i = 0; i < self->n; i++) {
		const struct machine *machine = &self->type[i].source->machine;

		if (machine_add_cpus(whole, machine->cpus, machine->n_cpus))
			return -ENOMEM;
		if (machine->levels > whole->levels)
			whole->levels = machine->levels;
	}
	return 0;
}

int source_cores_join(struct source *const *types, size_t n, const struct engines *engines,
		      struct source **out, struct err *err)
{
	struct source_cores *self = calloc(1, sizeof(*self));
	int ret;

	if (!self) {
		for (size_t i = 0; i < n; i++)
			types[i]->ops->close(types[i]);
		if (engines)
			engines->free(engines->data);
		return err_set(err, ENOMEM, "not enough memory to start");
	}
	self->source.ops = &hybrid_ops;
	self->epoll = -1;
	self->n = n;
	if (engines)
		self->engines = *engines;
	for (size_t i = 0; i < n; i++)
		self->type[i].source = types[i];
	if (join_machines(self) || find_places(self))
		ret = err_set(err, ENOMEM, "not enough memory for the CPUs of this machine");
	else if ((self->epoll = epoll_create1(EPOLL_CLOEXEC)) < 0)
		ret = err_set(err, errno, "cannot watch the ring buffers: %m");
	else
		ret = watch_sources(self, err);
	if (ret) {
		hybrid_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
