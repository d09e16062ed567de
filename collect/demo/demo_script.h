/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tasks of the simulated machine (collect/demo/source_demo.c), what limits each thread, and what it
 * counts then. Constant data, any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/region/region_tasks.h"
#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "model/counts.h"

#define DEMO_SLOTS_PER_CYCLE 6
#define DEMO_CYCLES_PER_NS 3.0

/* The leaves of the tree; the percentages of a thread add up to 100. */
enum demo_share {
	DEMO_LIGHT,
	DEMO_HEAVY,
	DEMO_MISPREDICTS,
	DEMO_CLEARS,
	DEMO_LATENCY,
	DEMO_BANDWIDTH,
	DEMO_MEMORY,
	DEMO_CORE,
	DEMO_SHARES
};

/* Percentages in the order of the tree. */
#define SPLIT(light, heavy, misp, clears, lat, bw, mem, core)                                      \
	{ light, heavy, misp, clears, lat, bw, mem, core }

struct demo_threads {
	const char *comm;
	uint32_t count;			/* number of such threads; 0 ends the list */
	uint32_t load;			/* of each thread, on average: thousandths of a CPU;
					 * 0: it never runs, and is only an ancestor */
	uint8_t split[DEMO_SHARES];	/* percent, on average */
};

#define DEMO_KINDS 4

struct demo_process {
	int32_t pid, ppid;
	const char *user, *cgroup;
	const char *command;		/* "" for a kernel thread */
	struct demo_threads threads[DEMO_KINDS];	/* the first is the leader */
};

/* Sorted by load, largest first: that packs best onto the CPUs. */
extern const struct demo_process demo_processes[];
extern const size_t demo_n_processes;

/* Short-lived children of DEMO_MAKE, which come one after the other. */
#define DEMO_MAKE 4410
extern const struct demo_threads demo_children[];
extern const size_t demo_n_children;

uint32_t demo_count_threads(const struct demo_process *process);

/*
 * The name of a thread, and its number as in source_demo.c, which says on which CPU it is at home.
 * NULL: not in the script.
 */
const char *demo_thread_name(int32_t pid, int32_t tid, uint32_t *number);

/* NULL: not in the script, so a child. */
const struct demo_process *demo_find_process(int32_t pid);

/* What a thread with these shares counts in so many cycles. */
void demo_count(struct counts *counts, const double share[DEMO_SHARES], double cycles);

/*
 * How the simulated machine drifts. A triangle between -1 and 1 in place of sin(): libm differs
 * between machines. phase >= 0
 */
static inline double demo_wave(uint64_t at_ns, double period_s, double phase)
{
	double periods = (double)at_ns / 1e9 / period_s + phase;
	double part = periods - (double)(uint64_t)periods;

	return part < 0.5 ? 4 * part - 1 : 3 - 4 * part;
}

/* ---- regions of its programs, and how the time and the slots of a thread are divided among them ---- */

#define DEMO_PIECES 6	/* regions of a program at most, and the rest of it */

/* What a thread does in one region, or outside of all (region 0), in a tick. */
struct demo_piece {
	region_t region;
	double part;			/* of the thread's time; all pieces add up to 1 */
	double share[DEMO_SHARES];	/* of the piece's slots, 0..1 */
	double entries_per_ms;		/* of the thread's time on a CPU */
	double slow, slower;		/* this part of the entries takes so many times as long; 0: none does */
	double inside;			/* CPU time of the regions inside of it, in parts of its own */
};

/* All programs of the script with regions, as objects without a file; NULL without memory. */
struct regions *demo_regions_new(void);

/*
 * Divides a thread with this command name, whose slots have these shares, `at_ns` after the start;
 * `phase` tells threads apart. Fills `pieces` so that they add up to the thread. Returns their
 * number; 0: it has no regions.
 */
size_t demo_regions_divide(const char *comm, const double share[DEMO_SHARES], uint64_t at_ns,
			   double phase, struct demo_piece pieces[DEMO_PIECES]);

/*
 * Adds how long the entries of a slice of this piece took, so many of them slow ones; `turn` differs from slice
 * to slice. Their counts add up to those of the slice.
 */
void demo_regions_time(struct region_times *times, const struct slice *slice, const struct demo_piece *piece,
		       uint64_t slow, uint64_t turn);
