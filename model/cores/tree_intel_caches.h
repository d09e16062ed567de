/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, caches: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_L1_BOUND .slug = "tma_l1_bound", .title = "L1 bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric estimates how often the CPU was stalled without loads missing the L1 Data (L1D) cache. The L1D cache typically has the shortest latency. However, in certain cases like loads blocked on older stores, a load might suffer due to high latency even though it is being satisfied by the L1D. Another example is loads who miss in the TLB. These cases are characterized by execution unit stalls, while some non-completed demand load lives in the machine without having that demand load missing the L1 cache."
NODE(tma_l1_bound, IS_L1_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L1_HIT", MEM_LOAD_UOPS_RETIRED_L1_HIT), /* ivb ivt hsw hsx */
     "max((min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_LDM_PENDING) - CYCLE_ACTIVITY.STALLS_L1D_PENDING) / tma_info_thread_clks, 0)")
NODE(tma_l1_bound_bdw, IS_L1_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L1_HIT", MEM_LOAD_UOPS_RETIRED_L1_HIT), /* bdw bdwde bdx */
     "max((CYCLE_ACTIVITY.STALLS_MEM_ANY - CYCLE_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)")
NODE(tma_l1_bound_skl, IS_L1_BOUND, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT), /* skl skx clx */
     "max((CYCLE_ACTIVITY.STALLS_MEM_ANY - CYCLE_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)")
NODE(tma_l1_bound_icl, IS_L1_BOUND, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT_icl), /* icl icx tgl */
     "max((CYCLE_ACTIVITY.STALLS_MEM_ANY - CYCLE_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)")
NODE(tma_l1_bound_spr, IS_L1_BOUND, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT_icl), /* spr emr gnr adl mtl */
     "max((EXE_ACTIVITY.BOUND_ON_LOADS - MEMORY_ACTIVITY.STALLS_L1D_MISS) / tma_info_thread_clks, 0)")
NODE(tma_l1_bound_lnl, IS_L1_BOUND, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT_lnl), /* lnl arl ptl */
     "MEMORY_STALLS.L1 / tma_info_thread_clks")

#define IS_DTLB_LOAD_ivb .slug = "tma_dtlb_load", .title = "DTLB load", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric roughly estimates the fraction of cycles where the Data TLB (DTLB) was missed by load accesses. TLBs (Translation Look-aside Buffers) are processor caches for recently used entries out of the Page Tables that are used to map virtual- to physical-addresses by the operating system. This metric approximates the potential delay of demand loads missing the first-level data TLB (assuming worst case scenario with back to back misses to different pages). This includes hitting in the second-level TLB (STLB) as well as performing a hardware page walk on an STLB miss."
NODE(tma_dtlb_load_ivb, IS_DTLB_LOAD_ivb, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_LOADS", MEM_UOPS_RETIRED_STLB_MISS_LOADS), /* ivb ivt */
     "(7 * DTLB_LOAD_MISSES.STLB_HIT + DTLB_LOAD_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_dtlb_load_hsw, IS_DTLB_LOAD_ivb, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_LOADS", MEM_UOPS_RETIRED_STLB_MISS_LOADS), /* hsw hsx */
     "(8 * DTLB_LOAD_MISSES.STLB_HIT + DTLB_LOAD_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_dtlb_load_bdw, IS_DTLB_LOAD_ivb, SAMPLED("MEM_UOPS_RETIRED.STLB_MISS_LOADS", MEM_UOPS_RETIRED_STLB_MISS_LOADS), /* bdw bdwde bdx */
     "(8 * DTLB_LOAD_MISSES.STLB_HIT + DTLB_LOAD_MISSES.WALK_DURATION:c1 + 7 * DTLB_LOAD_MISSES.WALK_COMPLETED) / tma_info_thread_clks")
NODE(tma_dtlb_load_skl, IS_DTLB_LOAD_ivb, SAMPLED("MEM_INST_RETIRED.STLB_MISS_LOADS", MEM_INST_RETIRED_STLB_MISS_LOADS), /* skl skx clx */
     "min(9 * DTLB_LOAD_MISSES.STLB_HIT:c1 + DTLB_LOAD_MISSES.WALK_ACTIVE, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - CYCLE_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")
NODE(tma_dtlb_load_icl, IS_DTLB_LOAD_ivb, SAMPLED("MEM_INST_RETIRED.STLB_MISS_LOADS", MEM_INST_RETIRED_STLB_MISS_LOADS), /* icl icx tgl */
     "min(7 * DTLB_LOAD_MISSES.STLB_HIT:c1 + DTLB_LOAD_MISSES.WALK_ACTIVE, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - CYCLE_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")
NODE(tma_dtlb_load_spr, IS_DTLB_LOAD_ivb, SAMPLED("MEM_INST_RETIRED.STLB_MISS_LOADS", MEM_INST_RETIRED_STLB_MISS_LOADS), /* spr emr adl */
     "min(7 * DTLB_LOAD_MISSES.STLB_HIT:c1 + DTLB_LOAD_MISSES.WALK_ACTIVE, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - MEMORY_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")
