/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Sapphire Rapids, Emerald Rapids, Granite Rapids, Alder Lake P and Meteor Lake P: x, a core has
 * this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                         /* spr  emr  gnr  adl  mtl */
#define EVENTS(row) \
	row(ARITH_DIVIDER_ACTIVE_spr,                                         x,   _,   _,   x,   _) \
	row(ARITH_DIV_ACTIVE,                                                 x,   x,   x,   x,   x) \
	row(ARITH_FPDIV_ACTIVE,                                               x,   x,   x,   x,   x) \
	row(ASSISTS_ANY_spr,                                                  x,   x,   x,   x,   x) \
	row(ASSISTS_FP,                                                       x,   x,   x,   x,   x) \
	row(ASSISTS_PAGE_FAULT,                                               x,   x,   x,   x,   x) \
	row(ASSISTS_SSE_AVX_MIX,                                              x,   x,   x,   x,   x) \
	row(BR_INST_RETIRED_ALL_BRANCHES_icl,                                 x,   x,   x,   x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES_spr,                                 x,   x,   x,   x,   x) \
	row(BR_MISP_RETIRED_COND_NTAKEN,                                      _,   _,   x,   _,   x) \
	row(BR_MISP_RETIRED_COND_TAKEN,                                       _,   _,   x,   _,   x) \
	row(BR_MISP_RETIRED_INDIRECT,                                         _,   _,   x,   _,   x) \
	row(BR_MISP_RETIRED_INDIRECT_CALL,                                    _,   _,   x,   _,   x) \
	row(BR_MISP_RETIRED_RET,                                              _,   _,   x,   _,   x) \
	row(CPU_CLK_UNHALTED_C01,                                             x,   x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_C02,                                             x,   x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_DISTRIBUTED,                                     x,   x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_PAUSE,                                           x,   x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_PAUSE_INST,                                      x,   x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                          x,   x,   x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_MEM_ANY_icl,                                x,   x,   x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_TOTAL_icl,                                  x,   x,   x,   x,   x) \
	row(DECODE_LCP_icl,                                                   x,   x,   x,   x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES_spr,                             x,   x,   x,   x,   x) \
	row(DTLB_LOAD_MISSES_STLB_HIT_c1_spr,                                 x,   x,   _,   x,   _) \
	row(DTLB_LOAD_MISSES_WALK_ACTIVE_spr,                                 x,   x,   x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_1G_spr,                           x,   x,   x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_2M_4M_spr,                        x,   x,   x,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_COMPLETED_4K_spr,                           x,   x,   x,   x,   x) \
	row(DTLB_STORE_MISSES_STLB_HIT_c1_spr,                                x,   x,   _,   x,   _) \
	row(DTLB_STORE_MISSES_WALK_ACTIVE_spr,                                x,   x,   x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_1G_spr,                          x,   x,   x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_2M_4M_spr,                       x,   x,   x,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_COMPLETED_4K_spr,                          x,   x,   x,   x,   x) \
	row(EXE_AMX_BUSY,                                                     x,   x,   x,   _,   _) \
	row(EXE_ACTIVITY_1_PORTS_UTIL_icl,                                    x,   x,   x,   x,   x) \
	row(EXE_ACTIVITY_2_3_PORTS_UTIL,                                      x,   x,   x,   x,   x) \
	row(EXE_ACTIVITY_2_PORTS_UTIL_icl,                                    x,   x,   x,   x,   x) \
	row(EXE_ACTIVITY_BOUND_ON_LOADS,                                      x,   x,   x,   x,   x) \
	row(EXE_ACTIVITY_BOUND_ON_STORES_icl,                                 x,   x,   x,   x,   x) \
	row(EXE_ACTIVITY_EXE_BOUND_0_PORTS_tgl,                               x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE_icl,                     x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE_icl,                     x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE_icl,                     x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE_icl,                     x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE_icl,                     x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE_icl,                     x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED_SCALAR_icl,                                 x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED_VECTOR_icl,                                 x,   x,   x,   x,   x) \
	row(FP_ARITH_INST_RETIRED2_128B_PACKED_HALF,                          x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED2_256B_PACKED_HALF,                          x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED2_512B_PACKED_HALF,                          x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED2_SCALAR,                                    x,   x,   x,   _,   _) \
	row(FP_ARITH_INST_RETIRED2_VECTOR,                                    x,   x,   x,   _,   _) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS_icl,                                x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS_gnr,                                _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_ANY_DSB_MISS_mtl,                                _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_DSB_MISS_icl,                                    x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_DSB_MISS_gnr,                                    _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_ITLB_MISS_icl,                                   x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_ITLB_MISS_gnr,                                   _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_ITLB_MISS_mtl,                                   _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_L1I_MISS_icl,                                    x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_L1I_MISS_gnr,                                    _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_L1I_MISS_mtl,                                    _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_L2_MISS_icl,                                     x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_L2_MISS_gnr,                                     _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_L2_MISS_mtl,                                     _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_1_spr,                                x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_1_gnr,                                _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_16_spr,                               x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_16_gnr,                               _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_spr,                                x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_gnr,                                _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_icl,                   x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_gnr,                   _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_4_spr,                                x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_4_gnr,                                _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_LATENCY_GE_8_spr,                                x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_LATENCY_GE_8_gnr,                                _,   _,   x,   _,   x) \
	row(FRONTEND_RETIRED_MS_FLOWS,                                        x,   _,   _,   x,   _) \
	row(FRONTEND_RETIRED_MS_FLOWS_mtl,                                    _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_STLB_MISS_icl,                                   x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_STLB_MISS_gnr,                                   _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_STLB_MISS_mtl,                                   _,   _,   _,   _,   x) \
	row(FRONTEND_RETIRED_UNKNOWN_BRANCH,                                  x,   x,   _,   x,   _) \
	row(FRONTEND_RETIRED_UNKNOWN_BRANCH_gnr,                              _,   _,   x,   _,   _) \
	row(FRONTEND_RETIRED_UNKNOWN_BRANCH_mtl,                              _,   _,   _,   _,   x) \
	row(ICACHE_DATA_STALLS,                                               x,   x,   x,   x,   x) \
	row(ICACHE_TAG_STALLS,                                                x,   x,   x,   x,   x) \
	row(IDQ_DSB_CYCLES_ANY_icl,                                           x,   x,   x,   x,   x) \
	row(IDQ_DSB_CYCLES_OK_spr,                                            x,   x,   x,   x,   x) \
	row(IDQ_MITE_CYCLES_ANY,                                              x,   x,   x,   x,   x) \
	row(IDQ_MITE_CYCLES_OK_spr,                                           x,   x,   x,   x,   x) \
	row(IDQ_MS_CYCLES_ANY,                                                x,   x,   x,   x,   x) \
	row(IDQ_MS_SWITCHES_emr,                                              _,   x,   x,   _,   _) \
	row(INST_DECODED_DECODERS_c1_spr,                                     x,   x,   x,   x,   x) \
	row(INST_DECODED_DECODERS_c2_spr,                                     x,   x,   x,   x,   x) \
	row(INST_RETIRED_MACRO_FUSED,                                         x,   x,   x,   x,   x) \
	row(INST_RETIRED_NOP_icl,                                             x,   x,   x,   x,   x) \
	row(INST_RETIRED_PREC_DIST_icl,                                       x,   x,   x,   x,   x) \
	row(INT_MISC_CLEARS_COUNT_spr,                                        x,   x,   x,   x,   x) \
	row(INT_MISC_CLEAR_RESTEER_CYCLES_spr,                                x,   x,   x,   x,   x) \
	row(INT_MISC_MBA_STALLS,                                              x,   x,   x,   _,   _) \
	row(INT_MISC_UNKNOWN_BRANCH_CYCLES,                                   x,   x,   x,   x,   x) \
	row(INT_MISC_UOP_DROPPING_spr,                                        x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_ADD_128,                                          x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_ADD_256,                                          x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_MUL_256,                                          x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_SHUFFLES,                                         x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_VNNI_128,                                         x,   x,   x,   x,   x) \
	row(INT_VEC_RETIRED_VNNI_256,                                         x,   x,   x,   x,   x) \
	row(ITLB_MISSES_WALK_ACTIVE_spr,                                      x,   x,   x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_2M_4M_spr,                             x,   x,   x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED_4K_spr,                                x,   x,   x,   x,   x) \
	row(L1D_PEND_MISS_FB_FULL,                                            x,   x,   x,   x,   x) \
	row(L1D_PEND_MISS_L2_STALLS,                                          x,   x,   x,   x,   x) \
	row(L1D_PEND_MISS_PENDING_icl,                                        x,   x,   x,   x,   x) \
	row(LD_BLOCKS_STORE_FORWARD_spr,                                      x,   x,   x,   x,   x) \
	row(LOCK_CYCLES_CACHE_LOCK_DURATION,                                  x,   x,   _,   x,   _) \
	row(LSD_CYCLES_ACTIVE_adl,                                            _,   _,   _,   x,   x) \
	row(LSD_CYCLES_OK_adl,                                                _,   _,   _,   x,   x) \
	row(MACHINE_CLEARS_COUNT_icl,                                         x,   x,   x,   x,   x) \
	row(MACHINE_CLEARS_MEMORY_ORDERING_icl,                               x,   x,   x,   x,   x) \
	row(MEMORY_ACTIVITY_CYCLES_L1D_MISS,                                  x,   x,   x,   x,   x) \
	row(MEMORY_ACTIVITY_STALLS_L1D_MISS,                                  x,   x,   x,   x,   x) \
	row(MEMORY_ACTIVITY_STALLS_L2_MISS,                                   x,   x,   x,   x,   x) \
	row(MEMORY_ACTIVITY_STALLS_L3_MISS,                                   x,   x,   x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_LOADS_icl,                                   x,   x,   x,   x,   x) \
	row(MEM_INST_RETIRED_ALL_STORES_icl,                                  x,   x,   x,   x,   x) \
	row(MEM_INST_RETIRED_LOCK_LOADS,                                      x,   x,   _,   x,   _) \
	row(MEM_INST_RETIRED_LOCK_LOADS_gnr,                                  _,   _,   x,   _,   _) \
	row(MEM_INST_RETIRED_LOCK_LOADS_mtl,                                  _,   _,   _,   _,   x) \
	row(MEM_INST_RETIRED_SPLIT_LOADS,                                     x,   x,   _,   x,   _) \
	row(MEM_INST_RETIRED_SPLIT_LOADS_gnr,                                 _,   _,   x,   _,   _) \
	row(MEM_INST_RETIRED_SPLIT_LOADS_mtl,                                 _,   _,   _,   _,   x) \
	row(MEM_INST_RETIRED_SPLIT_STORES,                                    x,   x,   _,   x,   _) \
	row(MEM_INST_RETIRED_SPLIT_STORES_gnr,                                _,   _,   x,   _,   _) \
	row(MEM_INST_RETIRED_SPLIT_STORES_mtl,                                _,   _,   _,   _,   x) \
	row(MEM_INST_RETIRED_STLB_HIT_LOADS,                                  _,   _,   x,   _,   _) \
	row(MEM_INST_RETIRED_STLB_HIT_LOADS_mtl,                              _,   _,   _,   _,   x) \
	row(MEM_INST_RETIRED_STLB_HIT_STORES,                                 _,   _,   x,   _,   _) \
	row(MEM_INST_RETIRED_STLB_HIT_STORES_mtl,                             _,   _,   _,   _,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_LOADS,                                 x,   x,   x,   x,   x) \
	row(MEM_INST_RETIRED_STLB_MISS_STORES,                                x,   x,   x,   x,   x) \
	row(MEM_LOAD_COMPLETED_L1_MISS_ANY,                                   x,   x,   x,   x,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD,                                 x,   x,   _,   x,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_gnr,                             _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_mtl,                             _,   _,   _,   _,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS,                                x,   x,   _,   x,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS_gnr,                            _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS_mtl,                            _,   _,   _,   _,   x) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD,                              x,   x,   _,   x,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_gnr,                          _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_mtl,                          _,   _,   _,   _,   x) \
	row(MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM,                              x,   x,   _,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM_gnr,                          _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_CXL_MEM,                          _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM,                             x,   x,   _,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM_gnr,                         _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_FWD,                              x,   x,   _,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_FWD_gnr,                          _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM,                             x,   x,   _,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM_gnr,                         _,   _,   x,   _,   _) \
	row(MEM_LOAD_L3_MISS_RETIRED_REMOTE_PMM,                              x,   _,   _,   _,   _) \
	row(MEM_LOAD_RETIRED_FB_HIT,                                          x,   x,   x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_HIT_icl,                                      x,   x,   x,   x,   x) \
	row(MEM_LOAD_RETIRED_L1_MISS_icl,                                     x,   x,   x,   x,   x) \
	row(MEM_LOAD_RETIRED_L2_HIT_icl,                                      x,   x,   _,   x,   _) \
	row(MEM_LOAD_RETIRED_L2_HIT_gnr,                                      _,   _,   x,   _,   _) \
	row(MEM_LOAD_RETIRED_L2_HIT_mtl,                                      _,   _,   _,   _,   x) \
	row(MEM_LOAD_RETIRED_L3_HIT_icl,                                      x,   x,   _,   x,   _) \
	row(MEM_LOAD_RETIRED_L3_HIT_gnr,                                      _,   _,   x,   _,   _) \
	row(MEM_LOAD_RETIRED_L3_HIT_mtl,                                      _,   _,   _,   _,   x) \
	row(MEM_LOAD_RETIRED_L3_MISS_icl,                                     x,   x,   x,   x,   x) \
	row(MEM_LOAD_RETIRED_LOCAL_CXL_MEM,                                   _,   _,   x,   _,   _) \
	row(MEM_LOAD_RETIRED_LOCAL_PMM_spr,                                   x,   _,   _,   _,   _) \
	row(MEM_STORE_RETIRED_L2_HIT,                                         x,   x,   x,   x,   x) \
	row(MEM_UOP_RETIRED_ANY,                                              x,   x,   x,   x,   x) \
	row(MISC2_RETIRED_LFENCE,                                             x,   x,   x,   x,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_SNOOP_HITM_spr,                         x,   x,   x,   x,   x) \
	row(OCR_DEMAND_DATA_RD_L3_HIT_SNOOP_HIT_WITH_FWD_spr,                 x,   x,   x,   x,   x) \
	row(OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_spr,                             x,   x,   x,   x,   x) \
	row(OCR_DEMAND_RFO_L3_MISS_m0x103b800002_spr,                         x,   x,   x,   _,   _) \
	row(OCR_STREAMING_WR_ANY_RESPONSE_spr,                                x,   x,   x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c4_adl,                  _,   _,   _,   x,   _) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c12,                     x,   x,   _,   _,   _) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD_spr,             x,   x,   x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_CODE_RD_spr,      x,   x,   _,   x,   _) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO_spr,          x,   x,   x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_DATA_RD_c12,                         _,   _,   x,   _,   _) \
	row(OFFCORE_REQUESTS_OUTSTANDING_DATA_RD_c4,                          _,   _,   _,   _,   x) \
	row(PERF_METRICS_BACKEND_BOUND,                                       x,   x,   x,   x,   x) \
	row(PERF_METRICS_BAD_SPECULATION,                                     x,   x,   x,   x,   x) \
	row(PERF_METRICS_BRANCH_MISPREDICTS,                                  x,   x,   x,   x,   x) \
	row(PERF_METRICS_FETCH_LATENCY,                                       x,   x,   x,   x,   x) \
	row(PERF_METRICS_FRONTEND_BOUND,                                      x,   x,   x,   x,   x) \
	row(PERF_METRICS_HEAVY_OPERATIONS,                                    x,   x,   x,   x,   x) \
	row(PERF_METRICS_MEMORY_BOUND,                                        x,   x,   x,   x,   x) \
	row(PERF_METRICS_RETIRING,                                            x,   x,   x,   x,   x) \
	row(RESOURCE_STALLS_SCOREBOARD,                                       x,   x,   x,   x,   x) \
	row(RS_EMPTY_RESOURCE,                                                x,   x,   _,   x,   _) \
	row(TOPDOWN_BACKEND_BOUND_SLOTS,                                      x,   x,   x,   x,   x) \
	row(TOPDOWN_BR_MISPREDICT_SLOTS,                                      x,   x,   x,   x,   x) \
	row(TOPDOWN_SLOTS,                                                    x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_0_spr,                                       x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_1_spr,                                       x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_2_3_10,                                      x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_4_9_spr,                                     x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_5_11,                                        x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_6_spr,                                       x,   x,   x,   x,   x) \
	row(UOPS_DISPATCHED_PORT_7_8_spr,                                     x,   x,   x,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_3,                                        x,   x,   x,   x,   x) \
	row(UOPS_EXECUTED_THREAD_icl,                                         x,   x,   x,   x,   x) \
	row(UOPS_EXECUTED_X87_icl,                                            x,   x,   x,   x,   x) \
	row(UOPS_ISSUED_ANY_spr,                                              x,   x,   x,   x,   x) \
	row(UOPS_RETIRED_HEAVY,                                               x,   x,   x,   x,   x) \
	row(UOPS_RETIRED_MS,                                                  x,   x,   x,   x,   x) \
	row(UOPS_RETIRED_MS_c1,                                               x,   x,   x,   x,   x) \
	row(UOPS_RETIRED_MS_c1_e1,                                            x,   x,   x,   x,   x) \
	row(UOPS_RETIRED_SLOTS,                                               x,   x,   x,   x,   x) \
	row(XQ_FULL_CYCLES,                                                   x,   x,   x,   x,   x)

                                                            /* spr  emr  gnr  adl  mtl */
