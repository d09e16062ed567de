/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Nodes: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
/* clang-format off */

#define IS_RETIRED_FRACTION .slug = "retired_fraction", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots retiring, useful work"
NODE(retired_fraction, IS_RETIRED_FRACTION, UNSAMPLED, "OP_RETIRED / SLOTS") /* ampereone */

#define IS_PIPE_UTILIZATION .slug = "pipe_utilization", .title = "Pipe utilization", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of execute slots utilized"
NODE(pipe_utilization, IS_PIPE_UTILIZATION, UNSAMPLED, /* ampereone */
     "(IXU_NUM_UOPS_ISSUED + FSU_ISSUED) / (CPU_CYCLES * 6)")

#define IS_IXU_PIPE_UTILIZATION .slug = "ixu_pipe_utilization", .title = "IXU pipe utilization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of IXU execute slots utilized"
NODE(ixu_pipe_utilization, IS_IXU_PIPE_UTILIZATION, UNSAMPLED, "IXU_NUM_UOPS_ISSUED / SLOTS") /* ampereone */

#define IS_FSU_PIPE_UTILIZATION .slug = "fsu_pipe_utilization", .title = "FSU pipe utilization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of FSU execute slots utilized"
NODE(fsu_pipe_utilization, IS_FSU_PIPE_UTILIZATION, UNSAMPLED, "FSU_ISSUED / (CPU_CYCLES * 2)") /* ampereone */

#define IS_SLOTS_LOST_MISSPECULATION_FRACTION .slug = "slots_lost_misspeculation_fraction", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to misspeculation"
NODE(slots_lost_misspeculation_fraction, IS_SLOTS_LOST_MISSPECULATION_FRACTION, UNSAMPLED, /* ampereone */
     "(OP_SPEC - OP_RETIRED) / SLOTS")

#define IS_BRANCH_MISPREDICT .slug = "branch_mispredict", .title = "Branch mispredict", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to branch misprediciton"
NODE(branch_mispredict, IS_BRANCH_MISPREDICT, UNSAMPLED, /* ampereone */
     "((BR_MIS_PRED_RETIRED / GPC_FLUSH) * (slots_lost_misspeculation_fraction * 100)) / 100")

#define IS_OTHER_MISS_PRED .slug = "other_miss_pred", .title = "Other mispredicts", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to other/non-branch misprediction misspeculation"
NODE(other_miss_pred, IS_OTHER_MISS_PRED, UNSAMPLED, /* ampereone */
     "((slots_lost_misspeculation_fraction * 100) - (branch_mispredict * 100)) / 100")

#define IS_RETIRING .slug = "retiring", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that retired operations, which indicates cycles that were utilized efficiently."
NODE(retiring, IS_RETIRING, UNSAMPLED, "(OP_RETIRED / OP_SPEC) * (1 - STALL_SLOT / SLOTS)") /* n3 v3 */
NODE(retiring_olympus, IS_RETIRING, UNSAMPLED, "(OP_RETIRED / OP_SPEC) * (1 - (STALL_SLOT / CPU_SLOT))") /* olympus */

#define IS_BAD_SPECULATION .slug = "bad_speculation", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that executed operations and didn't retire due to a pipeline flush. This indicates cycles that were utilized but inefficiently."
NODE(bad_speculation, IS_BAD_SPECULATION, UNSAMPLED, /* n3 v3 */
     "((1 - STALL_SLOT / SLOTS) * (1 - OP_RETIRED / OP_SPEC) * 100 + STALL_FRONTEND_FLUSH / CPU_CYCLES * 100) / 100")
NODE(bad_speculation_olympus, IS_BAD_SPECULATION, UNSAMPLED, /* olympus */
     "(100 - ((frontend_bound * 100) + (retiring * 100) + (backend_bound * 100))) / 100")

#define IS_FRONTEND_BOUND .slug = "frontend_bound", .title = "Frontend bound", .level = 1, .metric = M_FRONTEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that were stalled due to resource constraints in the frontend of the processor."
NODE(frontend_bound, IS_FRONTEND_BOUND, UNSAMPLED, /* n3 v3 */
     "STALL_SLOT_FRONTEND / SLOTS - STALL_FRONTEND_FLUSH / CPU_CYCLES")
