/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with eight metric events: Sapphire Rapids and Alder Lake's P-core (Golden Cove) and
 * later. Six slots a cycle, eight from Lion Cove on; levels 1 and 2 in the register, before Lion Cove
 * with one correction by a general counter. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"
#include "collect/cpu/cpu_table.h"
#include "collect/cpu/cpu_intel.h"

static const struct family_event events[] = {
	REGISTER_EVENTS,
	UOP_DROPPING_EVENT,
};

static const struct family_event lion_cove_events[] = { REGISTER_EVENTS };

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(heavy_operations, EV(HEAVY_OPS) / SUM)
FORMULA(light_operations, rest(EV(RETIRING), EV(HEAVY_OPS)) / SUM)
FORMULA(frontend_bound, EV(FE_BOUND) / SUM - EV_OR_0(UOP_DROPPING) / EV(SLOTS))
FORMULA(fetch_latency, EV(FETCH_LAT) / SUM - EV_OR_0(UOP_DROPPING) / EV(SLOTS))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(backend_bound, EV(BE_BOUND) / SUM)
FORMULA(memory_bound, EV(MEM_BOUND) / SUM)
FORMULA(core_bound, rest(EV(BE_BOUND), EV(MEM_BOUND)) / SUM)
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(branch_mispredicts, EV(BR_MISPREDICT) / SUM)
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))

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

/* From Lion Cove on nothing is corrected, so level 1 is told without a look at slots. */
FORMULA(plain_bad_speculation, EV(BAD_SPEC) / SUM)
FORMULA(plain_machine_clears, rest(EV(BAD_SPEC), EV(BR_MISPREDICT)) / SUM)
FORMULA(plain_frontend_bound, EV(FE_BOUND) / SUM)
FORMULA(plain_fetch_latency, EV(FETCH_LAT) / SUM)
FORMULA(plain_fetch_bandwidth, rest(EV(FE_BOUND), EV(FETCH_LAT)) / SUM)

static const struct formula lion_cove_formulas[] = {
	{ .metric = M_RETIRING,           FORM(retiring) },
	{ .metric = M_HEAVY_OPERATIONS,   FORM(heavy_operations) },
	{ .metric = M_LIGHT_OPERATIONS,   FORM(light_operations) },
	{ .metric = M_BAD_SPECULATION,    FORM(plain_bad_speculation) },
	{ .metric = M_BRANCH_MISPREDICTS, FORM(branch_mispredicts) },
	{ .metric = M_MACHINE_CLEARS,     FORM(plain_machine_clears) },
	{ .metric = M_FRONTEND_BOUND,     FORM(plain_frontend_bound) },
	{ .metric = M_FETCH_LATENCY,      FORM(plain_fetch_latency) },
	{ .metric = M_FETCH_BANDWIDTH,    FORM(plain_fetch_bandwidth) },
	{ .metric = M_BACKEND_BOUND,      FORM(backend_bound) },
	{ .metric = M_MEMORY_BOUND,       FORM(memory_bound) },
	{ .metric = M_CORE_BOUND,         FORM(core_bound) },
};

#define FAMILY(called, from, its_events, its_formulas) {                                          \
	.name = (called),                                                                         \
	.formulas_from = (from),                                                                  \
	.levels = 2,                                                                              \
	.counters = 8,                                                                            \
	TABLES(its_events, its_formulas),                                                         \
}
#define GOLDEN_COVE(called)                                                                        \
	FAMILY(called, "Intel TMA 5.2, as Linux 6.12 spr-metrics.json: shares of the sum, corrected " \
		       "by UOP_DROPPING where it is counted", events, formulas)
#define LION_COVE(called)                                                                         \
	FAMILY(called, "Intel TMA 5.2, as Linux lnl-metrics.json: plain shares of the sum, no correction needed",   \
	       lion_cove_events, lion_cove_formulas)

const struct family cpu_intel_spr[CPU_SPR_COUNT] = {
	[CPU_SPR] = GOLDEN_COVE("Intel Sapphire Rapids"),
	[CPU_EMR] = GOLDEN_COVE("Intel Emerald Rapids"),
	[CPU_GNR] = GOLDEN_COVE("Intel Granite Rapids"),
	[CPU_ADL] = GOLDEN_COVE("Intel Alder Lake"),
	[CPU_RPL] = GOLDEN_COVE("Intel Raptor Lake"),
	[CPU_MTL] = GOLDEN_COVE("Intel Meteor Lake"),
	[CPU_ARL_U] = GOLDEN_COVE("Intel Arrow Lake-U"),	/* Meteor Lake's cores */
	[CPU_LNL] = LION_COVE("Intel Lunar Lake"),
	[CPU_ARL] = LION_COVE("Intel Arrow Lake"),
	[CPU_PTL] = LION_COVE("Intel Panther Lake"),
	[CPU_8_METRICS] = GOLDEN_COVE("Intel (8 metric events)"),
};
