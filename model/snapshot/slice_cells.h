/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The slices of an interval in cells of 20 ms: how long each task ran in each cell, on which CPU,
 * and the slots of its classes. A slice that is longer than a cell lies in several: its time is
 * where it was, its slots are spread evenly. The collector thread fills them into a draft; the UI
 * thread reads them with the snapshot.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/formula.h"

#define SLICE_CELL_NS UINT64_C(20000000)
#define SLICE_CELLS_MOST 32768	/* of an interval: 1.8 MB */

/* What one task had in one cell on one CPU. */
struct slice_cell {
	uint64_t cell;		/* source clock / SLICE_CELL_NS */
	int32_t cpu;		/* the kernel's number; -1: not known */
	int32_t pid, tid;	/* TID_UNKNOWN: it is not known who ran, or whether the CPU idled */
	uint32_t ran_ns;
	uint32_t spread_ns;	/* the part of it that belongs to slices longer than a cell */
	uint32_t longest_us;	/* the longest slice that it is of */
	float slots[FAMILY_CLASSES];	/* of the family's classes; all 0: not known */
};

struct slice_cells {		/* zeroed: there are none */
	bool on;		/* all slices of the interval are here, but for what was dropped */
	struct slice_cell *cells;	/* in no order */
	size_t n, cap;
	uint64_t dropped_ns;	/* time of tasks that found no room */
	char why_not[sizeof(struct err)];	/* why there are none though they are wanted; or "" */
};

/* Removes the cells; gives the memory back if there were none. */
void slice_cells_clear(struct slice_cells *cells);
void slice_cells_done(struct slice_cells *cells);

/* Replaces the cells by a copy of these. False without memory: there are none. */
bool slice_cells_set(struct slice_cells *into, const struct slice_cell *cells, size_t n);
