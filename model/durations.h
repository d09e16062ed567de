/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the entries into a region took, in classes of powers of two, and what their slots did in each:
 * percentiles, and the slowest entries compared with all others. Only entries that were seen from their
 * begin to their end are counted, when they end. Pure, any thread.
 *
 * An entry has two durations. Wall time is from its begin to its end, with all that it called and waited
 * for. CPU time is the part of it on a CPU, with regions inside. Slots are its own, without regions inside.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/duration_class.h"
#include "model/metric.h"

/* The entries of a class. All can be added. */
struct duration_class {
	uint64_t entries, ns;		/* whose wall time is of this class, and their wall time; */
	uint64_t timed_ns, on_cpu_ns;	/* of those whose CPU time is known: wall time, CPU time */
	uint64_t cpu_entries, cpu_ns;	/* whose CPU time is of this class, and their CPU time */
	double slots;			/* of `entries` */
	double divided[2];		/* the part of these whose nodes of level 1, of level 2 are known, */
	double node[M_COUNT];		/* and those of each node; 0 where the family does not have it */
};

struct durations {
	struct duration_class of[DURATION_CLASSES];
};

/* Which duration of an entry. */
enum duration_of { DURATION_WALL, DURATION_CPU };

/* Where a class begins and ends, in ns; the last one ends at INFINITY. */
double duration_class_from(int c);
double duration_class_to(int c);

void duration_class_add(struct duration_class *into, const struct duration_class *add);
/* A node in percent of the slots that are divided; NAN: not known. */
double duration_class_percent(const struct duration_class *of, enum metric_id node);
void durations_add(struct durations *into, const struct durations *add);

/* Entries whose duration is known. */
uint64_t durations_entries(const struct durations *durations, enum duration_of of);
/* Their mean, ns; NAN: there are none. */
double durations_mean(const struct durations *durations, enum duration_of of);

/* A quantile in ns. It is certain that it lies in its class; where in it is an estimate. */
struct duration_quantile {
	double ns;		/* NAN: no entry has ended */
	double from, to;	/* of its class: from <= ns < to */
};

/*
 * Of so many (0..1) of the entries: the least duration that this part of them does not exceed. In its class
 * durations are taken to grow as a power of their rank, which has the mean of the class.
 */
struct duration_quantile durations_quantile(const struct durations *durations, enum duration_of of, double part);

#define SLOW_PART 0.01		/* of the entries that are wanted as slow ones */
#define SLOW_PART_MOST 0.25	/* more are no slow part */
#define SLOW_ENTRIES_LEAST 10	/* fewer tell nothing */
#define SLOW_POINTS_LEAST 3.0	/* a smaller difference is none: a class has counts in steps of 1/255 */

enum slow_verdict {
	SLOW_NONE,		/* no entry has ended */
	SLOW_ALIKE,		/* classes of time do not part the entries: most are in one class */
	SLOW_FEW,		/* too few are slow */
	SLOW_NO_SLOTS,		/* they have no slots that are divided */
	SLOW_SAME,		/* both parts have the same nodes, within SLOW_POINTS_LEAST */
	SLOW_DIFFERS		/* .node is what the slow ones have more of */
};

/* The slowest entries by wall time, in whole classes: as near to SLOW_PART as these come. */
struct slow_part {
	enum slow_verdict verdict;
	int first;		/* class of the slow ones; longer classes are theirs, too. 0: SLOW_NONE, SLOW_ALIKE */
	uint64_t entries, of;	/* slow ones, of so many */
	double slots_percent;	/* of the slots that the slow ones had; NAN: not counted */
	int level;		/* of nodes that are compared: 1, 2; 0: none */
	enum metric_id node;	/* that the slow ones have more of than the others, the largest difference */
	double percent, others;	/* the node's percentage of the slots of both; NAN: not known */
	double on_cpu, others_on_cpu;	/* percent of their wall time that they were on a CPU; NAN: not known */
};

struct slow_part durations_slow_part(const struct durations *durations);
