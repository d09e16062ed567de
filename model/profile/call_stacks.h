/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples by call stack and process. Bounded. Pure; one thread. */
#ifndef TDTOP_MODEL_PROFILE_CALL_STACKS_H
#define TDTOP_MODEL_PROFILE_CALL_STACKS_H

#include "model/profile/profile.h"

struct call_stacks;

/* max: stacks; max_frames: of all of them. NULL without memory. */
struct call_stacks *call_stacks_new(size_t max, size_t max_frames);
void call_stacks_free(struct call_stacks *calls);

/* Adds a sample. 0; -ENOSPC: a table is full; -ENOMEM. */
int call_stacks_add(struct call_stacks *calls, int32_t pid, const struct place *frames, size_t n,
		    bool cut, uint64_t weight);

const struct profile_stack *call_stacks_all(const struct call_stacks *calls, size_t *n);
const struct place *call_stacks_frames(const struct call_stacks *calls, size_t *n);

#endif
