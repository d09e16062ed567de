/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, frontend: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_FRONTEND_BOUND .slug = "tma_frontend_bound", .title = "Frontend bound", .level = 1, .metric = M_FRONTEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_frontend_bound > 0.15", .help = "This category represents fraction of slots where the processor's Frontend undersupplies its Backend. Frontend denotes the first part of the processor core responsible to fetch operations that are executed later on by the Backend part. Within the Frontend, a branch predictor predicts the next address to fetch, cache-lines are fetched from the memory subsystem, parsed into instructions, and lastly decoded into micro-operations (uops). Ideally the Frontend can issue Pipeline_Width uops every cycle to the Backend. Frontend Bound denotes unutilized issue-slots when there is no Backend stall, i.e. bubbles where Frontend delivered no uops while Backend could have accepted them. For example, stalls due to instruction-cache misses would be categorized under Frontend Bound."
NODE_OF_CORE(tma_frontend_bound, IS_FRONTEND_BOUND, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "IDQ_UOPS_NOT_DELIVERED.CORE / tma_info_thread_slots")
NODE_OF_CORE(tma_frontend_bound_skl, IS_FRONTEND_BOUND, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_4", FRONTEND_RETIRED_LATENCY_GE_4), /* skl skx clx */
     "IDQ_UOPS_NOT_DELIVERED.CORE / tma_info_thread_slots")
NODE(tma_frontend_bound_icl, IS_FRONTEND_BOUND, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_4", FRONTEND_RETIRED_LATENCY_GE_4_icl), /* icl icx tgl */
     "PERF_METRICS.FRONTEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) - INT_MISC.UOP_DROPPING / tma_info_thread_slots")
NODE(tma_frontend_bound_spr, IS_FRONTEND_BOUND, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_4", FRONTEND_RETIRED_LATENCY_GE_4_spr), /* spr emr adl */
     "PERF_METRICS.FRONTEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) - INT_MISC.UOP_DROPPING / tma_info_thread_slots")
NODE(tma_frontend_bound_gnr, IS_FRONTEND_BOUND, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_4", FRONTEND_RETIRED_LATENCY_GE_4_gnr), /* gnr mtl */
     "PERF_METRICS.FRONTEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) - INT_MISC.UOP_DROPPING / tma_info_thread_slots")
NODE(tma_frontend_bound_lnl, IS_FRONTEND_BOUND, UNSAMPLED, /* lnl */
     "PERF_METRICS.FRONTEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")
NODE(tma_frontend_bound_arl, IS_FRONTEND_BOUND, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_4", FRONTEND_RETIRED_LATENCY_GE_4_gnr), /* arl ptl */
     "PERF_METRICS.FRONTEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_FRONTEND_BOUND_grt .slug = "tma_frontend_bound", .title = "Frontend bound", .level = 1, .metric = M_FRONTEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_frontend_bound > 0.2", .help = "Counts the number of issue slots that were not consumed by the backend due to frontend stalls."
NODE(tma_frontend_bound_grt, IS_FRONTEND_BOUND_grt, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.ALL / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_frontend_bound_cmt, IS_FRONTEND_BOUND_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.ALL_P / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_frontend_bound_skt, IS_FRONTEND_BOUND_grt, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.ALL / (8 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_frontend_bound_tnt, IS_FRONTEND_BOUND_grt, UNSAMPLED, "TOPDOWN_FE_BOUND.ALL / tma_info_core_slots") /* tnt */
NODE(tma_frontend_bound_glm, IS_FRONTEND_BOUND_grt, UNSAMPLED, "UOPS_NOT_DELIVERED.ANY / tma_info_core_slots") /* glm */

#define IS_IFETCH_LATENCY .slug = "tma_ifetch_latency", .title = "Fetch latency", .level = 2, .metric = M_FETCH_LATENCY, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_ifetch_latency > 0.15 & tma_frontend_bound > 0.2", .help = "Counts the number of issue slots that were not delivered by the frontend due to frontend latency restrictions due to icache misses, itlb misses, branch detection, and resteer limitations."
NODE(tma_ifetch_latency, IS_IFETCH_LATENCY, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.FRONTEND_LATENCY / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_ifetch_latency_cmt, IS_IFETCH_LATENCY, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.FRONTEND_LATENCY / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_ifetch_latency_skt, IS_IFETCH_LATENCY, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.FRONTEND_LATENCY / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_FETCH_LATENCY .slug = "tma_fetch_latency", .title = "Fetch latency", .level = 2, .metric = M_FETCH_LATENCY, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15", .help = "This metric represents fraction of slots the CPU was stalled due to Frontend latency issues. For example, instruction-cache misses, iTLB misses or fetch stalls after a branch misprediction are categorized under Frontend Latency. In such cases, the Frontend eventually delivers no uops for some period."
NODE_OF_CORE(tma_fetch_latency, IS_FETCH_LATENCY, SAMPLED("RS_EVENTS.EMPTY_END", RS_EVENTS_EMPTY_END), /* snb jkt */
     "4 * min(CPU_CLK_UNHALTED.THREAD, IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE) / tma_info_thread_slots")
NODE_OF_CORE(tma_fetch_latency_ivb, IS_FETCH_LATENCY, SAMPLED("RS_EVENTS.EMPTY_END", RS_EVENTS_EMPTY_END_ivb), /* ivb ivt hsw hsx */
     "4 * min(CPU_CLK_UNHALTED.THREAD, IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE) / tma_info_thread_slots")
NODE_OF_CORE(tma_fetch_latency_bdw, IS_FETCH_LATENCY, SAMPLED("RS_EVENTS.EMPTY_END", RS_EVENTS_EMPTY_END_ivb), /* bdw bdwde bdx */
     "4 * IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE / tma_info_thread_slots")
NODE_OF_CORE(tma_fetch_latency_skl, IS_FETCH_LATENCY, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_16;FRONTEND_RETIRED.LATENCY_GE_8", FRONTEND_RETIRED_LATENCY_GE_16), /* skl skx clx */
     "4 * IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE / tma_info_thread_slots")
NODE(tma_fetch_latency_icl, IS_FETCH_LATENCY, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_16;FRONTEND_RETIRED.LATENCY_GE_8", FRONTEND_RETIRED_LATENCY_GE_16_icl), /* icl icx tgl */
     "(5 * IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE - INT_MISC.UOP_DROPPING) / tma_info_thread_slots")
NODE(tma_fetch_latency_spr, IS_FETCH_LATENCY, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_16;FRONTEND_RETIRED.LATENCY_GE_8", FRONTEND_RETIRED_LATENCY_GE_16_spr), /* spr emr adl */
     "PERF_METRICS.FETCH_LATENCY / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) - INT_MISC.UOP_DROPPING / tma_info_thread_slots")
NODE(tma_fetch_latency_gnr, IS_FETCH_LATENCY, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_16;FRONTEND_RETIRED.LATENCY_GE_8", FRONTEND_RETIRED_LATENCY_GE_16_gnr), /* gnr mtl */
     "PERF_METRICS.FETCH_LATENCY / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) - INT_MISC.UOP_DROPPING / tma_info_thread_slots")
NODE(tma_fetch_latency_lnl, IS_FETCH_LATENCY, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_16;FRONTEND_RETIRED.LATENCY_GE_8", FRONTEND_RETIRED_LATENCY_GE_16_gnr), /* lnl arl ptl */
     "PERF_METRICS.FETCH_LATENCY / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_FETCH_LATENCY_tnt .slug = "tma_fetch_latency", .title = "Fetch latency", .level = 2, .metric = M_FETCH_LATENCY, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_fetch_latency > 0.15", .help = "Counts the number of issue slots that were not delivered by the frontend due to frontend bandwidth restrictions due to decode, predecode, cisc, and other limitations."
NODE(tma_fetch_latency_tnt, IS_FETCH_LATENCY_tnt, UNSAMPLED, /* tnt */
     "(TOPDOWN_FE_BOUND.ITLB + TOPDOWN_FE_BOUND.ICACHE + TOPDOWN_FE_BOUND.BRANCH_DETECT + TOPDOWN_FE_BOUND.BRANCH_RESTEER) / tma_info_core_slots")

#define IS_ICACHE_MISSES .slug = "tma_icache_misses", .title = "Instruction cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_icache_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to instruction cache misses."
NODE(tma_icache_misses, IS_ICACHE_MISSES, UNSAMPLED, /* ivb ivt */
     "ICACHE.IFETCH_STALL / tma_info_thread_clks - tma_itlb_misses")
NODE(tma_icache_misses_hsw, IS_ICACHE_MISSES, UNSAMPLED, /* hsw hsx bdw bdwde bdx */
     "ICACHE.IFDATA_STALL / tma_info_thread_clks")
NODE(tma_icache_misses_skl, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS), /* skl skx clx */
     "(ICACHE_16B.IFDATA_STALL + 2 * ICACHE_16B.IFDATA_STALL:c1:e1) / tma_info_thread_clks")
NODE(tma_icache_misses_icl, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS_icl), /* icl icx tgl spr emr adl */
     "ICACHE_DATA.STALLS / tma_info_thread_clks")
NODE(tma_icache_misses_gnr, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS_gnr), /* gnr */
     "ICACHE_DATA.STALLS / tma_info_thread_clks")
NODE(tma_icache_misses_mtl, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS_mtl), /* mtl */
     "ICACHE_DATA.STALLS / tma_info_thread_clks")
