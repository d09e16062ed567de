/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says of opened nodes (collect/perfdata/recorder_parts.h): keeps the readings of
 * each interval until the replay comes to its end. Nothing in the file is trusted: what makes no
 * sense is dropped and counted. Filled by the reader, from the time when it opens the file; one
 * thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/updates.h"
#include "collect/recording/block.h"
#include "collect/recording/recording_events.h"
#include "model/formula.h"
#include "model/tree/tree_readings.h"

struct replay_nodes;

struct replay_nodes *replay_nodes_new(void);		/* NULL without memory */
void replay_nodes_free(struct replay_nodes *nodes);	/* NULL is fine */

/* Are there events of opened nodes among these? */
bool replay_nodes_have_events(const struct recording_events *events);

/* Keeps what a PERF_RECORD_READ or an update says, if it is one of these. */
void replay_nodes_read(struct replay_nodes *nodes, const struct frame *frame,
		       struct recording_events *events, bool swapped);
void replay_nodes_update(struct replay_nodes *nodes, const struct update *update);

/* The mark of an interval: what came before it belongs to it, and did not end later. */
void replay_nodes_end_interval(struct replay_nodes *nodes, uint64_t end_ns);

/*
 * Takes the readings of the intervals that ended until end_ns, added up; of intervals with
 * different requests those of the last. Nodes and events by the trees of the family. False: there are
 * none.
 */
bool replay_nodes_take(struct replay_nodes *nodes, uint64_t end_ns, const struct family *family,
		       struct tree_readings *readings);

/* Readings that were dropped so far: damaged, or of events that the trees do not have. */
uint64_t replay_nodes_dropped(const struct replay_nodes *nodes);