NODE(tma_dtlb_load_gnr, IS_DTLB_LOAD_ivb, SAMPLED("MEM_INST_RETIRED.STLB_MISS_LOADS", MEM_INST_RETIRED_STLB_MISS_LOADS), /* gnr mtl lnl arl ptl */
     "MEM_INST_RETIRED.STLB_HIT_LOADS * min(MEM_INST_RETIRED.STLB_HIT_LOADS:R, 7) / tma_info_thread_clks + tma_load_stlb_miss")

#define IS_LOAD_STLB_HIT .slug = "tma_load_stlb_hit", .title = "Load STLB hit", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_load_stlb_hit > 0.05 & (tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric roughly estimates the fraction of cycles where the (first level) DTLB was missed by load accesses, that later on hit in second-level TLB (STLB)."
NODE(tma_load_stlb_hit, IS_LOAD_STLB_HIT, UNSAMPLED, /* skl skx clx icl icx tgl spr emr adl */
     "tma_dtlb_load - tma_load_stlb_miss")
NODE(tma_load_stlb_hit_gnr, IS_LOAD_STLB_HIT, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "max(0, tma_dtlb_load - tma_load_stlb_miss)")

#define IS_LOAD_STLB_MISS .slug = "tma_load_stlb_miss", .title = "Load STLB miss", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_load_stlb_miss > 0.05 & (tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)))", .help = "This metric estimates the fraction of cycles where the Second-level TLB (STLB) was missed by load accesses, performing a hardware page walk."
NODE(tma_load_stlb_miss, IS_LOAD_STLB_MISS, UNSAMPLED, /* skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "DTLB_LOAD_MISSES.WALK_ACTIVE / tma_info_thread_clks")

#define IS_LOAD_STLB_MISS_4K .slug = "tma_load_stlb_miss_4k", .title = "Load STLB miss 4K", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_load_stlb_miss_4k > 0.05 & (tma_load_stlb_miss > 0.05 & (tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for data load accesses."
NODE(tma_load_stlb_miss_4k, IS_LOAD_STLB_MISS_4K, UNSAMPLED, /* skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_load_stlb_miss * DTLB_LOAD_MISSES.WALK_COMPLETED_4K / (DTLB_LOAD_MISSES.WALK_COMPLETED_4K + DTLB_LOAD_MISSES.WALK_COMPLETED_2M_4M + DTLB_LOAD_MISSES.WALK_COMPLETED_1G)")

#define IS_LOAD_STLB_MISS_2M .slug = "tma_load_stlb_miss_2m", .title = "Load STLB miss 2M", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_load_stlb_miss_2m > 0.05 & (tma_load_stlb_miss > 0.05 & (tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for data load accesses."
NODE(tma_load_stlb_miss_2m, IS_LOAD_STLB_MISS_2M, UNSAMPLED, /* skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_load_stlb_miss * DTLB_LOAD_MISSES.WALK_COMPLETED_2M_4M / (DTLB_LOAD_MISSES.WALK_COMPLETED_4K + DTLB_LOAD_MISSES.WALK_COMPLETED_2M_4M + DTLB_LOAD_MISSES.WALK_COMPLETED_1G)")

#define IS_LOAD_STLB_MISS_1G .slug = "tma_load_stlb_miss_1g", .title = "Load STLB miss 1G", .level = 6, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_load_stlb_miss_1g > 0.05 & (tma_load_stlb_miss > 0.05 & (tma_dtlb_load > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 1 GB pages for data load accesses."
NODE(tma_load_stlb_miss_1g, IS_LOAD_STLB_MISS_1G, UNSAMPLED, /* skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_load_stlb_miss * DTLB_LOAD_MISSES.WALK_COMPLETED_1G / (DTLB_LOAD_MISSES.WALK_COMPLETED_4K + DTLB_LOAD_MISSES.WALK_COMPLETED_2M_4M + DTLB_LOAD_MISSES.WALK_COMPLETED_1G)")

#define IS_STORE_FWD_BLK .slug = "tma_store_fwd_blk", .title = "Store forwarding blocked", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_store_fwd_blk > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric roughly estimates fraction of cycles when the memory subsystem had loads blocked since they could not forward data from earlier (in program order) overlapping stores. To streamline memory operations in the pipeline, a load can avoid waiting for memory if a prior in-flight store is writing the data that the load wants to read (store forwarding process). However, in some cases the load may be blocked for a significant time pending the store forward. For example, when the prior store is writing a smaller region than the load is reading."
NODE(tma_store_fwd_blk, IS_STORE_FWD_BLK, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "13 * LD_BLOCKS.STORE_FORWARD / tma_info_thread_clks")

#define IS_STORE_EARLY_BLK .slug = "tma_store_early_blk", .title = "Early store blocked", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_store_early_blk > 0.2", .help = "This metric roughly estimates clocks wasted due to loads blocked due to unknown store address (did not do memory disambiguation) or due to unknown store data."
NODE(tma_store_early_blk, IS_STORE_EARLY_BLK, UNSAMPLED, /* lnl arl ptl */
     "LD_BLOCKS.STORE_EARLY:c1 / tma_info_thread_clks")

