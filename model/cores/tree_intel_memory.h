/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, memory: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_MEMORY_BOUND .slug = "tma_memory_bound", .title = "Memory bound", .level = 2, .metric = M_MEMORY_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_memory_bound > 0.2 & tma_backend_bound > 0.2", .help = "This metric represents fraction of slots the Memory subsystem within the Backend was a bottleneck. Memory Bound estimates fraction of slots where pipeline is likely stalled due to demand load or store instructions. This accounts mainly for (1) non-completed in-flight memory demand loads which coincides with execution units starvation, in addition to (2) cases where stores could impose backpressure on the pipeline when many of them get buffered at the same time (less common out of the two)."
NODE_OF_CORE(tma_memory_bound, IS_MEMORY_BOUND, UNSAMPLED, /* snb jkt */
     "(min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_L1D_PENDING) + RESOURCE_STALLS.SB) / (min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_DISPATCH) + UOPS_DISPATCHED.THREAD:c1 - (UOPS_DISPATCHED.THREAD:c3 if tma_info_thread_ipc > 1.8 else UOPS_DISPATCHED.THREAD:c2) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB) * tma_backend_bound")
NODE_OF_CORE(tma_memory_bound_ivb, IS_MEMORY_BOUND, UNSAMPLED, /* ivb ivt */
     "(min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_LDM_PENDING) + RESOURCE_STALLS.SB) / (min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC - (UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB) * tma_backend_bound")
NODE_OF_CORE(tma_memory_bound_hsw, IS_MEMORY_BOUND, UNSAMPLED, /* hsw hsx */
     "(min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_LDM_PENDING) + RESOURCE_STALLS.SB) / (min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + (UOPS_EXECUTED.CORE:c1 - (UOPS_EXECUTED.CORE:c3 if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CORE:c2)) / 2 - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB if #SMT_on else min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + UOPS_EXECUTED.CORE:c1 - (UOPS_EXECUTED.CORE:c3 if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CORE:c2) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB) * tma_backend_bound")
NODE_OF_CORE(tma_memory_bound_bdw, IS_MEMORY_BOUND, UNSAMPLED, /* bdw bdwde bdx */
     "(CYCLE_ACTIVITY.STALLS_MEM_ANY + RESOURCE_STALLS.SB) / (CYCLE_ACTIVITY.STALLS_TOTAL + UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC - (UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB) * tma_backend_bound")
NODE_OF_CORE(tma_memory_bound_skl, IS_MEMORY_BOUND, UNSAMPLED, /* skl skx clx */
     "(CYCLE_ACTIVITY.STALLS_MEM_ANY + EXE_ACTIVITY.BOUND_ON_STORES) / (CYCLE_ACTIVITY.STALLS_TOTAL + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL) + EXE_ACTIVITY.BOUND_ON_STORES) * tma_backend_bound")
NODE(tma_memory_bound_icl, IS_MEMORY_BOUND, UNSAMPLED, /* icl icx tgl */
     "(CYCLE_ACTIVITY.STALLS_MEM_ANY + EXE_ACTIVITY.BOUND_ON_STORES) / (CYCLE_ACTIVITY.STALLS_TOTAL + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL) + EXE_ACTIVITY.BOUND_ON_STORES) * tma_backend_bound")