#define NODES(row) \
	row(tma_retiring_icl,                                    x,   x,   x,   x,   x) \
	    row(tma_light_operations_icl,                        x,   x,   x,   x,   x) \
	        row(tma_fp_arith,                                x,   x,   x,   x,   x) \
	            row(tma_x87_use_icl,                         x,   x,   x,   x,   x) \
	            row(tma_fp_scalar_spr,                       x,   x,   x,   _,   _) \
	            row(tma_fp_scalar_icl,                       _,   _,   _,   x,   x) \
	            row(tma_fp_vector_spr,                       x,   x,   x,   _,   _) \
	            row(tma_fp_vector_icl,                       _,   _,   _,   x,   x) \
	                row(tma_fp_vector_128b_spr,              x,   x,   x,   _,   _) \
	                row(tma_fp_vector_128b_icl,              _,   _,   _,   x,   x) \
	                row(tma_fp_vector_256b_spr,              x,   x,   x,   _,   _) \
	                row(tma_fp_vector_256b_icl,              _,   _,   _,   x,   x) \
	                row(tma_fp_vector_512b_spr,              x,   x,   x,   _,   _) \
	        row(tma_int_operations,                          x,   x,   x,   x,   x) \
	            row(tma_int_vector_128b,                     x,   x,   x,   x,   x) \
	            row(tma_int_vector_256b,                     x,   x,   x,   x,   x) \
	        row(tma_memory_operations_spr,                   x,   x,   x,   x,   x) \
	        row(tma_fused_instructions_spr,                  x,   x,   x,   x,   x) \
	        row(tma_non_fused_branches_spr,                  x,   x,   x,   x,   x) \
	        row(tma_other_light_ops_spr,                     x,   x,   x,   x,   x) \
	            row(tma_nop_instructions_icl,                x,   x,   x,   x,   x) \
	            row(tma_shuffles_256b,                       x,   x,   x,   x,   x) \
	    row(tma_heavy_operations_spr,                        x,   x,   x,   x,   x) \
	        row(tma_few_uops_instructions_spr,               x,   x,   x,   x,   x) \
	        row(tma_microcode_sequencer_spr,                 x,   x,   x,   x,   x) \
	            row(tma_assists_spr,                         x,   x,   x,   x,   x) \
	                row(tma_page_faults,                     x,   x,   x,   x,   x) \
	                row(tma_fp_assists_spr,                  x,   x,   x,   x,   x) \
	                row(tma_avx_assists,                     x,   x,   x,   x,   x) \
	            row(tma_cisc_spr,                            x,   _,   _,   x,   _) \
	            row(tma_cisc_icl,                            _,   x,   x,   _,   _) \
	            row(tma_cisc_mtl,                            _,   _,   _,   _,   x) \
	row(tma_bad_speculation_icl,                             x,   x,   x,   x,   x) \
	    row(tma_branch_mispredicts_spr,                      x,   x,   x,   x,   x) \
	        row(tma_cond_nt_mispredicts,                     _,   _,   x,   _,   x) \
	        row(tma_cond_tk_mispredicts,                     _,   _,   x,   _,   x) \
	        row(tma_ind_call_mispredicts,                    _,   _,   x,   _,   x) \
	        row(tma_ind_jump_mispredicts,                    _,   _,   x,   _,   x) \
	        row(tma_ret_mispredicts,                         _,   _,   x,   _,   x) \
	        row(tma_other_mispredicts_icl,                   x,   x,   x,   x,   x) \
	    row(tma_machine_clears_icl,                          x,   x,   x,   x,   x) \
	        row(tma_other_nukes_icl,                         x,   x,   x,   x,   x) \
	row(tma_frontend_bound_spr,                              x,   x,   _,   x,   _) \
	row(tma_frontend_bound_gnr,                              _,   _,   x,   _,   x) \
	    row(tma_fetch_latency_spr,                           x,   x,   _,   x,   _) \
	    row(tma_fetch_latency_gnr,                           _,   _,   x,   _,   x) \
	        row(tma_icache_misses_icl,                       x,   x,   _,   x,   _) \
	        row(tma_icache_misses_gnr,                       _,   _,   x,   _,   _) \
	        row(tma_icache_misses_mtl,                       _,   _,   _,   _,   x) \
	            row(tma_code_l2_hit,                         x,   x,   _,   x,   _) \
	            row(tma_code_l2_hit_gnr,                     _,   _,   x,   _,   x) \
	            row(tma_code_l2_miss,                        x,   x,   _,   x,   _) \
	            row(tma_code_l2_miss_gnr,                    _,   _,   x,   _,   x) \
	        row(tma_itlb_misses_icl,                         x,   x,   _,   x,   _) \
	        row(tma_itlb_misses_gnr,                         _,   _,   x,   _,   _) \
	        row(tma_itlb_misses_mtl,                         _,   _,   _,   _,   x) \
	            row(tma_code_stlb_hit,                       x,   x,   _,   x,   _) \
	            row(tma_code_stlb_hit_gnr,                   _,   _,   x,   _,   x) \
	            row(tma_code_stlb_miss,                      x,   x,   _,   x,   _) \
	            row(tma_code_stlb_miss_gnr,                  _,   _,   x,   _,   x) \
	                row(tma_code_stlb_miss_4k,               x,   x,   _,   x,   _) \
	                row(tma_code_stlb_miss_4k_gnr,           _,   _,   x,   _,   x) \
	                row(tma_code_stlb_miss_2m,               x,   x,   _,   x,   _) \
	                row(tma_code_stlb_miss_2m_gnr,           _,   _,   x,   _,   x) \
	        row(tma_branch_resteers_spr,                     x,   x,   x,   x,   x) \
	            row(tma_mispredicts_resteers_spr,            x,   x,   x,   x,   x) \
	            row(tma_clears_resteers_spr,                 x,   x,   x,   x,   x) \
	            row(tma_unknown_branches_spr,                x,   x,   _,   x,   _) \
	            row(tma_unknown_branches_gnr,                _,   _,   x,   _,   _) \
	            row(tma_unknown_branches_mtl,                _,   _,   _,   _,   x) \
	        row(tma_ms_switches_spr,                         x,   _,   _,   x,   _) \
	        row(tma_ms_switches_emr,                         _,   x,   x,   _,   _) \
	        row(tma_ms_switches_mtl,                         _,   _,   _,   _,   x) \
	        row(tma_lcp_skl,                                 x,   x,   x,   x,   x) \
	        row(tma_dsb_switches_icl,                        x,   x,   _,   x,   _) \
	        row(tma_dsb_switches_gnr,                        _,   _,   x,   _,   x) \
	    row(tma_fetch_bandwidth_icl,                         x,   x,   _,   x,   _) \
	    row(tma_fetch_bandwidth_gnr,                         _,   _,   x,   _,   x) \
	        row(tma_mite_icl,                                x,   x,   _,   x,   _) \
	        row(tma_mite_gnr,                                _,   _,   x,   _,   _) \
	        row(tma_mite_mtl,                                _,   _,   _,   _,   x) \
	            row(tma_decoder0_alone_icl,                  x,   x,   x,   x,   x) \
	        row(tma_dsb_icl,                                 x,   x,   x,   x,   x) \
	        row(tma_lsd,                                     _,   _,   _,   x,   x) \
	        row(tma_ms_spr,                                  x,   x,   x,   x,   x) \
	row(tma_backend_bound_spr,                               x,   x,   x,   x,   x) \
	    row(tma_memory_bound_spr,                            x,   x,   x,   x,   x) \
	        row(tma_l1_bound_spr,                            x,   x,   x,   x,   x) \
	            row(tma_dtlb_load_spr,                       x,   x,   _,   x,   _) \
	            row(tma_dtlb_load_gnr,                       _,   _,   x,   _,   x) \
	                row(tma_load_stlb_hit,                   x,   x,   _,   x,   _) \
	                row(tma_load_stlb_hit_gnr,               _,   _,   x,   _,   x) \
	                row(tma_load_stlb_miss,                  x,   x,   x,   x,   x) \
	                    row(tma_load_stlb_miss_4k,           x,   x,   x,   x,   x) \
	                    row(tma_load_stlb_miss_2m,           x,   x,   x,   x,   x) \
	                    row(tma_load_stlb_miss_1g,           x,   x,   x,   x,   x) \
	            row(tma_store_fwd_blk,                       x,   x,   x,   x,   x) \
	            row(tma_l1_latency_dependency_spr,           x,   x,   x,   x,   x) \
	            row(tma_lock_latency_spr,                    x,   x,   _,   x,   _) \
	            row(tma_lock_latency_gnr,                    _,   _,   x,   _,   _) \
	            row(tma_lock_latency_mtl,                    _,   _,   _,   _,   x) \
	            row(tma_split_loads_spr,                     x,   x,   _,   x,   _) \
	            row(tma_split_loads_gnr,                     _,   _,   x,   _,   _) \
	            row(tma_split_loads_mtl,                     _,   _,   _,   _,   x) \
	            row(tma_fb_full_icl,                         x,   x,   x,   x,   x) \
	        row(tma_l2_bound_spr,                            x,   x,   _,   x,   _) \
	        row(tma_l2_bound_gnr,                            _,   _,   x,   _,   _) \
	        row(tma_l2_bound_mtl,                            _,   _,   _,   _,   x) \
	            row(tma_l2_hit_latency_spr,                  x,   x,   _,   _,   _) \
	            row(tma_l2_hit_latency_gnr,                  _,   _,   x,   _,   _) \
	            row(tma_l2_hit_latency_adl,                  _,   _,   _,   x,   _) \
	            row(tma_l2_hit_latency_mtl,                  _,   _,   _,   _,   x) \
	        row(tma_l3_bound_spr,                            x,   x,   _,   x,   _) \
	        row(tma_l3_bound_gnr,                            _,   _,   x,   _,   _) \
	        row(tma_l3_bound_mtl,                            _,   _,   _,   _,   x) \
	            row(tma_contested_accesses_spr,              x,   x,   _,   _,   _) \
	            row(tma_contested_accesses_gnr,              _,   _,   x,   _,   _) \
	            row(tma_contested_accesses_adl,              _,   _,   _,   x,   _) \
	            row(tma_contested_accesses_mtl,              _,   _,   _,   _,   x) \
	            row(tma_data_sharing_spr,                    x,   x,   _,   _,   _) \
	            row(tma_data_sharing_gnr,                    _,   _,   x,   _,   _) \
	            row(tma_data_sharing_adl,                    _,   _,   _,   x,   _) \
	            row(tma_data_sharing_mtl,                    _,   _,   _,   _,   x) \
	            row(tma_l3_hit_latency_spr,                  x,   x,   _,   _,   _) \
	            row(tma_l3_hit_latency_gnr,                  _,   _,   x,   _,   _) \
	            row(tma_l3_hit_latency_icl,                  _,   _,   _,   x,   _) \
	            row(tma_l3_hit_latency_mtl,                  _,   _,   _,   _,   x) \
	            row(tma_sq_full_spr,                         x,   x,   x,   x,   x) \
	        row(tma_l3_miss_bound_spr,                       x,   _,   x,   _,   _) \
	        row(tma_l3_miss_bound_emr,                       _,   x,   _,   x,   x) \
	            row(tma_mem_bandwidth_spr,                   x,   x,   _,   _,   _) \
	            row(tma_mem_bandwidth_gnr,                   _,   _,   x,   _,   _) \
	            row(tma_mem_bandwidth_bdw,                   _,   _,   _,   x,   _) \
	            row(tma_mem_bandwidth_mtl,                   _,   _,   _,   _,   x) \
	                row(tma_mba_stalls,                      x,   x,   x,   _,   _) \
	            row(tma_mem_latency,                         x,   x,   x,   x,   x) \
	                row(tma_local_mem_spr,                   x,   x,   _,   _,   _) \
	                row(tma_local_mem_gnr,                   _,   _,   x,   _,   _) \
	                row(tma_remote_mem_spr,                  x,   x,   _,   _,   _) \
	                row(tma_remote_mem_gnr,                  _,   _,   x,   _,   _) \
	                row(tma_remote_cache_spr,                x,   x,   _,   _,   _) \
	                row(tma_remote_cache_gnr,                _,   _,   x,   _,   _) \
	        row(tma_cxl_mem_bound_spr,                       x,   _,   _,   _,   _) \
	        row(tma_cxl_mem_bound_gnr,                       _,   _,   x,   _,   _) \
	        row(tma_store_bound_icl,                         x,   x,   x,   x,   x) \
	            row(tma_store_latency_spr,                   x,   x,   x,   x,   x) \
	            row(tma_false_sharing_spr,                   x,   x,   x,   _,   _) \
	            row(tma_false_sharing_adl,                   _,   _,   _,   x,   x) \
	            row(tma_split_stores_icl,                    x,   x,   _,   x,   _) \
	            row(tma_split_stores_gnr,                    _,   _,   x,   _,   _) \
	            row(tma_split_stores_mtl,                    _,   _,   _,   _,   x) \
	            row(tma_streaming_stores_spr,                x,   x,   x,   x,   x) \
	            row(tma_dtlb_store_icl,                      x,   x,   _,   x,   _) \
	            row(tma_dtlb_store_gnr,                      _,   _,   x,   _,   x) \
	                row(tma_store_stlb_hit_icl,              x,   x,   _,   x,   _) \
	                row(tma_store_stlb_hit_gnr,              _,   _,   x,   _,   x) \
	                row(tma_store_stlb_miss_icl,             x,   x,   x,   x,   x) \
	                    row(tma_store_stlb_miss_4k_icl,      x,   x,   x,   x,   x) \
	                    row(tma_store_stlb_miss_2m_icl,      x,   x,   x,   x,   x) \
	                    row(tma_store_stlb_miss_1g_icl,      x,   x,   x,   x,   x) \
	    row(tma_core_bound_icl,                              x,   x,   x,   x,   x) \
	        row(tma_divider_spr,                             x,   _,   _,   x,   _) \
	        row(tma_divider_emr,                             _,   x,   x,   _,   x) \
	            row(tma_fp_divider_spr,                      x,   x,   x,   x,   x) \
	            row(tma_int_divider,                         x,   x,   x,   x,   x) \
	        row(tma_serializing_operation_spr,               x,   x,   x,   x,   x) \
	            row(tma_slow_pause_spr,                      x,   x,   x,   x,   x) \
	            row(tma_c01_wait,                            x,   x,   x,   x,   x) \
	            row(tma_c02_wait,                            x,   x,   x,   x,   x) \
	            row(tma_memory_fence,                        x,   x,   x,   x,   x) \
	        row(tma_amx_busy,                                x,   x,   x,   _,   _) \
	        row(tma_ports_utilization_spr,                   x,   x,   x,   x,   x) \
	            row(tma_ports_utilized_0_spr,                x,   x,   _,   x,   _) \
	            row(tma_ports_utilized_0_gnr,                _,   _,   x,   _,   x) \
	                row(tma_mixing_vectors_spr,              x,   x,   x,   x,   x) \
	            row(tma_ports_utilized_1_icl,                x,   x,   x,   x,   x) \
	            row(tma_ports_utilized_2_icl,                x,   x,   x,   x,   x) \
	            row(tma_ports_utilized_3m_icl,               x,   x,   x,   x,   x) \
	                row(tma_alu_op_utilization_spr,          x,   x,   x,   x,   x) \
	                    row(tma_port_0_spr,                  x,   _,   x,   x,   x) \
	                    row(tma_port_0_emr,                  _,   x,   _,   _,   _) \
	                    row(tma_port_1_spr,                  x,   _,   x,   x,   x) \
	                    row(tma_port_1_emr,                  _,   x,   _,   _,   _) \
	                    row(tma_port_6_spr,                  x,   _,   x,   x,   x) \
	                    row(tma_port_6_emr,                  _,   x,   _,   _,   _) \
	                row(tma_load_op_utilization_spr,         x,   x,   x,   x,   x) \
	                row(tma_store_op_utilization_spr,        x,   x,   x,   x,   x)

                                                        /* spr  emr  gnr  adl  mtl */