#define IS_L1_LATENCY_CAPACITY .slug = "tma_l1_latency_capacity", .title = "L1 latency, capacity", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l1_latency_capacity > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles with demand load accesses that hit Level 1 after missing Level 0 within the L1D cache."
NODE(tma_l1_latency_capacity, IS_L1_LATENCY_CAPACITY, UNSAMPLED, /* lnl arl ptl */
     "MEM_LOAD_RETIRED.L1_HIT_L1 * min(MEM_LOAD_RETIRED.L1_HIT_L1:R, 9) / tma_info_thread_clks")

#define IS_L1_LATENCY_DEPENDENCY .slug = "tma_l1_latency_dependency", .title = "L1 latency, dependent loads", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l1_latency_dependency > 0.1 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles with demand load accesses that hit the L1D cache. The short latency of the L1D cache may be exposed in pointer-chasing memory access patterns as an example."
NODE(tma_l1_latency_dependency, IS_L1_LATENCY_DEPENDENCY, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT), /* skl skx clx */
     "min(2 * (MEM_INST_RETIRED.ALL_LOADS - MEM_LOAD_RETIRED.FB_HIT - MEM_LOAD_RETIRED.L1_MISS) * 20 / 100, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - CYCLE_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")
NODE(tma_l1_latency_dependency_icl, IS_L1_LATENCY_DEPENDENCY, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT_icl), /* icl icx tgl */
     "min(2 * (MEM_INST_RETIRED.ALL_LOADS - MEM_LOAD_RETIRED.FB_HIT - MEM_LOAD_RETIRED.L1_MISS) * 20 / 100, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - CYCLE_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")
NODE(tma_l1_latency_dependency_spr, IS_L1_LATENCY_DEPENDENCY, SAMPLED("MEM_LOAD_RETIRED.L1_HIT", MEM_LOAD_RETIRED_L1_HIT_icl), /* spr emr gnr adl mtl */
     "min(2 * (MEM_INST_RETIRED.ALL_LOADS - MEM_LOAD_RETIRED.FB_HIT - MEM_LOAD_RETIRED.L1_MISS) * 20 / 100, max(CYCLE_ACTIVITY.CYCLES_MEM_ANY - MEMORY_ACTIVITY.CYCLES_L1D_MISS, 0)) / tma_info_thread_clks")

#define IS_LOCK_LATENCY .slug = "tma_lock_latency", .title = "Lock latency", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_lock_latency > 0.2 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles the CPU spent handling cache misses due to lock operations. Due to the microarchitecture handling of locks, they are classified as L1_Bound regardless of what memory source satisfied them."
NODE(tma_lock_latency, IS_LOCK_LATENCY, SAMPLED("MEM_UOPS_RETIRED.LOCK_LOADS", MEM_UOPS_RETIRED_LOCK_LOADS), /* ivb ivt hsw hsx bdw bdwde bdx */
     "MEM_UOPS_RETIRED.LOCK_LOADS / MEM_UOPS_RETIRED.ALL_STORES * min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO) / tma_info_thread_clks")
NODE(tma_lock_latency_skl, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS), /* skl */
     "(12 * max(0, MEM_INST_RETIRED.LOCK_LOADS - L2_RQSTS.ALL_RFO) + MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES * (9 * L2_RQSTS.RFO_HIT + min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO))) / tma_info_thread_clks")
NODE(tma_lock_latency_skx, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS), /* skx clx */
     "(12 * max(0, MEM_INST_RETIRED.LOCK_LOADS - L2_RQSTS.ALL_RFO) + MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES * (11 * L2_RQSTS.RFO_HIT + min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO))) / tma_info_thread_clks")
NODE(tma_lock_latency_icl, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS), /* icl icx tgl */
     "(16 * max(0, MEM_INST_RETIRED.LOCK_LOADS - L2_RQSTS.ALL_RFO) + MEM_INST_RETIRED.LOCK_LOADS / MEM_INST_RETIRED.ALL_STORES * (10 * L2_RQSTS.RFO_HIT + min(CPU_CLK_UNHALTED.THREAD, OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO))) / tma_info_thread_clks")
NODE(tma_lock_latency_spr, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS), /* spr emr adl */
     "LOCK_CYCLES.CACHE_LOCK_DURATION / tma_info_thread_clks")
NODE(tma_lock_latency_gnr, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS_gnr), /* gnr */
     "MEM_INST_RETIRED.LOCK_LOADS * MEM_INST_RETIRED.LOCK_LOADS:R / tma_info_thread_clks")
NODE(tma_lock_latency_mtl, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS_mtl), /* mtl lnl */
     "MEM_INST_RETIRED.LOCK_LOADS * MEM_INST_RETIRED.LOCK_LOADS:R / tma_info_thread_clks")
