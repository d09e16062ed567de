/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sapphire Rapids' core in a guest without the PERF_METRICS register, see cpu_intel_guest.h. The
 * groups are small, for hypervisors that show four counters. A table for cpu_match.c; static, any
 * thread.
 */
#include "config.h"
#include "collect/cpu/cpu_intel.h"
#include "collect/cpu/cpu_intel_guest.h"

#define WIDTH 6.0

/* Names of its own events, in addition to EV_UOP_DROPPING; SLOTS_n: slots while group n is on. */
#define EV_SLOTS_0 EV_X1
#define EV_SLOTS_1 EV_X2
#define EV_SLOTS_2 EV_X3
#define EV_CYCLES_0_UOPS EV_X4
#define EV_MISPREDICT_SLOTS EV_X5
#define EV_MEMORY_SLOTS EV_X6
#define EV_HEAVY_SLOTS EV_X7

/* clang-format off */
/* tools/perf/pmu-events/arch/x86/sapphirerapids of Linux 6.12. */
static const struct family_event events[] = {
	LEVEL1_EVENTS("idq_bubbles.core"),
	{ .id = EV_SLOTS_1, .name = SLOTS_P, .level = 2, .mux = 1 },
	GENERAL_ON(0x1, MISPREDICT_SLOTS, "topdown.br_mispredict_slots", 0x08a4, 1),
	GENERAL(MEMORY_SLOTS, "topdown.memory_bound_slots", 0x10a4, 1),
	{ .id = EV_SLOTS_2, .name = SLOTS_P, .level = 2, .mux = 2 },
	GENERAL(HEAVY_SLOTS, "uops_retired.heavy", 0x01c2, 2),
	GENERAL(CYCLES_0_UOPS, "idq_bubbles.cycles_0_uops_deliv.core", 0x600019c, 2),
};
/* clang-format on */

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0) - CORRECTED(UOP_DROPPING))
FORMULA(backend_bound, EV(BE_BOUND) / EV(SLOTS_0))
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(branch_mispredicts, EV(MISPREDICT_SLOTS) / EV(SLOTS_1))
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))
FORMULA(fetch_latency, WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_2) - CORRECTED(UOP_DROPPING))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(memory_bound, EV(MEMORY_SLOTS) / EV(SLOTS_1))
FORMULA(core_bound, rest(backend_bound(c), memory_bound(c)))
FORMULA(heavy_operations, EV(HEAVY_SLOTS) / EV(SLOTS_2))
FORMULA(light_operations, rest(retiring(c), heavy_operations(c)))

static const struct formula formulas[] = { ALL_NODES(true) };
static const struct node_sample golden_cove[] = { GOLDEN_COVE_SAMPLES };
static const struct node_sample redwood_cove[] = { REDWOOD_COVE_SAMPLES };

static const struct class_event classes[] = { GOLDEN_COVE_CLASS_EVENTS };
OWN_CLASS_FORMULAS
static const struct formula class_formulas[] = { OWN_CLASS_NODES };
#define CLASSES_OF_CORE CLASSES(classes, class_formulas)

static const struct cpu_model models[] = {
	{ WITHOUT_REGISTER("Intel Sapphire Rapids", events, formulas, golden_cove, tree_intel_spr) },
	{ WITHOUT_REGISTER("Intel Emerald Rapids", events, formulas, golden_cove, tree_intel_emr) },
	{ WITHOUT_REGISTER("Intel Granite Rapids", events, formulas, redwood_cove, tree_intel_gnr),
	  .family.retire_latency = true },
};

const struct cpu_table cpu_intel_spr_guest = CPU_TABLE(models);
