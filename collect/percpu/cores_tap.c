/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hybrid as one machine for who records it: what its parts tell, with the whole's CPUs and groups. See
 * cores_own.h. Collector thread.
 */
#include "config.h"
#include "collect/percpu/cores_own.h"

#include <stdlib.h>
#include <string.h>

#include "collect/slice/slicer.h"

static struct tap_place place_in_whole(const struct part *part, struct tap_place place)
{
	return (struct tap_place){ .cpu = (size_t)part->cpus[place.cpu],
				   .group = part->first_group + place.group };
}

static void tap_record(void *data, struct tap_place place, const void *bytes, size_t size)
{
	const struct part *part = data;

	part->whole_tap->record(part->whole_tap->data, place_in_whole(part, place), bytes, size);
}

static void tap_reading(void *data, struct tap_place place, uint64_t time_ns, int32_t pid, int32_t tid,
			const struct reading *reading)
{
	const struct part *part = data;

	part->whole_tap->reading(part->whole_tap->data, place_in_whole(part, place), time_ns, pid, tid,
				 reading);
}

static void tap_mux(void *data, struct tap_place place)
{
	const struct part *part = data;

	part->whole_tap->mux(part->whole_tap->data, place_in_whole(part, place));
}

static void tap_rotation(void *data, size_t group, bool taken)
{
	const struct part *part = data;

	part->whole_tap->rotation(part->whole_tap->data, part->first_group + group, taken);
}

void cores_pass_tap(struct source_cores *self)
{
	const struct tap *whole = self->source.tap;

	for (size_t i = 0; i < self->n; i++) {
		struct part *part = &self->part[i];

		part->whole_tap = whole;
		part->tap = (struct tap){ .data = part, .record = tap_record, .reading = tap_reading,
					  .mux = tap_mux, .rotation = tap_rotation };
		part->source->tap = whole ? &part->tap : NULL;
	}
}

void cores_forget_recordable(struct source_cores *self)
{
	for (size_t i = 0; i < self->recordable.n_groups; i++)
		free((uint64_t *)self->recordable.groups[i].ids);
	self->recordable.n_groups = 0;
}

/* A part's group as one of the whole machine: on the CPUs of the others it has no events. */
static bool add_recordable(struct source_cores *self, const struct part *part, const struct recordable *its,
			   size_t group)
{
	struct recordable_group *whole = &self->recordable.groups[self->recordable.n_groups];
	const size_t n_cpus = self->source.machine.n_cpus, n = its->groups[group].group->n;
	uint64_t *ids = calloc(n * n_cpus, sizeof(ids[0]));

	if (!ids)
		return false;
	for (size_t member = 0; member < n; member++)
		for (size_t cpu = 0; cpu < its->n_cpus; cpu++)
			ids[member * n_cpus + (size_t)part->cpus[cpu]] =
				its->groups[group].ids[member * its->n_cpus + cpu];
	*whole = its->groups[group];
	whole->ids = ids;
	self->recordable.n_groups++;
	return true;
}

const struct recordable *cores_recordable(struct source *source)
{
	struct source_cores *self = (struct source_cores *)source;

	cores_forget_recordable(self);
	for (size_t i = 0; i < self->n; i++) {
		struct part *part = &self->part[i];
		const struct recordable *its = part->source->ops->recordable ?
					       part->source->ops->recordable(part->source) : NULL;

		part->first_group = self->recordable.n_groups;
		for (size_t group = 0; its && group < its->n_groups; group++)
			if (!add_recordable(self, part, its, group))
				its = NULL;
		if (!its)
			return NULL;
		self->recordable.layout = its->layout;
		if (i == 0)
			memcpy(self->recordable.pmu_name, its->pmu_name, sizeof(its->pmu_name));
	}
	self->recordable.n_cpus = source->machine.n_cpus;
	return &self->recordable;
}

void cores_now(struct source *source, size_t cpu, struct slicer_now *now)
{
	struct source_cores *self = (struct source_cores *)source;

	*now = (struct slicer_now){ .n_groups = 0 };
	for (size_t i = 0; i < self->n; i++) {
		struct source *part = self->part[i].source;

		for (size_t own = 0; own < part->machine.n_cpus; own++)
			if ((size_t)self->part[i].cpus[own] == cpu)
				part->ops->now(part, own, now);
	}
}
