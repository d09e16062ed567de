/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel's E-cores alone: Tremont, Gracemont, Crestmont, Skymont, Darkmont. (cpu_intel_hybrid.c
 * counts them as the cpu_atom of a hybrid.) They have no slots event: slots are the core's width
 * times its cycles. Level 1 uses the aliases that sysfs lists for each class, never the encodings
 * of perf's JSON files: on real kernels some of these read 0. Level 2 has general events, which
 * rotate with level 1. Tremont's four counters have room for level 1 only. A newer core has level 1
 * as shares of the sum of its four classes. A table for cpu_match.c;
 * static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_table.h"
#include "collect/cpu/cpu_intel.h"

/* Names of its own events. */
#define EV_SLOTS_1 EV_X0	/* slots while group 1 is on */
#define EV_LATENCY EV_X1
#define EV_BANDWIDTH EV_X2
#define EV_MISPREDICT EV_X3
#define EV_CLEARS EV_X4
#define EV_ALLOC EV_X5
#define EV_SLOTS_0 EV_X6	/* slots while group 0 is on: level 1 */

/* clang-format off */
/* Encodings of level 2: tools/perf/pmu-events/arch/x86/{alderlaken,sierraforest} of Linux 6.12. */
#define LEVEL1(width) \
	{ .id = EV_SLOTS,      .name = "cpu-cycles",       .level = 1, .scale = (width), \
	  .cycles = true, .also = EV_SLOTS_0 }, \
	{ .id = EV_RETIRING,   .name = "topdown-retiring", .level = 1 }, \
	{ .id = EV_BAD_SPEC,   .name = "topdown-bad-spec", .level = 1 }, \
	{ .id = EV_FE_BOUND,   .name = "topdown-fe-bound", .level = 1 }, \
	{ .id = EV_BE_BOUND,   .name = "topdown-be-bound", .level = 1 }, \
	/* in each group, as the leader's cycles are */ \
	{ .id = EV_INSTRUCTIONS, .name = "instructions",   .level = 1, .use = USE_IPC, \
	  .fixed = true }
#define EVENTS(width) \
	LEVEL1(width), \
	{ .id = EV_SLOTS_1,    .name = "cpu-cycles",       .level = 2, .mux = 1, \
	  .scale = (width) }, \
	{ .id = EV_LATENCY,    .name = "topdown_fe_bound.frontend_latency", .config = 0x7271, \
	  .level = 2, .mux = 1 }, \
	{ .id = EV_BANDWIDTH,  .name = "topdown_fe_bound.frontend_bandwidth", .config = 0x8d71, \
	  .level = 2, .mux = 1 }, \
	{ .id = EV_MISPREDICT, .name = "topdown_bad_speculation.mispredict", .config = 0x0473, \
	  .level = 2, .mux = 1 }, \
	{ .id = EV_CLEARS,     .name = "topdown_bad_speculation.machine_clears", .config = 0x0373, \
	  .level = 2, .mux = 1 }, \
	{ .id = EV_ALLOC,      .name = "topdown_be_bound.alloc_restrictions", .config = 0x0174, \
	  .level = 2, .mux = 1 }
/* clang-format on */

static const struct family_event tremont_events[] = { LEVEL1(4) };
static const struct family_event events_5[] = { EVENTS(5) };
static const struct family_event events_6[] = { EVENTS(6) };
static const struct family_event events_8[] = { EVENTS(8) };

static const struct family_event new_events[] = {
	SLOT_EVENT(TYPE_CORE, RETIRING, "topdown-retiring"),
	SLOT_EVENT(TYPE_CORE, BAD_SPEC, "topdown-bad-spec"),
	SLOT_EVENT(TYPE_CORE, FE_BOUND, "topdown-fe-bound"),
	SLOT_EVENT(TYPE_CORE, BE_BOUND, "topdown-be-bound"),
	E_INSTRUCTIONS_AND_CYCLES(TYPE_CORE),
};

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

