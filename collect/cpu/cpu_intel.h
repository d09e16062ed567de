/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of Intel's cores with eight metric events. Shared by the tables of these cores alone
 * (cpu_intel_spr.c), as P-cores of hybrids (cpu_intel_hybrid.c), and in guests
 * (cpu_intel_spr_guest.c).
 *
 * Backend bound is not counted but computed: the driver reads each metric event of a group by
 * itself, which costs four writes to PMU registers at each context switch (measured with the lab's
 * emulated PMU; intel_update_topdown_event() in arch/x86/events/intel/core.c).
 */
#ifndef TDTOP_COLLECT_CPU_CPU_INTEL_H
#define TDTOP_COLLECT_CPU_CPU_INTEL_H

#include "collect/cpu/cpu_intel_samples.h"

#define EV_UOP_DROPPING EV_X0

/* clang-format off */
#define REGISTER_EVENTS \
	{ .id = EV_SLOTS,         .name = "slots",                 .level = 1 }, \
	{ .id = EV_RETIRING,      .name = "topdown-retiring",      .level = 1 }, \
	{ .id = EV_BAD_SPEC,      .name = "topdown-bad-spec",      .level = 1 }, \
	{ .id = EV_FE_BOUND,      .name = "topdown-fe-bound",      .level = 1 }, \
	{ .id = EV_BE_BOUND,      .name = "topdown-be-bound",      .level = 1, .use = USE_REST }, \
	{ .id = EV_HEAVY_OPS,     .name = "topdown-heavy-ops",     .level = 2 }, \
	{ .id = EV_BR_MISPREDICT, .name = "topdown-br-mispredict", .level = 2 }, \
	{ .id = EV_FETCH_LAT,     .name = "topdown-fetch-lat",     .level = 2 }, \
	{ .id = EV_MEM_BOUND,     .name = "topdown-mem-bound",     .level = 2 }, \
	{ .id = EV_INSTRUCTIONS,  .name = "instructions",          .level = 1, .use = USE_IPC }, \
	{ .id = EV_CYCLES,        .name = "cpu-cycles",            .level = 1, .use = USE_IPC }
/* clang-format on */

#define P_CORE_SAMPLES SLOTS_CORE_SAMPLES(PRECISE(HEAVY_OPERATIONS, "uops_retired.heavy"))

/* clang-format off */
/* E-cores, alone or as one core type of a hybrid; clears: the name of their event of all clears. */
#define E_SAMPLE(node, name, its_kind, type) \
	{ .metric = M_##node, .event = (name), .kind = (its_kind), .core_type = (type) }
#define E_CORE_SAMPLES(type, clears) \
	E_SAMPLE(RETIRING, "inst_retired.any_p", SAMPLE_PRECISE, type), \
	E_SAMPLE(LIGHT_OPERATIONS, "inst_retired.any_p", SAMPLE_PRECISE, type), \
	E_SAMPLE(HEAVY_OPERATIONS, "uops_retired.ms", SAMPLE_PRECISE, type), \
	E_SAMPLE(BAD_SPECULATION, "br_misp_retired.all_branches", SAMPLE_PRECISE, type), \
	E_SAMPLE(BRANCH_MISPREDICTS, "br_misp_retired.all_branches", SAMPLE_PRECISE, type), \
	E_SAMPLE(MACHINE_CLEARS, (clears), SAMPLE_PLAIN, type), \
	E_SAMPLE(FRONTEND_BOUND, "topdown-fe-bound", SAMPLE_PLAIN, type), \
	E_SAMPLE(FETCH_LATENCY, "topdown_fe_bound.frontend_latency", SAMPLE_PLAIN, type), \
	E_SAMPLE(FETCH_BANDWIDTH, "topdown_fe_bound.frontend_bandwidth", SAMPLE_PLAIN, type), \
	E_SAMPLE(BACKEND_BOUND, "topdown-be-bound", SAMPLE_PLAIN, type), \
	E_SAMPLE(MEMORY_BOUND, "mem_load_uops_retired.l2_miss", SAMPLE_PRECISE, type), \
	E_SAMPLE(CORE_BOUND, "topdown_be_bound.alloc_restrictions", SAMPLE_PLAIN, type), \
	E_SAMPLE(RESOURCE_BOUND, "mem_load_uops_retired.l2_miss", SAMPLE_PRECISE, type)
/* clang-format on */

/* Corrects frontend bound of level 1, on cores before Lion Cove. */
#define UOP_DROPPING_EVENT \
	{ .id = EV_UOP_DROPPING, .name = "int_misc.uop_dropping", .config = 0x10ad, \
	  .level = 1, .use = USE_CORRECTION }

#endif
