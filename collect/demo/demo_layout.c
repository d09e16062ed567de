/* SPDX-License-Identifier: GPL-2.0-only */
/* Lays out the code of the simulated machine in memory; see demo_layout.h. */
#include "config.h"
#include "collect/demo/demo_layout.h"

#include <stdlib.h>
#include <string.h>

#include "model/splitmix64.h"

#define FIRST_OFFSET 0x1840
#define JIT_OFFSET 0x7f5c8c0e1000	/* a virtual address, as of all code without a file */
#define ALIGNED 32			/* functions */

/*
 * What code the simulated machine has.
 *
 * New code of the demo is a table of blocks in demo_code_*.c, of what demo_program.h has; where its
 * threads begin stands here.
 */

#define JIT_PID 2311		/* of tomcat in collect/demo/demo_script.c */

const struct profile_object demo_objects[DEMO_OBJECTS] = {
	[DEMO_STREAM] = { .path = "/home/ada/bench/stream_c" },
	[DEMO_POSTGRES] = { .path = "/usr/lib/postgresql/15/bin/postgres" },
	[DEMO_LIBC] = { .path = "/usr/lib/x86_64-linux-gnu/libc.so.6" },
	[DEMO_JIT] = { .path = "//anon", .kind = OBJECT_JIT, .pid = JIT_PID },
	[DEMO_JVM] = { .path = "/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so" },
	[DEMO_PYTHON] = { .path = "/usr/bin/python3.11" },
	[DEMO_TREES] = { .path = "/home/ada/train/_trees.so" },
	[DEMO_MEMCACHED] = { .path = "/usr/bin/memcached" },
	[DEMO_X264] = { .path = "/usr/lib/x86_64-linux-gnu/libx264.so.164" },
	[DEMO_CC1PLUS] = { .path = "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus" },
	[DEMO_GZIP] = { .path = "/usr/bin/gzip" },
};

/* Ends with NULL. */
static const struct demo_program *const demo_programs[] = {
	&demo_code_loops,
	&demo_code_postgres,
	&demo_code_java,
	&demo_code_more,
	NULL
};

/* Where threads begin. */
static const struct {
	const char *comm, *function;
} entries[] = {
	{ "stream_c", "main" },
	{ "postgres", "serve_client" },
	{ "java", "Interpreter" },
	{ "http-nio-8080-e", "Interpreter" },
	{ "G1 Conc#0", "Marker::step" },
	{ "C2 CompilerThre", "CompilerThread::work" },
	{ "python3", "run_frame" },
	{ "gzip", "squeeze" },
	{ "memcached", "serve_connection" },
	{ "mc-worker", "serve_connection" },
	{ "av:libx264", "encode_slice" },
	{ "cc1plus", "parse_expression" },
};

/* The function of this name, in any object; NULL: there is none. */
static const struct demo_function *demo_function_find(const char *name)
{
	for (size_t p = 0; demo_programs[p]; p++)
		for (size_t i = 0; i < demo_programs[p]->n; i++)
			if (!strcmp(demo_programs[p]->functions[i].name, name))
				return &demo_programs[p]->functions[i];
	return NULL;
}

/* Where threads of this name begin; NULL: the demo has no code of them. */
static const struct demo_function *demo_entry(const char *comm)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (!strcmp(entries[i].comm, comm))
			return demo_function_find(entries[i].function);
	return NULL;
}

static size_t count_instructions(const char *code)
{
	size_t n = 1;

	for (; *code; code++)
		n += *code == '\n';
	return n;
}

static void count(struct demo_layout *layout)
{
	for (size_t p = 0; demo_programs[p]; p++)
		for (size_t f = 0; f < demo_programs[p]->n; f++) {
			const struct demo_function *function = &demo_programs[p]->functions[f];

			layout->n_blocks += (uint32_t)function->n;
			for (size_t b = 0; b < function->n; b++)
				layout->n += (uint32_t)count_instructions(function->blocks[b].code);
		}
}

/* About what such an instruction has on x86. */
static uint8_t size_of(const char *text, size_t length)
{
	if (!strncmp(text, "ret", 3))
		return 1;
	if (text[0] == 'j')
		return 2;
	if (!strncmp(text, "call", 4))
		return length > 4 ? 3 : 5;
	if (text[0] == 'v')
		return 5;
	return memchr(text, '(', length) ? 4 : 3;
}

