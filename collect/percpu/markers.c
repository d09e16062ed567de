/* SPDX-License-Identifier: GPL-2.0-only */
/* Probes of regions in the groups of the switch source; see switch_internal.h. Collector thread. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/marker_event.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/privilege.h"

/*
 * What the kernel takes for the breakpoint of an uprobe beside the sample of its event. And each
 * event is an uprobe of its own, so the kernel asks those of all CPUs and groups whether it is
 * theirs. Both measured (Linux 6.18, a virtual machine).
 */
#define TRAP_NS 750.0
#define OTHER_PROBE_NS 65.0
#define CLOSING_NS 80000000ULL	/* to close one: collect/perf/marker_event.h */

/* Ids of these objects, those that are probed already copied. NULL without memory. */
static uint64_t *more_ids(const struct source_switch *self, uint32_t n)
{
	const struct markers *markers = &self->markers;
	const size_t n_cpus = self->base.source.machine.n_cpus, n_mux = 1 + self->base.plan.n_mux;
	uint64_t *ids = calloc(n * n_mux * n_cpus, sizeof(ids[0]));

	for (size_t mux = 0; ids && markers->on && mux < n_mux; mux++)
		for (size_t i = 0; i < markers->n * n_cpus; i++)
			ids[mux * n * n_cpus + i] = markers->ids[mux * markers->n * n_cpus + i];
	return ids;
}

/* 0, also if the CPU went offline; or a negative errno with a sentence. */
static int probe_cpu(struct source_switch *self, size_t cpu, uint32_t object, uint32_t n,
		     uint64_t *ids, struct err *err)
{
	const struct region_object *known = regions_object(self->base.source.regions, object);
	const struct groups_probe probe = { .object = object, .fd = known->fd,
					    .guard = known->guard, .path = known->path,
					    .offset = known->notes.mark_offset };
	const size_t n_cpus = self->base.source.machine.n_cpus;
	int ret = 0;

	if (!self->base.hotplug.online[cpu] || self->removed[cpu] || known->fd < 0)
		return 0;
	for (size_t mux = 0; !ret && mux <= self->base.plan.n_mux; mux++)
		ret = self->base.sys->groups->probe(self->groups, cpu, mux, &probe,
						    &ids[(mux * n + object - 1) * n_cpus + cpu], err);
	return ret == -ENODEV ? 0 : ret;
}

static int raise_nofile(const struct source_switch *self, uint32_t n, struct err *err)
{
	size_t events = n;

	for (size_t mux = 0; mux <= self->base.plan.n_mux; mux++)
		events += self->base.plan.group[mux].n + WATCHERS + n;
	return perf_raise_nofile(events * self->base.source.machine.n_cpus, err);
}

/* What it sampled on the first CPUs before another one refused is of no region. */
static void forget_ids(const struct source_switch *self, uint32_t object, uint32_t n, uint64_t *ids)
{
	const size_t n_cpus = self->base.source.machine.n_cpus;

	for (size_t mux = 0; mux <= self->base.plan.n_mux; mux++)
		memset(&ids[(mux * n + object - 1) * n_cpus], 0, n_cpus * sizeof(ids[0]));
}

/*
 * Probes the objects from the first one on; those that are refused are passed over, and *err says
 * it. A negative errno with a sentence: none is probed.
 */
static int probe_objects(struct source_switch *self, uint32_t first, uint32_t n, uint64_t *ids,
			 struct err *err)
{
	int ret = raise_nofile(self, n, err);
	uint32_t refused = 0;

	for (uint32_t object = first; object <= n && (!ret || marker_event_is_refused(ret));
	     object++) {
		ret = 0;
		for (size_t cpu = 0; !ret && cpu < self->base.source.machine.n_cpus; cpu++)
			ret = probe_cpu(self, cpu, object, n, ids, err);
		if (!ret)
			continue;
		self->base.sys->groups->unprobe(self->groups, object);
		forget_ids(self, object, n, ids);
		refused++;
	}
	if (!ret || (marker_event_is_refused(ret) && refused < n))
		return 0;
	self->base.sys->groups->unprobe(self->groups, first);
	return ret;
}

