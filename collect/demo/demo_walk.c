/* SPDX-License-Identifier: GPL-2.0-only */
/* The random walk; see demo_walk.h. */
#include "config.h"
#include "collect/demo/demo_walk.h"

#include "model/splitmix64.h"

#define FLUSH_CYCLES 17		/* a mispredicted branch costs the block after it */
#define FAR_CYCLES 100		/* data that come later come from memory */
#define MAP_SHIFT 40		/* virtual addresses of an object begin here, times its number */

/* Occurrences from one sample to the next, on average: most stacks have other branches then. */
static const uint32_t gaps[DEMO_COUNTED] = {
	[DEMO_OF_CYCLES] = 700, [DEMO_OF_INSTRUCTIONS] = 200, [DEMO_OF_TAKEN] = 47,
	[DEMO_OF_MISPREDICTED] = 2, [DEMO_OF_MISSES] = 3, [DEMO_OF_FETCHES] = 3,
};

/* What one execution of a block did. */
struct execution {
	uint32_t block;
	uint32_t usual, cycles;		/* without what came late; all */
	uint32_t occurred[DEMO_COUNTED];
};

/* From 0 to below n. */
static uint32_t below(struct demo_walk *walk, uint32_t n)
{
	return (uint32_t)(splitmix64_next(&walk->random) >> 32) % n;
}

static bool happens(struct demo_walk *walk, uint32_t of_1000)
{
	return below(walk, 1000) < of_1000;
}

bool demo_walk_begin(struct demo_walk *walk, const struct demo_layout *layout, const char *comm,
		     uint64_t seed)
{
	*walk = (struct demo_walk){ .layout = layout, .random = seed,
				    .entry = demo_layout_entry(layout, comm) };
	walk->block = walk->entry;
	return walk->entry != UINT32_MAX;
}

/* ---- one block ---- */

static void push_branch(struct demo_walk *walk, uint32_t to, bool mispredicted)
{
	const struct demo_instruction *end = demo_layout_end(walk->layout, walk->block);
	const struct place target = demo_layout_start(walk->layout, to);

	walk->newest = (walk->newest + 1) % DEMO_STACK;
	walk->n_stack += walk->n_stack < DEMO_STACK;
	walk->stack[walk->newest] = (struct branch_entry){
		.from = end->at, .to = target,
		.from_map = end->at.object + 1, .to_map = target.object + 1,
		.raw_from = end->at.offset + ((uint64_t)end->at.object << MAP_SHIFT),
		.raw_to = target.offset + ((uint64_t)target.object << MAP_SHIFT),
		.cycles = walk->cycles,
		.mispredicted = mispredicted, .predicted = !mispredicted,
		.kind = walk->layout->blocks[walk->block].block->kind,
	};
	walk->cycles = 0;
}

/* Time goes by. */
static void spend(struct demo_walk *walk, struct execution *execution)
{
	const struct demo_laid_block *laid = &walk->layout->blocks[walk->block];
	const struct demo_block *block = laid->block;

	execution->block = walk->block;
	execution->usual = block->cycles + below(walk, 1 + block->cycles / 5U);
	if (walk->flushed)
		execution->usual += FLUSH_CYCLES + below(walk, 4);
	execution->cycles = execution->usual;
	if (block->slow && happens(walk, block->slow_part)) {
		/* The sum of two is most often in the middle. */
		execution->cycles += block->slow * 4U / 5 + below(walk, block->slow / 5U + 1) +
				     below(walk, block->slow / 5U + 1);
		execution->occurred[DEMO_OF_FETCHES] = laid->waits == laid->n;
		execution->occurred[DEMO_OF_MISSES] = block->slow >= FAR_CYCLES;
	}
	execution->occurred[DEMO_OF_CYCLES] = execution->cycles;
	execution->occurred[DEMO_OF_INSTRUCTIONS] = laid->n;
	walk->cycles += execution->cycles;
}

/* Which target an indirect branch has. */
static uint32_t demo_walk_choose(struct demo_walk *walk, const struct demo_laid_block *laid)
{
	const uint32_t others = laid->block->n_targets - 1U;

	if (!others || happens(walk, laid->block->taken))
		return laid->to[0];
	return laid->to[1 + below(walk, others)];
}

