/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arm Neoverse N2, N3, V1, V2, V3, NVIDIA Olympus, AmpereOne, and any core with the stall_slot
 * events of Arm's base system architecture (sbsa). Level 1 only. The PMU says how many slots a
 * cycle has (caps/slots), MIDR_EL1 which core it is; Olympus counts its slots. KVM hides both slots
 * and stall_slot events from guests: there they are those of the table. The formulas correct
 * what a core counts wrong; where no counter is left for the event that corrects them, their
 * results are marked as estimates. Neoverse N1 has no slots: its stalled cycles are nodes of their
 * own, and its EV_SLOTS are cycles. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_arm.h"
#include "collect/cpu/cpu_table.h"

/* Names of its own events. */
#define EV_STALLS EV_X0
#define EV_OPS_RETIRED EV_X1
#define EV_OPS EV_X2
#define EV_MISPREDICTED EV_X3
#define EV_FE_STALLS EV_X4
#define EV_BE_STALLS EV_X5
#define EV_FLUSHED EV_X6

/*
 * Of two or three core types: counted on all, and a second time (EV_ATOM_*) for those with fewer slots:
 * a third type is added to the second.
 */
#define EV_OP_STALLS EV_X1
#define EV_OPS_ENDED EV_X2
#define EV_OPS_BEGUN EV_X3
#define EV_ATOM_OP_STALLS EV_ATOM_X1
#define EV_ATOM_OPS_ENDED EV_ATOM_X2
#define EV_ATOM_OPS_BEGUN EV_ATOM_X3

/* clang-format off */
#define E_CORES_EVENT(type, event, called, ...) \
	{ .id = EV_##event, .also = EV_ATOM_##event, .name = (called), .core_type = (type), \
	  .level = 1, __VA_ARGS__ }
#define E_CORES(type) \
	E_CORES_EVENT(type, SLOTS, "cpu_cycles", .cycles = true), \
	E_CORES_EVENT(type, FE_BOUND, "stall_slot_frontend"), \
	E_CORES_EVENT(type, BE_BOUND, "stall_slot_backend"), \
	E_CORES_EVENT(type, OP_STALLS, "stall_slot"), \
	E_CORES_EVENT(type, OPS_ENDED, "op_retired"), \
	E_CORES_EVENT(type, OPS_BEGUN, "op_spec"), \
	{ .id = EV_INSTRUCTIONS, .name = "inst_retired", .config = 0x08, .core_type = (type), \
	  .level = 1, .use = USE_IPC }
#define CYCLES	{ .id = EV_SLOTS,        .name = "cpu_cycles",          .level = 1, .cycles = true }
/* Numbers: Arm's architecture (DDI 0487), as drivers/perf/arm_pmuv3.c has them. */
#define BE_STALLS { .id = EV_BE_BOUND, .name = "stall_slot_backend", .config = 0x3d, .hidden = true, \
		    .level = 1 }
#define STALLS	{ .id = EV_FE_BOUND, .name = "stall_slot_frontend", .config = 0x3e, .hidden = true, \
		  .level = 1 }, BE_STALLS, \
		{ .id = EV_STALLS, .name = "stall_slot", .config = 0x3f, .hidden = true, .level = 1 }
#define OPS	{ .id = EV_OPS_RETIRED,  .name = "op_retired",          .level = 1 }, \
		{ .id = EV_OPS,          .name = "op_spec",             .level = 1 }
#define IPC	{ .id = EV_INSTRUCTIONS, .name = "inst_retired",        .config = 0x08, \
		  .level = 1, .use = USE_IPC }
/* clang-format on */

static const struct family_event sbsa_events[] = { CYCLES, STALLS, OPS, IPC };
/* The same of two or three core types. */
static const struct family_event both_events[] = {
	CYCLES,
	{ .id = EV_FE_BOUND, .name = "stall_slot_frontend", .level = 1 },
	{ .id = EV_BE_BOUND, .name = "stall_slot_backend", .level = 1 },
	{ .id = EV_OP_STALLS, .name = "stall_slot", .level = 1 },
	{ .id = EV_OPS_ENDED, .name = "op_retired", .level = 1 },
	{ .id = EV_OPS_BEGUN, .name = "op_spec", .level = 1 },
	IPC,
	E_CORES(TYPE_ATOM), E_CORES(TYPE_LOWPOWER),
};
static const struct family_event neoverse_events[] = {
	CYCLES, STALLS, OPS,
	{ .id = EV_MISPREDICTED, .name = "br_mis_pred", .config = 0x10, .level = 1,
	  .use = USE_CORRECTION },
	IPC,
};
/* Number: tools/perf/pmu-events/arch/arm64/common-and-microarch.json. */
static const struct family_event v3_events[] = {
	CYCLES, STALLS, OPS,
	{ .id = EV_FLUSHED, .name = "stall_frontend_flush", .config = 0x8162, .level = 1,
	  .use = USE_CORRECTION },
	IPC,
};
static const struct family_event ampere_events[] = {
	CYCLES, OPS, BE_STALLS, IPC,
};