/* New members run from here on. */
static void restart_groups(struct source_switch *self)
{
	const struct groups_ops *groups = self->base.sys->groups;

	for (size_t cpu = 0; cpu < self->base.source.machine.n_cpus; cpu++) {
		const uint32_t mux = rotation_mux(self->base.rotation, cpu);

		if (!self->base.hotplug.online[cpu] || self->removed[cpu])
			continue;
		(void)groups->switch_mux(self->groups, cpu, mux, false);
		(void)groups->switch_mux(self->groups, cpu, mux, true);
	}
}

static int watch_objects(struct source_switch *self, struct err *err)
{
	struct markers *markers = &self->markers;
	const uint32_t probed = markers->on ? markers->n : 0;
	const uint32_t n = regions_objects(self->base.source.regions);
	uint64_t *ids;
	int ret;

	if (markers->on && n == probed)
		return 0;
	ids = more_ids(self, n ? n : 1);
	if (!ids)
		return err_set(err, ENOMEM, "not enough memory for the regions of %u program%s", n, plural(n));
	ret = probe_objects(self, probed + 1, n, ids, err);
	if (ret) {
		free(ids);
		return ret;
	}
	free(markers->ids);
	markers->ids = ids;
	markers->n = n;
	if (!markers->on)
		regions_forget_tasks(self->base.source.regions);
	markers->on = true;
	slicer_set_regions(self->slicer, self->base.source.regions);
	return 0;
}

/* Their ids stay: some of their samples are in the rings still. */
static void leave_objects(struct source_switch *self)
{
	struct markers *markers = &self->markers;

	if (!markers->on)
		return;
	self->base.sys->groups->unprobe(self->groups, 1);
	markers->on = false;
	slicer_set_regions(self->slicer, NULL);
	regions_forget_tasks(self->base.source.regions);
}

int markers_watch(struct source_switch *self, bool on, struct err *err)
{
	const uint32_t probed = self->markers.on ? self->markers.n : 0;
	int ret;

	self->markers.wanted = on && self->base.source.regions;
	if (!self->markers.wanted) {
		leave_objects(self);
		return 0;
	}
	privilege_raise(PRIVILEGE_COUNT);
	ret = watch_objects(self, err);
	if (!ret && self->markers.n != probed)
		restart_groups(self);
	privilege_raise(PRIVILEGE_PROC);
	self->markers.wanted = self->markers.on;
	return ret;
}

void markers_retry(struct source_switch *self)
{
	struct err ignored;

	if (!self->markers.wanted || self->markers.on)
		return;
	(void)markers_watch(self, true, &ignored);
	self->markers.wanted = true;
}

void markers_reopen(struct source_switch *self)
{
	struct err ignored;

	if (!self->markers.wanted)
		return;
	regions_forget_tasks(self->base.source.regions);
	(void)watch_objects(self, &ignored);
}

void markers_close(struct source_switch *self)
{
	free(self->markers.ids);
	self->markers.ids = NULL;
	self->markers.on = false;
	self->markers.n = 0;
}

uint64_t markers_seen(const struct source_switch *self, double *cost_ns)
{
	const double sample_ns = sampling_marker_ns(self);
	const size_t probes = self->base.source.machine.n_cpus * (1 + self->base.plan.n_mux);

	*cost_ns = 0;
	if (self->markers.seen && !isnan(sample_ns))
		*cost_ns = sample_ns + TRAP_NS + OTHER_PROBE_NS * (double)(probes - 1);
	return self->markers.seen;
}

uint64_t markers_last_ns(const struct source_switch *self)
{
	return self->base.source.machine.n_cpus * (1 + self->base.plan.n_mux) * self->markers.n * CLOSING_NS;
}
