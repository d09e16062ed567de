/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with four metric events: Ice Lake (Sunny Cove), Tiger Lake (Willow Cove), Rocket Lake
 * (Cypress Cove). Five slots a cycle. Level 1 is in the register, with two corrections by general
 * counters; level 2 needs more of these than there are, so it is counted in turns, of which each has
 * the slots, too. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu.h"
#include "collect/cpu_formula.h"

#define WIDTH 5.0

/* Names of its own events. */
#define EV_UOP_DROPPING EV_X0
#define EV_CLEARS_COUNT EV_X1
#define EV_SLOTS_1 EV_X2	/* slots while turn 1 counted; EV_SLOTS are those of all turns */
#define EV_CYCLES_0_UOPS EV_X3
#define EV_BR_MISP EV_X4
#define EV_MACHINE_CLEARS EV_X5
#define EV_STALLS_MEM EV_X6
#define EV_BOUND_ON_STORES EV_X7
#define EV_STALLS_TOTAL EV_X8
#define EV_1_PORT EV_X9
#define EV_2_PORTS EV_X10
#define EV_SLOTS_2 EV_X11
#define EV_RETIRED_SLOTS EV_X12
#define EV_ISSUED EV_X13
#define EV_MS_UOPS EV_X14
#define EV_DEC0 EV_X15
#define EV_DEC0_CYCLES EV_X16
#define EV_MITE_UOPS EV_X17
#define EV_SLOTS_0 EV_X18	/* slots while turn 0 counted, and the corrections with it */

/* clang-format off */
#define GENERAL(event, called, number, in_turn) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 2, .turn = (in_turn) }

/* Encodings that sysfs does not have: tools/perf/pmu-events/arch/x86/icelake of Linux 6.12. */
static const struct family_event events[] = {
	{ .id = EV_SLOTS,        .name = "slots",             .level = 1, .also = EV_SLOTS_0 },
	{ .id = EV_RETIRING,     .name = "topdown-retiring",  .level = 1, .fixed = true },
	{ .id = EV_BAD_SPEC,     .name = "topdown-bad-spec",  .level = 1, .fixed = true },
	{ .id = EV_FE_BOUND,     .name = "topdown-fe-bound",  .level = 1, .fixed = true },
	{ .id = EV_BE_BOUND,     .name = "topdown-be-bound",  .level = 1, .fixed = true },
	{ .id = EV_UOP_DROPPING, .name = "int_misc.uop_dropping", .config = 0x100d, .level = 1,
	  .use = USE_CORRECTION },
	{ .id = EV_CLEARS_COUNT, .name = "int_misc.clears_count", .config = 0x104010d, .level = 1,
	  .use = USE_CORRECTION },
	{ .id = EV_INSTRUCTIONS, .name = "instructions",      .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,       .name = "cpu-cycles",        .level = 1, .use = USE_IPC },
	{ .id = EV_SLOTS_1,      .name = "slots",             .level = 2, .turn = 1 },
	GENERAL(CYCLES_0_UOPS,   "idq_uops_not_delivered.cycles_0_uops_deliv.core", 0x500019c, 1),
	GENERAL(BR_MISP,         "br_misp_retired.all_branches", 0x00c5, 1),
	GENERAL(MACHINE_CLEARS,  "machine_clears.count", 0x10401c3, 1),
	GENERAL(STALLS_MEM,      "cycle_activity.stalls_mem_any", 0x140014a3, 1),
	GENERAL(BOUND_ON_STORES, "exe_activity.bound_on_stores", 0x20040a6, 1),
	GENERAL(STALLS_TOTAL,    "cycle_activity.stalls_total", 0x40004a3, 1),
	GENERAL(1_PORT,          "exe_activity.1_ports_util", 0x02a6, 1),
	GENERAL(2_PORTS,         "exe_activity.2_ports_util", 0x04a6, 1),
	{ .id = EV_SLOTS_2,      .name = "slots",             .level = 2, .turn = 2 },
	GENERAL(RETIRED_SLOTS,   "uops_retired.slots", 0x02c2, 2),
	GENERAL(ISSUED,          "uops_issued.any", 0x010e, 2),
	GENERAL(MS_UOPS,         "idq.ms_uops", 0x3079, 2),
	GENERAL(DEC0,            "uops_decoded.dec0", 0x0156, 2),
	GENERAL(DEC0_CYCLES,     "uops_decoded.dec0,cmask=1", 0x1000156, 2),
	GENERAL(MITE_UOPS,       "idq.mite_uops", 0x0479, 2),
};
/* clang-format on */