NODE(frontend_bound_olympus, IS_FRONTEND_BOUND, UNSAMPLED, /* olympus */
     "STALL_SLOT_FRONTEND_WITHOUT_MISPRED / CPU_SLOT")
NODE(frontend_bound_ampereone, IS_FRONTEND_BOUND, UNSAMPLED, /* ampereone */
     "(100 - ((retired_fraction * 100) + (slots_lost_misspeculation_fraction * 100) + (backend_bound * 100))) / 100")

#define IS_FRONTEND_LATENCY .slug = "frontend_latency", .title = "Frontend latency", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to frontend latency issues (cache/tlb miss); nothing to dispatch"
NODE(frontend_latency, IS_FRONTEND_LATENCY, UNSAMPLED, /* ampereone */
     "(STALL_FRONTEND - ((STALL_SLOT_FRONTEND - ((frontend_bound) * SLOTS)) / (SLOTS / CPU_CYCLES))) / CPU_CYCLES")

#define IS_I_CACHE_MISS_RATE .slug = "i_cache_miss_rate", .title = "Instruction cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to instruction cache miss"
NODE(i_cache_miss_rate, IS_I_CACHE_MISS_RATE, UNSAMPLED, "STALL_FRONTEND_CACHE / CPU_CYCLES") /* ampereone */

#define IS_I_TLB_MISS_RATE .slug = "i_tlb_miss_rate", .title = "Instruction TLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to instruction TLB miss"
NODE(i_tlb_miss_rate, IS_I_TLB_MISS_RATE, UNSAMPLED, "STALL_FRONTEND_TLB / CPU_CYCLES") /* ampereone */

#define IS_STALL_RECOVERY_RATE .slug = "stall_recovery_rate", .title = "Recovery from flushes", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to flush recovery"
NODE(stall_recovery_rate, IS_STALL_RECOVERY_RATE, UNSAMPLED, "IDR_STALL_FLUSH / CPU_CYCLES") /* ampereone */

#define IS_FRONTEND_BANDWIDTH .slug = "frontend_bandwidth", .title = "Frontend bandwidth", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU did not dispatch at full bandwidth - able to dispatch partial slots only (1, 2, or 3 uops)"
NODE(frontend_bandwidth, IS_FRONTEND_BANDWIDTH, UNSAMPLED, /* ampereone */
     "((frontend_bound * 100) - (frontend_latency * 100)) / 100")

