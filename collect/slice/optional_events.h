/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides when the groups do without optional events, and which members that leaves. There are two
 * reasons. Contention: other users take general counters, so that the whole group is off although
 * slots and its metrics need none. Then instructions, cycles and corrections go. Cost: what is read
 * at each context switch costs more than the budget allows. Then level 2 goes if no view needs it,
 * and with the BPF engine instructions, cycles and corrections. Each change reopens all groups and
 * leaves a gap in counting; hysteresis keeps that rare. Only decisions: source_switch.c, sampling.c
 * and source_bpf.c act on them. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/slice/counting_plan.h"
#include "model/control.h"

/* Do others hold the general counters? */
struct contention {
	bool contended;			/* the groups are without what needs a general counter */
	uint32_t ticks;			/* since the last probe, or since the groups ran */
	uint32_t wait;			/* ticks until the next probe */
	uint64_t enabled_ns, running_ns;	/* at the last tick */
};

/* The groups were opened, whole or without optional events: their times begin at 0. */
void contention_reset(struct contention *contention);

/*
 * A tick; the times of the groups of all CPUs, added up, as last read. True: probe whether the
 * optional events by themselves would count now, and call contention_probed().
 */
bool contention_probe_due(struct contention *contention, uint64_t enabled_ns, uint64_t running_ns);

/* Result of the probe. True: `contended` has changed, so reopen the groups. */
bool contention_probed(struct contention *contention, bool would_count);

/* Is level 2 left out, since no view needs it or to keep to the budget? */
struct level2_shedding {		/* all zero: level 2 was never on the screen */
	bool left_out;
	bool viewed;			/* level 2 was on the screen within the last ticks */
	uint32_t unwanted, calm;	/* ticks in a row */
};

/* Before the first interval. True: `left_out` has changed, so reopen the groups. */
bool level2_begin(struct level2_shedding *level2, enum level2_demand demand);

/*
 * A tick. over: the budget is exceeded, or CPUs are partial (counted in windows) to keep to it.
 * calm: even with level 2 the cost would be far below the budget. True: `left_out` has changed, so
 * reopen the groups.
 */
bool level2_step(struct level2_shedding *level2, enum level2_demand demand, bool over, bool calm);

struct optional_events {
	struct contention contention;
	struct {
		bool left_out;		/* what is optional, to keep to the budget */
		uint32_t calm;		/* ticks in a row */
	} costly;
	struct level2_shedding level2;
	struct group whole[1 + MUX_MAX];	/* groups of the plan with all optional events */
	struct group optional;		/* optional members of the first of them, as a group */
	size_t level2_members;		/* members of the first that only level 2 needs */
};

/* Takes over the groups of a plan as the kernel accepted it. */
void optional_events_init(struct optional_events *events, const struct counting_plan *plan);

/*
 * Sets the groups of the plan to those that should be counted now. While groups rotate, level 2 is
 * counted only on demand anyway.
 */
void optional_events_choose(const struct optional_events *events, struct counting_plan *plan);

/*
 * A tick; over and calm as in level2_step(), with all optional events. Must these go or come back
 * because of what they cost? True: the plan has changed, so reopen the groups.
 */
bool optional_events_shed(struct optional_events *events, struct counting_plan *plan, bool over,
			  bool calm);

typedef enum probe_counts probe_group_fn(const struct group *group, int cpu);

/*
 * A tick; the times as for contention_probe_due(). Must optional events go or come back because of
 * other users? True: the plan has changed, so reopen the groups. probe: perf_probe_group_here()
 * or a test's, on this CPU (the kernel's number).
 */
bool optional_events_contend(struct optional_events *events, struct counting_plan *plan,
			     uint64_t enabled_ns, uint64_t running_ns, probe_group_fn *probe,
			     int cpu);
