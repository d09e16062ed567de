/* SPDX-License-Identifier: GPL-2.0-only */
/* The cost of tdtop itself, as a source reports it and a snapshot carries it. Any thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What the sampling of code takes from the counting of all tasks, as it needs general counters. */
enum room_state {
	ROOM_UNUSED,		/* nothing: enough counters are left, or none is needed */
	ROOM_WITHOUT_LEVEL2,	/* level 2, which is shown: its groups take the counters */
	ROOM_WINDOWS,		/* a part of the time of level 1, and all or some of level 2 */
	ROOM_NONE		/* nothing, and so sampling finds no counter */
};

/*
 * The cost of tdtop in percent of the time of all CPUs, and what it leaves out to stay within its
 * limit (--budget).
 */
struct self_cost {
	bool known;		/* false: the source (recording, demo) does not know */
	double own_percent;	/* tdtop's threads */
	double kernel_percent;	/* the kernel's work for tdtop at context switches: their number
				 * times a measured cost */
	double sample_ns;	/* that cost; NAN: not measured, kernel_percent is 0 */
	double own_sample_ns;	/* cost to decode a sample, in own_percent; 0: not known */
	double budget_percent;	/* 0: no limit */
	double samples;		/* context switches sampled in the interval */
	bool level2_left_out;	/* level 2 is not counted to keep to the budget, as it is not shown */
	bool optional_left_out;	/* nor are instructions, cycles and corrections */
	/*
	 * Where the BPF engine reads the counters in windows: how many of these began; and at how many
	 * switches it took the CPU time only, which costs so many nanoseconds each.
	 */
	double windows, passed, passed_ns;
	bool time_estimated;	/* where switches are sampled in windows, so is CPU time of tasks */
	uint32_t cpus;		/* CPUs whose time is 100 % */
	uint32_t sampled_cpus;	/* CPUs that counted part of the time: extrapolated */
	enum room_state room;	/* what sampling takes */
	double level1_part;	/* with ROOM_WINDOWS: part of the time in which level 1 counts */
	double duty;		/* the smallest part of the time that such a CPU counted; 1: all
				 * counted all the time */
};

/* Is what is spent more than half of the budget? False without one. */
bool self_cost_nears_budget(const struct self_cost *cost);

/* into += add; the two are of different CPUs. */
void self_cost_add(struct self_cost *into, const struct self_cost *add);
