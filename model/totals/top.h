/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The labels with counters of their own, and all others as one: adds the rows of an interval, then
 * decides who is in the top from the next one on. Collector thread.
 *
 * A label enters at once while there is room, the heaviest first. Else it must weigh TOP_HYSTERESIS
 * times the lightest in the top, which then leaves, and there is room one interval later. A label
 * without slots for TOP_STAY_NS of counted time leaves.
 */
#pragma once

#include "model/totals/totals_view.h"

struct snapshot;
struct top;

#define TOP_HYSTERESIS 1.5
#define TOP_STAY_NS 300e9

struct top *top_new(enum totals_by by);	/* NULL without memory */
void top_free(struct top *top);	/* NULL is fine */

/*
 * Adds the rows of this interval; now_ns is the counted time at its end. *slots: of all rows. What
 * belongs to no label that is in the top is added to *other.
 *
 * Whoever reads the counters after each interval sees all that was added. A label comes at what it
 * had when it left, and grows from the next interval on. One that leaves is there once more with
 * what it had in its last interval. Before the first interval no counter was read: so what is added
 * is counted to the labels that enter with it.
 */
void top_add(struct top *top, const struct snapshot *snapshot, double now_ns, struct total *other,
	     double *slots);

/* Writes the series, in the order in which they came, and what is known of labels. */
void top_write(const struct top *top, struct totals_view *view);
