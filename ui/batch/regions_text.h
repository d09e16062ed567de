/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions as text: what to know of their numbers, and a table of a whole run. UI or main thread. */
#ifndef TDTOP_UI_BATCH_REGIONS_TEXT_H
#define TDTOP_UI_BATCH_REGIONS_TEXT_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"

/* Are regions looked at, or are there any? */
static inline bool regions_are_shown(const struct snapshot *snapshot)
{
	return snapshot->regions.wanted || snapshot->table[ROW_REGION].n;
}

/*
 * Appends a line if markers were not watched all the time, or something is not possible: "regions
 * watched 25.0 % of the time: ...". Nothing if all is as it should be.
 */
void regions_put_note(const struct snapshot *snapshot, bool ascii, struct buffer *out);

/*
 * Appends an empty line and a table of the regions in sums with rows of ROW_COMMAND
 * (model/snapshot/sums.h): of all processes of one name, the largest first. Without any it says so, if
 * they were looked at.
 */
void regions_put_table(const struct snapshot *sums, bool ascii, struct buffer *out);

/* Such a table alone, below a line that says of what and how long. */
void regions_put_run(const struct snapshot *sums, bool ascii, struct buffer *out);

#endif
