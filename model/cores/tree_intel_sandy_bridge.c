/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The metric trees of Sandy Bridge, Jaketown, Ivy Bridge and Ivytown: x, a core has this row of tree_intel_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#include "config.h"
#include "model/cores/tree_intel_rows.h"

/* clang-format off */
                                                                 /* snb  jkt  ivb  ivt */
#define EVENTS(row) \
	row(ARITH_FPU_DIV_ACTIVE,                                     x,   x,   x,   x) \
	row(BACLEARS_ANY,                                             x,   x,   x,   x) \
	row(BR_MISP_RETIRED_ALL_BRANCHES,                             x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_ONE_THREAD_ACTIVE,                       x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_REF_XCLK,                                x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD,                                  x,   x,   x,   x) \
	row(CPU_CLK_UNHALTED_THREAD_ANY,                              x,   x,   x,   x) \
	row(CYCLE_ACTIVITY_CYCLES_NO_DISPATCH,                        x,   x,   _,   _) \
	row(CYCLE_ACTIVITY_CYCLES_NO_EXECUTE,                         _,   _,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L1D_PENDING,                        x,   x,   _,   _) \
	row(CYCLE_ACTIVITY_STALLS_L1D_PENDING_ivb,                    _,   _,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_L2_PENDING,                         x,   x,   x,   x) \
	row(CYCLE_ACTIVITY_STALLS_LDM_PENDING,                        _,   _,   x,   x) \
	row(DSB2MITE_SWITCHES_PENALTY_CYCLES,                         x,   x,   x,   x) \
	row(DTLB_LOAD_MISSES_STLB_HIT,                                x,   x,   _,   _) \
	row(DTLB_LOAD_MISSES_STLB_HIT_ivb,                            _,   _,   x,   x) \
	row(DTLB_LOAD_MISSES_WALK_DURATION,                           x,   x,   _,   _) \
	row(DTLB_LOAD_MISSES_WALK_DURATION_ivb,                       _,   _,   x,   x) \
	row(DTLB_STORE_MISSES_STLB_HIT,                               _,   _,   x,   x) \
	row(DTLB_STORE_MISSES_WALK_DURATION,                          _,   _,   x,   x) \
	row(FP_COMP_OPS_EXE_SSE_PACKED_DOUBLE,                        x,   x,   x,   x) \
	row(FP_COMP_OPS_EXE_SSE_PACKED_SINGLE,                        x,   x,   x,   x) \
	row(FP_COMP_OPS_EXE_SSE_SCALAR_DOUBLE,                        x,   x,   x,   x) \
	row(FP_COMP_OPS_EXE_SSE_SCALAR_SINGLE,                        x,   x,   x,   x) \
	row(FP_COMP_OPS_EXE_X87,                                      x,   x,   x,   x) \
	row(ICACHE_IFETCH_STALL,                                      _,   _,   x,   x) \
	row(IDQ_ALL_DSB_CYCLES_4_UOPS,                                _,   _,   x,   x) \
	row(IDQ_ALL_DSB_CYCLES_ANY_UOPS,                              _,   _,   x,   x) \
	row(IDQ_ALL_MITE_CYCLES_4_UOPS,                               _,   _,   x,   x) \
	row(IDQ_ALL_MITE_CYCLES_ANY_UOPS,                             _,   _,   x,   x) \
	row(IDQ_MS_SWITCHES,                                          x,   x,   x,   x) \
	row(IDQ_MS_UOPS,                                              x,   x,   x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CORE,                              x,   x,   x,   x) \
	row(IDQ_UOPS_NOT_DELIVERED_CYCLES_0_UOPS_DELIV_CORE,          x,   x,   x,   x) \
	row(ILD_STALL_LCP,                                            x,   x,   x,   x) \
	row(INST_RETIRED_ANY,                                         x,   x,   x,   x) \
	row(INST_RETIRED_PREC_DIST,                                   x,   x,   x,   x) \
	row(INT_MISC_RECOVERY_CYCLES,                                 x,   x,   x,   x) \
	row(INT_MISC_RECOVERY_CYCLES_ANY,                             x,   x,   x,   x) \
	row(ITLB_MISSES_STLB_HIT,                                     x,   x,   x,   x) \
	row(ITLB_MISSES_WALK_COMPLETED,                               x,   x,   x,   x) \
	row(ITLB_MISSES_WALK_DURATION,                                x,   x,   x,   x) \
	row(L1D_PEND_MISS_FB_FULL_c1,                                 _,   _,   x,   x) \
	row(L1D_PEND_MISS_PENDING,                                    _,   _,   x,   x) \
	row(L2_RQSTS_RFO_HIT,                                         _,   _,   x,   x) \
	row(LD_BLOCKS_NO_SR,                                          _,   _,   x,   x) \
	row(LD_BLOCKS_STORE_FORWARD,                                  _,   _,   x,   x) \
	row(LD_BLOCKS_PARTIAL_ADDRESS_ALIAS,                          _,   _,   x,   x) \
	row(MACHINE_CLEARS_COUNT,                                     x,   x,   x,   x) \
	row(MEM_LOAD_UOPS_MISC_RETIRED_LLC_MISS,                      x,   _,   _,   _) \
	row(MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HIT,                   _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HITM,                  _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_MISS,                  _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_LLC_MISS_RETIRED_LOCAL_DRAM,                _,   _,   _,   x) \
	row(MEM_LOAD_UOPS_LLC_MISS_RETIRED_REMOTE_DRAM,               _,   _,   _,   x) \
	row(MEM_LOAD_UOPS_LLC_MISS_RETIRED_REMOTE_FWD,                _,   _,   _,   x) \
	row(MEM_LOAD_UOPS_LLC_MISS_RETIRED_REMOTE_HITM,               _,   _,   _,   x) \
	row(MEM_LOAD_UOPS_RETIRED_HIT_LFB,                            _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L1_HIT,                             _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L1_MISS,                            _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_L2_HIT,                             _,   _,   x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_LLC_HIT,                            x,   _,   x,   x) \
	row(MEM_LOAD_UOPS_RETIRED_LLC_HIT_jkt,                        _,   x,   _,   _) \
	row(MEM_LOAD_UOPS_RETIRED_LLC_MISS,                           _,   x,   _,   _) \
	row(MEM_LOAD_UOPS_RETIRED_LLC_MISS_ivb,                       _,   _,   x,   x) \
	row(MEM_UOPS_RETIRED_ALL_STORES,                              x,   x,   x,   x) \
	row(MEM_UOPS_RETIRED_LOCK_LOADS,                              _,   _,   x,   x) \
	row(MEM_UOPS_RETIRED_SPLIT_LOADS,                             _,   _,   x,   x) \
	row(MEM_UOPS_RETIRED_SPLIT_STORES,                            _,   _,   x,   x) \
	row(MEM_UOPS_RETIRED_STLB_MISS_LOADS,                         x,   x,   x,   x) \
	row(MEM_UOPS_RETIRED_STLB_MISS_STORES,                        _,   _,   x,   x) \
	row(OFFCORE_REQUESTS_BUFFER_SQ_FULL,                          _,   _,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_ALL_DATA_RD_c6,              x,   x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DATA_RD,         x,   x,   x,   x) \
	row(OFFCORE_REQUESTS_OUTSTANDING_CYCLES_WITH_DEMAND_RFO,      _,   _,   x,   x) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_LLC_HIT_HITM_OTHER_CORE,      _,   _,   x,   x) \
	row(OFFCORE_RESPONSE_DEMAND_RFO_LLC_MISS_REMOTE_HITM,         _,   _,   _,   x) \
	row(OTHER_ASSISTS_ANY_WB_ASSIST,                              _,   _,   x,   x) \
	row(RESOURCE_STALLS_SB,                                       x,   x,   x,   x) \
	row(RS_EVENTS_EMPTY_CYCLES,                                   x,   x,   x,   x) \
	row(RS_EVENTS_EMPTY_END,                                      x,   x,   _,   _) \
	row(RS_EVENTS_EMPTY_END_ivb,                                  _,   _,   x,   x) \
	row(SIMD_FP_256_PACKED_DOUBLE,                                x,   x,   x,   x) \
	row(SIMD_FP_256_PACKED_SINGLE,                                x,   x,   x,   x) \
	row(UOPS_DISPATCHED_THREAD,                                   x,   x,   _,   _) \
	row(UOPS_DISPATCHED_THREAD_c1,                                x,   x,   _,   _) \
	row(UOPS_DISPATCHED_THREAD_c2,                                x,   x,   _,   _) \
	row(UOPS_DISPATCHED_THREAD_c3,                                x,   x,   _,   _) \
	row(UOPS_DISPATCHED_PORT_PORT_0,                              _,   _,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_1,                              _,   _,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_2,                              _,   _,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_3,                              _,   _,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_4,                              _,   _,   x,   x) \
	row(UOPS_DISPATCHED_PORT_PORT_5,                              _,   _,   x,   x) \
	row(UOPS_EXECUTED_CORE_c1,                                    _,   _,   x,   x) \
	row(UOPS_EXECUTED_CORE_c1_i1,                                 _,   _,   x,   x) \
	row(UOPS_EXECUTED_CORE_c2,                                    _,   _,   x,   x) \
	row(UOPS_EXECUTED_CORE_c3,                                    _,   _,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_1_UOP_EXEC,                       _,   _,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_2_UOPS_EXEC,                      _,   _,   x,   x) \
	row(UOPS_EXECUTED_CYCLES_GE_3_UOPS_EXEC,                      _,   _,   x,   x) \
	row(UOPS_EXECUTED_THREAD,                                     _,   _,   x,   x) \
	row(UOPS_ISSUED_ANY,                                          x,   x,   x,   x) \
	row(UOPS_RETIRED_RETIRE_SLOTS,                                x,   x,   x,   x)

                                                      /* snb  jkt  ivb  ivt */
