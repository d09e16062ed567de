/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel's hybrids, Alder Lake to Nova Lake and unknown ones: P-cores with eight metric events, E-cores with a
 * general event for each class of level 1 and slots that are width times cycles. One table
 * describes both: each core type has a group of its own, and a row adds up its slots on both.
 * Counts of E-cores are in the usual events and a second time in EV_ATOM_*, so the difference is
 * what P-cores counted.
 *
 * E-cores count parts of level 2 in a group that rotates while level 2 is shown. Until then, and
 * below retiring always, a row's level 2 is that of its P-core part, and is marked so
 * (counts.partial). A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_table.h"
#include "collect/cpu/cpu_intel.h"

/* clang-format off */
/*
 * No metric event (0x8x00) and no slots (0x400) on an E-core: some kernels hang (CVE-2025-38322).
 */
#define E_CORES(of, width, ...) /* how its retiring is encoded */ \
	{ .id = EV_SLOTS,     .also = EV_ATOM_SLOTS, \
	  .name = "cpu-cycles", .core_type = (of), .level = 1, \
	  .scale = (width), .cycles = true }, \
	{ .id = EV_RETIRING,  .also = EV_ATOM_RETIRING, \
	  .name = "topdown-retiring", .core_type = (of), .level = 1, __VA_ARGS__ }, \
	{ .id = EV_BAD_SPEC,  .also = EV_ATOM_BAD_SPEC, \
	  .name = "topdown-bad-spec", .core_type = (of), .level = 1 }, \
	{ .id = EV_FE_BOUND,  .also = EV_ATOM_FE_BOUND, \
	  .name = "topdown-fe-bound", .core_type = (of), .level = 1 }, \
	{ .id = EV_BE_BOUND,  .also = EV_ATOM_BE_BOUND, \
	  .name = "topdown-be-bound", .core_type = (of), .level = 1 }, \
	{ .id = EV_INSTRUCTIONS, .name = "instructions", .core_type = (of), .level = 1, \
	  .use = USE_IPC, .fixed = true }, \
	{ .id = EV_ATOM_SLOTS_1, .also = EV_ATOM_SLOTS, \
	  .name = "cpu-cycles", .core_type = (of), .level = 2, \
	  .mux = 1, .scale = (width) }, \
	{ .id = EV_ATOM_FETCH_LAT, .name = "topdown_fe_bound.frontend_latency", \
	  .config = 0x7271, .core_type = (of), .level = 2, .mux = 1 }, \
	{ .id = EV_ATOM_BR_MISPREDICT, .name = "topdown_bad_speculation.mispredict", \
	  .config = 0x0473, .core_type = (of), .level = 2, .mux = 1 }, \
	{ .id = EV_ATOM_CORE_BOUND, .name = "topdown_be_bound.alloc_restrictions", \
	  .config = 0x0174, .core_type = (of), .level = 2, .mux = 1 }
/*
 * Crestmont: the kernel's alias in a hybrid is 0xc2 (UOPS_RETIRED.ALL), as on Gracemont; on the
 * same core alone it is TOPDOWN_RETIRING.ALL (cmt_events_attrs), as in perf's meteorlake tables.
 */
#define SYSFS_RETIRING .config = 0
#define CRESTMONT_RETIRING .config = 0x72, .not_sysfs = true
/* clang-format on */

/* Golden Cove and Gracemont. */
static const struct family_event adl_events[] = {
	REGISTER_EVENTS, UOP_DROPPING_EVENT, E_CORES(TYPE_ATOM, 5, SYSFS_RETIRING),
};
/* Redwood Cove and Crestmont; also the SoC tile's Crestmont. */
static const struct family_event mtl_events[] = {
	REGISTER_EVENTS, UOP_DROPPING_EVENT,
	E_CORES(TYPE_ATOM, 6, CRESTMONT_RETIRING), E_CORES(TYPE_LOWPOWER, 6, CRESTMONT_RETIRING),
};
/* Lion Cove, Skymont, and Arrow Lake-H's Crestmont of the SoC tile; also their successors. */
static const struct family_event lnl_events[] = {
	REGISTER_EVENTS, E_CORES(TYPE_ATOM, 8, SYSFS_RETIRING),
	E_CORES(TYPE_LOWPOWER, 6, CRESTMONT_RETIRING),
};

/* Cores whose width is not known. */
#define NEW_E_CORES(of) \
	SLOT_EVENT(of, RETIRING, "topdown-retiring", .also = EV_ATOM_RETIRING), \
	SLOT_EVENT(of, BAD_SPEC, "topdown-bad-spec", .also = EV_ATOM_BAD_SPEC), \
	SLOT_EVENT(of, FE_BOUND, "topdown-fe-bound", .also = EV_ATOM_FE_BOUND), \
	SLOT_EVENT(of, BE_BOUND, "topdown-be-bound", .also = EV_ATOM_BE_BOUND), \
	E_INSTRUCTIONS_AND_CYCLES(of)
