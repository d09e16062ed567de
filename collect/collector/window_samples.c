/* SPDX-License-Identifier: GPL-2.0-only */
/* Extrapolates windows to whole intervals; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/*
 * ---- errors of classes ----
 *
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

/* A slice of the task in the present window, *row: what it has on this CPU, NULL: not known yet. */
static void window_classes_add(struct class_windows *classes, struct task *task,
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

/* The present window has ended. */
static void window_classes_end(struct class_windows *classes)
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

/*
 * From `windows` windows to the interval, whose counts are `factor` times those in them. known: gaps were
 * divided so. The rows stay until window_classes_recycle().
 */
static void window_classes_extrapolate(struct class_windows *classes, uint64_t windows,
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
	for (; thread; thread = thread->next_cpu)
		row->estimated += sum_of(thread->sum);
}

/*
 * Student's t of 95 % on both sides, as half of it is taken for a standard error (Abramowitz and Stegun,
 * 26.7.5): windows are few.
 */
static double half_t(double freedom)
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
	double share[WINDOW_CLASSES];

	if (windows < WINDOWS_MIN || all <= 0)
		return;
	for (int i = 0; i < WINDOW_CLASSES; i++)
		share[i] = row->total[i] / all;
	for (int i = 0; i < WINDOW_CLASSES; i++) {
		const double part = sqrt(variance_of(row, share, i) * windows / (windows - 1)) / all *
				    half_t(windows - 1);

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

static void window_classes_done(struct class_windows *classes)
{
	window_classes_recycle(classes);
	free_rows(classes->spare);
}

static void free_samples(struct window_sample *sample)
{
	while (sample) {
		struct window_sample *next = sample->next;

		free(sample);
		sample = next;
	}
}

static void free_spare(struct window_samples *samples)
{
	free_samples(samples->spare);
	samples->spare = NULL;
}

void window_samples_done(struct window_samples *samples)
{
	free_samples(samples->list);
	free_spare(samples);
	window_classes_done(&samples->classes);
}

/* A window has ended: what tasks did in it is one cluster. */
static void end_window(struct window_samples *samples)
{
	struct window_sample *sample;

	while ((sample = samples->open)) {
		samples->open = sample->next_open;
		sample->squares += sample->open_ns * sample->open_ns;
		sample->products += sample->open_ns * samples->open_ns;
		sample->open_ns = 0;
	}
	samples->squares += samples->open_ns * samples->open_ns;
	samples->windows += samples->is_open;
	samples->open_ns = 0;
	samples->is_open = false;
	window_classes_end(&samples->classes);
}

void window_samples_add_gap(struct window_samples *samples, const struct slice *slice)
{
	end_window(samples);
	samples->gap_ns += slice->duration_ns;
	samples->gap_slots += slice_slots(slice);
}

/* What a slice adds to the present window of the CPU. Returns its slots. */
static double see_in_window(struct window_samples *samples, const struct slice *slice, bool idle)
{
	const double slots = slice_slots(slice);

	samples->is_open |= slice->duration_ns > 0;	/* a marker in a gap opens none */
	samples->open_ns += idle ? 0 : (double)slice->duration_ns;
	samples->classes.open += idle ? 0 : slots;
	samples->window_slots += slots;
	return slots;
}

void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice,
				     bool idle)
{
	const double slots = see_in_window(samples, slice, idle);

	*(idle ? &samples->window.idle_ns : &samples->window.unknown_ns) += slice->duration_ns;
	*(idle ? &samples->gap.idle_ns : &samples->gap.unknown_ns) += slice->gap_ns;
	if (!idle || slice->unowned)
		samples->unaccounted_slots += slots;
	else
		samples->idle_slots += slots;
}

/*
 * Returns the task's sample on this CPU and in this region; NULL without memory. A task runs on few
 * CPUs in an interval, and is in few regions.
 */
static struct window_sample *sample_of(struct window_samples *samples, struct task *task,
				       struct region_sum *region)
{
	struct window_sample *sample = task->sum->samples;

	while (sample && (sample->owner != samples || sample->region != region))
		sample = sample->next_of_task;
	if (sample)
		return sample;
	sample = samples->spare;
	if (sample)
		samples->spare = sample->next;
	else if (!(sample = malloc(sizeof(*sample))))
		return NULL;
	*sample = (struct window_sample){ .task = task, .region = region, .owner = samples,
					  .next = samples->list,
					  .next_of_task = task->sum->samples };
	samples->list = task->sum->samples = sample;
	return sample;
}

static void add_to_window(struct window_samples *samples, struct window_sample *sample, double ns)
{
	if (!sample->open_ns) {
		sample->next_open = samples->open;
		samples->open = sample;
	}
	sample->open_ns += ns;
}

static void add_counts(struct window_samples *samples, struct window_sample *sample, const struct slice *slice)
{
	struct counts its;

	slice_counts(slice, &its);
	counts_add(&sample->counts, &its);
	window_classes_add(&samples->classes, sample->task, &sample->row, &its);
}

int window_samples_add(struct window_samples *samples, struct task *task,
		       struct region_sum *region, const struct slice *slice)
{
	struct window_sample *sample = task ? sample_of(samples, task, region) : NULL;
	const double slots = see_in_window(samples, slice, false);

	samples->window.busy_ns += slice->duration_ns;
	samples->gap.busy_ns += slice->gap_ns;
	if (!sample || slice->unowned)
		samples->unaccounted_slots += slots;
	else
		add_counts(samples, sample, slice);
	if (!sample)
		return -ENOMEM;
	if (slice->duration_ns)
		add_to_window(samples, sample, (double)slice->duration_ns);
	sample->busy_ns += slice->duration_ns;
	sample->unowned_ns += slice->unowned ? slice->duration_ns : 0;
	sample->gap_ns += slice->gap_ns;
	sample->slices++;
	sample->entries += slice->entries;
	return 0;
}

/* How the gaps are distributed. */
struct extrapolation {
	double factor;		/* counts in the whole interval / counts in the windows, */
	double gap_rate;	/* and beside that slots of a nanosecond of a task in a gap */
	double idle_slots;	/* the idle task's part of the gaps: next to none */
	double unattributed_slots;	/* slots of gaps in which no task was seen */
};

static double part_of(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

static uint64_t sum_ns(const struct window_times *times)
{
	return times->busy_ns + times->idle_ns + times->unknown_ns;
}

/* In which the CPU was not idle. */
static uint64_t known_gap_ns(const struct window_samples *samples)
{
	return samples->gap.busy_ns + samples->gap.unknown_ns;
}

/*
 * By slots, which are known exactly in gaps as well; by time where they are missing. A halted CPU
 * counts next to nothing: as much in the gaps as in the windows, and all the rest belongs to tasks.
 */
static struct extrapolation plan(const struct window_samples *samples)
{
	const double seen = samples->window_slots - samples->idle_slots;
	const uint64_t known_ns = known_gap_ns(samples);
	const double times = part_of(samples->gap_ns, sum_ns(&samples->window));
	const double idle_times = samples->gap_ns ? times :
				  part_of(samples->gap.idle_ns, samples->window.idle_ns);
	struct extrapolation plan = { .factor = 1 };
	double rest;

	if (samples->window_slots + samples->gap_slots <= 0) {
		plan.factor = 1 + times;
		return plan;
	}
	plan.idle_slots = fmin(samples->idle_slots * idle_times, samples->gap_slots);
	rest = samples->gap_slots - plan.idle_slots;
	if (known_ns)
		plan.gap_rate = rest / (double)known_ns;
	else if (samples->gap_ns && seen > 0)
		plan.factor = 1 + rest / seen;
	else if (samples->gap.idle_ns)
		plan.idle_slots = samples->gap_slots;
	else
		plan.unattributed_slots = rest;
	return plan;
}

/*
 * Splits the CPU's time. Slots may come faster than in the windows, time cannot: then the factor
 * shrinks.
 */
static struct window_totals extrapolate_time(const struct window_samples *samples, double *factor)
{
	const struct window_times *gap = &samples->gap;
	const double all_ns = (double)(sum_ns(&samples->window) + samples->gap_ns);
	double busy_ns = (double)samples->window.busy_ns * *factor,
	       unknown_ns = (double)samples->window.unknown_ns * *factor;

	if (busy_ns + unknown_ns > all_ns) {
		*factor *= all_ns / (busy_ns + unknown_ns);
		unknown_ns *= all_ns / (busy_ns + unknown_ns);
		busy_ns = all_ns - unknown_ns;
	}
	return (struct window_totals){ .busy_ns = (uint64_t)busy_ns + gap->busy_ns,
				       .unknown_ns = (uint64_t)unknown_ns + gap->unknown_ns,
				       .idle_ns = (uint64_t)(all_ns - busy_ns - unknown_ns) + gap->idle_ns };
}

/*
 * The variance of the task's time that is distributed, factor x what was in n windows. INFINITY:
 * there was one window.
 */
static double time_variance(const struct window_samples *samples, const struct window_sample *sample,
			    double factor)
{
	const double n = (double)samples->windows;
	const double ran_ns = (double)(samples->window.busy_ns + samples->window.unknown_ns);
	const double ratio = ran_ns > 0 ? (double)sample->busy_ns / ran_ns : 0;
	const double squares = sample->squares - 2 * ratio * sample->products + ratio * ratio * samples->squares;

	if (factor <= 1)
		return 0;
	return n > 1 ? fmax(squares, 0) * n / (n - 1) * factor * (factor - 1) : (double)INFINITY;
}

/*
 * Of its slots, by how much two estimates of those in gaps differ; as that of so much time. INFINITY: none
 * were read, and those that it had are unaccounted.
 */
static double gap_variance(const struct window_sample *sample, double seen, double all, uint64_t busy_ns)
{
	const double own = sample->busy_ns ? seen / (double)sample->busy_ns * (double)sample->gap_ns : (double)INFINITY;

	return seen > 0 ? pow((own - (all - seen)) / all * (double)busy_ns, 2) : (double)INFINITY;
}

/* Its entries are all there are: markers are seen in gaps, too. */
static void add_to_region(const struct window_sample *sample, const struct task_sum *its)
{
	struct region_sum *sum = sample->region;

	tally_settle(&sum->tally);
	counts_add_task(&sum->tally.counts, &sample->counts);
	sum->busy_ns += its->busy_ns;
	sum->variance += its->variance;
	sum->uncounted_ns += its->uncounted_ns;
	sum->slices += sample->slices;
	sum->entries += sample->entries;
}

/* The counts of the whole interval. False: there are none, as the task was in no window. */
static bool extrapolate_counts(const struct window_samples *samples, struct window_sample *sample,
			       const struct extrapolation *by)
{
	const bool has_slots = sample->counts.present & 1U << EV_SLOTS;
	const double slots = has_slots ? sample->counts.value[EV_SLOTS] : 0;
	double factor = by->factor;

	sample->counts.scaled = samples->window_slots + samples->gap_slots > 0 || samples->gap_ns;
	if (slots > 0)
		factor += (double)sample->gap_ns * by->gap_rate / slots;
	else if (!has_slots)
		factor *= 1 + part_of(sample->gap_ns, sample->busy_ns);
	counts_scale(&sample->counts, factor);
	return slots > 0;
}

/* The task's part of the whole interval. False: it has no slots. */
static bool sum_of_sample(const struct window_samples *samples, struct window_sample *sample,
			  const struct extrapolation *by, double time_factor, struct task_sum *its)
{
	const double seen = counts_or_0(&sample->counts, EV_SLOTS);
	const bool owned = extrapolate_counts(samples, sample, by);
	double variance;

	its->busy_ns = (uint64_t)((double)sample->busy_ns * time_factor) + sample->gap_ns;
	if (sample->gap_ns)
		variance = gap_variance(sample, seen, counts_or_0(&sample->counts, EV_SLOTS), its->busy_ns);
	else
		variance = time_variance(samples, sample, time_factor);
	its->variance = sample->counts.scaled ? (float)fmax(variance, 1) : 0;	/* 0: nothing is estimated */
	its->uncounted_ns = (float)(owned || !sample->gap_ns ? (double)sample->unowned_ns * time_factor :
				    (double)its->busy_ns);
	return owned;
}

/*
 * Adds the extrapolated samples to the sums of the tasks, and frees the samples for the next
 * interval. Returns the time in gaps whose slots have an owner.
 */
static uint64_t add_to_tasks(struct window_samples *samples, const struct extrapolation *by, double time_factor)
{
	struct window_sample *sample;
	uint64_t owned_ns = 0;

	end_window(samples);
	while ((sample = samples->list)) {
		struct task_sum *sum = sample->task->sum, its = { .slices = sample->slices };

		if (sum_of_sample(samples, sample, by, time_factor, &its))
			owned_ns += sample->gap_ns;
		its.tally.counts = sample->counts;
		task_sum_add(sum, &its);
		sum->samples = NULL;
		if (sample->region)
			add_to_region(sample, &its);
		samples->list = sample->next;
		sample->next = samples->spare;
		samples->spare = sample;
	}
	return owned_ns;
}

struct window_totals window_samples_extrapolate(struct window_samples *samples)
{
	const struct extrapolation extrapolation = plan(samples);
	double time_factor = extrapolation.factor;
	struct window_totals sum;
	uint64_t owned_ns;

	if (extrapolation.unattributed_slots > 0 && samples->gap_ns)	/* some task ran, for an unknown time */
		sum = (struct window_totals){ .unknown_ns = sum_ns(&samples->window) + samples->gap_ns };
	else
		sum = extrapolate_time(samples, &time_factor);
	if (!samples->list)
		free_spare(samples);
	owned_ns = add_to_tasks(samples, &extrapolation, time_factor);
	window_classes_extrapolate(&samples->classes, samples->windows, extrapolation.factor,
				   !known_gap_ns(samples) && !(extrapolation.unattributed_slots > 0));
	sum.idle_slots = samples->idle_slots + extrapolation.idle_slots;
	sum.unaccounted_slots = samples->unaccounted_slots * extrapolation.factor +
				(double)(known_gap_ns(samples) - owned_ns) * extrapolation.gap_rate +
				extrapolation.unattributed_slots;
	sum.tasks_slots =
		samples->window_slots + samples->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	*samples = (struct window_samples){ .spare = samples->spare, .classes = samples->classes };
	return sum;
}
