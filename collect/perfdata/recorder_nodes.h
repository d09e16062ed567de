/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of a recorder that writes the readings of opened nodes (node_records.h) into its file or
 * stream, and adds the events that they are of. Called by the recorder, on its thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_RECORDER_NODES_H
#define TDTOP_COLLECT_PERFDATA_RECORDER_NODES_H

#include <stdint.h>

#include "collect/perfdata/recorder_samples.h"
#include "model/formula.h"
#include "model/tree/tree_readings.h"

struct recorder_nodes {
	/* Of each event of the trees: 1 + the index of the id; 0: not in this file. */
	uint16_t of_event[CORE_TYPES][TREE_EVENTS_MAX];
	uint16_t n;			/* ids of this file */
	bool known;			/* the wish below is in this file */
	struct tree_wish wish;
	uint64_t ids[TREE_READINGS_MAX], latency_ids[TREE_LATENCIES_MAX];
	struct blob blob;		/* a record under construction */
};

void recorder_nodes_begin(struct recorder_nodes *nodes);	/* another file */
void recorder_nodes_done(struct recorder_nodes *nodes);		/* frees the memory */

/*
 * Puts the readings of an interval, as records of further events of the file. events: of the
 * source. Readings of events without room in the file are left out; their number.
 */
size_t recorder_nodes_put(struct recorder_nodes *nodes, struct recorder_samples *samples,
			  const struct tree_readings *readings, const struct family *family,
			  const struct recordable *events);

#endif