NODE(tma_memory_bound_spr, IS_MEMORY_BOUND, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "PERF_METRICS.MEMORY_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_MEMORY_BOUND_tnt .slug = "tma_memory_bound", .title = "Memory bound", .level = 2, .metric = M_MEMORY_BOUND, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_memory_bound > 0.2", .help = "Counts the number of cycles the core is stalled due to stores or loads."
NODE(tma_memory_bound_tnt, IS_MEMORY_BOUND_tnt, UNSAMPLED, /* tnt */
     "(MEM_BOUND_STALLS.LOAD_L2_HIT + MEM_BOUND_STALLS.LOAD_LLC_HIT + MEM_BOUND_STALLS.LOAD_DRAM_HIT + MEM_BOUND_STALLS.STORE_BUFFER_FULL) / tma_info_core_clks")

#define IS_DTLB_LOAD .slug = "tma_dtlb_load", .title = "DTLB load", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_dtlb_load > 0.1", .help = "This metric roughly estimates the fraction of cycles where the Data TLB (DTLB) was missed by load accesses. TLBs (Translation Look-aside Buffers) are processor caches for recently used entries out of the Page Tables that are used to map virtual- to physical-addresses by the operating system. This metric approximates the potential delay of demand loads missing the first-level data TLB (assuming worst case scenario with back to back misses to different pages). This includes hitting in the second-level TLB (STLB) as well as performing a hardware page walk on an STLB miss."
NODE(tma_dtlb_load, IS_DTLB_LOAD, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_LOADS", MEM_UOPS_RETIRED_STLB_MISS_LOADS), /* snb jkt */
     "(7 * DTLB_LOAD_MISSES.STLB_HIT + DTLB_LOAD_MISSES.WALK_DURATION) / tma_info_thread_clks")

#define IS_L3_MISS_BOUND .slug = "tma_l3_miss_bound", .title = "DRAM bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric estimates how often the CPU was stalled on accesses to external memory (DRAM) by loads. Better caching can improve the latency and increase performance."
NODE(tma_l3_miss_bound, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_UOPS_MISC_RETIRED.LLC_MISS", MEM_LOAD_UOPS_MISC_RETIRED_LLC_MISS), /* snb */
     "(1 - MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_MISC_RETIRED.LLC_MISS)) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_miss_bound_jkt, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_MISS", MEM_LOAD_UOPS_RETIRED_LLC_MISS), /* jkt */
     "(1 - MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_RETIRED.LLC_MISS)) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_miss_bound_ivb, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_MISS", MEM_LOAD_UOPS_RETIRED_LLC_MISS_ivb), /* ivb ivt */
     "(1 - MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_RETIRED.LLC_MISS)) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_miss_bound_hsw, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_MISS", MEM_LOAD_UOPS_RETIRED_L3_MISS), /* hsw hsx */
     "(1 - MEM_LOAD_UOPS_RETIRED.L3_HIT / (MEM_LOAD_UOPS_RETIRED.L3_HIT + 7 * MEM_LOAD_UOPS_RETIRED.L3_MISS)) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_miss_bound_bdw, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_MISS", MEM_LOAD_UOPS_RETIRED_L3_MISS), /* bdw bdwde bdx */
     "(1 - MEM_LOAD_UOPS_RETIRED.L3_HIT / (MEM_LOAD_UOPS_RETIRED.L3_HIT + 7 * MEM_LOAD_UOPS_RETIRED.L3_MISS)) * CYCLE_ACTIVITY.STALLS_L2_MISS / tma_info_thread_clks")
NODE(tma_l3_miss_bound_skl, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS), /* skl skx */
     "CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound")
NODE(tma_l3_miss_bound_clx, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS), /* clx */
     "(CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound - tma_cxl_mem_bound if #has_pmem > 0 else CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound)")
NODE(tma_l3_miss_bound_icl, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* icl tgl */
     "CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound")
NODE(tma_l3_miss_bound_icx, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* icx */
     "(CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound - tma_cxl_mem_bound if #has_pmem > 0 else CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound)")
NODE(tma_l3_miss_bound_spr, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* spr gnr */
     "(MEMORY_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks - tma_cxl_mem_bound if #has_pmem > 0 else MEMORY_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks)")
NODE(tma_l3_miss_bound_emr, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* emr adl mtl */
     "MEMORY_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks")
NODE(tma_l3_miss_bound_lnl, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* lnl arl */
     "MEMORY_STALLS.MEM / tma_info_thread_clks")
NODE(tma_l3_miss_bound_ptl, IS_L3_MISS_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_MISS", MEM_LOAD_RETIRED_L3_MISS_icl), /* ptl */
     "(MEMORY_STALLS.MEM / tma_info_thread_clks)")

#define IS_MEM_BANDWIDTH .slug = "tma_mem_bandwidth", .title = "Memory bandwidth", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_mem_bandwidth > 0.2 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles where the core's performance was likely hurt due to approaching bandwidth limits of external memory (DRAM, HBM). The underlying heuristic assumes that a similar off-core traffic is generated by all IA cores. This metric does not aggregate non-data-read requests by this logical processor, requests from other IA Logical Processors/Physical Cores/sockets, or other non-IA devices like GPU, hence the maximum external memory bandwidth limits may or may not be approached when this metric is flagged."
NODE(tma_mem_bandwidth, IS_MEM_BANDWIDTH, UNSAMPLED, /* snb jkt ivb ivt hsw hsx */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c6) / tma_info_thread_clks")
NODE(tma_mem_bandwidth_bdw, IS_MEM_BANDWIDTH, UNSAMPLED, /* bdw bdwde bdx skl skx clx icl icx tgl adl */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4) / tma_info_thread_clks")
NODE(tma_mem_bandwidth_spr, IS_MEM_BANDWIDTH, UNSAMPLED, /* spr emr */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c12) / tma_info_thread_clks")
NODE(tma_mem_bandwidth_gnr, IS_MEM_BANDWIDTH, UNSAMPLED, /* gnr */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c12) / tma_info_thread_clks")
NODE(tma_mem_bandwidth_mtl, IS_MEM_BANDWIDTH, UNSAMPLED, /* mtl lnl arl */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c4) / tma_info_thread_clks")
NODE(tma_mem_bandwidth_ptl, IS_MEM_BANDWIDTH, UNSAMPLED, /* ptl */
     "(min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.DATA_RD:c4)) / tma_info_thread_clks")

