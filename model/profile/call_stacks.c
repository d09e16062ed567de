/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples by call stack and process; see call_stacks.h. The frames of all stacks are in one array.
 */
#include "config.h"
#include "model/profile/call_stacks.h"

#include <errno.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/profile/class_samples.h"
#include "model/pair_map.h"

#define FIRST 256u

struct call_stacks {
	struct profile_stack *all;
	size_t n, cap, max;
	struct pair_map index;	/* of a hash; the how manieth stack of this hash it is */
	struct place *frames;
	size_t n_frames, cap_frames, max_frames;
	struct row_sums sums;
};

struct call_stacks *call_stacks_new(size_t max, size_t max_frames)
{
	struct call_stacks *calls = calloc(1, sizeof(*calls));

	if (!calls)
		return NULL;
	calls->max = max;
	calls->max_frames = max_frames;
	return calls;
}

void call_stacks_free(struct call_stacks *calls)
{
	if (!calls)
		return;
	free(calls->all);
	pair_map_done(&calls->index);
	free(calls->frames);
	free(calls->sums.of);
	free(calls);
}

void call_stacks_set_sums(struct call_stacks *calls, size_t n)
{
	calls->sums.n = n;
}

const struct weighed *call_stacks_sums(const struct call_stacks *calls, const struct profile_stack *of)
{
	return row_sums_at(&calls->sums, of->sums);
}

const struct profile_stack *call_stacks_all(const struct call_stacks *calls, size_t *n)
{
	*n = calls->n;
	return calls->all;
}

const struct place *call_stacks_frames(const struct call_stacks *calls, size_t *n)
{
	*n = calls->n_frames;
	return calls->frames;
}

/* The multiplier is that of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t hash_frames(int32_t pid, bool cut, const struct place *frames, size_t n)
{
	uint64_t hash = (uint32_t)pid * 2u + cut;

	for (size_t i = 0; i < n; i++) {
		hash = (hash ^ frames[i].offset ^ (uint64_t)frames[i].object << 40) *
		       0xbf58476d1ce4e5b9u;
		hash ^= hash >> 29;
	}
	return hash;
}

static int call_stacks_grow(struct call_stacks *calls)
{
	struct profile_stack *all = list_room(calls->all, calls->n + 1, &calls->cap, FIRST, sizeof(*all));

	if (!all)
		return -ENOMEM;
	calls->all = all;
	return row_sums_reserve(&calls->sums, calls->cap) ? -ENOMEM : 0;
}

static int reserve_frames(struct call_stacks *calls, size_t n)
{
	struct place *frames;

	if (n > calls->max_frames - calls->n_frames)
		return -ENOSPC;
	frames = list_room(calls->frames, calls->n_frames + n, &calls->cap_frames, FIRST, sizeof(*frames));
	if (calls->n_frames + n && !frames)
		return -ENOMEM;
	calls->frames = frames;
	return 0;
}

static bool same(const struct call_stacks *calls, const struct profile_stack *stack, int32_t pid,
		 const struct place *frames, size_t n, bool cut)
{
	if (stack->pid != pid || stack->n != n || stack->cut != cut)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!place_equal(calls->frames[stack->first + i], frames[i]))
			return false;
	return true;
}

static int add_new(struct call_stacks *calls, const struct profile_stack *stack, uint64_t hash, uint32_t nth,
		   const struct place *frames)
{
	int r = calls->n == calls->max ? -ENOSPC : reserve_frames(calls, stack->n);

	if (r)
		return r;
	if (pair_map_put(&calls->index, hash, nth, (uint32_t)calls->n) == PAIR_MAP_NONE)
		return -ENOMEM;
	for (size_t i = 0; i < stack->n; i++)
		calls->frames[calls->n_frames + i] = frames[i];
	calls->all[calls->n] = *stack;
	calls->all[calls->n].first = (uint32_t)calls->n_frames;
	calls->all[calls->n].sums = row_sums_begin(&calls->sums, calls->n);
	calls->n_frames += stack->n;
	calls->n++;
	return 0;
}

int call_stacks_add(struct call_stacks *calls, int32_t pid, const struct place *frames, size_t n,
		    bool cut, uint64_t period, uint8_t row)
{
	uint64_t hash = hash_frames(pid, cut, frames, n);
	struct profile_stack *stack;
	uint32_t i, nth = 0;

	if (calls->n == calls->cap && call_stacks_grow(calls))
		return -ENOMEM;
	while ((i = pair_map_get(&calls->index, hash, nth)) != PAIR_MAP_NONE &&
	       !same(calls, &calls->all[i], pid, frames, n, cut))
		nth++;
	if (i == PAIR_MAP_NONE) {
		struct profile_stack new = { .pid = pid, .n = (uint32_t)n, .cut = cut };
		int r = add_new(calls, &new, hash, nth, frames);

		if (r)
			return r;
		i = (uint32_t)calls->n - 1;
	}
	stack = &calls->all[i];
	stack->samples++;
	stack->weight += period;
	stack->squares += (double)period * (double)period;
	if (calls->sums.n)
		weighed_add(&row_sums_at(&calls->sums, stack->sums)[row], (double)period);
	return 0;
}
