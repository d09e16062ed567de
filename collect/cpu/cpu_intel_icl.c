/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with four metric events: Ice Lake (Sunny Cove), Tiger Lake (Willow Cove), Rocket Lake
 * (Cypress Cove). Five slots a cycle. The register has level 1, which two general counters correct.
 * Level 2 needs more general counters than there are, so its groups rotate, each with slots of its
 * own. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_intel_icl.h"

/* clang-format off */
static const struct family_event events[] = {
	{ .id = EV_SLOTS,        .name = "slots",             .level = 1, .also = EV_SLOTS_0 },
	{ .id = EV_RETIRING,     .name = "topdown-retiring",  .level = 1, .fixed = true },
	{ .id = EV_BAD_SPEC,     .name = "topdown-bad-spec",  .level = 1, .fixed = true },
	{ .id = EV_FE_BOUND,     .name = "topdown-fe-bound",  .level = 1, .fixed = true },
	{ .id = EV_BE_BOUND,     .name = "topdown-be-bound",  .level = 1, .fixed = true,
	  .use = USE_REST },
	UOP_DROPPING_EVENT, CLEARS_COUNT_EVENT,
	{ .id = EV_INSTRUCTIONS, .name = "instructions",      .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,       .name = "cpu-cycles",        .level = 1, .use = USE_IPC },
	{ .id = EV_SLOTS_1,      .name = "slots",             .level = 2, .mux = 1 },
	CYCLES_0_UOPS_EVENT(1), MUX_1_EVENTS,
	{ .id = EV_SLOTS_2,      .name = "slots",             .level = 2, .mux = 2 },
	MUX_2_EVENTS,
};
/* clang-format on */

/* A correction as a share of the slots that were counted with it; 0 if it was not counted. */
static double correction(const struct counts *c, enum event_id event)
{
	return c->present & 1U << event ? fraction(c->value[event], EV(SLOTS_0)) : 0.0;
}

static double slots_dropped(const struct counts *c)
{
	return correction(c, EV_UOP_DROPPING);
}

static double cycles_cleared(const struct counts *c)
{
	return correction(c, EV_CLEARS_COUNT);
}

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(frontend_bound, EV(FE_BOUND) / SUM - slots_dropped(c))
FORMULA(backend_bound,
	at_most_1(EV(BE_BOUND) / SUM + WIDTH * cycles_cleared(c)))
FORMULA(bad_speculation, rest(1, frontend_bound(c) + backend_bound(c) + retiring(c)))
FORMULA(fetch_latency, WIDTH * EV(CYCLES_0_UOPS) / EV(SLOTS_1) - slots_dropped(c))

static const struct formula formulas[] = { ALL_NODES(true) };

static const struct node_sample samples[] = { ICL_SAMPLES };
static const struct node_sample generic_samples[] = { GENERIC_SAMPLES };

#define FAMILY(called, its_tree) \
	FAMILY_WITH(called, SAMPLES(samples), TREE(its_tree), .classes = CLASSES_OF_CORE)
#define FAMILY_WITH(called, ...) .family = { \
	.name = (called), \
	.formulas_from = "Intel TMA 5.2, as Linux 6.12 icl-metrics.json: shares of the sum, " \
			 "corrected by UOP_DROPPING and CLEARS_COUNT where they are counted", \
	.levels = 2, \
	.counters = 8, \
	TABLES(events, formulas), __VA_ARGS__ \
}

/* clang-format off */
/* Linux 6.12: models in arch/x86/include/asm/intel-family.h, pmu_name in events/intel/core.c. */
static const struct cpu_model models[] = {
	{ FAMILY("Intel Ice Lake", tree_intel_icl), .pmu_name = "icelake",
	  .ids = { INTEL(0x7d), INTEL(0x7e), INTEL(0x9d) /* NNP-I */ } },
	{ FAMILY("Intel Ice Lake-SP", tree_intel_icx),
	  .ids = { INTEL(0x6a), INTEL(0x6c) /* Ice Lake-D */ } },
	{ FAMILY("Intel Tiger Lake", tree_intel_tgl), .ids = { INTEL(0x8c), INTEL(0x8d) } },
	{ FAMILY("Intel Rocket Lake", tree_intel_icl), .ids = { INTEL(0xa7) } },
	{ FAMILY_WITH("Intel (4 metric events)", SAMPLES(generic_samples),
		      .perf_metrics = PERF_NONE), .any_model = true },
};
/* clang-format on */

const struct cpu_table cpu_intel_icl = CPU_TABLE(models);