#define IS_MBA_STALLS .slug = "tma_mba_stalls", .title = "MBA stalls", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_mba_stalls > 0.1 & (tma_mem_bandwidth > 0.2 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates fraction of cycles where the core's performance was likely hurt due to memory bandwidth Allocation feature (RDT's memory bandwidth throttling)."
NODE(tma_mba_stalls, IS_MBA_STALLS, UNSAMPLED, "INT_MISC.MBA_STALLS / tma_info_thread_clks") /* spr emr gnr */

#define IS_MEM_LATENCY .slug = "tma_mem_latency", .title = "Memory latency", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_mem_latency > 0.1 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles where the performance was likely hurt due to latency from external memory (DRAM, HBM). This metric does not aggregate requests from other Logical Processors/Physical Cores/sockets."
NODE(tma_mem_latency, IS_MEM_LATENCY, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl */
     "min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD) / tma_info_thread_clks - tma_mem_bandwidth")
NODE(tma_mem_latency_ptl, IS_MEM_LATENCY, UNSAMPLED, /* ptl */
     "(min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD)) / tma_info_thread_clks - tma_mem_bandwidth")

#define IS_UC_BOUND .slug = "tma_uc_bound", .title = "UC bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_uc_bound > 0.2 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric roughly estimates fraction of cycles where the core's performance was likely hurt due to un-chacheable memory."
NODE(tma_uc_bound, IS_UC_BOUND, UNSAMPLED, /* lnl arl */
     "MEM_LOAD_MISC_RETIRED.UC / (MEM_LOAD_RETIRED.L2_HIT + MEM_LOAD_MISC_RETIRED.UC) * MEMORY_STALLS.L2 / tma_info_thread_clks")
NODE(tma_uc_bound_ptl, IS_UC_BOUND, UNSAMPLED, /* ptl */
     "(MEM_LOAD_MISC_RETIRED.UC * 1 / (MEM_LOAD_RETIRED.L2_HIT + MEM_LOAD_MISC_RETIRED.UC * 1)) * MEMORY_STALLS.L2 / tma_info_thread_clks")

#define IS_LOCAL_MEM .slug = "tma_local_mem", .title = "Local memory", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_local_mem > 0.1 & (tma_mem_latency > 0.1 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates fraction of cycles while the memory subsystem was handling loads from local memory. Caching will improve the latency and increase performance."
NODE(tma_local_mem, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_MISS", MEM_LOAD_UOPS_RETIRED_LLC_MISS_ivb), /* ivt */
     "200 * (MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_local_mem_hsx, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM", MEM_LOAD_UOPS_L3_MISS_RETIRED_LOCAL_DRAM), /* hsx bdx */
     "200 * (MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_local_mem_skx, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM), /* skx clx */
     "59.5 * #GHz * MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_local_mem_icx, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM), /* icx */
     "43.5 * #GHz * MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_local_mem_spr, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM), /* spr emr */
     "72 * #GHz * MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_local_mem_gnr, IS_LOCAL_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", MEM_LOAD_L3_MISS_RETIRED_LOCAL_DRAM_gnr), /* gnr */
     "MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM:R * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")

#define IS_REMOTE_MEM .slug = "tma_remote_mem", .title = "Remote memory", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_remote_mem > 0.1 & (tma_mem_latency > 0.1 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates fraction of cycles while the memory subsystem was handling loads from remote memory. This is caused often due to non-optimal NUMA allocations. #link to NUMA article."
NODE(tma_remote_mem, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_UOPS_LLC_MISS_RETIRED_REMOTE_DRAM), /* ivt */
     "310 * (MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_remote_mem_hsx, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_UOPS_L3_MISS_RETIRED_REMOTE_DRAM), /* hsx bdx */
     "310 * (MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_remote_mem_skx, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM), /* skx clx */
     "127 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_mem_icx, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM), /* icx */
     "108 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_mem_spr, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM), /* spr emr */
     "153 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_mem_gnr, IS_REMOTE_MEM, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM", MEM_LOAD_L3_MISS_RETIRED_REMOTE_DRAM_gnr), /* gnr */
     "MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM:R * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")

