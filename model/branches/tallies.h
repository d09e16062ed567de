/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a profile_builder has added up, and what makes a profile of it: in the order of traces, its
 * branches and its blocks. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/call_stacks.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"

/*
 * jackknife.c: standard errors from random groups. Each branch stack is put into one of 32 groups by chance, and
 * what it tells is added up by group. A ratio of two sums is then computed again without each
 * group: how much these ratios differ tells the standard error of the ratio of all ("delete-a-group
 * jackknife": K. Wolter, Introduction to Variance Estimation, 2nd ed., ch. 4). It holds although
 * the entries of one stack depend on each other, since it is stacks that are drawn. Pure.
 */

#define GROUPS 32
#define LEAST_GROUPS 8	/* with samples; fewer tell no error */

/* A sum, by group. */
struct groups {
	uint64_t of[GROUPS];
};

uint64_t groups_sum(const struct groups *groups);
void groups_add(struct groups *to, const struct groups *from);
void groups_subtract(struct groups *from, const struct groups *what);

/* NAN, NAN. */
struct estimate estimate_none(void);

/* n / of; none if of is 0. */
struct estimate groups_ratio(const struct groups *n, const struct groups *of);

/*
 * The same of n parts of `of` entries. Where none or all were seen, the groups do not differ, but
 * that does not make 0 or 1 certain. The error is then the rate at which 32 % of recordings would
 * still see none (1.14 / of).
 */
struct estimate groups_part(const struct groups *n, const struct groups *of);

/* The error of a value, given the value without each group. */
double jackknife_error(const double without[GROUPS]);

/* One execution of a trace. */
struct execution {
	unsigned int group;
	uint32_t cycles;	/* 0: not known */
	bool mispredicted, predicted;
};

/* All executions of a trace, by group; and its histogram. */
struct trace_sums {
	struct groups n, mispredicted, told, cycles, timed;
	uint32_t bins[HISTOGRAM_BINS];
	uint32_t min, max;	/* of the timed ones; 0 if none */
	uint64_t saturated;
};

/*
 * traces.c: the one table that branches, blocks, probabilities and histograms are made of: traces. A trace is
 * a taken branch and the block that it ended. Bounded; nothing is allocated once the traces of a
 * program have been seen often. One thread.
 */

#define TRACE_NO_BLOCK UINT64_MAX
#define TRACE_GONE UINT32_MAX

struct trace_key {
	uint64_t from, to, start;	/* offsets; start is in from's object, or TRACE_NO_BLOCK */
	uint32_t from_object, to_object;
};

struct traces;

struct traces *traces_new(size_t max);	/* NULL without memory */
void traces_free(struct traces *traces);

uint32_t traces_n(const struct traces *traces);
size_t traces_max(const struct traces *traces);

/* An execution of a trace on its way into the table. */
struct trace_step {
	struct trace_key key;
	struct execution execution;
	enum branch_kind kind;	/* as recorded, or BRANCH_UNKNOWN */
	uint64_t hash;		/* set by traces_prefetch(); */
	uint32_t trace;		/* by traces_find(); TRACE_GONE: the table is full */
};

/*
 * Many steps go into the table together, in three rounds: the memory that each round needs was asked
 * for in the round before, so that it comes for all of them at once.
 */
void traces_prefetch(const struct traces *traces, struct trace_step *step);

/* The traces of all steps, added where they are new; *full: grows by steps without. 0 or -ENOMEM. */
int traces_find(struct traces *traces, struct trace_step *steps, size_t n, uint64_t *full);

/* Counts all steps. 0 or -ENOMEM. */
int traces_count(struct traces *traces, const struct trace_step *steps, size_t n);

/*
 * Makes room: drops the rarest traces, a quarter of all or more, but none that ran often; *dropped:
 * grows by their executions. now[]: what number each trace has now, or TRACE_GONE. Returns how many
 * are gone. (Manku, Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002: what runs
 * often is found whenever it begins, and is off by no more than what was dropped.)
 */
uint32_t traces_drop_rare(struct traces *traces, uint32_t *now, uint64_t *dropped);

/* Adds how often a trace was executed; its cycles. */
void traces_add_n(const struct traces *traces, uint32_t trace, struct groups *n);
void traces_add_cycles(const struct traces *traces, uint32_t trace, struct groups *cycles);