NODE(tma_lock_latency_arl, IS_LOCK_LATENCY, SAMPLED("MEM_INST_RETIRED.LOCK_LOADS", MEM_INST_RETIRED_LOCK_LOADS_arl), /* arl ptl */
     "MEM_INST_RETIRED.LOCK_LOADS * MEM_INST_RETIRED.LOCK_LOADS:R / tma_info_thread_clks")

#define IS_SPLIT_LOADS .slug = "tma_split_loads", .title = "Split loads", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.3f, .threshold = "tma_split_loads > 0.3", .help = "This metric estimates fraction of cycles handling memory load split accesses - load that cross 64-byte cache line boundary."
NODE(tma_split_loads, IS_SPLIT_LOADS, SAMPLED("MEM_UOPS_RETIRED.SPLIT_LOADS", MEM_UOPS_RETIRED_SPLIT_LOADS), /* ivb ivt */
     "13 * LD_BLOCKS.NO_SR / tma_info_thread_clks")
NODE(tma_split_loads_hsw, IS_SPLIT_LOADS, SAMPLED("MEM_UOPS_RETIRED.SPLIT_LOADS", MEM_UOPS_RETIRED_SPLIT_LOADS), /* hsw hsx bdw bdwde bdx */
     "tma_info_memory_load_miss_real_latency * LD_BLOCKS.NO_SR / tma_info_thread_clks")
NODE(tma_split_loads_skl, IS_SPLIT_LOADS, SAMPLED("MEM_INST_RETIRED.SPLIT_LOADS", MEM_INST_RETIRED_SPLIT_LOADS), /* skl skx clx icl icx tgl */
     "tma_info_memory_load_miss_real_latency * LD_BLOCKS.NO_SR / tma_info_thread_clks")
NODE(tma_split_loads_spr, IS_SPLIT_LOADS, SAMPLED("MEM_INST_RETIRED.SPLIT_LOADS", MEM_INST_RETIRED_SPLIT_LOADS), /* spr emr adl */
     "MEM_INST_RETIRED.SPLIT_LOADS * tma_info_memory_load_miss_real_latency / tma_info_thread_clks")
NODE(tma_split_loads_gnr, IS_SPLIT_LOADS, SAMPLED("MEM_INST_RETIRED.SPLIT_LOADS", MEM_INST_RETIRED_SPLIT_LOADS_gnr), /* gnr */
     "MEM_INST_RETIRED.SPLIT_LOADS * min(MEM_INST_RETIRED.SPLIT_LOADS:R, tma_info_memory_load_miss_real_latency) / tma_info_thread_clks")
NODE(tma_split_loads_mtl, IS_SPLIT_LOADS, SAMPLED("MEM_INST_RETIRED.SPLIT_LOADS", MEM_INST_RETIRED_SPLIT_LOADS_mtl), /* mtl lnl */
     "MEM_INST_RETIRED.SPLIT_LOADS * min(MEM_INST_RETIRED.SPLIT_LOADS:R, tma_info_memory_load_miss_real_latency) / tma_info_thread_clks")
NODE(tma_split_loads_arl, IS_SPLIT_LOADS, SAMPLED("MEM_INST_RETIRED.SPLIT_LOADS", MEM_INST_RETIRED_SPLIT_LOADS_arl), /* arl ptl */
     "MEM_INST_RETIRED.SPLIT_LOADS * min(MEM_INST_RETIRED.SPLIT_LOADS:R, tma_info_memory_load_miss_real_latency) / tma_info_thread_clks")

#define IS_4K_ALIASING .slug = "tma_4k_aliasing", .title = "4K aliasing", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_4k_aliasing > 0.2 & (tma_l1_bound > 0.1 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates how often memory load accesses were aliased by preceding stores (in program order) with a 4K address offset. False match is possible, which incur a few cycles load re-issue. However, the short re-issue duration is often hidden by the out-of-order core and HW optimizations, hence a user may safely ignore a high value of this metric unless it manages to propagate up into parent nodes of the hierarchy (e.g. to L1_Bound)."
NODE(tma_4k_aliasing, IS_4K_ALIASING, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx icl icx tgl */
     "LD_BLOCKS_PARTIAL.ADDRESS_ALIAS / tma_info_thread_clks")

#define IS_FB_FULL .slug = "tma_fb_full", .title = "Fill buffer full", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.3f, .threshold = "tma_fb_full > 0.3", .help = "This metric does a *rough estimation* of how often L1D Fill Buffer unavailability limited additional L1D miss memory access requests to proceed. The higher the metric value, the deeper the memory hierarchy level the misses are satisfied from (metric values >1 are valid). Often it hints on approaching bandwidth limits (to L2 cache, L3 cache or external memory)."
NODE(tma_fb_full, IS_FB_FULL, UNSAMPLED, /* ivb ivt bdw bdwde bdx skl skx clx */
     "tma_info_memory_load_miss_real_latency * L1D_PEND_MISS.FB_FULL:c1 / tma_info_thread_clks")