#define NODES(row) \
	row(tma_retiring,                                  x,   x,   x,   x) \
	    row(tma_light_operations,                      x,   x,   x,   x) \
	        row(tma_fp_arith,                          x,   x,   x,   x) \
	            row(tma_x87_use,                       x,   x,   _,   _) \
	            row(tma_x87_use_ivb,                   _,   _,   x,   x) \
	            row(tma_fp_scalar,                     x,   x,   _,   _) \
	            row(tma_fp_scalar_ivb,                 _,   _,   x,   x) \
	            row(tma_fp_vector,                     x,   x,   _,   _) \
	            row(tma_fp_vector_ivb,                 _,   _,   x,   x) \
	                row(tma_fp_vector_128b,            x,   x,   _,   _) \
	                row(tma_fp_vector_128b_ivb,        _,   _,   x,   x) \
	                row(tma_fp_vector_256b,            x,   x,   _,   _) \
	                row(tma_fp_vector_256b_ivb,        _,   _,   x,   x) \
	    row(tma_heavy_operations,                      x,   x,   x,   x) \
	        row(tma_microcode_sequencer,               x,   x,   x,   x) \
	            row(tma_assists,                       _,   _,   x,   x) \
	            row(tma_cisc,                          _,   _,   x,   x) \
	row(tma_bad_speculation,                           x,   x,   x,   x) \
	    row(tma_branch_mispredicts,                    x,   x,   x,   x) \
	    row(tma_machine_clears,                        x,   x,   x,   x) \
	row(tma_frontend_bound,                            x,   x,   x,   x) \
	    row(tma_fetch_latency,                         x,   x,   _,   _) \
	    row(tma_fetch_latency_ivb,                     _,   _,   x,   x) \
	        row(tma_icache_misses,                     _,   _,   x,   x) \
	        row(tma_itlb_misses,                       x,   x,   x,   x) \
	        row(tma_branch_resteers,                   x,   x,   x,   x) \
	        row(tma_ms_switches,                       x,   x,   x,   x) \
	        row(tma_lcp,                               x,   x,   x,   x) \
	        row(tma_dsb_switches,                      x,   x,   x,   x) \
	    row(tma_fetch_bandwidth,                       x,   x,   x,   x) \
	        row(tma_mite,                              _,   _,   x,   x) \
	        row(tma_dsb,                               _,   _,   x,   x) \
	row(tma_backend_bound,                             x,   x,   x,   x) \
	    row(tma_memory_bound,                          x,   x,   _,   _) \
	    row(tma_memory_bound_ivb,                      _,   _,   x,   x) \
	        row(tma_l1_bound,                          _,   _,   x,   x) \
	        row(tma_dtlb_load,                         x,   x,   _,   _) \
	            row(tma_dtlb_load_ivb,                 _,   _,   x,   x) \
	            row(tma_store_fwd_blk,                 _,   _,   x,   x) \
	            row(tma_lock_latency,                  _,   _,   x,   x) \
	            row(tma_split_loads,                   _,   _,   x,   x) \
	            row(tma_4k_aliasing,                   _,   _,   x,   x) \
	            row(tma_fb_full,                       _,   _,   x,   x) \
	        row(tma_l2_bound,                          _,   _,   x,   x) \
	        row(tma_l3_bound,                          x,   _,   _,   _) \
	        row(tma_l3_bound_jkt,                      _,   x,   _,   _) \
	        row(tma_l3_bound_ivb,                      _,   _,   x,   x) \
	            row(tma_contested_accesses,            _,   _,   x,   _) \
	            row(tma_contested_accesses_ivt,        _,   _,   _,   x) \
	            row(tma_data_sharing,                  _,   _,   x,   _) \
	            row(tma_data_sharing_ivt,              _,   _,   _,   x) \
	            row(tma_l3_hit_latency,                _,   _,   x,   _) \
	            row(tma_l3_hit_latency_ivt,            _,   _,   _,   x) \
	            row(tma_sq_full,                       _,   _,   x,   x) \
	        row(tma_l3_miss_bound,                     x,   _,   _,   _) \
	        row(tma_l3_miss_bound_jkt,                 _,   x,   _,   _) \
	        row(tma_l3_miss_bound_ivb,                 _,   _,   x,   x) \
	            row(tma_mem_bandwidth,                 x,   x,   x,   x) \
	            row(tma_mem_latency,                   x,   x,   x,   x) \
	                row(tma_local_mem,                 _,   _,   _,   x) \
	                row(tma_remote_mem,                _,   _,   _,   x) \
	                row(tma_remote_cache,              _,   _,   _,   x) \
	        row(tma_store_bound,                       x,   x,   x,   x) \
	            row(tma_store_latency,                 _,   _,   x,   x) \
	            row(tma_false_sharing,                 _,   _,   x,   _) \
	            row(tma_false_sharing_ivt,             _,   _,   _,   x) \
	            row(tma_split_stores,                  _,   _,   x,   x) \
	            row(tma_dtlb_store,                    _,   _,   x,   x) \
	    row(tma_core_bound,                            x,   x,   x,   x) \
	        row(tma_divider,                           x,   x,   x,   x) \
	        row(tma_ports_utilization,                 x,   x,   _,   _) \
	        row(tma_ports_utilization_ivb,             _,   _,   x,   x) \
	            row(tma_ports_utilized_0,              _,   _,   x,   x) \
	            row(tma_ports_utilized_1,              _,   _,   x,   x) \
	            row(tma_ports_utilized_2,              _,   _,   x,   x) \
	            row(tma_ports_utilized_3m,             _,   _,   x,   x) \
	                row(tma_alu_op_utilization,        _,   _,   x,   x) \
	                    row(tma_port_0,                _,   _,   x,   x) \
	                    row(tma_port_1,                _,   _,   x,   x) \
	                    row(tma_port_5,                _,   _,   x,   x) \
	                row(tma_load_op_utilization,       _,   _,   x,   x) \
	                    row(tma_port_2,                _,   _,   x,   x) \
	                    row(tma_port_3,                _,   _,   x,   x) \
	                row(tma_store_op_utilization,      _,   _,   x,   x) \
	                    row(tma_port_4,                _,   _,   x,   x)

                                                    /* snb  jkt  ivb  ivt */
