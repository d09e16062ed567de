/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of a recorder that writes what is sampled beside the slices into its file or stream:
 * adds events, counts what is dropped, and knows which times are still in order. Called by the
 * recorder, on its thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_RECORDER_SAMPLES_H
#define TDTOP_COLLECT_PERFDATA_RECORDER_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/sampled_events.h"

/* Where records go; false, or a negative errno: there is no room or no memory. */
struct sampled_output {
	void *data;
	bool (*put)(void *data, const void *bytes, size_t n, bool required);
	/* A further event of a file; NULL: a stream, which a record tells of it. */
	int (*add_event)(void *data, const struct blob *attr, uint64_t id);
};

struct recorder_samples {
	struct sampled_output output;	/* set by the recorder */
	struct sampled_events events;	/* of this file, as all that follows */
	bool full;			/* an event found no room */
	uint64_t dropped;		/* records */
	/*
	 * As perf sorts records (tools/perf/util/ordered-events.c): after a round it delivers all
	 * that are not newer than the newest one of the round before.
	 */
	uint64_t newest_ns, newest_before_ns, oldest_ns;
	struct blob blob;		/* a record under construction */
};

void recorder_samples_begin(struct recorder_samples *samples);	/* another file */
void recorder_samples_done(struct recorder_samples *samples);	/* frees the memory */

/* A record of the kernel; see recorder_sampled(). */
struct sampled_record {
	const struct perf_event_attr *attr;
	const char *name;
	uint64_t id;
	const void *bytes;
	size_t size;
};

/* Adds its event to the file, before its first record. NULL: there is no room for it. */
struct sampled_event *recorder_samples_add(struct recorder_samples *samples,
					   const struct sampled_record *record,
					   const struct recordable *events);

/* Puts it. 0, also if it is dropped; -ENOSPC: the first of an event without room in the file. */
int recorder_samples_put(struct recorder_samples *samples, const struct sampled_record *record,
			 const struct recordable *events);

/* See recorder_sampled_mapping(). */
void recorder_samples_map(struct recorder_samples *samples, const struct perf_event_attr *attr,
			  const struct code_mapping *mapping, uint64_t time_ns);

/* Before the mark of an interval: puts how many records were dropped in it. */
void recorder_samples_put_lost(struct recorder_samples *samples);

/* After the mark; newest_ns: of all other records so far. */
void recorder_samples_finish_round(struct recorder_samples *samples, uint64_t newest_ns);

#endif