NODE(tma_fb_full_hsw, IS_FB_FULL, UNSAMPLED, /* hsw hsx */
     "tma_info_memory_load_miss_real_latency * L1D_PEND_MISS.REQUEST_FB_FULL:c1 / tma_info_thread_clks")
NODE(tma_fb_full_icl, IS_FB_FULL, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl */
     "L1D_PEND_MISS.FB_FULL / tma_info_thread_clks")
NODE(tma_fb_full_lnl, IS_FB_FULL, UNSAMPLED, "L1D_MISS.FB_FULL / tma_info_thread_clks") /* lnl arl ptl */

#define IS_L2_BOUND .slug = "tma_l2_bound", .title = "L2 bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_l2_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric estimates how often the CPU was stalled due to L2 cache accesses by loads. Avoiding cache misses (i.e. L1 misses/L2 hits) can improve the latency and increase performance."
NODE(tma_l2_bound, IS_L2_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L2_HIT", MEM_LOAD_UOPS_RETIRED_L2_HIT), /* ivb ivt hsw hsx */
     "(CYCLE_ACTIVITY.STALLS_L1D_PENDING - CYCLE_ACTIVITY.STALLS_L2_PENDING) / tma_info_thread_clks")
NODE(tma_l2_bound_bdw, IS_L2_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L2_HIT", MEM_LOAD_UOPS_RETIRED_L2_HIT), /* bdw bdwde bdx */
     "(CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks")
NODE(tma_l2_bound_skl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT), /* skl skx clx */
     "MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / (MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + L1D_PEND_MISS.FB_FULL:c1) * ((CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks)")
NODE(tma_l2_bound_icl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* icl icx tgl */
     "MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / (MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) + L1D_PEND_MISS.FB_FULL_PERIODS) * ((CYCLE_ACTIVITY.STALLS_L1D_MISS - CYCLE_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks)")
NODE(tma_l2_bound_spr, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* spr emr adl */
     "(MEMORY_ACTIVITY.STALLS_L1D_MISS - MEMORY_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks")
NODE(tma_l2_bound_gnr, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_gnr), /* gnr */
     "(MEMORY_ACTIVITY.STALLS_L1D_MISS - MEMORY_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks")
NODE(tma_l2_bound_mtl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_mtl), /* mtl */
     "(MEMORY_ACTIVITY.STALLS_L1D_MISS - MEMORY_ACTIVITY.STALLS_L2_MISS) / tma_info_thread_clks")
NODE(tma_l2_bound_lnl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_mtl), /* lnl */
     "MEM_LOAD_RETIRED.L2_HIT / (MEM_LOAD_RETIRED.L2_HIT + MEM_LOAD_MISC_RETIRED.UC) * MEMORY_STALLS.L2 / tma_info_thread_clks")
NODE(tma_l2_bound_arl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_arl), /* arl */
     "MEM_LOAD_RETIRED.L2_HIT / (MEM_LOAD_RETIRED.L2_HIT + MEM_LOAD_MISC_RETIRED.UC) * MEMORY_STALLS.L2 / tma_info_thread_clks")
NODE(tma_l2_bound_ptl, IS_L2_BOUND, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_arl), /* ptl */
     "(MEM_LOAD_RETIRED.L2_HIT / (MEM_LOAD_RETIRED.L2_HIT + MEM_LOAD_MISC_RETIRED.UC * 1)) * MEMORY_STALLS.L2 / tma_info_thread_clks")

#define IS_L2_BOUND_tnt .slug = "tma_l2_bound", .title = "L2 bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l2_bound > 0.1", .help = "Counts the number of cycles a core is stalled due to a demand load which hit in the L2 Cache."
NODE(tma_l2_bound_tnt, IS_L2_BOUND_tnt, UNSAMPLED, "MEM_BOUND_STALLS.LOAD_L2_HIT / tma_info_core_clks") /* tnt */

#define IS_L2_HIT_LATENCY .slug = "tma_l2_hit_latency", .title = "L2 hit latency", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_l2_hit_latency > 0.05 & (tma_l2_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles with demand load accesses that hit the L2 cache under unloaded scenarios (possibly L2 latency limited). Avoiding L1 cache misses (i.e. L1 misses/L2 hits) will improve the latency."
NODE(tma_l2_hit_latency, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT), /* skl skx clx */
     "3.5 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_icl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* icl */
     "3.5 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_icx, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* icx */
     "4 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_tgl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* tgl */
     "5 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_spr, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* spr emr */
     "4.4 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_gnr, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_gnr), /* gnr */
     "MEM_LOAD_RETIRED.L2_HIT * min(MEM_LOAD_RETIRED.L2_HIT:R, 4.4 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_adl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_icl), /* adl */
     "3 * #GHz * MEM_LOAD_RETIRED.L2_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_mtl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_mtl), /* mtl lnl */
     "MEM_LOAD_RETIRED.L2_HIT * min(MEM_LOAD_RETIRED.L2_HIT:R, 3 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_arl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_arl), /* arl */
     "MEM_LOAD_RETIRED.L2_HIT * min(MEM_LOAD_RETIRED.L2_HIT:R, 3 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l2_hit_latency_ptl, IS_L2_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L2_HIT", MEM_LOAD_RETIRED_L2_HIT_arl), /* ptl */
     "MEM_LOAD_RETIRED.L2_HIT * min(MEM_LOAD_RETIRED.L2_HIT:R, (3 * #GHz)) * (1 + (MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / 2) / tma_info_thread_clks")

