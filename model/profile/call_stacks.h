/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples by call stack and process. Bounded. Pure; one thread. */
#pragma once

#include "model/profile/profile.h"

struct call_stacks;

/* max: stacks; max_frames: of all of them. NULL without memory. */
struct call_stacks *call_stacks_new(size_t max, size_t max_frames);
void call_stacks_free(struct call_stacks *calls);

/*
 * From now on, before the first sample, each stack has n sums of its own, by row of a class table.
 * call_stacks_sums(): those of a stack, until the next sample.
 */
void call_stacks_set_sums(struct call_stacks *calls, size_t n);
const struct weighed *call_stacks_sums(const struct call_stacks *calls, const struct profile_stack *of);

/* Adds a sample; row: of the class table, else 0. 0; -ENOSPC: a table is full; -ENOMEM. */
int call_stacks_add(struct call_stacks *calls, int32_t pid, const struct place *frames, size_t n,
		    bool cut, uint64_t period, uint8_t row);

const struct profile_stack *call_stacks_all(const struct call_stacks *calls, size_t *n);
const struct place *call_stacks_frames(const struct call_stacks *calls, size_t *n);
