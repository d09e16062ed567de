/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tdtop costs where slices are made in the kernel: its own CPU time, and the time of the
 * programs at the switches. Reported here; source_bpf_parts.h keeps it within the budget. Collector thread.
 */
#pragma once

#include <stdint.h>

#include "collect/bpf/bpf_engine.h"
#include "collect/slice/cpu_source.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"

/* The engine that is open, and its machine. All borrowed. */
struct bpf_open {
	const struct cpu_sys *sys;
	struct bpf_engine *engine;	/* NULL: none is */
	const struct machine *machine;
};

/* What the programs know of this CPU (index). */
static inline volatile struct slices_cpu *bpf_cpu(const struct bpf_open *open, size_t cpu)
{
	return open->sys->engine->cpu(open->engine, open->machine->cpus[cpu].cpu);
}

/* Switches of all CPUs, since the programs run or since a time. */
struct bpf_switches {
	uint64_t counted;	/* that ended a slice which was read */
	uint64_t windows, extras;	/* that began: as in struct slices_cpu */
	struct slices_cost read, passed;	/* at which the group was read, and those at which not */
	/* What one of them takes, ns: a mean of those that were timed; of `read` NAN, if none was. */
	double read_ns, passed_ns;
};

struct bpf_cost {
	uint64_t own_ns, since_ns;	/* at the last report */
	struct bpf_switches last;
};

/* Adds what the programs have counted of one kind on a CPU. */
void bpf_cost_add(struct slices_cost *sum, const volatile struct slices_cost *cost);

/* The programs of an engine start to run. */
void bpf_cost_start(struct bpf_cost *cost, const struct bpf_open *open);

/* Until now. Returns those since *last, which becomes them. */
struct bpf_switches bpf_switches_take(struct bpf_switches *last, const struct bpf_open *open);

/*
 * The costs since the last report on the CPUs of this machine; all of *report is set. own_share of tdtop's CPU
 * time is spent here, as in struct source_requests.
 */
void bpf_cost_take(struct bpf_cost *cost, const struct bpf_open *open, double own_share, uint64_t now_ns,
		   struct self_cost *report);
