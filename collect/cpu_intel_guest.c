/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with metric events whose PERF_METRICS register a hypervisor hides: all of TopDown by general
 * events, which count each thread's own slots, too. That is what Intel's TMA 5.2 (TMA_Metrics-full.csv) says to
 * do without the register. Level 2 is counted in turns; the groups of Sapphire Rapids are small, for hypervisors
 * that show four counters. Not for hybrids: nobody knows on which kind of core a virtual CPU runs. A table for
 * cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu.h"
#include "collect/cpu_formula.h"

#define ICL_WIDTH 5.0
#define SPR_WIDTH 6.0

/* Names of its own events. Both cores: */
#define EV_SLOTS_0 EV_X0	/* slots while turn 0 counted: level 1 */
#define EV_UOP_DROPPING EV_X1
#define EV_SLOTS_1 EV_X2
#define EV_SLOTS_2 EV_X3
#define EV_CYCLES_0_UOPS EV_X4	/* counted in turn 2 */
/* Ice Lake: */
#define EV_CLEARS_COUNT EV_X5
#define EV_BR_MISP EV_X6
#define EV_MACHINE_CLEARS EV_X7
#define EV_STALLS_MEM EV_X8
#define EV_BOUND_ON_STORES EV_X9
#define EV_STALLS_TOTAL EV_X10
#define EV_1_PORT EV_X11
#define EV_2_PORTS EV_X12
#define EV_RETIRED_SLOTS EV_X13
#define EV_ISSUED EV_X14
#define EV_MS_UOPS EV_X15
#define EV_DEC0 EV_X16
#define EV_DEC0_CYCLES EV_X17
#define EV_MITE_UOPS EV_X18
/* Sapphire Rapids: */
#define EV_MISPREDICT_SLOTS EV_X5
#define EV_MEMORY_SLOTS EV_X6
#define EV_HEAVY_SLOTS EV_X7

/* clang-format off */
#define SLOTS_P "topdown.slots_p", .config = 0x01a4
#define GENERAL(event, called, number, in_turn) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = (in_turn) ? 2 : 1, .turn = (in_turn) }
#define CORRECTION(event, called, number) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 1, .use = USE_CORRECTION }
/* Bad speculation is what these leave. */
#define LEVEL1(not_delivered, dropping)                                                             \
	{ .id = EV_SLOTS, .name = SLOTS_P, .level = 1, .also = EV_SLOTS_0 },                        \
	GENERAL(RETIRING, "uops_retired.slots", 0x02c2, 0),                                         \
	GENERAL(BE_BOUND, "topdown.backend_bound_slots", 0x02a4, 0),                                \
	GENERAL(FE_BOUND, (not_delivered), 0x019c, 0),                                              \
	CORRECTION(UOP_DROPPING, "int_misc.uop_dropping", (dropping)),                              \
	{ .id = EV_INSTRUCTIONS, .name = "instructions", .level = 1, .use = USE_IPC },              \
	{ .id = EV_CYCLES, .name = "cpu-cycles", .level = 1, .use = USE_IPC }

/* tools/perf/pmu-events/arch/x86/{icelake,sapphirerapids} of Linux 6.12; sysfs has none of them. */
static const struct family_event icl_events[] = {
	LEVEL1("idq_uops_not_delivered.core", 0x100d),
	CORRECTION(CLEARS_COUNT, "int_misc.clears_count", 0x104010d),
	{ .id = EV_SLOTS_1, .name = SLOTS_P, .level = 2, .turn = 1 },
	GENERAL(BR_MISP,         "br_misp_retired.all_branches", 0x00c5, 1),
	GENERAL(MACHINE_CLEARS,  "machine_clears.count", 0x10401c3, 1),
	GENERAL(STALLS_MEM,      "cycle_activity.stalls_mem_any", 0x140014a3, 1),
	GENERAL(BOUND_ON_STORES, "exe_activity.bound_on_stores", 0x20040a6, 1),
	GENERAL(STALLS_TOTAL,    "cycle_activity.stalls_total", 0x40004a3, 1),
	GENERAL(1_PORT,          "exe_activity.1_ports_util", 0x02a6, 1),
	GENERAL(2_PORTS,         "exe_activity.2_ports_util", 0x04a6, 1),
	{ .id = EV_SLOTS_2, .name = SLOTS_P, .level = 2, .turn = 2 },
	GENERAL(CYCLES_0_UOPS,   "idq_uops_not_delivered.cycles_0_uops_deliv.core", 0x500019c, 2),
	{ .id = EV_RETIRED_SLOTS, .name = "uops_retired.slots", .config = 0x02c2, .level = 2, .turn = 2 },
	GENERAL(ISSUED,          "uops_issued.any", 0x010e, 2),
	GENERAL(MS_UOPS,         "idq.ms_uops", 0x3079, 2),
	GENERAL(DEC0,            "uops_decoded.dec0", 0x0156, 2),
	GENERAL(DEC0_CYCLES,     "uops_decoded.dec0,cmask=1", 0x1000156, 2),
	GENERAL(MITE_UOPS,       "idq.mite_uops", 0x0479, 2),
};
static const struct family_event spr_events[] = {
	LEVEL1("idq_bubbles.core", 0x10ad),
	{ .id = EV_SLOTS_1, .name = SLOTS_P, .level = 2, .turn = 1 },
	GENERAL(MISPREDICT_SLOTS, "topdown.br_mispredict_slots", 0x08a4, 1),
	GENERAL(MEMORY_SLOTS,     "topdown.memory_bound_slots", 0x10a4, 1),
	{ .id = EV_SLOTS_2, .name = SLOTS_P, .level = 2, .turn = 2 },
	GENERAL(HEAVY_SLOTS,      "uops_retired.heavy", 0x01c2, 2),
	GENERAL(CYCLES_0_UOPS,    "idq_bubbles.cycles_0_uops_deliv.core", 0x600019c, 2),
};
/* clang-format on */

