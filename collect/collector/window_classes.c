/* SPDX-License-Identifier: GPL-2.0-only */
/* Errors of classes in windows; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <math.h>
#include <stdlib.h>

/*
 * A percentage is a ratio of sums over clusters, which are the windows of a CPU: what the row had in them
 * of the class, and of all four (Cochran, Sampling Techniques, 6.4 and 9.4). Its residual in a window is
 * x - R s. Of a row that ran on several CPUs these are not 0 in sum; its part of what the CPU ran in the
 * window is then taken off. R is known at the end only, so sums of products are kept that give the squares
 * for any R.
 */

#define LEVEL1 (1U << EV_RETIRING | 1U << EV_BAD_SPEC | 1U << EV_FE_BOUND | 1U << EV_BE_BOUND)

#define WINDOWS_MIN 3		/* of equal size: with fewer an error tells nothing */
#define SAME 1e-6		/* sums of the same numbers in another order */

_Static_assert(EV_BE_BOUND - EV_RETIRING == WINDOW_CLASSES - 1, "the classes are neighbours");

static double sum_of(const double classes[WINDOW_CLASSES])
{
	return classes[0] + classes[1] + classes[2] + classes[3];
}

/* The row on this CPU of the thread or process whose first row is *first. NULL: no memory. */
static struct window_row *row_on_cpu(struct class_windows *classes, struct window_row **first)
{
	struct window_row *row = *first;

	while (row && row->owner != classes)
		row = row->next_cpu;
	if (row)
		return row;
	row = classes->spare;
	if (row)
		classes->spare = row->next;
	else if (!(row = malloc(sizeof(*row))))
		return NULL;
	*row = (struct window_row){ .owner = classes, .next = classes->list, .next_cpu = *first };
	classes->list = *first = row;
	return row;
}

static void add_to_row(struct class_windows *classes, struct window_row *row, const double *slots)
{
	if (!row->is_open) {
		row->is_open = true;
		row->next_open = classes->open_rows;
		classes->open_rows = row;
	}
	for (int i = 0; i < WINDOW_CLASSES; i++)
		row->open[i] += slots[i];
}

void window_classes_add(struct class_windows *classes, struct task *task,
			       struct window_row **row, const struct counts *counts)
{
	if ((counts->present & LEVEL1) != LEVEL1 || counts->scaled) {
		classes->unknown |= counts_or_0(counts, EV_SLOTS) > 0;
		return;
	}
	if (!*row && (*row = row_on_cpu(classes, &task->sum->windows)) && !(*row)->process)
		(*row)->process = row_on_cpu(classes, &task->process->windows);
	if (!*row || !(*row)->process) {
		classes->unknown = true;
		return;
	}
	add_to_row(classes, *row, &counts->value[EV_RETIRING]);
	add_to_row(classes, (*row)->process, &counts->value[EV_RETIRING]);
}

static void end_row(struct window_row *row, double all)
{
	for (int i = 0; i < WINDOW_CLASSES; i++) {
		for (int j = 0; j < WINDOW_CLASSES; j++)
			row->products[i][j] += row->open[i] * row->open[j];
		row->sum[i] += row->open[i];
		row->with_all[i] += row->open[i] * all;
	}
	for (int i = 0; i < WINDOW_CLASSES; i++)
		row->open[i] = 0;
	row->is_open = false;
}

void window_classes_end(struct class_windows *classes)
{
	struct window_row *row;

	while ((row = classes->open_rows)) {
		classes->open_rows = row->next_open;
		end_row(row, classes->open);
	}
	classes->sum += classes->open;
	classes->squares += classes->open * classes->open;
	classes->open = 0;
}

