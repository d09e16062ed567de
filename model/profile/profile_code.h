/* SPDX-License-Identifier: GPL-2.0-only */
/* What a profile asks of the code that ran, when it is finished; collect/code/ answers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/profile/profile.h"

/*
 * What the code itself tells, asked when a profile is finished. Both may answer "not known". NULL:
 * nothing is asked, and kinds are those that were recorded.
 */
struct profile_code {
	/* The kinds of the instructions at n places, in *kind. BRANCH_UNKNOWN: not known. */
	void (*kinds)(void *data, const struct place *at, size_t n, enum branch_kind *kind);
	/* The number of instructions from start to end, both included. 0: not known. */
	void (*lengths)(void *data, const struct place *start, const struct place *end, size_t n,
			uint32_t *instructions);
	void *data;
};
