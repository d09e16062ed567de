/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Follows which CPUs of the machine are online. The kernel removes the events of a CPU that goes
 * offline for good: they must be opened again when it comes back (perf_event_exit_cpu_context() of
 * kernel/events/core.c). A CPU that comes online for the first time has no place in the machine
 * yet, and is not in the list of its PMU: both are read again then. Called by the switch source;
 * collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/machine.h"

struct hotplug {
	int fd;			/* of the list; -1: not open */
	char list[1024];	/* as the kernel printed it; cut off if it is longer */
	bool *online;		/* per CPU (index) of the machine */
	bool stale;		/* the list is read again, even if it has not changed */
	bool new_cpus;		/* CPUs are online that the machine does not have yet */
	size_t uncounted;	/* online CPUs that this PMU does not count */
	size_t uncounted_at_start;	/* the same at the first hotplug_poll() */
	char pmu_root[PMU_ROOT_LEN];
	char pmu_cpus[PMU_NAME_LEN + 64];	/* pmu_cpus_path(); "": it counts on all */
};

/* Begins with all CPUs of the machine online; this PMU counts them. 0 or -ENOMEM. */
int hotplug_init(struct hotplug *hotplug, const struct machine *machine, const struct pmu *pmu);
void hotplug_done(struct hotplug *hotplug);

/*
 * Reads the list of online CPUs below root. True if a CPU that this PMU counts has come online, for
 * the first time or again: its events must be opened. Only notes CPUs that went offline, and CPUs
 * that the PMU does not count. The file stays open: closing one starts a grace period of RCU, which
 * wakes CPUs, and the switch source may poll 50 times a second.
 */
bool hotplug_poll(struct hotplug *hotplug, const struct machine *machine, const char *root);

/*
 * This CPU (index) is in the list, but no event can be opened there: it is about to go offline, or
 * it is not quite online. It is offline until the next hotplug_poll(), which looks again.
 */
void hotplug_not_usable(struct hotplug *hotplug, size_t cpu);

/*
 * Can events be opened on this online CPU (index)? If not, hotplug_not_usable(). probe_cpu asks for
 * a CPU by the kernel's number; the caller has raised the privilege for it.
 */
bool hotplug_check_usable(struct hotplug *hotplug, const struct machine *machine, size_t cpu,
			  bool (*probe_cpu)(int cpu));

/* The same for all CPUs that are online. */
void hotplug_check_online(struct hotplug *hotplug, const struct machine *machine,
			  bool (*probe_cpu)(int cpu));

/* The first CPU that is online (the kernel's number); the last of all if none is. */
int hotplug_first_online(const struct hotplug *hotplug, const struct machine *machine);

/*
 * Adds the new CPUs to the machine. now: the places of all CPUs that are online now
 * (topology_read()). Indices of CPUs change. 0; or -ENOMEM, and nothing has changed.
 */
int hotplug_add_cpus(struct hotplug *hotplug, const struct machine *now, struct machine *machine);

/*
 * If there are new CPUs: reads where they are (topology_read(), or a test's) and adds them. 0, or a
 * negative errno with a sentence.
 */
int hotplug_read_new_cpus(struct hotplug *hotplug,
			  int (*read_topology)(struct machine *machine, struct err *err),
			  struct machine *machine, struct err *err);
