/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where an interval begins and ends in the source: the time that is divided by must be that in
 * which was counted. Part of collector.c, its only caller. Collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_INTERVAL_CUTS_H
#define TDTOP_COLLECT_COLLECTOR_INTERVAL_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/source.h"

/* The ends of intervals in a recording. */
struct recorder;
struct tasks;

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

#endif
