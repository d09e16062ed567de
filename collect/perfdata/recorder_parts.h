/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of recorder.c: opened nodes and regions as records, and the records that a file begins
 * with. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/recorder_samples.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "model/formula.h"
#include "model/tree/opened.h"

/*
 * The readings of opened nodes (model/tree/opened.h) as records of perf.data. Each event is
 * a further attr of the file, with an id from PERFDATA_NODE_ID on, and no sample is of it. In each
 * interval, before its mark, come
 *
 *  - PERFDATA_UPDATE_NODE_EVENT once for each event: which one of the tree it is;
 *  - PERFDATA_UPDATE_OPENED, when the request has changed: what is opened;
 *  - PERF_RECORD_READ, as for the groups of slices: events that were counted at the same time;
 *  - PERFDATA_UPDATE_NODES: all the rest, which says that the interval is complete.
 *
 * perf ignores them, and shows the counts with -D. PERF_RECORD_STAT is not used: perf script and
 * perf report end with an error where no cpu_map and thread_map came before
 * (perf_event__process_stat_event(), tools/perf/util/stat.c). Called by the recorder, on its thread.
 */
struct recorder_nodes {
	/* Of each event of the trees: 1 + the index of the id; 0: not in this file. */
	uint16_t of_event[CORE_TYPES][TREE_EVENTS_MAX];
	uint16_t n;			/* ids of this file */
	bool known;			/* the request below is in this file */
	struct tree_request request;
	uint64_t ids[TREE_READINGS_MAX], latency_ids[TREE_LATENCIES_MAX];
};

void recorder_nodes_begin(struct recorder_nodes *nodes);	/* another file */

/*
 * Puts the readings of an interval, as records of further events of the file. events: of the
 * source. Readings of events without room in the file are left out; their number.
 */
size_t recorder_nodes_put(struct recorder_nodes *nodes, struct recorder_samples *samples,
			  const struct tree_readings *readings, const struct family *family,
			  const struct recordable *events);

/*
 * Regions (collect/region/regions.h) as records of perf.data. The markers of each object are a
 * further event of the file, "tdtop_region:OBJECT", with one id for all CPUs and groups, from
 * PERFDATA_REGION_ID on. The kernel's probes come and go while tdtop records, and their ids with
 * them. Each marker is a sample of it:
 *
 *  - the values of the group that was on, with the ids of its members. Values of the probes, which
 *    the kernel adds to all readings of the group while they are open, are left out of all samples;
 *  - then the number of markers of the event in the file so far, as its own value: perf shows one
 *    sample of it for each marker;
 *  - the registers: the first argument, then the instruction pointer.
 *
 * The rest are records of EVENT_UPDATE that perf ignores (enum perfdata_update), before the first
 * record that needs them. They tell what an object is and the names of its regions, and names in
 * pools, as they become known. Where a file begins in the middle of a run, they tell in which
 * regions each task is. Called by the recorder, on its thread.
 */
struct recorder_regions {
	/* Of the recorder, as long as the file is open: */
	struct regions *regions;	/* of the source; NULL: none, or without markers, as the demo's */
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

/*
 * What was watched, of a source that shows only some processes (source_filter). A file begins with its name and the
 * processes that are watched. Before the mark of an interval come those that are new among them, each once in a file (a
 * number above 0). All tasks are recorded; a replay lets those pass that did while it was recorded.
 */
void recorder_watched_begin(struct blob *blob, const struct source *source, const struct recordable *events,
			    uint64_t file);
void recorder_watched_put(struct blob *blob, const struct source *source, const struct recordable *events,
			  uint64_t file);

/*
 * The first records of a file that begins while tdtop already counts: what the slicer and the
 * registry of tasks know, as records from which a replay learns the same. perf calls such records
 * synthesized.
 */

struct tasks;

/* Where the state comes from, and where its records go. All borrowed. */
struct synthetic_records {
	struct source *source;
	const struct recordable *events;	/* with now() */
	struct blob *blob;		/* empty at the beginning */
	void (*flush)(void *data);	/* writes the records in the blob, and empties it */
	void *data;
};

/* Puts what each CPU runs and has counted, then the tasks, a few records at a time. */
void synthetic_records_put(const struct synthetic_records *records, const struct tasks *tasks);
