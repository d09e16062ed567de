/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Ice Lake, Rocket Lake, Ice Lake-X and Tiger Lake: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                     /* icl  icx  tgl */
#define EVENTS(row) \
	row(ARITH_DIVIDER_ACTIVE_icl,                                     x,   x,   x) \
	row(ARITH_FP_DIVIDER_ACTIVE,                                      x,   x,   x) \
	row(ASSISTS_ANY,                                                  x,   x,   x) \
	row(ASSISTS_FP,                                                   x,   x,   x) \
	row(BACLEARS_ANY_skl,                                             x,   x,   x) \
	row(BR_INST_RETIRED_ALL_BRANCHES_icl,                             x,   x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES_icl,                             x,   x,   x) \
	row(CPU_CLK_UNHALTED_DISTRIBUTED,                                 x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                      x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_L1D_MISS_icl,                           x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_MEM_ANY_icl,                            x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L1D_MISS_icl,                           x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L2_MISS_icl,                            x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L3_MISS_icl,                            x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_MEM_ANY_icl,                            x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_TOTAL_icl,                              x,   x,   x) \
	row(DECODE_LCP_icl,                                               x,   x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES_icl,                         x,   x,   x) \
	row(DTLB_LOAD_MISSES_STLB_HIT_c1_icl,                             x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_ACTIVE,                                 x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_1G_icl,                       x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_2M_4M_icl,                    x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_4K_icl,                       x,   x,   x) \
	row(DTLB_STORE_MISSES_STLB_HIT_c1,                                x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_ACTIVE,                                x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_1G,                          x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_2M_4M,                       x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_4K,                          x,   x,   x) \
	row(EXE_ACTIVITY_1_PORTS_UTIL_icl,                                x,   x,   x) \
	row(EXE_ACTIVITY_2_PORTS_UTIL_icl,                                x,   x,   x) \
	row(EXE_ACTIVITY_3_PORTS_UTIL_u0x80,                              x,   x,   _) \
	row(EXE_ACTIVITY_BOUND_ON_STORES_icl,                             x,   x,   x) \
	row(EXE_ACTIVITY_EXE_BOUND_0_PORTS_tgl,                           _,   _,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE_icl,                 x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_SCALAR_icl,                             x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_VECTOR_icl,                             x,   x,   x) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS_icl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_DSB_MISS_icl,                                x,   x,   x) \
	row(FRONTEND_RETIRED_ITLB_MISS_icl,                               x,   x,   x) \
	row(FRONTEND_RETIRED_L1I_MISS_icl,                                x,   x,   x) \
	row(FRONTEND_RETIRED_L2_MISS_icl,                                 x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_1_icl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_16_icl,                           x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_icl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_icl,               x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_4_icl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_8_icl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_STLB_MISS_icl,                               x,   x,   x) \
	row(ICACHE_DATA_STALLS,                                           x,   x,   x) \
	row(ICACHE_TAG_STALLS,                                            x,   x,   x) \
	row(IDQ_DSB_CYCLES_ANY_icl,                                       x,   x,   x) \
	row(IDQ_DSB_CYCLES_OK_icl,                                        x,   x,   x) \
	row(IDQ_MITE_CYCLES_ANY,                                          x,   x,   x) \
	row(IDQ_MITE_CYCLES_OK,                                           x,   x,   x) \
	row(IDQ_MITE_UOPS,                                                x,   x,   x) \
	row(IDQ_MITE_UOPS_c4,                                             x,   x,   x) \
	row(IDQ_MITE_UOPS_c5,                                             x,   x,   x) \
	row(IDQ_MS_SWITCHES_icl,                                          x,   x,   x) \
	row(IDQ_MS_UOPS_icl,                                              x,   x,   x) \
	row(IDQ_MS_UOPS_c1,                                               x,   x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CYCLES_0_UOPS_DELIV_CORE_icl,          x,   x,   x) \
	row(INST_DECODED_DECODERS_c1,                                     x,   x,   x) \
	row(INST_DECODED_DECODERS_c2,                                     x,   x,   x) \
	row(INST_RETIRED_ANY_icl,                                         x,   x,   x) \
	row(INST_RETIRED_NOP_icl,                                         x,   x,   x) \
	row(INST_RETIRED_PREC_DIST_icl,                                   x,   x,   x) \
	row(INT_MISC_CLEARS_COUNT_icl,                                    x,   x,   x) \
	row(INT_MISC_CLEAR_RESTEER_CYCLES_icl,                            x,   x,   x) \
	row(INT_MISC_UOP_DROPPING,                                        x,   x,   x) \
	row(ITLB_MISSES_WALK_ACTIVE,                                      x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_2M_4M,                             x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_4K,                                x,   x,   x) \
	row(L1D_PEND_MISS_FB_FULL,                                        x,   x,   x) \
	row(L1D_PEND_MISS_FB_FULL_PERIODS,                                x,   x,   x) \
	row(L1D_PEND_MISS_L2_STALL,                                       x,   x,   x) \
	row(L1D_PEND_MISS_PENDING_icl,                                    x,   x,   x) \
	row(L2_RQSTS_ALL_RFO,                                             x,   x,   x) \
	row(L2_RQSTS_RFO_HIT_hsw,                                         x,   x,   x) \
	row(LD_BLOCKS_NO_SR,                                              x,   x,   x) \
	row(LD_BLOCKS_STORE_FORWARD,                                      x,   x,   x) \
	row(LD_BLOCKS_PARTIAL_ADDRESS_ALIAS,                              x,   x,   x) \
	row(LSD_CYCLES_ACTIVE,                                            x,   _,   x) \
	row(LSD_CYCLES_OK,                                                x,   _,   x) \
	row(MACHINE_CLEARS_COUNT_icl,                                     x,   x,   x) \
	row(MACHINE_CLEARS_MEMORY_ORDERING_icl,                           x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_LOADS_icl,                               x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_STORES_icl,                              x,   x,   x) \
	row(MEM_INST_RETIRED_ANY_icl,                                     x,   x,   x) \
	row(MEM_INST_RETIRED_LOCK_LOADS,                                  x,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_LOADS,                                 x,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_STORES,                                x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_LOADS,                             x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_STORES,                            x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD,                             _,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT,                             x,   x,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM,                            x,   x,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS,                            x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD,                          _,   x,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM,                          _,   x,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM,                         _,   x,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_FWD,                          _,   x,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM,                         _,   x,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_PMM,                          _,   x,   _) \
	row(MEM_LOAD_RETIRED_FB_HIT,                                      x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_HIT_icl,                                  x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_MISS_icl,                                 x,   x,   x) \
	row(MEM_LOAD_RETIRED_L2_HIT_icl,                                  x,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_HIT_icl,                                  x,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_MISS_icl,                                 x,   x,   x) \
	row(MEM_LOAD_RETIRED_LOCAL_PMM,                                   _,   x,   _) \
	row(MISC_RETIRED_PAUSE_INST,                                      x,   x,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_SNOOP_HITM,                         _,   x,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_SNOOP_HIT_WITH_FWD,                 _,   x,   x) \
	row(OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM,                             x,   x,   x) \
	row(OCR_DEMAND_RFO_L3_MISS_m0x103b800002,                         _,   x,   _) \
	row(OCR_STREAMING_WR_ANY_RESPONSE,                                x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c4_icl,              x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD_icl,         x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_CODE_RD,      x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO_icl,      x,   x,   x) \
	row(PERF_METRICS_BACKEND_BOUND,                                   x,   x,   x) \
	row(PERF_METRICS_BAD_SPECULATION,                                 x,   x,   x) \
	row(PERF_METRICS_FRONTEND_BOUND,                                  x,   x,   x) \
	row(PERF_METRICS_RETIRING,                                        x,   x,   x) \
	row(RESOURCE_STALLS_SCOREBOARD,                                   x,   x,   x) \
	row(TOPDOWN_BACKEND_BOUND_SLOTS,                                  x,   x,   x) \
	row(TOPDOWN_SLOTS,                                                x,   x,   x) \
	row(UOPS_DECODED_DEC0,                                            x,   x,   x) \
	row(UOPS_DECODED_DEC0_c1,                                         x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_0,                                       x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_1,                                       x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_2_3,                                     x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_4_9,                                     x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_5,                                       x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_6,                                       x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_7_8,                                     x,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_3,                                    x,   x,   x) \
	row(UOPS_EXECUTED_THREAD_icl,                                     x,   x,   x) \
	row(UOPS_EXECUTED_X87_icl,                                        x,   x,   x) \
	row(UOPS_ISSUED_ANY_icl,                                          x,   x,   x) \
	row(UOPS_ISSUED_VECTOR_WIDTH_MISMATCH_icl,                        x,   x,   x) \
	row(UOPS_RETIRED_SLOTS,                                           x,   x,   x)

                                                            /* icl  icx  tgl */
