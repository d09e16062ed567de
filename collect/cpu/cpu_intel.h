/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of Intel's cores with eight metric events. Shared by the tables of these cores alone
 * (cpu_intel_spr.c), as P-cores of hybrids (cpu_intel_hybrid.c), and in guests
 * (cpu_intel_spr_guest.c).
 *
 * Backend bound is not counted but computed. The driver reads each metric event of a group by
 * itself, which costs four writes to PMU registers at each context switch. (Measured with the lab's
 * emulated PMU; intel_update_topdown_event() in arch/x86/events/intel/core.c.)
 */
#pragma once

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

/* frontend, taken: numbers of these events. */
#define P_CORE_SAMPLES(frontend, taken) \
	SLOTS_CORE_SAMPLES(PRECISE(HEAVY_OPERATIONS, \
				   EVENT("uops_retired.heavy", 0x1c2, 2000003)), \
			   frontend, 0x600000, taken)
#define GOLDEN_COVE_SAMPLES P_CORE_SAMPLES(0x1c6, 0x20c4), MEMORY_BY_L3_MISSES
#define REDWOOD_COVE_SAMPLES P_CORE_SAMPLES(0x3c6, 0x20c4), MEMORY_BY_L3_MISSES	/* and Lion Cove */
#define COUGAR_COVE_SAMPLES P_CORE_SAMPLES(0x3c6, 0xfbc4), MEMORY_BY_L3_MISSES	/* Panther Lake */
/* Nova Lake. Its event of L3 misses needs a register that Linux 7.0 does not know. */
#define COYOTE_COVE_SAMPLES \
	P_CORE_SAMPLES(0x3c6, 0xfbc4), \
	PRECISE(MEMORY_BOUND, EVENT("mem_load_retired.l1_miss", 0x10d1, 200003), \
		.only_counters = 0xf)

/*
 * E-cores, alone or as one core type of a hybrid. microcoded, l2_miss: numbers of these events; the
 * last: their event of all clears.
 */
