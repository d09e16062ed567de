/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters that never go back, for a monitoring system that asks now and then: of the machine, its
 * sockets, and the tasks by a label, their cgroup or command. Only TOTALS_TOP labels have counters
 * of their own, those with the most slots lately; all others are one, so the number of series is
 * bounded whatever runs. Counts are added where a label is at that time:
 *
 *	machine - idle - unaccounted = sum of all labels that ever were + others
 *
 * A label that comes into the top begins with the next interval; what it had before stays with the
 * others. One that leaves the top keeps its counters for its return (TOTALS_LABELS of them; the one
 * that was not seen for longest is forgotten). One writer, the collector thread; one reader, the
 * thread that exports.
 */
#pragma once

#include <stdbool.h>

#include "model/totals/totals_view.h"

struct snapshot;
struct totals;

/*
 * wake: eventfd that the collector writes after totals_add(), as there is a new view then (model/
 * makes no system calls); -1: none. The caller owns it. NULL without memory.
 */
struct totals *totals_new(enum totals_by by, int wake);
int totals_wake(const struct totals *totals);
void totals_free(struct totals *totals);	/* NULL is fine; after both threads have ended */

/*
 * Collector thread: adds a finished snapshot and hands the new view over. It allocates nothing. A
 * snapshot without rows (the end of a recording) changes nothing.
 */
void totals_add(struct totals *totals, const struct snapshot *snapshot);

/*
 * The thread that exports: the newest view, valid until the next call; NULL before the first
 * interval. *fresh: it is newer than that of the last call; NULL is fine.
 */
const struct totals_view *totals_latest(struct totals *totals, bool *fresh);