/* The block that follows; *taken: by a branch. */
static uint32_t go_on(struct demo_walk *walk, bool *taken)
{
	const struct demo_laid_block *laid = &walk->layout->blocks[walk->block];
	const uint32_t next = walk->block + 1 < laid->end ? walk->block + 1 : walk->entry;

	*taken = true;
	switch (laid->block->kind) {
	case BRANCH_CONDITIONAL:
		*taken = happens(walk, laid->block->taken);
		return *taken ? laid->to[0] : next;
	case BRANCH_JUMP:
		return laid->to[0];
	case BRANCH_INDIRECT_JUMP:
		return demo_walk_choose(walk, laid);
	case BRANCH_CALL:
	case BRANCH_INDIRECT_CALL:
		if (walk->n_calls < DEMO_STACK)
			walk->calls[walk->n_calls++] = walk->block;
		return demo_walk_choose(walk, laid);
	case BRANCH_RETURN:
		return walk->n_calls ? walk->calls[--walk->n_calls] + 1 : walk->entry;
	default:
		*taken = false;
		return next;
	}
}

static void execute(struct demo_walk *walk, struct execution *execution)
{
	const struct demo_laid_block *laid = &walk->layout->blocks[walk->block];
	uint32_t next;
	bool taken;

	*execution = (struct execution){ .block = walk->block };
	spend(walk, execution);
	walk->flushed = happens(walk, laid->block->missed);
	next = go_on(walk, &taken);
	if (taken)
		push_branch(walk, next, walk->flushed);
	execution->occurred[DEMO_OF_TAKEN] = taken;
	execution->occurred[DEMO_OF_MISPREDICTED] = walk->flushed;
	for (size_t i = 0; i < DEMO_COUNTED; i++)
		walk->counted[i] += execution->occurred[i];
	walk->block = next;
}

void demo_walk_step(struct demo_walk *walk)
{
	struct execution execution;

	execute(walk, &execution);
}

/* ---- samples ---- */

/* Where the n-th occurrence in this execution was. */
static struct place demo_walk_place_of(const struct demo_walk *walk, const struct execution *execution,
				       enum demo_counted counted, uint32_t n)
{
	const struct demo_laid_block *laid = &walk->layout->blocks[execution->block];
	uint32_t at = 0;

	if (counted == DEMO_OF_TAKEN || counted == DEMO_OF_MISPREDICTED)
		at = laid->n - 1;
	else if (counted == DEMO_OF_INSTRUCTIONS)
		at = n;
	else if (counted == DEMO_OF_CYCLES && n < execution->usual)
		at = n * laid->n / execution->usual;
	else if (counted != DEMO_OF_FETCHES)
		at = laid->waits;
	return walk->layout->instructions[laid->first + (at < laid->n ? at : 0)].at;
}

/* The stacks as they are. n_calls: of the block of the sample, which the walk has left. */
static void fill(struct demo_walk *walk, struct place at, size_t n_calls,
		 struct profile_sample *sample)
{
	const size_t n = walk->n_stack;

	for (size_t i = 0; i < n; i++)
		walk->entries[i] = walk->stack[(walk->newest + DEMO_STACK - i) % DEMO_STACK];
	walk->frames[0] = at;
	for (size_t i = 0; i < n_calls; i++)
		walk->frames[1 + i] = demo_layout_end(walk->layout,
						      walk->calls[n_calls - 1 - i])->at;
	*sample = (struct profile_sample){ .period = 1, .at = at,
					   .entries = walk->entries, .n_entries = n,
					   .frames = walk->frames, .n_frames = 1 + n_calls };
}

bool demo_walk_sample(struct demo_walk *walk, enum demo_counted counted, uint32_t steps_most,
		      struct profile_sample *sample)
{
	uint32_t left = gaps[counted] / 2 + below(walk, gaps[counted]);
	struct execution execution;

	while (steps_most--) {
		/* They stay in .calls: a call is put behind them, and a return overwrites none. */
		const size_t n_calls = walk->n_calls;

		execute(walk, &execution);
		if (execution.occurred[counted] > left) {
			fill(walk, demo_walk_place_of(walk, &execution, counted, left), n_calls, sample);
			return true;
		}
		left -= execution.occurred[counted];
	}
	return false;
}
