/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where an interval begins and ends in the source: the time that is divided by must be that in
 * which was counted. Part of collector.c, its only caller. Collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_INTERVAL_CUTS_H
#define TDTOP_COLLECT_COLLECTOR_INTERVAL_CUTS_H

#include <stdint.h>

#include "collect/slice/source.h"

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
