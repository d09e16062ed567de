/* SPDX-License-Identifier: GPL-2.0-only */
/* How much the sampler opens and samples, and until when; and what it is told. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/live_profile.h"
#include "collect/live/sample_choice.h"
#include "model/machine.h"

struct perf_sys;		/* the system calls: perf_sys.h */

#define SAMPLER_THREADS 64		/* of a scope that have an event */
#define SAMPLER_RATE 1000		/* samples a second of a busy thread at most */
#define SAMPLER_BIRTHS 50		/* threads a second: from here on by CPU, with a filter */
#define SAMPLER_UNSAMPLED 0.02		/* of the CPU time, by threads without an event: likewise */
#define SAMPLER_CLOSE_NS 3000000000ULL	/* after no view needs it any more */

struct sampler_options {
	const struct sample_choices *choices;	/* borrowed */
	struct live_profile *live;		/* borrowed */
	struct profile_exchange *exchange;	/* borrowed: requests */
	const struct perf_sys *sys;		/* NULL: the real ones */
	double rate;		/* --sample-rate: at most so many a second of a thread; 0:
				 * SAMPLER_RATE */
	double budget;		/* --budget, percent of the machine; 0: no limit */
	const struct machine *machine;	/* borrowed, the collector's: before the first interval;
					 * NULL: not known */
	bool command;		/* tdtop has started what is sampled */
	/* Tells the source that counters are (not) needed: source_requests.room; or NULL. */
	void (*make_room)(void *data, uint32_t general_counters);
	/* Is a file open that records are for? Asked before each drain; NULL: nothing is recorded. */
	bool (*records)(void *data);
	/* Then: a record of a ring of this attr. */
	void (*record)(void *data, const struct perf_event_attr *attr, uint64_t id,
		       const void *bytes, size_t size);
	void *data;
};
