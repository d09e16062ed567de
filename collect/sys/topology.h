/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs are online, and the core, socket and NUMA node of each. libcpupower tells cores and
 * sockets; it reads the real /sys only, so the rest is a function of its own, for tests. Called
 * when a source opens (main thread) and when CPUs come online (collector thread): the kernel shows
 * no place of an offline CPU.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"
#include "model/machine.h"

/* What libcpupower says about one CPU. */
struct topology_cpu {
	int cpu;
	int core;		/* core_id; -1 if not known */
	int socket;		/* physical_package_id; -1 if not known */
	bool online;
};

struct topology_sizes {
	size_t sockets, cores, cpus;	/* of the online CPUs */
};

/*
 * Fills in machine->cpus and n_cpus with the online CPUs, sorted. The caller owns them and calls
 * topology_done(). 0, or a negative errno with a sentence.
 */
int topology_read(struct machine *machine, struct err *err);

/* The same from these CPUs, in any order. Reads NUMA nodes and core types below root. */
int topology_from(const struct topology_cpu *cpus, size_t n, const char *root,
		  struct machine *machine, struct err *err);

void topology_done(struct machine *machine);	/* frees machine->cpus and all copies */

/* Counts cores and sockets: libcpupower leaves its own counts zero. */
struct topology_sizes topology_sizes(const struct machine *machine);
