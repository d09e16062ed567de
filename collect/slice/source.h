/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * THE SEAM. A source yields slices: (cpu, pid, tid, duration, counts). Real perf (switch, task), a
 * recording or a demo are all the same from here on. The collector thread calls a source; the
 * source calls back into a sink on the same thread. Nothing here knows how slices are added up.
 */
#ifndef TDTOP_COLLECT_SLICE_SOURCE_H
#define TDTOP_COLLECT_SLICE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/reading.h"
#include "collect/region/regions.h"
#include "collect/slice/region_counters.h"
#include "model/control.h"
#include "model/counts.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "model/task.h"

#define CPU_UNKNOWN (-1)	/* counted per task, on any CPU: only if machine->watched is set */

/*
 * Where not all switches of a CPU are sampled (collect/slice/duty.h), only slices in a window have
 * an owner. The counts of the gap between two windows belong to the CPU; they are split among its
 * tasks by what these had in the windows.
 */
enum slice_part {
	SLICE_WHOLE,		/* all switches are sampled */
	SLICE_WINDOW,
	SLICE_GAP		/* tid is TID_UNKNOWN */
};

struct slice {
	uint64_t time_ns;	/* end of the slice, source clock */
	uint64_t duration_ns;	/* always belongs to tid */
	int32_t cpu;		/* index into machine->cpus, not the kernel's number; CPU_UNKNOWN */
	int32_t pid, tid;	/* the task that ran; or a TID_... of model/task.h */
	uint64_t life_ns;	/* when that task began; 0: not known */
	enum slice_part part;
	bool unowned;		/* counts may be of several tasks: only the duration is tid's */
	region_t region;	/* that the task was in (source->regions); 0: none, or not known */
	uint32_t entries;	/* times that it entered the region in this slice */
	uint64_t uncounted_ns;	/* part of the duration without events: the CPU came online */
	uint64_t sibling_busy_ns;	/* part of the duration in which the other thread of the
					 * core ran or may have run; 0 if that is not asked */
	/*
	 * Deltas. With a plan: steps of a group's members, as its counters gave them, valid until
	 * the sink returns. Without: counts of events, scaled if the group was off for a part of
	 * the slice.
	 */
	struct reading_plan *plan;
	const count_pair *steps;
	struct counts counts;
};

/* Slots of a slice; 0: none, or they were not counted. */
static inline double slice_slots(const struct slice *slice)
{
	if (slice->plan && __builtin_expect(slice->plan->n_sum > 0, 0))
		return reading_plan_sum(slice->plan, slice->steps);
	if (slice->plan)	/* signed: CPUs convert that to a double by one instruction */
		return (double)(int64_t)reading_step(slice->steps, slice->plan->slots_member) *
		       slice->plan->slots_scale;
	return slice->counts.present & 1U << EV_SLOTS ? slice->counts.value[EV_SLOTS] : 0;
}

/* Sets *counts to what the slice counted, as events. */
static inline void slice_counts(const struct slice *slice, struct counts *counts)
{
	if (!slice->plan) {
		*counts = slice->counts;
		return;
	}
	*counts = (struct counts){ .present = 0 };
	reading_plan_counts(slice->plan, slice->steps, 1, counts);
}

/*
 * Receives what a source yields. All callbacks run on the collector thread, during drain(), tick()
 * or interval(). slice must be set. Sources that count this machine skip other members that are
 * NULL; recordings and the demo also need task and times.
 */
struct sink {
	void *data;
	void (*slice)(void *data, const struct slice *slice);
	void (*task)(void *data, const struct task_event *event);
	/* 0 records: those of a while in which the CPU was offline, as its events were removed. */
	void (*lost)(void *data, int cpu, uint64_t records);
	/*
	 * Group times of one CPU since its last report; running < enabled: the counter is
	 * multiplexed.
	 */
	void (*times)(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns);
	/* So many threads that should be counted are not, and why; once in each interval. */
	void (*uncounted)(void *data, enum uncounted why, uint32_t threads);
	/*
	 * The shares of so many threads that ran may be stale (struct snapshot); once in each
	 * interval.
	 */
	void (*stale)(void *data, uint32_t threads);
	/* What counting costs and how much of it is shed; at each tick of a source that knows. */
	void (*cost)(void *data, const struct self_cost *cost);
};

