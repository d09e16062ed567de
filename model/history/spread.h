/* SPDX-License-Identifier: GPL-2.0-only */
/* Minimum, mean and maximum of values that may be missing. Pure, any thread. */
#ifndef TDTOP_MODEL_HISTORY_SPREAD_H
#define TDTOP_MODEL_HISTORY_SPREAD_H

#include <stddef.h>

struct spread {
	size_t n;		/* values that are there */
	double min, mean, max;	/* NAN if there is none; in the mean each value counts alike */
};

/* NAN is a missing value: it is left out, and is not 0. */
struct spread spread_of(const float *values, size_t n);

#endif
