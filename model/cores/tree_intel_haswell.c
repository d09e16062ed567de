/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Haswell, Haswell-X, Broadwell, Broadwell-DE and Broadwell-X: x, a core has this row of
 * tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                  /* hsw  hsx  bdw  bdwde  bdx */
#define EVENTS(row) \
	row(ARITH_DIVIDER_UOPS,                                        x,   x,   _,     _,   _) \
	row(ARITH_FPU_DIV_ACTIVE,                                      _,   _,   x,     x,   x) \
	row(BACLEARS_ANY,                                              x,   x,   x,     x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES,                              x,   x,   x,     x,   x) \
	row(CPU_CLK_UNHALTED_ONE_THREAD_ACTIVE_hsw,                    x,   x,   x,     x,   x) \
	row(CPU_CLK_UNHALTED_REF_XCLK_hsw,                             x,   x,   x,     x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                   x,   x,   x,     x,   x) \
	row(CPU_CLK_UNHALTED_THREAD_ANY,                               x,   x,   x,     x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_NO_EXECUTE,                          x,   x,   _,     _,   _) \
	row(CYCLE_ACTIVITY_STALLS_L1D_PENDING_ivb,                     x,   x,   _,     _,   _) \
	row(CYCLE_ACTIVITY_STALLS_L2_PENDING,                          x,   x,   _,     _,   _) \
	row(CYCLE_ACTIVITY_STALLS_LDM_PENDING,                         x,   x,   _,     _,   _) \
	row(CYCLE_ACTIVITY_STALLS_L1D_MISS,                            _,   _,   x,     x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L2_MISS,                             _,   _,   x,     x,   x) \
	row(CYCLE_ACTIVITY_STALLS_MEM_ANY,                             _,   _,   x,     x,   x) \
	row(CYCLE_ACTIVITY_STALLS_TOTAL,                               _,   _,   x,     x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES,                          x,   x,   x,     x,   x) \
	row(DTLB_LOAD_MISSES_STLB_HIT_hsw,                             x,   x,   x,     x,   x) \
	row(DTLB_LOAD_MISSES_WALK_DURATION_hsw,                        x,   x,   _,     _,   _) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED,                           _,   _,   x,     x,   x) \
	row(DTLB_LOAD_MISSES_WALK_DURATION_c1,                         _,   _,   x,     x,   x) \
	row(DTLB_STORE_MISSES_STLB_HIT_hsw,                            x,   x,   x,     x,   x) \
	row(DTLB_STORE_MISSES_WALK_DURATION_hsw,                       x,   x,   _,     _,   _) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED,                          _,   _,   x,     x,   x) \
	row(DTLB_STORE_MISSES_WALK_DURATION_c1,                        _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE,                  _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE,                  _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE,                  _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE,                  _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_SCALAR,                              _,   _,   x,     x,   x) \
	row(FP_ARITH_INST_RETIRED_VECTOR,                              _,   _,   x,     x,   x) \
	row(ICACHE_IFDATA_STALL,                                       x,   x,   x,     x,   x) \
	row(IDQ_ALL_DSB_CYCLES_4_UOPS,                                 x,   x,   x,     x,   x) \
	row(IDQ_ALL_DSB_CYCLES_ANY_UOPS,                               x,   x,   x,     x,   x) \
	row(IDQ_ALL_MITE_CYCLES_4_UOPS,                                x,   x,   x,     x,   x) \
	row(IDQ_ALL_MITE_CYCLES_ANY_UOPS,                              x,   x,   x,     x,   x) \
	row(IDQ_MS_SWITCHES,                                           x,   x,   x,     x,   x) \
	row(IDQ_MS_UOPS,                                               x,   x,   x,     x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CORE,                               x,   x,   x,     x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CYCLES_0_UOPS_DELIV_CORE,           x,   x,   x,     x,   x) \
	row(ILD_STALL_LCP,                                             x,   x,   x,     x,   x) \
	row(INST_RETIRED_ANY,                                          x,   x,   x,     x,   x) \
	row(INST_RETIRED_PREC_DIST,                                    x,   x,   x,     x,   x) \
	row(INST_RETIRED_X87,                                          _,   _,   x,     x,   x) \
	row(INT_MISC_RECOVERY_CYCLES,                                  x,   x,   x,     x,   x) \
	row(INT_MISC_RECOVERY_CYCLES_ANY,                              x,   x,   x,     x,   x) \
	row(ITLB_MISSES_STLB_HIT_hsw,                                  x,   x,   x,     x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_hsw,                            x,   x,   x,     x,   x) \
	row(ITLB_MISSES_WALK_DURATION_hsw,                             x,   x,   _,     _,   _) \
	row(ITLB_MISSES_WALK_DURATION_c1,                              _,   _,   x,     x,   x) \
	row(L1D_PEND_MISS_FB_FULL_c1,                                  _,   _,   x,     x,   x) \
	row(L1D_PEND_MISS_PENDING,                                     x,   x,   x,     x,   x) \
	row(L1D_PEND_MISS_REQUEST_FB_FULL_c1,                          x,   x,   _,     _,   _) \
	row(L2_RQSTS_RFO_HIT_hsw,                                      x,   x,   x,     x,   x) \
	row(LD_BLOCKS_NO_SR,                                           x,   x,   x,     x,   x) \
	row(LD_BLOCKS_STORE_FORWARD,                                   x,   x,   x,     x,   x) \
	row(LD_BLOCKS_PARTIAL_ADDRESS_ALIAS,                           x,   x,   x,     x,   x) \
	row(MACHINE_CLEARS_COUNT,                                      x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HIT,                     x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM,                    x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_MISS,                    x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_L3_MISS_RETIRED_LOCAL_DRAM,                  _,   x,   _,     _,   x) \
	row(MEM_LOAD_UOPS_L3_MISS_RETIRED_REMOTE_DRAM,                 _,   x,   _,     _,   x) \
	row(MEM_LOAD_UOPS_L3_MISS_RETIRED_REMOTE_FWD,                  _,   x,   _,     _,   x) \
	row(MEM_LOAD_UOPS_L3_MISS_RETIRED_REMOTE_HITM,                 _,   x,   _,     _,   x) \
	row(MEM_LOAD_UOPS_RETIRED_HIT_LFB,                             x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L1_HIT,                              x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L1_MISS,                             x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L2_HIT,                              x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L3_HIT,                              x,   x,   x,     x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L3_MISS,                             x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_ALL_STORES,                               x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_LOCK_LOADS,                               x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_SPLIT_LOADS,                              x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_SPLIT_STORES,                             x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_STLB_MISS_LOADS,                          x,   x,   x,     x,   x) \
	row(MEM_UOPS_RETIRED_STLB_MISS_STORES,                         x,   x,   x,     x,   x) \
	row(OFFCORE_REQUESTS_BUFFER_SQ_FULL,                           x,   x,   x,     x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c6,               x,   x,   _,     _,   _) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c4,               _,   _,   x,     x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD,          x,   x,   x,     x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO,       x,   x,   x,     x,   x) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_L3_HIT_SNOOP_HITM,             _,   _,   x,     _,   _) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_L3_HIT_HITM_OTHER_CORE,        x,   _,   _,     _,   _) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_LLC_HIT_HITM_OTHER_CORE,       _,   x,   _,     _,   x) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_LLC_MISS_REMOTE_HITM_hsx,      _,   x,   _,     _,   x) \
	row(OTHER_ASSISTS_ANY_WB_ASSIST_hsw,                           x,   x,   x,     x,   x) \
	row(RESOURCE_STALLS_SB,                                        x,   x,   x,     x,   x) \
	row(RS_EVENTS_EMPTY_CYCLES,                                    x,   x,   x,     x,   x) \
	row(RS_EVENTS_EMPTY_END_ivb,                                   x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_0,                               x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_1,                               x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_2_hsw,                           x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_3_hsw,                           x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_4_hsw,                           x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_5_hsw,                           x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_6,                               x,   x,   x,     x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_7,                               x,   x,   x,     x,   x) \
	row(UOPS_EXECUTED_CORE_c1,                                     x,   x,   x,     x,   x) \
	row(UOPS_EXECUTED_CORE_c1_i1,                                  x,   x,   x,     x,   x) \
	row(UOPS_EXECUTED_CORE_c2,                                     x,   x,   x,     x,   x) \
	row(UOPS_EXECUTED_CORE_c3,                                     x,   x,   x,     x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_1_UOP_EXEC,                        _,   _,   x,     x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_2_UOPS_EXEC,                       _,   _,   x,     x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_3_UOPS_EXEC,                       _,   _,   x,     x,   x) \
	row(UOPS_ISSUED_ANY,                                           x,   x,   x,     x,   x) \
	row(UOPS_RETIRED_RETIRE_SLOTS,                                 x,   x,   x,     x,   x)

                                                         /* hsw  hsx  bdw  bdwde  bdx */