#define TERMS(row) \
	row(tma_info_thread_clks,                            x,   x,   x,   x,   x) \
	row(tma_info_core_core_clks_icl,                     x,   x,   x,   x,   x) \
	row(tma_info_memory_load_miss_real_latency_spr,      x,   x,   x,   x,   x) \
	row(tma_info_thread_slots_icl,                       x,   x,   x,   x,   x)

/* Sapphire Rapids, sapphirerapids, TMA_Metrics-full.csv */
#define OF_spr(row, spr, emr, gnr, adl, mtl) TREE_HAS_##spr(row)
static const uint16_t spr_events[] = { EVENTS(OF_spr) }, spr_nodes[] = { NODES(OF_spr) },
	spr_terms[] = { TERMS(OF_spr) };
const struct tree tree_intel_spr = {
	.name = "Sapphire Rapids", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 6, .counters = 8,
	TREE_ROWS(intel, spr), TREE_TERM_ROWS(intel, spr),
};

/* Emerald Rapids, emeraldrapids, TMA_Metrics-full.csv */
#define OF_emr(row, spr, emr, gnr, adl, mtl) TREE_HAS_##emr(row)
static const uint16_t emr_events[] = { EVENTS(OF_emr) }, emr_nodes[] = { NODES(OF_emr) },
	emr_terms[] = { TERMS(OF_emr) };
