/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fixed facts of the observed machine. A source fills it when it opens, owns it, and keeps it
 * valid until it closes. Both threads read it; where CPUs may be added, the UI thread reads a
 * published copy.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/err.h"

/*
 * ---- types of cores ----
 *
 * Each type of a hybrid has its own PMU and its own group of counters; one table of rows holds them all.
 * The counts of a row are those of all types together, and EV_ATOM_* repeats the E-cores' part, so that
 * each row can be split again.
 */

enum core_type {
	TYPE_CORE,		/* P-cores; the only type on all other machines */
	TYPE_ATOM,		/* E-cores */
	TYPE_LOWPOWER,		/* E-cores of the SoC tile, with their own PMU; count as E-cores */
	CORE_TYPES
};

struct core_type_info {
	const char *name;	/* in JSON; on a hybrid the PMU is "cpu_" plus this */
	const char *title;	/* "P-cores" */
};

extern const struct core_type_info core_types[CORE_TYPES];

/* The side that a type counts for when a row is split: TYPE_CORE or TYPE_ATOM. */
static inline enum core_type core_type_side(enum core_type type)
{
	return type == TYPE_CORE ? TYPE_CORE : TYPE_ATOM;
}

/*
 * Returns the part of a hybrid's row that was counted on P-cores (TYPE_CORE) or E-cores
 * (TYPE_ATOM), in the usual events, so that it evaluates like any row. No event is present if the
 * row never ran on that side. Instructions and cycles are not split.
 */
struct counts counts_of_core_type(const struct counts *counts, enum core_type side);

/*
 * Share of the row's slots that E-cores counted, 0..1; 0 on a machine with one core type, NAN
 * without slots.
 */
double counts_atom_share(const struct counts *counts);

/* The load averages of the machine, as top(1) shows them. Data only. */
struct load_average {		/* zeroed: not known, as in recordings and the demo */
	bool known;
	float minutes[3];	/* tasks that ran or waited, over 1, 5 and 15 minutes */
};

struct family;

struct cpu_place {
	int cpu;		/* the kernel's number */
	int core;		/* the kernel's core_id, unique within the socket */
	int socket;		/* physical package */
	int node;		/* NUMA node, -1 if not known */
	enum core_type core_type;	/* TYPE_CORE on machines that are not hybrid */
};

struct machine_copy;

/* What makes slices of the counts of whole CPUs, at each context switch. */
enum engine {
	ENGINE_AUTO,		/* as a request: what is best here; of a machine: none does */
	ENGINE_RING,		/* samples in a ring, decoded by tdtop */
	ENGINE_BPF		/* a program in the kernel, which also adds them up */
};

#define MACHINE_WHERE 32

struct machine {
	char host[65];
	const struct family *family;
	int levels;		/* levels counted here: 1 or 2, at most family->levels */
	char left_out[sizeof(struct err) + 64];	/* hybrids: uncounted CPUs, and why; or "" */
	size_t n_cpus;		/* CPUs online now, or at some time since the source opened */
	struct cpu_place *cpus;	/* sorted by cpu */
	const char *source;	/* "switch", "task", "replay", "demo": as in JSON */
	enum engine engine;	/* of the source "switch"; of others ENGINE_AUTO: none */
	struct err no_counters;	/* why only time is counted (family_has_counters()); or "" */
	char no_counters_where[MACHINE_WHERE];	/* "KVM guest"; "": no word explains it */
	struct err no_bpf;	/* why the engine is not ENGINE_BPF though it may be; or "" */
	/*
	 * Slots are counted per core (any=1, before Ice Lake with SMT), half of them on each CPU.
	 * While both threads of a core run, the part of each thread, and of a task, is not known.
	 */
	bool counts_cores;
	int manual_slots;	/* slots per cycle that only the core's manual tells: an Arm guest,
				 * from which KVM hides them, or its recording; perf records none of
				 * any Arm core. 0: the PMU tells */
	bool pmem;		/* has persistent memory; not known for recordings */
	bool guest;		/* certainly a virtual machine; not known for recordings */
	bool simulated;		/* numbers are invented (demo) or come from a simulated PMU */
	/*
	 * Only these tasks are counted or shown, and on which CPU is often not known. The machine
	 * row is their sum, and there are no rows of CPUs. "" otherwise.
	 */
	char watched[64];	/* "pid 1234", "your processes", "command make" */
	bool user_only;		/* kernel mode is not counted: not permitted */
	bool without_guests;	/* virtual machines that run here are not counted (exclude_guest) */
	/*
	 * Counted by thread where shares come from PERF_METRICS and cannot be reset while a thread
	 * runs (group_make_pinned(), collect/perf/perf_open.h). Linux keeps them in 8 bits from one
	 * switch to the next, and what a short slice adds is lost in the rounding. The slots are
	 * exact; the shares may be those of some time ago.
	 */
	bool stale_shares;
	/*
	 * tdtop runs in a pid namespace of its own. Tasks outside of it have pid 0, as the idle
	 * task has. Together they are one row (PID_OTHER_NS); the slots tell whether one of them
	 * ran, or the CPU idled.
	 */
	bool pid_namespace;
	char simulated_by[64];	/* who invents the numbers, for the screen: "synthetic PMU of the
				 * lab"; "" if real */
	struct machine_copy *published;	/* the newest first; NULL: CPUs are never added */
};

/*
 * Makes a copy that other threads may read while this machine changes. Copies stay unchanged until
 * machine_unpublish(), which frees all of them. 0 or -ENOMEM.
 */
int machine_publish(struct machine *machine);
void machine_unpublish(struct machine *machine);

/* "bpf", "ring"; NULL of ENGINE_AUTO. */
const char *machine_engine_name(enum engine engine);

/* What counts, for the screen: its source, and the engine if that is not the ring. Static. */
const char *machine_source_name(const struct machine *machine);

/* The newest copy; the machine itself, which then never changes, if there is none. */
const struct machine *machine_published(const struct machine *machine);

/*
 * Adds CPUs: places, sorted by cpu, whose numbers may be new. A machine that was published is
 * published again; one that was not must have no other reader. Indices of CPUs may change. 0, or
 * -ENOMEM: nothing has changed.
 */
int machine_add_cpus(struct machine *machine, const struct cpu_place *places, size_t n);

/*
 * Writes for each CPU (index) the index of its core's other thread; -1: there is none, or more than
 * one.
 */
void machine_siblings(const struct machine *machine, int32_t *siblings);

/* Does one of its cores have two threads? */
bool machine_has_siblings(const struct machine *machine);

/* Index into cpus of the kernel's CPU number, or -1. */
int machine_cpu_index(const struct machine *machine, int cpu);
