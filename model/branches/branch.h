/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known of a branch, and of all targets of an indirect one together. Pure. */
#pragma once

#include "model/profile/profile.h"

/*
 * All targets of an indirect branch, n of them, as one: .to is the most taken one, .targets how many.
 * Counts are added; means are weighted by them, with errors as of independent values.
 */
struct profile_branch branch_join(const struct profile_branch *const *from, size_t n);

/* The block that branches from this place end most often; NULL: none does. */
const struct profile_block *branch_block(const struct profile *profile, struct place from);

/* Is it an indirect jump or call? */
bool branch_is_indirect(const struct profile_branch *branch);

/* Backwards, and no call or return: is it the end of a loop's body? */
bool branch_is_loop(const struct profile_branch *branch);

/*
 * Are more than 10 % of its executions mispredicted, less two standard errors? Where mispredictions of
 * taken ones alone are known, these are a part of them: misp_taken times P(taken), or more.
 */
bool branch_is_unpredictable(const struct profile_branch *branch);
