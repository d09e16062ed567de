/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters that totals.h makes, as data: what the thread that exports reads, and what the
 * modules here fill.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/durations.h"
#include "model/metric.h"

struct machine;

#define TOTALS_TOP 50		/* labels with counters of their own */
#define TOTALS_LABELS 4096	/* labels whose counters are kept */
#define TOTALS_LABEL_LEN 256	/* including the NUL; a longer one is cut at its start */
#define TOTALS_REGIONS 50	/* names of regions with counters of their own: the first ones that are seen */
#define TOTALS_REGION_LEN 64	/* including the NUL; a longer one is cut */
#define TOTALS_SOCKETS 64	/* with counters of their own; the machine has all */
#define TOTALS_OTHER "other"	/* the label of all others; a task with this label is one of them */

/* What tasks are told apart by. */
enum totals_by {
	TOTALS_BY_CGROUP,	/* readable name, as in the view of cgroups */
	TOTALS_BY_PATH,		/* the whole path of the cgroup */
	TOTALS_BY_COMMAND	/* name of the command */
};

/*
 * Counters of something. Slots of a node are its share times the slots (EV_SLOTS) of the interval,
 * by the formulas of the family. The classes and undivided[0] add up to all slots; so do the nodes
 * that are on level 2 (family_node_is_on(): a class with nothing below it is one) and undivided[1].
 *
 * Doubles are exact enough: an addition is off by 1.1e-16 of the sum at most, so after a year of
 * seconds an interval's part is off by less than 4e-9 of it.
 */
struct total {
	double slots[M_COUNT];	/* nodes that the family does not have stay 0 */
	double undivided[2];	/* slots whose node of level 1, of level 2 is not known */
	double cpu_ns;		/* time on a CPU */
	double instructions, cycles;	/* 0 where they are not counted */
};

struct totals_series {
	char label[TOTALS_LABEL_LEN];	/* bytes as they came, not safe for a terminal */
	struct total total;
};

/* How long entries into regions of a name took that ended, in whichever process. */
struct totals_region {
	char name[TOTALS_REGION_LEN];	/* bytes as they came */
	uint64_t entries[DURATION_CLASSES];	/* by class of wall time (model/durations.h) */
	double ns;			/* wall time of all of them */
};

/* A machine or a socket: tasks, and what belongs to none. */
struct totals_cpus {
	int id;			/* socket; 0: of the machine */
	struct total total;	/* with what idles and is unaccounted */
	double idle_slots, unaccounted_slots;
	double idle_ns, unknown_ns;	/* CPU time; unknown_ns is a part of idle_ns and of
					 * total.cpu_ns */
};

/* All counters at the end of an interval. */
struct totals_view {
	uint64_t intervals;	/* that were added */
	double time;		/* wall clock at the end of the last one, seconds since 1970 */
	double counted_ns;	/* length of all of them */
	const struct machine *machine;	/* for other threads to read (machine_published()) */
	enum totals_by by;
	struct totals_cpus all;		/* the machine */
	struct totals_cpus sockets[TOTALS_SOCKETS];
	size_t n_sockets;
	struct totals_series top[TOTALS_TOP];	/* in the order in which they came */
	size_t n_top;
	struct total other;
	struct totals_region regions[TOTALS_REGIONS + 1];	/* in the order in which they came; all others are */
	size_t n_regions;					/* the last one, TOTALS_OTHER */
	uint64_t labels;	/* that are known, those of the top too */
	uint64_t forgotten;	/* labels whose counters were forgotten */
	double extrapolated_slots;	/* of CPUs that were counted for a part of an interval */
	double unsound_intervals;	/* whose counts cannot be right: their slots are undivided,
					 * or left out if there are more than CPUs can have;
					 * their instructions and cycles are left out */
	double estimated_intervals;	/* whose rows are estimates: some CPU's switches were sampled
					 * in windows */
	double counted_ratio;	/* of the last interval, 0..1: running / enabled of the groups */
	double lost;		/* records that the rings lost */
	double own_ns, kernel_ns;	/* CPU time of tdtop, and of the kernel for it */
	bool own_known;		/* the source knows the two above */
};
