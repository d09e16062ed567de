/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A thread of the simulated machine runs: a random walk over the blocks of its program. What a
 * sample has, its place, the branches before it and its callers, are those of the same walk, so
 * that they agree. A walk is told by its seed. Pure; one thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/demo/demo_layout.h"
#include "model/branches/profile_builder.h"
#include "model/profile/code_names.h"
#include "model/profile/profile_code.h"

#define DEMO_STACK 32		/* branches in a branch stack; calls that are open at most */

/* What an event counts. */
enum demo_counted {
	DEMO_OF_CYCLES,
	DEMO_OF_INSTRUCTIONS,
	DEMO_OF_TAKEN,		/* branches */
	DEMO_OF_MISPREDICTED,	/* branches */
	DEMO_OF_MISSES,		/* data that come late */
	DEMO_OF_FETCHES,	/* instructions that come late */
	DEMO_COUNTED
};

struct demo_walk {
	const struct demo_layout *layout;
	uint64_t random;
	uint32_t entry, block;
	uint32_t calls[DEMO_STACK];	/* blocks that end with a call, the outermost first */
	size_t n_calls;
	bool flushed;			/* the branch before was mispredicted */
	uint32_t cycles;		/* since the last taken branch */
	struct branch_entry stack[DEMO_STACK];	/* a ring; */
	size_t newest, n_stack;			/* its newest, how many there are */
	uint64_t counted[DEMO_COUNTED];		/* since the begin */
	/* Of the last sample: */
	struct branch_entry entries[DEMO_STACK];
	struct place frames[DEMO_STACK + 1];
};

/* False: threads of this name have no code. */
bool demo_walk_begin(struct demo_walk *walk, const struct demo_layout *layout, const char *comm,
		     uint64_t seed);

/* One block. */
void demo_walk_step(struct demo_walk *walk);

/*
 * Until what is counted has occurred about so often again, but at most so many steps. False: it has
 * not, and there is no sample. What the sample points to is valid until the next call.
 */
bool demo_walk_sample(struct demo_walk *walk, enum demo_counted counted, uint32_t steps_most,
		      struct profile_sample *sample);

/* Names, lines and instructions of the simulated machine's programs. */

/* Both answer at once, as long as the layout lives. */
struct code_names demo_names(struct demo_layout *layout);
struct profile_code demo_names_profile(struct demo_layout *layout);
