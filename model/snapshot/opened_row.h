/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The row of a snapshot whose nodes are opened, and what is known of it for their values. Any
 * thread; the snapshot is finished.
 */
#pragma once

#include <stdint.h>

#include "model/control.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/tree_values.h"

/*
 * The row of this scope; id and start_ns as in control.h, start_ns 0: any. Of what is watched it
 * is that of the machine, which sums it. NULL: it did not run in this interval, or there is none.
 */
const struct row *opened_row_find(const struct snapshot *snapshot, enum live_scope scope,
				  int32_t id, uint64_t start_ns);

/* The row of a request, also of a region. NULL as above. */
const struct row *opened_row_of(const struct snapshot *snapshot, const struct tree_request *request);

/* What is known of the row of a request, by core type; without the row nothing is. */
void opened_row_fill(const struct snapshot *snapshot, const struct tree_request *request,
		     struct tree_row rows[CORE_TYPES]);
