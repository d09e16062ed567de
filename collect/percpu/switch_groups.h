/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens, closes and reopens the groups of the switch source, with all that goes with them: slicer,
 * rotation, event ids, sampling. Called by source_switch.c: main's thread when the source is
 * opened, else the collector thread.
 */
#ifndef TDTOP_COLLECT_PERCPU_SWITCH_GROUPS_H
#define TDTOP_COLLECT_PERCPU_SWITCH_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"

struct source_switch;

/*
 * Opens the groups of the plan on the CPUs that are online. 0, or a negative errno with a sentence;
 * then too the caller closes what is open. -ENODEV: a CPU went offline meanwhile.
 */
int switch_groups_open(struct source_switch *self, struct err *err);
void switch_groups_close(struct source_switch *self);

/*
 * Closes the groups and opens them on the CPUs that are online now, those included that were never
 * online before. 0 or a negative errno with a sentence.
 */
int switch_groups_reopen(struct source_switch *self, struct err *err);

#endif
