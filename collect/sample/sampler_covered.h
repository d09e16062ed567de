/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much of the CPU time of what is looked at was sampled since the profile began: threads that
 * end before they have an event are in no profile, and nothing in it shows that. Pure.
 */
#ifndef TDTOP_COLLECT_SAMPLE_SAMPLER_COVERED_H
#define TDTOP_COLLECT_SAMPLE_SAMPLER_COVERED_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/events/event_tasks.h"

/* Zeroed: nothing is known. */
struct sampler_covered {
	double counted_ns, sampled_ns;
	uint64_t began_ns;
	bool missed;			/* there were threads without an event */
	uint64_t enabled_before;	/* sampler_set.enabled_ns until then */
};

void sampler_covered_begin(struct sampler_covered *covered, uint64_t enabled_ns, uint64_t now_ns);

/*
 * An interval of the scope has ended now. all: by CPU, so nothing is missing; else enabled_ns tells
 * what was sampled.
 */
void sampler_covered_see(struct sampler_covered *covered, const struct event_scope *scope,
			 bool all, uint64_t enabled_ns, uint64_t now_ns);

/* 0..1; NAN: nothing was counted, or not all. */
double sampler_covered_part(const struct sampler_covered *covered);

#endif
