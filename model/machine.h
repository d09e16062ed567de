/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is fixed about the observed machine while tdtop runs. Filled by a source when it opens,
 * owned by it, valid until it closes, read by both threads: if CPUs may come, the other thread reads a copy.
 */
#ifndef TDTOP_MODEL_MACHINE_H
#define TDTOP_MODEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/core_type.h"

struct family;

struct cpu_place {
	int cpu;		/* the kernel's number */
	int core;		/* the kernel's core_id, unique within the socket */
	int socket;		/* physical package */
	int node;		/* NUMA node, -1 if unknown */
	enum core_type core_type;	/* of a hybrid; TYPE_CORE on all others */
};

struct machine_copy;

struct machine {
	char host[65];
	const struct family *family;
	int levels;		/* what is really counted here: 1 or 2, at most family->levels */
	char left_out[sizeof(struct err) + 64];	/* of a hybrid: CPUs that are not counted, and why; "": none */
	size_t n_cpus;		/* that are online, or have been since the source opened */
	struct cpu_place *cpus;	/* sorted by cpu */
	const char *source;	/* "switch", "task", "replay", "demo": as in JSON */
	/*
	 * Slots are counted of cores (any=1, before Ice Lake with SMT), half of them on each CPU: while both its
	 * threads run nobody knows the part of either, nor that of a task.
	 */
	bool counts_cores;
	bool guest;		/* it is certain that this is a virtual machine; not told by recordings */
	bool simulated;		/* numbers are invented (demo) or come from a lab's synthetic PMU */
	/*
	 * Attribution by task: only these tasks are counted, nobody knows on which CPU. The machine
	 * row is their sum, and there are no rows of CPUs. "" in all other ways.
	 */
	char watched[64];	/* "pid 1234", "your processes", "command make" */
	bool user_only;		/* what the kernel does for the tasks is not counted: not permitted */
	/*
	 * tdtop has a pid namespace of its own: tasks outside of it are called 0, as idle is. They are one row
	 * together (PID_OTHER_NS), and whether somebody of them ran, or nobody, is told by the slots.
	 */
	bool pid_namespace;
	char simulated_by[64];	/* who invents them, for the screen: "synthetic PMU of the lab"; "" if real */
	struct machine_copy *published;	/* the newest first; NULL: no CPU ever comes */
};

/*
 * Makes a copy that other threads may read while this one is changed: it stays as it is until machine_unpublish(), which
 * frees all of them. 0 or -ENOMEM.
 */
int machine_publish(struct machine *machine);
void machine_unpublish(struct machine *machine);

/* The newest copy; the machine itself if there is none, for it never changes then. */
const struct machine *machine_published(const struct machine *machine);

/*
 * CPUs have come: places, sorted by cpu, whose numbers the machine need not have yet. A machine that has been told is
 * told again; another one nobody else may know. Indices of CPUs may change. 0, or -ENOMEM: nothing has changed.
 */
int machine_add_cpus(struct machine *machine, const struct cpu_place *places, size_t n);

/* Of each CPU (index): the index of the other thread of its core; -1: it has none, or more than one. */
void machine_siblings(const struct machine *machine, int32_t *siblings);

/* Are two threads of some core among its CPUs? */
bool machine_has_siblings(const struct machine *machine);

/* Index into cpus of the kernel's CPU number, or -1. */
int machine_cpu_index(const struct machine *machine, int cpu);

#endif