#define NODES(row) \
	row(tma_retiring_icl,                                    x,   x,   x) \
	    row(tma_light_operations_icl,                        x,   x,   x) \
	        row(tma_fp_arith,                                x,   x,   x) \
	            row(tma_x87_use_icl,                         x,   x,   x) \
	            row(tma_fp_scalar_icl,                       x,   x,   x) \
	            row(tma_fp_vector_icl,                       x,   x,   x) \
	                row(tma_fp_vector_128b_icl,              x,   x,   x) \
	                row(tma_fp_vector_256b_icl,              x,   x,   x) \
	                row(tma_fp_vector_512b_icl,              x,   x,   x) \
	        row(tma_memory_operations_icl,                   x,   x,   x) \
	        row(tma_branch_instructions,                     x,   x,   x) \
	        row(tma_other_light_ops_icl,                     x,   x,   x) \
	            row(tma_nop_instructions_icl,                x,   x,   x) \
	    row(tma_heavy_operations_icl,                        x,   x,   x) \
	        row(tma_few_uops_instructions_icl,               x,   x,   x) \
	        row(tma_microcode_sequencer_icl,                 x,   x,   x) \
	            row(tma_assists_icl,                         x,   x,   x) \
	                row(tma_fp_assists_icl,                  x,   x,   x) \
	            row(tma_cisc_icl,                            x,   x,   x) \
	row(tma_bad_speculation_icl,                             x,   x,   x) \
	    row(tma_branch_mispredicts_icl,                      x,   x,   x) \
	        row(tma_other_mispredicts_icl,                   x,   x,   x) \
	    row(tma_machine_clears_icl,                          x,   x,   x) \
	        row(tma_other_nukes_icl,                         x,   x,   x) \
	row(tma_frontend_bound_icl,                              x,   x,   x) \
	    row(tma_fetch_latency_icl,                           x,   x,   x) \
	        row(tma_icache_misses_icl,                       x,   x,   x) \
	            row(tma_code_l2_hit,                         x,   x,   x) \
	            row(tma_code_l2_miss,                        x,   x,   x) \
	        row(tma_itlb_misses_icl,                         x,   x,   x) \
	            row(tma_code_stlb_hit,                       x,   x,   x) \
	            row(tma_code_stlb_miss,                      x,   x,   x) \
	                row(tma_code_stlb_miss_4k,               x,   x,   x) \
	                row(tma_code_stlb_miss_2m,               x,   x,   x) \
	        row(tma_branch_resteers_icl,                     x,   x,   x) \
	            row(tma_mispredicts_resteers_icl,            x,   x,   x) \
	            row(tma_clears_resteers_icl,                 x,   x,   x) \
	            row(tma_unknown_branches_icl,                x,   x,   x) \
	        row(tma_ms_switches_icl,                         x,   x,   x) \
	        row(tma_lcp_skl,                                 x,   x,   x) \
	        row(tma_dsb_switches_icl,                        x,   x,   x) \
	    row(tma_fetch_bandwidth_icl,                         x,   x,   x) \
	        row(tma_mite_icl,                                x,   x,   x) \
	            row(tma_decoder0_alone_icl,                  x,   x,   x) \
	            row(tma_mite_4wide,                          x,   x,   x) \
	        row(tma_dsb_icl,                                 x,   x,   x) \
	        row(tma_lsd,                                     x,   _,   x) \
	        row(tma_ms,                                      x,   x,   x) \
	row(tma_backend_bound_icl,                               x,   x,   x) \
	    row(tma_memory_bound_icl,                            x,   x,   x) \
	        row(tma_l1_bound_icl,                            x,   x,   x) \
	            row(tma_dtlb_load_icl,                       x,   x,   x) \
	                row(tma_load_stlb_hit,                   x,   x,   x) \
	                row(tma_load_stlb_miss,                  x,   x,   x) \
	                    row(tma_load_stlb_miss_4k,           x,   x,   x) \
	                    row(tma_load_stlb_miss_2m,           x,   x,   x) \
	                    row(tma_load_stlb_miss_1g,           x,   x,   x) \
	            row(tma_store_fwd_blk,                       x,   x,   x) \
	            row(tma_l1_latency_dependency_icl,           x,   x,   x) \
	            row(tma_lock_latency_icl,                    x,   x,   x) \
	            row(tma_split_loads_skl,                     x,   x,   x) \
	            row(tma_4k_aliasing,                         x,   x,   x) \
	            row(tma_fb_full_icl,                         x,   x,   x) \
	        row(tma_l2_bound_icl,                            x,   x,   x) \
	            row(tma_l2_hit_latency_icl,                  x,   _,   _) \
	            row(tma_l2_hit_latency_icx,                  _,   x,   _) \
	            row(tma_l2_hit_latency_tgl,                  _,   _,   x) \
	        row(tma_l3_bound_icl,                            x,   x,   x) \
	            row(tma_contested_accesses_icl,              x,   _,   _) \
	            row(tma_contested_accesses_icx,              _,   x,   _) \
	            row(tma_contested_accesses_tgl,              _,   _,   x) \
	            row(tma_data_sharing_icl,                    x,   _,   _) \
	            row(tma_data_sharing_icx,                    _,   x,   _) \
	            row(tma_data_sharing_tgl,                    _,   _,   x) \
	            row(tma_l3_hit_latency_icl,                  x,   _,   _) \
	            row(tma_l3_hit_latency_icx,                  _,   x,   _) \
	            row(tma_l3_hit_latency_tgl,                  _,   _,   x) \
	            row(tma_sq_full_icl,                         x,   x,   x) \
	        row(tma_l3_miss_bound_icl,                       x,   _,   x) \
	        row(tma_l3_miss_bound_icx,                       _,   x,   _) \
	            row(tma_mem_bandwidth_bdw,                   x,   x,   x) \
	            row(tma_mem_latency,                         x,   x,   x) \
	                row(tma_local_mem_icx,                   _,   x,   _) \
	                row(tma_remote_mem_icx,                  _,   x,   _) \
	                row(tma_remote_cache_icx,                _,   x,   _) \
	        row(tma_cxl_mem_bound,                           _,   x,   _) \
	        row(tma_store_bound_icl,                         x,   x,   x) \
	            row(tma_store_latency_icl,                   x,   x,   x) \
	            row(tma_false_sharing_icl,                   x,   _,   _) \
	            row(tma_false_sharing_icx,                   _,   x,   _) \
	            row(tma_false_sharing_tgl,                   _,   _,   x) \
	            row(tma_split_stores_icl,                    x,   x,   x) \
	            row(tma_streaming_stores,                    x,   x,   x) \
	            row(tma_dtlb_store_icl,                      x,   x,   x) \
	                row(tma_store_stlb_hit_icl,              x,   x,   x) \
	                row(tma_store_stlb_miss_icl,             x,   x,   x) \
	                    row(tma_store_stlb_miss_4k_icl,      x,   x,   x) \
	                    row(tma_store_stlb_miss_2m_icl,      x,   x,   x) \
	                    row(tma_store_stlb_miss_1g_icl,      x,   x,   x) \
	    row(tma_core_bound_icl,                              x,   x,   x) \
	        row(tma_divider_icl,                             x,   x,   x) \
	            row(tma_fp_divider,                          x,   x,   x) \
	            row(tma_int_divider,                         x,   x,   x) \
	        row(tma_serializing_operation_icl,               x,   x,   x) \
	            row(tma_slow_pause_icl,                      x,   _,   x) \
	            row(tma_slow_pause_icx,                      _,   x,   _) \
	        row(tma_ports_utilization_icl,                   x,   x,   x) \
	            row(tma_ports_utilized_0_icl,                x,   x,   _) \
	            row(tma_ports_utilized_0_skl,                _,   _,   x) \
	                row(tma_mixing_vectors,                  x,   x,   x) \
	            row(tma_ports_utilized_1_icl,                x,   x,   x) \
	            row(tma_ports_utilized_2_icl,                x,   x,   x) \
	            row(tma_ports_utilized_3m_icl,               x,   x,   x) \
	                row(tma_alu_op_utilization_icl,          x,   x,   x) \
	                    row(tma_port_0_icl,                  x,   x,   x) \
	                    row(tma_port_1_icl,                  x,   x,   x) \
	                    row(tma_port_5_icl,                  x,   x,   x) \
	                    row(tma_port_6_icl,                  x,   x,   x) \
	                row(tma_load_op_utilization_icl,         x,   x,   x) \
	                row(tma_store_op_utilization_icl,        x,   x,   x)

                                                        /* icl  icx  tgl */
