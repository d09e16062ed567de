/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of aggregate.c: rows of tasks, regions, samples that are taken in windows, and what a CPU did.
 * Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "collect/slice/tally.h"
#include "collect/tasks/process.h"
#include "collect/tasks/tasks.h"
#include "model/counts.h"
#include "model/snapshot/snapshot.h"

/*
 * ---- errors of classes in windows ----
 *
 * By how much the percentages of the four classes of a thread or a process may be wrong where CPUs read
 * their counters in windows only (collect/slice/windows.h). Threads of a process that share a window are
 * not independent: a process has sums of its own.
 */

#define WINDOW_CLASSES 4	/* EV_RETIRING and the three behind it */

/* What one thread or one process did in the windows of one CPU. */
struct window_row {
	struct window_row *next;		/* of the same CPU */
	struct window_row *next_cpu;		/* of the same row on another CPU */
	const struct class_windows *owner;
	struct window_row *process;		/* of a thread: its process on this CPU */
	struct window_row *next_open;		/* of those in the present window, */
	bool is_open;
	bool unknown;				/* there was one window, or gaps are not divided by them */
	float weight;				/* of a thread: as in struct window_sample; 0: it has none */
	double open[WINDOW_CLASSES];		/* with so many slots, which are in no sum yet */
	double sum[WINDOW_CLASSES];		/* of all windows; then of the whole interval */
	double products[WINDOW_CLASSES][WINDOW_CLASSES];	/* sums over windows; then covariances of .sum */
	double with_all[WINDOW_CLASSES];	/* sums over windows: x slots of the CPU */
	double squares;				/* sum over windows of the four classes', in the whole interval */
	double total[WINDOW_CLASSES];		/* first of a row: its counts in the interval, */
	double estimated, weighted;		/* and what of them is from windows, without weights, with them */
};

struct class_windows {			/* of one CPU; all zero: empty */
	double open, sum, squares;	/* slots that were not idle: of the present window, all, their squares */
	bool unknown;			/* a slice had slots and no classes, or there was no memory */
	struct window_row *open_rows, *list, *spare;
};

/* A slice of the task in the present window, *row: what it has on this CPU, NULL: not known yet. */
void window_classes_add(struct class_windows *classes, struct task *task, struct window_row **row,
			const struct counts *counts);

/* The present window has ended. */
void window_classes_end(struct class_windows *classes);

/*
 * From `windows` windows to the interval, whose counts are `factor` times those in them. known: gaps were
 * divided so. The rows stay until window_classes_recycle().
 */
void window_classes_extrapolate(struct class_windows *classes, uint64_t windows, double factor, bool known);

/* Half of Student's t of 95 %: twice as many stated errors hold as often, however few they were found from. */
double window_half_t(double freedom);

/* Adds the counts of a thread, whose first row is `thread`, to a row's. NULL: it was in none. */
void window_classes_sum(struct window_row *row, const struct window_row *thread, const struct counts *counts);

/* Sets error[] as in struct row. row: the first of a row. */
void window_classes_errors(const struct window_row *row, uint16_t error[WINDOW_CLASSES]);

/* Takes all rows back for the next interval, or frees the memory if this one had none. */
void window_classes_recycle(struct class_windows *classes);
void window_classes_done(struct class_windows *classes);	/* frees them */

/*
 * Adds the slices of one interval per process and region, and makes rows of them. What a process
 * did outside of regions, or before the first marker that was seen, has a row too, "(other)".
 * snapshot_finish() makes it of the process and its regions, so that these add up to it exactly,
 * whatever found no room here.
 */

#define REGION_SUMS_MAX 65536	/* regions of all processes in one interval: about 24 MB */

struct region_sums;

/* What the threads of a process did in a region in this interval. Valid until it ends. */
struct region_sum {
	struct process *process;
	region_t region;
	uint32_t id;			/* of its name, once the interval has ended */
	uint64_t busy_ns, slices, entries;
	float variance, uncounted_ns;	/* as in a row */
	struct tally tally;
};