static const struct family_event nvl_events[] = {
	REGISTER_EVENTS, NEW_E_CORES(TYPE_ATOM), NEW_E_CORES(TYPE_LOWPOWER),
};
static const struct family_event new_events[] = {
	REGISTER_EVENTS, UOP_DROPPING_EVENT, NEW_E_CORES(TYPE_ATOM), NEW_E_CORES(TYPE_LOWPOWER),
};

/* In formulas: the sum of level 1 that P-cores counted. */
#define P_SUM (P(RETIRING) + P(BAD_SPEC) + P(FE_BOUND) + P(BE_BOUND))
/* A share of E-cores' slots: E() of level 1, which is on while group 1 is not; E1() of group 1. */
#define E(event) (EV(ATOM_##event) / (EV(ATOM_SLOTS) - EV_OR_0(ATOM_SLOTS_1)))
#define E1(event) (EV(ATOM_##event) / EV(ATOM_SLOTS_1))
/* The child's part of its parent, as counted on P-cores. */
#define RATIO(child, parent) ratio(EV(child), EV(parent))
/* The E-cores' own split of a parent if their group 1 was on; else the split of the P-cores. */
#define E_PART(counted, parent, p_part, p_parent) \
	(e_splits(c) ? (counted) : (parent) * ratio((p_part), (p_parent)))

static bool e_splits(const struct counts *c)
{
	return EV_OR_0(ATOM_SLOTS_1) > 0;
}

/* 0 / 0 is 0; missing stays missing. */
static double ratio(double child, double parent)
{
	return parent > 0 || !(child <= 0) ? child / parent : 0;
}

/* Shares of P-cores, as in cpu_intel_spr.c, from what is left without the E-cores' counts. */
#define P_SHARE(name, expression) \
	static double p_##name(const struct counts *c) { return (expression); }
P_SHARE(dropped, EV_OR_0(UOP_DROPPING) / P(SLOTS))
P_SHARE(retiring, P(RETIRING) / P_SUM)
P_SHARE(heavy, p_retiring(c) * RATIO(HEAVY_OPS, RETIRING))
P_SHARE(frontend, rest(P(FE_BOUND) / P_SUM, p_dropped(c)))
P_SHARE(latency, rest(P(FE_BOUND) / P_SUM * RATIO(FETCH_LAT, FE_BOUND), p_dropped(c)))
P_SHARE(backend, P(BE_BOUND) / P_SUM)
P_SHARE(memory, p_backend(c) * RATIO(MEM_BOUND, BE_BOUND))
P_SHARE(core, rest(p_backend(c), p_memory(c)))
P_SHARE(bad, rest(1, p_frontend(c) + p_retiring(c) + p_backend(c)))
P_SHARE(mispredicts, P(BAD_SPEC) / P_SUM * RATIO(BR_MISPREDICT, BAD_SPEC))

FORMULA(retiring, BOTH(P(RETIRING) / P_SUM, E(RETIRING)))
FORMULA(heavy_operations, BOTH(p_heavy(c), E(RETIRING) * ratio(p_heavy(c), p_retiring(c))))
FORMULA(light_operations, rest(retiring(c), heavy_operations(c)))
FORMULA(frontend_bound, BOTH(p_frontend(c), E(FE_BOUND)))
FORMULA(fetch_latency,
	BOTH(p_latency(c), E_PART(E1(FETCH_LAT), E(FE_BOUND), p_latency(c), p_frontend(c))))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(backend_bound, BOTH(P(BE_BOUND) / P_SUM, E(BE_BOUND)))
/*
 * E-cores that split backend bound themselves have core bound and resource bound, but no memory
 * bound; only E-cores have resource bound.
 */
FORMULA(memory_bound,
	BOTH(p_memory(c), E_PART(0 * p_memory(c), E(BE_BOUND), p_memory(c), p_backend(c))))
FORMULA(resource_bound, BOTH(0 * EV(ATOM_CORE_BOUND), rest(E(BE_BOUND), E1(CORE_BOUND))))
FORMULA(core_bound, BOTH(p_core(c), E_PART(E1(CORE_BOUND), E(BE_BOUND), p_core(c), p_backend(c))))
FORMULA(bad_speculation, BOTH(p_bad(c), E(BAD_SPEC)))
FORMULA(branch_mispredicts,
	BOTH(p_mispredicts(c), E_PART(E1(BR_MISPREDICT), E(BAD_SPEC), p_mispredicts(c), p_bad(c))))
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))

