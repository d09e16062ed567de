/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The features of a recording that say where the CPUs are: by core and socket, by node, and of a hybrid by kind.
 * Lists of CPUs are as sysfs writes them. Collector thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_TOPOLOGY_H
#define TDTOP_COLLECT_PERFDATA_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata_features.h"

/* CPUs are numbered up to this: the kernel's highest number that can be, and what we count on. */
uint32_t perfdata_cpus_avail(const struct perfdata_about *about);

/* A section each. False: not known, or there is no such thing. */
bool perfdata_put_cpu_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_numa_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_hybrid_topology(struct blob *blob, const struct perfdata_about *about);

#endif