struct region_sums *region_sums_new(void);	/* NULL without memory */
void region_sums_free(struct region_sums *sums);	/* NULL is fine */

/*
 * The sum of this region (not 0) of the task's process, which begins with nothing. NULL: there are
 * REGION_SUMS_MAX, or no memory. Nothing is allocated for a region that is known.
 */
struct region_sum *region_sums_find(struct region_sums *sums, const struct task *task,
				    region_t region);

/*
 * Adds the time and the entries of a slice with slice->region of this task. Returns the tally to
 * which the caller adds what counts as the task's; NULL: as region_sums_find().
 */
struct tally *region_sums_add(struct region_sums *sums, const struct task *task,
			      const struct slice *slice);

/* The interval ends: turns the tallies into counts of events, before their plans are dropped. */
void region_sums_settle(struct region_sums *sums);

/*
 * Adds ROW_REGION rows to a draft: one for each name of a process. Marks processes whose row of the
 * rest is due (collect/collector/task_rows.c), in this interval and in some after it. False without memory:
 * some are missing.
 */
bool region_sums_fill(struct region_sums *sums, struct regions *regions, struct snapshot *draft);

/* Begins the next interval, also of the regions' durations. regions: NULL is fine. */
void region_sums_clear(struct region_sums *sums, struct regions *regions);

/*
 * Samples of a CPU that reads its counters at context switches only part of the time, in windows
 * (collect/slice/windows.h). At the end of the interval they are extrapolated to the whole interval.
 * The CPU's own counts are exact, and all its slots, including those of the gaps, are distributed to
 * the tasks seen in the windows. The split of each task is as it was seen; its total is an estimate.
 *
 * Where it is known who ran in gaps (the BPF engine: slice.gap_ns), all time is exact, and the slots of
 * gaps are distributed by it. Those of a task that was never in a window have no owner. Else time is
 * distributed as well, and both in proportion to the windows. Of tasks that live on the kernel knows the time
 * (tasks_read_runs()): they get that, and the slots that they had in windows for it, wherever they ran in gaps. What
 * all tasks together then have is made to fit the slots of the CPUs, where the estimates are least certain. One per
 * CPU, collector thread.
 *
 * How wrong a task's part may be: of time that is distributed, the error of a ratio of sums over
 * clusters, which are the windows (Cochran, Sampling Techniques, 6.4 and 9.4). Windows must not keep
 * step with what tasks do. Of slots alone, where the engine knows who ran, what the rate of the gaps makes of them
 * against the task's own rate in its windows. Of slots where the kernel tells the time, how much slots per time differ
 * between windows of that CPU, in as many as the task was. How the slots of a task are split among classes: below.
 */

/* What one task did in the windows of one CPU, in one region or outside of them. */
struct window_sample {
	struct task *task;
	struct region_sum *region;		/* NULL: in none */
	const struct window_samples *owner;
	struct window_sample *next;		/* of the same owner */
	struct window_sample *next_of_task;	/* of the same task on another CPU, or in
						 * another region; task->sum->samples is the
						 * first */
	struct counts counts;
	uint64_t busy_ns;			/* in windows, */
	uint64_t gap_ns;			/* and in gaps, if that is known */
	uint64_t unowned_ns;			/* part of busy_ns whose counts have no owner */
	uint64_t slices;
	uint64_t entries;			/* in windows and gaps: never extrapolated */
	struct window_sample *next_open;	/* of those in the present window, */
	double open_ns;				/* with so much of .busy_ns, which is not yet in: */
	double squares, products;		/* sums over windows: ns x ns, ns x that of the window */
	struct window_row *row;			/* its classes there; NULL: not counted */
	double weight;				/* its counts are the CPU's factor times this; 0: 1 */
	double fitted;				/* part of its variance that the sum of all tasks takes away */
	double run_ns;				/* its part of the time that the kernel tells; 0: not known */
};

