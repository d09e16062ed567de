/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is looked at, and the events that are open for it: chooses threads or CPUs, opens and
 * closes. The part of the sampler without clocks and rates. Collector thread.
 */
#ifndef TDTOP_COLLECT_LIVE_SAMPLER_OPEN_H
#define TDTOP_COLLECT_LIVE_SAMPLER_OPEN_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/events/event_targets.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sampler_out.h"
#include "collect/live/sampler_remark.h"
#include "collect/live/sampler_set.h"
#include "collect/sys/facts.h"

/*
 * How much of the CPU time of what is looked at was sampled since the profile began: threads that
 * end before they have an event are in no profile, and nothing in it shows that.
 * Zeroed: nothing is known.
 */
struct sampler_covered {
	double counted_ns, sampled_ns;
	uint64_t began_ns;
	bool missed;			/* there were threads without an event */
	uint64_t enabled_before;	/* sampler_set.enabled_ns until then */
};

struct sampler_view {
	struct event_targets targets;	/* on whom; threads_most of its queue: as the budget allows */
	struct facts facts;
	double rate;			/* samples a second, of a thread or CPU */
	struct sampler_set set;
	struct sampler_out out;
	const struct sample_choice *choice;	/* NULL: nothing is looked at */
	const struct sample_classes *classes;	/* of the choice that is several */
	struct sampler_how how;		/* as the kernel accepts it, once something is open */
	bool by_cpu;
	bool command;			/* as in sampler_options */
	bool pids_told;			/* by an interval since then */
	size_t pages_least;		/* of a ring that is of use */
	bool fewer_pages;		/* than requested, as little memory may be locked */
	struct sampler_covered covered;	/* of the scope's CPU time */
	double budget;			/* --budget; 0: no limit */
	unsigned int calm;		/* intervals with few births, by CPU */
	uint32_t threads_before;	/* of the scope, an interval ago; 0: not known */
	struct sampler_remarks remarks;
};

/* With no target yet. 0 or -ENOMEM. */
int sampler_view_init(struct sampler_view *view, const struct perf_sys *sys);
void sampler_view_done(struct sampler_view *view);

/* Is there nothing to see without stacks? */
bool sampler_view_needs_stacks(const struct live_request *request);

/* A choice is looked at. Nothing is open yet: sampler_view_reopen() does that. */
void sampler_view_look(struct sampler_view *view, const struct live_request *request,
		       const struct sample_choice *choice);

/* Closes all, and opens with view->how anew. */
void sampler_view_reopen(struct sampler_view *view);

/* The same threads and CPUs with another period. */
void sampler_view_set_period(struct sampler_view *view, uint64_t period);

/*
 * After an interval: opens what of the scope is busy and not open yet, and closes what was idle for long. The
 * caller enables them. True: CPUs are sampled, and only this interval has told of processes of the scope that
 * ran all the time, whose samples were dropped.
 */
bool sampler_view_open_again(struct sampler_view *view);

/* The records of the rings tell of threads that began (view->out.begun) or exited. */
void sampler_view_follow_tasks(struct sampler_view *view);

/*
 * After event_tasks_see() and sampler_view_open_again(): do so many threads begin, or is so much of the
 * CPU time not sampled, that CPUs are to be sampled, or so little that threads are? Then those are
 * open. The rings were drained. True: what was sampled before is a biased part, and goes.
 */
bool sampler_view_follow_births(struct sampler_view *view, uint64_t now_ns);

/* Keeps only this many threads, the busiest. */
void sampler_view_shrink(struct sampler_view *view, size_t threads);

void sampler_view_leave(struct sampler_view *view);	/* closes all; nothing is looked at */

/* CPUs that are to be sampled, if CPUs are. */
size_t sampler_view_cpus(const struct sampler_view *view);

/*
 * Share of the scope's CPU time that was sampled since the profile began, 0..1; where no CPU time is
 * known, the share of the slots that sampled threads had in the last interval; NAN.
 */
double sampler_view_part(const struct sampler_view *view);

/* A core type of the machine that does not have the event; NULL: there is none. */
const char *sampler_view_lacking(const struct sampler_view *view);

/* A profile begins; enabled_ns: of the set, until now. */
void sampler_covered_begin(struct sampler_covered *covered, uint64_t enabled_ns, uint64_t now_ns);

#endif