#define IS_L3_BOUND .slug = "tma_l3_bound", .title = "L3 bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_l3_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2)", .help = "This metric estimates how often the CPU was stalled due to loads accesses to L3 cache or contended with a sibling Core. Avoiding cache misses (i.e. L2 misses/L3 hits) can improve the latency and increase performance."
NODE(tma_l3_bound, IS_L3_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_HIT", MEM_LOAD_UOPS_RETIRED_LLC_HIT), /* snb */
     "MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_MISC_RETIRED.LLC_MISS) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_bound_jkt, IS_L3_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_HIT", MEM_LOAD_UOPS_RETIRED_LLC_HIT_jkt), /* jkt */
     "MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_RETIRED.LLC_MISS) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_bound_ivb, IS_L3_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_HIT", MEM_LOAD_UOPS_RETIRED_LLC_HIT), /* ivb ivt */
     "MEM_LOAD_UOPS_RETIRED.LLC_HIT / (MEM_LOAD_UOPS_RETIRED.LLC_HIT + 7 * MEM_LOAD_UOPS_RETIRED.LLC_MISS) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_bound_hsw, IS_L3_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_HIT", MEM_LOAD_UOPS_RETIRED_L3_HIT), /* hsw hsx */
     "MEM_LOAD_UOPS_RETIRED.L3_HIT / (MEM_LOAD_UOPS_RETIRED.L3_HIT + 7 * MEM_LOAD_UOPS_RETIRED.L3_MISS) * CYCLE_ACTIVITY.STALLS_L2_PENDING / tma_info_thread_clks")
NODE(tma_l3_bound_bdw, IS_L3_BOUND, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_HIT", MEM_LOAD_UOPS_RETIRED_L3_HIT), /* bdw bdwde bdx */
     "MEM_LOAD_UOPS_RETIRED.L3_HIT / (MEM_LOAD_UOPS_RETIRED.L3_HIT + 7 * MEM_LOAD_UOPS_RETIRED.L3_MISS) * CYCLE_ACTIVITY.STALLS_L2_MISS / tma_info_thread_clks")
NODE(tma_l3_bound_skl, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT), /* skl skx clx */
     "(CYCLE_ACTIVITY.STALLS_L2_MISS - CYCLE_ACTIVITY.STALLS_L3_MISS) / tma_info_thread_clks")
NODE(tma_l3_bound_icl, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* icl icx tgl */
     "(CYCLE_ACTIVITY.STALLS_L2_MISS - CYCLE_ACTIVITY.STALLS_L3_MISS) / tma_info_thread_clks")
NODE(tma_l3_bound_spr, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* spr emr adl */
     "(MEMORY_ACTIVITY.STALLS_L2_MISS - MEMORY_ACTIVITY.STALLS_L3_MISS) / tma_info_thread_clks")
NODE(tma_l3_bound_gnr, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_gnr), /* gnr */
     "(MEMORY_ACTIVITY.STALLS_L2_MISS - MEMORY_ACTIVITY.STALLS_L3_MISS) / tma_info_thread_clks")
NODE(tma_l3_bound_mtl, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_mtl), /* mtl */
     "(MEMORY_ACTIVITY.STALLS_L2_MISS - MEMORY_ACTIVITY.STALLS_L3_MISS) / tma_info_thread_clks")
NODE(tma_l3_bound_lnl, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_mtl), /* lnl */
     "MEMORY_STALLS.L3 / tma_info_thread_clks")
NODE(tma_l3_bound_arl, IS_L3_BOUND, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_arl), /* arl ptl */
     "MEMORY_STALLS.L3 / tma_info_thread_clks")

#define IS_L3_BOUND_tnt .slug = "tma_l3_bound", .title = "L3 bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l3_bound > 0.1", .help = "Counts the number of cycles a core is stalled due to a demand load which hit in the Last Level Cache (LLC) or other core with HITE/F/M."
NODE(tma_l3_bound_tnt, IS_L3_BOUND_tnt, UNSAMPLED, "MEM_BOUND_STALLS.LOAD_LLC_HIT / tma_info_core_clks") /* tnt */

