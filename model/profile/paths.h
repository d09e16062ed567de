/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hot paths: chains of blocks that run one after the other (superblocks), and loops with their trip
 * count and the time of an iteration. Made of a profile's branches, blocks and edges. Pure; belongs
 * to one thread.
 *
 * A path begins at the hottest block that is in no path yet. It goes on, in both directions, as
 * long as each of two neighbours is the most likely one of the other and follows in half of the
 * cases or more. (Trace selection; Hwu et al., "The Superblock", J. Supercomputing 7, 1993.) Only
 * pairs of blocks are counted, so that a whole path ran in one go is likely, not observed. Loops:
 * loops.h. Times are elapsed cycles.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/loops.h"
#include "model/profile/profile.h"

struct hot_path {
	uint32_t first, n;	/* in members[]: its blocks in the order in which they run */
	uint64_t count;		/* how often the rarest pair of neighbours ran; n 1: the block */
	uint32_t instructions;	/* 0: not known of each block */
	struct estimate cycles;	/* of one run: the sum of the blocks' means; NAN: not known */
	double time;		/* share of the cycles of all blocks, that its blocks have; NAN */
	double time_error;	/* its standard error, as of independent blocks */
	uint32_t loop;		/* it is an iteration of this loop; LOOP_NONE: of none */
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

/*
 * How often block `to` follows `from`, of all blocks that were seen after `from`: 0..1; NAN: none.
 */
double paths_follows(const struct profile *profile, uint32_t from, uint32_t to);
