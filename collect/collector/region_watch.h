/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides when regions are watched, and in which programs. While the user looks at them
 * (control->regions) the finder (region_finder.h) looks for markers in the programs of the
 * processes that ran, and the source probes them. Their cost is kept within the budget: beyond it
 * the probes are open for a part of the time only. Collector thread, but new and free.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"

struct region_finder;
struct region_watch;
struct regions;
struct snapshot;
struct source;

struct region_watch_options {
	struct source *source;		/* borrowed; its `regions` is set here */
	const char *proc_root;		/* NULL: "/proc" */
	double budget_percent;		/* of the machine's CPU time; 0: no limit */
	const int32_t *pids;		/* only these and their descendants; borrowed */
	uint32_t n_pids;		/* 0: all processes */
	const char *sys_root;		/* of /sys; NULL: "" */
	struct region_finder *finder;	/* borrowed, without its thread: of tests; NULL: its own */
};

/*
 * Starts the thread of the finder: before the sandbox, which it must not be in. 0 and *out; or a
 * negative errno with a sentence, as without memory. -EOPNOTSUPP: the source or the kernel cannot
 * do it. *out is there all the same, and tells that in draft->regions.
 */
int region_watch_new(const struct region_watch_options *options, struct region_watch **out,
		     struct err *err);
void region_watch_free(struct region_watch *watch);	/* NULL is fine */

/* Opens and closes what is due. wanted: the user looks at regions. now_ns: clock_ns(). */
void region_watch_step(struct region_watch *watch, bool wanted, uint64_t now_ns);
uint64_t region_watch_next_ns(const struct region_watch *watch);	/* UINT64_MAX: not needed */

/* An interval has ended, its rows are finished: looks at their processes, fills draft->regions. */
void region_watch_see(struct region_watch *watch, struct snapshot *draft, uint64_t now_ns);

/* The collector ends: no probe stays open. */
void region_watch_end(struct region_watch *watch);
