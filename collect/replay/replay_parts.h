/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of replay_feed.c: the slicers of a recording, and its threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/recording/recording_events.h"
#include "collect/slice/slicer.h"
#include "collect/slice/source.h"
#include "model/machine.h"

/*
 * Makes the slicer for the CPUs of one core type of a recording: its groups' members are matched
 * with the rows of the family's table.
 */

/*
 * With all groups of this core type that tdtop recorded; the caller frees the slicer. NULL: no such
 * group, or no memory.
 */
struct slicer *replay_slicer_from_groups(const struct recording_events *events,
					 const struct machine *machine, enum core_type type);

/*
 * With one group, whose members have these ids, in the order of a reading; the caller frees the
 * slicer. NULL without memory.
 */
struct slicer *replay_slicer_from_ids(struct recording_events *events,
				      const struct machine *machine, const uint64_t *ids,
				      uint32_t n);

/*
 * The plan of one group, whose members have these ids; the caller puts it. *switches: the member
 * that counts switches, or n. NULL without memory.
 */
struct reading_plan *replay_plan_from_ids(struct recording_events *events,
					  const struct machine *machine, const uint64_t *ids,
					  uint32_t n, uint32_t *switches);

/*
 * From the samples of counters of single threads (perf record -p PID, without -a) to slices. perf
 * opens a group for each thread on each CPU, so all counts of a group are its thread's. Below
 * replay_feed.c.
 */
struct replay_threads;

struct replay_threads *replay_threads_new(void);	/* NULL without memory */
void replay_threads_free(struct replay_threads *threads);	/* NULL is fine */

/* A group of the recording: what its members count, and which of them counts switches. */
struct thread_group {
	struct reading_plan *plan;
	uint32_t switches;	/* index of the member; plan->n or more: none does */
};

/*
 * Takes a sample of such a group on this CPU (any number). by_switch: it was taken because the
 * thread left the CPU.
 */
void replay_threads_sample(struct replay_threads *threads, int32_t cpu,
			   const struct thread_group *group, const struct record *record,
			   bool by_switch, const struct sink *sink);

/* Takes a SWITCH record (perf record --switch-events) of a thread on this CPU. */
void replay_threads_switch(struct replay_threads *threads, int32_t cpu,
			   const struct record *record);
