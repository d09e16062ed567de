/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores with eight metric events: Sapphire Rapids, Alder Lake's P-core (Golden Cove), and
 * later ones. Six slots a cycle, eight from Lion Cove on. The register has levels 1 and 2; before
 * Lion Cove a general counter corrects them. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
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

static const struct formula formulas[] = { ALL_NODES(false) };

/* From Lion Cove on nothing is corrected, so level 1 does not need the slots event. */
FORMULA(plain_bad_speculation, EV(BAD_SPEC) / SUM)
FORMULA(plain_machine_clears, rest(EV(BAD_SPEC), EV(BR_MISPREDICT)) / SUM)
FORMULA(plain_frontend_bound, EV(FE_BOUND) / SUM)
FORMULA(plain_fetch_latency, EV(FETCH_LAT) / SUM)
FORMULA(plain_fetch_bandwidth, rest(EV(FE_BOUND), EV(FETCH_LAT)) / SUM)

static const struct formula lion_cove_formulas[] = {
	RETIRING_NODES(false, retiring, heavy_operations, light_operations),
	BAD_SPECULATION_NODES(false, plain_bad_speculation, branch_mispredicts,
			      plain_machine_clears),
	FRONTEND_BOUND_NODES(false, plain_frontend_bound, plain_fetch_latency,
			     plain_fetch_bandwidth),
	BACKEND_BOUND_NODES(false, backend_bound, memory_bound, core_bound),
};

static const struct node_sample golden_cove[] = { GOLDEN_COVE_SAMPLES };
static const struct node_sample redwood_cove[] = { REDWOOD_COVE_SAMPLES };
static const struct node_sample cougar_cove[] = { COUGAR_COVE_SAMPLES };
static const struct node_sample coyote_cove[] = { COYOTE_COVE_SAMPLES };
static const struct node_sample generic_samples[] = { GENERIC_SAMPLES };

static const struct class_event golden_cove_classes[] = { GOLDEN_COVE_CLASS_EVENTS };
static const struct class_event lion_cove_classes[] = { LION_COVE_CLASS_EVENTS };
static const struct class_event panther_cove_classes[] = { P_CLASS_EVENTS };
OWN_CLASS_FORMULAS
static const struct formula class_formulas[] = { OWN_CLASS_NODES };
#define SAMPLED(of) .classes = CLASSES(of##_classes, class_formulas)

#define FAMILY(called, from, its_events, its_formulas, ...) .family = { \
	.name = (called), \
	.formulas_from = (from), \
	.levels = 2, \
	.counters = 8, \
	TABLES(its_events, its_formulas), __VA_ARGS__ \
}
#define KNOWN SAMPLES(golden_cove), SAMPLED(golden_cove)
#define KNOWN_TIMED TIMED(golden_cove)
#define TIMED(its_classes) SAMPLES(redwood_cove), .retire_latency = true, SAMPLED(its_classes)
/* Not in the copy of intel/perfmon of tests/metrics/samples.tsv: metrics, or events as well. */
#define NO_METRICS \
	SAMPLES(cougar_cove), SAMPLED(lion_cove), .retire_latency = true, .perf_metrics = PERF_NONE
#define NEW SAMPLES(generic_samples), .perf_metrics = PERF_NONE
#define GOLDEN_COVE(called, ...) \
	FAMILY(called, \
	       "Intel TMA 5.2, as Linux 6.12 spr-metrics.json: shares of the sum, corrected " \
	       "by UOP_DROPPING where it is counted", events, formulas, __VA_ARGS__)
#define LION_COVE(called, ...) \
	FAMILY(called, "Intel TMA 5.2, as Linux lnl-metrics.json: plain shares of the sum, " \
	       "no correction needed", lion_cove_events, lion_cove_formulas, __VA_ARGS__)

/* clang-format off */
/*
 * Linux 6.12: models in arch/x86/include/asm/intel-family.h, pmu_name in events/intel/core.c. From
 * Panther Lake on: Linux 7.0, and mapfile.csv of intel/perfmon, which has 6-E5 as Panther Lake.
 */
static const struct cpu_model models[] = {
	{ GOLDEN_COVE("Intel Sapphire Rapids", KNOWN, TREE(tree_intel_spr)), .ids = { INTEL(0x8f) },
	  .pmu_name = "sapphire_rapids" },
	{ GOLDEN_COVE("Intel Emerald Rapids", KNOWN, TREE(tree_intel_emr)),
	  .ids = { INTEL(0xcf) } },  /* also sapphire_rapids */
	{ GOLDEN_COVE("Intel Granite Rapids", KNOWN_TIMED, TREE(tree_intel_gnr)),
	  .pmu_name = "granite_rapids",
	  .ids = { INTEL(0xad), INTEL(0xae) /* Granite Rapids-D */ } },
	{ GOLDEN_COVE("Intel Alder Lake", KNOWN, TREE(tree_intel_adl)),
	  .ids = { INTEL(0x97), INTEL(0x9a) },
	  .pmu_name = "alderlake_hybrid" },
	{ GOLDEN_COVE("Intel Raptor Lake", KNOWN, TREE(tree_intel_adl)),	/* also alderlake_hybrid */
	  .ids = { INTEL(0xb7), INTEL(0xba), INTEL(0xbf) } },
	{ GOLDEN_COVE("Intel Meteor Lake", KNOWN_TIMED, TREE(tree_intel_mtl)),
	  .ids = { INTEL(0xaa), INTEL(0xac) },
	  .pmu_name = "meteorlake_hybrid" },
	{ GOLDEN_COVE("Intel Arrow Lake-U", KNOWN_TIMED, TREE(tree_intel_mtl)),
	  .ids = { INTEL(0xb5) } },	/* Meteor Lake's cores */
	{ LION_COVE("Intel Lunar Lake", TIMED(lion_cove), TREE(tree_intel_lnl)),
	  .ids = { INTEL(0xbd) }, .pmu_name = "lunarlake_hybrid" },
	{ LION_COVE("Intel Arrow Lake", TIMED(lion_cove), TREE(tree_intel_arl)),
	  .pmu_name = "arrowlake_h_hybrid",
	  .ids = { INTEL(0xc5) /* Arrow Lake-H */, INTEL(0xc6) } },
	{ LION_COVE("Intel Panther Lake", NO_METRICS, TREE(tree_intel_ptl)),
	  .pmu_name = "pantherlake_hybrid",
	  .ids = { INTEL(0xcc), INTEL(0xe5) } },
	{ LION_COVE("Intel Wildcat Lake", NO_METRICS, TREE(tree_intel_ptl)),
	  .ids = { INTEL(0xd5) } },	/* Panther Lake's cores */
	{ LION_COVE("Intel Nova Lake", SAMPLES(coyote_cove), SAMPLED(lion_cove),
		    .perf_metrics = PERF_NONE),
	  .pmu_name = "novalake_hybrid",
	  .ids = { INTEL_FAMILY(18, 0x01), INTEL_FAMILY(18, 0x03) } },
	{ LION_COVE("Intel Diamond Rapids", NEW, SAMPLED(panther_cove)), .pmu_name = "panthercove",
	  .ids = { INTEL_FAMILY(19, 0x01) } },
	{ GOLDEN_COVE("Intel Bartlett Lake", NEW, TREE(tree_intel_adl), SAMPLED(golden_cove)),
	  .ids = { INTEL(0xd7) } },	/* Raptor Cove */
	{ GOLDEN_COVE("Intel (8 metric events)", NEW), .any_model = true },
};
/* clang-format on */

const struct cpu_table cpu_intel_spr = CPU_TABLE(models);
