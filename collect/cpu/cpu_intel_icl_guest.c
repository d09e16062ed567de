/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ice Lake's core in a guest without the PERF_METRICS register, see cpu_intel_guest.h. Level 2 is
 * as in cpu_intel_icl.c, but slots take a general counter. A table for cpu_match.c; static, any
 * thread.
 */
#include "config.h"
#include "collect/cpu/cpu_intel_guest.h"
#include "collect/cpu/cpu_intel_icl.h"

/* clang-format off */
static const struct family_event events[] = {
	LEVEL1_EVENTS("idq_uops_not_delivered.core"),
	CLEARS_COUNT_EVENT,
	{ .id = EV_SLOTS_1, .name = SLOTS_P, .level = 2, .mux = 1 },
	MUX_1_EVENTS,
	{ .id = EV_SLOTS_2, .name = SLOTS_P, .level = 2, .mux = 2 },
	CYCLES_0_UOPS_EVENT(2), MUX_2_EVENTS,
};
/* clang-format on */

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0) - CORRECTED(UOP_DROPPING))
FORMULA(backend_bound,
	at_most_1(EV(BE_BOUND) / EV(SLOTS_0) + WIDTH * CORRECTED(CLEARS_COUNT)))
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(fetch_latency, WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_2) - CORRECTED(UOP_DROPPING))

static const struct formula formulas[] = { ALL_NODES(true) };
static const struct node_sample samples[] = { ICL_SAMPLES };

static const struct cpu_model models[] = {
	{ WITHOUT_REGISTER("Intel Ice Lake", events, formulas, samples, tree_intel_icl) },
	{ WITHOUT_REGISTER("Intel Ice Lake-SP", events, formulas, samples, tree_intel_icx) },
	{ WITHOUT_REGISTER("Intel Tiger Lake", events, formulas, samples, tree_intel_tgl) },
	{ WITHOUT_REGISTER("Intel Rocket Lake", events, formulas, samples, tree_intel_icl) },
};

const struct cpu_table cpu_intel_icl_guest = CPU_TABLE(models);