NODE(tma_icache_misses_lnl, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS_mtl), /* lnl */
     "ICACHE_DATA.STALLS / tma_info_thread_clks + tma_isb_full")
NODE(tma_icache_misses_arl, IS_ICACHE_MISSES, SAMPLED("FRONTEND_RETIRED.L2_MISS;FRONTEND_RETIRED.L1I_MISS", FRONTEND_RETIRED_L2_MISS_arl), /* arl ptl */
     "ICACHE_DATA.STALLS / tma_info_thread_clks + tma_isb_full")

#define IS_ICACHE_MISSES_grt .slug = "tma_icache_misses", .title = "Instruction cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_icache_misses > 0.05 & (tma_ifetch_latency > 0.15 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to instruction cache misses."
NODE(tma_icache_misses_grt, IS_ICACHE_MISSES_grt, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.ICACHE / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_icache_misses_cmt, IS_ICACHE_MISSES_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.ICACHE / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_icache_misses_skt, IS_ICACHE_MISSES_grt, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.ICACHE / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_ICACHE_MISSES_tnt .slug = "tma_icache_misses", .title = "Instruction cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_icache_misses > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to instruction cache misses."
NODE(tma_icache_misses_tnt, IS_ICACHE_MISSES_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.ICACHE / tma_info_core_slots") /* tnt */

#define IS_CODE_L2_HIT .slug = "tma_code_l2_hit", .title = "Code L2 hit", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_l2_hit > 0.05 & (tma_icache_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric estimates fraction of cycles the CPU was stalled due to instruction cache misses that hit in the L2 cache."
NODE(tma_code_l2_hit, IS_CODE_L2_HIT, UNSAMPLED, /* icl icx tgl spr emr adl */
     "max(0, tma_icache_misses - tma_code_l2_miss)")
NODE(tma_code_l2_hit_gnr, IS_CODE_L2_HIT, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "max(0, FRONTEND_RETIRED.L1I_MISS * FRONTEND_RETIRED.L1I_MISS:R / tma_info_thread_clks - tma_code_l2_miss)")

#define IS_CODE_L2_MISS .slug = "tma_code_l2_miss", .title = "Code L2 miss", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_l2_miss > 0.05 & (tma_icache_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric estimates fraction of cycles the CPU was stalled due to instruction cache misses that miss in the L2 cache."
NODE(tma_code_l2_miss, IS_CODE_L2_MISS, UNSAMPLED, /* icl icx tgl spr emr adl */
     "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_CODE_RD / tma_info_thread_clks")
NODE(tma_code_l2_miss_gnr, IS_CODE_L2_MISS, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "FRONTEND_RETIRED.L2_MISS * FRONTEND_RETIRED.L2_MISS:R / tma_info_thread_clks")

#define IS_ISB_FULL .slug = "tma_isb_full", .title = "ISB full", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_isb_full > 0.05 & (tma_icache_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric represents fraction of cycles Icache tag lookup was stalled due to Instruction Stream Buffer (ISB) being full."
NODE(tma_isb_full, IS_ISB_FULL, UNSAMPLED, /* lnl arl ptl */
     "(ICACHE_TAG.STALLS_ISB + ICACHE_TAG.STALLS_INUSE) / tma_info_thread_clks")

#define IS_ITLB_MISSES .slug = "tma_itlb_misses", .title = "ITLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_itlb_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to Instruction TLB (ITLB) misses."
NODE(tma_itlb_misses, IS_ITLB_MISSES, SAMPLED("ITLB_MISSES.WALK_COMPLETED", ITLB_MISSES_WALK_COMPLETED), /* snb jkt ivb ivt */
     "(12 * ITLB_MISSES.STLB_HIT + ITLB_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_itlb_misses_hsw, IS_ITLB_MISSES, SAMPLED("ITLB_MISSES.WALK_COMPLETED", ITLB_MISSES_WALK_COMPLETED_hsw), /* hsw hsx */
     "(14 * ITLB_MISSES.STLB_HIT + ITLB_MISSES.WALK_DURATION) / tma_info_thread_clks")
NODE(tma_itlb_misses_bdw, IS_ITLB_MISSES, SAMPLED("ITLB_MISSES.WALK_COMPLETED", ITLB_MISSES_WALK_COMPLETED_hsw), /* bdw bdwde bdx */
     "(14 * ITLB_MISSES.STLB_HIT + ITLB_MISSES.WALK_DURATION:c1 + 7 * ITLB_MISSES.WALK_COMPLETED) / tma_info_thread_clks")
NODE(tma_itlb_misses_skl, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS), /* skl skx clx */
     "ICACHE_TAG.STALLS / tma_info_thread_clks")
NODE(tma_itlb_misses_icl, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS_icl), /* icl icx tgl spr emr adl */
     "ICACHE_TAG.STALLS / tma_info_thread_clks")