/*
 * The event of bad speculation is incomplete on Tremont and Gracemont: it is what the others leave.
 */
FORMULA(remaining_bad_speculation,
	(EV(SLOTS_0) - (EV(FE_BOUND) + EV(BE_BOUND) + EV(RETIRING))) / EV(SLOTS_0))

/* clang-format off */
#define FORMULAS(bad) \
	NODE(RETIRING, retiring), \
	BAD_SPECULATION_NODES(true, bad, branch_mispredicts, machine_clears), \
	NODE(FRONTEND_BOUND, frontend_bound), \
	NODE_NAMED(FETCH_LATENCY, fetch_latency, "tma_ifetch_latency"), \
	NODE_NAMED(FETCH_BANDWIDTH, fetch_bandwidth, "tma_ifetch_bandwidth"), \
	NODE(BACKEND_BOUND, backend_bound), NODE_2(CORE_BOUND, core_bound, true), \
	NODE_2(RESOURCE_BOUND, resource_bound, true)
/* clang-format on */

static const struct formula level1_formulas[] = {
	NODE(RETIRING, retiring), NODE(BAD_SPECULATION, remaining_bad_speculation),
	NODE(FRONTEND_BOUND, frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};
/* Of the sum: an E-core that no row lists. */
FORMULA(new_retiring, EV(RETIRING) / SUM)
FORMULA(new_bad_speculation, EV(BAD_SPEC) / SUM)
FORMULA(new_frontend_bound, EV(FE_BOUND) / SUM)
FORMULA(new_backend_bound, EV(BE_BOUND) / SUM)
static const struct formula new_formulas[] = {
	NODE(RETIRING, new_retiring), NODE(BAD_SPECULATION, new_bad_speculation),
	NODE(FRONTEND_BOUND, new_frontend_bound), NODE(BACKEND_BOUND, new_backend_bound),
};
static const struct formula old_formulas[] = { FORMULAS(remaining_bad_speculation) };
static const struct formula formulas[] = { FORMULAS(bad_speculation) };

/* clang-format off */
/*
 * Sampled are the events of level 1, since Crestmont an event of each class; before, bad speculation is what
 * the others leave of the slots. Parts of a class take turns with those of another.
 */
#define DIFFERENCE_CLASSES(width, its_period) \
	SLOTS_OF(SLOTS, "cpu-cycles", 0, its_period, .scale = (width), .cycles = true), \
	PART_OF(1, RETIRING, "topdown-retiring", 0, 8700001), \
	PART_OF(1, FE_BOUND, "topdown-fe-bound", 0, 17000023), \
	PART_OF(1, BE_BOUND, "topdown-be-bound", 0, 9100009)
static const struct class_event tremont_classes[] = { DIFFERENCE_CLASSES(4, 4400021) };
static const struct class_event gracemont_classes[] = { DIFFERENCE_CLASSES(5, 3500017) };
static const struct class_event own_classes[] = {
	SLOTS_OF(RETIRING, "topdown-retiring", 0, 18000041),
	SLOTS_OF(BAD_SPEC, "topdown-bad-spec", 0, 16000057),
	SLOTS_OF(FE_BOUND, "topdown-fe-bound", 0, 17000023),
	SLOTS_OF(BE_BOUND, "topdown-be-bound", 0, 19000013),
	PART_OF(2, LATENCY, "topdown_fe_bound.frontend_latency", 0x7271, 17300009, .mux = 1),
	PART_OF(2, BANDWIDTH, "topdown_fe_bound.frontend_bandwidth", 0x8d71, 17700019, .mux = 1),
	PART_OF(2, MISPREDICT, "topdown_bad_speculation.mispredict", 0x0473, 16600009, .mux = 2),
	PART_OF(2, CLEARS, "topdown_bad_speculation.machine_clears", 0x0373, 18400003, .mux = 2),
	PART_OF(2, ALLOC, "topdown_be_bound.alloc_restrictions", 0x0174, 18700001),
};
/* clang-format on */
#define OWN_CLASSES(its_formulas) \
	.classes = CLASSES(own_classes, its_formulas, \
			   .also_slots = 1U << EV_SLOTS_0 | 1U << EV_SLOTS_1)
#define CLASSES_BY_DIFFERENCE(its_events) \
	.classes = CLASSES(its_events, level1_formulas, .also_slots = 1U << EV_SLOTS_0, \
			   .differences = true)

/* Gracemont has no event of all clears, but of the slow ones. */
static const struct node_sample gracemont_samples[] = {
	GRACEMONT_SAMPLES(TYPE_CORE),
};
static const struct node_sample samples[] = {
	CRESTMONT_SAMPLES(TYPE_CORE),
};
static const struct node_sample darkmont_samples[] = {
	DARKMONT_SAMPLES(TYPE_CORE),
};
static const struct node_sample new_samples[] = { NEW_E_CORE_SAMPLES(TYPE_CORE) };
/* Tremont has no event of all taken branches. */
static const struct node_sample tremont_samples[] = { TREMONT_SAMPLES };

#define FROM_LINUX "Linux 6.12 pmu-events of cpu_atom: shares of width times cycles"
#define FAMILY(called, ...) FAMILY_FROM(FROM_LINUX, called, __VA_ARGS__)
#define FAMILY_FROM(source, called, n_levels, its_events, its_formulas, n_counters, ...) .family = { \
	.name = (called), \
	.formulas_from = (source), \
	.levels = (n_levels), \
	.counters = (n_counters), \
	TABLES(its_events, its_formulas), __VA_ARGS__ \
}

