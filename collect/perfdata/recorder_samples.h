/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of a recorder that writes what is sampled beside the groups of a source: further attrs of
 * the same perf.data. The kernel gives an id to each thread or CPU of an event; the file has one for
 * all of them, the first that came, and each record gets it. So an attr is complete as soon as it is
 * in the file, however many threads come later. Counts what is dropped, and knows which times are
 * still in order. Called by the recorder, on its thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/perf/record_layout.h"
#include "collect/perfdata/blob.h"
#include "collect/slice/tap.h"

#define SAMPLED_EVENTS_MAX 384	/* of a file: each choice of what is sampled is one, and each
				 * event of opened nodes */

struct sampled_event {
	struct perf_event_attr attr;	/* as in the file */
	struct record_layout layout;
	uint64_t id;
	char name[64];
	uint64_t dropped, dropped_ns;	/* records since the last one put; time of the last */
};

struct sampled_events {
	struct sampled_event *event;	/* owned; NULL while n is 0 */
	size_t n;
	size_t committed;	/* of them, those that the file has at its last commit */
	size_t last;		/* that was found */
};

/*
 * Can records of this attr be told apart from others, and sorted: IDENTIFIER, TID, TIME, and
 * sample_id_all?
 */
bool sampled_event_fits(const struct perf_event_attr *attr);

/* The event with this id; NULL: there is none. */
const struct sampled_event *sampled_events_by_id(const struct sampled_events *sampled, uint64_t id);

/* Has each event of the file that samples code branch stacks? Then perf report shows branches. */
bool sampled_events_have_branches(const struct sampled_events *sampled);

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

/* Puts the record in the blob, and empties it. False: there is none, or no room: it is dropped. */
bool recorder_samples_flush(struct recorder_samples *samples);

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
