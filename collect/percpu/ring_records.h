/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The very bottom of the switch source: takes records out of the rings, and puts readings by read(2)
 * into their place among them. All goes through the slicer to a sink, and to a tap if there is one.
 * While markers are watched, the rings of all CPUs are read as one, in the order of time: a task
 * that migrates has its records in several. Called by the files of the switch source on the collector thread. CPUs are
 * indices.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"

struct pending;
struct source_switch;

/*
 * Takes the records of one ring, without waiting, up to a number: a storm must not delay the tick.
 * While markers are watched: those of all rings up to now, in the order of time.
 */
void ring_records_drain(struct source_switch *self, size_t cpu, const struct sink *sink);

/*
 * Takes the records of all rings; those of the two threads of a core in the order of time; while
 * markers are watched, those of all CPUs, up to now.
 */
void ring_records_drain_all(struct source_switch *self, const struct sink *sink);

/*
 * If this CPU is offline it idles until now: since its last record, or if that was earlier, since
 * it was last seen online. Its records were taken before.
 */
void ring_records_idle_offline(struct source_switch *self, size_t cpu, uint64_t now_ns,
			       const struct sink *sink);

/*
 * A reading of the group of this CPU, whose records until shortly before were taken. It takes its
 * place among those that are taken from now on, at the latest with one of the two calls below.
 */
void ring_records_hold(struct source_switch *self, size_t cpu, const struct pending *pending);
void ring_records_place(struct source_switch *self, size_t cpu, const struct sink *sink);
/* The same of all CPUs, while markers are watched. */
void ring_records_place_all(struct source_switch *self, const struct sink *sink);

/* Passes a reading at its place to the tap and to the slicer. */
void ring_records_take_reading(struct source_switch *self, size_t cpu, uint64_t time_ns,
			       const struct reading *reading, const struct sink *sink);

/*
 * Cuts off the values of members that were added to the group of the plan and count nothing: those
 * that sample at the mux timer and at markers. They are the last ones.
 */
void ring_records_leave_members(const struct source_switch *self, size_t cpu,
				struct reading *reading);
