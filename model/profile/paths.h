/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hot paths: chains of blocks that run one after the other (superblocks), and loops with their trip
 * count and the time of an iteration. Made of a profile's branches, blocks and edges. Pure; belongs
 * to one thread.
 *
 * A path begins at the hottest block that is in no path yet and goes on, in both directions, as long
 * as each of two neighbours is the most likely one of the other and follows in half of the cases or
 * more (trace selection; Hwu et al., "The Superblock", J. Supercomputing 7, 1993). Only pairs of
 * blocks are counted, so that a whole path ran in one go is likely, not observed.
 *
 * A loop is a back edge: a taken branch, no call or return, to a place at or before it in the same
 * function; all back edges to one place (the header) are one loop. Times are elapsed cycles.
 */
#ifndef TDTOP_MODEL_PROFILE_PATHS_H
#define TDTOP_MODEL_PROFILE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/function_start.h"
#include "model/profile/profile.h"

#define PATHS_NONE UINT32_MAX

struct hot_path {
	uint32_t first, n;	/* in members[]: its blocks in the order in which they run */
	uint64_t count;		/* how often the rarest pair of neighbours ran; n 1: the block */
	uint32_t instructions;	/* 0: not known of each block */
	struct estimate cycles;	/* of one run: the sum of the blocks' means; NAN: not known */
	double time;		/* share of the cycles of all blocks, that its blocks have; NAN */
	uint32_t loop;		/* it is an iteration of this loop; PATHS_NONE: of none */
};

struct hot_loop {
	struct place header;	/* where an iteration begins */
	struct place end;	/* the last branch back to it */
	struct place function;	/* that it is in; the header itself if that is not known */
	uint32_t back_edges;	/* different branches back to the header */
	uint64_t iterations;	/* runs of the header, in whole blocks */
	uint64_t repeated;	/* of these, the ones that a branch back began */
	struct estimate again;	/* repeated / iterations: probability of one more iteration */
	/*
	 * Mean iterations of a run of the loop: 1 / (1 - again), with the error of `again` times its
	 * square. NAN if the end of a run was never seen: then it is more than iterations / 3 (95 %).
	 */
	struct estimate trips;
	struct estimate cycles;	/* of an iteration; NAN: not known */
	bool has_calls;		/* without the time of the functions that it calls */
	double time;		/* share of the cycles of all blocks; NAN: not known */
	uint32_t block;		/* an iteration is this one block, with its histogram; PATHS_NONE */
	uint32_t instructions;	/* of an iteration that is one block; 0: not known */
	uint32_t inside;	/* the smallest loop around it; PATHS_NONE */
};

struct paths {
	struct hot_path *paths;		/* most time first; if that is unknown, most executed */
	size_t n_paths;
	uint32_t *members;		/* indices of the profile's blocks */
	size_t n_members;
	struct hot_loop *loops;		/* most time first; else most iterations */
	size_t n_loops;
};

/* Refers to the profile by indices only. NULL without memory; the caller owns it: paths_free(). */
struct paths *paths_new(const struct profile *profile, const struct function_start *functions);
void paths_free(struct paths *paths);	/* NULL is fine */

/* How often block `to` follows `from`, of all blocks that were seen after `from`: 0..1; NAN: none. */
double paths_follows(const struct profile *profile, uint32_t from, uint32_t to);

#endif
