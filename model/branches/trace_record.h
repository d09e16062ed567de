/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is kept of the executions of a trace. Most traces of a program are rare, and a few are most
 * of what it does: the first executions are kept as they are (4 bytes each); a trace with more has
 * a record of sums by group, of 16 bits, which are carried over to wide ones before they overflow,
 * and a histogram of pages of 16 bins, each added when one of its bins is hit. One thread.
 */
#ifndef TDTOP_MODEL_BRANCHES_TRACE_RECORD_H
#define TDTOP_MODEL_BRANCHES_TRACE_RECORD_H

#include "model/branches/executions.h"
#include "model/branches/pool.h"

#define PAGE_BINS 16
#define PAGES (HISTOGRAM_BINS / PAGE_BINS)
#define LOG_FIRST 5	/* executions in the trace itself */
#define LOG_PAGE 15	/* in a further page */
#define LOG_MAX (LOG_FIRST + 2 * LOG_PAGE)

/* A zeroed one: never executed. */
struct trace_log {
	uint32_t first[LOG_FIRST];
	uint32_t more;		/* page of the log; 0: none */
	uint32_t record;	/* 0: all executions are in the log */
	uint8_t n;
};

struct trace_pools {
	struct pool records, wides, bins, logs;
};

void trace_pools_init(struct trace_pools *pools);
void trace_pools_done(struct trace_pools *pools);

/* 0 or -ENOMEM. */
int trace_log_count(struct trace_pools *pools, struct trace_log *log,
		    const struct execution *execution);
void trace_log_drop(struct trace_pools *pools, struct trace_log *log);
void trace_log_prefetch(const struct trace_pools *pools, const struct trace_log *log,
			unsigned int group);

void trace_log_add_n(const struct trace_pools *pools, const struct trace_log *log,
		     struct groups *n);
void trace_log_add_cycles(const struct trace_pools *pools, const struct trace_log *log,
			  struct groups *cycles);
void trace_log_add_sums(const struct trace_pools *pools, const struct trace_log *log,
			struct trace_sums *sums);

#endif