/* Corrections as shares of the slots that were counted with them: 0 where they were not counted. */
#define CORRECTED(event) part(EV_OR_0(event), EV(SLOTS_0))

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0) - CORRECTED(UOP_DROPPING))
FORMULA(backend_bound, EV(BE_BOUND) / EV(SLOTS_0))
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(branch_mispredicts, EV(MISPREDICT_SLOTS) / EV(SLOTS_1))
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))
FORMULA(fetch_latency,
	SPR_WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_2) - CORRECTED(UOP_DROPPING))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(memory_bound, EV(MEMORY_SLOTS) / EV(SLOTS_1))
FORMULA(core_bound, rest(backend_bound(c), memory_bound(c)))
FORMULA(heavy_operations, EV(HEAVY_SLOTS) / EV(SLOTS_2))
FORMULA(light_operations, rest(retiring(c), heavy_operations(c)))

FORMULA(icl_backend_bound,
	at_most_1(EV(BE_BOUND) / EV(SLOTS_0) + ICL_WIDTH * CORRECTED(CLEARS_COUNT)))
FORMULA(icl_bad_speculation, rest(1, frontend_bound(c) + icl_backend_bound(c) + retiring(c)))
FORMULA(icl_branch_mispredicts,
	part(EV(BR_MISP), EV(BR_MISP) + EV(MACHINE_CLEARS)) * icl_bad_speculation(c))
FORMULA(icl_machine_clears, rest(icl_bad_speculation(c), icl_branch_mispredicts(c)))
FORMULA(icl_fetch_latency,
	ICL_WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_2) - CORRECTED(UOP_DROPPING))
FORMULA(icl_fetch_bandwidth, rest(frontend_bound(c), icl_fetch_latency(c)))
FORMULA(icl_memory_bound,
	at_most_1(part(EV(STALLS_MEM) + EV(BOUND_ON_STORES),
		       EV(STALLS_TOTAL) + EV(1_PORT) + retiring(c) * EV(2_PORTS) +
			       EV(BOUND_ON_STORES))) * icl_backend_bound(c))
FORMULA(icl_core_bound, rest(icl_backend_bound(c), icl_memory_bound(c)))
FORMULA(icl_heavy_operations,
	part(EV(RETIRED_SLOTS), EV(ISSUED)) * EV(MS_UOPS) / EV(SLOTS_2) +
		retiring(c) * part(rest(EV(DEC0), EV(DEC0_CYCLES)), EV(MITE_UOPS)))
FORMULA(icl_light_operations, rest(retiring(c), icl_heavy_operations(c)))

/* The nodes that are the same for both are told by the prefix that is "" or icl_. */
#define FORMULAS(of)                                                                                \
	{ .metric = M_RETIRING,           FORM(retiring) },                                         \
	{ .metric = M_HEAVY_OPERATIONS,   FORM(of##heavy_operations),   .in_turns = true },         \
	{ .metric = M_LIGHT_OPERATIONS,   FORM(of##light_operations),   .in_turns = true },         \
	{ .metric = M_BAD_SPECULATION,    FORM(of##bad_speculation) },                              \
	{ .metric = M_BRANCH_MISPREDICTS, FORM(of##branch_mispredicts), .in_turns = true },         \
	{ .metric = M_MACHINE_CLEARS,     FORM(of##machine_clears),     .in_turns = true },         \
	{ .metric = M_FRONTEND_BOUND,     FORM(frontend_bound) },                                   \
	{ .metric = M_FETCH_LATENCY,      FORM(of##fetch_latency),      .in_turns = true },         \
	{ .metric = M_FETCH_BANDWIDTH,    FORM(of##fetch_bandwidth),    .in_turns = true },         \
	{ .metric = M_BACKEND_BOUND,      FORM(of##backend_bound) },                                \
	{ .metric = M_MEMORY_BOUND,       FORM(of##memory_bound),       .in_turns = true },         \
	{ .metric = M_CORE_BOUND,         FORM(of##core_bound),         .in_turns = true }

static const struct formula icl_formulas[] = { FORMULAS(icl_) };
static const struct formula spr_formulas[] = { FORMULAS() };

#define N(array) (sizeof(array) / sizeof((array)[0]))

#define FAMILY(called, its_events, its_formulas) {                                                  \
	.name = called " without PERF_METRICS",                                                     \
	.formulas_from = "Intel TMA 5.2 for a CPU whose PERF_METRICS register is hidden: general "  \
			 "events, shares of TOPDOWN.SLOTS_P",                                       \
	.levels = 2,                                                                                \
	.counters = 8,                                                                              \
	.events = (its_events),                                                                     \
	.n_events = N(its_events),                                                                  \
	.formulas = (its_formulas),                                                                 \
	.n_formulas = N(its_formulas),                                                              \
}
#define ICL(called) FAMILY(called, icl_events, icl_formulas)
#define SPR(called) FAMILY(called, spr_events, spr_formulas)

const struct family cpu_intel_guest[CPU_GUEST_COUNT] = {
	[CPU_GUEST_ICL] = ICL("Intel Ice Lake"),
	[CPU_GUEST_ICX] = ICL("Intel Ice Lake-SP"),
	[CPU_GUEST_TGL] = ICL("Intel Tiger Lake"),
	[CPU_GUEST_RKL] = ICL("Intel Rocket Lake"),
	[CPU_GUEST_SPR] = SPR("Intel Sapphire Rapids"),
	[CPU_GUEST_EMR] = SPR("Intel Emerald Rapids"),
	[CPU_GUEST_GNR] = SPR("Intel Granite Rapids"),
};
