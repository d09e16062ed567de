/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Tremont and Goldmont: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                     /* tnt  glm */
#define EVENTS(row) \
	row(CPU_CLK_UNHALTED_CORE,                        x,   x) \
	row(MEM_BOUND_STALLS_LOAD_DRAM_HIT,               x,   _) \
	row(MEM_BOUND_STALLS_LOAD_L2_HIT,                 x,   _) \
	row(MEM_BOUND_STALLS_LOAD_LLC_HIT,                x,   _) \
	row(MEM_BOUND_STALLS_STORE_BUFFER_FULL,           x,   _) \
	row(TOPDOWN_BAD_SPECULATION_ALL,                  x,   _) \
	row(TOPDOWN_BAD_SPECULATION_MISPREDICT_tnt,       x,   _) \
	row(TOPDOWN_BAD_SPECULATION_MONUKE,               x,   _) \
	row(TOPDOWN_BE_BOUND_ALL_tnt,                     x,   _) \
	row(TOPDOWN_BE_BOUND_ALLOC_RESTRICTIONS_tnt,      x,   _) \
	row(TOPDOWN_BE_BOUND_MEM_SCHEDULER_tnt,           x,   _) \
	row(TOPDOWN_BE_BOUND_NON_MEM_SCHEDULER_tnt,       x,   _) \
	row(TOPDOWN_BE_BOUND_REGISTER_tnt,                x,   _) \
	row(TOPDOWN_BE_BOUND_REORDER_BUFFER_tnt,          x,   _) \
	row(TOPDOWN_BE_BOUND_SERIALIZATION_tnt,           x,   _) \
	row(TOPDOWN_BE_BOUND_STORE_BUFFER,                x,   _) \
	row(TOPDOWN_FE_BOUND_ALL_tnt,                     x,   _) \
	row(TOPDOWN_FE_BOUND_BRANCH_DETECT_tnt,           x,   _) \
	row(TOPDOWN_FE_BOUND_BRANCH_RESTEER_tnt,          x,   _) \
	row(TOPDOWN_FE_BOUND_CISC_tnt,                    x,   _) \
	row(TOPDOWN_FE_BOUND_DECODE_tnt,                  x,   _) \
	row(TOPDOWN_FE_BOUND_ICACHE_tnt,                  x,   _) \
	row(TOPDOWN_FE_BOUND_ITLB_tnt,                    x,   _) \
	row(TOPDOWN_FE_BOUND_OTHER_tnt,                   x,   _) \
	row(TOPDOWN_FE_BOUND_PREDECODE_tnt,               x,   _) \
	row(TOPDOWN_RETIRING_ALL_tnt,                     x,   _) \
	row(ISSUE_SLOTS_NOT_CONSUMED_RECOVERY,            _,   x) \
	row(ISSUE_SLOTS_NOT_CONSUMED_RESOURCE_FULL,       _,   x) \
	row(UOPS_ISSUED_ANY_glm,                          _,   x) \
	row(UOPS_NOT_DELIVERED_ANY,                       _,   x) \
	row(UOPS_RETIRED_ANY,                             _,   x) \
	row(UOPS_RETIRED_FPDIV,                           x,   x) \
	row(UOPS_RETIRED_MS_tnt,                          x,   x)

                                               /* tnt  glm */
#define NODES(row) \
	row(tma_retiring_tnt,                       x,   _) \
	row(tma_retiring_glm,                       _,   x) \
	    row(tma_base,                           x,   _) \
	        row(tma_fpdiv_uops,                 x,   _) \
	    row(tma_fpdiv_uops_glm,                 _,   x) \
	        row(tma_other_ret,                  x,   _) \
	    row(tma_ms_uops,                        x,   x) \
	row(tma_bad_speculation_tnt,                x,   _) \
	row(tma_bad_speculation_glm,                _,   x) \
	    row(tma_branch_mispredicts_tnt,         x,   _) \
	    row(tma_machine_clears_tnt,             x,   _) \
	        row(tma_fast_nuke_tnt,              x,   _) \
	row(tma_frontend_bound_tnt,                 x,   _) \
	row(tma_frontend_bound_glm,                 _,   x) \
	    row(tma_fetch_latency_tnt,              x,   _) \
	        row(tma_icache_misses_tnt,          x,   _) \
	        row(tma_itlb_misses_tnt,            x,   _) \
	        row(tma_branch_detect_tnt,          x,   _) \
	        row(tma_branch_resteer_tnt,         x,   _) \
	    row(tma_fetch_bandwidth_tnt,            x,   _) \
	        row(tma_cisc_tnt,                   x,   _) \
	        row(tma_decode_tnt,                 x,   _) \
	        row(tma_predecode_tnt,              x,   _) \
	        row(tma_other_fb_tnt,               x,   _) \
	row(tma_backend_bound_tnt,                  x,   _) \
	row(tma_backend_bound_glm,                  _,   x) \
	    row(tma_memory_bound_tnt,               x,   _) \
	        row(tma_store_bound_tnt,            x,   _) \
	        row(tma_l2_bound_tnt,               x,   _) \
	        row(tma_l3_bound_tnt,               x,   _) \
	        row(tma_dram_bound,                 x,   _) \
	    row(tma_core_bound_tnt,                 x,   _) \
	    row(tma_resource_bound_tnt,             x,   _) \
	        row(tma_mem_scheduler_tnt,          x,   _) \
	        row(tma_non_mem_scheduler_tnt,      x,   _) \
	        row(tma_register_tnt,               x,   _) \
	        row(tma_reorder_buffer_tnt,         x,   _) \
	        row(tma_store_buffer,               x,   _) \
	        row(tma_alloc_restriction,          x,   _) \
	        row(tma_serialization_tnt,          x,   _)

                                     /* tnt  glm */
#define TERMS(row) \
	row(tma_info_core_clks,           x,   x) \
	row(tma_info_core_slots,          x,   _) \
	row(tma_info_core_slots_glm,      _,   x)

/* Tremont, elkhartlake, snowridgex, Atom_TMA.csv */
#define OF_tnt(row, tnt, glm) TREE_HAS_##tnt(row)
static const uint16_t tnt_events[] = { EVENTS(OF_tnt) }, tnt_nodes[] = { NODES(OF_tnt) },
	tnt_terms[] = { TERMS(OF_tnt) };
const struct tree tree_intel_tnt = {
	.name = "Tremont", .source = "intel/perfmon 6dadedf, Atom TMA 1.2", .slots = 4, .counters = 4, .only_level_1 = true,
	TREE_ROWS(intel, tnt), TREE_TERM_ROWS(intel, tnt),
};

/* Goldmont, goldmont, Atom_TMA.csv */
#define OF_glm(row, tnt, glm) TREE_HAS_##glm(row)
static const uint16_t glm_events[] = { EVENTS(OF_glm) }, glm_nodes[] = { NODES(OF_glm) },
	glm_terms[] = { TERMS(OF_glm) };
const struct tree tree_intel_glm = {
	.name = "Goldmont", .source = "intel/perfmon 6dadedf, Atom TMA 1.2", .slots = 3, .counters = 4, .only_level_1 = true,
	TREE_ROWS(intel, glm), TREE_TERM_ROWS(intel, glm),
};
/* clang-format on */