#define NODES(row) \
	row(tma_retiring,                                     x,   x,   x,     x,   x) \
	    row(tma_light_operations,                         x,   x,   x,     x,   x) \
	        row(tma_fp_arith,                             _,   _,   x,     x,   x) \
	            row(tma_x87_use_bdw,                      _,   _,   x,     x,   x) \
	            row(tma_fp_scalar_bdw,                    _,   _,   x,     x,   x) \
	            row(tma_fp_vector_bdw,                    _,   _,   x,     x,   x) \
	                row(tma_fp_vector_128b_bdw,           _,   _,   x,     x,   x) \
	                row(tma_fp_vector_256b_bdw,           _,   _,   x,     x,   x) \
	    row(tma_heavy_operations,                         x,   x,   x,     x,   x) \
	        row(tma_microcode_sequencer,                  x,   x,   x,     x,   x) \
	            row(tma_assists_hsw,                      x,   x,   x,     x,   x) \
	            row(tma_cisc,                             x,   x,   x,     x,   x) \
	row(tma_bad_speculation,                              x,   x,   x,     x,   x) \
	    row(tma_branch_mispredicts,                       x,   x,   x,     x,   x) \
	    row(tma_machine_clears,                           x,   x,   x,     x,   x) \
	row(tma_frontend_bound,                               x,   x,   x,     x,   x) \
	    row(tma_fetch_latency_ivb,                        x,   x,   _,     _,   _) \
	    row(tma_fetch_latency_bdw,                        _,   _,   x,     x,   x) \
	        row(tma_icache_misses_hsw,                    x,   x,   x,     x,   x) \
	        row(tma_itlb_misses_hsw,                      x,   x,   _,     _,   _) \
	        row(tma_itlb_misses_bdw,                      _,   _,   x,     x,   x) \
	        row(tma_branch_resteers,                      x,   x,   x,     x,   x) \
	            row(tma_mispredicts_resteers,             _,   _,   x,     x,   x) \
	            row(tma_clears_resteers,                  _,   _,   x,     x,   x) \
	            row(tma_unknown_branches,                 _,   _,   x,     x,   x) \
	        row(tma_ms_switches_hsw,                      x,   x,   x,     x,   x) \
	        row(tma_lcp,                                  x,   x,   x,     x,   x) \
	        row(tma_dsb_switches,                         x,   x,   x,     x,   x) \
	    row(tma_fetch_bandwidth,                          x,   x,   x,     x,   x) \
	        row(tma_mite,                                 x,   x,   x,     x,   x) \
	        row(tma_dsb,                                  x,   x,   x,     x,   x) \
	row(tma_backend_bound,                                x,   x,   x,     x,   x) \
	    row(tma_memory_bound_hsw,                         x,   x,   _,     _,   _) \
	    row(tma_memory_bound_bdw,                         _,   _,   x,     x,   x) \
	        row(tma_l1_bound,                             x,   x,   _,     _,   _) \
	        row(tma_l1_bound_bdw,                         _,   _,   x,     x,   x) \
	            row(tma_dtlb_load_hsw,                    x,   x,   _,     _,   _) \
	            row(tma_dtlb_load_bdw,                    _,   _,   x,     x,   x) \
	            row(tma_store_fwd_blk,                    x,   x,   x,     x,   x) \
	            row(tma_lock_latency,                     x,   x,   x,     x,   x) \
	            row(tma_split_loads_hsw,                  x,   x,   x,     x,   x) \
	            row(tma_4k_aliasing,                      x,   x,   x,     x,   x) \
	            row(tma_fb_full_hsw,                      x,   x,   _,     _,   _) \
	            row(tma_fb_full,                          _,   _,   x,     x,   x) \
	        row(tma_l2_bound,                             x,   x,   _,     _,   _) \
	        row(tma_l2_bound_bdw,                         _,   _,   x,     x,   x) \
	        row(tma_l3_bound_hsw,                         x,   x,   _,     _,   _) \
	        row(tma_l3_bound_bdw,                         _,   _,   x,     x,   x) \
	            row(tma_contested_accesses_hsw,           x,   _,   x,     x,   _) \
	            row(tma_contested_accesses_hsx,           _,   x,   _,     _,   x) \
	            row(tma_data_sharing_hsw,                 x,   _,   x,     x,   _) \
	            row(tma_data_sharing_hsx,                 _,   x,   _,     _,   x) \
	            row(tma_l3_hit_latency_hsw,               x,   _,   x,     x,   _) \
	            row(tma_l3_hit_latency_hsx,               _,   x,   _,     _,   x) \
	            row(tma_sq_full,                          x,   x,   x,     x,   x) \
	        row(tma_l3_miss_bound_hsw,                    x,   x,   _,     _,   _) \
	        row(tma_l3_miss_bound_bdw,                    _,   _,   x,     x,   x) \
	            row(tma_mem_bandwidth,                    x,   x,   _,     _,   _) \
	            row(tma_mem_bandwidth_bdw,                _,   _,   x,     x,   x) \
	            row(tma_mem_latency,                      x,   x,   x,     x,   x) \
	                row(tma_local_mem_hsx,                _,   x,   _,     _,   x) \
	                row(tma_remote_mem_hsx,               _,   x,   _,     _,   x) \
	                row(tma_remote_cache_hsx,             _,   x,   _,     _,   x) \
	        row(tma_store_bound,                          x,   x,   x,     x,   x) \
	            row(tma_store_latency,                    x,   x,   x,     x,   x) \
	            row(tma_false_sharing_hsw,                x,   _,   _,     _,   _) \
	            row(tma_false_sharing_hsx,                _,   x,   _,     _,   x) \
	            row(tma_false_sharing_bdw,                _,   _,   x,     _,   _) \
	            row(tma_split_stores,                     x,   x,   x,     x,   x) \
	            row(tma_dtlb_store_hsw,                   x,   x,   _,     _,   _) \
	            row(tma_dtlb_store_bdw,                   _,   _,   x,     x,   x) \
	    row(tma_core_bound,                               x,   x,   x,     x,   x) \
	        row(tma_divider_hsw,                          x,   x,   _,     _,   _) \
	        row(tma_divider,                              _,   _,   x,     x,   x) \
	        row(tma_ports_utilization_hsw,                x,   x,   _,     _,   _) \
	        row(tma_ports_utilization_bdw,                _,   _,   x,     x,   x) \
	            row(tma_ports_utilized_0,                 x,   x,   _,     _,   _) \
	            row(tma_ports_utilized_0_bdw,             _,   _,   x,     x,   x) \
	            row(tma_ports_utilized_1_hsw,             x,   x,   _,     _,   _) \
	            row(tma_ports_utilized_1,                 _,   _,   x,     x,   x) \
	            row(tma_ports_utilized_2_hsw,             x,   x,   _,     _,   _) \
	            row(tma_ports_utilized_2,                 _,   _,   x,     x,   x) \
	            row(tma_ports_utilized_3m_hsw,            x,   x,   _,     _,   _) \
	            row(tma_ports_utilized_3m,                _,   _,   x,     x,   x) \
	                row(tma_alu_op_utilization_hsw,       x,   x,   x,     x,   x) \
	                    row(tma_port_0,                   x,   x,   x,     x,   x) \
	                    row(tma_port_1,                   x,   x,   x,     x,   x) \
	                    row(tma_port_5_hsw,               x,   x,   x,     x,   x) \
	                    row(tma_port_6,                   x,   x,   x,     x,   x) \
	                row(tma_load_op_utilization_hsw,      x,   x,   x,     x,   x) \
	                    row(tma_port_2_hsw,               x,   x,   x,     x,   x) \
	                    row(tma_port_3_hsw,               x,   x,   x,     x,   x) \
	                row(tma_store_op_utilization,         x,   x,   x,     x,   x) \
	                    row(tma_port_4_hsw,               x,   x,   x,     x,   x) \
	                    row(tma_port_7,                   x,   x,   x,     x,   x)

                                                    /* hsw  hsx  bdw  bdwde  bdx */
