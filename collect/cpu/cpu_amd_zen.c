/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AMD Zen 4, Zen 5 and Zen 6. Dispatch slots are cycles times the width, six or eight. Level 1 has a fifth
 * class: slots that the other thread of the core took. With its event all six counters are in use. Next to
 * an NMI watchdog, which holds one of them, the class is what the other four leave, as every slot is in
 * one of the five. The groups of level 2 rotate with level 1 and need five counters at most; each counts
 * cycles. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_table.h"

/* Names of its own events. */
#define EV_SLOTS_0 EV_X0	/* slots while level 1 (group 0) is on */
#define EV_DISPATCHED EV_X1
#define EV_SMT EV_X2
#define EV_SLOTS_1 EV_X3	/* slots while group 1 is on */
#define EV_NO_OPS_CYCLES EV_X4	/* cycles in which the frontend sent nothing */
#define EV_MISPREDICTED EV_X5
#define EV_RESYNCS EV_X6
#define EV_LOAD_WAITS EV_X7
#define EV_WAITS EV_X8
#define EV_SLOTS_2 EV_X9
#define EV_RETIRED_2 EV_X10
#define EV_MICROCODED EV_X11

/* clang-format off */
/* tools/perf/pmu-events/arch/x86/amdzen{4,5} of Linux 6.12, and amdzen6; sysfs lists none. */
#define EVENTS(width, no_ops, resyncs, resyncs_name) \
	{ .id = EV_SLOTS, .name = "ls_not_halted_cyc", .config = 0x76, .level = 1, \
	  .scale = (width), .cycles = true, .also = EV_SLOTS_0 }, \
	{ .id = EV_RETIRING, .name = "ex_ret_ops", .config = 0xc1, .level = 1 }, \
	{ .id = EV_DISPATCHED, .name = "de_src_op_disp.all", .config = 0x7aa, .level = 1 }, \
	{ .id = EV_FE_BOUND, .name = "de_no_dispatch_per_slot.no_ops_from_frontend", \
	  .config = 0x1000001a0, .level = 1 }, \
	{ .id = EV_BE_BOUND, .name = "de_no_dispatch_per_slot.backend_stalls", \
	  .config = 0x100001ea0, .level = 1 }, \
	{ .id = EV_SMT, .name = "de_no_dispatch_per_slot.smt_contention", \
	  .config = 0x1000060a0, .level = 1, .use = USE_CORRECTION }, \
	{ .id = EV_SLOTS_1, .name = "ls_not_halted_cyc", .config = 0x76, .level = 2, .mux = 1, \
	  .scale = (width) }, \
	{ .id = EV_NO_OPS_CYCLES, .name = "de_no_dispatch_per_slot.no_ops_from_frontend,cmask", \
	  .config = (no_ops), .level = 2, .mux = 1 }, \
	{ .id = EV_MISPREDICTED, .name = "ex_ret_brn_misp", .config = 0xc3, \
	  .level = 2, .mux = 1 }, \
	{ .id = EV_RESYNCS, .name = (resyncs_name), .config = (resyncs), .level = 2, .mux = 1 }, \
	{ .id = EV_SLOTS_2, .name = "ls_not_halted_cyc", .config = 0x76, .level = 2, .mux = 2, \
	  .scale = (width) }, \
	{ .id = EV_RETIRED_2, .name = "ex_ret_ops", .config = 0xc1, .level = 2, .mux = 2 }, \
	{ .id = EV_MICROCODED, .name = "ex_ret_ucode_ops", .config = 0x1000000c2, \
	  .level = 2, .mux = 2 }, \
	{ .id = EV_LOAD_WAITS, .name = "ex_no_retire.load_not_complete", .config = 0xa2d6, \
	  .level = 2, .mux = 2 }, \
	{ .id = EV_WAITS, .name = "ex_no_retire.not_complete", .config = 0x2d6, \
	  .level = 2, .mux = 2 }
/* clang-format on */

