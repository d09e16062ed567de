/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard errors from random groups. Each branch stack is put into one of 32 groups by chance, and
 * what it tells is added up by group. A ratio of two sums is then computed again without each
 * group: how much these ratios differ tells the standard error of the ratio of all ("delete-a-group
 * jackknife": K. Wolter, Introduction to Variance Estimation, 2nd ed., ch. 4). It holds although
 * the entries of one stack depend on each other, since it is stacks that are drawn. Pure.
 */
#pragma once

#include <stdint.h>

#include "model/profile/profile.h"

#define GROUPS 32
#define LEAST_GROUPS 8	/* with samples; fewer tell no error */

/* A sum, by group. */
struct groups {
	uint64_t of[GROUPS];
};

uint64_t groups_sum(const struct groups *groups);
void groups_add(struct groups *to, const struct groups *from);
void groups_subtract(struct groups *from, const struct groups *what);

/* NAN, NAN. */
struct estimate estimate_none(void);

/* n / of; none if of is 0. */
struct estimate groups_ratio(const struct groups *n, const struct groups *of);

/*
 * The same of n parts of `of` entries. Where none or all were seen, the groups do not differ, but
 * that does not make 0 or 1 certain. The error is then the rate at which 32 % of recordings would
 * still see none (1.14 / of).
 */
struct estimate groups_part(const struct groups *n, const struct groups *of);

/* The error of a value, given the value without each group. */
double jackknife_error(const double without[GROUPS]);