#define TERMS(row) \
	row(tma_info_thread_clks,                            x,   x,   x) \
	row(tma_info_core_core_clks_icl,                     x,   x,   x) \
	row(tma_info_memory_load_miss_real_latency_skl,      x,   x,   x) \
	row(tma_info_thread_slots_icl,                       x,   x,   x)

/* Ice Lake, Rocket Lake, icelake, rocketlake, TMA_Metrics-full.csv */
#define OF_icl(row, icl, icx, tgl) TREE_HAS_##icl(row)
static const uint16_t icl_events[] = { EVENTS(OF_icl) }, icl_nodes[] = { NODES(OF_icl) },
	icl_terms[] = { TERMS(OF_icl) };
const struct tree tree_intel_icl = {
	.name = "Ice Lake, Rocket Lake", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 5, .counters = 8,
	TREE_ROWS(intel, icl), TREE_TERM_ROWS(intel, icl),
};

/* Ice Lake-X, icelakex, TMA_Metrics-full.csv */
#define OF_icx(row, icl, icx, tgl) TREE_HAS_##icx(row)
static const uint16_t icx_events[] = { EVENTS(OF_icx) }, icx_nodes[] = { NODES(OF_icx) },
	icx_terms[] = { TERMS(OF_icx) };
const struct tree tree_intel_icx = {
	.name = "Ice Lake-X", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 5, .counters = 8,
	TREE_ROWS(intel, icx), TREE_TERM_ROWS(intel, icx),
};

/* Tiger Lake, tigerlake, TMA_Metrics-full.csv */
#define OF_tgl(row, icl, icx, tgl) TREE_HAS_##tgl(row)
static const uint16_t tgl_events[] = { EVENTS(OF_tgl) }, tgl_nodes[] = { NODES(OF_tgl) },
	tgl_terms[] = { TERMS(OF_tgl) };
const struct tree tree_intel_tgl = {
	.name = "Tiger Lake", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 5, .counters = 8,
	TREE_ROWS(intel, tgl), TREE_TERM_ROWS(intel, tgl),
};
/* clang-format on */