#define IS_REMOTE_CACHE .slug = "tma_remote_cache", .title = "Remote cache", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_remote_cache > 0.05 & (tma_mem_latency > 0.1 & (tma_l3_miss_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates fraction of cycles while the memory subsystem was handling loads from remote cache in other sockets including synchronizations issues. This is caused often due to non-optimal NUMA allocations. #link to NUMA article."
NODE(tma_remote_cache, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_UOPS_LLC_MISS_RETIRED_REMOTE_HITM), /* ivt */
     "(200 * (MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) + 180 * (MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD)))) / tma_info_thread_clks")
NODE(tma_remote_cache_hsx, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_UOPS_L3_MISS_RETIRED_REMOTE_HITM), /* hsx bdx */
     "(200 * (MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) + 180 * (MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD)))) / tma_info_thread_clks")
NODE(tma_remote_cache_skx, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM), /* skx clx */
     "(89.5 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM + 89.5 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_cache_icx, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM), /* icx */
     "(97 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM + 97 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_cache_spr, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM), /* spr emr */
     "(133 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM + 133 * #GHz * MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_remote_cache_gnr, IS_REMOTE_CACHE, SAMPLED("MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM;MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD", MEM_LOAD_L3_MISS_RETIRED_REMOTE_HITM_gnr), /* gnr */
     "(MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM:R + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD:R) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")

#define IS_CXL_MEM_BOUND .slug = "tma_cxl_mem_bound", .title = "CXL memory bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_cxl_mem_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric roughly estimates (based on idle latencies) how often the CPU was stalled on accesses to external CXL Memory by loads (e.g. 3D-Xpoint (Crystal Ridge, a.k.a. IXP) memory, PMM - Persistent Memory Module [from CLX to SPR] or any other CXL Type3 Memory [EMR onwards])."
NODE(tma_cxl_mem_bound, IS_CXL_MEM_BOUND, UNSAMPLED, /* clx icx */
     "(((1 - ((19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS))) / (19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + (25 * (MEM_LOAD_RETIRED.LOCAL_PMM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0) + 33 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_PMM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0))) if #has_pmem > 0 else 1)) * (CYCLE_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks + (CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks - tma_l2_bound) if 1e6 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_PMM + MEM_LOAD_RETIRED.LOCAL_PMM) > MEM_LOAD_RETIRED.L1_MISS else 0) if #has_pmem > 0 else 0)")
NODE(tma_cxl_mem_bound_spr, IS_CXL_MEM_BOUND, UNSAMPLED, /* spr */
     "(((1 - ((19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS))) / (19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + (25 * (MEM_LOAD_RETIRED.LOCAL_PMM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0) + 33 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_PMM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0))) if #has_pmem > 0 else 1)) * (MEMORY_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks) if 1e6 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_PMM + MEM_LOAD_RETIRED.LOCAL_PMM) > MEM_LOAD_RETIRED.L1_MISS else 0) if #has_pmem > 0 else 0)")
NODE(tma_cxl_mem_bound_gnr, IS_CXL_MEM_BOUND, UNSAMPLED, /* gnr */
     "(((1 - ((19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS))) / (19 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + 10 * (MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS)) + (25 * (MEM_LOAD_RETIRED.LOCAL_CXL_MEM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0) + 33 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_CXL_MEM * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) if #has_pmem > 0 else 0))) if #has_pmem > 0 else 1)) * (MEMORY_ACTIVITY.STALLS_L3_MISS / tma_info_thread_clks) if 1e6 * (MEM_LOAD_L3_MISS_RETIRED.REMOTE_CXL_MEM + MEM_LOAD_RETIRED.LOCAL_CXL_MEM) > MEM_LOAD_RETIRED.L1_MISS else 0) if #has_pmem > 0 else 0)")

