/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Collects single slices (cell_sums.h) while the UI wants them: with whole intervals only, and not
 * while the source has sums only. Part of collector.c, its only caller. Collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_WANTED_SLICES_H
#define TDTOP_COLLECT_COLLECTOR_WANTED_SLICES_H

#include <stdbool.h>

#include "collect/slice/source.h"
#include "model/snapshot/slice_cells.h"

struct cell_sums;

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

#endif
