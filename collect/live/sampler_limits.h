/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When sampling gives way: to the budget of tdtop's own cost, in steps; and to the SLOTS groups, if
 * it takes their counters. Pure. One thread.
 */
#ifndef TDTOP_COLLECT_LIVE_SAMPLER_LIMITS_H
#define TDTOP_COLLECT_LIVE_SAMPLER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/events/event_budget.h"

/* What is left of sampling after some steps. */
struct sampler_shed {
	unsigned int shift;	/* the period is 2^shift times as long */
	size_t threads;		/* at most */
	bool no_stacks;
	const char *words;	/* "period x 2"; "" of no step */
};

struct sampler_budget {
	struct event_budget of;
	bool keeps_stacks;	/* they are what is looked at: not the last step */
};

const struct sampler_shed *sampler_budget_shed(const struct sampler_budget *budget);

/* Each second: the own cost in percent of one CPU. True: a further step is taken. */
bool sampler_budget_see(struct sampler_budget *budget, double own_percent);

/* All steps are taken, and the cost is still above the limit. */
bool sampler_budget_exhausted(const struct sampler_budget *budget);

#define SLOTS_LEAST 0.95	/* of the time, the SLOTS groups run while code is sampled */

enum sampler_yield {
	YIELD_NOTHING,
	YIELD_PAUSE,		/* close the events: do SLOTS run without them? */
	YIELD_RESUME,		/* they do not either: others hold the counters */
	YIELD_STOP		/* they do: it is sampling that takes them */
};

struct sampler_slots {
	double before;		/* running share before sampling began; NAN: not known */
	double running;		/* while sampled, the last */
	enum { SLOTS_SETTLING, SLOTS_WATCHED, SLOTS_PAUSING, SLOTS_PAUSED, SLOTS_OF_OTHERS } state;
	unsigned int low;	/* intervals in a row */
};

/* Sampling begins. */
void sampler_slots_begin(struct sampler_slots *slots, double before);

/* An interval has ended in which the groups ran for this share of the time. */
enum sampler_yield sampler_slots_see(struct sampler_slots *slots, double running);

#endif