#define IS_STORE_BOUND .slug = "tma_store_bound", .title = "Store bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric estimates how often CPU was stalled due to RFO store memory accesses, RFO store issue a read-for-ownership request before the write. Even though store accesses do not typically stall out-of-order CPUs, there are few cases where stores can lead to actual stalls. This metric will be flagged should RFO stores be a bottleneck."
NODE(tma_store_bound, IS_STORE_BOUND, SAMPLED("MEM_UOPS_RETIRED.ALL_STORES", MEM_UOPS_RETIRED_ALL_STORES), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "RESOURCE_STALLS.SB / tma_info_thread_clks")
NODE(tma_store_bound_skl, IS_STORE_BOUND, SAMPLED("MEM_INST_RETIRED.ALL_STORES", MEM_INST_RETIRED_ALL_STORES), /* skl skx clx */
     "EXE_ACTIVITY.BOUND_ON_STORES / tma_info_thread_clks")
NODE(tma_store_bound_icl, IS_STORE_BOUND, SAMPLED("MEM_INST_RETIRED.ALL_STORES", MEM_INST_RETIRED_ALL_STORES_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "EXE_ACTIVITY.BOUND_ON_STORES / tma_info_thread_clks")

#define IS_STORE_BOUND_tnt .slug = "tma_store_bound", .title = "Store bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_store_bound > 0.1", .help = "Counts the number of cycles the core is stalled due to store buffer full."
NODE(tma_store_bound_tnt, IS_STORE_BOUND_tnt, UNSAMPLED, /* tnt */
     "MEM_BOUND_STALLS.STORE_BUFFER_FULL / tma_info_core_clks")

#define IS_DRAM_BOUND .slug = "tma_dram_bound", .title = "DRAM bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_dram_bound > 0.1", .help = "Counts the number of cycles the core is stalled due to a demand load miss which hit in DRAM or MMIO (Non-DRAM)."
NODE(tma_dram_bound, IS_DRAM_BOUND, UNSAMPLED, "MEM_BOUND_STALLS.LOAD_DRAM_HIT / tma_info_core_clks") /* tnt */

#define IS_STORE_LATENCY .slug = "tma_store_latency", .title = "Store latency", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_store_latency > 0.1 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles the CPU spent handling L1D store misses. Store accesses usually less impact out-of-order core performance, however, holding resources for longer time can lead into undesired implications (e.g. contention on L1D fill-buffer entries - see FB_Full)."
NODE(tma_store_latency, IS_STORE_LATENCY, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx */
     "(L2_RQSTS.RFO_HIT * 9 * (1 - MEM_UOPS_RETIRED.LOCK_LOADS / MEM_UOPS_RETIRED.ALL_STORES) + (1 - MEM_UOPS_RETIRED.LOCK_LOADS / MEM_UOPS_RETIRED.ALL_STORES) * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO)) / tma_info_thread_clks")
NODE(tma_store_latency_skl, IS_STORE_LATENCY, UNSAMPLED, /* skl */
     "(L2_RQSTS.RFO_HIT * 9 * (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) + (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO)) / tma_info_thread_clks")
NODE(tma_store_latency_skx, IS_STORE_LATENCY, UNSAMPLED, /* skx clx */
     "(L2_RQSTS.RFO_HIT * 11 * (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) + (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO)) / tma_info_thread_clks")
NODE(tma_store_latency_icl, IS_STORE_LATENCY, UNSAMPLED, /* icl icx tgl */
     "(L2_RQSTS.RFO_HIT * 10 * (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) + (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO)) / tma_info_thread_clks")
NODE(tma_store_latency_spr, IS_STORE_LATENCY, UNSAMPLED, /* spr emr gnr adl mtl lnl arl */
     "(MEM_STORE_RETIRED.L2_HIT * 10 * (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) + (1 - MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES) * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO)) / tma_info_thread_clks")
NODE(tma_store_latency_ptl, IS_STORE_LATENCY, UNSAMPLED, /* ptl */
     "((MEM_STORE_RETIRED.L2_HIT * 10 * (1 - (MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES))) + (1 - (MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES)) * (min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO))) / tma_info_thread_clks")

#define IS_FALSE_SHARING .slug = "tma_false_sharing", .title = "False sharing", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_false_sharing > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric roughly estimates how often CPU was handling synchronizations due to False Sharing. False Sharing is a multithreading hiccup, where multiple Logical Processors contend on different data-elements mapped into the same cache line."
NODE(tma_false_sharing, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM;OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HITM), /* ivb */
     "60 * OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE / tma_info_thread_clks")
