/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns samples into what a profile is made of: finds the places of their addresses, drops what
 * the user does not want to see, and adds them to a builder. Records of mappings go to the maps.
 * Nothing is allocated per sample. One thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/code/code_maps.h"
#include "collect/perf/record.h"
#include "collect/perf/record_layout.h"
#include "collect/recording/block.h"
#include "collect/recording/perfdata_stream.h"
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
 * Adds the sample that was decoded from the frame to the builder, if the request includes it. NULL: it
 * is damaged, which is counted. 0 or -ENOMEM.
 */
int sample_feed_add(struct sample_feed *feed, const struct sample_event *event, const struct frame *frame,
		    const struct sample_record *record, const struct profile_request *request,
		    struct profile_builder *builder);

/* The same for the sample of an event with .mispredicted_not_taken: adds it to the branch there. */
int sample_feed_add_not_taken(struct sample_feed *feed, const struct sample_event *event,
			      const struct frame *frame, const struct sample_record *record,
			      const struct profile_request *request, struct profile_builder *builder);

/*
 * The records that tell what is mapped where (REC_MAP, FORK, COMM by exec, EXIT), and perf's table
 * of build-ids: what they mean for code_maps.h. One thread.
 */

/* Is it one of these records (but build-ids)? Decided by its type (PERF_RECORD_*). */
bool map_records_wants(uint32_t type);

/* Tells the maps a record, by record_content(). Mappings beyond the bounds are left out. 0 or -ENOMEM. */
int map_records_add(struct code_maps *maps, const struct record *record);

/* Decodes a record and tells it; a damaged one is left out. 0 or -ENOMEM. */
int map_records_add_frame(struct code_maps *maps, const struct frame *frame, bool swapped);

/* An entry of the table in a stream (PERFDATA_BUILD_ID_RECORD). 0 or -ENOMEM. */
int map_records_build_id(struct code_maps *maps, const struct frame *frame, bool swapped);

/* The whole table that stands behind the data of a file, if there is one. 0 or -ENOMEM. */
int map_records_build_ids(struct code_maps *maps, struct perfdata_stream *stream);
