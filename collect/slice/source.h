/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * THE SEAM. A source yields slices: (cpu, pid, tid, duration, counts). Real perf (switch, task), a
 * recording or a demo are all the same from here on. The collector thread calls a source; the
 * source calls back into a sink on the same thread. Nothing here knows how slices are added up.
 *
 * Something that is wanted of a source is a field of struct source_requests, which each source gets
 * whole; something that a source can say is a field of struct source_remarks.
 */
#pragma once

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
 * Where the counters are not read at all switches of a CPU (collect/slice/windows.h), only slices in a
 * window have counts of their own. Those of the gap between two windows belong to the CPU. They are split
 * among its tasks: by the time that each had in gaps, if that is known (gap_ns), else by what it had in
 * the windows.
 */
enum slice_part {
	SLICE_WHOLE,		/* all switches are sampled */
	SLICE_WINDOW,
	SLICE_GAP		/* tid is TID_UNKNOWN */
};

struct slice {
	uint64_t time_ns;	/* end of the slice, source clock */
	uint64_t duration_ns;	/* always belongs to tid */
	uint64_t gap_ns;	/* beside it, of SLICE_WINDOW: what tid had in gaps, without its counts */
	int32_t cpu;		/* index into machine->cpus, not the kernel's number; CPU_UNKNOWN */
	int32_t pid, tid;	/* the task that ran; or a TID_... of model/task.h: pid may then be known */
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

/* Part of the duration that the task has without counts. */
static inline uint64_t slice_uncounted_ns(const struct slice *slice)
{
	return slice->unowned ? slice->duration_ns : slice->uncounted_ns;
}

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

#define LOST_NS_UNKNOWN UINT64_MAX

/*
 * Receives what a source yields. All callbacks run on the collector thread, during drain(), tick()
 * or interval(). slice must be set. Sources that count this machine skip other members that are
 * NULL; recordings and the demo also need task and times.
 */
struct sink {
	void *data;
	/*
	 * By the source's index of a CPU, the index that the sink has for it: a source of one core type has other
	 * indices than the machine. NULL: they are the same.
	 */
	const int32_t *cpus;
	void (*slice)(void *data, const struct slice *slice);
	void (*task)(void *data, const struct task_event *event);
	/*
	 * Records, or slices whose task is not known though there was one. 0: those of a while in which the
	 * CPU was offline, as its events were removed. ns: the CPU time that tasks may lack, or
	 * LOST_NS_UNKNOWN.
	 */
	void (*lost)(void *data, int cpu, uint64_t records, uint64_t ns);
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

/* What a source gives to the sink for its index of a CPU. */
static inline int32_t sink_cpu(const struct sink *sink, int32_t cpu)
{
	return sink->cpus ? sink->cpus[cpu] : cpu;
}

struct source;
struct recordable;
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
	/*
	 * How regions were watched while it was recorded; valid until the next one. `wanted`: the
	 * recording has some; left_out and untimed are left to the caller. NULL: not a recording.
	 */
	const struct region_state *regions;
};

#define SOURCE_ENDED 1

/*
 * What the user wants of a source. Who wants something sets it in source->requests and calls
 * source_request(), before start() too. A source that stands before others gives them the struct as a
 * whole, so that no request is forgotten on the way. All 0: as a source is by itself.
 */
struct source_requests {
	/*
	 * Limits the cost of tdtop to this percentage of the machine's CPU time (0: no limit);
	 * own_share (0..1) of tdtop's own CPU time is spent for this source. 0: nothing is reported
	 * of the budget.
	 */
	double budget_percent, own_share;
	uint64_t interval_ns;	/* its length: cpu-clock period; 0: not told */
	enum level2_demand level2;	/* is it on the screen? */
	/*
	 * Code is sampled beside and needs so many general counters of each CPU; 0: it is not.
	 * Groups that leave none are shed, or are off in windows.
	 */
	uint32_t room;
	/*
	 * Slices end at the markers of all objects of source->regions too; 0: at none. Another number:
	 * there are more objects, or it is tried again. Lasts when groups are reopened or engines
	 * exchanged. Set by source_watch_regions().
	 */
	uint32_t regions;
	/*
	 * Another number: a recording begins or ends with the interval that tick() has ended. Ends the
	 * sampling in windows, so that a recording that begins has all switches of its first interval.
	 * And a source without samples may change to one that has them, as when it restarts counting
	 * (restarted_ns). Set by source_prepare_recording().
	 */
	uint32_t recordings;
	/*
	 * Before tick(): single slices are wanted from the next interval on. A source that yields sums
	 * of slices then changes to one that has slices, as for a recording, or says why not
	 * (no_slices).
	 */
	bool slices;
	bool regions_expected;	/* they are watched from the start: a source then has all that this
				 * takes. Before start() */
};

/* What a source can say of itself: source_remarks(). All 0: it is not known. */
struct source_remarks {
	/* Markers that ended slices since the start, and what the last of them cost in the kernel, ns each. */
	uint64_t markers;
	double marker_ns;
	uint64_t probes_last_ns;	/* for which programs trap at markers that are no longer watched */
	/*
	 * How events of threads are summed up per region, and the data for that; valid until the next
	 * call of the source. Only while regions are watched. NULL: it cannot.
	 */
	const struct region_counters *region_counters;
	void *region_data;
};

/* What is asked of a task: where to put the answers; NULL: not asked. */
struct task_question {
	int32_t pid, tid;	/* pid <= 0: not known */
	struct task_facts *facts;	/* of the process */
	char *comm;		/* of the thread, COMM_LEN */
	uint64_t *wait_ns;	/* how long it has waited for a CPU so far, as schedstat of /proc */
};

struct source_ops {
	const char *name;	/* "switch", "task", "replay", "demo": as in JSON */
	/*
	 * Counters of tasks are opened while the source runs. Without CAP_PERFMON Landlock forbids
	 * that, as it forbids ptrace(2).
	 */
	bool opens_tasks;
	/* Do pids belong to /proc of this machine? (not for demo and replay) */
	bool asks_proc;
	/* Can slices end at the markers of regions? */
	bool watches_regions;
	/*
	 * Starts counting. 0 or a negative errno with a sentence. Called once, on the collector
	 * thread.
	 */
	int (*start)(struct source *source, struct err *err);
	/*
	 * What to wait for. Returns an fd to poll for POLLIN: then drain(); -1: nothing. *until_ns is
	 * UINT64_MAX, or is set to when to drain() even if the fd is silent, on clock_ns().
	 */
	int (*wait)(struct source *source, uint64_t *until_ns);
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
	 * In place of drain, tick, clock_ns and requests, for a source with a time of its own
	 * (a recording): yields the next interval whole. 1; 0: there is none, and *err says so if
	 * the recording ends too early; -EAGAIN: wait for the fd; another negative errno with a
	 * sentence. NULL for other sources.
	 */
	int (*interval)(struct source *source, const struct sink *sink, struct interval *interval,
			struct err *err);
	/* Now, on the clock of the slices' time_ns. */
	uint64_t (*clock_ns)(struct source *source);
	/*
	 * source->requests are others than `was`: does what differs, now or at the next drain. sink is
	 * NULL unless a recording begins or ends. 0, and *err says it if some objects of regions
	 * cannot be probed; or a negative errno with a sentence: no object is probed that was not
	 * before. NULL: this source has no use for requests. Call source_request().
	 */
	int (*request)(struct source *source, const struct source_requests *was,
		       const struct sink *sink, struct err *err);
	/* Fills what it knows. NULL: nothing. Call source_remarks(). */
	void (*say)(struct source *source, struct source_remarks *remarks);
	/* For sources without asks_proc: false if the answers are not known. May be NULL. */
	bool (*task)(struct source *source, const struct task_question *question);
	/*
	 * The events for a recording (collect/slice/tap.h); NULL with a sentence: there are none.
	 * Member NULL: this source cannot be recorded.
	 */
	const struct recordable *(*recordable)(struct source *source, struct err *err);
	void (*close)(struct source *source);	/* stops and frees the source */
};

enum filter_reading {
	FILTER_READ_RECORDS,	/* between two ends of intervals: a source of sums had none */
	FILTER_READ_SUMS,	/* the interval ended: all slices until now have come */
	FILTER_READ_LAST,	/* the same; nothing more comes, or the indices of CPUs change */
};

/* A process that is watched: since when, and when it was born (0: unknown), on the source's clock. */
struct watched_process {
	int32_t pid;
	bool unknown;		/* or one that may be: it had ended before anything told whose it was */
	uint64_t born_ns, from_ns;
};

typedef void tell_watched(void *data, const struct watched_process *process);

/*
 * Stands between a source and its sink, and lets a part pass. Called by the functions at the end of
 * this header, which call the source; who embeds it has it as its first member.
 */
struct source_filter {
	/* The sink for one call of the source; what passes goes on to `to`. */
	const struct sink *(*sink)(struct source_filter *filter, const struct sink *to);
	void (*started)(struct source_filter *filter, struct source *source);
	/* As source_ops.wait, where the source has this fd and wants to be drained at *until_ns. */
	int (*wait)(struct source_filter *filter, int fd, uint64_t *until_ns);
	/* Is nothing left to count? Before the source is read. */
	bool (*is_over)(struct source_filter *filter);
	/* The source was read, at now_ns of its clock. True: nothing is left to count. */
	bool (*settle)(struct source_filter *filter, uint64_t now_ns, enum filter_reading reading);
	/* Tells of each process that passes, once for each file; see process_filter_tell(). */
	void (*tell)(struct source_filter *filter, uint64_t file, tell_watched *each, void *data);
	void (*close)(struct source_filter *filter);
	bool is_partial;	/* what it keeps back is missing in a recording: there is none */
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
	struct source_filter *filter;	/* NULL: all passes. Closed with the source */
	struct source_requests requests;	/* what is wanted, by whoever wants it; source_request() tells it */
	struct source_requests told;	/* what the source was told: only source_request() */
	uint32_t region_requests;	/* of source_watch_regions() */
	/*
	 * control->stop: the collector sets the pointer. interval() looks at it for each record and
	 * then returns what it likes: nothing more is published. NULL: never stopped.
	 */
	const _Atomic bool *stop;
};

/* As source_ops.wait: when to drain() even if the fd is silent; UINT64_MAX: never. */
static inline uint64_t source_next_ns(struct source *source)
{
	uint64_t until_ns = UINT64_MAX;

	(void)source->ops->wait(source, &until_ns);
	return until_ns;
}

/* And the fd; -1: nothing to wait for. */
static inline int source_poll_fd(struct source *source)
{
	uint64_t until_ns = UINT64_MAX;

	return source->ops->wait(source, &until_ns);
}

/*
 * Tells the source what source->requests are now. Returns as source_ops.request; a request for regions that
 * fails is taken back. Collector thread, or before start(). sink: NULL unless a recording begins or
 * ends.
 */
int source_request(struct source *source, const struct sink *sink, struct err *err);

/* The same for regions: watches the markers of all objects that there are by now, or (false) of none. */
int source_watch_regions(struct source *source, bool on, struct err *err);

/* And after tick(): a recording begins or ends with this interval. */
void source_prepare_recording(struct source *source, const struct sink *sink);

/* As the operations of the source, with what its filter makes of them. cut(): 0 if it has none. */
int source_start(struct source *source, struct err *err);
int source_wait(struct source *source, uint64_t *until_ns);
int source_drain(struct source *source, const struct sink *sink, struct err *err);
int source_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err);
int source_cut(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err);
void source_close(struct source *source);	/* NULL is fine */

/* The events for a recording; NULL with a sentence: there are none. */
const struct recordable *source_recordable(struct source *source, struct err *err);

/* What the source knows of itself now. */
struct source_remarks source_remarks(struct source *source);