/*
 * NVIDIA Olympus counts its slots: ten a cycle, or five while both threads of the core run, so
 * caps/slots is right for one of them only. Events: pmu-events/arch/arm64/nvidia/t410.
 */
static const struct family_event olympus_events[] = {
	{ .id = EV_SLOTS, .name = "cpu_slot", .config = 0x1e1, .level = 1 },
	{ .id = EV_FE_BOUND, .name = "stall_slot_frontend_without_mispred", .config = 0x1e2,
	  .level = 1 },
	{ .id = EV_BE_BOUND, .name = "stall_slot_backend", .level = 1 },
	{ .id = EV_STALLS, .name = "stall_slot", .level = 1 },
	OPS, IPC,
	{ .id = EV_CYCLES, .name = "cpu_cycles", .level = 1, .use = USE_IPC },
};

/* No stall_slot events: only the cycles in which nothing was issued, by frontend and backend. */
static const struct family_event n1_events[] = {
	CYCLES,
	{ .id = EV_FE_STALLS, .name = "stall_frontend", .config = 0x23, .level = 1 },
	{ .id = EV_BE_STALLS, .name = "stall_backend", .config = 0x24, .level = 1 },
	IPC,
};

FORMULA(retiring, EV(OPS_RETIRED) / EV(OPS) * (1 - EV(STALLS) / EV(SLOTS)))
FORMULA(bad_speculation, (1 - EV(OPS_RETIRED) / EV(OPS)) * (1 - EV(STALLS) / EV(SLOTS)))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS))
FORMULA(backend_bound, EV(BE_BOUND) / EV(SLOTS))

/* A mispredicted branch is counted as this many stalled cycles of frontend or backend. */
#define MISS_CYCLES (EV_OR_0(MISPREDICTED) / EV(CYCLES))
FORMULA(n2_frontend_bound, EV(FE_BOUND) / EV(SLOTS) - MISS_CYCLES)
FORMULA(n2_backend_bound, EV(BE_BOUND) / EV(SLOTS) - 3 * MISS_CYCLES)
FORMULA(n2_bad_speculation, bad_speculation(c) + 4 * MISS_CYCLES)
FORMULA(v1_frontend_bound, EV(FE_BOUND) / EV(SLOTS) - 4 * MISS_CYCLES)

/*
 * In a cycle that stalls after a flush (a mispredicted branch, an exception) all slots are counted
 * for the frontend: they belong to bad speculation.
 */
#define FLUSHED_CYCLES (EV_OR_0(FLUSHED) / EV(CYCLES))
FORMULA(v3_frontend_bound, EV(FE_BOUND) / EV(SLOTS) - FLUSHED_CYCLES)
FORMULA(v3_bad_speculation, bad_speculation(c) + FLUSHED_CYCLES)

/* N2 r0p0 to r0p2 count one stalled slot too many in each cycle. */
#define STALLS_BUT_ONE (1 - (EV(STALLS) - EV(CYCLES)) / EV(SLOTS))
FORMULA(r0_retiring, EV(OPS_RETIRED) / EV(OPS) * STALLS_BUT_ONE)
FORMULA(r0_bad_speculation,
	(1 - EV(OPS_RETIRED) / EV(OPS)) * STALLS_BUT_ONE + 4 * MISS_CYCLES)
FORMULA(r0_frontend_bound, (EV(FE_BOUND) - EV(CYCLES)) / EV(SLOTS) - MISS_CYCLES)

/*
 * Two core types. Retiring is no sum of counts, so each type has its own share of its own slots. Of a
 * task that ran on the second and on the third, it is the mean: as of one that ran at two times.
 */
