/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What follows for the machine from CPUs that come online (collect/sys/hotplug.h): for both
 * engines. Collector thread.
 */
#ifndef TDTOP_COLLECT_SLICE_NEW_CPUS_H
#define TDTOP_COLLECT_SLICE_NEW_CPUS_H

#include "collect/sys/hotplug.h"
#include "model/err.h"
#include "model/machine.h"

/*
 * Adds the CPUs to the machine that are online for the first time; read_topology:
 * topology_read(), or a test's. 0, or a negative errno with a sentence. Before Ice Lake the kernel
 * lists other events, of cores in place of threads, once two threads of a core have been online
 * (kernel: events_ht_sysfs_show()): those that are counted would then count slots twice (-EAGAIN).
 */
int new_cpus_add(struct hotplug *hotplug,
		 int (*read_topology)(struct machine *machine, struct err *err),
		 struct machine *machine, struct err *err);

/* Says in the machine, once, that CPUs came that its PMU does not count. */
void new_cpus_report_left_out(const struct hotplug *hotplug, struct machine *machine);

#endif
