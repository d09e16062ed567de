/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one table that branches, blocks, probabilities and histograms are made of: traces. A trace is
 * a taken branch and the block that it ended. Bounded; nothing is allocated once the traces of a
 * program have been seen often. One thread.
 */
#pragma once

#include "model/branches/executions.h"
#include "model/profile/profile.h"

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

/* Trace 0 .. n-1: its key, and its kind as recorded. */
const struct trace_key *traces_key(const struct traces *traces, uint32_t trace);
enum branch_kind traces_kind(const struct traces *traces, uint32_t trace);

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
