/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The slicer for the CPUs of one kind of core of a recording: what the members of its groups count, by the rows
 * of the family's table. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_SLICER_H
#define TDTOP_COLLECT_REPLAY_SLICER_H

#include <stdint.h>

#include "collect/perfdata/recording.h"
#include "collect/slice/slicer.h"

/* All groups of this kind, as tdtop tells them: its own recordings. NULL: there is none, or no memory. */
struct slicer *replay_slicer_from_groups(const struct recording *recording, const struct machine *machine,
				  enum core_type kind);

/* One group, whose members' ids are these, in the order of a reading. NULL without memory. */
struct slicer *replay_slicer_from_ids(struct recording *recording, const struct machine *machine,
				    const uint64_t *ids, uint32_t n);

#endif
