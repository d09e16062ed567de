/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, backend: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_BACKEND_BOUND .slug = "tma_backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_backend_bound > 0.2", .help = "This category represents fraction of slots where no uops are being delivered due to a lack of required resources for accepting new uops in the Backend. Backend is the portion of the processor core where the out-of-order scheduler dispatches ready uops into their respective execution units, and once completed these uops get retired according to program order. For example, stalls due to data-cache misses or stalls due to the divider unit being overloaded are both categorized under Backend Bound. Backend Bound is further divided into two main categories: Memory Bound and Core Bound."
NODE_OF_CORE(tma_backend_bound, IS_BACKEND_BOUND, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "1 - (tma_frontend_bound + tma_bad_speculation + tma_retiring)")
NODE_OF_CORE(tma_backend_bound_skl, IS_BACKEND_BOUND, UNSAMPLED, /* skl skx clx */
     "1 - tma_frontend_bound - (UOPS_ISSUED.ANY + 4 * (INT_MISC.RECOVERY_CYCLES_ANY / 2 if #SMT_on else INT_MISC.RECOVERY_CYCLES)) / tma_info_thread_slots")
NODE(tma_backend_bound_icl, IS_BACKEND_BOUND, SAMPLED("TOPDOWN.BACKEND_BOUND_SLOTS", TOPDOWN_BACKEND_BOUND_SLOTS), /* icl icx tgl */
     "PERF_METRICS.BACKEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND) + 5 * INT_MISC.CLEARS_COUNT / tma_info_thread_slots")