#define TERMS(row) \
	row(tma_info_thread_clks,                        x,   x,   x,     x,   x) \
	row(tma_info_core_core_clks,                     x,   x,   x,     x,   x) \
	row(tma_info_memory_load_miss_real_latency,      x,   x,   x,     x,   x) \
	row(tma_info_thread_ipc,                         x,   x,   x,     x,   x) \
	row(tma_info_thread_slots,                       x,   x,   x,     x,   x) \
	row(tma_info_thread_uoppi,                       _,   _,   x,     x,   x)

/* Haswell, haswell, TMA_Metrics-full.csv */
#define OF_hsw(row, hsw, hsx, bdw, bdwde, bdx) TREE_HAS_##hsw(row)
static const uint16_t hsw_events[] = { EVENTS(OF_hsw) }, hsw_nodes[] = { NODES(OF_hsw) },
	hsw_terms[] = { TERMS(OF_hsw) };
const struct tree tree_intel_hsw = {
	.name = "Haswell", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, hsw), TREE_TERM_ROWS(intel, hsw),
};

/* Haswell-X, haswellx, TMA_Metrics-full.csv */
#define OF_hsx(row, hsw, hsx, bdw, bdwde, bdx) TREE_HAS_##hsx(row)
static const uint16_t hsx_events[] = { EVENTS(OF_hsx) }, hsx_nodes[] = { NODES(OF_hsx) },
	hsx_terms[] = { TERMS(OF_hsx) };
