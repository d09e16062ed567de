/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the slicer, shared by slicer.c, slicer_new.c and slicer_state.c. No other file
 * includes it. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "model/formula.h"

#define FORGET_NS 1000000000ULL	/* times further back than this count half, a quarter, ... */
#define OVER_NS 100000000ULL	/* on without a break: 25 mux intervals of the kernel (4 ms) */

/* For which part of the last second or so a group was on, where another user multiplexes the counters. */
struct multiplexing {		/* all zero: not multiplexed */
	uint64_t enabled_ns, running_ns;	/* 0 while it is not multiplexed */
	uint64_t always_on_ns;	/* since it was off the last time */
};

/* Between two snapshots the group was enabled and on for so long. */
static inline void multiplexing_learn(struct multiplexing *mux, uint64_t enabled_ns, uint64_t running_ns)
{
	if (group_was_off(enabled_ns, running_ns)) {
		mux->always_on_ns = 0;
	} else {
		mux->always_on_ns += enabled_ns;
		if (mux->always_on_ns >= OVER_NS || !mux->enabled_ns) {
			*mux = (struct multiplexing){ .always_on_ns = mux->always_on_ns };
			return;
		}
	}
	if (mux->enabled_ns > FORGET_NS) {
		mux->enabled_ns /= 2;
		mux->running_ns /= 2;
	}
	mux->enabled_ns += enabled_ns;
	mux->running_ns += running_ns;
}

/* One of the groups that rotate, on one CPU. */
struct slicer_group {
	struct reading base;	/* the last snapshot */
	struct reading_plan *plan;
	struct slice *slice;	/* the slicer's, for this group of any CPU */
	struct multiplexing multiplexing;
	bool has_base;
};

/* The state of a CPU: bits. */
enum {
	KNOWN = 1,		/* the current task is certain */
	NAMED = 512,		/* the current task was named by an OUT: its IN is to come */
	SAMPLED_OUT = 2,	/* the switch under way already has its sample */

	/* Nearly always clear: */
	MIXED = 4,		/* a task left without a snapshot since base: counts are mixed */
	ROTATED = 8,		/* the group went on, no snapshot yet: a task may have left */
	LEAVES = 1024,		/* the mux timer has come: since base the group was off, then on */
	LOST = 16,		/* records were lost since accounted_ns: the time has no owner */
	CLOSED = 32,		/* not all switches are sampled */
	OPENING = 64,		/* the next snapshot opens a window, in which they are */
	OPEN = 128,		/* a window is open */
	LAST = 256,		/* the window that opens stays open */
	EXECUTED = 2048,	/* since base the task was in a region and called exec(2) */
	ENDING = 8192,		/* the next reading ends the window, or has, */
	ENDED = 16384,		/* it has, for a task that the next snapshot names: reading `end` */
	UNUSUAL = 4096,		/* more may be to do than to end slices (is_usual()): to be found out */

	DOUBT = MIXED | ROTATED | LEAVES | LOST,
	GAP = CLOSED | OPENING,
	WINDOWS = GAP | OPEN | LAST | ENDING | ENDED,
};

struct task_id {
	int32_t pid, tid;
};

struct slicer_cpu {
	uint32_t flags;		/* bits, as above */
	int32_t index;
	struct slicer_group *active;	/* of group[] */
	uint64_t accounted_ns;	/* time up to here has been attributed */
	uint64_t switch_id;	/* id of the context-switches member, 0: unknown */
	uint64_t timer_id;	/* of the member that samples at the mux timer, 0: none */
	struct task_id current;	/* if KNOWN or NAMED */
	struct task_id exiting;	/* the last task that began its exit here; tid 0: none */
	struct task_id executing;	/* if EXECUTED: the task, as it was until then, */
	uint64_t executed_ns;		/* and when */
	int32_t sibling;	/* the other thread of the core; -1: none, or not wanted */
	uint64_t busy_ns;	/* busy part of the attributed time, where there is a sibling */
	uint64_t sibling_busy_ns;	/* busy_ns of the sibling at accounted_ns */
	struct reading end;	/* if ENDED: of the window, */
	uint64_t end_ns;	/* and when */
	struct slicer_group group[1 + MUX_MAX];
};

struct slicer {
	bool switch_records;
	uint32_t after_switch;	/* the bits of `flags` that a sample at a switch keeps */
	bool rotating;
	size_t n_cpus, n_groups;
	struct regions *regions;	/* NULL: slices have none */
	struct reading_plan *plan[2][1 + MUX_MAX];	/* [rotating][mux] */
	count_pair steps[READING_MAX / 2];	/* of the slice under way */
	struct slice slice[1 + MUX_MAX];	/* the last of each; uncounted events stay 0 */
	struct slice time_slice;	/* the last of time alone: no counts */
	struct slicer_cpu cpus[];
};

/* Keeps the reading until its task is named, if it ends a window whose task is unknown; else false. */
static inline bool slicer_takes_end(struct slicer_cpu *cpu, uint64_t time_ns, const struct reading *reading)
{
	if (!(cpu->flags & ENDING) || cpu->flags & (KNOWN | NAMED))
		return false;
	cpu->flags = (cpu->flags & ~(uint32_t)ENDING) | ENDED;
	reading_copy(&cpu->end, reading);
	cpu->end_ns = time_ns;
	return true;
}

static inline void choose_plans(struct slicer *slicer, bool rotating)
{
	slicer->rotating = rotating;
	for (size_t cpu = 0; cpu < slicer->n_cpus; cpu++) {
		slicer->cpus[cpu].flags |= UNUSUAL;
		for (size_t i = 0; i < slicer->n_groups; i++)
			slicer->cpus[cpu].group[i].plan = slicer->plan[rotating][i];
	}
}
