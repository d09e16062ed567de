/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Gracemont, Crestmont and Skymont: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                    /* grt  cmt  skt */
#define EVENTS(row) \
	row(CPU_CLK_UNHALTED_CORE,                       x,   x,   x) \
	row(TOPDOWN_BAD_SPECULATION_ALL_P,               _,   x,   x) \
	row(TOPDOWN_BAD_SPECULATION_FASTNUKE,            x,   x,   x) \
	row(TOPDOWN_BAD_SPECULATION_MACHINE_CLEARS,      x,   x,   x) \
	row(TOPDOWN_BAD_SPECULATION_MISPREDICT,          x,   x,   x) \
	row(TOPDOWN_BAD_SPECULATION_NUKE,                x,   x,   x) \
	row(TOPDOWN_BE_BOUND_ALL,                        x,   _,   _) \
	row(TOPDOWN_BE_BOUND_ALLOC_RESTRICTIONS,         x,   x,   x) \
	row(TOPDOWN_BE_BOUND_ALL_P,                      _,   x,   _) \
	row(TOPDOWN_BE_BOUND_ALL_P_skt,                  _,   _,   x) \
	row(TOPDOWN_BE_BOUND_MEM_SCHEDULER,              x,   x,   x) \
	row(TOPDOWN_BE_BOUND_NON_MEM_SCHEDULER,          x,   x,   x) \
	row(TOPDOWN_BE_BOUND_REGISTER,                   x,   x,   x) \
	row(TOPDOWN_BE_BOUND_REORDER_BUFFER,             x,   x,   x) \
	row(TOPDOWN_BE_BOUND_SERIALIZATION,              x,   x,   x) \
	row(TOPDOWN_FE_BOUND_ALL_P,                      _,   x,   _) \
	row(TOPDOWN_FE_BOUND_ALL,                        x,   _,   _) \
	row(TOPDOWN_FE_BOUND_ALL_skt,                    _,   _,   x) \
	row(TOPDOWN_FE_BOUND_BRANCH_DETECT,              x,   x,   x) \
	row(TOPDOWN_FE_BOUND_BRANCH_RESTEER,             x,   x,   x) \
	row(TOPDOWN_FE_BOUND_CISC,                       x,   x,   x) \
	row(TOPDOWN_FE_BOUND_DECODE,                     x,   x,   x) \
	row(TOPDOWN_FE_BOUND_FRONTEND_BANDWIDTH,         x,   x,   x) \
	row(TOPDOWN_FE_BOUND_FRONTEND_LATENCY,           x,   x,   x) \
	row(TOPDOWN_FE_BOUND_ICACHE,                     x,   x,   x) \
	row(TOPDOWN_FE_BOUND_ITLB,                       x,   _,   _) \
	row(TOPDOWN_FE_BOUND_ITLB_MISS,                  _,   x,   x) \
	row(TOPDOWN_FE_BOUND_OTHER,                      x,   x,   x) \
	row(TOPDOWN_FE_BOUND_PREDECODE,                  x,   x,   x) \
	row(TOPDOWN_RETIRING_ALL_P,                      _,   x,   _) \
	row(TOPDOWN_RETIRING_ALL,                        x,   _,   _) \
	row(TOPDOWN_RETIRING_ALL_skt,                    _,   _,   x)

                                                /* grt  cmt  skt */
