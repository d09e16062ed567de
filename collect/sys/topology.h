/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs are online and in which core, socket and NUMA node each of them sits. From
 * libcpupower, which reads the real /sys only; the rest is a pure function for tests. Called by a source when
 * it opens, on the main thread, and by the collector thread when CPUs come: what is offline has no place yet.
 */
#ifndef TDTOP_COLLECT_TOPOLOGY_H
#define TDTOP_COLLECT_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"
#include "model/machine.h"

/* What libcpupower tells of one CPU, in any order. */
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
 * Fills machine->cpus and n_cpus with the online CPUs, sorted. The caller owns them:
 * topology_done(). 0, or a negative errno with a sentence.
 */
int topology_read(struct machine *machine, struct err *err);

/* The part of it that tests can reach: nodes and hybrid kinds are read below root. */
int topology_from(const struct topology_cpu *cpus, size_t n, const char *root,
		  struct machine *machine, struct err *err);

void topology_done(struct machine *machine);	/* frees machine->cpus and all copies */

/* Counts cores and sockets (libcpupower leaves its own counts zero). */
struct topology_sizes topology_sizes(const struct machine *machine);

#endif
