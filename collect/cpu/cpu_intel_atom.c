/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel's E-cores, alone or as the cpu_atom of a hybrid: Tremont, Gracemont, Crestmont, Skymont,
 * Darkmont. No slots event: slots are the core's width times its cycles. sysfs has an alias for each
 * class of level 1 (never JSON's encodings: on real kernels some of them read 0); level 2 is general events,
 * counted in turns. Tremont's four counters have room for level 1. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"
#include "collect/cpu/cpu_table.h"

/* Names of its own events. */
#define EV_SLOTS_1 EV_X0	/* slots while turn 1 counted */
#define EV_LATENCY EV_X1
#define EV_BANDWIDTH EV_X2
#define EV_MISPREDICT EV_X3
#define EV_CLEARS EV_X4
#define EV_ALLOC EV_X5
#define EV_SLOTS_0 EV_X6	/* slots while turn 0 counted: level 1 */

/* clang-format off */
/* tools/perf/pmu-events/arch/x86/{alderlaken,sierraforest} of Linux 6.12, for level 2. */
#define LEVEL1(width)                                                                            \
	{ .id = EV_SLOTS,      .name = "cpu-cycles",       .level = 1, .scale = (width), .cycles = true, \
	  .also = EV_SLOTS_0 },                                                                  \
	{ .id = EV_RETIRING,   .name = "topdown-retiring", .level = 1 },                         \
	{ .id = EV_BAD_SPEC,   .name = "topdown-bad-spec", .level = 1 },                         \
	{ .id = EV_FE_BOUND,   .name = "topdown-fe-bound", .level = 1 },                         \
	{ .id = EV_BE_BOUND,   .name = "topdown-be-bound", .level = 1 },                         \
	/* beside the cycles of each turn's leader */                                            \
	{ .id = EV_INSTRUCTIONS, .name = "instructions",   .level = 1, .use = USE_IPC, .fixed = true }
#define EVENTS(width)                                                                            \
	LEVEL1(width),                                                                           \
	{ .id = EV_SLOTS_1,    .name = "cpu-cycles",       .level = 2, .mux = 1, .scale = (width) }, \
	{ .id = EV_LATENCY,    .name = "topdown_fe_bound.frontend_latency", .config = 0x7271,    \
	  .level = 2, .mux = 1 },                                                               \
	{ .id = EV_BANDWIDTH,  .name = "topdown_fe_bound.frontend_bandwidth", .config = 0x8d71,  \
	  .level = 2, .mux = 1 },                                                               \
	{ .id = EV_MISPREDICT, .name = "topdown_bad_speculation.mispredict", .config = 0x0473,   \
	  .level = 2, .mux = 1 },                                                               \
	{ .id = EV_CLEARS,     .name = "topdown_bad_speculation.machine_clears", .config = 0x0373, \
	  .level = 2, .mux = 1 },                                                               \
	{ .id = EV_ALLOC,      .name = "topdown_be_bound.alloc_restrictions", .config = 0x0174,  \
	  .level = 2, .mux = 1 }
/* clang-format on */

static const struct family_event tremont_events[] = { LEVEL1(4) };
static const struct family_event events_5[] = { EVENTS(5) };
static const struct family_event events_6[] = { EVENTS(6) };
static const struct family_event events_8[] = { EVENTS(8) };

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0))
FORMULA(backend_bound, EV(BE_BOUND) / EV(SLOTS_0))
FORMULA(bad_speculation, EV(BAD_SPEC) / EV(SLOTS_0))
FORMULA(fetch_latency, EV(LATENCY) / EV(SLOTS_1))
FORMULA(fetch_bandwidth, EV(BANDWIDTH) / EV(SLOTS_1))
FORMULA(branch_mispredicts, EV(MISPREDICT) / EV(SLOTS_1))
FORMULA(machine_clears, EV(CLEARS) / EV(SLOTS_1))
FORMULA(core_bound, EV(ALLOC) / EV(SLOTS_1))
FORMULA(resource_bound, EV(BE_BOUND) / EV(SLOTS_0) - EV(ALLOC) / EV(SLOTS_1))

/* Tremont's and Gracemont's own count of bad speculation is not complete. */
FORMULA(remaining_bad_speculation,
	(EV(SLOTS_0) - (EV(FE_BOUND) + EV(BE_BOUND) + EV(RETIRING))) / EV(SLOTS_0))

#define FORMULAS(bad)                                                                            \
	{ .metric = M_RETIRING,           FORM(retiring) },                                      \
	{ .metric = M_BAD_SPECULATION,    FORM(bad) },                                           \
	{ .metric = M_BRANCH_MISPREDICTS, FORM(branch_mispredicts), .in_rotation = true },          \
	{ .metric = M_MACHINE_CLEARS,     FORM(machine_clears),     .in_rotation = true },          \
	{ .metric = M_FRONTEND_BOUND,     FORM(frontend_bound) },                                \
	{ .metric = M_FETCH_LATENCY,      FORM(fetch_latency),      .in_rotation = true },          \
	{ .metric = M_FETCH_BANDWIDTH,    FORM(fetch_bandwidth),    .in_rotation = true },          \
	{ .metric = M_BACKEND_BOUND,      FORM(backend_bound) },                                 \
	{ .metric = M_CORE_BOUND,         FORM(core_bound),         .in_rotation = true },          \
	{ .metric = M_RESOURCE_BOUND,     FORM(resource_bound),     .in_rotation = true }

static const struct formula level1_formulas[] = {
	{ .metric = M_RETIRING,        FORM(retiring) },
	{ .metric = M_BAD_SPECULATION, FORM(remaining_bad_speculation) },
	{ .metric = M_FRONTEND_BOUND,  FORM(frontend_bound) },
	{ .metric = M_BACKEND_BOUND,   FORM(backend_bound) },
};
static const struct formula old_formulas[] = { FORMULAS(remaining_bad_speculation) };
static const struct formula formulas[] = { FORMULAS(bad_speculation) };

#define FAMILY(called, n_levels, its_events, its_formulas, n_counters) {                          \
	.name = (called),                                                                         \
	.formulas_from = "Linux 6.12 pmu-events of cpu_atom: shares of width times cycles",       \
	.levels = (n_levels),                                                                     \
	.counters = (n_counters),                                                                 \
	TABLES(its_events, its_formulas),                                                         \
}

const struct family cpu_intel_atom[CPU_ATOM_COUNT] = {
	[CPU_TREMONT] = FAMILY("Intel Tremont", 1, tremont_events, level1_formulas, 4),
	[CPU_GRACEMONT] = FAMILY("Intel Gracemont", 2, events_5, old_formulas, 6),
	[CPU_CRESTMONT] = FAMILY("Intel Crestmont", 2, events_6, formulas, 8),
	[CPU_SKYMONT] = FAMILY("Intel Skymont", 2, events_8, formulas, 8),
	[CPU_DARKMONT] = FAMILY("Intel Darkmont", 2, events_8, formulas, 8),
};
