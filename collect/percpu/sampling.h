/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keeps the switch source to its budget. Where there are many context switches, only those in
 * windows are sampled (collect/slice/duty.h). The groups count on, so the counts of a CPU are
 * always exact; in a gap they are read at ticks too, since a CPU that has windows is not asleep.
 * Called by source_switch.c on the collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"

struct sampling;
struct source_switch;

/*
 * Allocates for this many CPUs, all sampled all the time; costs and budget stay as they are. 0 or
 * -ENOMEM; sampling_done() in both cases.
 */
int sampling_init(struct sampling *sampling, size_t n_cpus);
void sampling_done(struct sampling *sampling);

/*
 * Measures the cost of a sample, once for groups with level 2 and once for groups without it, when
 * they are opened so for the first time; and starts counting costs. Before the groups are enabled.
 */
void sampling_start(struct source_switch *self);

/* Opens and closes the windows that are due. */
void sampling_run_timers(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

/* When a window is due; UINT64_MAX: never. */
uint64_t sampling_next_ns(const struct source_switch *self);

/* The end of an interval: reports its costs, and decides what is sampled in the next one. */
void sampling_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

/* What a sample at a marker costs in the kernel, ns, without the probe itself; NAN: not known. */
double sampling_marker_ns(const struct source_switch *self);

/* Opens all windows for good: from now on all switches are sampled. */
void sampling_close_gaps(struct source_switch *self, const struct sink *sink);
