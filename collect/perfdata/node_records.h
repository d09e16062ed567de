/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The readings of opened nodes (model/tree/tree_readings.h) as records of perf.data. Each event is
 * a further attr of the file, with an id from PERFDATA_NODE_ID on, and no sample is of it. In each
 * interval, before its mark, come
 *
 *  - PERFDATA_UPDATE_NODE_EVENT once for each event: which one of the tree it is;
 *  - PERFDATA_UPDATE_OPENED, when the wish has changed: what is opened;
 *  - PERF_RECORD_READ, as for the groups of slices: events that were counted at the same time;
 *  - PERFDATA_UPDATE_NODES: all the rest, which says that the interval is complete.
 *
 * perf ignores them, and shows the counts with -D. PERF_RECORD_STAT is not used: perf script and
 * perf report end with an error where no cpu_map and thread_map came before
 * (perf_event__process_stat_event(), tools/perf/util/stat.c). Called by the recorder.
 */
#ifndef TDTOP_COLLECT_PERFDATA_NODE_RECORDS_H
#define TDTOP_COLLECT_PERFDATA_NODE_RECORDS_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/sampled_events.h"
#include "collect/slice/tap.h"
#include "model/core_type.h"
#include "model/formula.h"
#include "model/tree/tree_readings.h"

/* The attr of an event of a tree. type: of the PMU of its core type. */
struct perf_event_attr node_event_attr(const struct tree_event *event, uint32_t type);

/* Puts which event of the tree of a core type an id is. */
void node_put_event(struct blob *blob, uint64_t id, enum core_type type, const char *name);

/* Puts the wish that readings answer; id: of some event of the file, as in the next ones. */
void node_put_opened(struct blob *blob, uint64_t id, const struct tree_wish *wish,
		     const struct family *family);

/*
 * Puts readings first .. first + n - 1, which were counted at the same time, with their ids.
 * read_format: of the attrs of the file.
 */
void node_put_readings(struct blob *blob, const struct sampled_event *event, uint64_t read_format,
		       const struct tree_readings *readings, const uint64_t *ids, size_t first,
		       size_t n);

/* Puts the end of the interval: what is not in the records before it. ids: of its readings, then of
 * its latencies; 0: not in the file, and left out. */
void node_put_end(struct blob *blob, uint64_t id, const struct tree_readings *readings,
		  const uint64_t *ids, const uint64_t *latency_ids);

#endif
