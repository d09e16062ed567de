/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sections of a recording that describe where the CPUs are: by core and socket, by NUMA node,
 * and on a hybrid by core type. Lists of CPUs are in the format of sysfs. Called by
 * perfdata_features.c on the recorder's thread (see recorder.h).
 *
 * root is a prefix of /sys, "" for the real machine. A function that returns false has no
 * information, and leaves an incomplete section in the blob, which the caller drops.
 */
#ifndef TDTOP_COLLECT_PERFDATA_PERFDATA_TOPOLOGY_H
#define TDTOP_COLLECT_PERFDATA_PERFDATA_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "model/machine.h"

/* One more than the highest number of a CPU that is present or in the machine. */
uint32_t perfdata_cpus_avail(const char *root, const struct machine *machine);

bool perfdata_put_cpu_topology(struct blob *blob, const char *root, const struct machine *machine);
bool perfdata_put_numa_topology(struct blob *blob, const char *root, const struct machine *machine);

/* Only for hybrids: the PMU of each core type, and its CPUs. */
bool perfdata_put_hybrid_topology(struct blob *blob, const char *root,
				  const struct machine *machine);

#endif
