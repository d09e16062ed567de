/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The summary when a command has ended ("tdtop -- command"): a line per command name, like the
 * table of perf stat. And what is printed of regions. UI or main thread.
 */
#pragma once

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
 * Appends a table of the regions in sums (model/snapshot/sums.h), below a line that says of what and how
 * long: of all processes of one name, the largest first.
 */
void regions_put_run(const struct snapshot *sums, bool ascii, struct buffer *out);

/* Appends the table of commands, and that of regions if there are any; sums: of model/snapshot/sums.h. */
void summary_put(const struct snapshot *sums, bool ascii, struct buffer *out);