/* How the windows of a CPU are extrapolated. */
struct extrapolation {
	double factor;		/* counts in the whole interval / counts in the windows, */
	double time_factor;	/* likewise of times: it may be less, */
	double gap_rate;	/* and beside that slots of a nanosecond of a task in a gap */
	double idle_slots;	/* the idle task's part of the gaps: next to none */
	double unattributed_slots;	/* slots of gaps in which no task was seen */
	double unseen_slots;		/* slots of tasks that were seen in no window */
	double rate;			/* slots of a nanosecond in windows */
	double rate_error;	/* squared, of .rate, of a window: 1: as large as the rate; INFINITY: not known */
};

/* Of tasks, of the idle one, and of no known owner. */
struct window_times {
	uint64_t busy_ns, idle_ns, unknown_ns;
};

struct window_samples {			/* all zero: empty */
	double window_slots, gap_slots;
	double idle_slots, unaccounted_slots;	/* of window_slots */
	struct window_times window;
	struct window_times gap;	/* where it is known who ran, */
	uint64_t gap_ns;		/* and where it is not */
	/* Time that is not idle: of the present window, its squares in the others, and their number. */
	double open_ns, squares;
	double products;			/* sum over windows: that time x slots */
	uint64_t windows;
	bool is_open;
	struct class_windows classes;
	struct extrapolation by;
	struct window_sample *open;			/* those of the present one */
	struct window_sample *list;
	struct window_sample *spare;			/* memory of earlier intervals; freed after
							 * an interval without windows */
};

/* Frees the memory. */
void window_samples_done(struct window_samples *samples);

/* Adds a slice with SLICE_GAP; or a slice with SLICE_WINDOW of the idle task or an unknown one. */
void window_samples_add_gap(struct window_samples *samples, const struct slice *slice);
void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice,
				     bool idle);

/*
 * Adds a slice of this task with SLICE_WINDOW, which was in this region; NULL: in none. Memory is
 * kept from interval to interval. 0, or -ENOMEM: the slice is not attributed.
 */
int window_samples_add(struct window_samples *samples, struct task *task,
		       struct region_sum *region, const struct slice *slice);

/* What the CPU did while it counted part of the time, gaps included. */
struct window_totals {
	uint64_t busy_ns, idle_ns, unknown_ns;
	double tasks_slots, idle_slots, unaccounted_slots;
};

/* Did a task run in a window of one of n CPUs? */
bool window_samples_have_tasks(const struct window_samples *samples, size_t n);

/* The interval ends: how n CPUs are extrapolated. False: it is known who ran in gaps, or there were none. */
bool window_samples_plan(struct window_samples *samples, size_t n);

/* Weighs the samples of n CPUs, which are planned, by the CPU time of touched tasks, as far as that is known. */
void window_samples_weigh(struct window_samples *samples, size_t n, struct task *touched);

/*
 * Adds to each task (task->sum) and each region its extrapolated part, marked as scaled and with its
 * variance, and empties the samples. A task's part of the gaps is divided among its regions as its time in the
 * windows of this CPU was; the times that it entered them are known of gaps, too. Counts of gaps
 * are unaccounted if the interval had no window.
 */
struct window_totals window_samples_extrapolate(struct window_samples *samples);

/*
 * Rows of the tasks of one interval. There is a row per thread that ran or exited, and one per
 * listed process (collect/tasks/listing.h). A process that has regions has one for what it did
 * outside of them. A process that exited has one with all that it cost in its life.
 */

/* Adds the counts of all touched tasks to what they and their processes have in windows; before task_rows_add(). */
void task_rows_add_windows(struct tasks *tasks);

/*
 * Adds the rows of the listed processes, linked by next_listed, and of all touched tasks, whose
 * sums must be settled, to a draft, and sets its tasks_ran and tasks_exited. False: there was no
 * memory for some rows.
 */
bool task_rows_add(struct tasks *tasks, struct process *listed, struct snapshot *draft);

/*
 * All tasks of other pid namespaces are one process with one thread, if any ran: their names are
 * not visible here. false without memory.
 */
