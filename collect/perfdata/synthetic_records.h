/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a file that begins in the middle begins with: all that the slicer and the registry of tasks know by now, as
 * records from which another slicer and registry learn it. Collector thread.
 */
#ifndef TDTOP_COLLECT_SYNTHETIC_RECORDS_H
#define TDTOP_COLLECT_SYNTHETIC_RECORDS_H

#include "collect/perfdata/blob.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "collect/tasks/tasks.h"

/* Where it comes from, and where it goes. All borrowed. */
struct synthetic_records {
	struct source *source;		/* with ops->now */
	const struct recordable *events;
	struct blob *blob;		/* comes in empty */
	void (*put)(void *data);	/* takes what is in the blob, and empties it; often */
	void *data;
};

/* Puts all of it, some records at a time: what each CPU runs and has counted, then who the tasks are. */
void synthetic_records_put(const struct synthetic_records *known, const struct tasks *tasks);

#endif