const struct tree tree_intel_emr = {
	.name = "Emerald Rapids", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 6, .counters = 8,
	TREE_ROWS(intel, emr), TREE_TERM_ROWS(intel, emr),
};

/* Granite Rapids, graniterapids, TMA_Metrics-full.csv */
#define OF_gnr(row, spr, emr, gnr, adl, mtl) TREE_HAS_##gnr(row)
static const uint16_t gnr_events[] = { EVENTS(OF_gnr) }, gnr_nodes[] = { NODES(OF_gnr) },
	gnr_terms[] = { TERMS(OF_gnr) };
const struct tree tree_intel_gnr = {
	.name = "Granite Rapids", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 6, .counters = 8,
	TREE_ROWS(intel, gnr), TREE_TERM_ROWS(intel, gnr),
};

/* Alder Lake P, alderlake, TMA_Metrics-full.csv */
#define OF_adl(row, spr, emr, gnr, adl, mtl) TREE_HAS_##adl(row)
static const uint16_t adl_events[] = { EVENTS(OF_adl) }, adl_nodes[] = { NODES(OF_adl) },
	adl_terms[] = { TERMS(OF_adl) };
const struct tree tree_intel_adl = {
	.name = "Alder Lake P", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 6, .counters = 8,
	TREE_ROWS(intel, adl), TREE_TERM_ROWS(intel, adl),
};

/* Meteor Lake P, meteorlake, TMA_Metrics-full.csv */
#define OF_mtl(row, spr, emr, gnr, adl, mtl) TREE_HAS_##mtl(row)
static const uint16_t mtl_events[] = { EVENTS(OF_mtl) }, mtl_nodes[] = { NODES(OF_mtl) },
	mtl_terms[] = { TERMS(OF_mtl) };
const struct tree tree_intel_mtl = {
	.name = "Meteor Lake P", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 6, .counters = 8,
	TREE_ROWS(intel, mtl), TREE_TERM_ROWS(intel, mtl),
};
/* clang-format on */