NODE(tma_false_sharing_ivt, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM;OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE;OFFCORE_RESPONSE.DEMAND_RFO.LLC_MISS.REMOTE_HITM", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HITM), /* ivt */
     "(200 * OFFCORE_RESPONSE.DEMAND_RFO.LLC_MISS.REMOTE_HITM + 60 * OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE) / tma_info_thread_clks")
NODE(tma_false_sharing_hsw, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM;OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM), /* hsw */
     "60 * OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE / tma_info_thread_clks")
NODE(tma_false_sharing_hsx, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM;OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE;OFFCORE_RESPONSE.DEMAND_RFO.LLC_MISS.REMOTE_HITM", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM), /* hsx bdx */
     "(200 * OFFCORE_RESPONSE.DEMAND_RFO.LLC_MISS.REMOTE_HITM + 60 * OFFCORE_RESPONSE.DEMAND_RFO.LLC_HIT.HITM_OTHER_CORE) / tma_info_thread_clks")
NODE(tma_false_sharing_bdw, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM;OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.SNOOP_HITM", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM), /* bdw */
     "60 * OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_skl, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM;OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.SNOOP_HITM", MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM), /* skl */
     "22 * #GHz * OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_skx, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM;OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE", MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM), /* skx */
     "(110 * #GHz * (OFFCORE_RESPONSE.DEMAND_RFO.L3_MISS.REMOTE_HITM + OFFCORE_RESPONSE.PF_L2_RFO.L3_MISS.REMOTE_HITM) + 47.5 * #GHz * (OFFCORE_RESPONSE.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE + OFFCORE_RESPONSE.PF_L2_RFO.L3_HIT.HITM_OTHER_CORE)) / tma_info_thread_clks")
NODE(tma_false_sharing_clx, IS_FALSE_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM;OCR.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE", MEM_LOAD_L3_HIT_RETIRED_XSNP_HITM), /* clx */
     "(110 * #GHz * (OCR.DEMAND_RFO.L3_MISS.REMOTE_HITM + OCR.PF_L2_RFO.L3_MISS.REMOTE_HITM) + 47.5 * #GHz * (OCR.DEMAND_RFO.L3_HIT.HITM_OTHER_CORE + OCR.PF_L2_RFO.L3_HIT.HITM_OTHER_CORE)) / tma_info_thread_clks")
NODE(tma_false_sharing_icl, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM), /* icl */
     "32.5 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_icx, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM), /* icx */
     "(120 * #GHz * OCR.DEMAND_RFO.L3_MISS:m0x103b800002 + 48 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM) / tma_info_thread_clks")
NODE(tma_false_sharing_tgl, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM), /* tgl */
     "54 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_spr, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_spr), /* spr emr gnr */
     "(170 * #GHz * OCR.DEMAND_RFO.L3_MISS:m0x103b800002 + 81 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM) / tma_info_thread_clks")
NODE(tma_false_sharing_adl, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_spr), /* adl mtl */
     "28 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_lnl, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_lnl), /* lnl arl */
     "28 * #GHz * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")
NODE(tma_false_sharing_ptl, IS_FALSE_SHARING, SAMPLED("OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", OCR_DEMAND_RFO_L3_HIT_SNOOP_HITM_lnl), /* ptl */
     "(28 * #GHz) * OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM / tma_info_thread_clks")

#define IS_SPLIT_STORES .slug = "tma_split_stores", .title = "Split stores", .level = 4, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_split_stores > 0.2 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric represents rate of split store accesses. Consider aligning your data to the 64-byte cache line granularity."
NODE_OF_CORE(tma_split_stores, IS_SPLIT_STORES, SAMPLED("MEM_UOPS_RETIRED.SPLIT_STORES", MEM_UOPS_RETIRED_SPLIT_STORES), /* ivb ivt hsw hsx bdw bdwde bdx */
     "2 * MEM_UOPS_RETIRED.SPLIT_STORES / tma_info_core_core_clks")
NODE_OF_CORE(tma_split_stores_skl, IS_SPLIT_STORES, SAMPLED("MEM_INST_RETIRED.SPLIT_STORES", MEM_INST_RETIRED_SPLIT_STORES), /* skl skx clx */
     "MEM_INST_RETIRED.SPLIT_STORES / tma_info_core_core_clks")
NODE(tma_split_stores_icl, IS_SPLIT_STORES, SAMPLED("MEM_INST_RETIRED.SPLIT_STORES", MEM_INST_RETIRED_SPLIT_STORES), /* icl icx tgl spr emr adl */
     "MEM_INST_RETIRED.SPLIT_STORES / tma_info_core_core_clks")
