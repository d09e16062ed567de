/* SPDX-License-Identifier: GPL-2.0-only */
/* Extrapolates windows to whole intervals; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define RUN_ERROR 0.01		/* part by which the kernel's account of a task that naps differs from slices */
#define LATE_NS 4e6		/* from one tick to the next, at 250 a second: it is behind by up to as much */
#define UNSEEN_NS 1e7		/* less than that may be late, of a task that ran where all is counted */
#define OTHER_MOST 4.0		/* times what is estimated of tasks whose time is not known */

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
	samples->products += samples->open_ns * samples->classes.open;
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

/* Slots may come faster than in the windows, time cannot: then its factor is less. */
static double time_factor_of(const struct window_samples *samples, double factor)
{
	const double all_ns = (double)(sum_ns(&samples->window) + samples->gap_ns);
	const double ran_ns = (double)(samples->window.busy_ns + samples->window.unknown_ns) * factor;

	return ran_ns > all_ns ? factor * (all_ns / ran_ns) : factor;
}

/*
 * Sets .rate, and its error: the residuals of a ratio of sums over windows, of slots and the time of tasks, against
 * what windows of equal size have.
 */
static void find_rate(const struct window_samples *samples, struct extrapolation *by)
{
	const double n = (double)samples->windows;
	const double ran_ns = (double)(samples->window.busy_ns + samples->window.unknown_ns);
	const struct class_windows *slots = &samples->classes;

	by->rate = ran_ns > 0 ? slots->sum / ran_ns : 0;
	by->rate_error = 0;
	if (by->rate <= 0)
		return;
	by->rate_error = (double)INFINITY;
	if (n > 1 && samples->squares > 0)
		by->rate_error = fmax(slots->squares / by->rate / by->rate - 2 * samples->products / by->rate +
				      samples->squares, 0) / samples->squares * n / (n - 1) *
				 pow(window_half_t(n - 1), 2);
}

bool window_samples_have_tasks(const struct window_samples *samples, size_t n)
{
	for (const struct window_samples *cpu = samples; cpu < samples + n; cpu++)
		if (cpu->classes.list)
			return true;
	return false;
}

bool window_samples_plan(struct window_samples *samples, size_t n)
{
	bool has_gaps = false;

	for (struct window_samples *cpu = samples; cpu < samples + n; cpu++) {
		end_window(cpu);
		cpu->by = plan(cpu);
		cpu->by.time_factor = time_factor_of(cpu, cpu->by.factor);
		find_rate(cpu, &cpu->by);
		has_gaps |= cpu->gap_ns && !known_gap_ns(cpu);
	}
	return has_gaps;
}

/* Splits the CPU's time. */
static struct window_totals extrapolate_time(const struct window_samples *samples)
{
	const struct window_times *gap = &samples->gap;
	const double factor = samples->by.time_factor;
	const double all_ns = (double)(sum_ns(&samples->window) + samples->gap_ns);
	const double unknown_ns = (double)samples->window.unknown_ns * factor;
	const double busy_ns = factor < samples->by.factor ? all_ns - unknown_ns :	/* it did not idle */
							     (double)samples->window.busy_ns * factor;