#define TERMS(row) \
	row(tma_info_thread_clks,                        x,   x,   x,   x) \
	row(tma_info_core_core_clks,                     x,   x,   x,   x) \
	row(tma_info_memory_load_miss_real_latency,      _,   _,   x,   x) \
	row(tma_info_thread_ipc,                         x,   x,   x,   x) \
	row(tma_info_thread_slots,                       x,   x,   x,   x)

/* Sandy Bridge, sandybridge, TMA_Metrics-full.csv */
#define OF_snb(row, snb, jkt, ivb, ivt) TREE_HAS_##snb(row)
static const uint16_t snb_events[] = { EVENTS(OF_snb) }, snb_nodes[] = { NODES(OF_snb) },
	snb_terms[] = { TERMS(OF_snb) };
const struct tree tree_intel_snb = {
	.name = "Sandy Bridge", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, snb), TREE_TERM_ROWS(intel, snb),
};

/* Jaketown, jaketown, TMA_Metrics-full.csv */
#define OF_jkt(row, snb, jkt, ivb, ivt) TREE_HAS_##jkt(row)
static const uint16_t jkt_events[] = { EVENTS(OF_jkt) }, jkt_nodes[] = { NODES(OF_jkt) },
	jkt_terms[] = { TERMS(OF_jkt) };
