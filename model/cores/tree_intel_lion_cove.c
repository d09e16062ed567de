/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Lunar Lake P, Arrow Lake P and Panther Lake P: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                     /* lnl  arl  ptl */
#define EVENTS(row) \
	row(ARITH_DIV_ACTIVE,                                             x,   x,   x) \
	row(ARITH_FPDIV_ACTIVE,                                           x,   x,   x) \
	row(ASSISTS_ANY_lnl,                                              x,   x,   x) \
	row(ASSISTS_FP,                                                   x,   x,   x) \
	row(ASSISTS_PAGE_FAULT,                                           x,   x,   x) \
	row(ASSISTS_SSE_AVX_MIX,                                          x,   x,   x) \
	row(BE_STALLS_SCOREBOARD,                                         x,   x,   x) \
	row(BR_INST_RETIRED_ALL_BRANCHES_icl,                             x,   x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES_spr,                             x,   x,   x) \
	row(BR_MISP_RETIRED_COND_NTAKEN,                                  x,   x,   _) \
	row(BR_MISP_RETIRED_COND_NTAKEN_ptl,                              _,   _,   x) \
	row(BR_MISP_RETIRED_COND_TAKEN_BWD,                               x,   x,   x) \
	row(BR_MISP_RETIRED_COND_TAKEN_FWD,                               x,   x,   _) \
	row(BR_MISP_RETIRED_COND_TAKEN_FWD_ptl,                           _,   _,   x) \
	row(BR_MISP_RETIRED_INDIRECT,                                     x,   x,   _) \
	row(BR_MISP_RETIRED_INDIRECT_CALL,                                x,   x,   _) \
	row(BR_MISP_RETIRED_INDIRECT_CALL_ptl,                            _,   _,   x) \
	row(BR_MISP_RETIRED_INDIRECT_JMP,                                 _,   _,   x) \
	row(BR_MISP_RETIRED_RET,                                          x,   x,   x) \
	row(CPU_CLK_UNHALTED_C01,                                         x,   x,   x) \
	row(CPU_CLK_UNHALTED_C02,                                         x,   x,   x) \
	row(CPU_CLK_UNHALTED_PAUSE,                                       x,   x,   x) \
	row(CPU_CLK_UNHALTED_PAUSE_INST,                                  x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                      x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_TOTAL_icl,                              x,   x,   x) \
	row(DECODE_LCP_lnl,                                               x,   x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES_lnl,                         x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_ACTIVE_lnl,                             x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_1G_lnl,                       x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_2M_4M_lnl,                    x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_4K_lnl,                       x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_ACTIVE_lnl,                            x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_1G_lnl,                      x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_2M_4M_lnl,                   x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_4K_lnl,                      x,   x,   x) \
	row(EXE_ACTIVITY_1_PORTS_UTIL_icl,                                x,   x,   x) \
	row(EXE_ACTIVITY_2_3_PORTS_UTIL,                                  x,   x,   x) \
	row(EXE_ACTIVITY_2_PORTS_UTIL_icl,                                x,   x,   x) \
	row(EXE_ACTIVITY_BOUND_ON_LOADS,                                  x,   x,   x) \
	row(EXE_ACTIVITY_BOUND_ON_STORES_icl,                             x,   x,   x) \
	row(EXE_ACTIVITY_EXE_BOUND_0_PORTS_tgl,                           x,   x,   x) \
	row(FP_ARITH_OPS_RETIRED_128B_PACKED_DOUBLE,                      x,   x,   x) \
	row(FP_ARITH_OPS_RETIRED_128B_PACKED_SINGLE,                      x,   x,   x) \
	row(FP_ARITH_OPS_RETIRED_SCALAR,                                  x,   x,   x) \
	row(FP_ARITH_OPS_RETIRED_VECTOR,                                  x,   x,   x) \
	row(FP_ARITH_OPS_RETIRED_VECTOR_256B,                             x,   x,   x) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS_mtl,                            x,   x,   x) \
	row(FRONTEND_RETIRED_DSB_MISS_gnr,                                x,   x,   x) \
	row(FRONTEND_RETIRED_ITLB_MISS_mtl,                               x,   _,   _) \
	row(FRONTEND_RETIRED_ITLB_MISS_arl,                               _,   x,   x) \
	row(FRONTEND_RETIRED_L1I_MISS_mtl,                                x,   _,   _) \
	row(FRONTEND_RETIRED_L1I_MISS_arl,                                _,   x,   x) \
	row(FRONTEND_RETIRED_L2_MISS_mtl,                                 x,   _,   _) \
	row(FRONTEND_RETIRED_L2_MISS_arl,                                 _,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_16_gnr,                           x,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_gnr,                            _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_gnr,               _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_4_gnr,                            _,   x,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_8_gnr,                            x,   x,   x) \
	row(FRONTEND_RETIRED_STLB_MISS_mtl,                               x,   _,   _) \
	row(FRONTEND_RETIRED_STLB_MISS_arl,                               _,   x,   x) \
	row(FRONTEND_RETIRED_UNKNOWN_BRANCH_mtl,                          x,   x,   x) \
	row(ICACHE_DATA_STALLS_lnl,                                       x,   x,   x) \
	row(ICACHE_TAG_STALLS_lnl,                                        x,   x,   x) \
	row(ICACHE_TAG_STALLS_INUSE,                                      x,   x,   x) \
	row(ICACHE_TAG_STALLS_ISB,                                        x,   x,   x) \
	row(IDQ_DSB_CYCLES_ANY_lnl,                                       x,   x,   x) \
	row(IDQ_DSB_UOPS,                                                 x,   x,   x) \
	row(IDQ_DSB_UOPS_c8_i1,                                           x,   x,   _) \
	row(IDQ_DSB_UOPS_c8_i1_eq1,                                       _,   _,   x) \
	row(IDQ_MITE_CYCLES_ANY_lnl,                                      x,   x,   x) \
	row(IDQ_MITE_UOPS_lnl,                                            x,   x,   x) \
	row(IDQ_MITE_UOPS_c8_i1,                                          x,   x,   _) \
	row(IDQ_MITE_UOPS_c8_i1_eq1,                                      _,   _,   x) \
	row(IDQ_MS_CYCLES_ANY_lnl,                                        x,   x,   x) \
	row(IDQ_MS_SWITCHES_lnl,                                          x,   x,   x) \
	row(IDQ_MS_UOPS_lnl,                                              x,   x,   x) \
	row(IDQ_BUBBLES_FETCH_LATENCY,                                    x,   x,   x) \
	row(IDQ_BUBBLES_STARVATION_CYCLES,                                x,   x,   x) \
	row(INST_DECODED_DECODERS_c1_eq1,                                 _,   _,   x) \
	row(INST_RETIRED_BR_FUSED,                                        x,   x,   x) \
	row(INST_RETIRED_MACRO_FUSED_lnl,                                 x,   x,   x) \
	row(INST_RETIRED_NOP_icl,                                         x,   x,   x) \
	row(INST_RETIRED_PREC_DIST_icl,                                   x,   x,   x) \
	row(INT_MISC_CLEARS_COUNT_spr,                                    x,   x,   x) \
	row(INT_MISC_CLEAR_RESTEER_CYCLES_spr,                            x,   x,   x) \
	row(INT_MISC_UNKNOWN_BRANCH_CYCLES,                               x,   x,   x) \
	row(INT_VEC_RETIRED_128BIT,                                       x,   x,   x) \
	row(INT_VEC_RETIRED_256BIT,                                       x,   x,   x) \
	row(INT_VEC_RETIRED_ADD_128,                                      x,   x,   x) \
	row(INT_VEC_RETIRED_ADD_256,                                      x,   x,   x) \
	row(INT_VEC_RETIRED_MUL_256,                                      x,   x,   x) \
	row(INT_VEC_RETIRED_SHUFFLES,                                     x,   x,   x) \
	row(INT_VEC_RETIRED_VNNI_128,                                     x,   x,   x) \
	row(INT_VEC_RETIRED_VNNI_256,                                     x,   x,   x) \
	row(ITLB_MISSES_WALK_ACTIVE_lnl,                                  x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_2M_4M_lnl,                         x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_4K_lnl,                            x,   x,   x) \
	row(L1D_MISS_FB_FULL,                                             x,   x,   x) \
	row(L1D_MISS_L2_STALLS,                                           x,   x,   x) \
	row(L1D_MISS_LOAD,                                                x,   x,   x) \
	row(L1D_PENDING_LOAD,                                             x,   x,   x) \
	row(LD_BLOCKS_STORE_EARLY_c1,                                     x,   x,   x) \
	row(LD_BLOCKS_STORE_FORWARD_lnl,                                  x,   x,   x) \
	row(LSD_CYCLES_ACTIVE_adl,                                        x,   x,   _) \
	row(LSD_UOPS,                                                     x,   x,   _) \
	row(LSD_UOPS_c8_i1,                                               x,   x,   _) \
	row(MACHINE_CLEARS_COUNT_icl,                                     x,   x,   x) \
	row(MACHINE_CLEARS_MEMORY_ORDERING_icl,                           x,   x,   x) \
	row(MEMORY_STALLS_L1,                                             x,   x,   x) \
	row(MEMORY_STALLS_L2,                                             x,   x,   x) \
	row(MEMORY_STALLS_L3,                                             x,   x,   x) \
	row(MEMORY_STALLS_MEM,                                            x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_STORES_icl,                              x,   x,   x) \
	row(MEM_INST_RETIRED_LOCK_LOADS_mtl,                              x,   _,   _) \
	row(MEM_INST_RETIRED_LOCK_LOADS_arl,                              _,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_LOADS_mtl,                             x,   _,   _) \
	row(MEM_INST_RETIRED_SPLIT_LOADS_arl,                             _,   x,   x) \
	row(MEM_INST_RETIRED_SPLIT_STORES_mtl,                            x,   _,   _) \
	row(MEM_INST_RETIRED_SPLIT_STORES_arl,                            _,   x,   x) \
	row(MEM_INST_RETIRED_STLB_HIT_LOADS_mtl,                          x,   _,   _) \
	row(MEM_INST_RETIRED_STLB_HIT_LOADS_arl,                          _,   x,   x) \
	row(MEM_INST_RETIRED_STLB_HIT_STORES_mtl,                         x,   _,   _) \
	row(MEM_INST_RETIRED_STLB_HIT_STORES_arl,                         _,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_LOADS,                             x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_STORES,                            x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_lnl,                         x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_arl,                         _,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM_lnl,                        x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM_arl,                        _,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS_mtl,                        x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS_arl,                        _,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_mtl,                      x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_arl,                      _,   x,   x) \
	row(MEM_LOAD_MISC_RETIRED_UC,                                     x,   x,   x) \
	row(MEM_LOAD_RETIRED_FB_HIT,                                      x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_HIT_lnl,                                  x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_HIT_L1,                                   x,   _,   _) \
	row(MEM_LOAD_RETIRED_L1_HIT_L1_arl,                               _,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_MISS_icl,                                 x,   x,   x) \
	row(MEM_LOAD_RETIRED_L2_HIT_mtl,                                  x,   _,   _) \
	row(MEM_LOAD_RETIRED_L2_HIT_arl,                                  _,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_HIT_mtl,                                  x,   _,   _) \
	row(MEM_LOAD_RETIRED_L3_HIT_arl,                                  _,   x,   x) \
	row(MEM_LOAD_RETIRED_L3_MISS_icl,                                 x,   x,   x) \
	row(MEM_STORE_RETIRED_L2_HIT_lnl,                                 x,   x,   x) \
	row(MEM_UOP_RETIRED_ANY_lnl,                                      x,   x,   x) \
	row(MISC2_RETIRED_LFENCE,                                         x,   x,   x) \
	row(OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_lnl,                         x,   x,   x) \
	row(OCR_STREAMING_WR_ANY_RESPONSE_spr,                            x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD_spr,         x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO_spr,      x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_DATA_RD_c4,                      x,   x,   x) \
	row(PERF_METRICS_BACKEND_BOUND,                                   x,   x,   x) \
	row(PERF_METRICS_BAD_SPECULATION,                                 x,   x,   x) \
	row(PERF_METRICS_BRANCH_MISPREDICTS,                              x,   x,   x) \
	row(PERF_METRICS_FETCH_LATENCY,                                   x,   x,   x) \
	row(PERF_METRICS_FRONTEND_BOUND,                                  x,   x,   x) \
	row(PERF_METRICS_HEAVY_OPERATIONS,                                x,   x,   x) \
	row(PERF_METRICS_MEMORY_BOUND,                                    x,   x,   x) \
	row(PERF_METRICS_RETIRING,                                        x,   x,   x) \
	row(TOPDOWN_BACKEND_BOUND_SLOTS,                                  x,   x,   x) \
	row(TOPDOWN_BR_MISPREDICT_SLOTS,                                  x,   x,   x) \
	row(TOPDOWN_SLOTS,                                                x,   x,   x) \
	row(UOPS_DISPATCHED_ALU,                                          x,   x,   x) \
	row(UOPS_DISPATCHED_LOAD,                                         x,   x,   x) \
	row(UOPS_DISPATCHED_STA,                                          x,   x,   x) \
	row(UOPS_DISPATCHED_STD,                                          x,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_3_lnl,                                x,   x,   x) \
	row(UOPS_EXECUTED_THREAD_lnl,                                     x,   x,   x) \
	row(UOPS_EXECUTED_X87_icl,                                        x,   x,   x) \
	row(UOPS_RETIRED_HEAVY,                                           x,   x,   x) \
	row(UOPS_RETIRED_MS,                                              x,   x,   x) \
	row(UOPS_RETIRED_SLOTS,                                           x,   x,   x) \
	row(XQ_FULL,                                                      x,   x,   x)

                                                            /* lnl  arl  ptl */
