/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loops of a profile, with their trip count and the time of an iteration, of its branches, blocks
 * and edges. Pure; belongs to one thread.
 *
 * A back edge is a direct branch that was taken, no call or return, to a place at or before it in
 * the same function, from where blocks lead to the branch again. All back edges to one place (the
 * header) are one loop; its blocks are those from the header to the last branch back. Of blocks
 * that begin before or end behind these, the part inside is counted by bytes. Cycles are elapsed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/code_names.h"
#include "model/profile/profile.h"

#define LOOP_NONE UINT32_MAX

struct hot_loop {
	struct place header;	/* where an iteration begins */
	struct place end;	/* the last branch back to it */
	struct place function;	/* that it is in; the header itself if that is not known */
	uint32_t back_edges;	/* different branches back to the header */
	uint64_t iterations;	/* runs of the header, in whole blocks */
	uint64_t repeated;	/* of these, the ones that a branch back began */
	struct estimate again;	/* repeated / iterations: probability of one more iteration */
	/*
	 * Mean iterations of a run of the loop: 1 / (1 - again), with the error of `again` times
	 * its square. NAN if the end of a run was never seen: then it is more than iterations / 3
	 * (95 %).
	 */
	struct estimate trips;
	struct estimate cycles;	/* of an iteration; NAN: not known */
	bool has_calls;		/* without the time of the functions that it calls */
	double time;		/* share of the cycles of all blocks; NAN: not known */
	double time_error;	/* its standard error, as of independent blocks */
	uint32_t block;		/* an iteration is this one block, with its histogram; LOOP_NONE */
	uint32_t instructions;	/* of an iteration that is one block; 0: not known */
	uint32_t inside;	/* the smallest loop around it; LOOP_NONE */
};

/* Is it known how often it runs? Not by few iterations, nor where hardly an end of it was seen. */
bool loop_knows_trips(const struct hot_loop *loop);

/* Then the mean is at least this (95 %); NAN: too few iterations for that. */
double loop_least_trips(const struct hot_loop *loop);

/*
 * Finds the loops: most time first; else most iterations. Indices in them are of the profile's
 * blocks and of the result. functions NULL: which function a place is in is not known. 0 and
 * *loops, which the caller frees with free(); or -ENOMEM.
 */
int loops_find(const struct profile *profile, const struct function_start *functions,
	       struct hot_loop **loops, size_t *n);