#define IS_CONTESTED_ACCESSES .slug = "tma_contested_accesses", .title = "Contested accesses", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_contested_accesses > 0.05 & (tma_l3_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles while the memory subsystem was handling synchronizations due to contested accesses. Contested accesses occur when data written by one Logical Processor are read by another Logical Processor on a different Physical Core. Examples of contested accesses include synchronizations such as locks, true data sharing such as modified locked variables, and false sharing."
NODE(tma_contested_accesses, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HITM), /* ivb */
     "(60 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.LLC_MISS))) + 43 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.LLC_MISS)))) / tma_info_thread_clks")
NODE(tma_contested_accesses_ivt, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HITM), /* ivt */
     "(60 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) + 43 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD)))) / tma_info_thread_clks")
NODE(tma_contested_accesses_hsw, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM), /* hsw bdw bdwde */
     "(60 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.L3_MISS))) + 43 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.L3_MISS)))) / tma_info_thread_clks")
NODE(tma_contested_accesses_hsx, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM;MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HITM), /* hsx bdx */
     "(60 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) + 43 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD)))) / tma_info_thread_clks")
NODE(tma_contested_accesses_skl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS), /* skl */
     "(18.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM + 16.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_skx, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS), /* skx */
     "(44 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE / (OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE + OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) + 44 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_clx, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS), /* clx */
     "(44 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (OCR.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE / (OCR.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE + OCR.DEMAND_DATA_RD.L3_HIT.HIT_OTHER_CORE_FWD))) + 44 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_icl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_MISS), /* icl */
     "(29 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM + 23.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_icx, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD), /* icx */
     "(44 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) + 43.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_tgl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD), /* tgl */
     "(49 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) + 48 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_spr, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD), /* spr emr */
     "(76.6 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) + 74.6 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_gnr, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_gnr), /* gnr */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS:R, 74.6 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 76.6 * #GHz) * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_adl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD), /* adl */
     "(25 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) + 24 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_mtl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_mtl), /* mtl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 25 * #GHz) * (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_lnl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_lnl), /* lnl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM:R, 25 * #GHz)) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_arl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_arl), /* arl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM:R, 25 * #GHz)) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_contested_accesses_ptl, IS_CONTESTED_ACCESSES, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD;MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", MEM_LOAD_L3_HIT_RETIRED_XSNP_FWD_arl), /* ptl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS:R, (27 * #GHz) - (3 * #GHz)) + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM:R, (28 * #GHz) - (3 * #GHz))) * (1 + (MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / 2) / tma_info_thread_clks")

#define IS_DATA_SHARING .slug = "tma_data_sharing", .title = "Data sharing", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_data_sharing > 0.05 & (tma_l3_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles while the memory subsystem was handling synchronizations due to L3 data-sharing accesses. Data shared by multiple Logical Processors (even just read shared) may cause increased access latency due to cache coherency. Excessive data sharing can drastically harm multithreaded performance."
NODE(tma_data_sharing, IS_DATA_SHARING, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HIT), /* ivb */
     "43 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.LLC_MISS))) / tma_info_thread_clks")
NODE(tma_data_sharing_ivt, IS_DATA_SHARING, SAMPLED("MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT", MEM_LOAD_UOPS_LLC_HIT_RETIRED_XSNP_HIT), /* ivt */
     "43 * (MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_data_sharing_hsw, IS_DATA_SHARING, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HIT), /* hsw bdw bdwde */
     "43 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.L3_MISS))) / tma_info_thread_clks")
NODE(tma_data_sharing_hsx, IS_DATA_SHARING, SAMPLED("MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_UOPS_L3_HIT_RETIRED_XSNP_HIT), /* hsx bdx */
     "43 * (MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_data_sharing_skl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT), /* skl */
     "16.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_skx, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT), /* skx */
     "44 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (1 - OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE / (OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE + OFFCORE_RESPONSE.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_clx, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT), /* clx */
     "44 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (1 - OCR.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE / (OCR.DEMAND_DATA_RD.L3_HIT.HITM_OTHER_CORE + OCR.DEMAND_DATA_RD.L3_HIT.HIT_OTHER_CORE_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_icl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT", MEM_LOAD_L3_HIT_RETIRED_XSNP_HIT), /* icl */
     "23.5 * #GHz * MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_icx, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD), /* icx */
     "43.5 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_tgl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD), /* tgl */
     "48 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_spr, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD), /* spr emr */
     "74.6 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_gnr, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_gnr), /* gnr */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD:R, 74.6 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 74.6 * #GHz) * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_adl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD), /* adl */
     "24 * #GHz * (MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_mtl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_mtl), /* mtl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 24 * #GHz) * (1 - OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM / (OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM + OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD))) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_lnl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_mtl), /* lnl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 25 * #GHz)) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_arl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_arl), /* arl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD:R, 24 * #GHz) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, 25 * #GHz)) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_data_sharing_ptl, IS_DATA_SHARING, SAMPLED("MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", MEM_LOAD_L3_HIT_RETIRED_XSNP_NO_FWD_arl), /* ptl */
     "(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD:R, (27 * #GHz) - (3 * #GHz)) + MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD * min(MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD:R, (28 * #GHz) - (3 * #GHz))) * (1 + (MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / 2) / tma_info_thread_clks")