#define NODES(row) \
	row(tma_retiring_icl,                                    x,   x,   x) \
	    row(tma_light_operations_icl,                        x,   x,   x) \
	        row(tma_fp_arith,                                x,   x,   x) \
	            row(tma_x87_use_icl,                         x,   x,   x) \
	            row(tma_fp_scalar_lnl,                       x,   x,   x) \
	            row(tma_fp_vector_lnl,                       x,   x,   x) \
	                row(tma_fp_vector_128b_lnl,              x,   x,   x) \
	                row(tma_fp_vector_256b_lnl,              x,   x,   x) \
	        row(tma_int_operations,                          x,   x,   x) \
	            row(tma_int_vector_128b_lnl,                 x,   x,   x) \
	            row(tma_int_vector_256b_lnl,                 x,   x,   x) \
	        row(tma_memory_operations_spr,                   x,   x,   x) \
	        row(tma_fused_instructions_spr,                  x,   x,   x) \
	        row(tma_non_fused_branches_lnl,                  x,   x,   x) \
	        row(tma_other_light_ops_lnl,                     x,   x,   _) \
	        row(tma_other_light_ops_ptl,                     _,   _,   x) \
	            row(tma_nop_instructions_icl,                x,   x,   x) \
	            row(tma_shuffles_256b,                       x,   x,   x) \
	    row(tma_heavy_operations_spr,                        x,   x,   x) \
	        row(tma_few_uops_instructions_spr,               x,   x,   x) \
	        row(tma_microcode_sequencer_spr,                 x,   x,   x) \
	            row(tma_assists_lnl,                         x,   x,   _) \
	            row(tma_assists_ptl,                         _,   _,   x) \
	                row(tma_page_faults,                     x,   x,   x) \
	                row(tma_fp_assists_spr,                  x,   x,   x) \
	                row(tma_avx_assists,                     x,   x,   x) \
	            row(tma_cisc_icl,                            x,   x,   x) \
	row(tma_bad_speculation_lnl,                             x,   x,   x) \
	    row(tma_branch_mispredicts_spr,                      x,   x,   x) \
	        row(tma_cond_nt_mispredicts,                     x,   x,   _) \
	        row(tma_cond_nt_mispredicts_ptl,                 _,   _,   x) \
	        row(tma_cond_tk_bwd_mispredicts,                 x,   x,   _) \
	        row(tma_cond_tk_bwd_mispredicts_ptl,             _,   _,   x) \
	        row(tma_cond_tk_fwd_mispredicts,                 x,   x,   _) \
	        row(tma_cond_tk_fwd_mispredicts_ptl,             _,   _,   x) \
	        row(tma_ind_call_mispredicts,                    x,   x,   _) \
	        row(tma_ind_call_mispredicts_ptl,                _,   _,   x) \
	        row(tma_ind_jump_mispredicts,                    x,   x,   _) \
	        row(tma_ind_jump_mispredicts_ptl,                _,   _,   x) \
	        row(tma_ret_mispredicts,                         x,   x,   _) \
	        row(tma_ret_mispredicts_ptl,                     _,   _,   x) \
	        row(tma_other_mispredicts_icl,                   x,   x,   x) \
	    row(tma_machine_clears_icl,                          x,   x,   x) \
	        row(tma_other_nukes_icl,                         x,   x,   x) \
	row(tma_frontend_bound_lnl,                              x,   _,   _) \
	row(tma_frontend_bound_arl,                              _,   x,   x) \
	    row(tma_fetch_latency_lnl,                           x,   x,   x) \
	        row(tma_icache_misses_lnl,                       x,   _,   _) \
	        row(tma_icache_misses_arl,                       _,   x,   x) \
	            row(tma_code_l2_hit_gnr,                     x,   x,   x) \
	            row(tma_code_l2_miss_gnr,                    x,   x,   x) \
	            row(tma_isb_full,                            x,   x,   x) \
	        row(tma_itlb_misses_lnl,                         x,   _,   _) \
	        row(tma_itlb_misses_arl,                         _,   x,   x) \
	            row(tma_code_stlb_hit_gnr,                   x,   x,   x) \
	            row(tma_code_stlb_miss_gnr,                  x,   x,   x) \
	                row(tma_code_stlb_miss_4k_gnr,           x,   x,   x) \
	                row(tma_code_stlb_miss_2m_gnr,           x,   x,   x) \
	        row(tma_branch_resteers_spr,                     x,   x,   x) \
	            row(tma_mispredicts_resteers_spr,            x,   x,   _) \
	            row(tma_mispredicts_resteers_ptl,            _,   _,   x) \
	            row(tma_clears_resteers_spr,                 x,   x,   _) \
	            row(tma_clears_resteers_ptl,                 _,   _,   x) \
	            row(tma_unknown_branches_mtl,                x,   x,   x) \
	        row(tma_ms_switches_lnl,                         x,   x,   x) \
	        row(tma_lcp_skl,                                 x,   x,   x) \
	        row(tma_dsb_switches_gnr,                        x,   x,   x) \
	    row(tma_fetch_bandwidth_lnl,                         x,   _,   x) \
	    row(tma_fetch_bandwidth_arl,                         _,   x,   _) \
	        row(tma_mite_lnl,                                x,   x,   _) \
	        row(tma_mite_ptl,                                _,   _,   x) \
	            row(tma_decoder0_alone_ptl,                  _,   _,   x) \
	        row(tma_dsb_lnl,                                 x,   x,   _) \
	        row(tma_dsb_ptl,                                 _,   _,   x) \
	        row(tma_lsd_lnl,                                 x,   x,   _) \
	        row(tma_ms_lnl,                                  x,   x,   x) \
	row(tma_backend_bound_spr,                               x,   x,   x) \
	    row(tma_memory_bound_spr,                            x,   x,   x) \
	        row(tma_l1_bound_lnl,                            x,   x,   x) \
	            row(tma_dtlb_load_gnr,                       x,   x,   x) \
	                row(tma_load_stlb_hit_gnr,               x,   x,   x) \
	                row(tma_load_stlb_miss,                  x,   x,   x) \
	                    row(tma_load_stlb_miss_4k,           x,   x,   x) \
	                    row(tma_load_stlb_miss_2m,           x,   x,   x) \
	                    row(tma_load_stlb_miss_1g,           x,   x,   x) \
	            row(tma_store_fwd_blk,                       x,   x,   x) \
	            row(tma_store_early_blk,                     x,   x,   x) \
	            row(tma_l1_latency_capacity,                 x,   x,   x) \
	            row(tma_lock_latency_mtl,                    x,   _,   _) \
	            row(tma_lock_latency_arl,                    _,   x,   x) \
	            row(tma_split_loads_mtl,                     x,   _,   _) \
	            row(tma_split_loads_arl,                     _,   x,   x) \
	            row(tma_fb_full_lnl,                         x,   x,   x) \
	        row(tma_l2_bound_lnl,                            x,   _,   _) \
	        row(tma_l2_bound_arl,                            _,   x,   _) \
	        row(tma_l2_bound_ptl,                            _,   _,   x) \
	            row(tma_l2_hit_latency_mtl,                  x,   _,   _) \
	            row(tma_l2_hit_latency_arl,                  _,   x,   _) \
	            row(tma_l2_hit_latency_ptl,                  _,   _,   x) \
	        row(tma_l3_bound_lnl,                            x,   _,   _) \
	        row(tma_l3_bound_arl,                            _,   x,   x) \
	            row(tma_contested_accesses_lnl,              x,   _,   _) \
	            row(tma_contested_accesses_arl,              _,   x,   _) \
	            row(tma_contested_accesses_ptl,              _,   _,   x) \
	            row(tma_data_sharing_lnl,                    x,   _,   _) \
	            row(tma_data_sharing_arl,                    _,   x,   _) \
	            row(tma_data_sharing_ptl,                    _,   _,   x) \
	            row(tma_l3_hit_latency_mtl,                  x,   _,   _) \
	            row(tma_l3_hit_latency_arl,                  _,   x,   _) \
	            row(tma_l3_hit_latency_ptl,                  _,   _,   x) \
	            row(tma_sq_full_lnl,                         x,   x,   x) \
	        row(tma_l3_miss_bound_lnl,                       x,   x,   _) \
	        row(tma_l3_miss_bound_ptl,                       _,   _,   x) \
	            row(tma_mem_bandwidth_mtl,                   x,   x,   _) \
	            row(tma_mem_bandwidth_ptl,                   _,   _,   x) \
	            row(tma_mem_latency,                         x,   x,   _) \
	            row(tma_mem_latency_ptl,                     _,   _,   x) \
	            row(tma_uc_bound,                            x,   x,   _) \
	            row(tma_uc_bound_ptl,                        _,   _,   x) \
	        row(tma_store_bound_icl,                         x,   x,   x) \
	            row(tma_store_latency_spr,                   x,   x,   _) \
	            row(tma_store_latency_ptl,                   _,   _,   x) \
	            row(tma_false_sharing_lnl,                   x,   x,   _) \
	            row(tma_false_sharing_ptl,                   _,   _,   x) \
	            row(tma_split_stores_mtl,                    x,   _,   _) \
	            row(tma_split_stores_arl,                    _,   x,   x) \
	            row(tma_streaming_stores_spr,                x,   x,   x) \
	            row(tma_dtlb_store_gnr,                      x,   x,   x) \
	                row(tma_store_stlb_hit_gnr,              x,   x,   x) \
	                row(tma_store_stlb_miss_lnl,             x,   x,   x) \
	                    row(tma_store_stlb_miss_4k_icl,      x,   x,   x) \
	                    row(tma_store_stlb_miss_2m_icl,      x,   x,   x) \
	                    row(tma_store_stlb_miss_1g_icl,      x,   x,   x) \
	    row(tma_core_bound_icl,                              x,   x,   x) \
	        row(tma_divider_emr,                             x,   x,   x) \
	            row(tma_fp_divider_spr,                      x,   x,   x) \
	            row(tma_int_divider,                         x,   x,   x) \
	        row(tma_serializing_operation_lnl,               x,   x,   x) \
	            row(tma_slow_pause_spr,                      x,   x,   x) \
	            row(tma_c01_wait,                            x,   x,   x) \
	            row(tma_c02_wait,                            x,   x,   x) \
	            row(tma_memory_fence,                        x,   x,   x) \
	        row(tma_ports_utilization_lnl,                   x,   x,   _) \
	        row(tma_ports_utilization_ptl,                   _,   _,   x) \
	            row(tma_ports_utilized_0_skl,                x,   x,   x) \
	                row(tma_mixing_vectors_spr,              x,   x,   x) \
	            row(tma_ports_utilized_1_icl,                x,   x,   x) \
	            row(tma_ports_utilized_2_icl,                x,   x,   x) \
	            row(tma_ports_utilized_3m_lnl,               x,   x,   x) \
	                row(tma_alu_op_utilization_lnl,          x,   x,   x) \
	                row(tma_load_op_utilization_lnl,         x,   x,   x) \
	                row(tma_store_op_utilization_lnl,        x,   x,   x)

                                                        /* lnl  arl  ptl */
