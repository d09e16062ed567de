/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a recording as events of profiles: what triggers their samples, and what samples of
 * them contain. Pure. Any thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/perf/record_layout.h"
#include "collect/recording/recording_features.h"
#include "model/profile/profile.h"

struct sample_event {
	struct record_layout layout;
	struct profile_event event;
	bool calls_in_branches;	/* --call-graph lbr: what stands as branch stack is a call stack */
	bool mispredicted_not_taken;	/* its samples are such branches, precisely: of what stacks
					 * cannot tell (Intel: BR_MISP_RETIRED.COND_NTAKEN) */
	int row;		/* of the class table of the recording's CPU; -1: none */
	uint64_t period;	/* of samples without PERF_SAMPLE_PERIOD; 1 or more */
};

/*
 * Are its samples of code? Not if they have no addresses, or if it belongs to a group of TopDown
 * events, which is read at switches of tasks.
 */
bool sample_event_is_of_code(const struct recorded_event *recorded);

/* Describes the event. False: its samples are not of code. */
bool sample_event_describe(const struct recording *recording, const struct recorded_event *recorded,
			   struct sample_event *event);

/* What the event counts, by its number or its name. */
enum trigger sample_event_trigger(const struct recording *recording,
				  const struct recorded_event *recorded);

/* The same of a name alone, as perf and its tables of events spell it. */
enum trigger sample_trigger_of_name(const char *name);

/* What it counts in words: "L3 misses" of "mem_load_retired.l3_miss"; "": it is not known. Static. */
const char *sample_words_counted(const char *name);
