/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lower part of the switch source: reads groups by read(2), and lets them rotate; below it,
 * ring_records.h takes records out of the rings. All goes through the slicer to a sink, and to a tap
 * if there is one. Called by source_switch.c and sampling.c on the collector thread. CPUs are
 * indices.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"

struct source_switch;

/*
 * Of an online CPU whose events the kernel has removed: what happened there since its last record
 * is lost; or belongs to no interval.
 */
void rings_lose_removed(struct source_switch *self, size_t cpu, uint64_t now_ns,
			const struct sink *sink);
void rings_skip_removed(struct source_switch *self, size_t cpu, uint64_t now_ns);

/* Takes the first reading of each CPU after the groups were enabled: a baseline, no slice. */
void rings_read_baseline(struct source_switch *self);

/*
 * Reads the group that counts on this CPU, and puts the reading with this time into its place among
 * the records of the ring, which was drained before. If the current task is unknown the reading is
 * dropped, unless any_task says that it holds whichever task runs.
 */
void rings_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		    const struct sink *sink);

/*
 * The same; but while markers are watched the reading only waits until rings_place_all() puts the
 * readings of all CPUs into their places: no ring may be read ahead of another.
 */
void rings_read_soon(struct source_switch *self, size_t cpu, uint64_t time_ns, bool any_task,
		     const struct sink *sink);
void rings_place_all(struct source_switch *self, const struct sink *sink);

/*
 * Is it certain that a task runs there? An idle CPU is never woken; but in a pid namespace tid 0
 * may be a task outside of it that never leaves.
 */
bool rings_runs_task(const struct source_switch *self, size_t cpu);

/*
 * While others multiplex the counters of this CPU, its group is sampled when the kernel's mux timer
 * expires (collect/perf/mux_timer.h), so that what it counts has owners. A recording must not begin
 * before that ends: the group has one member more meanwhile.
 */
void rings_follow_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink);
void rings_leave_mux_timer(struct source_switch *self, size_t cpu, const struct sink *sink);

/* Sets the period of this CPU's cpu-clock to what it needs now. */
void rings_adjust_clock(struct source_switch *self, size_t cpu);

/* Switches this CPU to its next group if that is due by now. */
void rings_rotate(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink);

/* The same of all CPUs, if the timer of the rotation is due; follows the request for level 2. */
void rings_rotate_all(struct source_switch *self, uint64_t now_ns, const struct sink *sink);