#define IS_FRONTEND_CORE_BOUND .slug = "frontend_core_bound", .title = "Frontend core bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints not related to instruction fetch latency issues caused by memory access components."
NODE(frontend_core_bound, IS_FRONTEND_CORE_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_CPUBOUND / STALL_FRONTEND")

#define IS_FRONTEND_CORE_FLUSH_BOUND .slug = "frontend_core_flush_bound", .title = "Frontend core flush bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend as the processor is recovering from a pipeline flush caused by bad speculation or other machine resteers."
NODE(frontend_core_flush_bound, IS_FRONTEND_CORE_FLUSH_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_FLUSH / STALL_FRONTEND_CPUBOUND")

#define IS_FRONTEND_CORE_FLOW_BOUND .slug = "frontend_core_flow_bound", .title = "Frontend core flow bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend as the decode unit is awaiting input from the branch prediction unit."
NODE(frontend_core_flow_bound, IS_FRONTEND_CORE_FLOW_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_FLOW / STALL_FRONTEND_CPUBOUND")

#define IS_FRONTEND_MEM_BOUND .slug = "frontend_mem_bound", .title = "Frontend memory bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints related to the instruction fetch latency issues caused by memory access components."
NODE(frontend_mem_bound, IS_FRONTEND_MEM_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_MEMBOUND / STALL_FRONTEND")

#define IS_FRONTEND_MEM_CACHE_BOUND .slug = "frontend_mem_cache_bound", .title = "Frontend memory cache bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction cache misses."
NODE(frontend_mem_cache_bound, IS_FRONTEND_MEM_CACHE_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "(STALL_FRONTEND_L1I + STALL_FRONTEND_MEM) / STALL_FRONTEND_MEMBOUND")

#define IS_FRONTEND_CACHE_L1I_BOUND .slug = "frontend_cache_l1i_bound", .title = "Frontend cache L1I bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 1 instruction cache misses."
NODE(frontend_cache_l1i_bound, IS_FRONTEND_CACHE_L1I_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_L1I / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM)")

#define IS_FRONTEND_CACHE_L2I_BOUND .slug = "frontend_cache_l2i_bound", .title = "Frontend cache L2I bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 2 instruction cache misses."
NODE(frontend_cache_l2i_bound, IS_FRONTEND_CACHE_L2I_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_MEM / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM)")

#define IS_FRONTEND_MEM_TLB_BOUND .slug = "frontend_mem_tlb_bound", .title = "Frontend memory TLB bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction TLB misses."
NODE(frontend_mem_tlb_bound, IS_FRONTEND_MEM_TLB_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_FRONTEND_TLB / STALL_FRONTEND_MEMBOUND")

#define IS_BACKEND_BOUND .slug = "backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that were stalled due to resource constraints in the backend of the processor."
NODE(backend_bound, IS_BACKEND_BOUND, UNSAMPLED, "STALL_SLOT_BACKEND / SLOTS") /* n3 v3 ampereone */
NODE(backend_bound_olympus, IS_BACKEND_BOUND, UNSAMPLED, "STALL_SLOT_BACKEND / CPU_SLOT") /* olympus */

#define IS_BACKEND_MEMORY .slug = "backend_memory", .title = "Backend memory", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to backend memory subsystem issues (cache/tlb miss)"
NODE(backend_memory, IS_BACKEND_MEMORY, UNSAMPLED, /* ampereone */
     "(STALL_BACKEND_TLB + STALL_BACKEND_CACHE) / CPU_CYCLES")

#define IS_D_CACHE_MISS_RATE .slug = "d_cache_miss_rate", .title = "Data cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data cache miss"
NODE(d_cache_miss_rate, IS_D_CACHE_MISS_RATE, UNSAMPLED, "STALL_BACKEND_CACHE / CPU_CYCLES") /* ampereone */

#define IS_D_CACHE_L2_MISS_RATE .slug = "d_cache_l2_miss_rate", .title = "L2 cache misses", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data L2 cache miss"
NODE(d_cache_l2_miss_rate, IS_D_CACHE_L2_MISS_RATE, UNSAMPLED, "STALL_BACKEND_MEM / CPU_CYCLES") /* ampereone */

#define IS_D_TLB_MISS_RATE .slug = "d_tlb_miss_rate", .title = "Data TLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data TLB miss"
NODE(d_tlb_miss_rate, IS_D_TLB_MISS_RATE, UNSAMPLED, "STALL_BACKEND_TLB / CPU_CYCLES") /* ampereone */

#define IS_BACKEND_CORE .slug = "backend_core", .title = "Backend core", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to backend non-memory subsystem issues"
NODE(backend_core, IS_BACKEND_CORE, UNSAMPLED, "(backend_bound) - backend_memory") /* ampereone */

#define IS_STALL_IXU_SCHED_RATE .slug = "stall_ixu_sched_rate", .title = "IXU schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and IXU was full"
NODE(stall_ixu_sched_rate, IS_STALL_IXU_SCHED_RATE, UNSAMPLED, "IDR_STALL_IXU_SCHED / CPU_CYCLES") /* ampereone */

#define IS_STALL_FSU_SCHED_RATE .slug = "stall_fsu_sched_rate", .title = "FSU schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and FSU was full"
NODE(stall_fsu_sched_rate, IS_STALL_FSU_SCHED_RATE, UNSAMPLED, "IDR_STALL_FSU_SCHED / CPU_CYCLES") /* ampereone */

#define IS_STALL_ROB_ID_RATE .slug = "stall_rob_id_rate", .title = "Reorder buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and ROB was full"
NODE(stall_rob_id_rate, IS_STALL_ROB_ID_RATE, UNSAMPLED, "IDR_STALL_ROB_ID / CPU_CYCLES") /* ampereone */

#define IS_STALL_LOB_ID_RATE .slug = "stall_lob_id_rate", .title = "Load buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and LOB was full"
NODE(stall_lob_id_rate, IS_STALL_LOB_ID_RATE, UNSAMPLED, "IDR_STALL_LOB_ID / CPU_CYCLES") /* ampereone */

#define IS_STALL_SOB_ID_RATE .slug = "stall_sob_id_rate", .title = "Store buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and SOB was full"
NODE(stall_sob_id_rate, IS_STALL_SOB_ID_RATE, UNSAMPLED, "IDR_STALL_SOB_ID / CPU_CYCLES") /* ampereone */

#define IS_BACKEND_CORE_BOUND .slug = "backend_core_bound", .title = "Backend core bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints not related to instruction fetch latency issues caused by memory access components."
NODE(backend_core_bound, IS_BACKEND_CORE_BOUND, UNSAMPLED, "STALL_BACKEND_CPUBOUND / STALL_BACKEND") /* n3 v3 olympus */

#define IS_BACKEND_CORE_RENAME_BOUND .slug = "backend_core_rename_bound", .title = "Backend core rename bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend as the rename unit registers are unavailable."
NODE(backend_core_rename_bound, IS_BACKEND_CORE_RENAME_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_BACKEND_RENAME / STALL_BACKEND_CPUBOUND")

#define IS_BACKEND_MEM_BOUND .slug = "backend_mem_bound", .title = "Backend memory bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints related to memory access latency issues caused by memory access components."
NODE(backend_mem_bound, IS_BACKEND_MEM_BOUND, UNSAMPLED, "STALL_BACKEND_MEMBOUND / STALL_BACKEND") /* n3 v3 olympus */

#define IS_BACKEND_MEM_CACHE_BOUND .slug = "backend_mem_cache_bound", .title = "Backend memory cache bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory latency issues caused by data cache misses."
NODE(backend_mem_cache_bound, IS_BACKEND_MEM_CACHE_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "(STALL_BACKEND_L1D + STALL_BACKEND_MEM) / STALL_BACKEND_MEMBOUND")

#define IS_BACKEND_CACHE_L1D_BOUND .slug = "backend_cache_l1d_bound", .title = "Backend cache L1D bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 1 data cache misses."
NODE(backend_cache_l1d_bound, IS_BACKEND_CACHE_L1D_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_BACKEND_L1D / (STALL_BACKEND_L1D + STALL_BACKEND_MEM)")

#define IS_BACKEND_CACHE_L2D_BOUND .slug = "backend_cache_l2d_bound", .title = "Backend cache L2D bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 2 data cache misses."
NODE(backend_cache_l2d_bound, IS_BACKEND_CACHE_L2D_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_BACKEND_MEM / (STALL_BACKEND_L1D + STALL_BACKEND_MEM)")

#define IS_BACKEND_MEM_TLB_BOUND .slug = "backend_mem_tlb_bound", .title = "Backend memory TLB bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by data TLB misses."
NODE(backend_mem_tlb_bound, IS_BACKEND_MEM_TLB_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_BACKEND_TLB / STALL_BACKEND_MEMBOUND")

#define IS_BACKEND_MEM_STORE_BOUND .slug = "backend_mem_store_bound", .title = "Backend memory store bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory write pending caused by stores stalled in the pre-commit stage."
NODE(backend_mem_store_bound, IS_BACKEND_MEM_STORE_BOUND, UNSAMPLED, /* n3 v3 olympus */
     "STALL_BACKEND_ST / STALL_BACKEND_MEMBOUND")

#define IS_BACKEND_BUSY_BOUND .slug = "backend_busy_bound", .title = "Backend busy bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to issue queues being full to accept operations for execution."
NODE(backend_busy_bound, IS_BACKEND_BUSY_BOUND, UNSAMPLED, "STALL_BACKEND_BUSY / STALL_BACKEND") /* n3 v3 olympus */
/* clang-format on */