#define P_USED (1 - P(OP_STALLS) / P(SLOTS))
#define E_USED (1 - EV(ATOM_OP_STALLS) / EV(ATOM_SLOTS))
#define E_SHARE(event) (EV(ATOM_##event) / EV(ATOM_SLOTS))
FORMULA(both_retiring,
	BOTH(P(OPS_ENDED) / P(OPS_BEGUN) * P_USED,
	     EV(ATOM_OPS_ENDED) / EV(ATOM_OPS_BEGUN) * E_USED))
FORMULA(both_bad_speculation,
	BOTH((1 - P(OPS_ENDED) / P(OPS_BEGUN)) * P_USED,
	     (1 - EV(ATOM_OPS_ENDED) / EV(ATOM_OPS_BEGUN)) * E_USED))
FORMULA(both_frontend_bound, BOTH(P(FE_BOUND) / P(SLOTS), E_SHARE(FE_BOUND)))
FORMULA(both_backend_bound, BOTH(P(BE_BOUND) / P(SLOTS), E_SHARE(BE_BOUND)))

FORMULA(ampere_retiring, EV(OPS_RETIRED) / EV(SLOTS))
FORMULA(ampere_bad_speculation, (EV(OPS) - EV(OPS_RETIRED)) / EV(SLOTS))
FORMULA(ampere_frontend_bound,
	1 - (ampere_retiring(c) + ampere_bad_speculation(c) + backend_bound(c)))

FORMULA(olympus_bad_speculation, 1 - (frontend_bound(c) + retiring(c) + backend_bound(c)))

FORMULA(frontend_stalled, EV(FE_STALLS) / EV(CYCLES))
FORMULA(backend_stalled, EV(BE_STALLS) / EV(CYCLES))

static const struct formula n1_formulas[] = {
	NODE(FRONTEND_STALLED, frontend_stalled), NODE(BACKEND_STALLED, backend_stalled),
};

