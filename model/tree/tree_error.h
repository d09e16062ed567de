/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The standard error of a value that is made of sums over intervals, from the spread between them.
 * Used by tree_values.c. Pure; any thread.
 */
#ifndef TDTOP_MODEL_TREE_TREE_ERROR_H
#define TDTOP_MODEL_TREE_TREE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#define ERROR_INTERVALS 3	/* with less, no error is known */

struct error_interval {
	bool used;		/* something was counted in it */
	double share;		/* its weight in the sums, 0..1; all add up to 1 */
	double without;		/* the value made of the sums without this interval */
	double level2;		/* what was counted completely, and may explain the spread: the
				 * node's level 2 in this interval; NAN: not known */
};

/*
 * In the unit of the value; NAN: there are too few intervals. Of a part of the time that was
 * counted, multiply it by sqrt(1 - part).
 */
double tree_error(const struct error_interval *intervals, size_t n, double value);

#endif