#define NODES(row) \
	row(tma_retiring_grt,                        x,   _,   _) \
	row(tma_retiring_cmt,                        _,   x,   _) \
	row(tma_retiring_skt,                        _,   _,   x) \
	row(tma_bad_speculation_grt,                 x,   _,   _) \
	row(tma_bad_speculation_cmt,                 _,   x,   _) \
	row(tma_bad_speculation_skt,                 _,   _,   x) \
	    row(tma_branch_mispredicts_grt,          x,   _,   _) \
	    row(tma_branch_mispredicts_cmt,          _,   x,   _) \
	    row(tma_branch_mispredicts_skt,          _,   _,   x) \
	    row(tma_machine_clears_grt,              x,   _,   _) \
	    row(tma_machine_clears_cmt,              _,   x,   _) \
	    row(tma_machine_clears_skt,              _,   _,   x) \
	        row(tma_nuke,                        x,   _,   _) \
	        row(tma_nuke_cmt,                    _,   x,   _) \
	        row(tma_nuke_skt,                    _,   _,   x) \
	        row(tma_fast_nuke,                   x,   _,   _) \
	        row(tma_fast_nuke_cmt,               _,   x,   _) \
	        row(tma_fast_nuke_skt,               _,   _,   x) \
	row(tma_frontend_bound_grt,                  x,   _,   _) \
	row(tma_frontend_bound_cmt,                  _,   x,   _) \
	row(tma_frontend_bound_skt,                  _,   _,   x) \
	    row(tma_ifetch_latency,                  x,   _,   _) \
	    row(tma_ifetch_latency_cmt,              _,   x,   _) \
	    row(tma_ifetch_latency_skt,              _,   _,   x) \
	        row(tma_icache_misses_grt,           x,   _,   _) \
	        row(tma_icache_misses_cmt,           _,   x,   _) \
	        row(tma_icache_misses_skt,           _,   _,   x) \
	        row(tma_itlb_misses_grt,             x,   _,   _) \
	        row(tma_itlb_misses_cmt,             _,   x,   _) \
	        row(tma_itlb_misses_skt,             _,   _,   x) \
	        row(tma_branch_detect,               x,   _,   _) \
	        row(tma_branch_detect_cmt,           _,   x,   _) \
	        row(tma_branch_detect_skt,           _,   _,   x) \
	        row(tma_branch_resteer,              x,   _,   _) \
	        row(tma_branch_resteer_cmt,          _,   x,   _) \
	        row(tma_branch_resteer_skt,          _,   _,   x) \
	    row(tma_ifetch_bandwidth,                x,   _,   _) \
	    row(tma_ifetch_bandwidth_cmt,            _,   x,   _) \
	    row(tma_ifetch_bandwidth_skt,            _,   _,   x) \
	        row(tma_cisc_grt,                    x,   _,   _) \
	        row(tma_cisc_cmt,                    _,   x,   _) \
	        row(tma_cisc_skt,                    _,   _,   x) \
	        row(tma_decode,                      x,   _,   _) \
	        row(tma_decode_cmt,                  _,   x,   _) \
	        row(tma_decode_skt,                  _,   _,   x) \
	        row(tma_predecode,                   x,   _,   _) \
	        row(tma_predecode_cmt,               _,   x,   _) \
	        row(tma_predecode_skt,               _,   _,   x) \
	        row(tma_other_fb,                    x,   _,   _) \
	        row(tma_other_fb_cmt,                _,   x,   _) \
	        row(tma_other_fb_skt,                _,   _,   x) \
	row(tma_backend_bound_grt,                   x,   _,   _) \
	row(tma_backend_bound_cmt,                   _,   x,   _) \
	row(tma_backend_bound_skt,                   _,   _,   x) \
	    row(tma_core_bound_grt,                  x,   _,   _) \
	    row(tma_core_bound_cmt,                  _,   x,   _) \
	    row(tma_core_bound_skt,                  _,   _,   x) \
	        row(tma_allocation_restriction,      x,   x,   x) \
	    row(tma_resource_bound,                  x,   x,   x) \
	        row(tma_mem_scheduler,               x,   _,   _) \
	        row(tma_mem_scheduler_cmt,           _,   x,   _) \
	        row(tma_mem_scheduler_skt,           _,   _,   x) \
	        row(tma_non_mem_scheduler,           x,   _,   _) \
	        row(tma_non_mem_scheduler_cmt,       _,   x,   _) \
	        row(tma_non_mem_scheduler_skt,       _,   _,   x) \
	        row(tma_register,                    x,   _,   _) \
	        row(tma_register_cmt,                _,   x,   _) \
	        row(tma_register_skt,                _,   _,   x) \
	        row(tma_reorder_buffer,              x,   _,   _) \
	        row(tma_reorder_buffer_cmt,          _,   x,   _) \
	        row(tma_reorder_buffer_skt,          _,   _,   x) \
	        row(tma_serialization,               x,   _,   _) \
	        row(tma_serialization_cmt,           _,   x,   _) \
	        row(tma_serialization_skt,           _,   _,   x)

/* Gracemont, alderlake, alderlaken, E-core_TMA_Metrics.csv */
#define OF_grt(row, grt, cmt, skt) TREE_HAS_##grt(row)
static const uint16_t grt_events[] = { EVENTS(OF_grt) }, grt_nodes[] = { NODES(OF_grt) };
const struct tree tree_intel_grt = {
	.name = "Gracemont", .source = "intel/perfmon 6dadedf, E-core TMA 4", .slots = 5, .counters = 6,
	TREE_ROWS(intel, grt),
};

/* Crestmont, meteorlake, sierraforest, grandridge, E-core_TMA_Metrics.csv */
#define OF_cmt(row, grt, cmt, skt) TREE_HAS_##cmt(row)
static const uint16_t cmt_events[] = { EVENTS(OF_cmt) }, cmt_nodes[] = { NODES(OF_cmt) };
const struct tree tree_intel_cmt = {
	.name = "Crestmont", .source = "intel/perfmon 6dadedf, E-core TMA 4", .slots = 6, .counters = 8,
	TREE_ROWS(intel, cmt),
};

/* Skymont, arrowlake, lunarlake, E-core_TMA_Metrics.csv */
#define OF_skt(row, grt, cmt, skt) TREE_HAS_##skt(row)
static const uint16_t skt_events[] = { EVENTS(OF_skt) }, skt_nodes[] = { NODES(OF_skt) };
const struct tree tree_intel_skt = {
	.name = "Skymont", .source = "intel/perfmon 6dadedf, E-core TMA 4", .slots = 8, .counters = 8,
	TREE_ROWS(intel, skt),
};
/* clang-format on */
