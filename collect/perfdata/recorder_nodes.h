/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The readings of opened nodes (model/tree/tree_readings.h) as records of perf.data. Each event is
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

#endif
