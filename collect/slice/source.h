/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * THE SEAM. A source yields slices: (cpu, pid, tid, duration, counts). Real perf (switch, task), a
 * recording or a demo are all the same from here on. The collector thread calls a source; the
 * source calls back into a sink on the same thread. Nothing here knows who adds the slices up.
 */
#ifndef TDTOP_COLLECT_SOURCE_H
#define TDTOP_COLLECT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/reading.h"
#include "model/counts.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "model/task.h"

#define CPU_UNKNOWN (-1)	/* counted by task, wherever it ran: only if machine->watched says so */

/*
 * Where not all switches of a CPU are sampled (collect/percpu/duty.h), only slices in a window have an owner. What was
 * counted in the gap between two windows is the CPU's; whose of its tasks, the windows tell by their shares.
 */
enum slice_part {
	SLICE_WHOLE,		/* all switches are sampled */
	SLICE_WINDOW,
	SLICE_GAP		/* tid is TID_UNKNOWN */
};

struct slice {
	uint64_t time_ns;	/* end of the slice, source clock */
	uint64_t duration_ns;	/* belongs to tid, always */
	int32_t cpu;		/* index into machine->cpus, not the kernel's number; CPU_UNKNOWN */
	int32_t pid, tid;	/* who ran; TID_IDLE, TID_UNKNOWN */
	enum slice_part part;
	bool unowned;		/* counts may hold several tasks' slots: only the duration is tid's */
	uint64_t sibling_busy_ns;	/* of its duration: the other thread of the core ran, too, or may have; if it is asked */
	/*
	 * Deltas: of a group as its counters gave them, valid as long as the sink is called; or, without a plan, of events:
	 * scaled if the group was off for a part of the slice.
	 */
	struct reading_plan *plan;
	const count_pair *steps;
	struct counts counts;
};

/* 0: none, or they were not counted. */
static inline double slice_slots(const struct slice *slice)
{
	if (slice->plan)	/* signed, as CPUs turn that into a double by one instruction */
		return (double)(int64_t)reading_step(slice->steps, slice->plan->slots_member) * slice->plan->slots_scale;
	return slice->counts.present & 1U << EV_SLOTS ? slice->counts.value[EV_SLOTS] : 0;
}

/* What the slice counted, as events. */
static inline void slice_counts(const struct slice *slice, struct counts *counts)
{
	if (!slice->plan) {
		*counts = slice->counts;
		return;
	}
	*counts = (struct counts){ .present = 0 };
	reading_plan_counts(slice->plan, slice->steps, 1, counts);
}

/* Who receives. All callbacks on the collector thread, during drain() or tick(). */
struct sink {
	void *data;
	void (*slice)(void *data, const struct slice *slice);
	void (*task)(void *data, const struct task_event *event);
	void (*lost)(void *data, int cpu, uint64_t records);
	/* Group times of one CPU since its last report: running < enabled: the counter is shared. */
	void (*times)(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns);
	/* So many threads that are watched are not counted now; once in each interval. */
	void (*uncounted)(void *data, enum uncounted why, uint32_t threads);
	/* What it costs to look, and what of it is shed; at each tick of a source that knows. */
	void (*cost)(void *data, const struct self_cost *cost);
};

struct source;
struct recordable;
struct slicer_now;
struct tap;

/* An interval of a source that ends them itself. */
struct interval {
	uint64_t seq;			/* 0: the next one */
	uint64_t began_ns, end_ns;	/* source clock */
	double wall;			/* at its end, seconds since 1970 */
	uint32_t tasks;			/* that exist, 0 if not known */
	bool last;			/* nothing is watched any more */
	double progress;		/* 0..1 of the recording has been read; NAN if not known */
};

#define SOURCE_ENDED 1

struct source_ops {
	const char *name;	/* "switch", "task", "replay", "demo": as in JSON */
	/* Starts counting. Fails with a sentence. Called once, on the collector thread. */
	int (*start)(struct source *source, struct err *err);
	/* An fd to poll for POLLIN: then drain(). -1: nothing to wait for. */
	int (*poll_fd)(struct source *source);
	/*
	 * Takes what is there without waiting. 0, or a negative errno with a sentence (fatal); SOURCE_ENDED
	 * (tick too): there is nothing left to watch, so the interval ends now and is the last one.
	 */
	int (*drain)(struct source *source, const struct sink *sink, struct err *err);
	/*
	 * The interval ends now: drain, and yield what is certain of the tasks that are running.
	 * Never wakes an idle CPU. now_ns is clock_ns() as the collector saw it.
	 */
	int (*tick)(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err);
	/*
	 * In place of drain, tick, clock_ns and set_interval, for a source with a time of its own (a
	 * recording): yields the next interval whole. 1; 0: there is none, and *err says so if the recording
	 * ends too early; -EAGAIN: wait for poll_fd; another negative errno with a sentence. NULL for others.
	 */
	int (*interval)(struct source *source, const struct sink *sink, struct interval *interval,
			struct err *err);
	/*
	 * When drain() is wanted even if poll_fd is silent, on clock_ns(); UINT64_MAX: not. May be NULL.
	 */
	uint64_t (*next_ns)(struct source *source);
	/* The user looks at level 2, or not: for who counts it only when asked to. May be NULL. */
	void (*want_level2)(struct source *source, bool wanted);
	/*
	 * tdtop may cost so many percent of the machine (0: whatever it costs), own_share of its own CPU time being
	 * for this source. Before start(). May be NULL: nothing can be shed.
	 */
	void (*set_budget)(struct source *source, double percent, double own_share);
	/* The user wants another interval (cpu-clock period, demo step). May be NULL. */
	void (*set_interval)(struct source *source, uint64_t interval_ns);
	/* Now, on the clock of the slices' time_ns. */
	uint64_t (*clock_ns)(struct source *source);
	/*
	 * Counters of tasks are opened while it runs. Landlock forbids that, as it forbids ptrace(2), to who has no
	 * CAP_PERFMON.
	 */
	bool opens_tasks;
	/* May /proc of this machine be asked about pids? (not for demo and replay) */
	bool asks_proc;
	/* May be NULL: facts on a pid for sources that do not ask /proc; false if not known. */
	bool (*task_facts)(struct source *source, int32_t pid, struct task_facts *facts);
	/* May be NULL, likewise: the name of a thread. */
	bool (*thread_name)(struct source *source, int32_t pid, int32_t tid, char comm[COMM_LEN]);
	/* What a recording must say of the events (collect/slice/tap.h); NULL: this source cannot be recorded. */
	const struct recordable *(*recordable)(struct source *source);
	/* With it: how far the slices of this CPU (index) are, for a recording that begins in the middle. */
	void (*now)(struct source *source, size_t cpu, struct slicer_now *now);
	void (*close)(struct source *source);	/* stops and frees the source */
};

/* Each source embeds this as its first member. */
struct source {
	const struct source_ops *ops;
	/*
	 * Filled by open; owned by the source. In tick() CPUs may come, after the last slice of the old indices: collector
	 * thread only, for others there is machine_published().
	 */
	struct machine machine;
	/*
	 * Counting was begun anew in the last tick(): what comes next is of the time from here on, source clock; what
	 * was before it is nobody's. 0: it went on.
	 */
	uint64_t restarted_ns;
	const struct tap *tap;	/* who records, NULL: nobody. Changed between two calls only */
};

#endif
