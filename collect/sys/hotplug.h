/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs of the machine are online. The kernel takes the events of a CPU that goes offline away for
 * good: when it comes back they must be opened again (perf_event_exit_cpu_context() of
 * kernel/events/core.c). One that was offline until now, or not
 * there at all, has no place in the machine, nor is it in the list of its PMU: both are read when it comes.
 * Collector thread.
 */
#ifndef TDTOP_COLLECT_HOTPLUG_H
#define TDTOP_COLLECT_HOTPLUG_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/pmu.h"
#include "model/machine.h"

struct hotplug {
	char list[1024];		/* as the kernel printed it; longer ones are compared by their beginning */
	bool *online;		/* per CPU (index) of the machine */
	bool new_cpus;		/* some that the machine has not are online: hotplug_add_cpus() */
	size_t uncounted;		/* that are online, and not counted by this PMU */
	size_t uncounted_at_start;	/* likewise, at the first look */
	char pmu_root[PMU_ROOT_LEN];
	char pmu_cpus[PMU_NAME_LEN + 64];	/* file of the CPUs that are counted; "": all */
};

/* All CPUs of the machine, which are counted by this PMU, are online. 0 or -ENOMEM. */
int hotplug_init(struct hotplug *hotplug, const struct machine *machine, const struct pmu *pmu);
void hotplug_done(struct hotplug *hotplug);

/*
 * Looks at the list below root. True if a CPU has come (back) online that this PMU counts: its events must be
 * opened. CPUs that went offline are noted only, and those that the PMU does not count.
 */
bool hotplug_poll(struct hotplug *hotplug, const struct machine *machine, const char *root);

/*
 * The machine gets those that came, with the places that they have in `now`, of all CPUs that are online now
 * (topology_read()). Indices of CPUs change. 0, or -ENOMEM: nothing has changed.
 */
int hotplug_add_cpus(struct hotplug *hotplug, const struct machine *now, struct machine *machine);

#endif
