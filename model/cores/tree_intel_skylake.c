/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Skylake, Skylake-X and Cascade Lake-X: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                       /* skl  skx  clx */
#define EVENTS(row) \
	row(ARITH_DIVIDER_ACTIVE,                                           x,   x,   x) \
	row(BACLEARS_ANY_skl,                                               x,   x,   x) \
	row(BR_INST_RETIRED_ALL_BRANCHES,                                   x,   x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES,                                   x,   x,   x) \
	row(CPU_CLK_UNHALTED_ONE_THREAD_ACTIVE_skl,                         x,   x,   x) \
	row(CPU_CLK_UNHALTED_REF_XCLK_skl,                                  x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                        x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD_ANY,                                    x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_L1D_MISS,                                 x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_MEM_ANY,                                  x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L1D_MISS_skl,                             x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L2_MISS,                                  x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L3_MISS,                                  x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_MEM_ANY_skl,                              x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_TOTAL,                                    x,   x,   x) \
	row(DECODE_LCP,                                                     x,   x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES,                               x,   x,   x) \
	row(DTLB_LOAD_MISSES_STLB_HIT_c1,                                   x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_ACTIVE,                                   x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_1G,                             x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_2M_4M,                          x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_4K,                             x,   x,   x) \
	row(DTLB_STORE_MISSES_STLB_HIT_c1,                                  x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_ACTIVE,                                  x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_1G,                            x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_2M_4M,                         x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_4K,                            x,   x,   x) \
	row(EXE_ACTIVITY_1_PORTS_UTIL,                                      x,   x,   x) \
	row(EXE_ACTIVITY_2_PORTS_UTIL,                                      x,   x,   x) \
	row(EXE_ACTIVITY_BOUND_ON_STORES,                                   x,   x,   x) \
	row(EXE_ACTIVITY_EXE_BOUND_0_PORTS,                                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE,                       x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE_u0xfc,                 _,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE,                       x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE,                       x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE,                       x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE,                       _,   x,   x) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE,                       _,   x,   x) \
	row(FP_ARITH_INST_RETIRED_SCALAR,                                   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_VECTOR,                                   x,   _,   _) \
	row(FP_ASSIST_ANY,                                                  x,   x,   x) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS,                                  x,   x,   x) \
	row(FRONTEND_RETIRED_DSB_MISS,                                      x,   x,   x) \
	row(FRONTEND_RETIRED_ITLB_MISS,                                     x,   x,   x) \
	row(FRONTEND_RETIRED_L1I_MISS,                                      x,   x,   x) \
	row(FRONTEND_RETIRED_L2_MISS,                                       x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_1,                                  x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_16,                                 x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2,                                  x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1,                     x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_4,                                  x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_8,                                  x,   x,   x) \
	row(FRONTEND_RETIRED_STLB_MISS,                                     x,   x,   x) \
	row(ICACHE_16B_IFDATA_STALL,                                        x,   x,   x) \
	row(ICACHE_16B_IFDATA_STALL_c1_e1,                                  x,   x,   x) \
	row(ICACHE_TAG_STALLS,                                              x,   x,   x) \
	row(IDQ_ALL_MITE_CYCLES_4_UOPS,                                     x,   x,   x) \
	row(IDQ_ALL_MITE_CYCLES_ANY_UOPS,                                   x,   x,   x) \
	row(IDQ_DSB_CYCLES_ANY,                                             x,   x,   x) \
	row(IDQ_DSB_CYCLES_OK,                                              x,   x,   x) \
	row(IDQ_MS_SWITCHES,                                                x,   x,   x) \
	row(IDQ_MS_UOPS,                                                    x,   x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CORE,                                    x,   x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CYCLES_0_UOPS_DELIV_CORE,                x,   x,   x) \
	row(INST_DECODED_DECODERS_c1,                                       x,   x,   x) \
	row(INST_DECODED_DECODERS_c2,                                       x,   x,   x) \
	row(INST_RETIRED_ANY,                                               x,   x,   x) \
	row(INST_RETIRED_NOP,                                               x,   x,   x) \
	row(INST_RETIRED_PREC_DIST,                                         x,   x,   x) \
	row(INT_MISC_CLEARS_COUNT,                                          x,   x,   x) \
	row(INT_MISC_CLEAR_RESTEER_CYCLES,                                  x,   x,   x) \
	row(INT_MISC_RECOVERY_CYCLES_skl,                                   x,   x,   x) \
	row(INT_MISC_RECOVERY_CYCLES_ANY_skl,                               x,   x,   x) \
	row(ITLB_MISSES_WALK_ACTIVE,                                        x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_2M_4M,                               x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_4K,                                  x,   x,   x) \
	row(L1D_PEND_MISS_FB_FULL_c1,                                       x,   x,   x) \
	row(L1D_PEND_MISS_PENDING_skl,                                      x,   x,   x) \
	row(L2_RQSTS_ALL_RFO,                                               x,   x,   x) \
	row(L2_RQSTS_RFO_HIT_hsw,                                           x,   x,   x) \
	row(LD_BLOCKS_NO_SR,                                                x,   x,   x) \
	row(LD_BLOCKS_STORE_FORWARD,                                        x,   x,   x) \
	row(LD_BLOCKS_PARTIAL_ADDRESS_ALIAS,                                x,   x,   x) \
	row(MACHINE_CLEARS_COUNT,                                           x,   x,   x) \
	row(MACHINE_CLEARS_MEMORY_ORDERING,                                 x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_LOADS,                                     x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_STORES,                                    x,   x,   x) \
	row(MEM_INST_RETIRED_ANY,                                           x,   x,   x) \
	row(MEM_INST_RETIRED_LOCK_LOADS,                                    x,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_LOADS,                                   x,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_STORES,                                  x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_LOADS,                               x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_STORES,                              x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT,                               x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM,                              x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS,                              x,   x,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM,                            _,   x,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM,                           _,   x,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_FWD,                            _,   x,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_FWD_clx,                        _,   _,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM,                           _,   x,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_PMM,                            _,   _,   x) \
	row(MEM_LOAD_RETIRED_FB_HIT,                                        x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_HIT,                                        x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_MISS,                                       x,   x,   x) \
	row(MEM_LOAD_RETIRED_L2_HIT,                                        x,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_HIT,                                        x,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_MISS,                                       x,   x,   x) \
	row(MEM_LOAD_RETIRED_LOCAL_PMM,                                     _,   _,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_HITM_OTHER_CORE,                      _,   _,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_HIT_OTHER_CORE_FWD,                   _,   _,   x) \
	row(OCR_DEMAND_RFO_L3_HIT_HITM_OTHER_CORE,                          _,   _,   x) \
	row(OCR_DEMAND_RFO_L3_MISS_REMOTE_HITM,                             _,   _,   x) \
	row(OCR_PF_L2_RFO_L3_HIT_HITM_OTHER_CORE,                           _,   _,   x) \
	row(OCR_PF_L2_RFO_L3_MISS_REMOTE_HITM,                              _,   _,   x) \
	row(OFFCORE_REQUESTS_BUFFER_SQ_FULL,                                x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c4,                    x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD,               x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO,            x,   x,   x) \
	row(OFFCORE_RESPONSE_DEMAND_DATA_RD_L3_HIT_HITM_OTHER_CORE,         _,   x,   _) \
	row(OFFCORE_RESPONSE_DEMAND_DATA_RD_L3_HIT_SNOOP_HIT_WITH_FWD,      _,   x,   _) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_L3_HIT_HITM_OTHER_CORE,             _,   x,   _) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_L3_MISS_REMOTE_HITM,                _,   x,   _) \
	row(OFFCORE_RESPONSE_PF_L2_RFO_L3_HIT_HITM_OTHER_CORE,              _,   x,   _) \
	row(OFFCORE_RESPONSE_PF_L2_RFO_L3_MISS_REMOTE_HITM,                 _,   x,   _) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_L3_HIT_SNOOP_HITM_skl,              x,   _,   _) \
	row(OTHER_ASSISTS_ANY,                                              x,   x,   x) \
	row(PARTIAL_RAT_STALLS_SCOREBOARD,                                  x,   x,   x) \
	row(ROB_MISC_EVENTS_PAUSE_INST,                                     _,   _,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_0,                                    x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_1,                                    x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_2_hsw,                                x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_3_hsw,                                x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_4_hsw,                                x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_5_hsw,                                x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_6,                                    x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_7,                                    x,   x,   x) \
	row(UOPS_EXECUTED_CORE_CYCLES_GE_1,                                 x,   x,   x) \
	row(UOPS_EXECUTED_CORE_CYCLES_GE_2,                                 x,   x,   x) \
	row(UOPS_EXECUTED_CORE_CYCLES_GE_3,                                 x,   x,   x) \
	row(UOPS_EXECUTED_THREAD,                                           x,   x,   x) \
	row(UOPS_EXECUTED_X87,                                              x,   x,   x) \
	row(UOPS_ISSUED_ANY,                                                x,   x,   x) \
	row(UOPS_ISSUED_VECTOR_WIDTH_MISMATCH,                              x,   x,   x) \
	row(UOPS_RETIRED_MACRO_FUSED,                                       x,   x,   x) \
	row(UOPS_RETIRED_RETIRE_SLOTS_skl,                                  x,   x,   x)

                                                         /* skl  skx  clx */