#define IS_L3_HIT_LATENCY .slug = "tma_l3_hit_latency", .title = "L3 hit latency", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_l3_hit_latency > 0.1 & (tma_l3_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric estimates fraction of cycles with demand load accesses that hit the L3 cache under unloaded scenarios (possibly L3 latency limited). Avoiding private cache misses (i.e. L2 misses/L3 hits) will improve the latency, reduce contention with sibling physical cores and increase performance. Note the value of this node may overlap with its siblings."
NODE(tma_l3_hit_latency, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_HIT", MEM_LOAD_UOPS_RETIRED_LLC_HIT), /* ivb */
     "29 * (MEM_LOAD_UOPS_RETIRED.LLC_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.LLC_MISS))) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_ivt, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_UOPS_RETIRED.LLC_HIT", MEM_LOAD_UOPS_RETIRED_LLC_HIT), /* ivt */
     "41 * (MEM_LOAD_UOPS_RETIRED.LLC_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.LLC_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_LLC_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_LLC_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_LLC_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_hsw, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_HIT", MEM_LOAD_UOPS_RETIRED_L3_HIT), /* hsw bdw bdwde */
     "29 * (MEM_LOAD_UOPS_RETIRED.L3_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_RETIRED.L3_MISS))) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_hsx, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_UOPS_RETIRED.L3_HIT", MEM_LOAD_UOPS_RETIRED_L3_HIT), /* hsx bdx */
     "41 * (MEM_LOAD_UOPS_RETIRED.L3_HIT * (1 + MEM_LOAD_UOPS_RETIRED.HIT_LFB / (MEM_LOAD_UOPS_RETIRED.L2_HIT + MEM_LOAD_UOPS_RETIRED.L3_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HIT + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_HITM + MEM_LOAD_UOPS_L3_HIT_RETIRED.XSNP_MISS + MEM_LOAD_UOPS_L3_MISS_RETIRED.LOCAL_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_DRAM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_HITM + MEM_LOAD_UOPS_L3_MISS_RETIRED.REMOTE_FWD))) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_skl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT), /* skl */
     "6.5 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_skx, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT), /* skx clx */
     "17 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_icl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* icl adl */
     "9 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_icx, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* icx */
     "19 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_tgl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* tgl */
     "17.5 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_spr, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_icl), /* spr emr */
     "32.6 * #GHz * (MEM_LOAD_RETIRED.L3_HIT * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2)) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_gnr, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_gnr), /* gnr */
     "MEM_LOAD_RETIRED.L3_HIT * min(MEM_LOAD_RETIRED.L3_HIT:R, 32.6 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_mtl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_mtl), /* mtl lnl */
     "MEM_LOAD_RETIRED.L3_HIT * min(MEM_LOAD_RETIRED.L3_HIT:R, 9 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_arl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_arl), /* arl */
     "MEM_LOAD_RETIRED.L3_HIT * min(MEM_LOAD_RETIRED.L3_HIT:R, 9 * #GHz) * (1 + MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS / 2) / tma_info_thread_clks")
NODE(tma_l3_hit_latency_ptl, IS_L3_HIT_LATENCY, SAMPLED("MEM_LOAD_RETIRED.L3_HIT", MEM_LOAD_RETIRED_L3_HIT_arl), /* ptl */
     "MEM_LOAD_RETIRED.L3_HIT * min(MEM_LOAD_RETIRED.L3_HIT:R, (12 * #GHz) - (3 * #GHz)) * (1 + (MEM_LOAD_RETIRED.FB_HIT / MEM_LOAD_RETIRED.L1_MISS) / 2) / tma_info_thread_clks")

#define IS_SQ_FULL .slug = "tma_sq_full", .title = "Super queue full", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.3f, .threshold = "tma_sq_full > 0.3 & (tma_l3_bound > 0.05 & (tma_memory_bound > 0.2 & tma_backend_bound > 0.2))", .help = "This metric measures fraction of cycles where the Super Queue (SQ) was full taking into account all request-types and both hardware SMT threads (Logical Processors)."
NODE_OF_CORE(tma_sq_full, IS_SQ_FULL, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "(OFFCORE_REQUESTS_BUFFER.SQ_FULL / 2 if #SMT_on else OFFCORE_REQUESTS_BUFFER.SQ_FULL) / tma_info_core_core_clks")
NODE(tma_sq_full_icl, IS_SQ_FULL, UNSAMPLED, "L1D_PEND_MISS.L2_STALL / tma_info_thread_clks") /* icl icx tgl */
NODE(tma_sq_full_spr, IS_SQ_FULL, UNSAMPLED, /* spr emr gnr adl mtl */
     "(XQ.FULL_CYCLES + L1D_PEND_MISS.L2_STALLS) / tma_info_thread_clks")
NODE(tma_sq_full_lnl, IS_SQ_FULL, UNSAMPLED, "(XQ.FULL + L1D_MISS.L2_STALLS) / tma_info_thread_clks") /* lnl arl ptl */
/* clang-format on */
