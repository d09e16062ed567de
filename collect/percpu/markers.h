/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which markers end slices of the switch source: opens their probes as members of all groups of all
 * CPUs that are online, and closes them. What their samples mean is known by ring_records.c and by
 * the slicer. Called by source_switch.c on the collector thread.
 *
 * A group that is on must go off and on once before its new members run (seen with 6.18), so for
 * some microseconds nothing is counted on each CPU. A marker that is passed while no group of its
 * CPU is on, as one rotates to the next, is missed: its task is in the region of before until its
 * next marker. In a gap between two windows (duty.h) markers are sampled as ever, so that windows
 * begin with the regions known; what is counted in a gap is divided as without regions.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"

struct source_switch;

/* The operations of the source: see collect/slice/source.h. */
int markers_watch(struct source_switch *self, bool on, struct err *err);
uint64_t markers_seen(const struct source_switch *self, double *cost_ns);
uint64_t markers_last_ns(const struct source_switch *self);

/*
 * The groups were opened again and are not enabled yet: probes what was probed before. If the
 * kernel refuses that now, slices end at no markers until markers_retry() succeeds, at a tick.
 */
void markers_reopen(struct source_switch *self);
void markers_retry(struct source_switch *self);
void markers_close(struct source_switch *self);	/* before the groups are closed */
