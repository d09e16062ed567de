/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens and closes the groups of the switch source, with all that goes with them: slicer,
 * rotation, event ids, sampling. Called by source_switch.c: main's thread when the source is
 * opened, else the collector thread.
 */
#ifndef TDTOP_COLLECT_PERCPU_SWITCH_GROUPS_H
#define TDTOP_COLLECT_PERCPU_SWITCH_GROUPS_H

#include "model/err.h"

struct cpu_source;

/*
 * Opens the groups of the plan of a source_switch on the CPUs that are online. 0, or a negative errno with a
 * sentence; then too the caller closes what is open. -ENODEV: a CPU went offline meanwhile.
 */
int switch_groups_open(struct cpu_source *base, struct err *err);
void switch_groups_close(struct cpu_source *base);

#endif
