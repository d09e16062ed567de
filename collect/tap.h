/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who listens to a source beside its sink: a recorder, which wants the records as the kernel wrote them
 * and in the order in which the slicer saw them. What a source must tell for it, too. All on the
 * collector thread.
 */
#ifndef TDTOP_COLLECT_TAP_H
#define TDTOP_COLLECT_TAP_H

#include <stddef.h>
#include <stdint.h>

#include "collect/perf_open.h"
#include "collect/record.h"

struct tap {
	void *data;
	/* A record of the ring of this CPU (index), before anything comes of it. */
	void (*record)(void *data, size_t cpu, const void *bytes, size_t size);
	/* A reading by read(2) at its place among the records, while (pid, tid) runs; -1: nobody knows. */
	void (*reading)(void *data, size_t cpu, uint64_t time_ns, int32_t pid, int32_t tid,
			const struct reading *reading);
};

/* The events of a source that can be recorded; valid as long as it is open. */
struct recordable {
	const struct group *group;	/* members in the order of a reading */
	size_t n_cpus;
	const uint64_t *ids;		/* the kernel's of member m on CPU (index) c: [m * n_cpus + c] */
	struct record_layout layout;	/* of all records and readings */
	char pmu_name[PMU_NAME_LEN];	/* caps/pmu_name; "" if not told */
};

/*
 * Tells a record of another event than samples as one of the event with this id; for layouts that end with the
 * id (PERF_SAMPLE_IDENTIFIER, sample_id_all). What is too large for such a record is told as it is.
 */
void tap_record_as(const struct tap *tap, size_t cpu, const void *bytes, size_t size, uint64_t id);

#endif
