/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the switch source, shared by its five files, and what each does for those above it. source_switch.c (the
 * operations of a source) is on top of sampling.c (windows and costs) and markers.c (probes of regions). Below
 * these are rings.c (readings, rotation) and ring_records.c (records). No other file includes it. Collector thread.
 * CPUs are indices.
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

/*
 * ring_records.c, the very bottom: takes records out of the rings, and puts readings by read(2) into their place
 * among them. All goes through the slicer to a sink, and to a tap if there is one. While markers are watched, the
 * rings of all CPUs are read as one, in the order of time: a task that migrates has its records in several.
 */

/*
 * Takes the records of one ring, without waiting, up to a number: a storm must not delay the tick.
 * While markers are watched: those of all rings up to now, in the order of time.
 */
void ring_records_drain(struct source_switch *self, size_t cpu, const struct sink *sink);

/*
 * Takes the records of all rings; those of the two threads of a core in the order of time; while
 * markers are watched, those of all CPUs, up to now.
 */
void ring_records_drain_all(struct source_switch *self, const struct sink *sink);

/*
 * If this CPU is offline it idles until now: since its last record, or if that was earlier, since
 * it was last seen online. Its records were taken before.
 */
void ring_records_idle_offline(struct source_switch *self, size_t cpu, uint64_t now_ns,
			       const struct sink *sink);

/*
 * A reading of the group of this CPU, whose records until shortly before were taken. It takes its
 * place among those that are taken from now on, at the latest with one of the two calls below.
 */
void ring_records_hold(struct source_switch *self, size_t cpu, const struct pending *pending);
void ring_records_place(struct source_switch *self, size_t cpu, const struct sink *sink);
/* The same of all CPUs, while markers are watched. */
void ring_records_place_all(struct source_switch *self, const struct sink *sink);

/* Passes a reading at its place to the tap and to the slicer. */
void ring_records_take_reading(struct source_switch *self, size_t cpu, uint64_t time_ns,
			       const struct reading *reading, const struct sink *sink);

/*
 * Cuts off the values of members that were added to the group of the plan and count nothing: those
 * that sample at the mux timer and at markers. They are the last ones.
 */
void ring_records_leave_members(const struct source_switch *self, size_t cpu,
				struct reading *reading);

/* rings.c: reads groups by read(2), and lets them rotate. */

/*
 * Of an online CPU whose events the kernel has removed: what happened there since its last record
 * is lost; or belongs to no interval.
 */
void rings_lose_removed(struct source_switch *self, size_t cpu, uint64_t now_ns,
			const struct sink *sink);
void rings_skip_removed(struct source_switch *self, size_t cpu, uint64_t now_ns);

/* Takes the first reading of each CPU after the groups were enabled: a baseline, no slice. */
void rings_read_baseline(struct source_switch *self);

/*
 * Reads the group that counts on this CPU, and puts the reading with this time into its place among
 * the records of the ring, which was drained before. If the current task is unknown the reading is
 * dropped, unless any_task says that it holds whichever task runs.
 */
void rings_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		    const struct sink *sink);

/*
 * The same; but while markers are watched the reading only waits until rings_place_all() puts the
 * readings of all CPUs into their places: no ring may be read ahead of another.
 */
void rings_read_soon(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		     const struct sink *sink);
void rings_place_all(struct source_switch *self, const struct sink *sink);

/*
 * Is it certain that a task runs there? An idle CPU is never woken; but in a pid namespace tid 0
 * may be a task outside of it that never leaves.
 */
bool rings_runs_task(const struct source_switch *self, size_t cpu);

/*
 * While others multiplex the counters of this CPU, its group is sampled when the kernel's mux timer
 * expires (collect/perf/mux_timer.h), so that what it counts has owners. A recording must not begin
 * before that ends: the group has one member more meanwhile.
 */
void rings_follow_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink);
void rings_leave_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink);

/* Sets the period of this CPU's cpu-clock to what it needs now. */
void rings_adjust_clock(struct source_switch *self, size_t cpu);

/* Switches this CPU to its next group if that is due by now. */
void rings_rotate(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink);

/* The same of all CPUs, if the timer of the rotation is due; follows the request for level 2. */
void rings_rotate_all(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

/*
 * sampling.c keeps the source to its budget. Where there are many context switches, only those in windows are sampled
 * (collect/slice/duty.h). The groups count on, so the counts of a CPU are always exact; in a gap they are read at ticks
 * too, since a CPU that has windows is not asleep.
 */

/*
 * Allocates for this many CPUs, all sampled all the time; costs and budget stay as they are. 0 or
 * -ENOMEM; sampling_done() in both cases.
 */
int sampling_init(struct sampling *sampling, size_t n_cpus);
void sampling_done(struct sampling *sampling);

/*
 * Measures the cost of a sample, once for groups with level 2 and once for groups without it, when
 * they are opened so for the first time; and starts counting costs. Before the groups are enabled.
 */
void sampling_start(struct source_switch *self);

/* Opens and closes the windows that are due. */
void sampling_run_timers(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

/* When a window is due; UINT64_MAX: never. */
uint64_t sampling_next_ns(const struct source_switch *self);

/* The end of an interval: reports its costs, and decides what is sampled in the next one. */
void sampling_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

/* What a sample at a marker costs in the kernel, ns, without the probe itself; NAN: not known. */
double sampling_marker_ns(const struct source_switch *self);

/* Opens all windows for good: from now on all switches are sampled. */
void sampling_close_gaps(struct source_switch *self, const struct sink *sink);

/*
 * markers.c: which markers end slices. Opens their probes as members of all groups of all CPUs that are online, and
 * closes them. What their samples mean is known by ring_records.c and by the slicer.
 *
 * A group that is on must go off and on once before its new members run (seen with 6.18), so for some microseconds
 * nothing is counted on each CPU. A marker that is passed while no group of its CPU is on, as one rotates to the
 * next, is missed: its task is in the region of before until its next marker. In a gap between two windows (duty.h)
 * markers are sampled as ever, so that windows begin with the regions known; what is counted in a gap is divided as
 * without regions.
 */

/* The operations of the source: see collect/slice/source.h. */
int markers_watch(struct source_switch *self, bool on, struct err *err);
uint64_t markers_seen(const struct source_switch *self, double *cost_ns);
uint64_t markers_last_ns(const struct source_switch *self);

/*
 * The groups were opened again and are not enabled yet: probes what was probed before. If the
 * kernel refuses that now, slices end at no markers until markers_retry() succeeds, at a tick.
 */
void markers_reopen(struct source_switch *self);
void markers_retry(struct source_switch *self);
void markers_close(struct source_switch *self);	/* before the groups are closed */
