/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * HiSilicon Kunpeng 920 (hip08, TaiShan v110 cores). They have no stall_slot events of Arm's
 * architecture, but events of their own: the slots that fetch leaves empty, of four in a cycle, and
 * what level 2 needs. Twelve counters take both levels at once. Backend bound is the rest; its two
 * children are stalled cycles, which need not add up to it. A table for cpu_match.c; static, any
 * thread.
 */
#include "config.h"
#include "collect/cpu/cpu_arm.h"
#include "collect/cpu/cpu_table.h"

/* Names of its own events. */
#define EV_OPS EV_X0		/* operations that were begun */
#define EV_EMPTY EV_X1		/* cycles without any operation from fetch */
#define EV_MISPREDICTED EV_X2
#define EV_FLUSHES EV_X3	/* for other reasons: its number has no name in Linux' tables */
#define EV_STALLED EV_X4	/* cycles in which less than four were issued */
#define EV_LOAD_STALLS EV_X5
#define EV_STORE_STALLS EV_X6	/* its number has no name in Linux' tables */

/* clang-format off */
/* Numbers: tools/perf/pmu-events/arch/arm64/hisilicon/hip08/{core-imp-def,metrics}.json. */
static const struct family_event events[] = {
	{ .id = EV_SLOTS,        .name = "cpu_cycles",        .level = 1, .scale = 4, .cycles = true },
	{ .id = EV_FE_BOUND,     .name = "fetch_bubble",      .config = 0x2014, .level = 1 },
	{ .id = EV_OPS,          .name = "inst_spec",         .config = 0x1b,   .level = 1 },
	{ .id = EV_RETIRING,     .name = "inst_retired",      .config = 0x08,   .level = 1,
	  .also = EV_INSTRUCTIONS },
	{ .id = EV_EMPTY,        .name = "event=0x201d",      .config = 0x201d, .level = 2 },
	{ .id = EV_MISPREDICTED, .name = "br_mis_pred",       .config = 0x10,   .level = 2 },
	{ .id = EV_FLUSHES,      .name = "event=0x2013",      .config = 0x2013, .level = 2 },
	{ .id = EV_STALLED,      .name = "exe_stall_cycle",   .config = 0x7001, .level = 2 },
	{ .id = EV_LOAD_STALLS,  .name = "mem_stall_anyload", .config = 0x7004, .level = 2 },
	{ .id = EV_STORE_STALLS, .name = "event=0x7005",      .config = 0x7005, .level = 2 },
};
/* clang-format on */

FORMULA(retiring, EV(RETIRING) / EV(SLOTS))
FORMULA(bad_speculation, (EV(OPS) - EV(RETIRING)) / EV(SLOTS))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS))
FORMULA(backend_bound, 1 - (frontend_bound(c) + bad_speculation(c) + retiring(c)))
FORMULA(fetch_latency, EV(EMPTY) / EV(CYCLES))
FORMULA(fetch_bandwidth, frontend_bound(c) - fetch_latency(c))
FORMULA(branch_mispredicts,
	bad_speculation(c) * fraction(EV(MISPREDICTED), EV(MISPREDICTED) + EV(FLUSHES)))
FORMULA(machine_clears, bad_speculation(c) - branch_mispredicts(c))
FORMULA(memory_bound, (EV(LOAD_STALLS) + EV(STORE_STALLS)) / EV(CYCLES))
FORMULA(core_bound, (EV(STALLED) - (EV(LOAD_STALLS) + EV(STORE_STALLS))) / EV(CYCLES))

static const struct formula formulas[] = {
	NODE(RETIRING, retiring), BAD_SPECULATION_NODES(false, bad_speculation, branch_mispredicts,
							machine_clears),
	NODE(FRONTEND_BOUND, frontend_bound),
	{ .metric = M_FETCH_LATENCY, FORM(fetch_latency), .perf_name = "fetch_latency_bound" },
	{ .metric = M_FETCH_BANDWIDTH, FORM(fetch_bandwidth), .perf_name = "fetch_bandwidth_bound" },
	BACKEND_BOUND_NODES(false, backend_bound, memory_bound, core_bound),
};

static const struct node_sample samples[] = {
	PLAIN(RETIRING, RETIRED_INSTRUCTIONS),
	PLAIN(BAD_SPECULATION, MISPREDICTED_BRANCHES), PLAIN(BRANCH_MISPREDICTS, MISPREDICTED_BRANCHES),
	CYCLES_OF(MACHINE_CLEARS), PLAIN(FRONTEND_BOUND, FRONTEND_STALLS),
	PLAIN(FETCH_LATENCY, FRONTEND_STALLS), PLAIN(FETCH_BANDWIDTH, FRONTEND_STALLS),
	SPE(BACKEND_BOUND), SPE(MEMORY_BOUND), CYCLES_OF(CORE_BOUND),
};

/* A boot log of a guest (MIDR 0x481fd010) has 13 counters: twelve and that of cycles. */
static const struct cpu_model models[] = {
	{ .family = {
		.name = "HiSilicon Kunpeng 920",
		.formulas_from = "Linux pmu-events/arch/arm64/hisilicon/hip08/metrics.json: shares of "
				 "four slots a cycle",
		.levels = 2,
		.counters = 12,
		TABLES(events, formulas), SAMPLES(samples),
		.perf_metrics = PERF_PLAIN,
	  }, .ids = { ARM(0x4800d010) } },
};

const struct cpu_table cpu_hisilicon = CPU_TABLE(models);
