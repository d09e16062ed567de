/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * By how much the percentages of the four classes of a thread or a process may be wrong where CPUs read
 * their counters in windows only (collect/slice/windows.h). Collector thread.
 *
 * A percentage is a ratio of sums over clusters, which are the windows of a CPU: what the row had in them
 * of the class, and of all four (Cochran, Sampling Techniques, 6.4 and 9.4). Its residual in a window is
 * x - R s. Of a row that ran on several CPUs these are not 0 in sum; its part of what the CPU ran in the
 * window is then taken off. R is known at the end only, so sums of products are kept that give the squares
 * for any R. Threads of a process that share a window are not independent: a process has sums of its own.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/tasks/task_entry.h"
#include "model/counts.h"

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
	double open[WINDOW_CLASSES];		/* with so many slots, which are in no sum yet */
	double sum[WINDOW_CLASSES];		/* of all windows; then of the whole interval */
	double products[WINDOW_CLASSES][WINDOW_CLASSES];	/* sums over windows; then covariances of .sum */
	double with_all[WINDOW_CLASSES];	/* sums over windows: x slots of the CPU */
	double squares;				/* sum over windows of the four classes', in the whole interval */
	double total[WINDOW_CLASSES];		/* first of a row: its counts in the interval, */
	double estimated;			/* and what of them is from windows */
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

/* Adds the counts of a thread, whose first row is `thread`, to a row's. NULL: it was in none. */
void window_classes_sum(struct window_row *row, const struct window_row *thread, const struct counts *counts);

/* Sets error[] as in struct row. row: the first of a row. */
void window_classes_errors(const struct window_row *row, uint16_t error[WINDOW_CLASSES]);

/* Takes all rows back for the next interval, or frees the memory if this one had none. */
void window_classes_recycle(struct class_windows *classes);
void window_classes_done(struct class_windows *classes);