/* The event of bad speculation is incomplete on Gracemont: it is what the others leave. */
#define E_REST rest(1, E(FE_BOUND) + E(BE_BOUND) + E(RETIRING))
FORMULA(gracemont_bad_speculation, BOTH(p_bad(c), E_REST))
FORMULA(gracemont_branch_mispredicts,
	BOTH(p_mispredicts(c), E_PART(E1(BR_MISPREDICT), E_REST, p_mispredicts(c), p_bad(c))))
FORMULA(gracemont_machine_clears,
	rest(gracemont_bad_speculation(c), gracemont_branch_mispredicts(c)))

/* clang-format off */
#define LEVEL_2_OF_P_CORES(bad, mispredicts, clears) \
	RETIRING_NODES(false, retiring, heavy_operations, light_operations), \
	BAD_SPECULATION_NODES(false, bad, mispredicts, clears), \
	FRONTEND_BOUND_NODES(false, frontend_bound, fetch_latency, fetch_bandwidth), \
	BACKEND_BOUND_NODES(false, backend_bound, memory_bound, core_bound)
#define FORMULAS(bad, mispredicts, clears) \
	LEVEL_2_OF_P_CORES(bad, mispredicts, clears), NODE(RESOURCE_BOUND, resource_bound)
/* clang-format on */

static const struct formula gracemont_formulas[] = {
	FORMULAS(gracemont_bad_speculation, gracemont_branch_mispredicts, gracemont_machine_clears),
};
static const struct formula new_formulas[] = {
	LEVEL_2_OF_P_CORES(bad_speculation, branch_mispredicts, machine_clears),
};
static const struct formula formulas[] = {
	FORMULAS(bad_speculation, branch_mispredicts, machine_clears),
};

/* P-cores' and E-cores' rows; Gracemont has no event of all clears, but of the slow ones. */
static const struct node_sample adl_samples[] = {
	GOLDEN_COVE_SAMPLES, GRACEMONT_SAMPLES(TYPE_ATOM),
};
static const struct node_sample samples[] = {
	REDWOOD_COVE_SAMPLES, CRESTMONT_SAMPLES(TYPE_ATOM),
};
static const struct node_sample ptl_samples[] = {
	COUGAR_COVE_SAMPLES, DARKMONT_SAMPLES(TYPE_ATOM),
};

static const struct node_sample nvl_samples[] = {
	COYOTE_COVE_SAMPLES, NEW_E_CORE_SAMPLES(TYPE_ATOM),
};
static const struct node_sample new_samples[] = {
	GENERIC_SAMPLES, NEW_E_CORE_SAMPLES(TYPE_ATOM),
};

/* clang-format off */
/*
 * Sampled are the P-cores' own events, and the E-cores' of level 1, for which a row of the table above stands
 * too: of both together the formulas make shares of all slots.
 */
