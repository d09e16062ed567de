/* SPDX-License-Identifier: GPL-2.0-only */
/* Windows to whole intervals; see shares.h. */
#include "config.h"
#include "collect/shares.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHARES_FIRST 64		/* tasks of a CPU that there is room for at first; a power of two, as all after it */

void shares_done(struct shares *shares)
{
	free(shares->list);
	free(shares->places);
}

static double slots_of(const struct slice *slice)
{
	return counts_or_0(&slice->counts, EV_SLOTS);
}

void shares_gap(struct shares *shares, const struct slice *slice)
{
	shares->gap_ns += slice->duration_ns;
	shares->gap_slots += slots_of(slice);
}

static void add_window(struct shares *shares, const struct slice *slice)
{
	shares->window_ns += slice->duration_ns;
	shares->window_slots += slots_of(slice);
}

void shares_nobody(struct shares *shares, const struct slice *slice, bool idle)
{
	add_window(shares, slice);
	if (!idle)
		shares->unknown_ns += slice->duration_ns;
	if (!idle || slice->unowned)
		shares->unaccounted_slots += slots_of(slice);
	else
		shares->idle_slots += slots_of(slice);
}

static uint32_t *place_of(const struct shares *shares, const struct task *task)
{
	size_t mask = 2 * shares->cap - 1;
	/* Tasks lie in blocks, so the lowest bits say little: Knuth's multiplicative hash. */
	size_t i = ((uintptr_t)task >> 4) * 0x9e3779b97f4a7c15ULL >> 32 & mask;

	while (shares->places[i] && shares->list[shares->places[i] - 1].task != task)
		i = (i + 1) & mask;
	return &shares->places[i];
}

static int grow(struct shares *shares)
{
	size_t cap = shares->cap ? 2 * shares->cap : SHARES_FIRST;
	struct share *list = realloc(shares->list, cap * sizeof(list[0]));
	uint32_t *places;

	if (!list)
		return -ENOMEM;
	shares->list = list;
	places = calloc(2 * cap, sizeof(places[0]));
	if (!places)
		return -ENOMEM;
	free(shares->places);
	shares->places = places;
	shares->cap = cap;
	for (size_t i = 0; i < shares->n; i++)
		*place_of(shares, list[i].task) = (uint32_t)i + 1;
	return 0;
}

/* The task's share; NULL without memory. */
static struct share *share_of(struct shares *shares, struct task *task)
{
	uint32_t *place = shares->cap ? place_of(shares, task) : NULL;

	if (place && *place)
		return &shares->list[*place - 1];
	if (shares->n == shares->cap) {
		if (grow(shares))
			return NULL;
		place = place_of(shares, task);
	}
	shares->list[shares->n] = (struct share){ .task = task };
	*place = (uint32_t)++shares->n;
	return &shares->list[shares->n - 1];
}

int shares_add(struct shares *shares, struct task *task, const struct slice *slice)
{
	struct share *share = task ? share_of(shares, task) : NULL;

	add_window(shares, slice);
	shares->busy_ns += slice->duration_ns;
	if (!share || slice->unowned)
		shares->unaccounted_slots += slots_of(slice);
	else
		counts_add(&share->counts, &slice->counts);
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
static struct spreading plan(const struct shares *shares)
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
static struct shares_sum spread_time(const struct shares *shares, double *factor)
{
	const double all_ns = (double)(shares->window_ns + shares->gap_ns);
	double busy_ns = (double)shares->busy_ns * *factor, unknown_ns = (double)shares->unknown_ns * *factor;

	if (busy_ns + unknown_ns > all_ns) {
		*factor *= all_ns / (busy_ns + unknown_ns);
		unknown_ns *= all_ns / (busy_ns + unknown_ns);
		busy_ns = all_ns - unknown_ns;
	}
	return (struct shares_sum){ .busy_ns = (uint64_t)busy_ns, .unknown_ns = (uint64_t)unknown_ns,
				    .idle_ns = (uint64_t)(all_ns - busy_ns - unknown_ns) };
}

static void spread_to_tasks(struct shares *shares, double factor, double time_factor)
{
	for (size_t i = 0; i < shares->n; i++) {
		struct share *share = &shares->list[i];
		struct task_sum *sum = share->task->sum;

		scale(&share->counts, factor);
		counts_add(&sum->counts, &share->counts);
		sum->busy_ns += (uint64_t)((double)share->busy_ns * time_factor);
		sum->slices += share->slices;
	}
}

struct shares_sum shares_spread(struct shares *shares)
{
	const struct spreading spreading = plan(shares);
	double time_factor = spreading.factor;
	struct shares_sum sum;

	if (spreading.nobodys_slots > 0)	/* somebody ran, and nobody knows for how long */
		sum = (struct shares_sum){ .unknown_ns = shares->window_ns + shares->gap_ns };
	else
		sum = spread_time(shares, &time_factor);
	sum.idle_slots = shares->idle_slots + spreading.idle_slots;
	sum.unaccounted_slots = shares->unaccounted_slots * spreading.factor + spreading.nobodys_slots;
	sum.tasks_slots = shares->window_slots + shares->gap_slots - sum.idle_slots - sum.unaccounted_slots;
	spread_to_tasks(shares, spreading.factor, time_factor);
	if (shares->n)
		memset(shares->places, 0, 2 * shares->cap * sizeof(shares->places[0]));
	*shares = (struct shares){ .cap = shares->cap, .list = shares->list, .places = shares->places };
	return sum;
}