bool task_rows_add_other_ns(const struct task_sum *other_ns, struct snapshot *draft);

/*
 * cpu_sum.c: what a CPU did in an interval. It remembers the tasks that ran on it, and what they had there
 * since, so those that alternate need no look-up. A slice is added once: to the task and to the CPU
 * when another takes its place, or when the interval ends.
 */

#define RECENT 16U	/* tasks that a CPU remembers */

/* A task that ran on a CPU, and what it had there that is not in the sums yet. */
struct recent {
	struct task *task;		/* NULL after each interval */
	struct reading_plan *plan;	/* of the steps, held; NULL: it had nothing */
	uint64_t busy_ns, slices;
	count_pair steps[READING_MAX / 2];
};

struct cpu_sum {
	struct recent recent[RECENT];	/* at tid % RECENT the last such one */
	struct tally tally;		/* of all slices */
	struct tally ran;		/* of busy slices, where slots are per core */
	uint64_t busy_ns, idle_ns;
	uint64_t unknown_ns;		/* it is not known who ran, or whether the CPU idled */
	uint64_t counted_ns;		/* part of busy_ns whose slots are known: counted_slots */
	double counted_slots;
	uint64_t slices;
	double idle_slots, unaccounted_slots;
	float uncounted_ns;		/* as in a row */
};

/* The task of a slice that is not of the recent one, which it becomes. NULL without memory. */
struct task *cpu_sum_other_task(struct cpu_sum *cpu, struct tasks *tasks, const struct slice *slice,
				struct tally_plans *plans);

/*
 * Keeps a slice of the recent task for later. False: it must be added by itself, as it says more
 * than others.
 */
bool cpu_sum_keep(struct cpu_sum *cpu, const struct slice *slice, struct tally_plans *plans);

/* Adds what was kept to the sums of the CPU and of its tasks. */
void cpu_sum_settle(struct cpu_sum *cpu, struct tally_plans *plans);

/*
 * Returns the busy part of unknown_ns. A halted CPU counts no slots; a busy one counts as many per
 * time as when it was known to be busy. Unaccounted slots belong to that time, and to slices whose
 * time has an owner but whose counts have not. All of unknown_ns, if the rate is not known.
 */
uint64_t cpu_sum_busy_unknown_ns(const struct cpu_sum *cpu);

static inline struct recent *cpu_sum_recent(struct cpu_sum *cpu, const struct slice *slice)
{
	return &cpu->recent[(uint32_t)slice->tid % RECENT];
}

/* Is the slice certainly of the recent task? */
static inline bool recent_owns(const struct recent *recent, const struct slice *slice)
{
	return recent->task && task_owns(recent->task, slice);
}

/* A slice of a busy CPU: one whose slots are the task's also shows how many slots it then has. */
static inline void cpu_sum_count_busy(struct cpu_sum *cpu, const struct slice *slice)
{
	const double slots = slice->unowned ? 0 : slice_slots(slice);

	cpu->busy_ns += slice->duration_ns;
	if (slots <= 0)
		return;
	cpu->counted_ns += slice->duration_ns;
	cpu->counted_slots += slots;
}

/* Are the time and the counts of a task all that the slice says? Nearly always. */
static inline bool slice_is_usual(const struct slice *slice)
{
	return !(slice->uncounted_ns | slice->region | (uint64_t)slice->part | slice->unowned);
}

/* Adds a slice to others of the same task that are kept. False: there are none. */
static inline bool cpu_sum_add_recent(struct cpu_sum *cpu, const struct slice *slice)
{
	struct recent *recent = cpu_sum_recent(cpu, slice);

	if (!recent->plan || slice->plan != recent->plan || !slice_is_usual(slice) ||
	    !task_owns(recent->task, slice))
		return false;
	recent->slices++;
	recent->busy_ns += slice->duration_ns;
	reading_add(recent->steps, slice->steps, slice->plan->n_pairs);
	return true;
}