#define NODES(row) \
	row(tma_retiring_skl,                                 x,   x,   x) \
	    row(tma_light_operations,                         x,   x,   x) \
	        row(tma_fp_arith_skl,                         x,   x,   x) \
	            row(tma_x87_use_skl,                      x,   x,   x) \
	            row(tma_fp_scalar_bdw,                    x,   x,   x) \
	            row(tma_fp_vector_bdw,                    x,   _,   _) \
	            row(tma_fp_vector_skx,                    _,   x,   x) \
	                row(tma_fp_vector_128b_bdw,           x,   x,   x) \
	                row(tma_fp_vector_256b_bdw,           x,   x,   x) \
	                row(tma_fp_vector_512b,               _,   x,   x) \
	        row(tma_memory_operations,                    x,   x,   x) \
	        row(tma_fused_instructions,                   x,   x,   x) \
	        row(tma_non_fused_branches,                   x,   x,   x) \
	        row(tma_other_light_ops,                      x,   x,   x) \
	            row(tma_nop_instructions,                 x,   x,   x) \
	    row(tma_heavy_operations_skl,                     x,   x,   x) \
	        row(tma_few_uops_instructions,                x,   x,   x) \
	        row(tma_microcode_sequencer,                  x,   x,   x) \
	            row(tma_assists_skl,                      x,   x,   x) \
	                row(tma_fp_assists,                   x,   x,   x) \
	            row(tma_cisc,                             x,   x,   x) \
	row(tma_bad_speculation,                              x,   x,   x) \
	    row(tma_branch_mispredicts,                       x,   x,   x) \
	        row(tma_other_mispredicts,                    x,   x,   x) \
	    row(tma_machine_clears,                           x,   x,   x) \
	        row(tma_other_nukes,                          x,   x,   x) \
	row(tma_frontend_bound_skl,                           x,   x,   x) \
	    row(tma_fetch_latency_skl,                        x,   x,   x) \
	        row(tma_icache_misses_skl,                    x,   x,   x) \
	        row(tma_itlb_misses_skl,                      x,   x,   x) \
	            row(tma_code_stlb_hit,                    x,   x,   x) \
	            row(tma_code_stlb_miss,                   x,   x,   x) \
	                row(tma_code_stlb_miss_4k,            x,   x,   x) \
	                row(tma_code_stlb_miss_2m,            x,   x,   x) \
	        row(tma_branch_resteers_skl,                  x,   x,   x) \
	            row(tma_mispredicts_resteers_skl,         x,   x,   x) \
	            row(tma_clears_resteers_skl,              x,   x,   x) \
	            row(tma_unknown_branches_skl,             x,   x,   x) \
	        row(tma_ms_switches_hsw,                      x,   x,   x) \
	        row(tma_lcp_skl,                              x,   x,   x) \
	        row(tma_dsb_switches_skl,                     x,   x,   x) \
	    row(tma_fetch_bandwidth_skl,                      x,   x,   x) \
	        row(tma_mite_skl,                             x,   x,   x) \
	            row(tma_decoder0_alone,                   x,   x,   x) \
	        row(tma_dsb_skl,                              x,   x,   x) \
	row(tma_backend_bound_skl,                            x,   x,   x) \
	    row(tma_memory_bound_skl,                         x,   x,   x) \
	        row(tma_l1_bound_skl,                         x,   x,   x) \
	            row(tma_dtlb_load_skl,                    x,   x,   x) \
	                row(tma_load_stlb_hit,                x,   x,   x) \
	                row(tma_load_stlb_miss,               x,   x,   x) \
	                    row(tma_load_stlb_miss_4k,        x,   x,   x) \
	                    row(tma_load_stlb_miss_2m,        x,   x,   x) \
	                    row(tma_load_stlb_miss_1g,        x,   x,   x) \
	            row(tma_store_fwd_blk,                    x,   x,   x) \
	            row(tma_l1_latency_dependency,            x,   x,   x) \
	            row(tma_lock_latency_skl,                 x,   _,   _) \
	            row(tma_lock_latency_skx,                 _,   x,   x) \
	            row(tma_split_loads_skl,                  x,   x,   x) \
	            row(tma_4k_aliasing,                      x,   x,   x) \
	            row(tma_fb_full,                          x,   x,   x) \
	        row(tma_l2_bound_skl,                         x,   x,   x) \
	            row(tma_l2_hit_latency,                   x,   x,   x) \
	        row(tma_l3_bound_skl,                         x,   x,   x) \
	            row(tma_contested_accesses_skl,           x,   _,   _) \
	            row(tma_contested_accesses_skx,           _,   x,   _) \
	            row(tma_contested_accesses_clx,           _,   _,   x) \
	            row(tma_data_sharing_skl,                 x,   _,   _) \
	            row(tma_data_sharing_skx,                 _,   x,   _) \
	            row(tma_data_sharing_clx,                 _,   _,   x) \
	            row(tma_l3_hit_latency_skl,               x,   _,   _) \
	            row(tma_l3_hit_latency_skx,               _,   x,   x) \
	            row(tma_sq_full,                          x,   x,   x) \
	        row(tma_l3_miss_bound_skl,                    x,   x,   _) \
	        row(tma_l3_miss_bound_clx,                    _,   _,   x) \
	            row(tma_mem_bandwidth_bdw,                x,   x,   x) \
	            row(tma_mem_latency,                      x,   x,   x) \
	                row(tma_local_mem_skx,                _,   x,   x) \
	                row(tma_remote_mem_skx,               _,   x,   x) \
	                row(tma_remote_cache_skx,             _,   x,   x) \
	        row(tma_cxl_mem_bound,                        _,   _,   x) \
	        row(tma_store_bound_skl,                      x,   x,   x) \
	            row(tma_store_latency_skl,                x,   _,   _) \
	            row(tma_store_latency_skx,                _,   x,   x) \
	            row(tma_false_sharing_skl,                x,   _,   _) \
	            row(tma_false_sharing_skx,                _,   x,   _) \
	            row(tma_false_sharing_clx,                _,   _,   x) \
	            row(tma_split_stores_skl,                 x,   x,   x) \
	            row(tma_dtlb_store_skl,                   x,   x,   x) \
	                row(tma_store_stlb_hit,               x,   x,   x) \
	                row(tma_store_stlb_miss,              x,   x,   x) \
	                    row(tma_store_stlb_miss_4k,       x,   x,   x) \
	                    row(tma_store_stlb_miss_2m,       x,   x,   x) \
	                    row(tma_store_stlb_miss_1g,       x,   x,   x) \
	    row(tma_core_bound,                               x,   x,   x) \
	        row(tma_divider_skl,                          x,   x,   x) \
	        row(tma_serializing_operation,                x,   x,   x) \
	            row(tma_slow_pause,                       _,   _,   x) \
	        row(tma_ports_utilization_skl,                x,   x,   x) \
	            row(tma_ports_utilized_0_skl,             x,   x,   x) \
	                row(tma_mixing_vectors,               x,   x,   x) \
	            row(tma_ports_utilized_1_skl,             x,   x,   x) \
	            row(tma_ports_utilized_2_skl,             x,   x,   x) \
	            row(tma_ports_utilized_3m_skl,            x,   x,   x) \
	                row(tma_alu_op_utilization_hsw,       x,   x,   x) \
	                    row(tma_port_0,                   x,   x,   x) \
	                    row(tma_port_1,                   x,   x,   x) \
	                    row(tma_port_5_hsw,               x,   x,   x) \
	                    row(tma_port_6,                   x,   x,   x) \
	                row(tma_load_op_utilization_hsw,      x,   x,   x) \
	                    row(tma_port_2_hsw,               x,   x,   x) \
	                    row(tma_port_3_hsw,               x,   x,   x) \
	                row(tma_store_op_utilization,         x,   x,   x) \
	                    row(tma_port_4_hsw,               x,   x,   x) \
	                    row(tma_port_7,                   x,   x,   x)

                                                        /* skl  skx  clx */
