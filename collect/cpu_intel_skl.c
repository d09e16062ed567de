/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intel cores before Ice Lake (Sandy Bridge to Cascade Lake), Goldmont and Silvermont, by the aliases that sysfs
 * has for them, with their .scale. With SMT the counts are of the core, both its threads together (any=1).
 * Silvermont has two counters, and issues what it retires: it cannot tell bad speculation from backend bound, as
 * perf says there. A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu.h"
#include "collect/cpu_formula.h"

/* Names of its own events. */
#define EV_ISSUED EV_X0
#define EV_RECOVERY EV_X1

/* clang-format off */
#define EVENTS(slots_scale, recovery_scale)                                                         \
	{ .id = EV_SLOTS,        .name = "topdown-total-slots",      .level = 1, .of_core = true,   \
	  .sysfs_scale = (slots_scale) },                                                           \
	{ .id = EV_RETIRING,     .name = "topdown-slots-retired",    .level = 1 },                  \
	{ .id = EV_FE_BOUND,     .name = "topdown-fetch-bubbles",    .level = 1 },                  \
	{ .id = EV_ISSUED,       .name = "topdown-slots-issued",     .level = 1 },                  \
	{ .id = EV_RECOVERY,     .name = "topdown-recovery-bubbles", .level = 1, .of_core = true,   \
	  .sysfs_scale = (recovery_scale) },                                                        \
	{ .id = EV_INSTRUCTIONS, .name = "instructions",             .level = 1, .use = USE_IPC },  \
	{ .id = EV_CYCLES,       .name = "cpu-cycles",               .level = 1, .use = USE_IPC }
static const struct family_event silvermont_events[] = {
	{ .id = EV_SLOTS,        .name = "topdown-total-slots",      .level = 1, .sysfs_scale = 2 },
	{ .id = EV_RETIRING,     .name = "topdown-slots-retired",    .level = 1 },
	{ .id = EV_FE_BOUND,     .name = "topdown-fetch-bubbles",    .level = 1, .sysfs_scale = 2 },
	{ .id = EV_INSTRUCTIONS, .name = "instructions",             .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES,       .name = "cpu-cycles",               .level = 1, .use = USE_IPC },
};
/* clang-format on */

static const struct family_event core_events[] = { EVENTS(4, 4) };
static const struct family_event goldmont_events[] = { EVENTS(3, 1) };
static const struct family_event goldmont_plus_events[] = { EVENTS(4, 1) };

FORMULA(retiring, EV(RETIRING) / EV(SLOTS))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS))
FORMULA(bad_speculation, (EV(ISSUED) - EV(RETIRING) + EV(RECOVERY)) / EV(SLOTS))
FORMULA(backend_bound, 1 - (frontend_bound(c) + bad_speculation(c) + retiring(c)))

static const struct formula formulas[] = {
	{ .metric = M_RETIRING,        FORM(retiring) },
	{ .metric = M_BAD_SPECULATION, FORM(bad_speculation) },
	{ .metric = M_FRONTEND_BOUND,  FORM(frontend_bound) },
	{ .metric = M_BACKEND_BOUND,   FORM(backend_bound) },
};

FORMULA(backend_or_bad, 1 - (frontend_bound(c) + retiring(c)))

static const struct formula silvermont_formulas[] = {
	{ .metric = M_RETIRING,        FORM(retiring) },
	{ .metric = M_FRONTEND_BOUND,  FORM(frontend_bound) },
	{ .metric = M_BACKEND_OR_BAD,  FORM(backend_or_bad) },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

#define OLD(called, its_events, its_formulas, n_counters) {                               \
	.name = (called),                                                                 \
	.formulas_from = "Linux 6.1 tools/perf/util/stat-shadow.c, with sysfs' scales",   \
	.levels = 1,                                                                      \
	.counters = (n_counters),                                                         \
	.events = (its_events),                                                           \
	.n_events = N(its_events),                                                        \
	.formulas = (its_formulas),                                                       \
	.n_formulas = N(its_formulas),                                                    \
}
#define FAMILY(called, its_events) OLD(called, its_events, formulas, 4)

const struct family cpu_intel_skl[CPU_SKL_COUNT] = {
	[CPU_SNB] = FAMILY("Intel Sandy Bridge", core_events),
	[CPU_IVB] = FAMILY("Intel Ivy Bridge", core_events),
	[CPU_HSW] = FAMILY("Intel Haswell", core_events),
	[CPU_BDW] = FAMILY("Intel Broadwell", core_events),
	[CPU_SKL] = FAMILY("Intel Skylake", core_events),
	[CPU_SKX] = FAMILY("Intel Skylake-SP", core_events),	/* Cascade and Cooper Lake, too */
	[CPU_SLM] = OLD("Intel Silvermont", silvermont_events, silvermont_formulas, 2),
	[CPU_GLM] = FAMILY("Intel Goldmont", goldmont_events),
	[CPU_GLP] = FAMILY("Intel Goldmont Plus", goldmont_plus_events),
	[CPU_OLD_ALIASES] = FAMILY("Intel (before Ice Lake)", core_events),
};
