/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The identity of a row across snapshots: the cursor, tags and the detail find their row by it in
 * each new snapshot. UI thread.
 */
#ifndef TDTOP_UI_STATE_ROW_NAME_H
#define TDTOP_UI_STATE_ROW_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

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

#endif