/* Corrections as shares of the slots that were counted with them: 0 where they were not counted. */
static double correction(const struct counts *c, enum event_id event)
{
	return c->present & 1U << event ? part(c->value[event], EV(SLOTS_0)) : 0.0;
}

static double slots_dropped(const struct counts *c)
{
	return correction(c, EV_UOP_DROPPING);
}

static double cycles_cleared(const struct counts *c)
{
	return correction(c, EV_CLEARS_COUNT);
}

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(frontend_bound, EV(FE_BOUND) / SUM - slots_dropped(c))
FORMULA(backend_bound,
	at_most_1(EV(BE_BOUND) / SUM + WIDTH * cycles_cleared(c)))
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(branch_mispredicts,
	part(EV(BR_MISP), EV(BR_MISP) + EV(MACHINE_CLEARS)) * bad_speculation(c))
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))
FORMULA(fetch_latency, WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_1) - slots_dropped(c))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(memory_bound,
	at_most_1(part(EV(STALLS_MEM) + EV(BOUND_ON_STORES),
		       EV(STALLS_TOTAL) + EV(1_PORT) + retiring(c) * EV(2_PORTS) +
			       EV(BOUND_ON_STORES))) * backend_bound(c))
FORMULA(core_bound, rest(backend_bound(c), memory_bound(c)))
FORMULA(heavy_operations,
	part(EV(RETIRED_SLOTS), EV(ISSUED)) * EV(MS_UOPS) / EV(SLOTS_2) +
		retiring(c) * part(rest(EV(DEC0), EV(DEC0_CYCLES)), EV(MITE_UOPS)))
FORMULA(light_operations, rest(retiring(c), heavy_operations(c)))

static const struct formula formulas[] = {
	{ .metric = M_RETIRING,           FORM(retiring) },
	{ .metric = M_HEAVY_OPERATIONS,   FORM(heavy_operations),   .in_turns = true },
	{ .metric = M_LIGHT_OPERATIONS,   FORM(light_operations),   .in_turns = true },
	{ .metric = M_BAD_SPECULATION,    FORM(bad_speculation) },
	{ .metric = M_BRANCH_MISPREDICTS, FORM(branch_mispredicts), .in_turns = true },
	{ .metric = M_MACHINE_CLEARS,     FORM(machine_clears),     .in_turns = true },
	{ .metric = M_FRONTEND_BOUND,     FORM(frontend_bound) },
	{ .metric = M_FETCH_LATENCY,      FORM(fetch_latency),      .in_turns = true },
	{ .metric = M_FETCH_BANDWIDTH,    FORM(fetch_bandwidth),    .in_turns = true },
	{ .metric = M_BACKEND_BOUND,      FORM(backend_bound) },
	{ .metric = M_MEMORY_BOUND,       FORM(memory_bound),       .in_turns = true },
	{ .metric = M_CORE_BOUND,         FORM(core_bound),         .in_turns = true },
};

#define FAMILY(called) {                                                                          \
	.name = (called),                                                                         \
	.formulas_from = "Intel TMA 5.2, as Linux 6.12 icl-metrics.json: shares of the sum, corrected " \
			 "by UOP_DROPPING and CLEARS_COUNT where they are counted",               \
	.levels = 2,                                                                              \
	.counters = 8,                                                                            \
	.events = events,                                                                         \
	.n_events = sizeof(events) / sizeof(events[0]),                                           \
	.formulas = formulas,                                                                     \
	.n_formulas = sizeof(formulas) / sizeof(formulas[0]),                                     \
}

const struct family cpu_intel_icl[CPU_ICL_COUNT] = {
	[CPU_ICL] = FAMILY("Intel Ice Lake"),
	[CPU_ICX] = FAMILY("Intel Ice Lake-SP"),
	[CPU_TGL] = FAMILY("Intel Tiger Lake"),
	[CPU_RKL] = FAMILY("Intel Rocket Lake"),
	[CPU_4_METRICS] = FAMILY("Intel (4 metric events)"),
};
