/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes the slicer for the CPUs of one core type of a recording: its groups' members are matched
 * with the rows of the family's table. Called by replay_feed.c. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_REPLAY_SLICER_H
#define TDTOP_COLLECT_REPLAY_REPLAY_SLICER_H

#include <stdint.h>

#include "collect/recording/recording_events.h"
#include "collect/slice/slicer.h"
#include "model/machine.h"

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

#endif
