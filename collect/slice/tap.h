/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who listens to a source beside its sink: a recorder, which wants the records as the kernel wrote them
 * and in the order in which the slicer saw them. What a source must tell for it, too. All on the
 * collector thread.
 */
#ifndef TDTOP_COLLECT_TAP_H
#define TDTOP_COLLECT_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/record.h"

/* Whose a record is: indexes of the machine's CPUs, and of the groups in struct recordable. */
struct tap_place {
	size_t cpu, group;
};

struct tap {
	void *data;
	/* A record of the ring of this CPU (index), before anything comes of it; a sample is one of this group. */
	void (*record)(void *data, struct tap_place place, const void *bytes, size_t size);
	/* A reading by read(2) at its place among the records, while (pid, tid) runs; -1: nobody knows. */
	void (*reading)(void *data, struct tap_place place, uint64_t time_ns, int32_t pid, int32_t tid,
			const struct reading *reading);
	/* From here on this group is on, instead of the one that took its turn before. */
	void (*mux)(void *data, struct tap_place place);
	/* From here on the groups of this one's kind of core take turns, or not: slicer_take_rotation(). */
	void (*rotation)(void *data, size_t group, bool taken);
};

/* One of the groups that are on, or take turns, on the same CPUs: all of one kind. */
struct recordable_group {
	const struct group *group;	/* members in the order of a reading */
	enum core_type core_type;
	uint32_t mux;
	const uint64_t *ids;	/* the kernel's of member m on CPU (index) c: [m * n_cpus + c]; 0: not counted there */
};

/* The events of a source that can be recorded; valid until its groups are opened anew. */
struct recordable {
	struct recordable_group groups[CORE_TYPES * (1 + MUX_MAX)];	/* each kind's in the order of turns */
	size_t n_groups;
	size_t n_cpus;
	struct record_layout layout;	/* of all records and readings */
	char pmu_name[PMU_NAME_LEN];	/* caps/pmu_name; "" if not told */
};

/* The id of a group's member there. */
uint64_t recordable_id(const struct recordable *events, struct tap_place place, size_t member);

/* The group of turn 0 on this CPU (index). */
struct tap_place recordable_place(const struct recordable *events, size_t cpu);

/*
 * Tells a record of another event than samples as one of the event with this id; for layouts that end with the
 * id (PERF_SAMPLE_IDENTIFIER, sample_id_all). What is too large for such a record is told as it is.
 */
void tap_record_as(const struct tap *tap, struct tap_place place, const void *bytes, size_t size, uint64_t id);

#endif
