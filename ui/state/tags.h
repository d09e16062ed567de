/* SPDX-License-Identifier: GPL-2.0-only */
/* The tagged tasks, kept across snapshots, and their sum. Used by keys and status.c; UI thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

/*
 * The identity of a row across snapshots: the cursor, tags and the detail find their row by it in
 * each new snapshot.
 */

/* A pid alone is not enough: the kernel gives it to another process later. */
struct row_name {
	enum row_kind kind;
	int32_t id;
	int32_t parent;		/* cores, nodes: their numbers are unique within a socket only;
				 * region: pid of its process */
	uint64_t start_ns;	/* as in struct row */
};

struct row_name row_name_of(const struct row *row);

/* Is this the row with that name? */
bool row_is_named(const struct row *row, const struct row_name *name);

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
		struct lone_row *sum);