static void lay_instructions(struct demo_layout *layout, struct demo_laid_block *block,
			     struct place *at)
{
	const char *text = block->block->code;

	block->first = layout->n;
	block->waits = UINT32_MAX;
	while (*text) {
		struct demo_instruction *laid = &layout->instructions[layout->n++];
		size_t length;

		if (*text == '*') {
			block->waits = block->n;
			text++;
		}
		length = strcspn(text, "\n");
		block->n++;
		*laid = (struct demo_instruction){
			.at = *at, .text = text, .length = (uint8_t)length,
			.size = size_of(text, length),
			.block = (uint32_t)(block - layout->blocks),
		};
		at->offset += laid->size;
		text += length + (text[length] == '\n');
	}
	if (block->waits == UINT32_MAX)
		block->waits = block->n;
}

static void lay_function(struct demo_layout *layout, const struct demo_function *function,
			 struct place *at)
{
	const uint32_t begin = layout->n_blocks;

	if (at->object != (uint32_t)function->object)
		*at = (struct place){ function->object == DEMO_JIT ? JIT_OFFSET : FIRST_OFFSET,
				      (uint32_t)function->object };
	at->offset = (at->offset + ALIGNED - 1) / ALIGNED * ALIGNED;
	for (size_t b = 0; b < function->n; b++) {
		struct demo_laid_block *block = &layout->blocks[layout->n_blocks++];

		*block = (struct demo_laid_block){
			.function = function, .block = &function->blocks[b],
			.begin = begin, .end = begin + (uint32_t)function->n,
		};
		lay_instructions(layout, block, at);
	}
}

/* The first block of a function. */
static uint32_t begin_of(const struct demo_layout *layout, const struct demo_function *function)
{
	for (uint32_t b = 0; function && b < layout->n_blocks; b++)
		if (layout->blocks[b].function == function)
			return b;
	return UINT32_MAX;
}

static void link_blocks(struct demo_layout *layout)
{
	for (uint32_t b = 0; b < layout->n_blocks; b++) {
		struct demo_laid_block *block = &layout->blocks[b];
		const struct demo_block *of = block->block;

		for (size_t i = 0; i < of->n_targets; i++)
			block->to[i] = of->call[i] ?
				begin_of(layout, demo_function_find(of->call[i])) :
				block->begin + of->jump[i];
	}
}

struct demo_layout *demo_layout_new(void)
{
	struct demo_layout *layout = calloc(1, sizeof(*layout));
	struct place at = { .object = PLACE_NO_OBJECT };

	if (!layout)
		return NULL;
	count(layout);
	layout->instructions = calloc(layout->n, sizeof(layout->instructions[0]));
	layout->blocks = calloc(layout->n_blocks, sizeof(layout->blocks[0]));
	if (!layout->instructions || !layout->blocks) {
		demo_layout_free(layout);
		return NULL;
	}
	layout->n = layout->n_blocks = 0;
	for (size_t p = 0; demo_programs[p]; p++)
		for (size_t f = 0; f < demo_programs[p]->n; f++)
			lay_function(layout, &demo_programs[p]->functions[f], &at);
	link_blocks(layout);
	return layout;
}

void demo_layout_free(struct demo_layout *layout)
{
	if (!layout)
		return;
	free(layout->instructions);
	free(layout->blocks);
	free(layout);
}

/* The block where threads of this name begin; UINT32_MAX: they have no code. */
static uint32_t demo_layout_entry(const struct demo_layout *layout, const char *comm)
{
	return begin_of(layout, demo_entry(comm));
}

const struct demo_instruction *demo_layout_find(const struct demo_layout *layout, struct place at)
{
	uint32_t low = 0, high = layout->n;
	const struct demo_instruction *found;

	while (high - low > 1) {
		const uint32_t middle = low + (high - low) / 2;

		if (place_compare(layout->instructions[middle].at, at) <= 0)
			low = middle;
		else
			high = middle;
	}
	found = &layout->instructions[low];
	return found->at.object == at.object && at.offset - found->at.offset < found->size ?
		       found : NULL;
}

const struct demo_instruction *demo_layout_end(const struct demo_layout *layout, uint32_t block)
{
	const struct demo_laid_block *of = &layout->blocks[block];

	return &layout->instructions[of->first + of->n - 1];
}

struct place demo_layout_start(const struct demo_layout *layout, uint32_t block)
{
	return layout->instructions[layout->blocks[block].first].at;
}

/* ---- a walk ---- */

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
