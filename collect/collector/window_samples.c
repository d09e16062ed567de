/* SPDX-License-Identifier: GPL-2.0-only */
/* Extrapolates windows to whole intervals; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

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

void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice,
				     bool idle)
{
	samples->window_slots += slice_slots(slice);
	*(idle ? &samples->window.idle_ns : &samples->window.unknown_ns) += slice->duration_ns;
	*(idle ? &samples->gap.idle_ns : &samples->gap.unknown_ns) += slice->gap_ns;
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

	samples->window_slots += slice_slots(slice);
	samples->window.busy_ns += slice->duration_ns;
	samples->gap.busy_ns += slice->gap_ns;
	if (!sample || slice->unowned)
		samples->unaccounted_slots += slice_slots(slice);
	else
		add_counts(&sample->counts, slice);
	if (!sample)
		return -ENOMEM;
	sample->busy_ns += slice->duration_ns;
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

/* Its entries are all there are: markers are seen in gaps, too. */
static void add_to_region(const struct window_sample *sample, uint64_t busy_ns)
{
	struct region_sum *sum = sample->region;

	tally_settle(&sum->tally);
	counts_add_task(&sum->tally.counts, &sample->counts);
	sum->busy_ns += busy_ns;
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

/*
 * Adds the extrapolated samples to the sums of the tasks, and frees the samples for the next
 * interval. Returns the time in gaps whose slots have an owner.
 */
static uint64_t add_to_tasks(struct window_samples *samples, const struct extrapolation *by, double time_factor)
{
	struct window_sample *sample;
	uint64_t owned_ns = 0;

	while ((sample = samples->list)) {
		struct task_sum *sum = sample->task->sum;
		const uint64_t busy_ns = (uint64_t)((double)sample->busy_ns * time_factor) + sample->gap_ns;

		if (extrapolate_counts(samples, sample, by))
			owned_ns += sample->gap_ns;
		counts_add_task(&sum->tally.counts, &sample->counts);
		sum->busy_ns += busy_ns;
		sum->slices += sample->slices;
		sum->samples = NULL;
		if (sample->region)
			add_to_region(sample, busy_ns);
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
	sum.idle_slots = samples->idle_slots + extrapolation.idle_slots;
	sum.unaccounted_slots = samples->unaccounted_slots * extrapolation.factor +
				(double)(known_gap_ns(samples) - owned_ns) * extrapolation.gap_rate +
				extrapolation.unattributed_slots;
	sum.tasks_slots =
		samples->window_slots + samples->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	*samples = (struct window_samples){ .spare = samples->spare };
	return sum;
}
