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
 * Called by the recorder, on its thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_RECORDER_REGIONS_H
#define TDTOP_COLLECT_PERFDATA_RECORDER_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/recorder_samples.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"

struct recorder_regions {
	/* Of the recorder, as long as the file is open: */
	const struct source *source;	/* its regions may be NULL */
	const struct recordable *events;
	struct recorder_samples *samples;

	struct recorder_object {
		const struct sampled_event *event;	/* NULL: it is not in this file */
		uint64_t markers;			/* in this file */
	} object[1 + REGION_OBJECTS_MAX];	/* by number */
	uint64_t *named;		/* by entry of pools: stamp of its name in this file */
	size_t cap_named;
	uint64_t forgotten;		/* regions_forgotten() that is in this file */
};

/* Another file. All three are borrowed until the next one. */
void recorder_regions_begin(struct recorder_regions *self, const struct source *source,
			    const struct recordable *events, struct recorder_samples *samples);
void recorder_regions_done(struct recorder_regions *self);	/* frees the memory */

/*
 * Puts the sample of a marker into `blob`, as perfdata_put_marker() does, and the object into the
 * file, if it is not in it. There may be no room for it: then the sample is one of the clock.
 */
bool recorder_regions_put_marker(struct recorder_regions *self, struct blob *blob,
				 struct tap_place place, uint32_t object, const void *bytes,
				 size_t size, uint64_t *time_ns);

/* The file begins in the middle of a run: puts in which regions the tasks are. */
void recorder_regions_put_tasks(struct recorder_regions *self);

/* Before the next record of a CPU: puts that regions_forget_tasks() was called since the last one. */
void recorder_regions_put_forgotten(struct recorder_regions *self);

/*
 * Before the mark of an interval: puts the objects, and the names in pools, that are known now; and
 * how regions were watched in it.
 */
void recorder_regions_put_known(struct recorder_regions *self);
void recorder_regions_put_watched(struct recorder_regions *self, const struct region_state *state);

#endif
