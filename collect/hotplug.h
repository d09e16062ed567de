/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs of the machine are online. The kernel takes the events of a CPU that goes offline away for
 * good: when it comes back they must be opened again (FACTS "CPU hotplug"). Collector thread.
 */
#ifndef TDTOP_COLLECT_HOTPLUG_H
#define TDTOP_COLLECT_HOTPLUG_H

#include <stdbool.h>
#include <stddef.h>

#include "model/machine.h"

struct hotplug {
	char list[1024];		/* as the kernel printed it; longer ones are compared by their beginning */
	bool *online;		/* per CPU (index) of the machine */
};

/* All CPUs of the machine are online. 0 or -ENOMEM. */
int hotplug_init(struct hotplug *hotplug, const struct machine *machine);
void hotplug_done(struct hotplug *hotplug);

/*
 * Looks at the list below root. True if a CPU of the machine has come (back) online: its events must be
 * opened. CPUs that went offline are noted only; so is one that the machine did not have at the start.
 */
bool hotplug_look(struct hotplug *hotplug, const struct machine *machine, const char *root);

#endif