/* Counts of the interval are factor x sum, and sum is a ratio to what the CPU ran. */
static void extrapolate_row(struct window_row *row, const struct class_windows *all, double windows, double factor)
{
	const double scale = factor > 1 && windows > 1 ? windows / (windows - 1) * factor * (factor - 1) : 0;
	double part[WINDOW_CLASSES];

	for (int i = 0; i < WINDOW_CLASSES; i++) {
		part[i] = all->sum > 0 ? row->sum[i] / all->sum : 0;
		row->squares += sum_of(row->products[i]) * factor * factor;
	}
	for (int i = 0; i < WINDOW_CLASSES; i++)
		for (int j = 0; j < WINDOW_CLASSES; j++)
			row->products[i][j] = scale * (row->products[i][j] - part[i] * row->with_all[j] -
						       part[j] * row->with_all[i] + part[i] * part[j] * all->squares);
	for (int i = 0; i < WINDOW_CLASSES; i++)
		row->sum[i] *= factor;
	row->unknown |= factor > 1 && windows < 2;
}

void window_classes_extrapolate(struct class_windows *classes, uint64_t windows,
				       double factor, bool known)
{
	for (struct window_row *row = classes->list; row; row = row->next) {
		row->unknown = !known || classes->unknown;
		extrapolate_row(row, classes, (double)windows, factor);
	}
	classes->sum = classes->squares = classes->open = 0;
	classes->unknown = false;
}

void window_classes_sum(struct window_row *row, const struct window_row *thread, const struct counts *counts)
{
	for (int i = 0; i < WINDOW_CLASSES; i++)
		row->total[i] += counts->value[EV_RETIRING + i];
	for (; thread; thread = thread->next_cpu) {
		row->estimated += sum_of(thread->sum);
		row->weighted += sum_of(thread->sum) * (thread->weight > 0 ? (double)thread->weight : 1);
	}
}

/*
 * Student's t of 95 % on both sides, as half of it is taken for a standard error (Abramowitz and Stegun,
 * 26.7.5): windows are few.
 */
double window_half_t(double freedom)
{
	const double by = 1 / freedom;

	return (1.96 + by * (2.372 + by * (2.823 + by * 2.556))) / 2;
}

/* The variance of this class' share, all CPUs together. */
static double variance_of(const struct window_row *row, const double share[WINDOW_CLASSES], int class)
{
	double sum = 0;

	for (; row; row = row->next_cpu)
		for (int i = 0; i < WINDOW_CLASSES; i++)
			for (int j = 0; j < WINDOW_CLASSES; j++)
				sum += ((i == class) - share[class]) * ((j == class) - share[class]) *
				       row->products[i][j];
	return fmax(sum, 0);
}

/* As how many windows of equal size are those of the row? 0: something is not known. */
static double windows_of(const struct window_row *first)
{
	double sum = 0, squares = 0;

	for (const struct window_row *row = first; row; row = row->next_cpu) {
		if (row->unknown)
			return 0;
		sum += sum_of(row->sum);
		squares += row->squares;
	}
	/* Else a thread's process became another one in the interval: its record was late. */
	return fabs(sum - first->estimated) <= SAME * sum && squares > 0 ? sum * sum / squares : 0;
}

void window_classes_errors(const struct window_row *row, uint16_t error[WINDOW_CLASSES])
{
	const double windows = windows_of(row), all = sum_of(row->total);
	double share[WINDOW_CLASSES], weight;

	if (windows < WINDOWS_MIN || all <= 0)
		return;
	weight = row->weighted / row->estimated;
	for (int i = 0; i < WINDOW_CLASSES; i++)
		share[i] = row->total[i] / all;
	for (int i = 0; i < WINDOW_CLASSES; i++) {
		const double part = sqrt(variance_of(row, share, i) * windows / (windows - 1)) / all * weight *
				    window_half_t(windows - 1);

		error[i] = (uint16_t)fmin(fmax(round(part * 1e4), 1), 1e4);
	}
}

static void free_rows(struct window_row *row)
{
	while (row) {
		struct window_row *next = row->next;

		free(row);
		row = next;
	}
}

void window_classes_recycle(struct class_windows *classes)
{
	struct window_row *row;

	if (!classes->list) {
		free_rows(classes->spare);
		classes->spare = NULL;
	}
	while ((row = classes->list)) {
		classes->list = row->next;
		row->next = classes->spare;
		classes->spare = row;
	}
}

void window_classes_done(struct class_windows *classes)
{
	window_classes_recycle(classes);
	free_rows(classes->spare);
}