static const struct family_event zen4_events[] = {
	EVENTS(6, 0x1060001a0, 0x96, "resyncs_or_nc_redirects")
};
static const struct family_event zen5_events[] = {
	EVENTS(8, 0x1080001a0, 0x19f, "bp_redirects.resync")
};
static const struct family_event zen6_events[] = {
	EVENTS(8, 0x1080001a0, 0x19f, "bp_fe_redir.resync")
};

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(bad_speculation, (EV(DISPATCHED) - EV(RETIRING)) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0))
FORMULA(backend_bound, EV(BE_BOUND) / EV(SLOTS_0))
FORMULA(smt_contention,
	counted_or(EV(SMT) / EV(SLOTS_0), rest(1, retiring(c) + bad_speculation(c) +
						frontend_bound(c) + backend_bound(c))))
FORMULA(heavy_operations, retiring(c) * fraction(EV(MICROCODED), EV(RETIRED_2)))
FORMULA(light_operations, retiring(c) - heavy_operations(c))
FORMULA(branch_mispredicts,
	bad_speculation(c) * fraction(EV(MISPREDICTED), EV(MISPREDICTED) + EV(RESYNCS)))
FORMULA(machine_clears, bad_speculation(c) - branch_mispredicts(c))
FORMULA(zen4_fetch_latency, 6 * EV(NO_OPS_CYCLES) / EV(SLOTS_1))
FORMULA(zen4_fetch_bandwidth, frontend_bound(c) - zen4_fetch_latency(c))
FORMULA(zen5_fetch_latency, 8 * EV(NO_OPS_CYCLES) / EV(SLOTS_1))
FORMULA(zen5_fetch_bandwidth, frontend_bound(c) - zen5_fetch_latency(c))
FORMULA(memory_bound, backend_bound(c) * fraction(EV(LOAD_WAITS), EV(WAITS)))
FORMULA(core_bound, backend_bound(c) - memory_bound(c))

/* clang-format off */
/* by, from: in perf's names of level 2, from Zen 5 on. */
#define FORMULAS(latency, bandwidth, by, from) \
	NODE(RETIRING, retiring), \
	NODE_NAMED(HEAVY_OPERATIONS, heavy_operations, "retiring_" from "microcode"), \
	NODE_NAMED(LIGHT_OPERATIONS, light_operations, "retiring_" from "fastpath"), \
	NODE(BAD_SPECULATION, bad_speculation), \
	NODE_NAMED(BRANCH_MISPREDICTS, branch_mispredicts, \
		   "bad_speculation_" from "mispredicts"), \
	NODE_NAMED(MACHINE_CLEARS, machine_clears, \
		   "bad_speculation_" from "pipeline_restarts"), \
	NODE(FRONTEND_BOUND, frontend_bound), \
	NODE_NAMED(FETCH_LATENCY, latency, "frontend_bound_" by "latency"), \
	NODE_NAMED(FETCH_BANDWIDTH, bandwidth, "frontend_bound_" by "bandwidth"), \
	NODE(BACKEND_BOUND, backend_bound), \
	NODE_NAMED(MEMORY_BOUND, memory_bound, "backend_bound_" by "memory"), \
	NODE_NAMED(CORE_BOUND, core_bound, "backend_bound_" by "cpu"), \
	NODE(SMT_CONTENTION, smt_contention)
/* clang-format on */

static const struct formula zen4_formulas[] = {
	FORMULAS(zen4_fetch_latency, zen4_fetch_bandwidth, "", ""),
};
static const struct formula zen5_formulas[] = {
	FORMULAS(zen5_fetch_latency, zen5_fetch_bandwidth, "by_", "from_"),
};

/* clang-format off */
/*
 * IBS samples an operation or a fetch with all that happened to it. A single process since commit
 * 30093056f7b2 of Linux 6.2; it cannot leave out the kernel (perf-amd-ibs(1)).
 */
#define IBS(node, name) \
	{ .metric = M_##node, .event = (name), .kind = SAMPLE_PRECISE, \
	  .note = "IBS needs CAP_PERFMON, and Linux 6.2 for less than whole CPUs." }
