/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds slices up in cells of 20 ms (model/snapshot/slice_cells.h), beside the aggregate, while the
 * UI wants them. Of fixed size: what finds no room in an interval is dropped and told. Nothing is
 * allocated per slice. Collector thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/slice/source.h"
#include "model/snapshot/slice_cells.h"

/*
 * Collects single slices (struct cell_sums) while the UI wants them: with whole intervals only, and not
 * while the source has sums only.
 */
struct wanted_slices {		/* zeroed: not wanted */
	struct cell_sums *cells;	/* NULL: they are not collected */
};

void wanted_slices_done(struct wanted_slices *wanted);

/* Takes what the source yields in this interval, and passes it on to the aggregate's sink. */
const struct sink *wanted_slices_sink(struct wanted_slices *wanted, const struct sink *to);

/* Before the first interval of a recording: collects from there on, if they are wanted. */
void wanted_slices_begin(struct wanted_slices *wanted, const struct source *source, bool on,
			 const struct sink *to);

/*
 * Puts the slices of the interval that ends into the draft, or why there are none; collects them in
 * the next one if `on`.
 */
void wanted_slices_fill(struct wanted_slices *wanted, const struct source *source, bool on,
			const struct sink *to, struct slice_cells *into);

struct cell_sums;

/*
 * Borrows the machine, and the sink to which all is passed on; both must outlive it. NULL without
 * memory.
 */
struct cell_sums *cell_sums_new(const struct machine *machine, const struct sink *to);
void cell_sums_free(struct cell_sums *sums);	/* NULL is fine */

/* The sink for the source; owned by the sums. */
const struct sink *cell_sums_sink(struct cell_sums *sums);

/*
 * Ends the interval: copies its cells into a cleared draft, and begins the next interval, for the
 * CPUs that the machine has now. Without memory there are none, and why_not says so.
 */
void cell_sums_fill(struct cell_sums *sums, struct slice_cells *into);
