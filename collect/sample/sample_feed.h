/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns samples into what a profile is made of: finds the places of their addresses, drops what
 * the user does not want to see, and adds them to a builder. Nothing is allocated per sample. One
 * thread.
 */
#pragma once

#include "collect/code/code_maps.h"
#include "collect/recording/block.h"
#include "collect/sample/sample_events.h"
#include "model/branches/profile_builder.h"
#include "model/profile/profile_exchange.h"

#define FEED_ENTRIES_MAX 4096		/* of a stack; Arm's ETM makes more than 64, LBR 32 */
#define FEED_FRAMES_MAX 4096

struct sample_feed;

/* Borrows the maps. NULL without memory. */
struct sample_feed *sample_feed_new(struct code_maps *maps);
void sample_feed_free(struct sample_feed *feed);	/* NULL is fine */

/*
 * Adds the sample in these bytes (a whole record, misc from its header) to the builder, if the request
 * includes it. 0 or -ENOMEM; a sample that is damaged is counted.
 */
int sample_feed_add(struct sample_feed *feed, const struct sample_event *event,
		    const struct frame *frame, const struct profile_request *request,
		    struct profile_builder *builder);

/* The same for the sample of an event with .mispredicted_not_taken: adds it to the branch there. */
int sample_feed_add_not_taken(struct sample_feed *feed, const struct sample_event *event,
			      const struct frame *frame, const struct profile_request *request,
			      struct profile_builder *builder);
