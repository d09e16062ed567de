/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The basic blocks of a function, and how they flow into each other. A profile's block may run over
 * several basic blocks (branches that were not taken); here it is divided where a taken branch
 * lands, and after each branch that was taken at least once. Pure; belongs to one thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/code_names.h"
#include "model/profile/profile.h"

/*
 * Counts are of whole blocks, so entered + fallen_in == executed == left + fallen_out. Arrivals are
 * of all entries of the branch stacks.
 */
struct basic_block {
	struct place start;	/* where it is not known (fall-through without disassembly): the
				 * first byte that may belong to it */
	struct place end;	/* its last instruction; of one that only falls through, and without
				 * disassembly: the last byte */
	bool start_known;	/* start is an instruction */
	bool ends_in_branch;	/* else the next one is a branch's target */
	uint32_t instructions;	/* 0: not known */
	uint64_t executed;
	uint64_t entered;	/* by a taken branch to its start */
	uint64_t fallen_in;	/* from the basic block before it */
	uint64_t left;		/* by the taken branch at its end */
	uint64_t fallen_out;	/* into the next one */
	uint64_t arrivals, departures;	/* taken branches to its start, and from its end */
	struct estimate cycles;	/* mean of the whole blocks that are just it; NAN: there are none */
	double time;		/* share of the cycles of all blocks; what runs over several basic
				 * blocks is divided by their bytes. NAN: not known */
	double time_divided;	/* the part of `time` that was divided so, 0..1 */
};

struct basic_blocks {
	struct basic_block *blocks;	/* by address */
	size_t n;
	uint64_t executed;		/* of all of them */
	double time;			/* of all of them; NAN: not known */
	/* Flow check: sum of |in - out| / sum of in, over taken branches and fall-through; NAN. */
	double bias;
};

/*
 * The basic blocks in [start, end) of one object. code: its disassembly, or NULL; only with it are
 * instructions counted and starts known everywhere. NULL without memory; basic_blocks_free().
 */
struct basic_blocks *basic_blocks_new(const struct profile *profile, struct place start,
				      struct place end, const struct code_instruction *code,
				      size_t n_code);
void basic_blocks_free(struct basic_blocks *blocks);	/* NULL is fine */
