/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The histogram of the cycles of a block. It has a column for one or more bins, so that the axis is
 * linear below 64 cycles and logarithmic above, as the bins are. Below it, each mode's number stands
 * under its peak. Few runs far from the rest do not squeeze it: they are told in words. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/profile/profile.h"
#include "ui/draw/canvas.h"

/* The bins that are drawn, and what is not. */
struct histogram_range {
	unsigned int first, last;	/* bins */
	double below, above;		/* parts of the counted runs that are outside, 0..1 */
	uint32_t low, high;		/* cycles below and above which these are */
};

/*
 * All bins with a run; but on each side up to 0.5 % of the runs are left out, if that makes the
 * range shorter by 16 bins or more, and by a quarter.
 */
struct histogram_range histogram_range_of(const struct profile_block *block);

/*
 * Fills rect: columns, below them the axis with its cycles, and the numbers of the modes. Without
 * room for these (h < 4) only columns are drawn. A block without cycles leaves it blank.
 */
void histogram_chart_draw(struct canvas *canvas, struct rect rect,
			  const struct profile_block *block, bool ascii);

/* "80 cycles, 18.2 %", "280-305 cycles, 79.1 %". */
void histogram_mode_text(char *text, size_t size, const struct histogram_mode *mode, bool ascii);

/* "0.3 % above 4096 cycles"; "" if all runs are drawn. */
void histogram_rest_text(char *text, size_t size, const struct profile_block *block);
