/* SPDX-License-Identifier: GPL-2.0-only */
/* The ends of intervals in a recording. Part of collector.c, its only caller. Collector thread. */
#ifndef TDTOP_COLLECT_COLLECTOR_INTERVAL_MARKS_H
#define TDTOP_COLLECT_COLLECTOR_INTERVAL_MARKS_H

#include <stdbool.h>
#include <stdint.h>

struct recorder;
struct snapshot;
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

#endif
