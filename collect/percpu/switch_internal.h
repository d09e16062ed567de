/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the switch source, shared by its five files. source_switch.c (the operations of a
 * source) is on top of sampling.c (windows and costs) and markers.c (probes of regions). Below
 * these are rings.c (readings, rotation) and ring_records.c (records). No other file includes it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/percpu/sample_cost.h"
#include "collect/percpu/time_heap.h"
#include "collect/perf/groups.h"
#include "collect/perf/record.h"
#include "collect/slice/cpu_source.h"
#include "collect/slice/slicer.h"
#include "collect/slice/tap.h"

/* The cpu-clock member of one group. */
struct clock {
	uint64_t id;
	uint64_t period_ns;
};

/* The cost of a sample of groups with, or without, level 2, as it was measured. */
struct price {
	bool measured;
	size_t members;		/* of the group then */
	double kernel_ns, user_ns;	/* as in struct cost */
};

/* How much of the time each CPU is sampled, and what that costs (sampling.c). */
struct sampling {
	struct windows windows;
	struct price price[2];	/* of groups with level 2, and of groups without it */
	uint64_t *samples;	/* per CPU (index): of switches, in this interval */
	bool level2_changes;	/* at this tick level 2 goes or comes back: reopen the groups */
	bool starting;		/* this interval's costs include the start: they decide nothing */
};

/* The markers of regions, as they are probed (markers.c). */
struct markers {
	bool wanted;		/* by the user */
	bool on;		/* slices end at them; rings are read in the order of time */
	uint32_t n;		/* objects that are probed: 1 to n */
	uint64_t *ids;		/* of object o in group mux on CPU (index) c:
				 * [(mux * n + o - 1) * n_cpus + c]; 0: not probed there. They stay
				 * until the groups are closed, or more objects are probed */
	uint64_t seen;		/* that have ended slices since the start */
};

/* A record that was taken from a ring. */
struct taken {
	const void *bytes;	/* in the ring: valid until the next one is taken */
	size_t size;
	bool is_marker;		/* a sample with registers */
	struct record record;
};

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
	bool any_task;		/* the reading holds whichever task runs */
	bool rotates;		/* the group was off then; younger records are of group `mux` */
	uint32_t mux;
};

/* What was taken out of the rings and has not become slices yet; by CPU. */
struct ring_order {
	struct taken *head;	/* the next record */
	bool *held;		/* is there one in head? */
	struct pending *pending;
	struct time_heap heap;	/* while rings are read as one; else empty */
};

/* Collector thread, but for open and close. */
struct source_switch {
	struct cpu_source base;	/* first */
	struct groups *groups;
	const struct record_layout *layout;	/* of all records of groups */
	int32_t *siblings;	/* if slots are counted per core: by CPU (index) the index of the
				 * other thread or -1; else NULL */
	struct slicer *slicer;
	struct ring_order order;
	struct markers markers;
	struct mux_timer mux_timer;	/* of the kernel; all 0: not known, or not asked yet */
	bool mux_timer_asked;
	uint64_t *timer_ids;	/* per CPU (index): of the member that samples there, or 0 */
	bool *timer_unused;	/* per CPU (index): at the last tick no others multiplexed */
	uint64_t look_ns;	/* in the first interval: when to see whether others multiplex */
	uint64_t look_gap_ns;	/* from then to the next time */
	uint64_t sample_rate;	/* that the kernel allows; 0: not asked since the last tick */
	struct clock *clocks;	/* of mux m on CPU (index) c: [m * n_cpus + c] */
	uint64_t *ids[1 + MUX_MAX];	/* by mux; of member m on CPU (index) c: [m * n_cpus + c] */
	size_t switch_member;	/* of the first group */
	struct recordable recordable;
	bool *removed;		/* per CPU (index): the kernel has removed its events, but it is
				 * not known to be offline */
	uint64_t polled_ns, online_ns;	/* hotplug_poll() the last time, and the one before */
	struct sampling sampling;
	bool lost;		/* records, since the rings have their size */
	unsigned int grow;	/* of the rings: struct groups_options */
};

static inline struct clock *clock_of(const struct source_switch *self, size_t cpu)
{
	return &self->clocks[rotation_mux(self->base.rotation, cpu) * self->base.source.machine.n_cpus + cpu];
}

static inline uint64_t switch_id(const struct source_switch *self, size_t cpu)
{
	return self->ids[0][self->switch_member * self->base.source.machine.n_cpus + cpu];
}
