/* SPDX-License-Identifier: GPL-2.0-only */
/* Budget and counters of others; see sampler_parts.h. */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <math.h>

#include "collect/live/sampler_bounds.h"

#define INTERVALS_LOW 2

static const struct sampler_shed sheds[] = {
	{ 0, SAMPLER_THREADS, false, "" },
	{ 1, SAMPLER_THREADS, false, "period x 2" },
	{ 2, SAMPLER_THREADS, false, "period x 4" },
	{ 3, SAMPLER_THREADS, false, "period x 8" },
	{ 3, SAMPLER_THREADS / 2, false, "period x 8, half of the threads" },
	{ 3, SAMPLER_THREADS / 4, false, "period x 8, a quarter of the threads" },
	{ 3, SAMPLER_THREADS / 4, true, "period x 8, a quarter of the threads, no stacks" },
};
#define LAST (sizeof(sheds) / sizeof(sheds[0]) - 1)

static size_t last_step(const struct sampler_budget *budget)
{
	return LAST - budget->keeps_stacks;
}

const struct sampler_shed *sampler_budget_shed(const struct sampler_budget *budget)
{
	return &sheds[budget->of.step];
}

bool sampler_budget_see(struct sampler_budget *budget, double own_percent)
{
	return event_budget_see(&budget->of, last_step(budget), own_percent);
}

bool sampler_budget_exhausted(const struct sampler_budget *budget)
{
	return event_budget_exhausted(&budget->of, last_step(budget));
}

void sampler_slots_begin(struct sampler_slots *slots, double before)
{
	*slots = (struct sampler_slots){ .before = before, .running = NAN,
					 .state = SLOTS_SETTLING };
}

static enum sampler_yield watch(struct sampler_slots *slots, double running)
{
	slots->running = running;
	slots->low = running < SLOTS_LEAST ? slots->low + 1 : 0;
	if (slots->low < INTERVALS_LOW)
		return YIELD_NOTHING;
	/*
	 * They did not run before either. If that is not known, code was sampled from the first
	 * interval on, and a pause would take the samples away that were asked for.
	 */
	if (!(slots->before >= SLOTS_LEAST)) {
		slots->state = SLOTS_OF_OTHERS;
		return YIELD_NOTHING;
	}
	slots->state = SLOTS_PAUSING;
	return YIELD_PAUSE;
}

enum sampler_yield sampler_slots_see(struct sampler_slots *slots, double running)
{
	switch (slots->state) {
	case SLOTS_SETTLING:	/* groups were closed and opened in this interval */
		slots->state = SLOTS_WATCHED;
		slots->running = running;
		return YIELD_NOTHING;
	case SLOTS_WATCHED:
		return watch(slots, running);
	case SLOTS_PAUSING:	/* in a part of this interval, code was still sampled */
		slots->state = SLOTS_PAUSED;
		return YIELD_NOTHING;
	case SLOTS_PAUSED:
		if (running >= SLOTS_LEAST)
			return YIELD_STOP;
		slots->state = SLOTS_OF_OTHERS;
		slots->before = running;
		return YIELD_RESUME;
	case SLOTS_OF_OTHERS:
		slots->running = running;
		break;
	}
	return YIELD_NOTHING;
}