#define TERMS(row) \
	row(tma_info_thread_clks,                            x,   x,   x) \
	row(tma_info_core_core_clks,                         x,   x,   x) \
	row(tma_info_memory_load_miss_real_latency_skl,      x,   x,   x) \
	row(tma_info_thread_slots,                           x,   x,   x)

/* Skylake, skylake, TMA_Metrics-full.csv */
#define OF_skl(row, skl, skx, clx) TREE_HAS_##skl(row)
static const uint16_t skl_events[] = { EVENTS(OF_skl) }, skl_nodes[] = { NODES(OF_skl) },
	skl_terms[] = { TERMS(OF_skl) };
const struct tree tree_intel_skl = {
	.name = "Skylake", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, skl), TREE_TERM_ROWS(intel, skl),
};

/* Skylake-X, skylakex, TMA_Metrics-full.csv */
#define OF_skx(row, skl, skx, clx) TREE_HAS_##skx(row)
static const uint16_t skx_events[] = { EVENTS(OF_skx) }, skx_nodes[] = { NODES(OF_skx) },
	skx_terms[] = { TERMS(OF_skx) };
const struct tree tree_intel_skx = {
	.name = "Skylake-X", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, skx), TREE_TERM_ROWS(intel, skx),
};

/* Cascade Lake-X, cascadelakex, TMA_Metrics-full.csv */
#define OF_clx(row, skl, skx, clx) TREE_HAS_##clx(row)
static const uint16_t clx_events[] = { EVENTS(OF_clx) }, clx_nodes[] = { NODES(OF_clx) },
	clx_terms[] = { TERMS(OF_clx) };
const struct tree tree_intel_clx = {
	.name = "Cascade Lake-X", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, clx), TREE_TERM_ROWS(intel, clx),
};
/* clang-format on */
