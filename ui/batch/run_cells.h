/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines of the tables over a whole run, those of commands and of regions: CPU seconds, then cells
 * of the table of columns. UI or main thread.
 */
#ifndef TDTOP_UI_BATCH_RUN_CELLS_H
#define TDTOP_UI_BATCH_RUN_CELLS_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"

/* Keys of columns, each list ends with NULL. */
struct run_columns {
	const char *const *level1, *const *level2;	/* of machines with one level, and with more */
};

/* The line above: what was counted, how long, and what to know of it. */
void run_cells_put_title(const char *what, const struct snapshot *sums, struct buffer *out);

/* Titles, and the cells of a row; neither ends the line. */
void run_cells_put_head(const struct run_columns *shown, const struct snapshot *sums,
			struct buffer *out);
void run_cells_put(const struct run_columns *shown, const struct snapshot *sums,
		   const struct row *row, bool ascii, struct buffer *out);

/* For qsort() of pointers to rows of one table: the busiest first. */
int run_cells_compare(const void *a, const void *b);

#endif
