/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first records of a file that begins while tdtop already counts: what the slicer and the
 * registry of tasks know, as records from which a replay learns the same. perf calls such records
 * synthesized. Called by the recorder. Collector thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_SYNTHETIC_RECORDS_H
#define TDTOP_COLLECT_PERFDATA_SYNTHETIC_RECORDS_H

#include "collect/perfdata/blob.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "collect/tasks/tasks.h"

/* Where the state comes from, and where its records go. All borrowed. */
struct synthetic_records {
	struct source *source;
	const struct recordable *events;	/* with now() */
	struct blob *blob;		/* empty at the beginning */
	void (*flush)(void *data);	/* writes the records in the blob, and empties it */
	void *data;
};

/* Puts what each CPU runs and has counted, then the tasks, a few records at a time. */
void synthetic_records_put(const struct synthetic_records *records, const struct tasks *tasks);

#endif
