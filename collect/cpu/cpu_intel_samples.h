/* SPDX-License-Identifier: GPL-2.0-only */
/* Events to sample for the nodes of Intel's cores that count slots: Ice Lake and later P-cores. */
#pragma once

#include "collect/cpu/cpu_table.h"

/* clang-format off */
/* Samples of instructions are precise on a fixed counter only. */
#define SLOTS_CORE_INSTRUCTIONS \
	EVENT("inst_retired.prec_dist", 0x100, 2000003), .fixed = true
#define SLOTS_CORE_MISPREDICTS EVENT("br_misp_retired.all_branches", 0xc5, 100003)

/*
 * Instructions behind a gap in the stream of operations: MSR_PEBS_FRONTEND (config1) has the cycles
 * of the gap in bits 8 to 19, and how many operations were missing in bits 20 to 22.
 */
#define FRONTEND(name, number, which) EVENT(name, number, 100003), .config1 = (which)
#define FRONTEND_SAMPLES(number, gap) \
	PRECISE(FRONTEND_BOUND, \
		FRONTEND("frontend_retired.latency_ge_4", number, (gap) | 0x406)), \
	PRECISE(FETCH_LATENCY, \
		FRONTEND("frontend_retired.latency_ge_16", number, (gap) | 0x1006)), \
	PRECISE(FETCH_BANDWIDTH, \
		FRONTEND("frontend_retired.latency_ge_2_bubbles_ge_1", number, 0x100206))

/*
 * All events of Golden Cove can be sampled by PEBS; these are of instructions. heavy: the sample
 * for heavy operations; frontend, gap: as in FRONTEND_SAMPLES; taken: the number of taken branches.
 * That of memory bound stands behind them.
 */
#define SLOTS_CORE_SAMPLES(heavy, frontend, gap, taken) \
	PRECISE(RETIRING, SLOTS_CORE_INSTRUCTIONS), \
	PRECISE(LIGHT_OPERATIONS, SLOTS_CORE_INSTRUCTIONS), \
	heavy, \
	PRECISE(BAD_SPECULATION, SLOTS_CORE_MISPREDICTS), \
	PRECISE(BRANCH_MISPREDICTS, SLOTS_CORE_MISPREDICTS), \
	PLAIN(MACHINE_CLEARS, EVENT("machine_clears.count", 0x10401c3, 100003)), \
	FRONTEND_SAMPLES(frontend, gap), \
	PLAIN(BACKEND_BOUND, EVENT("topdown.backend_bound_slots", 0x2a4, 10000019)), \
	CYCLES_OF(CORE_BOUND), \
	NEAR_TAKEN(taken, 400009)
#define MEMORY_BY_L3_MISSES \
	PRECISE(MEMORY_BOUND, EVENT("mem_load_retired.l3_miss", 0x20d1, 50021), \
		.only_counters = 0xf)
/* clang-format on */
