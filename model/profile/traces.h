/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one table that branches, blocks, probabilities and histograms are made of: traces. A trace is
 * a taken branch and the block that it ended. Bounded; nothing is allocated once all traces of a
 * program have been seen often. One thread.
 */
#ifndef TDTOP_MODEL_PROFILE_TRACES_H
#define TDTOP_MODEL_PROFILE_TRACES_H

#include "model/profile/jackknife.h"
#include "model/profile/profile.h"

#define TRACE_LOG 5	/* that many executions are kept as they are, before sums are made */
#define TRACE_NO_BLOCK UINT64_MAX

struct trace_key {
	uint64_t from, to, start;	/* offsets; start is in from's object, or TRACE_NO_BLOCK */
	uint32_t from_object, to_object;
};

/* One cache line. */
struct trace {
	struct trace_key key;
	uint32_t record;	/* its sums; 0: none yet, all is in the log */
	uint32_t log[TRACE_LOG];
	uint8_t logged;
	uint8_t kind;		/* enum branch_kind, as recorded */
};

/* One execution. */
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

struct traces;

struct traces *traces_new(size_t max);	/* NULL without memory */
void traces_free(struct traces *traces);
uint32_t traces_n(const struct traces *traces);
const struct trace *traces_at(const struct traces *traces, uint32_t trace);	/* 0 .. n-1 */

/* The trace of a key, added if it is new. -ENOSPC: the table is full; -ENOMEM. */
int traces_find(struct traces *traces, const struct trace_key *key, uint32_t *trace);

/* 0 or -ENOMEM. */
int traces_count(struct traces *traces, uint32_t trace, const struct execution *execution);

void traces_set_kind(struct traces *traces, uint32_t trace, enum branch_kind kind);

/* Adds how often a trace was executed. */
void traces_add_n(const struct traces *traces, uint32_t trace, struct groups *n);

/* Adds a trace's sums to *sums. */
void traces_add_sums(const struct traces *traces, uint32_t trace, struct trace_sums *sums);

#endif
