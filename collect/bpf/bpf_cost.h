/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tdtop costs where slices are made in the kernel: its own CPU time, and the time of the
 * programs at the switches. Reported here; bpf_windows.h keeps it within the budget. Collector thread.
 */
#ifndef TDTOP_COLLECT_BPF_BPF_COST_H
#define TDTOP_COLLECT_BPF_BPF_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/bpf/bpf_sys.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"

struct bpf_cost {
	double own_share;	/* of tdtop's CPU time: as in struct source_wishes */
	uint64_t own_ns, since_ns;	/* at the last report */
	uint64_t switches;
};

/* The programs of an engine start to run. */
void bpf_cost_start(struct bpf_cost *cost, const struct bpf_sys *sys);

/*
 * Switches of all CPUs that ended a slice, since the programs run; and what the program took for one:
 * a mean of those that were timed, NAN: none was.
 */
uint64_t bpf_cost_switches(const struct bpf_sys *sys, struct bpf_engine *engine,
			   const struct machine *machine, double *switch_ns);

/* The costs since the last report on the CPUs of this machine; all of *report is set. */
void bpf_cost_take(struct bpf_cost *cost, const struct bpf_sys *sys, struct bpf_engine *engine,
		   const struct machine *machine, uint64_t now_ns, struct self_cost *report);

#endif