NODE(tma_split_stores_gnr, IS_SPLIT_STORES, SAMPLED("MEM_INST_RETIRED.SPLIT_STORES", MEM_INST_RETIRED_SPLIT_STORES_gnr), /* gnr */
     "MEM_INST_RETIRED.SPLIT_STORES * min(MEM_INST_RETIRED.SPLIT_STORES:R, 1) / tma_info_thread_clks")
NODE(tma_split_stores_mtl, IS_SPLIT_STORES, SAMPLED("MEM_INST_RETIRED.SPLIT_STORES", MEM_INST_RETIRED_SPLIT_STORES_mtl), /* mtl lnl */
     "MEM_INST_RETIRED.SPLIT_STORES * min(MEM_INST_RETIRED.SPLIT_STORES:R, 1) / tma_info_thread_clks")
NODE(tma_split_stores_arl, IS_SPLIT_STORES, SAMPLED("MEM_INST_RETIRED.SPLIT_STORES", MEM_INST_RETIRED_SPLIT_STORES_arl), /* arl ptl */
     "MEM_INST_RETIRED.SPLIT_STORES * min(MEM_INST_RETIRED.SPLIT_STORES:R, 1) / tma_info_thread_clks")

#define IS_STREAMING_STORES .slug = "tma_streaming_stores", .title = "Streaming stores", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_streaming_stores > 0.2 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates how often CPU was stalled due to Streaming store memory accesses, Streaming store optimize out a read request required by RFO stores. Even though store accesses do not typically stall out-of-order CPUs, there are few cases where stores can lead to actual stalls. This metric will be flagged should Streaming stores be a bottleneck."
NODE(tma_streaming_stores, IS_STREAMING_STORES, SAMPLED("OCR.STREAMING_WR.ANY_RESPONSE", OCR_STREAMING_WR_ANY_RESPONSE), /* icl icx tgl */
     "9 * OCR.STREAMING_WR.ANY_RESPONSE / tma_info_thread_clks")
NODE(tma_streaming_stores_spr, IS_STREAMING_STORES, SAMPLED("OCR.STREAMING_WR.ANY_RESPONSE", OCR_STREAMING_WR_ANY_RESPONSE_spr), /* spr emr gnr adl mtl lnl arl ptl */
     "9 * OCR.STREAMING_WR.ANY_RESPONSE / tma_info_thread_clks")

#define IS_DTLB_STORE .slug = "tma_dtlb_store", .title = "DTLB store", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric roughly estimates the fraction of cycles spent handling first-level data TLB store misses. As with ordinary data caching, focus on improving data locality and reducing working-set size to reduce DTLB overhead. Additionally, consider using profile-guided optimization (PGO) to collocate frequently-used data on the same page. Try using larger page sizes for large amounts of frequently-used data."
NODE(tma_dtlb_store, IS_DTLB_STORE, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_STORES", MEM_UOPS_RETIRED_STLB_MISS_STORES), /* ivb ivt */
     "(7 * DTLB_STORE_MISSES.STLB_HIT + DTLB_STORE_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_dtlb_store_hsw, IS_DTLB_STORE, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_STORES", MEM_UOPS_RETIRED_STLB_MISS_STORES), /* hsw hsx */
     "(8 * DTLB_STORE_MISSES.STLB_HIT + DTLB_STORE_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_dtlb_store_bdw, IS_DTLB_STORE, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_STORES", MEM_UOPS_RETIRED_STLB_MISS_STORES), /* bdw bdwde bdx */
     "(8 * DTLB_STORE_MISSES.STLB_HIT + DTLB_STORE_MISSES.WALK_DURATION:c1 + 7 * DTLB_STORE_MISSES.WALK_COMPLETED) / tma_info_thread_clks")
NODE_OF_CORE(tma_dtlb_store_skl, IS_DTLB_STORE, SAMPLED("MEM_INST_RETIRED.STLB_MISS_STORES", MEM_INST_RETIRED_STLB_MISS_STORES), /* skl skx clx */
     "(9 * DTLB_STORE_MISSES.STLB_HIT:c1 + DTLB_STORE_MISSES.WALK_ACTIVE) / tma_info_core_core_clks")
NODE(tma_dtlb_store_icl, IS_DTLB_STORE, SAMPLED("MEM_INST_RETIRED.STLB_MISS_STORES", MEM_INST_RETIRED_STLB_MISS_STORES), /* icl icx tgl spr emr adl */
     "(7 * DTLB_STORE_MISSES.STLB_HIT:c1 + DTLB_STORE_MISSES.WALK_ACTIVE) / tma_info_core_core_clks")
