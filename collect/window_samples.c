/* SPDX-License-Identifier: GPL-2.0-only */
/* Extrapolates windows to whole intervals; see window_samples.h. Collector thread. */
#include "config.h"
#include "collect/window_samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

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
}

void window_samples_add_gap(struct window_samples *samples, const struct slice *slice)
{
	samples->gap_ns += slice->duration_ns;
	samples->gap_slots += slice_slots(slice);
}

static void add_window(struct window_samples *samples, const struct slice *slice)
{
	samples->window_ns += slice->duration_ns;
	samples->window_slots += slice_slots(slice);
}

void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice,
				     bool idle)
{
	add_window(samples, slice);
	if (!idle)
		samples->unknown_ns += slice->duration_ns;
	if (!idle || slice->unowned)
		samples->unaccounted_slots += slice_slots(slice);
	else
		samples->idle_slots += slice_slots(slice);
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

static void add_counts(struct counts *counts, const struct slice *slice)
{
	struct counts its;

	slice_counts(slice, &its);
	counts_add(counts, &its);
}

int window_samples_add(struct window_samples *samples, struct task *task,
		       struct region_sum *region, const struct slice *slice)
{
	struct window_sample *sample = task ? sample_of(samples, task, region) : NULL;

	add_window(samples, slice);
	samples->busy_ns += slice->duration_ns;
	if (!sample || slice->unowned)
		samples->unaccounted_slots += slice_slots(slice);
	else
		add_counts(&sample->counts, slice);
	if (!sample)
		return -ENOMEM;
	sample->busy_ns += slice->duration_ns;
	sample->slices++;
	sample->entries += slice->entries;
	return 0;
}

/* How the gaps are distributed. */
struct extrapolation {
	double factor;		/* counts in the whole interval / counts in the windows */
	double idle_slots;	/* the idle task's part of the gaps: next to none */
	double unattributed_slots;	/* slots of gaps in which no task was seen */
};

/*
 * By slots, which are known exactly in gaps as well; by time where they are missing. A halted CPU
 * counts next to nothing: as much in the gaps as in the windows, and all the rest belongs to tasks.
 */
static struct extrapolation plan(const struct window_samples *samples)
{
	const double seen = samples->window_slots - samples->idle_slots;
	const double times =
		samples->window_ns ? (double)samples->gap_ns / (double)samples->window_ns : 0;
	struct extrapolation plan = { .factor = 1 };
	double rest;

	if (samples->window_slots + samples->gap_slots <= 0) {
		plan.factor = 1 + times;
		return plan;
	}
	plan.idle_slots = fmin(samples->idle_slots * times, samples->gap_slots);
	rest = samples->gap_slots - plan.idle_slots;
	if (seen > 0)
		plan.factor = 1 + rest / seen;
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
	const double all_ns = (double)(samples->window_ns + samples->gap_ns);
	double busy_ns = (double)samples->busy_ns * *factor,
	       unknown_ns = (double)samples->unknown_ns * *factor;

	if (busy_ns + unknown_ns > all_ns) {
		*factor *= all_ns / (busy_ns + unknown_ns);
		unknown_ns *= all_ns / (busy_ns + unknown_ns);
		busy_ns = all_ns - unknown_ns;
	}
	return (struct window_totals){ .busy_ns = (uint64_t)busy_ns,
				       .unknown_ns = (uint64_t)unknown_ns,
				       .idle_ns = (uint64_t)(all_ns - busy_ns - unknown_ns) };
}

/* Its entries are all there are: markers are seen in gaps, too. */
static void add_to_region(const struct window_sample *sample, uint64_t busy_ns)
{
	struct region_sum *sum = sample->region;

	tally_settle(&sum->tally);
	counts_add(&sum->tally.counts, &sample->counts);
	sum->busy_ns += busy_ns;
	sum->slices += sample->slices;
	sum->entries += sample->entries;
}

/*
 * Adds the extrapolated samples to the sums of the tasks, and frees the samples for the next
 * interval.
 */
static void add_to_tasks(struct window_samples *samples, double factor, double time_factor)
{
	struct window_sample *sample;

	while ((sample = samples->list)) {
		struct task_sum *sum = sample->task->sum;
		const uint64_t busy_ns = (uint64_t)((double)sample->busy_ns * time_factor);

		counts_scale(&sample->counts, factor);
		sample->counts.scaled = true;
		counts_add(&sum->tally.counts, &sample->counts);
		sum->busy_ns += busy_ns;
		sum->slices += sample->slices;
		sum->samples = NULL;
		if (sample->region)
			add_to_region(sample, busy_ns);
		samples->list = sample->next;
		sample->next = samples->spare;
		samples->spare = sample;
	}
}

struct window_totals window_samples_extrapolate(struct window_samples *samples)
{
	const struct extrapolation extrapolation = plan(samples);
	double time_factor = extrapolation.factor;
	struct window_totals sum;

	if (extrapolation.unattributed_slots > 0)	/* some task ran, for an unknown time */
		sum = (struct window_totals){ .unknown_ns = samples->window_ns + samples->gap_ns };
	else
		sum = extrapolate_time(samples, &time_factor);
	sum.idle_slots = samples->idle_slots + extrapolation.idle_slots;
	sum.unaccounted_slots = samples->unaccounted_slots * extrapolation.factor +
				extrapolation.unattributed_slots;
	sum.tasks_slots =
		samples->window_slots + samples->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	if (!samples->list)
		free_spare(samples);
	add_to_tasks(samples, extrapolation.factor, time_factor);
	*samples = (struct window_samples){ .spare = samples->spare };
	return sum;
}