#define E_CLASS(of, count, called, its_period, is_slots, ...) \
	{ .period = (its_period), .slots = (is_slots), .event = { .id = EV_##count, \
	  .also = EV_ATOM_##count, .name = (called), .core_type = (of), .level = 1, __VA_ARGS__ } }
#define E_CLASSES(of, ...) /* how its retiring is encoded */ \
	E_CLASS(of, RETIRING, "topdown-retiring", 18000041, true, __VA_ARGS__), \
	E_CLASS(of, BAD_SPEC, "topdown-bad-spec", 16000057, true, .config = 0), \
	E_CLASS(of, FE_BOUND, "topdown-fe-bound", 17000023, true, .config = 0), \
	E_CLASS(of, BE_BOUND, "topdown-be-bound", 19000013, true, .config = 0)
/* clang-format on */
/* Gracemont's incomplete event only takes out of the sum what it adds to the P-cores' bad speculation. */
static const struct class_event adl_classes[] = {
	P_CLASS_EVENTS,
	E_CLASS(TYPE_ATOM, SLOTS, "cpu-cycles", 3500017, true, .scale = 5, .cycles = true),
	E_CLASS(TYPE_ATOM, RETIRING, "topdown-retiring", 8700001, false, .config = 0),
	E_CLASS(TYPE_ATOM, BAD_SPEC, "topdown-bad-spec", 16000057, false, .config = 0),
	E_CLASS(TYPE_ATOM, FE_BOUND, "topdown-fe-bound", 17000023, false, .config = 0),
	E_CLASS(TYPE_ATOM, BE_BOUND, "topdown-be-bound", 9100009, false, .config = 0),
};
static const struct class_event mtl_classes[] = {
	P_CLASS_EVENTS,
	E_CLASSES(TYPE_ATOM, CRESTMONT_RETIRING), E_CLASSES(TYPE_LOWPOWER, CRESTMONT_RETIRING),
};
static const struct class_event lnl_classes[] = {
	P_CLASS_EVENTS,
	E_CLASSES(TYPE_ATOM, SYSFS_RETIRING), E_CLASSES(TYPE_LOWPOWER, CRESTMONT_RETIRING),
};
OWN_CLASS_FORMULAS
static const struct formula class_formulas[] = { OWN_CLASS_NODES };
/* Not clamped: an error needs both sides. */
FORMULA(gracemont_class_bad,
	BOTH(p_bad(c), 1 - (E(FE_BOUND) + E(BE_BOUND) + E(RETIRING))))
static const struct formula gracemont_class_formulas[] = {
	NODE(RETIRING, retiring), NODE(BAD_SPECULATION, gracemont_class_bad),
	NODE(FRONTEND_BOUND, frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};
#define OWN_CLASSES(of) .classes = CLASSES(of##_classes, class_formulas)
#define GRACEMONT_CLASSES \
	.classes = CLASSES(adl_classes, gracemont_class_formulas, .differences = true)

#define FROM_LINUX "Linux 6.12 pmu-events of cpu_core and cpu_atom: P-cores' shares of the sum, " \
		   "E-cores' of width times cycles, weighed by slots"
#define HYBRID(p_core, ...) HYBRID_FROM(FROM_LINUX, p_core, __VA_ARGS__)
#define HYBRID_FROM(source, p_core, its_events, its_formulas, ...) \
	.variant_of = (p_core), \
	.family = { \
		.name = p_core " hybrid", \
		.hybrid = true, \
		.formulas_from = (source), \
		.levels = 2, \
		.counters = 6, \
		TABLES(its_events, its_formulas), __VA_ARGS__ \
	}

/* Darkmont's: each event of Skymont's tree has the same encoding there (build-aux/trees/generate). */
#define DARKMONT_HYBRID(p_core) \
	HYBRID_FROM(FROM_LINUX "; of E-cores below level 1 those of Skymont, as Intel published none", \
		    p_core, lnl_events, formulas, SAMPLES(ptl_samples), \
		    HYBRID_TREES(tree_intel_ptl, tree_intel_skt), OWN_CLASSES(lnl), \
		    .perf_metrics = PERF_NONE, .retire_latency = true)

/* Trees of P-cores and E-cores. */
#define HYBRID_TREES(p_cores, e_cores) TREE(p_cores), TREE_OF(TYPE_ATOM, e_cores)

/* The width of Nova Lake's E-cores, Arctic Wolf, is not published. */
#define NEW_HYBRID(p_core, ...) \
	HYBRID_FROM("Linux 6.12 pmu-events of cpu_core, and sysfs' topdown-* events of E-cores: shares " \
		    "of their sum, as the slots per cycle of these cores are not known", p_core, \
		    __VA_ARGS__, .perf_metrics = PERF_NONE)
static const struct cpu_model models[] = {
	{ HYBRID("Intel Alder Lake", adl_events, gracemont_formulas, SAMPLES(adl_samples),
		 HYBRID_TREES(tree_intel_adl, tree_intel_grt), GRACEMONT_CLASSES) },
	{ HYBRID("Intel Raptor Lake", adl_events, gracemont_formulas, SAMPLES(adl_samples),
		 HYBRID_TREES(tree_intel_adl, tree_intel_grt), GRACEMONT_CLASSES) },
	{ HYBRID("Intel Meteor Lake", mtl_events, formulas, SAMPLES(samples),
		 HYBRID_TREES(tree_intel_mtl, tree_intel_cmt),
		 TREE_OF(TYPE_LOWPOWER, tree_intel_cmt), OWN_CLASSES(mtl), .retire_latency = true) },
	{ HYBRID("Intel Arrow Lake-U", mtl_events, formulas, SAMPLES(samples),
		 HYBRID_TREES(tree_intel_mtl, tree_intel_cmt),
		 TREE_OF(TYPE_LOWPOWER, tree_intel_cmt), OWN_CLASSES(mtl), .retire_latency = true) },
	{ HYBRID("Intel Lunar Lake", lnl_events, formulas, SAMPLES(samples),
		 HYBRID_TREES(tree_intel_lnl, tree_intel_skt), OWN_CLASSES(lnl), .retire_latency = true) },
	{ HYBRID("Intel Arrow Lake", lnl_events, formulas, SAMPLES(samples),
		 HYBRID_TREES(tree_intel_arl, tree_intel_skt),
		 TREE_OF(TYPE_LOWPOWER, tree_intel_cmt), OWN_CLASSES(lnl), .retire_latency = true) },
	{ DARKMONT_HYBRID("Intel Panther Lake") },
	{ DARKMONT_HYBRID("Intel Wildcat Lake") },
	{ NEW_HYBRID("Intel Nova Lake", nvl_events, new_formulas, SAMPLES(nvl_samples)) },
	{ NEW_HYBRID("Intel (8 metric events)", new_events, new_formulas, SAMPLES(new_samples)) },
};

const struct cpu_table cpu_intel_hybrid = CPU_TABLE(models);
