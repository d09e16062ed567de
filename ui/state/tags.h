/* SPDX-License-Identifier: GPL-2.0-only */
/* The tagged tasks, kept across snapshots, and their sum. Used by keys and status.c; UI thread. */
#ifndef TDTOP_UI_STATE_TAGS_H
#define TDTOP_UI_STATE_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/state/row_name.h"

struct tags {			/* zeroed: none */
	struct row_name *names;	/* sorted */
	size_t n, cap;
};

void tags_done(struct tags *tags);

/* Tags a process or thread, or removes its tag. Without memory nothing happens. */
void tags_toggle(struct tags *tags, const struct row *row);
void tags_clear(struct tags *tags);
bool tags_has(const struct tags *tags, const struct row *row);

/* How many rows of this kind are tagged. */
size_t tags_count(const struct tags *tags, enum row_kind kind);

/*
 * Adds up the counts of the tagged rows of this kind, and evaluates the sum as a row of the
 * snapshot. Returns how many of them ran in its interval.
 */
size_t tags_sum(const struct tags *tags, const struct snapshot *snapshot, enum row_kind kind,
		struct row *sum);

#endif