#define MISPREDICTS EVENT("ex_ret_brn_misp", 0xc3, 100003)
static const struct node_sample samples[] = {
	IBS(RETIRING, "ibs_op//"), IBS(LIGHT_OPERATIONS, "ibs_op//"),
	IBS(HEAVY_OPERATIONS, "ibs_op//"),
	PLAIN(BAD_SPECULATION, MISPREDICTS), PLAIN(BRANCH_MISPREDICTS, MISPREDICTS),
	IBS(MACHINE_CLEARS, "ibs_op//"),
	IBS(FRONTEND_BOUND, "ibs_fetch//"), IBS(FETCH_LATENCY, "ibs_fetch//"),
	IBS(FETCH_BANDWIDTH, "ibs_fetch//"),
	IBS(BACKEND_BOUND, "ibs_op//"), IBS(MEMORY_BOUND, "ibs_op//"),
	IBS(CORE_BOUND, "ibs_op//"), IBS(SMT_CONTENTION, "ibs_op//"),
	/* Precise would be IBS, which has no branch stack. */
	PLAIN(NONE, EVENT("ex_ret_brn_tkn", 0xc4, 400009)),
};

/*
 * Sampled are the events of level 1 without cycles: every slot is in one of the five classes. Bad
 * speculation is what was dispatched and not retired; most samples are of these two.
 */
static const struct class_event class_events[] = {
	PART_OF(1, RETIRING, "ex_ret_ops", 0xc1, 8700001),
	SLOTS_OF(DISPATCHED, "de_src_op_disp.all", 0x7aa, 9100009),
	SLOTS_OF(FE_BOUND, "de_no_dispatch_per_slot.no_ops_from_frontend", 0x1000001a0, 17000023),
	SLOTS_OF(BE_BOUND, "de_no_dispatch_per_slot.backend_stalls", 0x100001ea0, 19000013),
	SLOTS_OF(SMT, "de_no_dispatch_per_slot.smt_contention", 0x1000060a0, 18000041),
};
/* clang-format on */

#define FAMILY(called, from, its_events, its_formulas) .family = { \
	.name = (called), \
	.formulas_from = (from), \
	.levels = 2, \
	.counters = 6, \
	TABLES(its_events, its_formulas), SAMPLES(samples), \
	.classes = CLASSES(class_events, its_formulas, .also_slots = 1U << EV_SLOTS_0, \
			   .differences = true), \
	.perf_metrics = PERF_PLAIN, \
}

/* clang-format off */
/*
 * Models: mapfile.csv of perf. Family 25 includes Zen 3, models 00-0f and 20-5f, with the Trento
 * (30-3f) of arch/x86/kernel/cpu/amd.c, which perf takes for Zen 4. A recording of family 25
 * without a model number is of Zen 4, as Zen 3 has no events to record. All of family 26 count the
 * same, so one without a model number (-1) is counted as Zen 5.
 */
static const struct cpu_model models[] = {
	{ FAMILY("AMD Zen 4", "Linux 6.12 amdzen4/pipeline.json", zen4_events, zen4_formulas),
	  .ids = { AMD(25, 0x10, 0x1f), AMD(25, 0x60, 0xff) }, .recorded_family = 25 },
	{ FAMILY("AMD Zen 5", "Linux 6.12 amdzen5/pipeline.json", zen5_events, zen5_formulas),
	  .ids = { AMD(26, -1, 0x2f), AMD(26, 0x40, 0x4f), AMD(26, 0x60, 0x7f) } },
	{ FAMILY("AMD Zen 6", "Linux amdzen6/pipeline.json", zen6_events, zen5_formulas),
	  .ids = { AMD(26, 0x30, 0x3f), AMD(26, 0x50, 0x5f), AMD(26, 0x80, 0xff) } },
};
/* clang-format on */

const struct cpu_table cpu_amd_zen = CPU_TABLE(models);