/* clang-format off */
/* A node, and the correction without which it is an estimate. */
#define CORRECTED(node, formula, event) \
	{ .metric = M_##node, FORM(formula), .rough_without = EV_##event }
/* clang-format on */

static const struct formula sbsa_formulas[] = {
	NODE(RETIRING, retiring), NODE(BAD_SPECULATION, bad_speculation),
	NODE(FRONTEND_BOUND, frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};
static const struct formula both_formulas[] = {
	NODE(RETIRING, both_retiring), NODE(BAD_SPECULATION, both_bad_speculation),
	NODE(FRONTEND_BOUND, both_frontend_bound), NODE(BACKEND_BOUND, both_backend_bound),
};
static const struct formula n2_formulas[] = {
	NODE(RETIRING, retiring),
	CORRECTED(BAD_SPECULATION, n2_bad_speculation, MISPREDICTED),
	CORRECTED(FRONTEND_BOUND, n2_frontend_bound, MISPREDICTED),
	CORRECTED(BACKEND_BOUND, n2_backend_bound, MISPREDICTED),
};
static const struct formula r0_formulas[] = {
	NODE(RETIRING, r0_retiring),
	CORRECTED(BAD_SPECULATION, r0_bad_speculation, MISPREDICTED),
	CORRECTED(FRONTEND_BOUND, r0_frontend_bound, MISPREDICTED),
	CORRECTED(BACKEND_BOUND, n2_backend_bound, MISPREDICTED),
};
static const struct formula v1_formulas[] = {
	NODE(RETIRING, retiring),
	CORRECTED(BAD_SPECULATION, n2_bad_speculation, MISPREDICTED),
	CORRECTED(FRONTEND_BOUND, v1_frontend_bound, MISPREDICTED),
	NODE(BACKEND_BOUND, backend_bound),
};
static const struct formula v3_formulas[] = {
	NODE(RETIRING, retiring),
	CORRECTED(BAD_SPECULATION, v3_bad_speculation, FLUSHED),
	CORRECTED(FRONTEND_BOUND, v3_frontend_bound, FLUSHED),
	NODE(BACKEND_BOUND, backend_bound),
};
static const struct formula ampere_formulas[] = {
	{ .metric = M_RETIRING, FORM(ampere_retiring), .perf_name = "retired_fraction" },
	{ .metric = M_BAD_SPECULATION, FORM(ampere_bad_speculation),
	  .perf_name = "slots_lost_misspeculation_fraction" },
	NODE(FRONTEND_BOUND, ampere_frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};
static const struct formula olympus_formulas[] = {
	NODE(RETIRING, retiring), NODE(BAD_SPECULATION, olympus_bad_speculation),
	NODE(FRONTEND_BOUND, frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};

/* clang-format off */
static const struct node_sample samples[] = {
	PLAIN(RETIRING, RETIRED_INSTRUCTIONS),
	PLAIN(BAD_SPECULATION, MISPREDICTED_BRANCHES),
	PLAIN(FRONTEND_BOUND, FRONTEND_STALLS), SPE(BACKEND_BOUND),
	PLAIN(FRONTEND_STALLED, FRONTEND_STALLS), SPE(BACKEND_STALLED),
};
#define LEVEL1_SAMPLES(type) \
	PLAIN(RETIRING, RETIRED_INSTRUCTIONS, .core_type = (type)), \
	PLAIN(BAD_SPECULATION, MISPREDICTED_BRANCHES, .core_type = (type)), \
	PLAIN(FRONTEND_BOUND, FRONTEND_STALLS, .core_type = (type)), SPE_ON(type, BACKEND_BOUND)
static const struct node_sample both_samples[] = {
	LEVEL1_SAMPLES(TYPE_CORE), LEVEL1_SAMPLES(TYPE_ATOM),
};

/*
 * Sampled are the events of level 1. Stalled slots are the sum of frontend's and backend's, as they are
 * counted; what was begun and not ended is bad speculation, so most samples are of these two.
 */
#define CLASS_CYCLES SLOTS_OF(SLOTS, "cpu_cycles", 0, 2900017, .cycles = true)
#define CLASS_OPS \
	PART_OF(1, OPS_RETIRED, "op_retired", 0, 8700001), \
	PART_OF(1, OPS, "op_spec", 0, 9100009)
#define CLASS_BE .period = 19000013, .event = { .id = EV_BE_BOUND, .name = "stall_slot_backend", \
						.config = 0x3d, .level = 1 }
#define CLASS_STALLS \
	{ .stalls = true, .period = 17000023, .event = { .id = EV_FE_BOUND, \
	  .name = "stall_slot_frontend", .config = 0x3e, .level = 1 } }, \
	{ .stalls = true, CLASS_BE }
static const struct class_event sbsa_classes[] = { CLASS_CYCLES, CLASS_STALLS, CLASS_OPS };
static const struct class_event neoverse_classes[] = {
	CLASS_CYCLES, CLASS_STALLS, CLASS_OPS,
	PART_OF(1, MISPREDICTED, "br_mis_pred", 0x10, 400009),
};
static const struct class_event v3_classes[] = {
	CLASS_CYCLES, CLASS_STALLS, CLASS_OPS,
	PART_OF(1, FLUSHED, "stall_frontend_flush", 0x8162, 1700021),
};
static const struct class_event ampere_classes[] = { CLASS_CYCLES, CLASS_OPS, { CLASS_BE } };
/* clang-format on */
#define SAMPLED(its_events, its_formulas) \
	.classes = CLASSES(its_events, its_formulas, .stalls = 1U << EV_STALLS, .differences = true)

/*
 * n_slots: what PMMIR_EL1 and so caps/slots have. Of Neoverse cores: Arm's telemetry data
 * (neoverse-*.json), as perf's formulas of V1, N2 (commits of 2022 and 2023), N3, V3 write it out. 0: not
 * documented. AmpereOne's are those of PerfSpect, metadata_aarch.go.
 */
#define FAMILY(called, from, n_slots, its_events, its_formulas, ...) .family = { \
	.name = (called), \
	.formulas_from = (from), \
	.levels = 1, \
	.counters = 6, \
	.slots_from_caps = true, \
	.slots = (n_slots), \
	TABLES(its_events, its_formulas), SAMPLES(samples), \
	.perf_metrics = PERF_PLAIN, __VA_ARGS__ \
}
#define PMU_EVENTS "pmu-events/arch/arm64/"
#define LINUX_6_12 "Linux 6.12 " PMU_EVENTS
#define N2_V2 LINUX_6_12 "arm/neoverse-n2-v2/metrics.json"

/* clang-format off */
/*
 * Implementer and part of MIDR_EL1: arch/arm64/include/asm/cputype.h. A row for single revisions of
 * a core precedes the row for all of them.
 */
static const struct cpu_model models[] = {
	{ FAMILY("Arm Neoverse N2 r0p0-r0p2", N2_V2, 5, neoverse_events, r0_formulas,
		 SAMPLED(neoverse_classes, r0_formulas)),
	  .ids = { ARM_REVISION(0x410fd490), ARM_REVISION(0x410fd491), ARM_REVISION(0x410fd492) } },
	{ FAMILY("Arm Neoverse N2", N2_V2, 5, neoverse_events, n2_formulas,
		 SAMPLED(neoverse_classes, n2_formulas)),
	  .ids = { ARM(0x4100d490) } },
	{ FAMILY("Arm Neoverse V1", LINUX_6_12 "arm/neoverse-v1/metrics.json", 8,
		 neoverse_events, v1_formulas, SAMPLED(neoverse_classes, v1_formulas)),
	  .ids = { ARM(0x4100d400) } },
	{ FAMILY("Arm Neoverse V2", N2_V2, 8, neoverse_events, n2_formulas,
		 SAMPLED(neoverse_classes, n2_formulas)),
	  .ids = { ARM(0x4100d4f0) } },
	{ FAMILY("Arm Neoverse V3", "Linux " PMU_EVENTS "arm/neoverse-v3/metrics.json", 10,
		 v3_events, v3_formulas, TREE(tree_arm_v3), SAMPLED(v3_classes, v3_formulas)),
	  .ids = { ARM(0x4100d840), ARM(0x4100d830) /* V3AE */ } },
	{ FAMILY("Arm Neoverse N3", "Linux " PMU_EVENTS "arm/neoverse-n3/metrics.json", 5,
		 v3_events, v3_formulas, TREE(tree_arm_n3), SAMPLED(v3_classes, v3_formulas)),
	  .ids = { ARM(0x4100d8e0) } },
	{ FAMILY("AmpereOne", LINUX_6_12 "ampere/ampereone/metrics.json", 0, ampere_events,
		 ampere_formulas, TREE(tree_arm_ampereone), .slots_of_others = 6,
		 SAMPLED(ampere_classes, ampere_formulas)),
	  .ids = { ARM(0xc000ac30) } },
	{ FAMILY("AmpereOne A", LINUX_6_12 "ampere/ampereone/metrics.json", 0, ampere_events,
		 ampere_formulas, TREE(tree_arm_ampereone), .slots_of_others = 10,
		 SAMPLED(ampere_classes, ampere_formulas)),
	  .ids = { ARM(0xc000ac40) } },
	{ .family = {
		.name = "NVIDIA Olympus",
		.formulas_from = "Linux " PMU_EVENTS "nvidia/t410/metrics.json: shares of CPU_SLOT",
		.levels = 1,
		.counters = 6,
		TABLES(olympus_events, olympus_formulas), SAMPLES(samples),
		TREE(tree_arm_olympus),
		.perf_metrics = PERF_PLAIN,
	  }, .ids = { ARM(0x4e000100) } },
	{ FAMILY("Arm (stall_slot events)", LINUX_6_12 "sbsa.json", 0, sbsa_events,
		 sbsa_formulas, SAMPLED(sbsa_classes, sbsa_formulas)),
	  .any_model = true },
	{ .family = {
		.name = "Arm (stall_slot events) hybrid",
		.formulas_from = LINUX_6_12 "sbsa.json, of each core type; weighed by slots",
		.levels = 1,
		.counters = 6,
		.slots_from_caps = true,
		.hybrid = true,
		.any_pmu = true,
		TABLES(both_events, both_formulas), SAMPLES(both_samples),
		.perf_metrics = PERF_PLAIN,
	  }, .variant_of = "Arm (stall_slot events)" },
	{ .family = {
		.name = "Arm Neoverse N1",
		.unit = "cycles",
		.formulas_from = "Linux 6.12 pmu-events/arch/arm64/arm/neoverse-n1/metrics.json: "
				 "stalled cycles as shares of cycles; it does not count slots",
		.levels = 1,
		.counters = 6,
		TABLES(n1_events, n1_formulas), SAMPLES(samples),
		.perf_metrics = PERF_PLAIN,
	  }, .ids = { ARM(0x4100d0c0) } },
};
/* clang-format on */

const struct cpu_table cpu_arm = CPU_TABLE(models);
