/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a recording that have samples of code, as a reader meets them: how many samples and
 * branch stacks each has, and the builder that takes them. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata.h"
#include "collect/sample/sample_events.h"
#include "model/branches/profile_builder.h"
#include "model/profile/profile_exchange.h"

#define SOURCE_EVENTS_MAX ((int)(sizeof(((struct profile_news *)0)->events) / \
				 sizeof(struct profile_event)))

struct source_event {
	uint32_t recorded;		/* index into the recording's events */
	struct sample_event event;
	uint64_t samples, stacks;	/* that were seen */
	bool topdown;			/* no event of its own: samples of those with a row of the class
					 * table, together */
	struct profile_builder *builder;	/* of this pass; NULL: not wanted */
};

struct source_events {
	struct source_event event[SOURCE_EVENTS_MAX];
	int n;
	struct class_samples classes;	/* of the one with .topdown */
	size_t classes_asked;		/* of so many events it is known whether there can be one; 0: of none */
	size_t taken_asked;		/* so many are those of source_events_add_taken(), if they are */
};

/* The one with .topdown; NULL: none. */
struct source_event *source_events_topdown(struct source_events *events);

/* A builder for the event. NULL without memory. */
struct profile_builder *source_event_builder(const struct source_events *events,
					     const struct source_event *event);

/* The event of samples with this id (0: of the only event), if they are of code; else NULL. */
const struct recorded_event *source_events_take(struct recording *recording, uint64_t id);

/* Is it completed by samples of mispredicted branches that were not taken (struct sample_event)? */
bool source_event_lacks_not_taken(const struct source_event *event);

/* The events (sample_index_event()) whose samples are added to one of the builders there are. */
uint32_t source_events_needed(const struct source_events *events);

/*
 * The event of samples with this id (0: the only one), which may be new. NULL: it is unknown, not
 * of code, or there are too many.
 */
struct source_event *source_events_of(struct source_events *events, struct recording *recording,
				      uint64_t id);

/* Counts a sample (NULL: a damaged one), and notes its time in the news. */
void source_event_note(struct source_event *event, const struct sample_record *record, uint64_t time_ns,
		       struct profile_news *news);

/* Adds the events that count taken branches with branch stacks: they may have samples later. */
void source_events_add_taken(struct source_events *events, struct recording *recording);

/*
 * Sorts the events, the one with the most branch stacks first, and puts those that have samples into
 * the news.
 */
void source_events_tell(struct source_events *events, struct profile_news *news);

/* Frees all builders. */
void source_events_clear(struct source_events *events);

/*
 * Where in a recording the samples are: of each part of the file, which processes and events have samples in it, and
 * when. So a later pass that is for one of them reads only its parts. At most 4 MB: the parts of a larger file are
 * longer. One thread.
 */

/* Zeroed: no pass was indexed. */
struct sample_index {
	struct indexed_part *parts;	/* owned; in the order of the file */
	size_t n;
	uint64_t part_bytes;		/* a part is at least so long */
	bool begun, complete;
	bool failed;			/* no memory, records without a place in the file, or damaged ones */
};

/* Forgets all: records from the beginning of the recording follow. */
void sample_index_begin(struct sample_index *index);

/* The recording has ended: from now on there are parts. */
void sample_index_end(struct sample_index *index);
void sample_index_done(struct sample_index *index);	/* frees the memory, and zeroes it */

/*
 * If an index has begun, notes the record at this offset in the file; UINT64_MAX: it has none. It is a sample of the
 * event with this number, or, with NULL, one that each pass must read.
 */
void sample_index_note(struct sample_index *index, uint64_t at, const struct envelope *sample, size_t event);

/* A noted sample was decoded (NULL: it is damaged). If its envelope tells other than that, there will be no index. */
void sample_index_check(struct sample_index *index, const struct envelope *sample,
			const struct sample_record *record);

/*
 * The parts that may have samples of the request and of these events (sample_index_event()), and those that each pass
 * must read; the caller frees them. NULL: there is no index, or no memory; then all of the recording is to be read.
 */
struct perfdata_section *sample_index_choose(const struct sample_index *index, const struct profile_request *request,
					     uint32_t events, size_t *n);