/* Adds a trace's sums to *sums. */
void traces_add_sums(const struct traces *traces, uint32_t trace, struct trace_sums *sums);

/* Samples by place and process. Bounded. Pure; one thread. */
struct addresses;

struct addresses *addresses_new(size_t max);	/* NULL without memory */
void addresses_free(struct addresses *addresses);

/* The memory where it is looked up, on its way to the CPU. */
void addresses_prefetch(const struct addresses *addresses, struct place at, int32_t pid);

/*
 * The sums of a place in a process, added if new; valid until the next call. NULL: the table is
 * full, or there is no memory (*error: -ENOSPC, -ENOMEM).
 */
struct profile_address *addresses_find(struct addresses *addresses, struct place at, int32_t pid,
				       int *error);

/*
 * From now on, before the first place, each place has n sums of its own, zeroed when it is added.
 * addresses_sums(): those of a place, as valid as it is.
 */
void addresses_set_sums(struct addresses *addresses, size_t n);
struct weighed *addresses_sums(const struct addresses *addresses, const struct profile_address *of);

const struct profile_address *addresses_all(const struct addresses *addresses, size_t *n);

/* Counts of pairs of numbers: how often one trace follows another. Bounded. Pure; one thread. */
struct pair {
	uint32_t first, second;
	uint32_t count;		/* stays at UINT32_MAX */
};

struct pairs;

struct pairs *pairs_new(size_t max);	/* NULL without memory */
void pairs_free(struct pairs *pairs);

/* A pair on its way into the table; pairs_prefetch() sets the hash, and asks for the memory that counts it. */
struct pair_step {
	uint32_t first, second;
	size_t hash;
};

void pairs_prefetch(const struct pairs *pairs, struct pair_step *step);

/* Counts all steps; pairs that a full table does not have are left out. 0 or -ENOMEM. */
int pairs_count(struct pairs *pairs, const struct pair_step *steps, size_t n);

/* Gives each number the one that now[] has for it; pairs with UINT32_MAX are gone. 0 or -ENOMEM. */
int pairs_rename(struct pairs *pairs, const uint32_t *now);

/* Calls back for each pair, in no order. */
void pairs_each(const struct pairs *pairs, void (*each)(void *data, const struct pair *pair),
		void *data);
size_t pairs_n(const struct pairs *pairs);

/*
 * Mispredicted branches that were not taken, which no branch stack tells of: sampled by an event of
 * their own, counted by place. Bounded. Pure; one thread.
 */
struct not_taken;

struct not_taken *not_taken_new(void);		/* NULL without memory */
void not_taken_free(struct not_taken *table);

/* Adds so many branches at a place. 0; -ENOSPC: the table is full. */
int not_taken_add(struct not_taken *table, struct place at, unsigned int group, uint64_t branches);

/* Was anything added? If not, nothing is known of branches that were not taken. */
bool not_taken_known(const struct not_taken *table);

/* The branches at a place, by group. */
struct groups not_taken_at(const struct not_taken *table, struct place at);

struct tallies {
	struct profile_event event;
	struct profile_dropped dropped;
	uint64_t samples, weight, stacks;
	double squares;
	uint64_t from_ns, to_ns;
	uint32_t depth;
	struct class_samples classes;
	struct weighed class_all[CLASS_EVENTS_MAX];	/* by row of the class table */
	struct groups entries;
	struct traces *traces;
	struct pairs *edges;		/* of traces whose blocks follow each other */
	struct addresses *addresses;
	struct call_stacks *calls;
	struct not_taken *not_taken;
};

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

/*
 * profile_bias.c: whether what the branch stacks of a profile tell fits together. Pure.
 *
 * The flow check compares what enters each stretch of code between two branches with what leaves it. It is entered
 * by taken branches to it or over the branch before it, and left by the branch at its end, taken or not. Sum of
 * |in - out| / sum of in; profile_bias.c says how the open ends of stacks count. A trigger that
 * prefers some code makes it large: but each stack tells of it at its two ends only, so at most
 * about 2 / depth. Measured with 32 entries: 0.07 % by taken branches (all of it by chance), 0.5 %
 * by instructions, 3.8 % by cycles. *by_chance, if not NULL: what chance alone makes of it with so
 * many stacks; twice that is a bias. NAN: there are no blocks.
 */
struct estimate profile_bias(const struct profile *profile, double *by_chance);