	if (samples->by.unattributed_slots > 0 && samples->gap_ns)	/* some task ran, for an unknown time */
		return (struct window_totals){ .unknown_ns = (uint64_t)all_ns };
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

/* The same where the kernel tells its time, at a tick or a switch; of slots, beside that, of the rate in windows. */
static double run_variance(const struct window_samples *samples, const struct window_sample *sample)
{
	const double busy_ns = (double)sample->busy_ns, run_ns = sample->run_ns;
	const double of_rate = samples->by.rate_error * sample->squares / busy_ns / busy_ns * (1 - busy_ns / run_ns);

	const double late = LATE_NS * LATE_NS / 2 + pow((double)sample->task->sum->run_late_ns, 2);

	return run_ns * run_ns * ((run_ns > busy_ns ? of_rate : 0) + RUN_ERROR * RUN_ERROR) +
	       late * run_ns / (double)(sum_ns(&samples->window) + samples->gap_ns);
}

static double weight_of(const struct window_sample *sample)
{
	return sample->weight > 0 ? sample->weight : 1;
}

static double sample_variance(const struct window_samples *samples, const struct window_sample *sample)
{
	return sample->run_ns > 0 ? run_variance(samples, sample) :
				    time_variance(samples, sample, samples->by.time_factor * weight_of(sample)) *
				    (1 - sample->fitted);
}

/* What all CPUs with windows have of their tasks, in slots, by what is known of these. */
struct weighed {
	double all;			/* that tasks had, exactly */
	double run, other, unseen;	/* of tasks whose time is known; of others; of those in no window */
	double run_variance, other_variance;
	double ran, ran_ns;		/* in windows */
};

/* A task that was in no window: its slots are unaccounted. On CPUs without windows nothing of it is unknown. */
static void add_unseen(struct weighed *weighed, struct task_sum *sum, double rest_ns)
{
	if (rest_ns <= (sum->busy_ns ? UNSEEN_NS : 0))
		return;
	sum->busy_ns += (uint64_t)rest_ns;
	sum->uncounted_ns += (float)rest_ns;
	sum->variance += (float)(rest_ns * rest_ns);
	sum->slices += !sum->slices;
	sum->tally.counts.scaled = true;
	weighed->unseen += weighed->ran_ns > 0 ? rest_ns * weighed->ran / weighed->ran_ns : 0;
}

/* Its time in the interval, but for what was counted whole, is divided among its CPUs as estimates of it are. */
static void weigh_task(struct weighed *weighed, struct task_sum *sum)
{
	const double rest_ns = (double)sum->run_ns - (double)sum->busy_ns;
	double seen_ns = 0, estimate_ns = 0;
	struct window_sample *sample;

	for (sample = sum->samples; sample; sample = sample->next_of_task) {
		seen_ns += (double)sample->busy_ns;
		estimate_ns += (double)sample->busy_ns * sample->owner->by.time_factor;
	}
	if (estimate_ns <= 0) {
		add_unseen(weighed, sum, rest_ns);
		return;
	}
	for (sample = sum->samples; sample; sample = sample->next_of_task) {
		const double factor = sample->owner->by.time_factor * fmax(rest_ns, seen_ns) / estimate_ns;

		sample->run_ns = (double)sample->busy_ns * factor;
		sample->weight = factor / sample->owner->by.factor;
	}
}

/* Of the sample, in slots x slots: its own, at most. */
static double slots_variance(const struct window_samples *samples, const struct window_sample *sample)
{
	const double slots = counts_or_0(&sample->counts, EV_SLOTS) * samples->by.factor;

	return fmin(sample_variance(samples, sample) * samples->by.rate * samples->by.rate, slots * slots);
}

static void add_weighed(struct weighed *weighed, const struct window_samples *samples)
{
	for (const struct window_sample *sample = samples->list; sample; sample = sample->next) {
		const double slots = counts_or_0(&sample->counts, EV_SLOTS) * samples->by.factor;
		const bool is_known = sample->run_ns > 0;

		weighed->all += slots;
		*(is_known ? &weighed->run : &weighed->other) += slots * weight_of(sample);
		*(is_known ? &weighed->run_variance : &weighed->other_variance) += slots_variance(samples, sample);
	}
}

/* By what is missing to all slots, or too much, both kinds change as their variances are. */
static void fit(struct window_samples *samples, size_t n, const struct weighed *weighed)
{
	const double known = weighed->run + weighed->unseen;
	const double variance = weighed->other_variance + weighed->run_variance + pow(2 * RUN_ERROR * known, 2);
	const double part = weighed->other_variance / variance;
	const double off = weighed->all - known - weighed->other;
	const double by_other = weighed->other > 0 && known > 0 ?
		fmin(fmax(1 + off * part / weighed->other, 1 / OTHER_MOST), OTHER_MOST) : 1;
	const double by_run = known > 0 ? fmax(weighed->all - weighed->other * by_other, 0) / known : 1;

	if (!(weighed->all > 0))
		return;
	for (size_t cpu = 0; cpu < n; cpu++) {
		for (struct window_sample *sample = samples[cpu].list; sample; sample = sample->next) {
			const bool is_known = sample->run_ns > 0;

			if (!is_known && known > 0)
				sample->fitted = slots_variance(&samples[cpu], sample) / variance;
			sample->weight = weight_of(sample) * (is_known ? by_run : by_other);
		}
		samples[cpu].by.unseen_slots = weighed->unseen * by_run * samples[cpu].classes.sum / weighed->ran;
	}
}

/*
 * It has ended, and was in no window: it may have run in gaps. Where it has time of CPUs without windows, that is
 * less by as much at most as it lived longer, in an interval of span_ns.
 */
static void mark_ended(const struct task *task, uint64_t span_ns)
{
	const bool is_whole = task->forked && task->exit_ns > task->start_ns;
	const uint64_t life_ns = is_whole ? task->exit_ns - task->start_ns : span_ns;
	const double rest_ns = (double)(life_ns < span_ns ? life_ns : span_ns) - (double)task->sum->busy_ns;

	if (task->sum->busy_ns && rest_ns <= 0)
		return;
	task->sum->variance += task->sum->busy_ns ? (float)(rest_ns * rest_ns) : INFINITY;
	task->sum->tally.counts.scaled = true;
}

void window_samples_weigh(struct window_samples *samples, size_t n, struct task *touched)
{
	struct weighed weighed = { .all = 0 };
	uint64_t span_ns = 0;

	for (size_t cpu = 0; cpu < n; cpu++) {
		const uint64_t all_ns = sum_ns(&samples[cpu].window) + samples[cpu].gap_ns;

		span_ns = all_ns > span_ns ? all_ns : span_ns;
		weighed.ran += samples[cpu].classes.sum;
		weighed.ran_ns += (double)samples[cpu].window.busy_ns;
	}
	for (struct task *task = touched; task; task = task->next_touched)
		if (task->sum->run_known)
			weigh_task(&weighed, task->sum);
		else if (!task->sum->samples)
			mark_ended(task, span_ns);
	for (size_t cpu = 0; cpu < n; cpu++)
		add_weighed(&weighed, &samples[cpu]);
	fit(samples, n, &weighed);
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
static bool extrapolate_counts(const struct window_samples *samples, struct window_sample *sample)
{
	const struct extrapolation *by = &samples->by;
	const bool has_slots = sample->counts.present & 1U << EV_SLOTS;
	const double slots = counts_or_0(&sample->counts, EV_SLOTS);
	double factor = by->factor * weight_of(sample);

	sample->counts.scaled = samples->window_slots + samples->gap_slots > 0 || samples->gap_ns;
	if (slots > 0)
		factor += (double)sample->gap_ns * by->gap_rate / slots;
	else if (!has_slots)
		factor *= 1 + part_of(sample->gap_ns, sample->busy_ns);
	counts_scale(&sample->counts, factor);
	return slots > 0;
}

/* The task's part of the whole interval. False: it has no slots. */
static bool sum_of_sample(const struct window_samples *samples, struct window_sample *sample, struct task_sum *its)
{
	const double seen = counts_or_0(&sample->counts, EV_SLOTS);
	const double time_factor = sample->run_ns > 0 ? sample->run_ns / (double)sample->busy_ns :
						    samples->by.time_factor * weight_of(sample);
	double variance = sample_variance(samples, sample);
	const bool owned = extrapolate_counts(samples, sample);

	if (sample->row)
		sample->row->weight = (float)weight_of(sample);
	its->busy_ns = (uint64_t)((double)sample->busy_ns * time_factor) + sample->gap_ns;
	if (sample->gap_ns)
		variance = gap_variance(sample, seen, counts_or_0(&sample->counts, EV_SLOTS), its->busy_ns);
	its->variance = sample->counts.scaled ? (float)fmax(variance, 1) : 0;	/* 0: nothing is estimated */
	its->uncounted_ns = (float)(owned || !sample->gap_ns ? (double)sample->unowned_ns * time_factor :
				    (double)its->busy_ns);
	return owned;
}

/*
 * Adds the extrapolated samples to the sums of the tasks, and frees the samples for the next
 * interval. Returns the time in gaps whose slots have an owner.
 */
static uint64_t add_to_tasks(struct window_samples *samples)
{
	struct window_sample *sample;
	uint64_t owned_ns = 0;

	while ((sample = samples->list)) {
		struct task_sum *sum = sample->task->sum, its = { .slices = sample->slices };

		if (sum_of_sample(samples, sample, &its))
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
	const struct extrapolation *by = &samples->by;
	struct window_totals sum = extrapolate_time(samples);
	uint64_t owned_ns;

	if (!samples->list)
		free_spare(samples);
	owned_ns = add_to_tasks(samples);
	window_classes_extrapolate(&samples->classes, samples->windows, by->factor,
				   !known_gap_ns(samples) && !(by->unattributed_slots > 0));
	sum.idle_slots = samples->idle_slots + by->idle_slots;
	sum.unaccounted_slots = samples->unaccounted_slots * by->factor + by->unseen_slots +
				(double)(known_gap_ns(samples) - owned_ns) * by->gap_rate + by->unattributed_slots;
	sum.tasks_slots =
		samples->window_slots + samples->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	*samples = (struct window_samples){ .spare = samples->spare, .classes = samples->classes };
	return sum;
}