const struct tree tree_intel_jkt = {
	.name = "Jaketown", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, jkt), TREE_TERM_ROWS(intel, jkt),
};

/* Ivy Bridge, ivybridge, TMA_Metrics-full.csv */
#define OF_ivb(row, snb, jkt, ivb, ivt) TREE_HAS_##ivb(row)
static const uint16_t ivb_events[] = { EVENTS(OF_ivb) }, ivb_nodes[] = { NODES(OF_ivb) },
	ivb_terms[] = { TERMS(OF_ivb) };
const struct tree tree_intel_ivb = {
	.name = "Ivy Bridge", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, ivb), TREE_TERM_ROWS(intel, ivb),
};

/* Ivytown, ivytown, TMA_Metrics-full.csv */
#define OF_ivt(row, snb, jkt, ivb, ivt) TREE_HAS_##ivt(row)
static const uint16_t ivt_events[] = { EVENTS(OF_ivt) }, ivt_nodes[] = { NODES(OF_ivt) },
	ivt_terms[] = { TERMS(OF_ivt) };
const struct tree tree_intel_ivt = {
	.name = "Ivytown", .source = "intel/perfmon 6dadedf, TMA 5.2", .slots = 4, .counters = 4,
	TREE_ROWS(intel, ivt), TREE_TERM_ROWS(intel, ivt),
};
/* clang-format on */
