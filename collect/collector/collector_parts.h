/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of collector.c: who is asked about tasks, and where intervals begin and end. Collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"

/*
 * Who is asked about tasks: /proc of this machine, whose answers a recorder writes down, or the
 * source.
 */
struct procfs;
struct recorder;

#define LOOKUPS_FIRST 1024	/* processes that lookups_first() asks for */

struct lookups {
	struct source *source;
	struct procfs *procfs;		/* NULL if the source does not use /proc */
	struct recorder *recorder;	/* NULL: no recording */
};

/* The functions that look tasks up; borrows the struct. */
struct task_lookup lookups_of(struct lookups *lookups);

/*
 * Looks up the processes that exist when the counting has started, the newest LOOKUPS_FIRST of
 * /proc. One that ends before the end of the first interval could not be looked up any more, and
 * would have no name. Takes some 30 us each. They are known from a time on when all of them exist:
 * a FORK record that is later would be that of another process with the same pid.
 */
void lookups_first(struct lookups *lookups, struct tasks *tasks);

/*
 * Where an interval begins and ends in the source: the time that is divided by must be that in
 * which was counted.
 */

/* The ends of intervals in a recording. */

/*
 * Ends the interval of this draft in a recording as well, and fills in what becomes of that;
 * toggle: a recording begins or ends with it. NULL: nothing is recorded.
 */
void interval_marks_end(struct recorder *recorder, const struct tasks *tasks, bool toggle,
			struct snapshot *draft);

/* What was counted between these times is in no interval; wall: seconds since 1970 at the end. */
void interval_marks_skip(struct recorder *recorder, const struct tasks *tasks, uint64_t since_ns,
			 uint64_t until_ns, double wall);

struct aggregate;

/*
 * The first interval begins, or that after a restart: sets *began_ns, from which on all CPUs count.
 * Drops the slices of before. 0, SOURCE_ENDED, or a negative errno with a sentence.
 */
int interval_cuts_begin(struct source *source, struct aggregate *aggregate, uint64_t *began_ns,
			struct err *err);

/*
 * Ends the interval of this length in the source at *now_ns; or later, and sets it: if tdtop was
 * stopped or preempted meanwhile, later records have been consumed already.
 */
int interval_cuts_end(struct source *source, uint64_t interval_ns, uint64_t *now_ns,
		      const struct sink *sink, struct err *err);
