/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks that the reader tagged, beyond one snapshot, and what they cost together. UI thread. */
#ifndef TDTOP_UI_TAGS_H
#define TDTOP_UI_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/state/row_name.h"

struct tags {			/* zeroed: none */
	struct row_name *names;	/* sorted */
	size_t n, cap;
};

void tags_done(struct tags *tags);

/* Tags a process or thread, or takes its tag away. Without memory nothing happens. */
void tags_toggle(struct tags *tags, const struct row *row);
void tags_clear(struct tags *tags);
bool tags_has(const struct tags *tags, const struct row *row);

/* How many rows of this kind are tagged. */
size_t tags_count(const struct tags *tags, enum row_kind kind);

/*
 * Adds the counts of the tagged rows of this kind up, and evaluates them as a row of the snapshot.
 * Returns how many of them ran in its interval.
 */
size_t tags_sum(const struct tags *tags, const struct snapshot *snapshot, enum row_kind kind,
		struct row *sum);

#endif