NODE(tma_dtlb_store_gnr, IS_DTLB_STORE, SAMPLED("MEM_INST_RETIRED.STLB_MISS_STORES", MEM_INST_RETIRED_STLB_MISS_STORES), /* gnr mtl lnl arl ptl */
     "MEM_INST_RETIRED.STLB_HIT_STORES * min(MEM_INST_RETIRED.STLB_HIT_STORES:R, 7) / tma_info_thread_clks + tma_store_stlb_miss")

#define IS_STORE_STLB_HIT .slug = "tma_store_stlb_hit", .title = "Store STLB hit", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_store_stlb_hit > 0.05 & (tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric roughly estimates the fraction of cycles where the TLB was missed by store accesses, hitting in the second-level TLB (STLB)."
NODE_OF_CORE(tma_store_stlb_hit, IS_STORE_STLB_HIT, UNSAMPLED, "tma_dtlb_store - tma_store_stlb_miss") /* skl skx clx */
NODE(tma_store_stlb_hit_icl, IS_STORE_STLB_HIT, UNSAMPLED, /* icl icx tgl spr emr adl */
     "tma_dtlb_store - tma_store_stlb_miss")
NODE(tma_store_stlb_hit_gnr, IS_STORE_STLB_HIT, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "max(0, tma_dtlb_store - tma_store_stlb_miss)")

#define IS_STORE_STLB_MISS .slug = "tma_store_stlb_miss", .title = "Store STLB miss", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_store_stlb_miss > 0.05 & (tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates the fraction of cycles where the STLB was missed by store accesses, performing a hardware page walk."
NODE_OF_CORE(tma_store_stlb_miss, IS_STORE_STLB_MISS, UNSAMPLED, /* skl skx clx */
     "DTLB_STORE_MISSES.WALK_ACTIVE / tma_info_core_core_clks")
NODE(tma_store_stlb_miss_icl, IS_STORE_STLB_MISS, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl */
     "DTLB_STORE_MISSES.WALK_ACTIVE / tma_info_core_core_clks")
NODE(tma_store_stlb_miss_lnl, IS_STORE_STLB_MISS, UNSAMPLED, /* lnl arl ptl */
     "DTLB_STORE_MISSES.WALK_ACTIVE / tma_info_thread_clks")

#define IS_STORE_STLB_MISS_4K .slug = "tma_store_stlb_miss_4k", .title = "Store STLB miss 4K", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_store_stlb_miss_4k > 0.05 & (tma_store_stlb_miss > 0.05 & (tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for data store accesses."
NODE_OF_CORE(tma_store_stlb_miss_4k, IS_STORE_STLB_MISS_4K, UNSAMPLED, /* skl skx clx */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_4K / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")
NODE(tma_store_stlb_miss_4k_icl, IS_STORE_STLB_MISS_4K, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_4K / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")

#define IS_STORE_STLB_MISS_2M .slug = "tma_store_stlb_miss_2m", .title = "Store STLB miss 2M", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_store_stlb_miss_2m > 0.05 & (tma_store_stlb_miss > 0.05 & (tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for data store accesses."
NODE_OF_CORE(tma_store_stlb_miss_2m, IS_STORE_STLB_MISS_2M, UNSAMPLED, /* skl skx clx */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")
NODE(tma_store_stlb_miss_2m_icl, IS_STORE_STLB_MISS_2M, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")

#define IS_STORE_STLB_MISS_1G .slug = "tma_store_stlb_miss_1g", .title = "Store STLB miss 1G", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_store_stlb_miss_1g > 0.05 & (tma_store_stlb_miss > 0.05 & (tma_dtlb_store > 0.05 & (tma_store_bound > 0.2 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 1 GB pages for data store accesses."
NODE_OF_CORE(tma_store_stlb_miss_1g, IS_STORE_STLB_MISS_1G, UNSAMPLED, /* skl skx clx */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_1G / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")
NODE(tma_store_stlb_miss_1g_icl, IS_STORE_STLB_MISS_1G, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_store_stlb_miss * DTLB_STORE_MISSES.WALK_COMPLETED_1G / (DTLB_STORE_MISSES.WALK_COMPLETED_4K + DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M + DTLB_STORE_MISSES.WALK_COMPLETED_1G)")
/* clang-format on */