struct source;
struct recordable;
struct slicer_now;
struct tap;

/* An interval of a source that ends its intervals itself. */
struct interval {
	uint64_t seq;			/* 0: the next one */
	uint64_t began_ns, end_ns;	/* source clock */
	double wall;			/* at its end, seconds since 1970 */
	uint32_t tasks;			/* existing tasks, 0 if not known */
	struct load_average load;
	bool last;			/* nothing is left to count */
	bool skipped;			/* its slices are of the time in which counting began */
	double progress;		/* of reading the recording, 0..1; NAN if not known */
};

#define SOURCE_ENDED 1

struct source_ops {
	const char *name;	/* "switch", "task", "replay", "demo": as in JSON */
	/*
	 * Starts counting. 0 or a negative errno with a sentence. Called once, on the collector
	 * thread.
	 */
	int (*start)(struct source *source, struct err *err);
	/* An fd to poll for POLLIN: then drain(). -1: nothing to wait for. */
	int (*poll_fd)(struct source *source);
	/*
	 * Takes what is there without waiting. 0, or a negative errno with a sentence (fatal);
	 * SOURCE_ENDED (also from tick): nothing is left to count, so the interval ends now and is
	 * the last one.
	 */
	int (*drain)(struct source *source, const struct sink *sink, struct err *err);
	/*
	 * The interval ends now: drains, and yields what is certain of the tasks that are running.
	 * Never wakes an idle CPU. now_ns is clock_ns() as the collector saw it.
	 */
	int (*tick)(struct source *source, uint64_t now_ns, const struct sink *sink,
		    struct err *err);
	/*
	 * After start() or a restart: the first interval begins now. As tick(), but slices end also
	 * where it is not known what runs, and what counts stays as it is. CPUs begin to count one
	 * after the other, so slices of before are of no interval. NULL: there are none.
	 */
	int (*cut)(struct source *source, uint64_t now_ns, const struct sink *sink,
		   struct err *err);
	/*
	 * In place of drain, tick, clock_ns and set_interval, for a source with a time of its own
	 * (a recording): yields the next interval whole. 1; 0: there is none, and *err says so if
	 * the recording ends too early; -EAGAIN: wait for poll_fd; another negative errno with a
	 * sentence. NULL for other sources.
	 */
	int (*interval)(struct source *source, const struct sink *sink, struct interval *interval,
			struct err *err);
	/*
	 * When to drain() even if poll_fd is silent, on clock_ns(); UINT64_MAX: never. May be NULL.
	 */
	uint64_t (*next_ns)(struct source *source);
	/*
	 * Is level 2 on the screen? For sources that count it only on demand. Also called before
	 * start(). May be NULL.
	 */
	void (*want_level2)(struct source *source, enum level2_demand demand);
	/*
	 * Limits the cost of tdtop to this percentage of the machine's CPU time (0: no limit);
	 * own_share (0..1) of tdtop's own CPU time is spent for this source. Before start(). NULL:
	 * nothing can be shed.
	 */
	void (*set_budget)(struct source *source, double percent, double own_share);
	/* Sets the interval (cpu-clock period, demo step). May be NULL. */
	void (*set_interval)(struct source *source, uint64_t interval_ns);
	/* Now, on the clock of the slices' time_ns. */
	uint64_t (*clock_ns)(struct source *source);
	/*
	 * Counters of tasks are opened while the source runs. Without CAP_PERFMON Landlock forbids
	 * that, as it forbids ptrace(2).
	 */
	bool opens_tasks;
	/* Do pids belong to /proc of this machine? (not for demo and replay) */
	bool asks_proc;
	/* Facts about a pid, for sources without asks_proc; false if not known. May be NULL. */
	bool (*task_facts)(struct source *source, int32_t pid, struct task_facts *facts);
	/* Likewise the name of a thread. May be NULL. */
	bool (*thread_name)(struct source *source, int32_t pid, int32_t tid, char comm[COMM_LEN]);
	/* And how long it has waited for a CPU so far, as schedstat of /proc. May be NULL. */
	bool (*thread_waited)(struct source *source, int32_t tid, uint64_t *wait_ns);
	/*
	 * The events for a recording (collect/slice/tap.h); NULL with a sentence: there are none.
	 * Member NULL: this source cannot be recorded.
	 */
	const struct recordable *(*recordable)(struct source *source, struct err *err);
	/*
	 * After tick(): a recording begins or ends with this interval. Ends the sampling in
	 * windows, so that a recording that begins has all switches of its first interval; and a
	 * source without samples may change to one that has them, as when it restarts counting
	 * (restarted_ns). NULL: there is nothing to do.
	 */
	void (*prepare_recording)(struct source *source, const struct sink *sink);
	/*
	 * Before tick(): single slices are wanted from the next interval on, or not any more. A
	 * source that yields sums of slices then changes to one that has slices, as for a
	 * recording, or says why not (no_slices). NULL: it yields slices anyway.
	 */
	void (*want_slices)(struct source *source, bool wanted);
	/*
	 * With it: the state of this CPU's (index) slices, for a recording that begins in the
	 * middle.
	 */
	void (*now)(struct source *source, size_t cpu, struct slicer_now *now);
	/*
	 * Code is sampled beside from now on and needs so many general counters of each CPU; 0: no
	 * more. Groups that leave none are shed, or are off in windows. NULL: they leave enough.
	 */
	void (*make_room)(struct source *source, uint32_t general_counters);
	/*
	 * After start(): from now on slices end at the markers of all objects of source->regions
	 * too, or (on is false) at none any more. Called again when there are more objects, and
	 * lasts when groups are reopened or engines exchanged. 0, and *err says it if some cannot
	 * be probed; or a negative errno with a sentence: no object is probed that was not before.
	 * NULL: this source cannot.
	 */
	int (*watch_regions)(struct source *source, bool on, struct err *err);
	/*
	 * Markers that ended slices since the start, and what the last of them cost in the kernel,
	 * ns each, as far as the source knows (0: not). NULL: not known.
	 */
	uint64_t (*markers)(const struct source *source, double *cost_ns);
	/* How long programs still trap at markers after watch_regions(off), in ns. NULL: not at all. */
	uint64_t (*probes_last_ns)(const struct source *source);
	/*
	 * How events of threads are summed up per region, and *data for that; both are valid until
	 * the next call of the source. Only while regions are watched. NULL: it cannot.
	 */
	const struct region_counters *(*region_counters)(struct source *source, void **data);
	/*
	 * After interval(): how regions were watched while it was recorded; `wanted`: the recording
	 * has some; left_out is left to the caller. NULL: not a recording.
	 */
	void (*region_state)(struct source *source, struct region_state *state);
	void (*close)(struct source *source);	/* stops and frees the source */
};

