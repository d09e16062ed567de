/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the code of the simulated machine's programs is: places of all instructions, and which block
 * is reached from which. Not changed after it is made; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/demo/demo_program.h"
#include "model/branches/profile_builder.h"
#include "model/profile/code_names.h"
#include "model/profile/place.h"

/* The files that the code is in; constant. */
extern const struct profile_object demo_objects[DEMO_OBJECTS];

struct demo_instruction {
	struct place at;
	const char *text;		/* not ended by a 0 */
	uint8_t length, size;		/* of the text; of the instruction, bytes */
	uint32_t block;
};

struct demo_laid_block {
	const struct demo_function *function;
	const struct demo_block *block;
	uint32_t first, n;		/* instructions */
	uint32_t waits;			/* the one that waits for data; of n: none does */
	uint32_t begin, end;		/* blocks of its function */
	uint32_t to[DEMO_TARGETS];	/* blocks */
};

struct demo_layout {
	struct demo_instruction *instructions;	/* by place */
	struct demo_laid_block *blocks;
	uint32_t n, n_blocks;
};

struct demo_layout *demo_layout_new(void);	/* NULL without memory */
void demo_layout_free(struct demo_layout *layout);	/* NULL is fine */

/* The instruction that covers the place; NULL: none does. */
const struct demo_instruction *demo_layout_find(const struct demo_layout *layout, struct place at);

/* Its last instruction: the branch, if it ends with one. */
const struct demo_instruction *demo_layout_end(const struct demo_layout *layout, uint32_t block);

/* The place where the block begins. */
struct place demo_layout_start(const struct demo_layout *layout, uint32_t block);

/* ---- a walk ---- */

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

/* Both answer at once, as long as the layout lives. */
struct code_names demo_names(struct demo_layout *layout);
struct profile_code demo_names_profile(struct demo_layout *layout);
