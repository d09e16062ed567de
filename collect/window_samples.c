/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows to whole intervals; see window_samples.h. */
#include "config.h"
#include "collect/window_samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static void free_shares(struct window_sample *share)
{
	while (share) {
		struct window_sample *next = share->next;

		free(share);
		share = next;
	}
}

static void free_spare(struct window_samples *shares)
{
	free_shares(shares->spare);
	shares->spare = NULL;
}

void window_samples_done(struct window_samples *shares)
{
	free_shares(shares->list);
	free_spare(shares);
}

void window_samples_add_gap(struct window_samples *shares, const struct slice *slice)
{
	shares->gap_ns += slice->duration_ns;
	shares->gap_slots += slice_slots(slice);
}

static void add_window(struct window_samples *shares, const struct slice *slice)
{
	shares->window_ns += slice->duration_ns;
	shares->window_slots += slice_slots(slice);
}

void window_samples_add_unattributed(struct window_samples *shares, const struct slice *slice, bool idle)
{
	add_window(shares, slice);
	if (!idle)
		shares->unknown_ns += slice->duration_ns;
	if (!idle || slice->unowned)
		shares->unaccounted_slots += slice_slots(slice);
	else
		shares->idle_slots += slice_slots(slice);
}

/* The task's share of this CPU; NULL without memory. A task runs on few CPUs in an interval. */
static struct window_sample *share_of(struct window_samples *shares, struct task *task)
{
	struct window_sample *share = task->sum->shares;

	while (share && share->owner != shares)
		share = share->next_of_task;
	if (share)
		return share;
	share = shares->spare;
	if (share)
		shares->spare = share->next;
	else if (!(share = malloc(sizeof(*share))))
		return NULL;
	*share = (struct window_sample){ .task = task, .owner = shares, .next = shares->list,
				 .next_of_task = task->sum->shares };
	shares->list = task->sum->shares = share;
	return share;
}

static void add_counts(struct counts *counts, const struct slice *slice)
{
	struct counts its;

	slice_counts(slice, &its);
	counts_add(counts, &its);
}

int window_samples_add(struct window_samples *shares, struct task *task, const struct slice *slice)
{
	struct window_sample *share = task ? share_of(shares, task) : NULL;

	add_window(shares, slice);
	shares->busy_ns += slice->duration_ns;
	if (!share || slice->unowned)
		shares->unaccounted_slots += slice_slots(slice);
	else
		add_counts(&share->counts, slice);
	if (!share)
		return -ENOMEM;
	share->busy_ns += slice->duration_ns;
	share->slices++;
	return 0;
}

static void scale(struct counts *counts, double factor)
{
	for (int event = 0; event < EV_COUNT; event++)
		counts->value[event] *= factor;
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		counts->base[i] *= factor;
	counts->scaled = true;
}

/* How the gaps are given away. */
struct spreading {
	double factor;		/* so much more everybody had than in the windows */
	double idle_slots;	/* of the gaps, what idle had: next to none */
	double nobodys_slots;	/* and what nobody had, as nobody was seen */
};

/*
 * By slots, which are known exactly for the gaps, too; by time where they are missing. A halted CPU counts next to
 * none: so much in the gaps as in the windows, and all else is of who ran.
 */
static struct spreading plan(const struct window_samples *shares)
{
	const double seen = shares->window_slots - shares->idle_slots;
	const double times = shares->window_ns ? (double)shares->gap_ns / (double)shares->window_ns : 0;
	struct spreading plan = { .factor = 1 };
	double rest;

	if (shares->window_slots + shares->gap_slots <= 0) {
		plan.factor = 1 + times;
		return plan;
	}
	plan.idle_slots = fmin(shares->idle_slots * times, shares->gap_slots);
	rest = shares->gap_slots - plan.idle_slots;
	if (seen > 0)
		plan.factor = 1 + rest / seen;
	else
		plan.nobodys_slots = rest;
	return plan;
}

/* The parts of the CPU's time. Slots may come faster than in the windows, time does not: then factor shrinks. */
static struct window_totals spread_time(const struct window_samples *shares, double *factor)
{
	const double all_ns = (double)(shares->window_ns + shares->gap_ns);
	double busy_ns = (double)shares->busy_ns * *factor, unknown_ns = (double)shares->unknown_ns * *factor;

	if (busy_ns + unknown_ns > all_ns) {
		*factor *= all_ns / (busy_ns + unknown_ns);
		unknown_ns *= all_ns / (busy_ns + unknown_ns);
		busy_ns = all_ns - unknown_ns;
	}
	return (struct window_totals){ .busy_ns = (uint64_t)busy_ns, .unknown_ns = (uint64_t)unknown_ns,
				    .idle_ns = (uint64_t)(all_ns - busy_ns - unknown_ns) };
}

/* And takes the shares back. */
static void spread_to_tasks(struct window_samples *shares, double factor, double time_factor)
{
	struct window_sample *share;

	while ((share = shares->list)) {
		struct task_sum *sum = share->task->sum;

		scale(&share->counts, factor);
		counts_add(&sum->tally.counts, &share->counts);
		sum->busy_ns += (uint64_t)((double)share->busy_ns * time_factor);
		sum->slices += share->slices;
		sum->shares = NULL;
		shares->list = share->next;
		share->next = shares->spare;
		shares->spare = share;
	}
}

struct window_totals window_samples_extrapolate(struct window_samples *shares)
{
	const struct spreading spreading = plan(shares);
	double time_factor = spreading.factor;
	struct window_totals sum;

	if (spreading.nobodys_slots > 0)	/* somebody ran, and nobody knows for how long */
		sum = (struct window_totals){ .unknown_ns = shares->window_ns + shares->gap_ns };
	else
		sum = spread_time(shares, &time_factor);
	sum.idle_slots = shares->idle_slots + spreading.idle_slots;
	sum.unaccounted_slots = shares->unaccounted_slots * spreading.factor + spreading.nobodys_slots;
	sum.tasks_slots = shares->window_slots + shares->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	if (!shares->list)
		free_spare(shares);
	spread_to_tasks(shares, spreading.factor, time_factor);
	*shares = (struct window_samples){ .spare = shares->spare };
	return sum;
}
