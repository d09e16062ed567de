/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One thread of the program: what it has run, as exact counts, and the samples that are taken of
 * it, each sampler with a counter of its own, as events of a task have. Each belongs to the thread
 * that runs, so nothing is locked; the tables are added up when the program ends.
 */
#pragma once

#include <stdio.h>

#include "tests/truth/plugin_cost.h"
#include "tests/truth/plugin_table.h"
#include "tests/truth/stream.h"

/* A translated block: straight code. */
struct code {
	uint64_t start, last, next;	/* last: address of its last instruction; next: behind it */
	uint64_t target;	/* of a direct branch at its end */
	enum code_kind kind;	/* of its last instruction */
	uint32_t n;		/* instructions */
	uint32_t offset[];	/* of each, from start */
};

struct call {
	uint64_t from, to, back;	/* back: where it returns to */
	uint64_t node;		/* in the call tree; the root is 0 */
};

#define THREAD_BRANCHES 32
#define THREAD_CALLS 4096	/* deeper ones are not followed */

struct thread {
	int32_t tid;
	uint64_t clock;		/* cycles */
	uint64_t waited;	/* of them, the code that runs now waited for memory */
	const struct code *code;	/* that runs now */
	bool repeats;		/* it is again the instruction before (rep movsb) */
	struct cost cost;

	uint64_t block;		/* where the last taken branch went; 0: not known */
	uint64_t block_clock, block_instructions;
	struct stream_branch branch[THREAD_BRANCHES];
	uint64_t n_branches;	/* all so far; the newest is at (n - 1) % THREAD_BRANCHES */
	struct call call[THREAD_CALLS];
	uint32_t n_calls, calls_beyond;
	uint32_t kept_calls[STREAM_SAMPLERS];	/* of them are still in a stack of limited depth */
	uint64_t left[STREAM_SAMPLERS];	/* events until the next sample */

	/* Exact counts: */
	struct table traces;	/* block, from, to, cycles -> n; sums of: mispredicted,
				 * instructions, kind */
	struct table not_taken;	/* from -> n, mispredicted */
	struct table follows;	/* block, from, to, from of the next block -> n */
	struct table nodes;	/* parent, from, to -> calls, number of the node */
	struct table self;	/* node -> 1, instructions, cycles */
	uint64_t n_nodes;
	uint64_t trace_block, trace_from;	/* the block before; 0: none */
	uint64_t instructions, taken, branches, disorders;
};

/* What all threads share. Set before the first begins. */
struct recording {
	FILE *stream;
	struct stream_header header;
	enum code_machine machine;
};

void thread_begin(struct thread *thread, const struct recording *recording, uint64_t clock);

/* The block that the thread ran is over: `to` runs next. Takes the samples that are due. */
void thread_ran(struct thread *thread, const struct recording *recording, uint64_t to);

uint64_t thread_time_ns(const struct thread *thread);