#define TERMS(row) \
	row(tma_info_memory_load_miss_real_latency_lnl,      x,   x,   x) \
	row(tma_info_pipeline_fetch_dsb,                     x,   x,   x) \
	row(tma_info_pipeline_fetch_lsd,                     x,   x,   _) \
	row(tma_info_pipeline_fetch_mite,                    x,   x,   x) \
	row(tma_info_thread_clks,                            x,   x,   x) \
	row(tma_info_thread_slots_icl,                       x,   x,   x)

/* Lunar Lake P, lunarlake, TMA_Metrics-full.csv */
#define OF_lnl(row, lnl, arl, ptl) TREE_HAS_##lnl(row)
static const uint16_t lnl_events[] = { EVENTS(OF_lnl) }, lnl_nodes[] = { NODES(OF_lnl) },
	lnl_terms[] = { TERMS(OF_lnl) };
const struct tree tree_intel_lnl = {
	.name = "Lunar Lake P", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 8, .counters = 10,
	TREE_ROWS(intel, lnl), TREE_TERM_ROWS(intel, lnl),
};

/* Arrow Lake P, arrowlake, TMA_Metrics-full.csv */
#define OF_arl(row, lnl, arl, ptl) TREE_HAS_##arl(row)
static const uint16_t arl_events[] = { EVENTS(OF_arl) }, arl_nodes[] = { NODES(OF_arl) },
	arl_terms[] = { TERMS(OF_arl) };
const struct tree tree_intel_arl = {
	.name = "Arrow Lake P", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 8, .counters = 10,
	TREE_ROWS(intel, arl), TREE_TERM_ROWS(intel, arl),
};

/* Panther Lake P, pantherlake, TMA_Metrics-full.csv */
#define OF_ptl(row, lnl, arl, ptl) TREE_HAS_##ptl(row)
static const uint16_t ptl_events[] = { EVENTS(OF_ptl) }, ptl_nodes[] = { NODES(OF_ptl) },
	ptl_terms[] = { TERMS(OF_ptl) };
const struct tree tree_intel_ptl = {
	.name = "Panther Lake P", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 8, .counters = 10,
	TREE_ROWS(intel, ptl), TREE_TERM_ROWS(intel, ptl),
};
/* clang-format on */
