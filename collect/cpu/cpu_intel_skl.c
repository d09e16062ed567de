/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Skylake to Cascade Lake, Goldmont and Silvermont, by the aliases that sysfs lists for them, with
 * their .scale (Sandy Bridge to Broadwell: cpu_intel_snb.c). With SMT the counts are those of the
 * core, both threads together (any=1). Silvermont has two counters and issues what it retires: as
 * perf says there, it cannot tell bad speculation from backend bound. Skylake to Cascade Lake also
 * count level 2, in groups that rotate on the four counters that a thread has with SMT. A table for
 * cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_intel_samples.h"
#include "collect/cpu/cpu_intel_skl.h"

/* Names of its own events. */
#define EV_SLOTS_1 EV_X3
#define EV_STALLS_MEM EV_X4
#define EV_BOUND_ON_STORES EV_X5
#define EV_STALLS_TOTAL EV_X6
#define EV_1_PORT EV_X7
#define EV_SLOTS_2 EV_X8
#define EV_2_PORTS EV_X9
#define EV_CYCLES_0_UOPS EV_X10
#define EV_BR_MISP EV_X11
#define EV_MACHINE_CLEARS EV_X12
#define EV_SLOTS_3 EV_X13
#define EV_RETIRED EV_X14
#define EV_MACRO_FUSED EV_X15
#define EV_RETIRED_INSTRUCTIONS EV_X16

/* clang-format off */
static const struct family_event silvermont_events[] = {
	{ .id = EV_SLOTS,        .name = "topdown-total-slots",      .level = 1, .also = EV_SLOTS_0,
	  .sysfs_scale = 2 },
	{ .id = EV_RETIRING,     .name = "topdown-slots-retired",    .level = 1 },
	{ .id = EV_FE_BOUND,     .name = "topdown-fetch-bubbles",    .level = 1, .sysfs_scale = 2 },
	{ .id = EV_INSTRUCTIONS, .name = "instructions",             .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,       .name = "cpu-cycles",               .level = 1, .use = USE_IPC },
};

/* Encodings that sysfs does not list: tools/perf/pmu-events/arch/x86/skylakex of Linux 6.12. */
static const struct family_event skylake_events[] = {
	EVENTS(4, 4),
	LEADER(SLOTS_1, 1),
	GENERAL(STALLS_MEM,      "cycle_activity.stalls_mem_any", 0x140014a3, 1),
	GENERAL(BOUND_ON_STORES, "exe_activity.bound_on_stores", 0x40a6, 1),
	GENERAL(STALLS_TOTAL,    "cycle_activity.stalls_total", 0x40004a3, 1),
	GENERAL(1_PORT,          "exe_activity.1_ports_util", 0x02a6, 1),
	LEADER(SLOTS_2, 2),
	GENERAL(2_PORTS,         "exe_activity.2_ports_util", 0x04a6, 2),
	GENERAL(CYCLES_0_UOPS,   "idq_uops_not_delivered.cycles_0_uops_deliv.core", 0x400019c, 2),
	GENERAL(BR_MISP,         "br_misp_retired.all_branches", 0x00c5, 2),
	GENERAL(MACHINE_CLEARS,  "machine_clears.count", 0x10401c3, 2),
	LEADER(SLOTS_3, 3),
	{ .id = EV_RETIRED, .name = "topdown-slots-retired", .level = 2, .mux = 3 },
	GENERAL(MACRO_FUSED,     "uops_retired.macro_fused", 0x04c2, 3),
	{ .id = EV_RETIRED_INSTRUCTIONS, .name = "instructions", .level = 2, .mux = 3 },
};
/* clang-format on */

static const struct class_event goldmont_classes[] = { CLASS_EVENTS(3, 1) };
static const struct class_event goldmont_plus_classes[] = { CLASS_EVENTS(4, 1) };

static const struct family_event core_events[] = { EVENTS(4, 4) };
static const struct family_event goldmont_events[] = { EVENTS(3, 1) };
static const struct family_event goldmont_plus_events[] = { EVENTS(4, 1) };

/* A node with events in two groups is made of ratios, each to the slots of its own group. */
FORMULA(branch_mispredicts,
	fraction(EV(BR_MISP), EV(BR_MISP) + EV(MACHINE_CLEARS)) * bad_speculation(c))
FORMULA(machine_clears, bad_speculation(c) - branch_mispredicts(c))
FORMULA(fetch_latency, 4 * EV(CYCLES_0_UOPS) / EV(SLOTS_2))
FORMULA(fetch_bandwidth, frontend_bound(c) - fetch_latency(c))
FORMULA(memory_bound,
	at_most_1(fraction((EV(STALLS_MEM) + EV(BOUND_ON_STORES)) / EV(SLOTS_1),
		       (EV(STALLS_TOTAL) + EV(1_PORT) + EV(BOUND_ON_STORES)) / EV(SLOTS_1) +
			       retiring(c) * EV(2_PORTS) / EV(SLOTS_2))) * backend_bound(c))
FORMULA(core_bound, backend_bound(c) - memory_bound(c))
FORMULA(heavy_operations,
	(EV(RETIRED) + EV(MACRO_FUSED) - EV(RETIRED_INSTRUCTIONS)) / EV(SLOTS_3))
FORMULA(light_operations, retiring(c) - heavy_operations(c))

static const struct formula skylake_formulas[] = { ALL_NODES(true) };

FORMULA(backend_or_bad, 1 - (frontend_bound(c) + retiring(c)))