const struct tree tree_intel_hsx = {
	.name = "Haswell-X", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, hsx), TREE_TERM_ROWS(intel, hsx),
};

/* Broadwell, broadwell, TMA_Metrics-full.csv */
#define OF_bdw(row, hsw, hsx, bdw, bdwde, bdx) TREE_HAS_##bdw(row)
static const uint16_t bdw_events[] = { EVENTS(OF_bdw) }, bdw_nodes[] = { NODES(OF_bdw) },
	bdw_terms[] = { TERMS(OF_bdw) };
const struct tree tree_intel_bdw = {
	.name = "Broadwell", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, bdw), TREE_TERM_ROWS(intel, bdw),
};

/* Broadwell-DE, broadwellde, TMA_Metrics-full.csv */
#define OF_bdwde(row, hsw, hsx, bdw, bdwde, bdx) TREE_HAS_##bdwde(row)
static const uint16_t bdwde_events[] = { EVENTS(OF_bdwde) }, bdwde_nodes[] = { NODES(OF_bdwde) },
	bdwde_terms[] = { TERMS(OF_bdwde) };
const struct tree tree_intel_bdwde = {
	.name = "Broadwell-DE", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, bdwde), TREE_TERM_ROWS(intel, bdwde),
};

/* Broadwell-X, broadwellx, TMA_Metrics-full.csv */
#define OF_bdx(row, hsw, hsx, bdw, bdwde, bdx) TREE_HAS_##bdx(row)
static const uint16_t bdx_events[] = { EVENTS(OF_bdx) }, bdx_nodes[] = { NODES(OF_bdx) },
	bdx_terms[] = { TERMS(OF_bdx) };
const struct tree tree_intel_bdx = {
	.name = "Broadwell-X", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, bdx), TREE_TERM_ROWS(intel, bdx),
};
/* clang-format on */
