/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes that are opened of one row, as lines of output: those that are counted, and their
 * parents, so that the tree is whole. Their columns and fields: ui/code/nodes.c. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"
#include "ui/batch/fields.h"
#include "ui/code/kinds.h"
#include "ui/draw/buffer.h"
#include "ui/state/look.h"

/* Appends all lines as a block of text, for people; nothing where nothing is opened. */
void opened_put_text(const struct snapshot *snapshot, const struct look *look, struct buffer *out);

struct opened_lines {
	struct opened_line line[OPENED_MAX];
	size_t n;
};

/* Is anything opened? */
static inline bool opened_is_on(const struct snapshot *snapshot)
{
	return snapshot->opened.scope != LIVE_NOTHING;
}

/*
 * The row whose nodes are opened; of what is watched, the one of the machine, which sums it. NULL:
 * it did not run in this interval, or nothing is opened.
 */
const struct row *opened_row(const struct snapshot *snapshot);

/*
 * Are the nodes that are opened those of this row? Also those of what is watched, if this process
 * is all of it in this interval.
 */
bool opened_is_of(const struct snapshot *snapshot, const struct row *row);

/* Lists the nodes by core type, then in the order of the tree. */
void opened_list(const struct snapshot *snapshot, struct opened_lines *lines);

/* The scope as JSON has it: "process"; "" for LIVE_NOTHING. */
const char *opened_scope(const struct snapshot *snapshot);

/* Does a number tell which one of the scope it is: of a CPU, process, thread? */
bool opened_has_id(const struct snapshot *snapshot);

/* The name of what is opened, from its row: that of a process, a cgroup; "": it has none. */
const char *opened_name(const struct snapshot *snapshot);

/* Calls the sink for each field of what is opened as a whole: scope, threads, groups, remark. */
void opened_visit_head(const struct snapshot *snapshot, const struct field_sink *sink);