/* clang-format off */
/* Linux 6.12: models in arch/x86/include/asm/intel-family.h, pmu_name in events/intel/core.c. */
static const struct cpu_model models[] = {
	{ FAMILY("Intel Tremont", 1, tremont_events, level1_formulas, 4,
		 SAMPLES(tremont_samples), TREE(tree_intel_tnt),
		 CLASSES_BY_DIFFERENCE(tremont_classes), .perf_metrics = PERF_NONE),
	  .pmu_name = "Tremont",
	  .ids = { INTEL(0x86), INTEL(0x96), INTEL(0x9c) } },
	{ FAMILY("Intel Gracemont", 2, events_5, old_formulas, 6, SAMPLES(gracemont_samples),
		 TREE(tree_intel_grt), CLASSES_BY_DIFFERENCE(gracemont_classes)), .pmu_name = "gracemont",
	  .ids = { INTEL(0xbe) /* Alder Lake-N */ } },
	{ FAMILY("Intel Crestmont", 2, events_6, formulas, 8, SAMPLES(samples),
		 TREE(tree_intel_cmt), OWN_CLASSES(formulas)), .pmu_name = "crestmont",
	  .ids = { INTEL(0xaf) /* Sierra Forest */, INTEL(0xb6) /* Grand Ridge */ } },
	{ FAMILY("Intel Skymont", 2, events_8, formulas, 8, SAMPLES(samples), TREE(tree_intel_skt),
		 OWN_CLASSES(formulas)) },
	/* Each event of Skymont's tree has the same encoding here: build-aux/trees/generate. */
	{ FAMILY_FROM(FROM_LINUX "; below level 1 those of Skymont, as Intel published none",
		 "Intel Darkmont", 2, events_8, formulas, 8, SAMPLES(darkmont_samples),
		 TREE(tree_intel_skt), OWN_CLASSES(formulas), .perf_metrics = PERF_NONE),
	  .pmu_name = "darkmont",
	  .ids = { INTEL(0xdd) /* Clearwater Forest */ } },
	{ FAMILY_FROM("sysfs' topdown-* events: shares of their sum, as the slots per cycle of this core "
		      "are not known", "Intel E-cores (4 topdown events)", 1, new_events, new_formulas,
		      4, SAMPLES(new_samples), .perf_metrics = PERF_NONE), .any_model = true },
};
/* clang-format on */

const struct cpu_table cpu_intel_atom = CPU_TABLE(models);
