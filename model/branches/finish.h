/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes a profile of what stacks of branches are added up to: its branches, its blocks, by the
 * order of traces. Pure.
 */
#ifndef TDTOP_MODEL_BRANCHES_FINISH_H
#define TDTOP_MODEL_BRANCHES_FINISH_H

#include "model/branches/tallies.h"
#include "model/branches/traces.h"
#include "model/profile/profile_code.h"

/*
 * The traces in the orders in which branches and blocks are made of them, and what the code itself
 * says of each.
 */

/* What a trace says of a block. */
enum block_use {
	NO_BLOCK,
	CUT_BLOCK,		/* ended by an interrupt: it ran up to the instruction before */
	WHOLE_BLOCK
};

struct trace_order {
	uint32_t n;
	uint32_t *by_from;	/* traces by from, then to */
	uint32_t *by_start;	/* by start, then from; only those with a block: n_blocks */
	uint32_t n_blocks;
	uint8_t *kind, *use;		/* of each trace: enum branch_kind, enum block_use */
	uint64_t no_branch;		/* executions of blocks without a branch at their end */
};

struct place trace_from(const struct traces *traces, uint32_t trace);
struct place trace_to(const struct traces *traces, uint32_t trace);
struct place trace_start(const struct traces *traces, uint32_t trace);	/* if it has a block */

/* 0 or -ENOMEM. */
int trace_order_make(struct trace_order *order, const struct traces *traces,
		     const struct profile_object *objects, size_t n_objects,
		     const struct profile_code *code);
void trace_order_done(struct trace_order *order);

/* As profile_builder_finish(). */
struct profile *finish_profile(const struct tallies *sum, const struct profile_object *objects,
			       size_t n_objects, const struct profile_code *code);

/*
 * Makes the blocks of a profile, and which follows which: profile->blocks, n_blocks, edges,
 * n_edges, cycles_known. 0 or -ENOMEM.
 */
int finish_blocks(struct profile *profile, const struct tallies *sum,
		  const struct trace_order *order, const struct profile_code *code);

#endif