static const struct formula silvermont_formulas[] = {
	NODE(RETIRING, retiring), NODE(FRONTEND_BOUND, frontend_bound),
	NODE(BACKEND_OR_BAD, backend_or_bad),
};

/* clang-format off */
#define ATOM_INSTRUCTIONS EVENT("inst_retired.any_p", 0xc0, 2000003)
#define ATOM_TAKEN TAKEN(EVENT("br_inst_retired.all_taken_branches", 0x80c4, 200003))
static const struct node_sample skylake_samples[] = {
	PRECISE(RETIRING, CORE_INSTRUCTIONS), PRECISE(LIGHT_OPERATIONS, CORE_INSTRUCTIONS),
	PLAIN(HEAVY_OPERATIONS, EVENT("idq.ms_uops", 0x3079, 2000003)),
	PRECISE(BAD_SPECULATION, CORE_MISPREDICTS), PRECISE(BRANCH_MISPREDICTS, CORE_MISPREDICTS),
	PLAIN(MACHINE_CLEARS, EVENT("machine_clears.count", 0x10401c3, 100003)),
	FRONTEND_SAMPLES(0x1c6, 0x400000), CYCLES_OF(BACKEND_BOUND),
	PRECISE(MEMORY_BOUND, EVENT("mem_load_retired.l3_miss", 0x20d1, 100003)),
	CYCLES_OF(CORE_BOUND), NEAR_TAKEN(0x20c4, 400009),
};
static const struct node_sample silvermont_samples[] = {
	PLAIN(RETIRING, ATOM_INSTRUCTIONS),
	PLAIN(FRONTEND_BOUND, EVENT("fetch_stall.icache_fill_pending_cycles", 0x486, 200003)),
	CYCLES_OF(BACKEND_OR_BAD), ATOM_TAKEN,
};
static const struct node_sample goldmont_samples[] = {
	PRECISE(RETIRING, ATOM_INSTRUCTIONS),
	PRECISE(BAD_SPECULATION, EVENT("br_misp_retired.all_branches", 0xc5, 200003)),
	PLAIN(FRONTEND_BOUND, EVENT("icache.misses", 0x280, 200003)), CYCLES_OF(BACKEND_BOUND),
	ATOM_TAKEN,
};
/* clang-format on */
static const struct node_sample generic_samples[] = { GENERIC_SAMPLES };

#define OLD(called, its_events, its_formulas, n_counters, ...) .family = { \
	.name = (called), \
	.formulas_from = "Linux 6.1 tools/perf/util/stat-shadow.c, with sysfs' scales", \
	.levels = 1, \
	.counters = (n_counters), \
	TABLES(its_events, its_formulas), __VA_ARGS__ \
}
#define GOLDMONT(called, its_events, ...) \
	OLD(called, its_events, class_formulas, 4, SAMPLES(goldmont_samples), \
	    .perf_metrics = PERF_NONE, __VA_ARGS__)
#define SKYLAKE(called, its_tree) .family = { \
	.name = (called), \
	.formulas_from = "Linux 6.1 tools/perf/util/stat-shadow.c, with sysfs' scales; " \
			 "level 2: Intel TMA 5.2, as Linux 6.12 skx-metrics.json", \
	.levels = 2, \
	.counters = 4, \
	TABLES(skylake_events, skylake_formulas), SAMPLES(skylake_samples), TREE(its_tree), \
	CLASSES_BY_DIFFERENCE(class_events), \
}

/* clang-format off */
/* Linux 6.12: models in arch/x86/include/asm/intel-family.h, pmu_name in events/intel/core.c. */
static const struct cpu_model models[] = {
	{ SKYLAKE("Intel Skylake", tree_intel_skl), .pmu_name = "skylake",
	  .ids = { INTEL(0x4e), INTEL(0x5e),
		   INTEL(0x8e), INTEL(0x9e),	/* Kaby, Coffee, Whiskey Lake */
		   INTEL(0xa5), INTEL(0xa6) } },	/* Comet Lake */
	{ SKYLAKE("Intel Cascade Lake-SP", tree_intel_clx),	/* and Cooper Lake */
	  .ids = { INTEL_STEPPING(0x55, 5) } },
	{ SKYLAKE("Intel Skylake-SP", tree_intel_skx), .ids = { INTEL(0x55) } },
	{ OLD("Intel Silvermont", silvermont_events, silvermont_formulas, 2,
	      SAMPLES(silvermont_samples), .perf_metrics = PERF_NONE),
	  .pmu_name = "silvermont",
	  .ids = { INTEL(0x37), INTEL(0x4a),
		   INTEL(0x4c) /* Airmont */, INTEL(0x4d) /* Avoton */ } },
	{ GOLDMONT("Intel Goldmont", goldmont_events, TREE(tree_intel_glm),
		   CLASSES_BY_DIFFERENCE(goldmont_classes)), .pmu_name = "goldmont",
	  .ids = { INTEL(0x5c), INTEL(0x5f) } },
	/* Four slots a cycle; the table of trees has three for both. */
	{ GOLDMONT("Intel Goldmont Plus", goldmont_plus_events, .tree = { NULL },
		   CLASSES_BY_DIFFERENCE(goldmont_plus_classes)),
	  .pmu_name = "goldmont_plus", .ids = { INTEL(0x7a) } },
	{ OLD("Intel (before Ice Lake)", core_events, class_formulas, 4, SAMPLES(generic_samples),
	      .perf_metrics = PERF_NONE), .any_model = true },
};
/* clang-format on */

const struct cpu_table cpu_intel_skl = CPU_TABLE(models);
