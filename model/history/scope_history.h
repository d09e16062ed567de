/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last cells of slices (model/snapshot/slice_cells.h) of all tasks, with the names of these, for
 * pictures of time below a second: a ring of fixed size, whose oldest cells give way. The UI thread
 * owns it and adds each snapshot that it takes from the exchange; what it never saw is a gap.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/history/heat.h"
#include "model/snapshot/slice_cells.h"

#define SCOPE_NAME 48

struct machine;
struct row;
struct scope_history;
struct snapshot;

/* Whose cells are wanted: the thing that a row is of. */
struct scope_target {
	int kind;		/* enum row_kind */
	int32_t id, socket;	/* socket: of a core, else -1 */
	uint64_t hash;		/* of a user or cgroup: start_ns of its row */
};

/* Cells of a target, added up. */
struct scope_sum {
	struct heat heat;	/* room_ns: of one CPU for tasks, of all its CPUs for a CPU, core, ... */
	float spread_ns;	/* part of busy_ns whose slots are spread: of slices longer than a
				 * cell */
	float unknown_ns;	/* it is not known who ran, or whether the CPU idled */
	float longest_ns;	/* the longest slice that it has a part of */
};

/* A task in some cells. */
struct scope_task {
	int32_t pid, tid;
	const char *name;	/* not yet safe for a terminal; "" if not known; valid until the
				 * next scope_history_add() */
	struct scope_sum sum;
};

/*
 * Makes room for so many cells (56 bytes each; memory is taken as they come). The caller frees it;
 * NULL without memory.
 */
struct scope_history *scope_history_new(size_t cells);
void scope_history_free(struct scope_history *history);	/* NULL is fine */

/* Adds the cells of a finished snapshot, if it has them; a seq not above the last is ignored. */
void scope_history_add(struct scope_history *history, const struct snapshot *snapshot);

/* The target that a row of a finished snapshot is of. */
struct scope_target scope_target_of(const struct snapshot *snapshot, const struct row *row);

/* Is there anything? The first and last cells that are known; a cell between may be in a gap. */
bool scope_history_range(const struct scope_history *history, uint64_t *first, uint64_t *last);

/* Wall clock at the begin of a cell, seconds since 1970. */
double scope_history_wall(const struct scope_history *history, uint64_t cell);

/* The cell of this time of the source's clock. */
uint64_t scope_cell_at(uint64_t time_ns);

/*
 * Writes the sums of n groups of `each` cells, from the cell `first` on; room_ns is 0 where nothing
 * is known.
 */
void scope_history_sum(const struct scope_history *history, const struct machine *machine,
		       const struct scope_target *target, uint64_t first, uint64_t each,
		       struct scope_sum *sums, size_t n);

/*
 * Writes the tasks of the cells first..last, those that ran longest first, at most `most`; returns
 * how many. Their room_ns is that of the cells on one CPU.
 */
size_t scope_history_tasks(const struct scope_history *history, const struct machine *machine,
			   const struct scope_target *target, uint64_t first, uint64_t last,
			   struct scope_task *tasks, size_t most);