#define E_SAMPLE(node, its_kind, type, ...) \
	{ .metric = M_##node, .kind = (its_kind), .core_type = (type), __VA_ARGS__ }
#define E_INSTRUCTIONS EVENT("inst_retired.any_p", 0xc0, 2000003)
#define E_MISPREDICTS EVENT("br_misp_retired.all_branches", 0xc5, 200003)
#define E_L2_MISSES(number) EVENT("mem_load_uops_retired.l2_miss", number, 200003)
#define E_CORE_SAMPLES(type, microcoded, l2_miss, ...) \
	E_SAMPLE(RETIRING, SAMPLE_PRECISE, type, E_INSTRUCTIONS), \
	E_SAMPLE(LIGHT_OPERATIONS, SAMPLE_PRECISE, type, E_INSTRUCTIONS), \
	E_SAMPLE(HEAVY_OPERATIONS, SAMPLE_PRECISE, type, \
		 EVENT("uops_retired.ms", microcoded, 2000003)), \
	E_SAMPLE(BAD_SPECULATION, SAMPLE_PRECISE, type, E_MISPREDICTS), \
	E_SAMPLE(BRANCH_MISPREDICTS, SAMPLE_PRECISE, type, E_MISPREDICTS), \
	E_SAMPLE(MACHINE_CLEARS, SAMPLE_PLAIN, type, __VA_ARGS__), \
	E_SAMPLE(FRONTEND_BOUND, SAMPLE_PLAIN, type, NAMED("topdown-fe-bound", 1000003)), \
	E_SAMPLE(FETCH_LATENCY, SAMPLE_PLAIN, type, \
		 EVENT("topdown_fe_bound.frontend_latency", 0x7271, 1000003)), \
	E_SAMPLE(FETCH_BANDWIDTH, SAMPLE_PLAIN, type, \
		 EVENT("topdown_fe_bound.frontend_bandwidth", 0x8d71, 1000003)), \
	E_SAMPLE(BACKEND_BOUND, SAMPLE_PLAIN, type, NAMED("topdown-be-bound", 1000003)), \
	E_SAMPLE(MEMORY_BOUND, SAMPLE_PRECISE, type, E_L2_MISSES(l2_miss)), \
	E_SAMPLE(CORE_BOUND, SAMPLE_PLAIN, type, \
		 EVENT("topdown_be_bound.alloc_restrictions", 0x174, 1000003)), \
	E_SAMPLE(RESOURCE_BOUND, SAMPLE_PRECISE, type, E_L2_MISSES(l2_miss))
#define E_SLOW_CLEARS EVENT("machine_clears.slow", 0x6fc3, 20011)
#define E_CLEARS EVENT("machine_clears.any", 0xc3, 100003)
#define E_TAKEN(type, number) \
	E_SAMPLE(NONE, SAMPLE_PRECISE, type, \
		 EVENT("br_inst_retired.near_taken", number, 200003))
#define TREMONT_SAMPLES \
	E_CORE_SAMPLES(TYPE_CORE, 0x1c2, 0x10d1, E_SLOW_CLEARS)
#define GRACEMONT_SAMPLES(type) \
	E_CORE_SAMPLES(type, 0x1c2, 0x10d1, E_SLOW_CLEARS), E_TAKEN(type, 0xc0c4)
#define CRESTMONT_SAMPLES(type) \
	E_CORE_SAMPLES(type, 0x1c2, 0x80d1, E_CLEARS), E_TAKEN(type, 0xc0c4)	/* and Skymont */
#define DARKMONT_SAMPLES(type) \
	E_CORE_SAMPLES(type, 0x4c2, 0x80d1, E_CLEARS), E_TAKEN(type, 0xfbc4)

/* Of an E-core that is not known: the generic events. */
#define NEW_E_CORE_SAMPLES(type) \
	E_SAMPLE(RETIRING, SAMPLE_PRECISE, type, INSTRUCTIONS), \
	E_SAMPLE(LIGHT_OPERATIONS, SAMPLE_PRECISE, type, INSTRUCTIONS), \
	E_SAMPLE(HEAVY_OPERATIONS, SAMPLE_PRECISE, type, INSTRUCTIONS), \
	E_SAMPLE(BAD_SPECULATION, SAMPLE_PRECISE, type, BRANCH_MISSES), \
	E_SAMPLE(BRANCH_MISPREDICTS, SAMPLE_PRECISE, type, BRANCH_MISSES), \
	E_CYCLES(MACHINE_CLEARS, type), E_CYCLES(FRONTEND_BOUND, type), E_CYCLES(FETCH_LATENCY, type), \
	E_CYCLES(FETCH_BANDWIDTH, type), E_CYCLES(BACKEND_BOUND, type), E_CYCLES(MEMORY_BOUND, type), \
	E_CYCLES(CORE_BOUND, type)
#define E_CYCLES(node, type) E_SAMPLE(node, SAMPLE_CYCLES, type, .event = "cycles")

/*
 * Level 1 of an E-core whose width is not known: all four classes are slot events on every E-core
 * since Gracemont, so a core has as many slots as these add up to.
 */
#define SLOT_EVENT(of, event, called, ...) \
	{ .id = EV_##event, .name = (called), .core_type = (of), .level = 1, .sums_slots = true, \
	  __VA_ARGS__ }
#define E_INSTRUCTIONS_AND_CYCLES(of) \
	{ .id = EV_INSTRUCTIONS, .name = "instructions", .core_type = (of), .level = 1, \
	  .use = USE_IPC }, \
	{ .id = EV_CYCLES, .name = "cpu-cycles", .core_type = (of), .level = 1, .use = USE_IPC }

/*
 * Each class has an event of its own: what its samples tell of functions is right within 2 points where bad
 * speculation as the rest of TOPDOWN.SLOTS_P is 14 off. Bad speculation and mispredictions need general
 * counter 0, so they take turns. Periods are 16 to 19 million slots. Numbers: intel/perfmon, Sapphire Rapids to
 * Nova Lake; Diamond Rapids: the constraints of Linux 7.0 (intel_pnc_event_constraints).
 */
#define P_CLASS_EVENTS \
	SLOTS_OF(RETIRING, "uops_retired.slots", 0x02c2, 18000041), \
	SLOTS_OF(BAD_SPEC, "topdown.bad_spec_slots", 0x04a4, 16000057, .only_counters = 1, .mux = 1), \
	SLOTS_OF(FE_BOUND, "idq_bubbles.core", 0x019c, 17000023), \
	SLOTS_OF(BE_BOUND, "topdown.backend_bound_slots", 0x02a4, 19000013)
#define P_CLASS_EVENTS_2(memory_counters) \
	PART_OF(2, HEAVY_OPS, "uops_retired.heavy", 0x01c2, 17700019), \
	PART_OF(2, BR_MISPREDICT, "topdown.br_mispredict_slots", 0x08a4, 16600009, \
		.only_counters = 1, .mux = 2), \
	PART_OF(2, MEM_BOUND, "topdown.memory_bound_slots", 0x10a4, 18400003, \
		.only_counters = (memory_counters))
/* Golden Cove: cycles without an operation; from Lion Cove on the slots themselves. */
#define P_CLASS_FETCH_CYCLES \
	PART_OF(2, FETCH_LAT, "idq_bubbles.cycles_0_uops_deliv.core", 0x600019c, 2900017, .scale = 6)
#define P_CLASS_FETCH_SLOTS PART_OF(2, FETCH_LAT, "idq_bubbles.fetch_latency", 0x049c, 17300009)
#define GOLDEN_COVE_CLASS_EVENTS P_CLASS_EVENTS, P_CLASS_EVENTS_2(0), P_CLASS_FETCH_CYCLES
#define LION_COVE_CLASS_EVENTS P_CLASS_EVENTS, P_CLASS_EVENTS_2(1 << 3), P_CLASS_FETCH_SLOTS

/* FORMULA()s and rows of a family's file: each class is a count, and their sum is the whole. */
#define OWN_CLASS_FORMULAS \
	FORMULA(own_retiring, EV(RETIRING) / SUM) \
	FORMULA(own_heavy, EV(HEAVY_OPS) / SUM) \
	FORMULA(own_light, (EV(RETIRING) - EV(HEAVY_OPS)) / SUM) \
	FORMULA(own_bad, EV(BAD_SPEC) / SUM) \
	FORMULA(own_mispredicts, EV(BR_MISPREDICT) / SUM) \
	FORMULA(own_clears, (EV(BAD_SPEC) - EV(BR_MISPREDICT)) / SUM) \
	FORMULA(own_frontend, EV(FE_BOUND) / SUM) \
	FORMULA(own_latency, EV(FETCH_LAT) / SUM) \
	FORMULA(own_bandwidth, (EV(FE_BOUND) - EV(FETCH_LAT)) / SUM) \
	FORMULA(own_backend, EV(BE_BOUND) / SUM) \
	FORMULA(own_memory, EV(MEM_BOUND) / SUM) \
	FORMULA(own_core, (EV(BE_BOUND) - EV(MEM_BOUND)) / SUM)
#define OWN_CLASS_NODES \
	RETIRING_NODES(false, own_retiring, own_heavy, own_light), \
	BAD_SPECULATION_NODES(false, own_bad, own_mispredicts, own_clears), \
	FRONTEND_BOUND_NODES(false, own_frontend, own_latency, own_bandwidth), \
	BACKEND_BOUND_NODES(false, own_backend, own_memory, own_core)
/* clang-format on */

/* Corrects frontend bound of level 1, on cores before Lion Cove. */
#define UOP_DROPPING_EVENT \
	{ .id = EV_UOP_DROPPING, .name = "int_misc.uop_dropping", .config = 0x10ad, \
	  .level = 1, .use = USE_CORRECTION }