NODE(tma_itlb_misses_gnr, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS_gnr), /* gnr */
     "ICACHE_TAG.STALLS / tma_info_thread_clks")
NODE(tma_itlb_misses_mtl, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS_mtl), /* mtl */
     "ICACHE_TAG.STALLS / tma_info_thread_clks")
NODE(tma_itlb_misses_lnl, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS_mtl), /* lnl */
     "ICACHE_TAG.STALLS / tma_info_thread_clks - tma_isb_full")
NODE(tma_itlb_misses_arl, IS_ITLB_MISSES, SAMPLED("FRONTEND_RETIRED.STLB_MISS;FRONTEND_RETIRED.ITLB_MISS", FRONTEND_RETIRED_STLB_MISS_arl), /* arl ptl */
     "ICACHE_TAG.STALLS / tma_info_thread_clks - tma_isb_full")

#define IS_ITLB_MISSES_grt .slug = "tma_itlb_misses", .title = "ITLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_itlb_misses > 0.05 & (tma_ifetch_latency > 0.15 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to Instruction Table Lookaside Buffer (ITLB) misses."
NODE(tma_itlb_misses_grt, IS_ITLB_MISSES_grt, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.ITLB / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_itlb_misses_cmt, IS_ITLB_MISSES_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.ITLB_MISS / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_itlb_misses_skt, IS_ITLB_MISSES_grt, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.ITLB_MISS / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_ITLB_MISSES_tnt .slug = "tma_itlb_misses", .title = "ITLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_itlb_misses > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to Instruction Table Lookaside Buffer (ITLB) misses."
NODE(tma_itlb_misses_tnt, IS_ITLB_MISSES_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.ITLB / tma_info_core_slots") /* tnt */

#define IS_BRANCH_DETECT .slug = "tma_branch_detect", .title = "Branch detect", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_detect > 0.05 & (tma_ifetch_latency > 0.15 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to BACLEARS, which occurs when the Branch Target Buffer (BTB) prediction or lack thereof, was corrected by a later branch predictor in the frontend. Includes BACLEARS due to all branch types including conditional and unconditional jumps, returns, and indirect branches."
NODE(tma_branch_detect, IS_BRANCH_DETECT, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.BRANCH_DETECT / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_detect_cmt, IS_BRANCH_DETECT, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.BRANCH_DETECT / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_detect_skt, IS_BRANCH_DETECT, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.BRANCH_DETECT / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_BRANCH_DETECT_tnt .slug = "tma_branch_detect", .title = "Branch detect", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_detect > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to BACLEARS, which occurs when the Branch Target Buffer (BTB) prediction or lack thereof, was corrected by a later branch predictor in the frontend. Includes BACLEARS due to all branch types including conditional and unconditional jumps, returns, and indirect branches."
NODE(tma_branch_detect_tnt, IS_BRANCH_DETECT_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_FE_BOUND.BRANCH_DETECT / tma_info_core_slots")

#define IS_BRANCH_RESTEER .slug = "tma_branch_resteer", .title = "Branch resteer", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_resteer > 0.05 & (tma_ifetch_latency > 0.15 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to BTCLEARS, which occurs when the Branch Target Buffer (BTB) predicts a taken branch."
NODE(tma_branch_resteer, IS_BRANCH_RESTEER, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.BRANCH_RESTEER / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_resteer_cmt, IS_BRANCH_RESTEER, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.BRANCH_RESTEER / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_resteer_skt, IS_BRANCH_RESTEER, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.BRANCH_RESTEER / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_BRANCH_RESTEER_tnt .slug = "tma_branch_resteer", .title = "Branch resteer", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_resteer > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to BTCLEARS, which occurs when the Branch Target Buffer (BTB) predicts a taken branch."
NODE(tma_branch_resteer_tnt, IS_BRANCH_RESTEER_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_FE_BOUND.BRANCH_RESTEER / tma_info_core_slots")

#define IS_IFETCH_BANDWIDTH .slug = "tma_ifetch_bandwidth", .title = "Fetch bandwidth", .level = 2, .metric = M_FETCH_BANDWIDTH, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_ifetch_bandwidth > 0.1 & tma_frontend_bound > 0.2", .help = "Counts the number of issue slots that were not delivered by the frontend due to frontend bandwidth restrictions due to decode, predecode, cisc, and other limitations."
NODE(tma_ifetch_bandwidth, IS_IFETCH_BANDWIDTH, UNSAMPLED, /* grt */
     "TOPDOWN_FE_BOUND.FRONTEND_BANDWIDTH / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_ifetch_bandwidth_cmt, IS_IFETCH_BANDWIDTH, UNSAMPLED, /* cmt */
     "TOPDOWN_FE_BOUND.FRONTEND_BANDWIDTH / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_ifetch_bandwidth_skt, IS_IFETCH_BANDWIDTH, UNSAMPLED, /* skt */
     "TOPDOWN_FE_BOUND.FRONTEND_BANDWIDTH / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_CISC_grt .slug = "tma_cisc", .title = "CISC instructions", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_cisc > 0.05 & (tma_ifetch_bandwidth > 0.1 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to the microcode sequencer (MS)."
NODE(tma_cisc_grt, IS_CISC_grt, UNSAMPLED, "TOPDOWN_FE_BOUND.CISC / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_cisc_cmt, IS_CISC_grt, UNSAMPLED, "TOPDOWN_FE_BOUND.CISC / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_cisc_skt, IS_CISC_grt, UNSAMPLED, "TOPDOWN_FE_BOUND.CISC / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_CISC_tnt .slug = "tma_cisc", .title = "CISC instructions", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_cisc > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to the microcode sequencer (MS)."
NODE(tma_cisc_tnt, IS_CISC_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.CISC / tma_info_core_slots") /* tnt */

#define IS_DECODE .slug = "tma_decode", .title = "Decode", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_decode > 0.05 & (tma_ifetch_bandwidth > 0.1 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to decode stalls."
NODE(tma_decode, IS_DECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.DECODE / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_decode_cmt, IS_DECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.DECODE / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_decode_skt, IS_DECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.DECODE / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_DECODE_tnt .slug = "tma_decode", .title = "Decode", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_decode > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to decode stalls."
NODE(tma_decode_tnt, IS_DECODE_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.DECODE / tma_info_core_slots") /* tnt */

#define IS_PREDECODE .slug = "tma_predecode", .title = "Predecode", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_predecode > 0.05 & (tma_ifetch_bandwidth > 0.1 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to wrong predecodes."
NODE(tma_predecode, IS_PREDECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.PREDECODE / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_predecode_cmt, IS_PREDECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.PREDECODE / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_predecode_skt, IS_PREDECODE, UNSAMPLED, "TOPDOWN_FE_BOUND.PREDECODE / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_PREDECODE_tnt .slug = "tma_predecode", .title = "Predecode", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_predecode > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to wrong predecodes."
NODE(tma_predecode_tnt, IS_PREDECODE_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.PREDECODE / tma_info_core_slots") /* tnt */

#define IS_OTHER_FB .slug = "tma_other_fb", .title = "Other fetch bandwidth", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_other_fb > 0.05 & (tma_ifetch_bandwidth > 0.1 & tma_frontend_bound > 0.2)", .help = "Counts the number of issue slots that were not delivered by the frontend due to other common frontend stalls not categorized."
NODE(tma_other_fb, IS_OTHER_FB, UNSAMPLED, "TOPDOWN_FE_BOUND.OTHER / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_other_fb_cmt, IS_OTHER_FB, UNSAMPLED, "TOPDOWN_FE_BOUND.OTHER / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_other_fb_skt, IS_OTHER_FB, UNSAMPLED, "TOPDOWN_FE_BOUND.OTHER / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_OTHER_FB_tnt .slug = "tma_other_fb", .title = "Other fetch bandwidth", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_other_fb > 0.05", .help = "Counts the number of issue slots that were not delivered by the frontend due to other common frontend stalls not categorized."
NODE(tma_other_fb_tnt, IS_OTHER_FB_tnt, UNSAMPLED, "TOPDOWN_FE_BOUND.OTHER / tma_info_core_slots") /* tnt */

#define IS_CODE_STLB_HIT .slug = "tma_code_stlb_hit", .title = "Code STLB hit", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_stlb_hit > 0.05 & (tma_itlb_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric roughly estimates the fraction of cycles where the (first level) ITLB was missed by instructions fetches, that later on hit in second-level TLB (STLB)."
NODE(tma_code_stlb_hit, IS_CODE_STLB_HIT, UNSAMPLED, /* skl skx clx icl icx tgl spr emr adl */
     "max(0, tma_itlb_misses - tma_code_stlb_miss)")
NODE(tma_code_stlb_hit_gnr, IS_CODE_STLB_HIT, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "max(0, FRONTEND_RETIRED.ITLB_MISS * FRONTEND_RETIRED.ITLB_MISS:R / tma_info_thread_clks - tma_code_stlb_miss)")

#define IS_CODE_STLB_MISS .slug = "tma_code_stlb_miss", .title = "Code STLB miss", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_stlb_miss > 0.05 & (tma_itlb_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric estimates the fraction of cycles where the Second-level TLB (STLB) was missed by instruction fetches, performing a hardware page walk."
NODE(tma_code_stlb_miss, IS_CODE_STLB_MISS, UNSAMPLED, /* skl skx clx icl icx tgl spr emr adl */
     "ITLB_MISSES.WALK_ACTIVE / tma_info_thread_clks")
NODE(tma_code_stlb_miss_gnr, IS_CODE_STLB_MISS, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "FRONTEND_RETIRED.STLB_MISS * FRONTEND_RETIRED.STLB_MISS:R / tma_info_thread_clks")

#define IS_CODE_STLB_MISS_4K .slug = "tma_code_stlb_miss_4k", .title = "Code STLB miss 4K", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_stlb_miss_4k > 0.05 & (tma_code_stlb_miss > 0.05 & (tma_itlb_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for (instruction) code accesses."
NODE(tma_code_stlb_miss_4k, IS_CODE_STLB_MISS_4K, UNSAMPLED, /* skl skx clx icl icx tgl spr emr adl */
     "tma_code_stlb_miss * ITLB_MISSES.WALK_COMPLETED_4K / (ITLB_MISSES.WALK_COMPLETED_4K + ITLB_MISSES.WALK_COMPLETED_2M_4M)")
NODE(tma_code_stlb_miss_4k_gnr, IS_CODE_STLB_MISS_4K, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "ITLB_MISSES.WALK_ACTIVE / tma_info_thread_clks * ITLB_MISSES.WALK_COMPLETED_4K / (ITLB_MISSES.WALK_COMPLETED_4K + ITLB_MISSES.WALK_COMPLETED_2M_4M)")

#define IS_CODE_STLB_MISS_2M .slug = "tma_code_stlb_miss_2m", .title = "Code STLB miss 2M", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_code_stlb_miss_2m > 0.05 & (tma_code_stlb_miss > 0.05 & (tma_itlb_misses > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)))", .help = "This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for (instruction) code accesses."
NODE(tma_code_stlb_miss_2m, IS_CODE_STLB_MISS_2M, UNSAMPLED, /* skl skx clx icl icx tgl spr emr adl */
     "tma_code_stlb_miss * ITLB_MISSES.WALK_COMPLETED_2M_4M / (ITLB_MISSES.WALK_COMPLETED_4K + ITLB_MISSES.WALK_COMPLETED_2M_4M)")
NODE(tma_code_stlb_miss_2m_gnr, IS_CODE_STLB_MISS_2M, UNSAMPLED, /* gnr mtl lnl arl ptl */
     "ITLB_MISSES.WALK_ACTIVE / tma_info_thread_clks * ITLB_MISSES.WALK_COMPLETED_2M_4M / (ITLB_MISSES.WALK_COMPLETED_4K + ITLB_MISSES.WALK_COMPLETED_2M_4M)")

#define IS_BRANCH_RESTEERS .slug = "tma_branch_resteers", .title = "Branch resteers", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_branch_resteers > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to Branch Resteers. Branch Resteers estimates the Frontend delay in fetching operations from corrected path, following all sorts of miss-predicted branches. For example, branchy code with lots of miss-predictions might get categorized under Branch Resteers. Note the value of this node may overlap with its siblings."
NODE(tma_branch_resteers, IS_BRANCH_RESTEERS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "12 * (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT + BACLEARS.ANY) / tma_info_thread_clks")
NODE(tma_branch_resteers_skl, IS_BRANCH_RESTEERS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES), /* skl skx clx */
     "INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks + tma_unknown_branches")
NODE(tma_branch_resteers_icl, IS_BRANCH_RESTEERS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES_icl), /* icl icx tgl */
     "INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks + tma_unknown_branches")
NODE(tma_branch_resteers_spr, IS_BRANCH_RESTEERS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES_spr), /* spr emr gnr adl mtl lnl arl ptl */
     "INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks + tma_unknown_branches")

#define IS_MISPREDICTS_RESTEERS .slug = "tma_mispredicts_resteers", .title = "Resteers after mispredicts", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_mispredicts_resteers > 0.05 & (tma_branch_resteers > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric represents fraction of cycles the CPU was stalled due to Branch Resteers as a result of Branch Misprediction at execution stage."
NODE(tma_mispredicts_resteers, IS_MISPREDICTS_RESTEERS, UNSAMPLED, /* bdw bdwde bdx */
     "BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_resteers / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT + BACLEARS.ANY)")
NODE(tma_mispredicts_resteers_skl, IS_MISPREDICTS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES), /* skl skx clx */
     "BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_mispredicts_resteers_icl, IS_MISPREDICTS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_icl), /* icl icx tgl */
     "BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_mispredicts_resteers_spr, IS_MISPREDICTS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_spr), /* spr emr gnr adl mtl lnl arl */
     "tma_branch_mispredicts / tma_bad_speculation * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_mispredicts_resteers_ptl, IS_MISPREDICTS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_spr), /* ptl */
     "(tma_branch_mispredicts / tma_bad_speculation) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")

#define IS_CLEARS_RESTEERS .slug = "tma_clears_resteers", .title = "Resteers after clears", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_clears_resteers > 0.05 & (tma_branch_resteers > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric represents fraction of cycles the CPU was stalled due to Branch Resteers as a result of Machine Clears."
NODE(tma_clears_resteers, IS_CLEARS_RESTEERS, UNSAMPLED, /* bdw bdwde bdx */
     "MACHINE_CLEARS.COUNT * tma_branch_resteers / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT + BACLEARS.ANY)")
NODE(tma_clears_resteers_skl, IS_CLEARS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES), /* skl skx clx */
     "(1 - BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT)) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_clears_resteers_icl, IS_CLEARS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_icl), /* icl icx tgl */
     "(1 - BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT)) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_clears_resteers_spr, IS_CLEARS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_spr), /* spr emr gnr adl mtl lnl arl */
     "(1 - tma_branch_mispredicts / tma_bad_speculation) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")
NODE(tma_clears_resteers_ptl, IS_CLEARS_RESTEERS, SAMPLED("INT_MISC.CLEAR_RESTEER_CYCLES", INT_MISC_CLEAR_RESTEER_CYCLES_spr), /* ptl */
     "(1 - (tma_branch_mispredicts / tma_bad_speculation)) * INT_MISC.CLEAR_RESTEER_CYCLES / tma_info_thread_clks")

#define IS_UNKNOWN_BRANCHES .slug = "tma_unknown_branches", .title = "Unknown branches", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_unknown_branches > 0.05 & (tma_branch_resteers > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15))", .help = "This metric represents fraction of cycles the CPU was stalled due to new branch address clears. These are fetched branches the Branch Prediction Unit was unable to recognize (e.g. first time the branch is fetched or hitting BTB capacity limit) hence called Unknown Branches."
NODE(tma_unknown_branches, IS_UNKNOWN_BRANCHES, SAMPLED("BACLEARS.ANY", BACLEARS_ANY), /* bdw bdwde bdx */
     "tma_branch_resteers - tma_mispredicts_resteers - tma_clears_resteers")
NODE(tma_unknown_branches_skl, IS_UNKNOWN_BRANCHES, SAMPLED("BACLEARS.ANY", BACLEARS_ANY_skl), /* skl skx clx */
     "9 * BACLEARS.ANY / tma_info_thread_clks")
NODE(tma_unknown_branches_icl, IS_UNKNOWN_BRANCHES, SAMPLED("BACLEARS.ANY", BACLEARS_ANY_skl), /* icl icx tgl */
     "10 * BACLEARS.ANY / tma_info_thread_clks")
NODE(tma_unknown_branches_spr, IS_UNKNOWN_BRANCHES, SAMPLED("FRONTEND_RETIRED.UNKNOWN_BRANCH", FRONTEND_RETIRED_UNKNOWN_BRANCH), /* spr emr adl */
     "INT_MISC.UNKNOWN_BRANCH_CYCLES / tma_info_thread_clks")
NODE(tma_unknown_branches_gnr, IS_UNKNOWN_BRANCHES, SAMPLED("FRONTEND_RETIRED.UNKNOWN_BRANCH", FRONTEND_RETIRED_UNKNOWN_BRANCH_gnr), /* gnr */
     "INT_MISC.UNKNOWN_BRANCH_CYCLES / tma_info_thread_clks")
NODE(tma_unknown_branches_mtl, IS_UNKNOWN_BRANCHES, SAMPLED("FRONTEND_RETIRED.UNKNOWN_BRANCH", FRONTEND_RETIRED_UNKNOWN_BRANCH_mtl), /* mtl lnl arl ptl */
     "INT_MISC.UNKNOWN_BRANCH_CYCLES / tma_info_thread_clks")

#define IS_MS_SWITCHES .slug = "tma_ms_switches", .title = "MS switches", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_ms_switches > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric estimates the fraction of cycles when the CPU was stalled due to switches of uop delivery to the Microcode Sequencer (MS). Commonly used instructions are optimized for delivery by the DSB (decoded i-cache) or MITE (legacy instruction decode) pipelines. Certain operations cannot be handled natively by the execution pipeline, and must be performed by microcode (small programs injected into the execution stream). Switching to the MS too often can negatively impact performance. The MS is designated to deliver long uop flows required by CISC instructions like CPUID, or uncommon conditions like Floating Point Assists when dealing with Denormals."
NODE(tma_ms_switches, IS_MS_SWITCHES, SAMPLED("IDQ.MS_SWITCHES", IDQ_MS_SWITCHES), /* snb jkt ivb ivt */
     "3 * IDQ.MS_SWITCHES / tma_info_thread_clks")
NODE(tma_ms_switches_hsw, IS_MS_SWITCHES, SAMPLED("IDQ.MS_SWITCHES", IDQ_MS_SWITCHES), /* hsw hsx bdw bdwde bdx skl skx clx */
     "2 * IDQ.MS_SWITCHES / tma_info_thread_clks")
NODE(tma_ms_switches_icl, IS_MS_SWITCHES, SAMPLED("IDQ.MS_SWITCHES", IDQ_MS_SWITCHES_icl), /* icl icx tgl */
     "3 * IDQ.MS_SWITCHES / tma_info_thread_clks")
NODE(tma_ms_switches_spr, IS_MS_SWITCHES, SAMPLED("FRONTEND_RETIRED.MS_FLOWS", FRONTEND_RETIRED_MS_FLOWS), /* spr adl */
     "3 * UOPS_RETIRED.MS:c1:e1 / (UOPS_RETIRED.SLOTS / UOPS_ISSUED.ANY) / tma_info_thread_clks")
NODE(tma_ms_switches_emr, IS_MS_SWITCHES, SAMPLED("IDQ.MS_SWITCHES", IDQ_MS_SWITCHES_emr), /* emr gnr */
     "3 * UOPS_RETIRED.MS:c1:e1 / (UOPS_RETIRED.SLOTS / UOPS_ISSUED.ANY) / tma_info_thread_clks")
NODE(tma_ms_switches_mtl, IS_MS_SWITCHES, SAMPLED("FRONTEND_RETIRED.MS_FLOWS", FRONTEND_RETIRED_MS_FLOWS_mtl), /* mtl */
     "3 * UOPS_RETIRED.MS:c1:e1 / (UOPS_RETIRED.SLOTS / UOPS_ISSUED.ANY) / tma_info_thread_clks")
NODE(tma_ms_switches_lnl, IS_MS_SWITCHES, SAMPLED("IDQ.MS_SWITCHES", IDQ_MS_SWITCHES_lnl), /* lnl arl ptl */
     "3 * IDQ.MS_SWITCHES / tma_info_thread_clks")

#define IS_LCP .slug = "tma_lcp", .title = "LCP", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_lcp > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric represents fraction of cycles CPU was stalled due to Length Changing Prefixes (LCPs). Using proper compiler flags or Intel Compiler by default will certainly avoid this. #Link: Optimization Guide about LCP BKMs."
NODE(tma_lcp, IS_LCP, UNSAMPLED, "ILD_STALL.LCP / tma_info_thread_clks") /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
NODE(tma_lcp_skl, IS_LCP, UNSAMPLED, /* skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "DECODE.LCP / tma_info_thread_clks")

#define IS_DSB_SWITCHES .slug = "tma_dsb_switches", .title = "DSB switches", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_dsb_switches > 0.05 & (tma_fetch_latency > 0.1 & tma_frontend_bound > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to switches from DSB to MITE pipelines. The DSB (decoded i-cache) is a Uop Cache where the front-end directly delivers Uops (micro operations) avoiding heavy x86 decoding. The DSB pipeline has shorter latency and delivered higher bandwidth than the MITE (legacy instruction decode pipeline). Switching between the two pipelines can cause penalties hence this metric measures the exposed penalty."
NODE(tma_dsb_switches, IS_DSB_SWITCHES, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "DSB2MITE_SWITCHES.PENALTY_CYCLES / tma_info_thread_clks")
NODE(tma_dsb_switches_skl, IS_DSB_SWITCHES, SAMPLED("FRONTEND_RETIRED.DSB_MISS", FRONTEND_RETIRED_DSB_MISS), /* skl skx clx */
     "DSB2MITE_SWITCHES.PENALTY_CYCLES / tma_info_thread_clks")
NODE(tma_dsb_switches_icl, IS_DSB_SWITCHES, SAMPLED("FRONTEND_RETIRED.DSB_MISS", FRONTEND_RETIRED_DSB_MISS_icl), /* icl icx tgl spr emr adl */
     "DSB2MITE_SWITCHES.PENALTY_CYCLES / tma_info_thread_clks")
NODE(tma_dsb_switches_gnr, IS_DSB_SWITCHES, SAMPLED("FRONTEND_RETIRED.DSB_MISS", FRONTEND_RETIRED_DSB_MISS_gnr), /* gnr mtl lnl arl ptl */
     "DSB2MITE_SWITCHES.PENALTY_CYCLES / tma_info_thread_clks")

#define IS_FETCH_BANDWIDTH .slug = "tma_fetch_bandwidth", .title = "Fetch bandwidth", .level = 2, .metric = M_FETCH_BANDWIDTH, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_fetch_bandwidth > 0.2", .help = "This metric represents fraction of slots the CPU was stalled due to Frontend bandwidth issues. For example, inefficiencies at the instruction decoders, or restrictions for caching in the DSB (decoded uops cache) are categorized under Fetch Bandwidth. In such cases, the Frontend typically delivers suboptimal amount of uops to the Backend."
NODE_OF_CORE(tma_fetch_bandwidth, IS_FETCH_BANDWIDTH, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "tma_frontend_bound - tma_fetch_latency")
NODE_OF_CORE(tma_fetch_bandwidth_skl, IS_FETCH_BANDWIDTH, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_2_BUBBLES_GE_1;FRONTEND_RETIRED.LATENCY_GE_1;FRONTEND_RETIRED.LATENCY_GE_2", FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1), /* skl skx clx */
     "tma_frontend_bound - tma_fetch_latency")
NODE(tma_fetch_bandwidth_icl, IS_FETCH_BANDWIDTH, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_2_BUBBLES_GE_1;FRONTEND_RETIRED.LATENCY_GE_1;FRONTEND_RETIRED.LATENCY_GE_2", FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_icl), /* icl icx tgl spr emr adl */
     "max(0, tma_frontend_bound - tma_fetch_latency)")
NODE(tma_fetch_bandwidth_gnr, IS_FETCH_BANDWIDTH, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_2_BUBBLES_GE_1;FRONTEND_RETIRED.LATENCY_GE_1;FRONTEND_RETIRED.LATENCY_GE_2", FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_gnr), /* gnr mtl */
     "max(0, tma_frontend_bound - tma_fetch_latency)")
NODE(tma_fetch_bandwidth_lnl, IS_FETCH_BANDWIDTH, UNSAMPLED, /* lnl ptl */
     "max(0, tma_frontend_bound - tma_fetch_latency)")
NODE(tma_fetch_bandwidth_arl, IS_FETCH_BANDWIDTH, SAMPLED("FRONTEND_RETIRED.LATENCY_GE_2_BUBBLES_GE_1;FRONTEND_RETIRED.LATENCY_GE_2", FRONTEND_RETIRED_LATENCY_GE_2_BUBBLES_GE_1_gnr), /* arl */
     "max(0, tma_frontend_bound - tma_fetch_latency)")

#define IS_FETCH_BANDWIDTH_tnt .slug = "tma_fetch_bandwidth", .title = "Fetch bandwidth", .level = 2, .metric = M_FETCH_BANDWIDTH, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_fetch_bandwidth > 0.1", .help = "Counts the number of issue slots that were not delivered by the frontend due to frontend bandwidth restrictions due to decode, predecode, cisc, and other limitations."
NODE(tma_fetch_bandwidth_tnt, IS_FETCH_BANDWIDTH_tnt, UNSAMPLED, /* tnt */
     "(TOPDOWN_FE_BOUND.CISC + TOPDOWN_FE_BOUND.DECODE + TOPDOWN_FE_BOUND.PREDECODE + TOPDOWN_FE_BOUND.OTHER) / tma_info_core_slots")

#define IS_MITE .slug = "tma_mite", .title = "MITE", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_mite > 0.1 & tma_fetch_bandwidth > 0.2", .help = "This metric represents Core fraction of cycles in which CPU was likely limited due to the MITE pipeline (the legacy decode pipeline). This pipeline is used for code that was not pre-cached in the DSB or LSD. For example, inefficiencies due to asymmetric decoders, use of long immediate or LCP can manifest as MITE fetch bandwidth bottleneck."
NODE_OF_CORE(tma_mite, IS_MITE, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx */
     "(IDQ.ALL_MITE_CYCLES_ANY_UOPS - IDQ.ALL_MITE_CYCLES_4_UOPS) / tma_info_core_core_clks / 2")
NODE_OF_CORE(tma_mite_skl, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS), /* skl skx clx */
     "(IDQ.ALL_MITE_CYCLES_ANY_UOPS - IDQ.ALL_MITE_CYCLES_4_UOPS) / tma_info_core_core_clks / 2")
NODE(tma_mite_icl, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS_icl), /* icl icx tgl spr emr adl */
     "(IDQ.MITE_CYCLES_ANY - IDQ.MITE_CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_mite_gnr, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS_gnr), /* gnr */
     "(IDQ.MITE_CYCLES_ANY - IDQ.MITE_CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_mite_mtl, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS_mtl), /* mtl */
     "(IDQ.MITE_CYCLES_ANY - IDQ.MITE_CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_mite_lnl, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS_mtl), /* lnl arl */
     "(IDQ.MITE_UOPS:c8:i1 * max(0, 8 - tma_info_pipeline_fetch_mite) / 8 + IDQ.MITE_UOPS / (IDQ.DSB_UOPS + IDQ.MITE_UOPS) * (IDQ_BUBBLES.STARVATION_CYCLES - IDQ_BUBBLES.FETCH_LATENCY)) / tma_info_thread_clks")
NODE(tma_mite_ptl, IS_MITE, SAMPLED("FRONTEND_RETIRED.ANY_DSB_MISS", FRONTEND_RETIRED_ANY_DSB_MISS_mtl), /* ptl */
     "(IDQ.MITE_UOPS:c8:i1:eq1 * max(0, 8 - tma_info_pipeline_fetch_mite) / 8 + IDQ.MITE_UOPS / (IDQ.DSB_UOPS + IDQ.MITE_UOPS) * (IDQ_BUBBLES.STARVATION_CYCLES - IDQ_BUBBLES.FETCH_LATENCY)) / tma_info_thread_clks")

#define IS_DECODER0_ALONE .slug = "tma_decoder0_alone", .title = "Decoder 0 alone", .level = 4, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_decoder0_alone > 0.1 & (tma_mite > 0.1 & tma_fetch_bandwidth > 0.2)", .help = "This metric represents fraction of cycles where decoder-0 was the only active decoder."
NODE_OF_CORE(tma_decoder0_alone, IS_DECODER0_ALONE, UNSAMPLED, /* skl skx clx */
     "(INST_DECODED.DECODERS:c1 - INST_DECODED.DECODERS:c2) / tma_info_core_core_clks / 2")
NODE(tma_decoder0_alone_icl, IS_DECODER0_ALONE, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl */
     "(INST_DECODED.DECODERS:c1 - INST_DECODED.DECODERS:c2) / tma_info_core_core_clks / 2")
NODE(tma_decoder0_alone_ptl, IS_DECODER0_ALONE, UNSAMPLED, /* ptl */
     "INST_DECODED.DECODERS:c1:eq1 / tma_info_thread_clks")

#define IS_MITE_4WIDE .slug = "tma_mite_4wide", .title = "MITE 4 wide", .level = 4, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_mite_4wide > 0.05 & (tma_mite > 0.1 & tma_fetch_bandwidth > 0.2)", .help = "This metric represents fraction of cycles where (only) 4 uops were delivered by the MITE pipeline."
NODE(tma_mite_4wide, IS_MITE_4WIDE, UNSAMPLED, /* icl icx tgl */
     "(IDQ.MITE_UOPS:c4 - IDQ.MITE_UOPS:c5) / tma_info_thread_clks")

#define IS_DSB .slug = "tma_dsb", .title = "DSB", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_dsb > 0.15 & tma_fetch_bandwidth > 0.2", .help = "This metric represents Core fraction of cycles in which CPU was likely limited due to DSB (decoded uop cache) fetch pipeline. For example, inefficient utilization of the DSB cache structure or bank conflict when reading from it, are categorized here."
NODE_OF_CORE(tma_dsb, IS_DSB, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx */
     "(IDQ.ALL_DSB_CYCLES_ANY_UOPS - IDQ.ALL_DSB_CYCLES_4_UOPS) / tma_info_core_core_clks / 2")
NODE_OF_CORE(tma_dsb_skl, IS_DSB, UNSAMPLED, /* skl skx clx */
     "(IDQ.DSB_CYCLES_ANY - IDQ.DSB_CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_dsb_icl, IS_DSB, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl */
     "(IDQ.DSB_CYCLES_ANY - IDQ.DSB_CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_dsb_lnl, IS_DSB, UNSAMPLED, /* lnl arl */
     "(IDQ.DSB_UOPS:c8:i1 * max(0, 8 - tma_info_pipeline_fetch_dsb) / 8 + IDQ.DSB_UOPS / (IDQ.DSB_UOPS + IDQ.MITE_UOPS) * (IDQ_BUBBLES.STARVATION_CYCLES - IDQ_BUBBLES.FETCH_LATENCY)) / tma_info_thread_clks")
NODE(tma_dsb_ptl, IS_DSB, UNSAMPLED, /* ptl */
     "(IDQ.DSB_UOPS:c8:i1:eq1 * max(0, 8 - tma_info_pipeline_fetch_dsb) / 8 + IDQ.DSB_UOPS / (IDQ.DSB_UOPS + IDQ.MITE_UOPS) * (IDQ_BUBBLES.STARVATION_CYCLES - IDQ_BUBBLES.FETCH_LATENCY)) / tma_info_thread_clks")

#define IS_LSD .slug = "tma_lsd", .title = "LSD", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_lsd > 0.15 & tma_fetch_bandwidth > 0.2", .help = "This metric represents Core fraction of cycles in which CPU was likely limited due to LSD (Loop Stream Detector) unit. LSD typically does well sustaining Uop supply. However, in some rare cases, optimal uop-delivery could not be reached for small loops whose size (in terms of number of uops) does not suit well the LSD structure."
NODE(tma_lsd, IS_LSD, UNSAMPLED, /* icl tgl adl mtl */
     "(LSD.CYCLES_ACTIVE - LSD.CYCLES_OK) / tma_info_core_core_clks / 2")
NODE(tma_lsd_lnl, IS_LSD, UNSAMPLED, /* lnl arl */
     "LSD.UOPS:c8:i1 * max(0, 8 - tma_info_pipeline_fetch_lsd) / 8 / tma_info_thread_clks")

#define IS_MS .slug = "tma_ms", .title = "MS", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_ms > 0.05 & tma_fetch_bandwidth > 0.2", .help = "This metric represents Core fraction of cycles in which CPU was likely limited due to the Microcode Sequencer (MS) unit - see Microcode_Sequencer node for details."
NODE(tma_ms, IS_MS, UNSAMPLED, "IDQ.MS_UOPS:c1 / tma_info_core_core_clks / 3.3") /* icl icx tgl */
NODE(tma_ms_spr, IS_MS, UNSAMPLED, /* spr emr gnr adl mtl */
     "max(IDQ.MS_CYCLES_ANY, UOPS_RETIRED.MS:c1 / (UOPS_RETIRED.SLOTS / UOPS_ISSUED.ANY)) / tma_info_core_core_clks / 2.4")
NODE(tma_ms_lnl, IS_MS, UNSAMPLED, /* lnl arl ptl */
     "IDQ.MS_CYCLES_ANY * (8 - IDQ.MS_UOPS / IDQ.MS_CYCLES_ANY) / tma_info_thread_slots")
/* clang-format on */
