/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The second listener of a source beside its sink: a recorder, which wants the records as the
 * kernel wrote them and in the order in which the slicer saw them. Also describes the events of a
 * source that can be recorded. All on the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/record.h"

struct slicer_now;
struct source;

/* Origin of a record: indices into the machine's CPUs and into the groups of struct recordable. */
struct tap_place {
	size_t cpu, group;
};

struct tap {
	void *data;
	/* As of a sink: what it has for the source's index of a CPU, and for its first group. NULL: the same. */
	const int32_t *cpus;
	size_t first_group;
	/* A record of this CPU's ring, before it becomes a slice; a sample is one of this group. */
	void (*record)(void *data, struct tap_place place, const void *bytes, size_t size);
	/*
	 * In place of record(): a sample that a marker made, of the object with this number in
	 * source->regions (0: it is not watched any more). As the kernel wrote it: values of all
	 * members, also of probes, which come last; registers at its end.
	 */
	void (*marker)(void *data, struct tap_place place, uint32_t object, const void *bytes,
		       size_t size);
	/*
	 * A reading by read(2) at its place among the records, while (pid, tid) runs; -1: unknown.
	 */
	void (*reading)(void *data, struct tap_place place, uint64_t time_ns, int32_t pid,
			int32_t tid, const struct reading *reading);
	/* From here on this group is on, instead of the one before it: slicer_rotate(). */
	void (*rotated)(void *data, struct tap_place place);
	/* Do the groups of this one's core type rotate from here on? slicer_set_rotating(). */
	void (*rotating)(void *data, size_t group, bool on);
};

/* What a source gives to the tap for its indices. */
static inline struct tap_place tap_place(const struct tap *tap, size_t cpu, size_t group)
{
	return (struct tap_place){ .cpu = tap->cpus ? (size_t)tap->cpus[cpu] : cpu,
				   .group = tap->first_group + group };
}

/* One of the groups that count (and rotate) on the CPUs of one core type. */
struct recordable_group {
	const struct group *group;	/* members in the order of a reading */
	enum core_type core_type;
	uint32_t mux;
	const uint64_t *ids;	/* the kernel's, of member m on CPU (index) c: [m * n_cpus + c]; 0:
				 * not counted there */
};

/* The events of a source that can be recorded; valid until its groups are reopened. */
struct recordable {
	/* By core type, then by mux. */
	struct recordable_group groups[CORE_TYPES * (1 + MUX_MAX)];
	size_t n_groups;
	size_t n_cpus;
	struct record_layout layout;	/* of all records and readings */
	char pmu_name[PMU_NAME_LEN];	/* caps/pmu_name; "" if the kernel has none */
	bool by_exchange;	/* when nothing is recorded another engine counts */
	/* The state of this CPU's (index) slices, for a recording that begins in the middle. */
	void (*now)(struct source *source, size_t cpu, struct slicer_now *now);
	struct source *source;	/* the one to ask it */
};

/* The kernel's id of a member of the group at this place. */
uint64_t recordable_id(const struct recordable *events, struct tap_place place, size_t member);

/* The first group (mux 0) on this CPU (index). */
struct tap_place recordable_place(const struct recordable *events, size_t cpu);

/*
 * Passes a record that is no sample to the tap with the id of another event; for layouts whose
 * records end with the id (PERF_SAMPLE_IDENTIFIER, sample_id_all). A record of unexpected size
 * passes unchanged.
 */
void tap_record_as(const struct tap *tap, struct tap_place place, const void *bytes, size_t size,
		   uint64_t id);
