/* SPDX-License-Identifier: GPL-2.0-only */
/* What the user must know of how sampling goes, as sentences for live_state.remark. Pure. */
#ifndef TDTOP_COLLECT_LIVE_SAMPLER_REMARK_H
#define TDTOP_COLLECT_LIVE_SAMPLER_REMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_remark.h"

/* Zeroed: there is nothing to say. */
struct sampler_remarks {
	bool gave_way;		/* closed, as SLOTS did not run beside it */
	bool paused;		/* closed, to see whether they run then */
	bool others;		/* SLOTS do not run without it either, */
	bool others_unknown;	/* or may not: code was sampled all the time */
	double slots;		/* running share that led to one of the two, 0..1 */
	struct event_missing missing;
	const char *shed;	/* what the budget has taken: sampler_limits.h; NULL, "": nothing */
	bool exhausted;		/* and it is not enough */
	double own_percent;	/* of one CPU */
	int no_stacks_errno;	/* refused now, positive; 0: they are not */
	bool small_rings;	/* less memory than requested may be locked */
	uint64_t throttled;	/* by the kernel, times */
	double starved;		/* share of the time that the event had a counter; 1: always */
	const char *lacking;	/* hybrids: a core type without the event; NULL: none */
	double births;		/* threads a second, because of which CPUs are sampled; 0 */
	bool cpus_refused;	/* births, and CPUs may not be sampled */
	double unsampled;	/* of the scope's CPU time, by threads without an event; 0..1 */
	const char *silent;	/* an event of the classes that counts nothing; NULL */
	const char *note;	/* of the choice; NULL */
};

/* Writes them, most important first, as many as have room. */
void sampler_remark(const struct sampler_remarks *remarks, char *text, size_t size);

#endif