/* Each source embeds this as its first member. */
struct source {
	const struct source_ops *ops;
	/*
	 * Filled by open; owned by the source. tick() may add CPUs, after the last slice with the
	 * old indices: collector thread only; other threads use machine_published().
	 */
	struct machine machine;
	/*
	 * When counting was restarted in the last tick(), source clock: counts from then on follow,
	 * those before are not attributed. 0: it was not restarted.
	 */
	uint64_t restarted_ns;
	/*
	 * When start() let a command run, which is counted from there on. 0: there is none, and the
	 * first interval begins with cut().
	 */
	uint64_t released_ns;
	uint64_t cut_ns;	/* when the last tick() ended slices; 0: when it returned */
	struct err no_slices;	/* why there are no single slices though they are wanted; or "" */
	const struct tap *tap;	/* the recorder, or NULL. Changes only between two calls */
	struct regions *regions;	/* borrowed, or the source's own (recordings, the demo); NULL:
				 * slices have none. Set before start() */
	bool regions_expected;	/* they are watched from the start: a source then has all that this
				 * takes. Set before start() */
	/*
	 * control->stop: the collector sets the pointer. interval() looks at it for each record and
	 * then returns what it likes: nothing more is published. NULL: never stopped.
	 */
	const _Atomic bool *stop;
};

#endif
