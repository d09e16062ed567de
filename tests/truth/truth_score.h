/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Do values agree with exact ones within their own stated errors, and do these hold? Each value is
 * off by z = (value - exact) / error; of many, about 68 % shall be within 1, and 95 % within 2.
 */
#pragma once

#include <stddef.h>

#include "tests/truth/truth_profile.h"

struct truth_score {
	size_t n, within_1, within_2;
	double squares, worst;		/* sum of z^2; the largest |z| */
};

enum truth_quantity {
	TRUTH_SHARE,		/* of a branch, of all taken ones */
	TRUTH_PROBABILITY,	/* that it is taken */
	TRUTH_MISP_TAKEN,	/* mispredicted, of taken */
	TRUTH_MISP_ALL,		/* of executed */
	TRUTH_CYCLES,		/* mean of the blocks that a branch ends */
	TRUTH_BLOCK_CYCLES,	/* mean of a block */
	TRUTH_BLOCK_TIME,	/* its share of all cycles */
	TRUTH_QUANTITIES
};

extern const char *const truth_quantity_names[TRUTH_QUANTITIES];

/*
 * Adds the values of the profile that was made that are known well enough to have an error (20
 * observations of each outcome, 100 of a mean). Fails the test at a branch or a block that never
 * ran, and at a value without error that is wrong.
 */
void truth_score_add(struct truth_score score[TRUTH_QUANTITIES]);

/* Shares of values within 1 and 2 errors, the root of the mean z^2, the worst. */
void truth_score_print(const struct truth_score score[TRUTH_QUANTITIES]);
