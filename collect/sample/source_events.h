/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a recording that have samples of code, as a reader meets them: how many samples and
 * branch stacks each has, and the builder that takes them. One thread.
 */
#pragma once

#include "collect/recording/block.h"
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

/* Counts a sample, and notes its time in the news. */
void source_event_note(struct source_event *event, const struct frame *frame, uint64_t time_ns,
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
