/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with four metric events: Ice Lake (Sunny Cove), Tiger Lake (Willow Cove), Rocket Lake
 * (Cypress Cove). Five slots a cycle, level 1 only: their level 2 needs general counters. A table
 * for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu.h"

static const struct family_event events[] = {
	{ .id = EV_SLOTS,        .name = "slots",             .level = 1 },
	{ .id = EV_RETIRING,     .name = "topdown-retiring",  .level = 1 },
	{ .id = EV_BAD_SPEC,     .name = "topdown-bad-spec",  .level = 1 },
	{ .id = EV_FE_BOUND,     .name = "topdown-fe-bound",  .level = 1 },
	{ .id = EV_BE_BOUND,     .name = "topdown-be-bound",  .level = 1 },
	{ .id = EV_INSTRUCTIONS, .name = "instructions",      .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,       .name = "cpu-cycles",        .level = 1, .use = USE_IPC },
};

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(bad_speculation, EV(BAD_SPEC) / SUM)
FORMULA(frontend_bound, EV(FE_BOUND) / SUM)
FORMULA(backend_bound, EV(BE_BOUND) / SUM)

static const struct formula formulas[] = {
	{ .metric = M_RETIRING,        FORM(retiring) },
	{ .metric = M_BAD_SPECULATION, FORM(bad_speculation) },
	{ .metric = M_FRONTEND_BOUND,  FORM(frontend_bound) },
	{ .metric = M_BACKEND_BOUND,   FORM(backend_bound) },
};

/* perf's tables move UOP_DROPPING from frontend to bad speculation, and CLEARS_COUNT to backend. */
#define FAMILY(called) {                                                                          \
	.name = (called),                                                                         \
	.formulas_from = "Linux 6.1 tools/perf/util/stat-shadow.c: plain shares of the sum, "    \
			 "without the UOP_DROPPING and CLEARS_COUNT corrections of later perf",    \
	.levels = 1,                                                                              \
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
