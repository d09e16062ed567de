/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the code of the simulated machine's programs is: places of all instructions, and which block
 * is reached from which. Not changed after it is made; any thread.
 */
#pragma once

#include <stdint.h>

#include "collect/demo/demo_program.h"
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

/* The block where threads of this name begin; UINT32_MAX: they have no code. */
uint32_t demo_layout_entry(const struct demo_layout *layout, const char *comm);

/* The instruction that covers the place; NULL: none does. */
const struct demo_instruction *demo_layout_find(const struct demo_layout *layout, struct place at);

/* Its last instruction: the branch, if it ends with one. */
const struct demo_instruction *demo_layout_end(const struct demo_layout *layout, uint32_t block);

/* The place where the block begins. */
struct place demo_layout_start(const struct demo_layout *layout, uint32_t block);
