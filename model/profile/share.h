/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The share that some samples have of all, and its error by counting: a sample is an independent
 * draw, which is of the part or not. Samples weigh their period, and periods may differ. Pure.
 */
#pragma once

#include "model/profile/profile.h"
#include "model/profile/weighed.h"

/* Where not one of n was seen: -ln(0.32), in parts of 1 / n. */
#define SEEN_BY_NONE 1.14

/*
 * The number of samples of equal weight that tell as much: (sum of w)^2 / sum of w^2. 0 of none.
 */
double share_samples(struct weighed all);

/*
 * sqrt(sum of w^2 (x - p)^2) / sum of w, x being 1 in the part and else 0; of equal weights that is
 * sqrt(p (1 - p) / n). Of none or all of n that says nothing: then 1.14 / n, the bound within which
 * the true share is in 68 % of cases (1 - 0.32^(1/n)). NAN of nothing.
 */
struct estimate share_of(struct weighed part, struct weighed all);
