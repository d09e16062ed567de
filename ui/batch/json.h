/* SPDX-License-Identifier: GPL-2.0-only */
/* A snapshot as one line of JSON, schema "tdtop/1" (tdtop-json.5 lists its fields). UI thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"
#include "model/verdict/change_watch.h"
#include "ui/draw/buffer.h"

/* The rows of one kind in the order in which they are printed. */
struct row_list {
	const struct row **rows;
	size_t n;
};

/* Change points (--changes). */
struct json_changes {
	bool shown;			/* the object has "changes" */
	const struct change *found;	/* in this interval; NULL: none */
};

/*
 * Appends the object and a newline. It always has "cpus" and "processes", and the rows of `view` if
 * that is another kind; and "regions", if these are looked at or there are any. `lists` has
 * ROW_KINDS members, indexed by kind. 0 or -ENOMEM.
 */
int json_put(struct buffer *out, const struct snapshot *snapshot, enum row_kind view,
	     const struct row_list *lists, struct json_changes changes);
