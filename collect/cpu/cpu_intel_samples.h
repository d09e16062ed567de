/* SPDX-License-Identifier: GPL-2.0-only */
/* Events to sample for the nodes of Intel's cores that count slots: Ice Lake and later P-cores. */
#ifndef TDTOP_COLLECT_CPU_CPU_INTEL_SAMPLES_H
#define TDTOP_COLLECT_CPU_CPU_INTEL_SAMPLES_H

#include "collect/cpu/cpu_table.h"

/* clang-format off */
/*
 * All events of Golden Cove can be sampled by PEBS; these are of instructions. heavy: the sample for
 * heavy operations.
 */
#define SLOTS_CORE_SAMPLES(heavy) \
	PRECISE(RETIRING, "inst_retired.prec_dist"), \
	PRECISE(LIGHT_OPERATIONS, "inst_retired.prec_dist"), \
	heavy, \
	PRECISE(BAD_SPECULATION, "br_misp_retired.all_branches"), \
	PRECISE(BRANCH_MISPREDICTS, "br_misp_retired.all_branches"), \
	PLAIN(MACHINE_CLEARS, "machine_clears.count"), \
	PRECISE(FRONTEND_BOUND, "frontend_retired.latency_ge_4"), \
	PRECISE(FETCH_LATENCY, "frontend_retired.latency_ge_16"), \
	PRECISE(FETCH_BANDWIDTH, "frontend_retired.latency_ge_2_bubbles_ge_1"), \
	PLAIN(BACKEND_BOUND, "topdown.backend_bound_slots"), \
	PRECISE(MEMORY_BOUND, "mem_load_retired.l3_miss"), CYCLES_OF(CORE_BOUND)
/* clang-format on */

#endif