NODE(tma_backend_bound_spr, IS_BACKEND_BOUND, SAMPLED("TOPDOWN.BACKEND_BOUND_SLOTS", TOPDOWN_BACKEND_BOUND_SLOTS), /* spr emr gnr adl mtl lnl arl ptl */
     "PERF_METRICS.BACKEND_BOUND / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_BACKEND_BOUND_grt .slug = "tma_backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_backend_bound > 0.1", .help = "Counts the total number of issue slots that were not consumed by the backend due to backend stalls. Note that uops must be available for consumption in order for this event to count. If a uop is not available (IQ is empty), this event will not count."
NODE(tma_backend_bound_grt, IS_BACKEND_BOUND_grt, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.ALL / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_backend_bound_cmt, IS_BACKEND_BOUND_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.ALL_P / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_backend_bound_skt, IS_BACKEND_BOUND_grt, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.ALL_P / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_BACKEND_BOUND_tnt .slug = "tma_backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_backend_bound > 0.1", .help = "Counts the total number of issue slots that were not consumed by the backend due to backend stalls. Note that uops must be available for consumption in order for this event to count. If a uop is not available (IQ is empty), this event will not count. The rest of these subevents count backend stalls, in cycles, due to an outstanding request which is memory bound vs core bound. The subevents are not slot based events and therefore can not be precisely added or subtracted from the Backend_Bound_Aux subevents which are slot based."
NODE(tma_backend_bound_tnt, IS_BACKEND_BOUND_tnt, UNSAMPLED, "TOPDOWN_BE_BOUND.ALL / tma_info_core_slots") /* tnt */
NODE(tma_backend_bound_glm, IS_BACKEND_BOUND_tnt, UNSAMPLED, /* glm */
     "ISSUE_SLOTS_NOT_CONSUMED.RESOURCE_FULL / tma_info_core_slots")

#define IS_CORE_BOUND .slug = "tma_core_bound", .title = "Core bound", .level = 2, .metric = M_CORE_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_core_bound > 0.1 & tma_backend_bound > 0.2", .help = "This metric represents fraction of slots where Core non-memory issues were of a bottleneck. Shortage in hardware compute resources, or dependencies in software's instructions are both categorized under Core Bound. Hence it may indicate the machine ran out of an out-of-order resource, certain execution units are overloaded or dependencies in program's data- or instruction-flow are limiting the performance (e.g. FP-chained long-latency arithmetic operations)."
NODE_OF_CORE(tma_core_bound, IS_CORE_BOUND, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "tma_backend_bound - tma_memory_bound")
NODE(tma_core_bound_icl, IS_CORE_BOUND, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "max(0, tma_backend_bound - tma_memory_bound)")

#define IS_CORE_BOUND_grt .slug = "tma_core_bound", .title = "Core bound", .level = 2, .metric = M_CORE_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_core_bound > 0.1 & tma_backend_bound > 0.1", .help = "Counts the number of cycles due to backend bound stalls that are bounded by core restrictions and not attributed to an outstanding load or stores, or resource limitation."
NODE(tma_core_bound_grt, IS_CORE_BOUND_grt, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_core_bound_cmt, IS_CORE_BOUND_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_core_bound_skt, IS_CORE_BOUND_grt, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_CORE_BOUND_tnt .slug = "tma_core_bound", .title = "Core bound", .level = 2, .metric = M_CORE_BOUND, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_core_bound > 0.1", .help = "Counts the number of cycles due to backend bound stalls that are core execution bound and not attributed to outstanding demand load or store stalls."
NODE(tma_core_bound_tnt, IS_CORE_BOUND_tnt, UNSAMPLED, "max(0, tma_backend_bound - tma_memory_bound)") /* tnt */

#define IS_ALLOCATION_RESTRICTION .slug = "tma_allocation_restriction", .title = "Allocation restriction", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_allocation_restriction > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to certain allocation restrictions."
NODE(tma_allocation_restriction, IS_ALLOCATION_RESTRICTION, UNSAMPLED, "tma_core_bound") /* grt cmt skt */

#define IS_RESOURCE_BOUND .slug = "tma_resource_bound", .title = "Resource bound", .level = 2, .metric = M_RESOURCE_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_resource_bound > 0.2 & tma_backend_bound > 0.1", .help = "Counts the number of cycles the core is stalled due to a resource limitation."
NODE(tma_resource_bound, IS_RESOURCE_BOUND, UNSAMPLED, "tma_backend_bound - tma_core_bound") /* grt cmt skt */

#define IS_RESOURCE_BOUND_tnt .slug = "tma_resource_bound", .title = "Resource bound", .level = 2, .metric = M_RESOURCE_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_resource_bound > 0.2", .help = "Counts the total number of issue slots that were not consumed by the backend due to backend stalls. Note that uops must be available for consumption in order for this event to count. If a uop is not available (IQ is empty), this event will not count."
NODE(tma_resource_bound_tnt, IS_RESOURCE_BOUND_tnt, UNSAMPLED, "tma_backend_bound") /* tnt */

#define IS_MEM_SCHEDULER .slug = "tma_mem_scheduler", .title = "Memory scheduler full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_mem_scheduler > 0.1 & (tma_resource_bound > 0.2 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to memory reservation stalls in which a scheduler is not able to accept uops."
NODE(tma_mem_scheduler, IS_MEM_SCHEDULER, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.MEM_SCHEDULER / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_mem_scheduler_cmt, IS_MEM_SCHEDULER, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.MEM_SCHEDULER / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_mem_scheduler_skt, IS_MEM_SCHEDULER, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.MEM_SCHEDULER / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_MEM_SCHEDULER_tnt .slug = "tma_mem_scheduler", .title = "Memory scheduler full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_mem_scheduler > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to memory reservation stalls in which a scheduler is not able to accept uops."
NODE(tma_mem_scheduler_tnt, IS_MEM_SCHEDULER_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_BE_BOUND.MEM_SCHEDULER / tma_info_core_slots")

#define IS_NON_MEM_SCHEDULER .slug = "tma_non_mem_scheduler", .title = "Other schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_non_mem_scheduler > 0.1 & (tma_resource_bound > 0.2 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to IEC or FPC RAT stalls, which can be due to FIQ or IEC reservation stalls in which the integer, floating point or SIMD scheduler is not able to accept uops."
NODE(tma_non_mem_scheduler, IS_NON_MEM_SCHEDULER, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.NON_MEM_SCHEDULER / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_non_mem_scheduler_cmt, IS_NON_MEM_SCHEDULER, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.NON_MEM_SCHEDULER / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_non_mem_scheduler_skt, IS_NON_MEM_SCHEDULER, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.NON_MEM_SCHEDULER / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_NON_MEM_SCHEDULER_tnt .slug = "tma_non_mem_scheduler", .title = "Other schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_non_mem_scheduler > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to IEC or FPC RAT stalls, which can be due to FIQ or IEC reservation stalls in which the integer, floating point or SIMD scheduler is not able to accept uops."
NODE(tma_non_mem_scheduler_tnt, IS_NON_MEM_SCHEDULER_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_BE_BOUND.NON_MEM_SCHEDULER / tma_info_core_slots")

#define IS_REGISTER .slug = "tma_register", .title = "Registers used up", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_register > 0.1 & (tma_resource_bound > 0.2 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to the physical register file unable to accept an entry (marble stalls)."
NODE(tma_register, IS_REGISTER, UNSAMPLED, "TOPDOWN_BE_BOUND.REGISTER / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_register_cmt, IS_REGISTER, UNSAMPLED, "TOPDOWN_BE_BOUND.REGISTER / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_register_skt, IS_REGISTER, UNSAMPLED, "TOPDOWN_BE_BOUND.REGISTER / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_REGISTER_tnt .slug = "tma_register", .title = "Registers used up", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_register > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to the physical register file unable to accept an entry (marble stalls)."
NODE(tma_register_tnt, IS_REGISTER_tnt, UNSAMPLED, "TOPDOWN_BE_BOUND.REGISTER / tma_info_core_slots") /* tnt */

#define IS_REORDER_BUFFER .slug = "tma_reorder_buffer", .title = "Reorder buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_reorder_buffer > 0.1 & (tma_resource_bound > 0.2 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to the reorder buffer being full (ROB stalls)."
NODE(tma_reorder_buffer, IS_REORDER_BUFFER, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.REORDER_BUFFER / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_reorder_buffer_cmt, IS_REORDER_BUFFER, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.REORDER_BUFFER / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_reorder_buffer_skt, IS_REORDER_BUFFER, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.REORDER_BUFFER / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_REORDER_BUFFER_tnt .slug = "tma_reorder_buffer", .title = "Reorder buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_reorder_buffer > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to the reorder buffer being full (ROB stalls)."
NODE(tma_reorder_buffer_tnt, IS_REORDER_BUFFER_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_BE_BOUND.REORDER_BUFFER / tma_info_core_slots")

#define IS_STORE_BUFFER .slug = "tma_store_buffer", .title = "Store buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_store_buffer > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to store buffers stalls."
NODE(tma_store_buffer, IS_STORE_BUFFER, UNSAMPLED, "TOPDOWN_BE_BOUND.STORE_BUFFER / tma_info_core_slots") /* tnt */

#define IS_ALLOC_RESTRICTION .slug = "tma_alloc_restriction", .title = "Allocation restriction", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_alloc_restriction > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to certain allocation restrictions."
NODE(tma_alloc_restriction, IS_ALLOC_RESTRICTION, UNSAMPLED, /* tnt */
     "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS / tma_info_core_slots")

#define IS_SERIALIZATION .slug = "tma_serialization", .title = "Serialization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_serialization > 0.1 & (tma_resource_bound > 0.2 & tma_backend_bound > 0.1)", .help = "Counts the number of issue slots that were not consumed by the backend due to scoreboards from the instruction queue (IQ), jump execution unit (JEU), or microcode sequencer (MS)."
NODE(tma_serialization, IS_SERIALIZATION, UNSAMPLED, /* grt */
     "TOPDOWN_BE_BOUND.SERIALIZATION / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_serialization_cmt, IS_SERIALIZATION, UNSAMPLED, /* cmt */
     "TOPDOWN_BE_BOUND.SERIALIZATION / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_serialization_skt, IS_SERIALIZATION, UNSAMPLED, /* skt */
     "TOPDOWN_BE_BOUND.SERIALIZATION / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_SERIALIZATION_tnt .slug = "tma_serialization", .title = "Serialization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_serialization > 0.1", .help = "Counts the number of issue slots that were not consumed by the backend due to scoreboards from the instruction queue (IQ), jump execution unit (JEU), or microcode sequencer (MS)."
NODE(tma_serialization_tnt, IS_SERIALIZATION_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_BE_BOUND.SERIALIZATION / tma_info_core_slots")

#define IS_DIVIDER .slug = "tma_divider", .title = "Divider", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_divider > 0.2 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2)", .help = "This metric represents fraction of cycles where the Divider unit was active. Divide and square root instructions are performed by the Divider unit and can take considerably longer latency than integer or Floating Point addition, subtraction, or multiplication."
NODE_OF_CORE(tma_divider, IS_DIVIDER, SAMPLED("ARITH.FPU_DIV_ACTIVE", ARITH_FPU_DIV_ACTIVE), /* snb jkt ivb ivt bdw bdwde bdx */
     "ARITH.FPU_DIV_ACTIVE / tma_info_core_core_clks")
NODE_OF_CORE(tma_divider_hsw, IS_DIVIDER, SAMPLED("ARITH.DIVIDER_UOPS", ARITH_DIVIDER_UOPS), /* hsw hsx */
     "10 * ARITH.DIVIDER_UOPS / tma_info_core_core_clks")
NODE(tma_divider_skl, IS_DIVIDER, SAMPLED("ARITH.DIVIDER_ACTIVE", ARITH_DIVIDER_ACTIVE), /* skl skx clx */
     "ARITH.DIVIDER_ACTIVE / tma_info_thread_clks")
NODE(tma_divider_icl, IS_DIVIDER, SAMPLED("ARITH.DIVIDER_ACTIVE", ARITH_DIVIDER_ACTIVE_icl), /* icl icx tgl */
     "ARITH.DIVIDER_ACTIVE / tma_info_thread_clks")
NODE(tma_divider_spr, IS_DIVIDER, SAMPLED("ARITH.DIVIDER_ACTIVE", ARITH_DIVIDER_ACTIVE_spr), /* spr adl */
     "ARITH.DIV_ACTIVE / tma_info_thread_clks")
NODE(tma_divider_emr, IS_DIVIDER, SAMPLED("ARITH.DIV_ACTIVE", ARITH_DIV_ACTIVE), /* emr gnr mtl lnl arl ptl */
     "ARITH.DIV_ACTIVE / tma_info_thread_clks")

#define IS_FP_DIVIDER .slug = "tma_fp_divider", .title = "FP divider", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_fp_divider > 0.2 & (tma_divider > 0.2 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles where the Floating-Point Divider unit was active."
NODE(tma_fp_divider, IS_FP_DIVIDER, UNSAMPLED, "ARITH.FP_DIVIDER_ACTIVE / tma_info_thread_clks") /* icl icx tgl */
NODE(tma_fp_divider_spr, IS_FP_DIVIDER, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "ARITH.FPDIV_ACTIVE / tma_info_thread_clks")

#define IS_INT_DIVIDER .slug = "tma_int_divider", .title = "Integer divider", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_int_divider > 0.2 & (tma_divider > 0.2 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles where the Integer Divider unit was active."
NODE(tma_int_divider, IS_INT_DIVIDER, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_divider - tma_fp_divider")

#define IS_SERIALIZING_OPERATION .slug = "tma_serializing_operation", .title = "Serializing operation", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.1f, .threshold = "tma_serializing_operation > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2)", .help = "This metric represents fraction of cycles the CPU issue-pipeline was stalled due to serializing operations. Instructions like CPUID, WRMSR or LFENCE serialize the out-of-order execution which may limit performance."
NODE(tma_serializing_operation, IS_SERIALIZING_OPERATION, SAMPLED("PARTIAL_RAT_STALLS.SCOREBOARD", PARTIAL_RAT_STALLS_SCOREBOARD), /* skl skx clx */
     "PARTIAL_RAT_STALLS.SCOREBOARD / tma_info_thread_clks")
NODE(tma_serializing_operation_icl, IS_SERIALIZING_OPERATION, SAMPLED("RESOURCE_STALLS.SCOREBOARD", RESOURCE_STALLS_SCOREBOARD), /* icl icx tgl */
     "RESOURCE_STALLS.SCOREBOARD / tma_info_thread_clks")
NODE(tma_serializing_operation_spr, IS_SERIALIZING_OPERATION, SAMPLED("RESOURCE_STALLS.SCOREBOARD", RESOURCE_STALLS_SCOREBOARD), /* spr emr gnr adl mtl */
     "RESOURCE_STALLS.SCOREBOARD / tma_info_thread_clks + tma_c02_wait")
NODE(tma_serializing_operation_lnl, IS_SERIALIZING_OPERATION, SAMPLED("BE_STALLS.SCOREBOARD", BE_STALLS_SCOREBOARD), /* lnl arl ptl */
     "(BE_STALLS.SCOREBOARD + CPU_CLK_UNHALTED.C02) / tma_info_thread_clks")

#define IS_SLOW_PAUSE .slug = "tma_slow_pause", .title = "Slow pause", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_slow_pause > 0.05 & (tma_serializing_operation > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles the CPU was stalled due to PAUSE Instructions."
NODE(tma_slow_pause, IS_SLOW_PAUSE, SAMPLED("ROB_MISC_EVENTS.PAUSE_INST", ROB_MISC_EVENTS_PAUSE_INST), /* clx */
     "40 * ROB_MISC_EVENTS.PAUSE_INST / tma_info_thread_clks")
NODE(tma_slow_pause_icl, IS_SLOW_PAUSE, SAMPLED("MISC_RETIRED.PAUSE_INST", MISC_RETIRED_PAUSE_INST), /* icl tgl */
     "140 * MISC_RETIRED.PAUSE_INST / tma_info_thread_clks")
NODE(tma_slow_pause_icx, IS_SLOW_PAUSE, SAMPLED("MISC_RETIRED.PAUSE_INST", MISC_RETIRED_PAUSE_INST), /* icx */
     "37 * MISC_RETIRED.PAUSE_INST / tma_info_thread_clks")
NODE(tma_slow_pause_spr, IS_SLOW_PAUSE, SAMPLED("CPU_CLK_UNHALTED.PAUSE_INST", CPU_CLK_UNHALTED_PAUSE_INST), /* spr emr gnr adl mtl lnl arl ptl */
     "CPU_CLK_UNHALTED.PAUSE / tma_info_thread_clks")

#define IS_C01_WAIT .slug = "tma_c01_wait", .title = "Wait in C0.1", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_c01_wait > 0.05 & (tma_serializing_operation > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles the CPU was stalled due staying in C0.1 power-performance optimized state (Faster wakeup time, Smaller power savings)."
NODE(tma_c01_wait, IS_C01_WAIT, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "CPU_CLK_UNHALTED.C01 / tma_info_thread_clks")

#define IS_C02_WAIT .slug = "tma_c02_wait", .title = "Wait in C0.2", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_c02_wait > 0.05 & (tma_serializing_operation > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles the CPU was stalled due staying in C0.2 power-performance optimized state (Slower wakeup time, Larger power savings)."
NODE(tma_c02_wait, IS_C02_WAIT, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "CPU_CLK_UNHALTED.C02 / tma_info_thread_clks")

#define IS_MEMORY_FENCE .slug = "tma_memory_fence", .title = "Memory fence", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_memory_fence > 0.05 & (tma_serializing_operation > 0.1 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles the CPU was stalled due to LFENCE Instructions."
NODE(tma_memory_fence, IS_MEMORY_FENCE, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "13 * MISC2_RETIRED.LFENCE / tma_info_thread_clks")

#define IS_AMX_BUSY .slug = "tma_amx_busy", .title = "AMX busy", .level = 3, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.5f, .threshold = "tma_amx_busy > 0.5 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2)", .help = "This metric estimates fraction of cycles where the Advanced Matrix eXtensions (AMX) execution engine was busy with tile (arithmetic) operations."
NODE(tma_amx_busy, IS_AMX_BUSY, UNSAMPLED, "EXE.AMX_BUSY / tma_info_core_core_clks") /* spr emr gnr */

#define IS_PORTS_UTILIZATION .slug = "tma_ports_utilization", .title = "Ports utilization", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.15f, .threshold = "tma_ports_utilization > 0.15 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2)", .help = "This metric estimates fraction of cycles the CPU performance was potentially limited due to Core computation issues (non divider-related). Two distinct categories can be attributed into this metric: (1) heavy data-dependency among contiguous instructions would manifest in this metric - such cases are often referred to as low Instruction Level Parallelism (ILP). (2) Contention on some hardware execution unit other than Divider. For example, when there are too many multiply operations."
NODE_OF_CORE(tma_ports_utilization, IS_PORTS_UTILIZATION, UNSAMPLED, /* snb jkt */
     "(min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_DISPATCH) + UOPS_DISPATCHED.THREAD:c1 - (UOPS_DISPATCHED.THREAD:c3 if tma_info_thread_ipc > 1.8 else UOPS_DISPATCHED.THREAD:c2) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB - RESOURCE_STALLS.SB - min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_L1D_PENDING)) / tma_info_thread_clks")
NODE_OF_CORE(tma_ports_utilization_ivb, IS_PORTS_UTILIZATION, UNSAMPLED, /* ivb ivt */
     "(min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC - (UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB - RESOURCE_STALLS.SB - min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_LDM_PENDING)) / tma_info_thread_clks")
NODE_OF_CORE(tma_ports_utilization_hsw, IS_PORTS_UTILIZATION, UNSAMPLED, /* hsw hsx */
     "((min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + (UOPS_EXECUTED.CORE:c1 - (UOPS_EXECUTED.CORE:c3 if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CORE:c2)) / 2 - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB if #SMT_on else min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) + UOPS_EXECUTED.CORE:c1 - (UOPS_EXECUTED.CORE:c3 if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CORE:c2) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB) - RESOURCE_STALLS.SB - min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.STALLS_LDM_PENDING)) / tma_info_thread_clks")
NODE_OF_CORE(tma_ports_utilization_bdw, IS_PORTS_UTILIZATION, UNSAMPLED, /* bdw bdwde bdx */
     "(CYCLE_ACTIVITY.STALLS_TOTAL + UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC - (UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC if tma_info_thread_ipc > 1.8 else UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0) + RESOURCE_STALLS.SB - RESOURCE_STALLS.SB - CYCLE_ACTIVITY.STALLS_MEM_ANY) / tma_info_thread_clks")
NODE_OF_CORE(tma_ports_utilization_skl, IS_PORTS_UTILIZATION, UNSAMPLED, /* skl skx clx */
     "((tma_ports_utilized_0 * tma_info_thread_clks + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL)) / tma_info_thread_clks if ARITH.DIVIDER_ACTIVE < CYCLE_ACTIVITY.STALLS_TOTAL - CYCLE_ACTIVITY.STALLS_MEM_ANY else (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL) / tma_info_thread_clks)")
NODE(tma_ports_utilization_icl, IS_PORTS_UTILIZATION, UNSAMPLED, /* icl icx tgl */
     "((tma_ports_utilized_0 * tma_info_thread_clks + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL)) / tma_info_thread_clks if ARITH.DIVIDER_ACTIVE < CYCLE_ACTIVITY.STALLS_TOTAL - CYCLE_ACTIVITY.STALLS_MEM_ANY else (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL) / tma_info_thread_clks)")
NODE(tma_ports_utilization_spr, IS_PORTS_UTILIZATION, UNSAMPLED, /* spr emr gnr adl mtl */
     "((tma_ports_utilized_0 * tma_info_thread_clks + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL)) / tma_info_thread_clks if ARITH.DIV_ACTIVE < CYCLE_ACTIVITY.STALLS_TOTAL - EXE_ACTIVITY.BOUND_ON_LOADS else (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL) / tma_info_thread_clks)")
NODE(tma_ports_utilization_lnl, IS_PORTS_UTILIZATION, UNSAMPLED, /* lnl arl */
     "((EXE_ACTIVITY.EXE_BOUND_0_PORTS + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL)) / tma_info_thread_clks if ARITH.DIV_ACTIVE < CYCLE_ACTIVITY.STALLS_TOTAL - EXE_ACTIVITY.BOUND_ON_LOADS else (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL) / tma_info_thread_clks)")
NODE(tma_ports_utilization_ptl, IS_PORTS_UTILIZATION, UNSAMPLED, /* ptl */
     "(EXE_ACTIVITY.EXE_BOUND_0_PORTS + (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL)) / tma_info_thread_clks if (ARITH.DIV_ACTIVE < (CYCLE_ACTIVITY.STALLS_TOTAL - EXE_ACTIVITY.BOUND_ON_LOADS)) else (EXE_ACTIVITY.1_PORTS_UTIL + tma_retiring * EXE_ACTIVITY.2_3_PORTS_UTIL) / tma_info_thread_clks")

#define IS_PORTS_UTILIZED_0 .slug = "tma_ports_utilized_0", .title = "0 ports utilized", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_ports_utilized_0 > 0.2 & (tma_ports_utilization > 0.15 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles CPU executed no uops on any execution port (Logical Processor cycles since ICL, Physical Core cycles otherwise). Long-latency instructions like divides may contribute to this metric."
NODE_OF_CORE(tma_ports_utilized_0, IS_PORTS_UTILIZED_0, UNSAMPLED, /* ivb ivt hsw hsx */
     "(UOPS_EXECUTED.CORE:c1:i1 / 2 if #SMT_on else min(CPU_CLK_UNHALTED.THREAD, CYCLE_ACTIVITY.CYCLES_NO_EXECUTE) - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0)) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_0_bdw, IS_PORTS_UTILIZED_0, UNSAMPLED, /* bdw bdwde bdx */
     "(UOPS_EXECUTED.CORE:c1:i1 / 2 if #SMT_on else CYCLE_ACTIVITY.STALLS_TOTAL - (RS_EVENTS.EMPTY_CYCLES if tma_fetch_latency > 0.1 else 0)) / tma_info_core_core_clks")
NODE(tma_ports_utilized_0_skl, IS_PORTS_UTILIZED_0, UNSAMPLED, /* skl skx clx tgl lnl arl ptl */
     "EXE_ACTIVITY.EXE_BOUND_0_PORTS / tma_info_thread_clks")
NODE(tma_ports_utilized_0_icl, IS_PORTS_UTILIZED_0, UNSAMPLED, /* icl icx */
     "EXE_ACTIVITY.3_PORTS_UTIL:u0x80 / tma_info_thread_clks")
NODE(tma_ports_utilized_0_spr, IS_PORTS_UTILIZED_0, UNSAMPLED, /* spr emr adl */
     "(EXE_ACTIVITY.EXE_BOUND_0_PORTS + max(RS.EMPTY_RESOURCE - RESOURCE_STALLS.SCOREBOARD, 0)) / tma_info_thread_clks * (CYCLE_ACTIVITY.STALLS_TOTAL - EXE_ACTIVITY.BOUND_ON_LOADS) / tma_info_thread_clks")
NODE(tma_ports_utilized_0_gnr, IS_PORTS_UTILIZED_0, UNSAMPLED, /* gnr mtl */
     "max(EXE_ACTIVITY.EXE_BOUND_0_PORTS - RESOURCE_STALLS.SCOREBOARD, 0) / tma_info_thread_clks")

#define IS_MIXING_VECTORS .slug = "tma_mixing_vectors", .title = "Mixing vectors", .level = 5, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_mixing_vectors > 0.05", .help = "This metric estimates penalty in terms of percentage of (from Skylake on: injected blend uops out of all Uops Issued -- the Count Domain, from Alder Lake on: cycles). Usually a Mixing_Vectors over 5% is worth investigating. Read more in Appendix B1 of the Optimizations Guide for this topic."
NODE(tma_mixing_vectors, IS_MIXING_VECTORS, UNSAMPLED, /* skl skx clx icl icx tgl */
     "UOPS_ISSUED.VECTOR_WIDTH_MISMATCH / UOPS_ISSUED.ANY")
NODE(tma_mixing_vectors_spr, IS_MIXING_VECTORS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "160 * ASSISTS.SSE_AVX_MIX / tma_info_thread_clks")

#define IS_PORTS_UTILIZED_1 .slug = "tma_ports_utilized_1", .title = "1 port utilized", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.2f, .threshold = "tma_ports_utilized_1 > 0.2 & (tma_ports_utilization > 0.15 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles where the CPU executed total of 1 uop per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise). This can be due to heavy data-dependency among software instructions, or over oversubscribing a particular hardware resource. In some other cases with high 1_Port_Utilized and L1_Bound, this metric can point to L1 data-cache latency bottleneck that may not necessarily manifest with complete execution starvation (due to the short L1 latency e.g. walking a linked list) - looking at the assembly can be helpful."
NODE_OF_CORE(tma_ports_utilized_1, IS_PORTS_UTILIZED_1, UNSAMPLED, /* ivb ivt bdw bdwde bdx */
     "((UOPS_EXECUTED.CORE:c1 - UOPS_EXECUTED.CORE:c2) / 2 if #SMT_on else UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC - UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_1_hsw, IS_PORTS_UTILIZED_1, UNSAMPLED, /* hsw hsx */
     "((UOPS_EXECUTED.CORE:c1 - UOPS_EXECUTED.CORE:c2) / 2 if #SMT_on else UOPS_EXECUTED.CORE:c1 - UOPS_EXECUTED.CORE:c2) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_1_skl, IS_PORTS_UTILIZED_1, UNSAMPLED, /* skl skx clx */
     "((UOPS_EXECUTED.CORE_CYCLES_GE_1 - UOPS_EXECUTED.CORE_CYCLES_GE_2) / 2 if #SMT_on else EXE_ACTIVITY.1_PORTS_UTIL) / tma_info_core_core_clks")
NODE(tma_ports_utilized_1_icl, IS_PORTS_UTILIZED_1, SAMPLED("EXE_ACTIVITY.1_PORTS_UTIL", EXE_ACTIVITY_1_PORTS_UTIL_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "EXE_ACTIVITY.1_PORTS_UTIL / tma_info_thread_clks")

#define IS_PORTS_UTILIZED_2 .slug = "tma_ports_utilized_2", .title = "2 ports utilized", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.15f, .threshold = "tma_ports_utilized_2 > 0.15 & (tma_ports_utilization > 0.15 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles CPU executed total of 2 uops per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise). Loop Vectorization -most compilers feature auto-Vectorization options today- reduces pressure on the execution ports as multiple elements are calculated with same uop."
NODE_OF_CORE(tma_ports_utilized_2, IS_PORTS_UTILIZED_2, UNSAMPLED, /* ivb ivt bdw bdwde bdx */
     "((UOPS_EXECUTED.CORE:c2 - UOPS_EXECUTED.CORE:c3) / 2 if #SMT_on else UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC - UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_2_hsw, IS_PORTS_UTILIZED_2, UNSAMPLED, /* hsw hsx */
     "((UOPS_EXECUTED.CORE:c2 - UOPS_EXECUTED.CORE:c3) / 2 if #SMT_on else UOPS_EXECUTED.CORE:c2 - UOPS_EXECUTED.CORE:c3) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_2_skl, IS_PORTS_UTILIZED_2, UNSAMPLED, /* skl skx clx */
     "((UOPS_EXECUTED.CORE_CYCLES_GE_2 - UOPS_EXECUTED.CORE_CYCLES_GE_3) / 2 if #SMT_on else EXE_ACTIVITY.2_PORTS_UTIL) / tma_info_core_core_clks")
NODE(tma_ports_utilized_2_icl, IS_PORTS_UTILIZED_2, SAMPLED("EXE_ACTIVITY.2_PORTS_UTIL", EXE_ACTIVITY_2_PORTS_UTIL_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "EXE_ACTIVITY.2_PORTS_UTIL / tma_info_thread_clks")

#define IS_PORTS_UTILIZED_3M .slug = "tma_ports_utilized_3m", .title = "3 or more ports utilized", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.4f, .threshold = "tma_ports_utilized_3m > 0.4 & (tma_ports_utilization > 0.15 & (tma_core_bound > 0.1 & tma_backend_bound > 0.2))", .help = "This metric represents fraction of cycles CPU executed total of 3 or more uops per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise)."
NODE_OF_CORE(tma_ports_utilized_3m, IS_PORTS_UTILIZED_3M, UNSAMPLED, /* ivb ivt bdw bdwde bdx */
     "(UOPS_EXECUTED.CORE:c3 / 2 if #SMT_on else UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_3m_hsw, IS_PORTS_UTILIZED_3M, UNSAMPLED, /* hsw hsx */
     "(UOPS_EXECUTED.CORE:c3 / 2 if #SMT_on else UOPS_EXECUTED.CORE:c3) / tma_info_core_core_clks")
NODE_OF_CORE(tma_ports_utilized_3m_skl, IS_PORTS_UTILIZED_3M, UNSAMPLED, /* skl skx clx */
     "(UOPS_EXECUTED.CORE_CYCLES_GE_3 / 2 if #SMT_on else UOPS_EXECUTED.CORE_CYCLES_GE_3) / tma_info_core_core_clks")
NODE(tma_ports_utilized_3m_icl, IS_PORTS_UTILIZED_3M, SAMPLED("UOPS_EXECUTED.CYCLES_GE_3", UOPS_EXECUTED_CYCLES_GE_3), /* icl icx tgl spr emr gnr adl mtl */
     "UOPS_EXECUTED.CYCLES_GE_3 / tma_info_thread_clks")
NODE(tma_ports_utilized_3m_lnl, IS_PORTS_UTILIZED_3M, SAMPLED("UOPS_EXECUTED.CYCLES_GE_3", UOPS_EXECUTED_CYCLES_GE_3_lnl), /* lnl arl ptl */
     "UOPS_EXECUTED.CYCLES_GE_3 / tma_info_thread_clks")

#define IS_ALU_OP_UTILIZATION .slug = "tma_alu_op_utilization", .title = "ALU operation utilization", .level = 5, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.4f, .threshold = "tma_alu_op_utilization > 0.4", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution ports for ALU operations."
NODE_OF_CORE(tma_alu_op_utilization, IS_ALU_OP_UTILIZATION, UNSAMPLED, /* ivb ivt */
     "(UOPS_DISPATCHED_PORT.PORT_0 + UOPS_DISPATCHED_PORT.PORT_1 + UOPS_DISPATCHED_PORT.PORT_5) / (3 * tma_info_core_core_clks)")
NODE_OF_CORE(tma_alu_op_utilization_hsw, IS_ALU_OP_UTILIZATION, UNSAMPLED, /* hsw hsx bdw bdwde bdx skl skx clx */
     "(UOPS_DISPATCHED_PORT.PORT_0 + UOPS_DISPATCHED_PORT.PORT_1 + UOPS_DISPATCHED_PORT.PORT_5 + UOPS_DISPATCHED_PORT.PORT_6) / tma_info_thread_slots")
NODE(tma_alu_op_utilization_icl, IS_ALU_OP_UTILIZATION, UNSAMPLED, /* icl icx tgl */
     "(UOPS_DISPATCHED.PORT_0 + UOPS_DISPATCHED.PORT_1 + UOPS_DISPATCHED.PORT_5 + UOPS_DISPATCHED.PORT_6) / (4 * tma_info_core_core_clks)")
NODE(tma_alu_op_utilization_spr, IS_ALU_OP_UTILIZATION, UNSAMPLED, /* spr emr gnr adl mtl */
     "(UOPS_DISPATCHED.PORT_0 + UOPS_DISPATCHED.PORT_1 + UOPS_DISPATCHED.PORT_5_11 + UOPS_DISPATCHED.PORT_6) / (5 * tma_info_core_core_clks)")
NODE(tma_alu_op_utilization_lnl, IS_ALU_OP_UTILIZATION, UNSAMPLED, /* lnl arl ptl */
     "UOPS_DISPATCHED.ALU / (6 * tma_info_thread_clks)")

#define IS_PORT_0 .slug = "tma_port_0", .title = "Port 0", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_0 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 0 (from Sandy Bridge on: ALU, from Haswell on: ALU and 2nd branch)."
NODE_OF_CORE(tma_port_0, IS_PORT_0, SAMPLED("UOPS_DISPATCHED_PORT.PORT_0", UOPS_DISPATCHED_PORT_PORT_0), /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_0 / tma_info_core_core_clks")
NODE(tma_port_0_icl, IS_PORT_0, SAMPLED("UOPS_DISPATCHED.PORT_0", UOPS_DISPATCHED_PORT_0), /* icl icx tgl */
     "UOPS_DISPATCHED.PORT_0 / tma_info_core_core_clks")
NODE(tma_port_0_spr, IS_PORT_0, SAMPLED("UOPS_DISPATCHED.PORT_0", UOPS_DISPATCHED_PORT_0_spr), /* spr gnr adl mtl */
     "UOPS_DISPATCHED.PORT_0 / tma_info_core_core_clks")
NODE(tma_port_0_emr, IS_PORT_0, UNSAMPLED, "UOPS_DISPATCHED.PORT_0 / tma_info_core_core_clks") /* emr */

#define IS_PORT_1 .slug = "tma_port_1", .title = "Port 1", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_1 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 1 (ALU)."
NODE_OF_CORE(tma_port_1, IS_PORT_1, SAMPLED("UOPS_DISPATCHED_PORT.PORT_1", UOPS_DISPATCHED_PORT_PORT_1), /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_1 / tma_info_core_core_clks")
NODE(tma_port_1_icl, IS_PORT_1, SAMPLED("UOPS_DISPATCHED.PORT_1", UOPS_DISPATCHED_PORT_1), /* icl icx tgl */
     "UOPS_DISPATCHED.PORT_1 / tma_info_core_core_clks")
NODE(tma_port_1_spr, IS_PORT_1, SAMPLED("UOPS_DISPATCHED.PORT_1", UOPS_DISPATCHED_PORT_1_spr), /* spr gnr adl mtl */
     "UOPS_DISPATCHED.PORT_1 / tma_info_core_core_clks")
NODE(tma_port_1_emr, IS_PORT_1, UNSAMPLED, "UOPS_DISPATCHED.PORT_1 / tma_info_core_core_clks") /* emr */

#define IS_PORT_5 .slug = "tma_port_5", .title = "Port 5", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_5 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 5 (from Sandy Bridge on: Branches and ALU, from Haswell on: ALU)."
NODE_OF_CORE(tma_port_5, IS_PORT_5, SAMPLED("UOPS_DISPATCHED_PORT.PORT_5", UOPS_DISPATCHED_PORT_PORT_5), /* ivb ivt */
     "UOPS_DISPATCHED_PORT.PORT_5 / tma_info_core_core_clks")
NODE_OF_CORE(tma_port_5_hsw, IS_PORT_5, SAMPLED("UOPS_DISPATCHED_PORT.PORT_5", UOPS_DISPATCHED_PORT_PORT_5_hsw), /* hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_5 / tma_info_core_core_clks")
NODE(tma_port_5_icl, IS_PORT_5, SAMPLED("UOPS_DISPATCHED.PORT_5", UOPS_DISPATCHED_PORT_5), /* icl icx tgl */
     "UOPS_DISPATCHED.PORT_5 / tma_info_core_core_clks")

#define IS_PORT_6 .slug = "tma_port_6", .title = "Port 6", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_6 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 6 (from Haswell on: Primary Branch and simple ALU)."
NODE_OF_CORE(tma_port_6, IS_PORT_6, SAMPLED("UOPS_DISPATCHED_PORT.PORT_1", UOPS_DISPATCHED_PORT_PORT_1), /* hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_6 / tma_info_core_core_clks")
NODE(tma_port_6_icl, IS_PORT_6, SAMPLED("UOPS_DISPATCHED.PORT_1", UOPS_DISPATCHED_PORT_1), /* icl icx tgl */
     "UOPS_DISPATCHED.PORT_6 / tma_info_core_core_clks")
NODE(tma_port_6_spr, IS_PORT_6, SAMPLED("UOPS_DISPATCHED.PORT_1", UOPS_DISPATCHED_PORT_1_spr), /* spr gnr adl mtl */
     "UOPS_DISPATCHED.PORT_6 / tma_info_core_core_clks")
NODE(tma_port_6_emr, IS_PORT_6, UNSAMPLED, "UOPS_DISPATCHED.PORT_6 / tma_info_core_core_clks") /* emr */

#define IS_LOAD_OP_UTILIZATION .slug = "tma_load_op_utilization", .title = "Load operation utilization", .level = 5, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_load_op_utilization > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port for Load operations."
NODE_OF_CORE(tma_load_op_utilization, IS_LOAD_OP_UTILIZATION, UNSAMPLED, /* ivb ivt */
     "(UOPS_DISPATCHED_PORT.PORT_2 + UOPS_DISPATCHED_PORT.PORT_3 - UOPS_DISPATCHED_PORT.PORT_4) / (2 * tma_info_core_core_clks)")
NODE_OF_CORE(tma_load_op_utilization_hsw, IS_LOAD_OP_UTILIZATION, UNSAMPLED, /* hsw hsx bdw bdwde bdx skl skx clx */
     "(UOPS_DISPATCHED_PORT.PORT_2 + UOPS_DISPATCHED_PORT.PORT_3 + UOPS_DISPATCHED_PORT.PORT_7 - UOPS_DISPATCHED_PORT.PORT_4) / (2 * tma_info_core_core_clks)")
NODE(tma_load_op_utilization_icl, IS_LOAD_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.PORT_2_3", UOPS_DISPATCHED_PORT_2_3), /* icl icx tgl */
     "UOPS_DISPATCHED.PORT_2_3 / (2 * tma_info_core_core_clks)")
NODE(tma_load_op_utilization_spr, IS_LOAD_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.PORT_2_3_10", UOPS_DISPATCHED_PORT_2_3_10), /* spr emr gnr adl mtl */
     "UOPS_DISPATCHED.PORT_2_3_10 / (3 * tma_info_core_core_clks)")
NODE(tma_load_op_utilization_lnl, IS_LOAD_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.LOAD", UOPS_DISPATCHED_LOAD), /* lnl arl ptl */
     "UOPS_DISPATCHED.LOAD / (3 * tma_info_thread_clks)")

#define IS_PORT_2 .slug = "tma_port_2", .title = "Port 2", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_2 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 2 (from Sandy Bridge on: Loads and Store-address, from Ice Lake on: Loads)."
NODE_OF_CORE(tma_port_2, IS_PORT_2, SAMPLED("UOPS_DISPATCHED_PORT.PORT_2", UOPS_DISPATCHED_PORT_PORT_2), /* ivb ivt */
     "UOPS_DISPATCHED_PORT.PORT_2 / tma_info_core_core_clks")
NODE_OF_CORE(tma_port_2_hsw, IS_PORT_2, SAMPLED("UOPS_DISPATCHED_PORT.PORT_2", UOPS_DISPATCHED_PORT_PORT_2_hsw), /* hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_2 / tma_info_core_core_clks")

#define IS_PORT_3 .slug = "tma_port_3", .title = "Port 3", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_3 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 3 (from Sandy Bridge on: Loads and Store-address, from Ice Lake on: Loads)."
NODE_OF_CORE(tma_port_3, IS_PORT_3, SAMPLED("UOPS_DISPATCHED_PORT.PORT_3", UOPS_DISPATCHED_PORT_PORT_3), /* ivb ivt */
     "UOPS_DISPATCHED_PORT.PORT_3 / tma_info_core_core_clks")
NODE_OF_CORE(tma_port_3_hsw, IS_PORT_3, SAMPLED("UOPS_DISPATCHED_PORT.PORT_3", UOPS_DISPATCHED_PORT_PORT_3_hsw), /* hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_3 / tma_info_core_core_clks")

#define IS_STORE_OP_UTILIZATION .slug = "tma_store_op_utilization", .title = "Store operation utilization", .level = 5, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_store_op_utilization > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port for Store operations."
NODE_OF_CORE(tma_store_op_utilization, IS_STORE_OP_UTILIZATION, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_4 / tma_info_core_core_clks")
NODE(tma_store_op_utilization_icl, IS_STORE_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.PORT_7_8", UOPS_DISPATCHED_PORT_7_8), /* icl icx tgl */
     "(UOPS_DISPATCHED.PORT_4_9 + UOPS_DISPATCHED.PORT_7_8) / (4 * tma_info_core_core_clks)")
NODE(tma_store_op_utilization_spr, IS_STORE_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.PORT_7_8", UOPS_DISPATCHED_PORT_7_8_spr), /* spr emr gnr adl mtl */
     "(UOPS_DISPATCHED.PORT_4_9 + UOPS_DISPATCHED.PORT_7_8) / (4 * tma_info_core_core_clks)")
NODE(tma_store_op_utilization_lnl, IS_STORE_OP_UTILIZATION, SAMPLED("UOPS_DISPATCHED.STD;UOPS_DISPATCHED.STA", UOPS_DISPATCHED_STD), /* lnl arl ptl */
     "(UOPS_DISPATCHED.STD + UOPS_DISPATCHED.STA) / (7 * tma_info_thread_clks)")

#define IS_PORT_4 .slug = "tma_port_4", .title = "Port 4", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_4 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 4 (Store-data)."
NODE_OF_CORE(tma_port_4, IS_PORT_4, SAMPLED("UOPS_DISPATCHED_PORT.PORT_4", UOPS_DISPATCHED_PORT_PORT_4), /* ivb ivt */
     "tma_store_op_utilization")
NODE_OF_CORE(tma_port_4_hsw, IS_PORT_4, SAMPLED("UOPS_DISPATCHED_PORT.PORT_4", UOPS_DISPATCHED_PORT_PORT_4_hsw), /* hsw hsx bdw bdwde bdx skl skx clx */
     "tma_store_op_utilization")

#define IS_PORT_7 .slug = "tma_port_7", .title = "Port 7", .level = 6, .metric = M_NONE, .unit = TREE_OF_CORE_CLOCKS, \
	.limit = 0.6f, .threshold = "tma_port_7 > 0.6", .help = "This metric represents Core fraction of cycles CPU dispatched uops on execution port 7 (from Haswell on: simple Store-address)."
NODE_OF_CORE(tma_port_7, IS_PORT_7, SAMPLED("UOPS_DISPATCHED_PORT.PORT_7", UOPS_DISPATCHED_PORT_PORT_7), /* hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_DISPATCHED_PORT.PORT_7 / tma_info_core_core_clks")
/* clang-format on */
