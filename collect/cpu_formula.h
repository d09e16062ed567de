/* SPDX-License-Identifier: GPL-2.0-only */
/* What the formulas of several families have in common. Included by their tables only; any thread. */
#ifndef TDTOP_COLLECT_CPU_FORMULA_H
#define TDTOP_COLLECT_CPU_FORMULA_H

#include <math.h>

/* max(0, parent - child). Not fmax(): fmax(0, NAN) is 0, and missing is not zero. */
static inline double rest(double parent, double child)
{
	double difference = parent - child;

	return difference < 0.0 ? 0.0 : difference;
}

/* What never happened has no part, whatever it is a part of (perf's d_ratio). */
static inline double part(double some, double all)
{
	return some == 0.0 && all == 0.0 ? 0.0 : some / all;
}

/* What there is another way for, where it was not counted. */
static inline double counted_or(double ratio, double otherwise)
{
	return isnan(ratio) ? otherwise : ratio;
}

/* fmin(1, NAN) would be 1. */
static inline double at_most_1(double ratio)
{
	return ratio > 1.0 ? 1.0 : ratio;
}

#endif
