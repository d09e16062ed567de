/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions (collect/region/regions.h) as records of perf.data. The markers of each object are a
 * further event of the file, "tdtop_region:OBJECT", with one id for all CPUs and groups, from
 * PERFDATA_REGION_ID on: the kernel's probes come and go while tdtop records, and their ids with
 * them. Each marker is a sample of it:
 *
 *  - the values of the group that was on, with the ids of its members; values of the probes, which
 *    the kernel adds to all readings of the group while they are open, are left out of all samples;
 *  - then the number of markers of the event in the file so far, as its own value: perf shows one
 *    sample of it for each marker;
 *  - the registers: the first argument, then the instruction pointer.
 *
 * The rest are records of EVENT_UPDATE that perf ignores (enum perfdata_update), before the first
 * record that needs them: what an object is and the names of its regions; names in pools, as they
 * become known; and where a file begins in the middle of a run, in which regions each task is.
 * Called by the recorder.
 */
#ifndef TDTOP_COLLECT_PERFDATA_REGION_RECORDS_H
#define TDTOP_COLLECT_PERFDATA_REGION_RECORDS_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/region/regions.h"
#include "collect/slice/tap.h"
#include "model/snapshot/snapshot.h"

#define REGION_EVENT_PREFIX "tdtop_region:"

/* The attr of the markers of an object. */
struct perf_event_attr region_event_attr(const struct region_object *object,
					 const struct recordable *events);

/* Its name: the file's, in characters that perf does not use for its own purposes. */
void region_event_name(char name[64], const struct region_object *object);

/* Puts what the object with this number is, then the names of its regions, as several records. */
void region_put_object(struct blob *blob, uint64_t id, uint32_t number,
		       const struct region_object *object);

/* Puts a name that a process gave an entry of a pool. */
void region_put_name(struct blob *blob, uint64_t id, int32_t pid, region_t region,
		     const char *name);

/*
 * Puts in which regions a task is; entries: into the innermost, that no slice has yet. tid 0: of no
 * task it is known, from here on.
 */
void region_put_task(struct blob *blob, uint64_t id, int32_t tid, const struct region_stack *stack,
		     uint32_t entries);

/* Puts how regions were watched in an interval. */
void region_put_watched(struct blob *blob, uint64_t id, const struct region_state *state);

#endif
