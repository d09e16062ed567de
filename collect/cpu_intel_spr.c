/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with eight metric events: Sapphire Rapids and Alder Lake's P-core (Golden Cove) and
 * later. Six slots a cycle, eight from Lion Cove on; levels 1 and 2 without a general counter. A
 * table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu.h"

static const struct family_event events[] = {
	{ .id = EV_SLOTS,         .name = "slots",                 .level = 1 },
	{ .id = EV_RETIRING,      .name = "topdown-retiring",      .level = 1 },
	{ .id = EV_BAD_SPEC,      .name = "topdown-bad-spec",      .level = 1 },
	{ .id = EV_FE_BOUND,      .name = "topdown-fe-bound",      .level = 1 },
	{ .id = EV_BE_BOUND,      .name = "topdown-be-bound",      .level = 1 },
	{ .id = EV_HEAVY_OPS,     .name = "topdown-heavy-ops",     .level = 2 },
	{ .id = EV_BR_MISPREDICT, .name = "topdown-br-mispredict", .level = 2 },
	{ .id = EV_FETCH_LAT,     .name = "topdown-fetch-lat",     .level = 2 },
	{ .id = EV_MEM_BOUND,     .name = "topdown-mem-bound",     .level = 2 },
	{ .id = EV_INSTRUCTIONS,  .name = "instructions",          .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,        .name = "cpu-cycles",            .level = 1, .use = USE_IPC },
};

/* max(0, parent - child). Not fmax(): fmax(0, NAN) is 0, and missing is not zero. */
static double rest(double parent, double child)
{
	double difference = parent - child;

	return difference < 0.0 ? 0.0 : difference;
}

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(heavy_operations, EV(HEAVY_OPS) / SUM)
FORMULA(light_operations, rest(EV(RETIRING), EV(HEAVY_OPS)) / SUM)
FORMULA(bad_speculation, EV(BAD_SPEC) / SUM)
FORMULA(branch_mispredicts, EV(BR_MISPREDICT) / SUM)
FORMULA(machine_clears, rest(EV(BAD_SPEC), EV(BR_MISPREDICT)) / SUM)
FORMULA(frontend_bound, EV(FE_BOUND) / SUM)
FORMULA(fetch_latency, EV(FETCH_LAT) / SUM)
FORMULA(fetch_bandwidth, rest(EV(FE_BOUND), EV(FETCH_LAT)) / SUM)
FORMULA(backend_bound, EV(BE_BOUND) / SUM)
FORMULA(memory_bound, EV(MEM_BOUND) / SUM)
FORMULA(core_bound, rest(EV(BE_BOUND), EV(MEM_BOUND)) / SUM)

static const struct formula formulas[] = {
	{ .metric = M_RETIRING,           FORM(retiring) },
	{ .metric = M_HEAVY_OPERATIONS,   FORM(heavy_operations) },
	{ .metric = M_LIGHT_OPERATIONS,   FORM(light_operations) },
	{ .metric = M_BAD_SPECULATION,    FORM(bad_speculation) },
	{ .metric = M_BRANCH_MISPREDICTS, FORM(branch_mispredicts) },
	{ .metric = M_MACHINE_CLEARS,     FORM(machine_clears) },
	{ .metric = M_FRONTEND_BOUND,     FORM(frontend_bound) },
	{ .metric = M_FETCH_LATENCY,      FORM(fetch_latency) },
	{ .metric = M_FETCH_BANDWIDTH,    FORM(fetch_bandwidth) },
	{ .metric = M_BACKEND_BOUND,      FORM(backend_bound) },
	{ .metric = M_MEMORY_BOUND,       FORM(memory_bound) },
	{ .metric = M_CORE_BOUND,         FORM(core_bound) },
};

/*
 * Until Lion Cove perf's newer tables move UOP_DROPPING from frontend and latency to bad
 * speculation.
 */
#define PLAIN "Linux 6.1 tools/perf/util/stat-shadow.c: plain shares of the sum"
#define UNCORRECTED PLAIN ", without the UOP_DROPPING correction of later perf"
#define LION_COVE "Linux lnl-metrics.json: plain shares of the sum, no correction needed"

#define FAMILY(called, from) {                                                                    \
	.name = (called),                                                                         \
	.formulas_from = (from),                                                                  \
	.levels = 2,                                                                              \
	.events = events,                                                                         \
	.n_events = sizeof(events) / sizeof(events[0]),                                           \
	.formulas = formulas,                                                                     \
	.n_formulas = sizeof(formulas) / sizeof(formulas[0]),                                     \
}

const struct family cpu_intel_spr[CPU_SPR_COUNT] = {
	[CPU_SPR] = FAMILY("Intel Sapphire Rapids", UNCORRECTED),
	[CPU_EMR] = FAMILY("Intel Emerald Rapids", UNCORRECTED),
	[CPU_GNR] = FAMILY("Intel Granite Rapids", UNCORRECTED),
	[CPU_ADL] = FAMILY("Intel Alder Lake", UNCORRECTED),
	[CPU_RPL] = FAMILY("Intel Raptor Lake", UNCORRECTED),
	[CPU_MTL] = FAMILY("Intel Meteor Lake", UNCORRECTED),
	[CPU_ARL_U] = FAMILY("Intel Arrow Lake-U", UNCORRECTED),	/* Meteor Lake's cores */
	[CPU_LNL] = FAMILY("Intel Lunar Lake", LION_COVE),
	[CPU_ARL] = FAMILY("Intel Arrow Lake", LION_COVE),
	[CPU_PTL] = FAMILY("Intel Panther Lake", LION_COVE),
	[CPU_8_METRICS] = FAMILY("Intel (8 metric events)", UNCORRECTED),
};
