/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was counted of the events of opened nodes in one interval, added up over the threads (or
 * CPUs) of the row. It is made by collect/nodes/, written into recordings and read from them;
 * tree_values.h makes values of it. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/tree/opened.h"

/* An event in one of the groups. Cycles, where they lead a group, are in each. */
struct tree_reading {
	uint8_t core_type;
	uint8_t group;		/* readings of the same group are of the same time */
	uint16_t event;		/* tree_event() */
	double count;		/* as counted, not scaled */
	uint64_t enabled_ns;	/* the threads ran for so long while the group was open, */
	uint64_t running_ns;	/* and it had counters for so long */
};

/* Retire latencies that were sampled. */
struct tree_latency {
	uint8_t core_type;
	uint16_t event;
	uint32_t samples;	/* without the saturated ones */
	uint32_t saturated;	/* at 65535: the true value is not known */
	double sum, squares;	/* of cycles */
};

#define TREE_READINGS_MAX 1024
#define TREE_LATENCIES_MAX 64

struct tree_readings {
	struct tree_request request;	/* that it answers; .open with what follow has opened */
	uint64_t began_ns, end_ns;	/* of the interval, source clock */
	uint16_t groups;
	uint32_t threads, counted;	/* as in struct opened */
	bool cpus;
	float part, own_percent;
	char remark[200];
	size_t n, n_latencies;
	struct tree_reading reading[TREE_READINGS_MAX];
	struct tree_latency latency[TREE_LATENCIES_MAX];
};

/*
 * What the slices of an interval tell of the row whose nodes are opened. Made by those who count
 * nodes, for tree_values.h. What is known of the row of the readings in their interval.
 */
struct tree_row {
	bool known;		/* the row is in the snapshot: it ran */
	struct counts counts;	/* of this core type (counts_of_core_type()); cycles and
				 * instructions only if all types are one */
	struct values values;	/* levels 1 and 2 of them, by the family */
	double ghz;		/* NAN: not known */
	bool smt;		/* two threads of a core are online */
	bool pmem;		/* the machine has persistent memory */
};
