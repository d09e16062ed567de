/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric tree of Goldmont, from goldmont and Atom_TMA.csv.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/tree/trees.h"

#include <math.h>

#include "model/tree/help_intel.h"

/* clang-format off */
static const struct tree_event events[] = {
	{ .name = "CPU_CLK_UNHALTED.CORE", .config = 0x3c, .origin = TREE_CYCLES, .period = 2000003 },
	{ .name = "ISSUE_SLOTS_NOT_CONSUMED.RECOVERY", .config = 0x2ca, .counters = 0xf, .period = 200003 },
	{ .name = "ISSUE_SLOTS_NOT_CONSUMED.RESOURCE_FULL", .config = 0x1ca, .counters = 0xf, .period = 200003 },
	{ .name = "UOPS_ISSUED.ANY", .config = 0xe, .counters = 0xf, .period = 200003 },
	{ .name = "UOPS_NOT_DELIVERED.ANY", .config = 0x9c, .counters = 0xf, .period = 200003 },
	{ .name = "UOPS_RETIRED.ANY", .config = 0xc2, .counters = 0xf, .period = 2000003, .precise = true },
	{ .name = "UOPS_RETIRED.FPDIV", .config = 0x8c2, .counters = 0xf, .period = 2000003, .precise = true },
	{ .name = "UOPS_RETIRED.MS", .config = 0x1c2, .counters = 0xf, .period = 2000003, .precise = true },
};

static const struct tree_node nodes[] = {
	{ .slug = "tma_retiring", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS,
	  .expression = "UOPS_RETIRED.ANY / tma_info_core_slots",
	  .threshold = "tma_retiring > 0.75", .limit = 0.75f,
	  .sample_with = "", .sample = -1, .help = HELP_RETIRING_V2 },
	{ .slug = "tma_fpdiv_uops", .title = "FP divide uops", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS,
	  .expression = "UOPS_RETIRED.FPDIV / tma_info_core_slots",
	  .threshold = "tma_fpdiv_uops > 0.2", .limit = 0.2f,
	  .sample_with = "", .sample = -1, .help = HELP_FPDIV_UOPS },
	{ .slug = "tma_ms_uops", .title = "Microcode uops", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS,
	  .expression = "UOPS_RETIRED.MS / tma_info_core_slots",
	  .threshold = "tma_ms_uops > 0.05", .limit = 0.05f,
	  .sample_with = "", .sample = -1, .help = HELP_MS_UOPS },
	{ .slug = "tma_bad_speculation", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS,
	  .expression = "(UOPS_ISSUED.ANY - UOPS_RETIRED.ANY + ISSUE_SLOTS_NOT_CONSUMED.RECOVERY) / tma_info_core_slots",
	  .threshold = "tma_bad_speculation > 0.15", .limit = 0.15f,
	  .sample_with = "", .sample = -1, .help = HELP_BAD_SPECULATION_V2 },
	{ .slug = "tma_frontend_bound", .title = "Frontend bound", .level = 1, .metric = M_FRONTEND_BOUND, .unit = TREE_OF_SLOTS,
	  .expression = "UOPS_NOT_DELIVERED.ANY / tma_info_core_slots",
	  .threshold = "tma_frontend_bound > 0.2", .limit = 0.2f,
	  .sample_with = "", .sample = -1, .help = HELP_FRONTEND_BOUND_V2 },
	{ .slug = "tma_backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS,
	  .expression = "ISSUE_SLOTS_NOT_CONSUMED.RESOURCE_FULL / tma_info_core_slots",
	  .threshold = "tma_backend_bound > 0.1", .limit = 0.1f,
	  .sample_with = "", .sample = -1, .help = HELP_BACKEND_BOUND_V3 },
};

static const struct tree_term terms[] = {
	{ "tma_info_core_clks",
	  "CPU_CLK_UNHALTED.CORE" },
	{ "tma_info_core_slots",
	  "3 * tma_info_core_clks" },
};

const struct tree tree_intel_glm = {
	.name = "Goldmont",
	.source = "intel/perfmon 6dadedf, Atom TMA 1.2",
	.slots = 3,
	.counters = 4,
	.only_level_1 = true,
	TREE_TABLES(events, nodes, terms),
};
/* clang-format on */
