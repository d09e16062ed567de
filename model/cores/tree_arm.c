/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The metric trees of Neoverse N3, Neoverse V3, NVIDIA Olympus and AmpereOne: x, a core has this row of those that
 * stand first.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
#include "config.h"
#include "model/cores/trees.h"

#include <math.h>

/* clang-format off */
/* What each node is. */
#define IS_RETIRED_FRACTION .slug = "retired_fraction", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots retiring, useful work"
#define IS_PIPE_UTILIZATION .slug = "pipe_utilization", .title = "Pipe utilization", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of execute slots utilized"
#define IS_IXU_PIPE_UTILIZATION .slug = "ixu_pipe_utilization", .title = "IXU pipe utilization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of IXU execute slots utilized"
#define IS_FSU_PIPE_UTILIZATION .slug = "fsu_pipe_utilization", .title = "FSU pipe utilization", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of FSU execute slots utilized"
#define IS_SLOTS_LOST_MISSPECULATION_FRACTION .slug = "slots_lost_misspeculation_fraction", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to misspeculation"
#define IS_BRANCH_MISPREDICT .slug = "branch_mispredict", .title = "Branch mispredict", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to branch misprediciton"
#define IS_OTHER_MISS_PRED .slug = "other_miss_pred", .title = "Other mispredicts", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots lost due to other/non-branch misprediction misspeculation"
#define IS_RETIRING .slug = "retiring", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that retired operations, which indicates cycles that were utilized efficiently."
#define IS_BAD_SPECULATION .slug = "bad_speculation", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that executed operations and didn't retire due to a pipeline flush. This indicates cycles that were utilized but inefficiently."
#define IS_FRONTEND_BOUND .slug = "frontend_bound", .title = "Frontend bound", .level = 1, .metric = M_FRONTEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that were stalled due to resource constraints in the frontend of the processor."
#define IS_FRONTEND_LATENCY .slug = "frontend_latency", .title = "Frontend latency", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to frontend latency issues (cache/tlb miss); nothing to dispatch"
#define IS_I_CACHE_MISS_RATE .slug = "i_cache_miss_rate", .title = "Instruction cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to instruction cache miss"
#define IS_I_TLB_MISS_RATE .slug = "i_tlb_miss_rate", .title = "Instruction TLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to instruction TLB miss"
#define IS_STALL_RECOVERY_RATE .slug = "stall_recovery_rate", .title = "Recovery from flushes", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to flush recovery"
#define IS_FRONTEND_BANDWIDTH .slug = "frontend_bandwidth", .title = "Frontend bandwidth", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU did not dispatch at full bandwidth - able to dispatch partial slots only (1, 2, or 3 uops)"
#define IS_FRONTEND_CORE_BOUND .slug = "frontend_core_bound", .title = "Frontend core bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints not related to instruction fetch latency issues caused by memory access components."
#define IS_FRONTEND_CORE_FLUSH_BOUND .slug = "frontend_core_flush_bound", .title = "Frontend core flush bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend as the processor is recovering from a pipeline flush caused by bad speculation or other machine resteers."
#define IS_FRONTEND_CORE_FLOW_BOUND .slug = "frontend_core_flow_bound", .title = "Frontend core flow bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend as the decode unit is awaiting input from the branch prediction unit."
#define IS_FRONTEND_MEM_BOUND .slug = "frontend_mem_bound", .title = "Frontend memory bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints related to the instruction fetch latency issues caused by memory access components."
#define IS_FRONTEND_MEM_CACHE_BOUND .slug = "frontend_mem_cache_bound", .title = "Frontend memory cache bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction cache misses."
#define IS_FRONTEND_CACHE_L1I_BOUND .slug = "frontend_cache_l1i_bound", .title = "Frontend cache L1I bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 1 instruction cache misses."
#define IS_FRONTEND_CACHE_L2I_BOUND .slug = "frontend_cache_l2i_bound", .title = "Frontend cache L2I bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 2 instruction cache misses."
#define IS_FRONTEND_MEM_TLB_BOUND .slug = "frontend_mem_tlb_bound", .title = "Frontend memory TLB bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction TLB misses."
#define IS_BACKEND_BOUND .slug = "backend_bound", .title = "Backend bound", .level = 1, .metric = M_BACKEND_BOUND, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total slots that were stalled due to resource constraints in the backend of the processor."
#define IS_BACKEND_MEMORY .slug = "backend_memory", .title = "Backend memory", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to backend memory subsystem issues (cache/tlb miss)"
#define IS_D_CACHE_MISS_RATE .slug = "d_cache_miss_rate", .title = "Data cache misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data cache miss"
#define IS_D_CACHE_L2_MISS_RATE .slug = "d_cache_l2_miss_rate", .title = "L2 cache misses", .level = 4, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data L2 cache miss"
#define IS_D_TLB_MISS_RATE .slug = "d_tlb_miss_rate", .title = "Data TLB misses", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled due to data TLB miss"
#define IS_BACKEND_CORE .slug = "backend_core", .title = "Backend core", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = NAN, .threshold = "", .help = "Fraction of slots the CPU was stalled due to backend non-memory subsystem issues"
#define IS_STALL_IXU_SCHED_RATE .slug = "stall_ixu_sched_rate", .title = "IXU schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and IXU was full"
#define IS_STALL_FSU_SCHED_RATE .slug = "stall_fsu_sched_rate", .title = "FSU schedulers full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and FSU was full"
#define IS_STALL_ROB_ID_RATE .slug = "stall_rob_id_rate", .title = "Reorder buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and ROB was full"
#define IS_STALL_LOB_ID_RATE .slug = "stall_lob_id_rate", .title = "Load buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and LOB was full"
#define IS_STALL_SOB_ID_RATE .slug = "stall_sob_id_rate", .title = "Store buffer full", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = NAN, .threshold = "", .help = "Fraction of cycles the CPU was stalled and SOB was full"
#define IS_BACKEND_CORE_BOUND .slug = "backend_core_bound", .title = "Backend core bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints not related to instruction fetch latency issues caused by memory access components."
#define IS_BACKEND_CORE_RENAME_BOUND .slug = "backend_core_rename_bound", .title = "Backend core rename bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend as the rename unit registers are unavailable."
#define IS_BACKEND_MEM_BOUND .slug = "backend_mem_bound", .title = "Backend memory bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints related to memory access latency issues caused by memory access components."
#define IS_BACKEND_MEM_CACHE_BOUND .slug = "backend_mem_cache_bound", .title = "Backend memory cache bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory latency issues caused by data cache misses."
#define IS_BACKEND_CACHE_L1D_BOUND .slug = "backend_cache_l1d_bound", .title = "Backend cache L1D bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 1 data cache misses."
#define IS_BACKEND_CACHE_L2D_BOUND .slug = "backend_cache_l2d_bound", .title = "Backend cache L2D bound", .level = 4, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 2 data cache misses."
#define IS_BACKEND_MEM_TLB_BOUND .slug = "backend_mem_tlb_bound", .title = "Backend memory TLB bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by data TLB misses."
#define IS_BACKEND_MEM_STORE_BOUND .slug = "backend_mem_store_bound", .title = "Backend memory store bound", .level = 3, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the frontend due to memory write pending caused by stores stalled in the pre-commit stage."
#define IS_BACKEND_BUSY_BOUND .slug = "backend_busy_bound", .title = "Backend busy bound", .level = 2, .metric = M_NONE, .unit = TREE_OF_PARENT, \
	.limit = NAN, .threshold = "", .help = "This metric is the percentage of total cycles stalled in the backend due to issue queues being full to accept operations for execution."

#define ALL_EVENTS(EVENT) \
	EVENT(BR_MIS_PRED_RETIRED, "BR_MIS_PRED_RETIRED", .config = 0x22) \
	EVENT(CPU_CYCLES, "CPU_CYCLES", .config = 0x11, .origin = TREE_CYCLES) \
	EVENT(CPU_SLOT, "CPU_SLOT", .config = 0x1e1, .origin = TREE_SLOTS) \
	EVENT(FSU_ISSUED, "FSU_ISSUED", .config = 0xd400) \
	EVENT(GPC_FLUSH, "GPC_FLUSH", .config = 0x120) \
	EVENT(IDR_STALL_FLUSH, "IDR_STALL_FLUSH", .config = 0xd206) \
	EVENT(IDR_STALL_FSU_SCHED, "IDR_STALL_FSU_SCHED", .config = 0xd204) \
	EVENT(IDR_STALL_IXU_SCHED, "IDR_STALL_IXU_SCHED", .config = 0xd203) \
	EVENT(IDR_STALL_LOB_ID, "IDR_STALL_LOB_ID", .config = 0xd201) \
	EVENT(IDR_STALL_ROB_ID, "IDR_STALL_ROB_ID", .config = 0xd205) \
	EVENT(IDR_STALL_SOB_ID, "IDR_STALL_SOB_ID", .config = 0xd202) \
	EVENT(IXU_NUM_UOPS_ISSUED, "IXU_NUM_UOPS_ISSUED", .config = 0xd300) \
	EVENT(OP_RETIRED, "OP_RETIRED", .config = 0x3a) \
	EVENT(OP_SPEC, "OP_SPEC", .config = 0x3b) \
	EVENT(SLOTS, "SLOTS", .config = 0x0, .origin = TREE_SLOTS) \
	EVENT(STALL_BACKEND, "STALL_BACKEND", .config = 0x24) \
	EVENT(STALL_BACKEND_BUSY, "STALL_BACKEND_BUSY", .config = 0x816b) \
	EVENT(STALL_BACKEND_CACHE, "STALL_BACKEND_CACHE", .config = 0xd20d) \
	EVENT(STALL_BACKEND_CPUBOUND, "STALL_BACKEND_CPUBOUND", .config = 0x816a) \
	EVENT(STALL_BACKEND_L1D, "STALL_BACKEND_L1D", .config = 0x8165) \
	EVENT(STALL_BACKEND_MEM, "STALL_BACKEND_MEM", .config = 0x4005) \
	EVENT(STALL_BACKEND_MEMBOUND, "STALL_BACKEND_MEMBOUND", .config = 0x8164) \
	EVENT(STALL_BACKEND_RENAME, "STALL_BACKEND_RENAME", .config = 0x816d) \
	EVENT(STALL_BACKEND_ST, "STALL_BACKEND_ST", .config = 0x8168) \
	EVENT(STALL_BACKEND_TLB, "STALL_BACKEND_TLB", .config = 0x8167) \
	EVENT(STALL_BACKEND_TLB_ampereone, "STALL_BACKEND_TLB", .config = 0xd20e) \
	EVENT(STALL_FRONTEND, "STALL_FRONTEND", .config = 0x23) \
	EVENT(STALL_FRONTEND_CACHE, "STALL_FRONTEND_CACHE", .config = 0xd20b) \
	EVENT(STALL_FRONTEND_CPUBOUND, "STALL_FRONTEND_CPUBOUND", .config = 0x8160) \
	EVENT(STALL_FRONTEND_FLOW, "STALL_FRONTEND_FLOW", .config = 0x8161) \
	EVENT(STALL_FRONTEND_FLUSH, "STALL_FRONTEND_FLUSH", .config = 0x8162) \
	EVENT(STALL_FRONTEND_L1I, "STALL_FRONTEND_L1I", .config = 0x8159) \
	EVENT(STALL_FRONTEND_MEM, "STALL_FRONTEND_MEM", .config = 0x815b) \
	EVENT(STALL_FRONTEND_MEMBOUND, "STALL_FRONTEND_MEMBOUND", .config = 0x8158) \
	EVENT(STALL_FRONTEND_TLB, "STALL_FRONTEND_TLB", .config = 0x815c) \
	EVENT(STALL_FRONTEND_TLB_ampereone, "STALL_FRONTEND_TLB", .config = 0xd20c) \
	EVENT(STALL_SLOT, "STALL_SLOT", .config = 0x3f) \
	EVENT(STALL_SLOT_BACKEND, "STALL_SLOT_BACKEND", .config = 0x3d) \
	EVENT(STALL_SLOT_FRONTEND, "STALL_SLOT_FRONTEND", .config = 0x3e) \
	EVENT(STALL_SLOT_FRONTEND_WITHOUT_MISPRED, "STALL_SLOT_FRONTEND_WITHOUT_MISPRED", .config = 0x1e2)
enum {
#define EVENT(id, ...) id,
	ALL_EVENTS(EVENT)
#undef EVENT
};

#define ALL_NODES(NODE, NODE_OF_CORE) \
	NODE(retired_fraction, IS_RETIRED_FRACTION, UNSAMPLED, "OP_RETIRED / SLOTS") /* ampereone */ \
	NODE(pipe_utilization, IS_PIPE_UTILIZATION, UNSAMPLED, /* ampereone */ \
	     "(IXU_NUM_UOPS_ISSUED + FSU_ISSUED) / (CPU_CYCLES * 6)") \
	NODE(ixu_pipe_utilization, IS_IXU_PIPE_UTILIZATION, UNSAMPLED, "IXU_NUM_UOPS_ISSUED / SLOTS") /* ampereone */ \
	NODE(fsu_pipe_utilization, IS_FSU_PIPE_UTILIZATION, UNSAMPLED, "FSU_ISSUED / (CPU_CYCLES * 2)") /* ampereone */ \
	NODE(slots_lost_misspeculation_fraction, IS_SLOTS_LOST_MISSPECULATION_FRACTION, UNSAMPLED, /* ampereone */ \
	     "(OP_SPEC - OP_RETIRED) / SLOTS") \
	NODE(branch_mispredict, IS_BRANCH_MISPREDICT, UNSAMPLED, /* ampereone */ \
	     "((BR_MIS_PRED_RETIRED / GPC_FLUSH) * (slots_lost_misspeculation_fraction * 100)) / 100") \
	NODE(other_miss_pred, IS_OTHER_MISS_PRED, UNSAMPLED, /* ampereone */ \
	     "((slots_lost_misspeculation_fraction * 100) - (branch_mispredict * 100)) / 100") \
	NODE(retiring, IS_RETIRING, UNSAMPLED, "(OP_RETIRED / OP_SPEC) * (1 - STALL_SLOT / SLOTS)") /* n3 v3 */ \
	NODE(retiring_olympus, IS_RETIRING, UNSAMPLED, "(OP_RETIRED / OP_SPEC) * (1 - (STALL_SLOT / CPU_SLOT))") /* olympus */ \
	NODE(bad_speculation, IS_BAD_SPECULATION, UNSAMPLED, /* n3 v3 */ \
	     "((1 - STALL_SLOT / SLOTS) * (1 - OP_RETIRED / OP_SPEC) * 100 + STALL_FRONTEND_FLUSH / CPU_CYCLES * 100) / 100") \
	NODE(bad_speculation_olympus, IS_BAD_SPECULATION, UNSAMPLED, /* olympus */ \
	     "(100 - ((frontend_bound * 100) + (retiring * 100) + (backend_bound * 100))) / 100") \
	NODE(frontend_bound, IS_FRONTEND_BOUND, UNSAMPLED, /* n3 v3 */ \
	     "STALL_SLOT_FRONTEND / SLOTS - STALL_FRONTEND_FLUSH / CPU_CYCLES") \
	NODE(frontend_bound_olympus, IS_FRONTEND_BOUND, UNSAMPLED, /* olympus */ \
	     "STALL_SLOT_FRONTEND_WITHOUT_MISPRED / CPU_SLOT") \
	NODE(frontend_bound_ampereone, IS_FRONTEND_BOUND, UNSAMPLED, /* ampereone */ \
	     "(100 - ((retired_fraction * 100) + (slots_lost_misspeculation_fraction * 100) + (backend_bound * 100))) / 100") \
	NODE(frontend_latency, IS_FRONTEND_LATENCY, UNSAMPLED, /* ampereone */ \
	     "(STALL_FRONTEND - ((STALL_SLOT_FRONTEND - ((frontend_bound) * SLOTS)) / (SLOTS / CPU_CYCLES))) / CPU_CYCLES") \
	NODE(i_cache_miss_rate, IS_I_CACHE_MISS_RATE, UNSAMPLED, "STALL_FRONTEND_CACHE / CPU_CYCLES") /* ampereone */ \
	NODE(i_tlb_miss_rate, IS_I_TLB_MISS_RATE, UNSAMPLED, "STALL_FRONTEND_TLB / CPU_CYCLES") /* ampereone */ \
	NODE(stall_recovery_rate, IS_STALL_RECOVERY_RATE, UNSAMPLED, "IDR_STALL_FLUSH / CPU_CYCLES") /* ampereone */ \
	NODE(frontend_bandwidth, IS_FRONTEND_BANDWIDTH, UNSAMPLED, /* ampereone */ \
	     "((frontend_bound * 100) - (frontend_latency * 100)) / 100") \
	NODE(frontend_core_bound, IS_FRONTEND_CORE_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_CPUBOUND / STALL_FRONTEND") \
	NODE(frontend_core_flush_bound, IS_FRONTEND_CORE_FLUSH_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_FLUSH / STALL_FRONTEND_CPUBOUND") \
	NODE(frontend_core_flow_bound, IS_FRONTEND_CORE_FLOW_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_FLOW / STALL_FRONTEND_CPUBOUND") \
	NODE(frontend_mem_bound, IS_FRONTEND_MEM_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_MEMBOUND / STALL_FRONTEND") \
	NODE(frontend_mem_cache_bound, IS_FRONTEND_MEM_CACHE_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "(STALL_FRONTEND_L1I + STALL_FRONTEND_MEM) / STALL_FRONTEND_MEMBOUND") \
	NODE(frontend_cache_l1i_bound, IS_FRONTEND_CACHE_L1I_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_L1I / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM)") \
	NODE(frontend_cache_l2i_bound, IS_FRONTEND_CACHE_L2I_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_MEM / (STALL_FRONTEND_L1I + STALL_FRONTEND_MEM)") \
	NODE(frontend_mem_tlb_bound, IS_FRONTEND_MEM_TLB_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_FRONTEND_TLB / STALL_FRONTEND_MEMBOUND") \
	NODE(backend_bound, IS_BACKEND_BOUND, UNSAMPLED, "STALL_SLOT_BACKEND / SLOTS") /* n3 v3 ampereone */ \
	NODE(backend_bound_olympus, IS_BACKEND_BOUND, UNSAMPLED, "STALL_SLOT_BACKEND / CPU_SLOT") /* olympus */ \
	NODE(backend_memory, IS_BACKEND_MEMORY, UNSAMPLED, /* ampereone */ \
	     "(STALL_BACKEND_TLB + STALL_BACKEND_CACHE) / CPU_CYCLES") \
	NODE(d_cache_miss_rate, IS_D_CACHE_MISS_RATE, UNSAMPLED, "STALL_BACKEND_CACHE / CPU_CYCLES") /* ampereone */ \
	NODE(d_cache_l2_miss_rate, IS_D_CACHE_L2_MISS_RATE, UNSAMPLED, "STALL_BACKEND_MEM / CPU_CYCLES") /* ampereone */ \
	NODE(d_tlb_miss_rate, IS_D_TLB_MISS_RATE, UNSAMPLED, "STALL_BACKEND_TLB / CPU_CYCLES") /* ampereone */ \
	NODE(backend_core, IS_BACKEND_CORE, UNSAMPLED, "(backend_bound) - backend_memory") /* ampereone */ \
	NODE(stall_ixu_sched_rate, IS_STALL_IXU_SCHED_RATE, UNSAMPLED, "IDR_STALL_IXU_SCHED / CPU_CYCLES") /* ampereone */ \
	NODE(stall_fsu_sched_rate, IS_STALL_FSU_SCHED_RATE, UNSAMPLED, "IDR_STALL_FSU_SCHED / CPU_CYCLES") /* ampereone */ \
	NODE(stall_rob_id_rate, IS_STALL_ROB_ID_RATE, UNSAMPLED, "IDR_STALL_ROB_ID / CPU_CYCLES") /* ampereone */ \
	NODE(stall_lob_id_rate, IS_STALL_LOB_ID_RATE, UNSAMPLED, "IDR_STALL_LOB_ID / CPU_CYCLES") /* ampereone */ \
	NODE(stall_sob_id_rate, IS_STALL_SOB_ID_RATE, UNSAMPLED, "IDR_STALL_SOB_ID / CPU_CYCLES") /* ampereone */ \
	NODE(backend_core_bound, IS_BACKEND_CORE_BOUND, UNSAMPLED, "STALL_BACKEND_CPUBOUND / STALL_BACKEND") /* n3 v3 olympus */ \
	NODE(backend_core_rename_bound, IS_BACKEND_CORE_RENAME_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_BACKEND_RENAME / STALL_BACKEND_CPUBOUND") \
	NODE(backend_mem_bound, IS_BACKEND_MEM_BOUND, UNSAMPLED, "STALL_BACKEND_MEMBOUND / STALL_BACKEND") /* n3 v3 olympus */ \
	NODE(backend_mem_cache_bound, IS_BACKEND_MEM_CACHE_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "(STALL_BACKEND_L1D + STALL_BACKEND_MEM) / STALL_BACKEND_MEMBOUND") \
	NODE(backend_cache_l1d_bound, IS_BACKEND_CACHE_L1D_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_BACKEND_L1D / (STALL_BACKEND_L1D + STALL_BACKEND_MEM)") \
	NODE(backend_cache_l2d_bound, IS_BACKEND_CACHE_L2D_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_BACKEND_MEM / (STALL_BACKEND_L1D + STALL_BACKEND_MEM)") \
	NODE(backend_mem_tlb_bound, IS_BACKEND_MEM_TLB_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_BACKEND_TLB / STALL_BACKEND_MEMBOUND") \
	NODE(backend_mem_store_bound, IS_BACKEND_MEM_STORE_BOUND, UNSAMPLED, /* n3 v3 olympus */ \
	     "STALL_BACKEND_ST / STALL_BACKEND_MEMBOUND") \
	NODE(backend_busy_bound, IS_BACKEND_BUSY_BOUND, UNSAMPLED, "STALL_BACKEND_BUSY / STALL_BACKEND") /* n3 v3 olympus */
enum {
#define NODE(id, ...) id,
#define NODE_OF_CORE(id, ...) id,
	ALL_NODES(NODE, NODE_OF_CORE)
#undef NODE
#undef NODE_OF_CORE
};

#define EVENT(id, its_name, ...) { .name = (its_name), __VA_ARGS__ },
static const struct tree_event tree_arm_events[] = {
	ALL_EVENTS(EVENT)
};

#define SAMPLED(events, first) .sample_with = (events), .sample = (first)
#define UNSAMPLED .sample_with = "", .sample = -1
#define NODE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression) },
#define NODE_OF_CORE(id, is, sampled, its_expression) { is, sampled, .expression = (its_expression), .of_core = true },
static const struct tree_node tree_arm_nodes[] = {
	ALL_NODES(NODE, NODE_OF_CORE)
};

                                                 /* n3  v3  olympus  ampereone */
#define EVENTS(row) \
	row(CPU_SLOT,                                _,  _,       x,         _) \
	row(BR_MIS_PRED_RETIRED,                     _,  _,       _,         x) \
	row(CPU_CYCLES,                              x,  x,       _,         x) \
	row(FSU_ISSUED,                              _,  _,       _,         x) \
	row(GPC_FLUSH,                               _,  _,       _,         x) \
	row(IDR_STALL_FLUSH,                         _,  _,       _,         x) \
	row(IDR_STALL_FSU_SCHED,                     _,  _,       _,         x) \
	row(IDR_STALL_IXU_SCHED,                     _,  _,       _,         x) \
	row(IDR_STALL_LOB_ID,                        _,  _,       _,         x) \
	row(IDR_STALL_ROB_ID,                        _,  _,       _,         x) \
	row(IDR_STALL_SOB_ID,                        _,  _,       _,         x) \
	row(IXU_NUM_UOPS_ISSUED,                     _,  _,       _,         x) \
	row(OP_RETIRED,                              x,  x,       x,         x) \
	row(OP_SPEC,                                 x,  x,       x,         x) \
	row(SLOTS,                                   x,  x,       _,         x) \
	row(STALL_BACKEND,                           x,  x,       x,         _) \
	row(STALL_BACKEND_BUSY,                      x,  x,       x,         _) \
	row(STALL_BACKEND_CPUBOUND,                  x,  x,       x,         _) \
	row(STALL_BACKEND_L1D,                       x,  x,       x,         _) \
	row(STALL_BACKEND_CACHE,                     _,  _,       _,         x) \
	row(STALL_BACKEND_MEM,                       x,  x,       x,         x) \
	row(STALL_BACKEND_MEMBOUND,                  x,  x,       x,         _) \
	row(STALL_BACKEND_RENAME,                    x,  x,       x,         _) \
	row(STALL_BACKEND_ST,                        x,  x,       x,         _) \
	row(STALL_BACKEND_TLB,                       x,  x,       x,         _) \
	row(STALL_BACKEND_TLB_ampereone,             _,  _,       _,         x) \
	row(STALL_FRONTEND,                          x,  x,       x,         x) \
	row(STALL_FRONTEND_CPUBOUND,                 x,  x,       x,         _) \
	row(STALL_FRONTEND_FLOW,                     x,  x,       x,         _) \
	row(STALL_FRONTEND_FLUSH,                    x,  x,       x,         _) \
	row(STALL_FRONTEND_L1I,                      x,  x,       x,         _) \
	row(STALL_FRONTEND_MEM,                      x,  x,       x,         _) \
	row(STALL_FRONTEND_MEMBOUND,                 x,  x,       x,         _) \
	row(STALL_FRONTEND_CACHE,                    _,  _,       _,         x) \
	row(STALL_FRONTEND_TLB,                      x,  x,       x,         _) \
	row(STALL_FRONTEND_TLB_ampereone,            _,  _,       _,         x) \
	row(STALL_SLOT,                              x,  x,       x,         _) \
	row(STALL_SLOT_BACKEND,                      x,  x,       x,         x) \
	row(STALL_SLOT_FRONTEND_WITHOUT_MISPRED,     _,  _,       x,         _) \
	row(STALL_SLOT_FRONTEND,                     x,  x,       _,         x)

                                                  /* n3  v3  olympus  ampereone */
#define NODES(row) \
	row(retiring,                                 x,  x,       _,         _) \
	row(retiring_olympus,                         _,  _,       x,         _) \
	row(bad_speculation,                          x,  x,       _,         _) \
	row(bad_speculation_olympus,                  _,  _,       x,         _) \
	row(retired_fraction,                         _,  _,       _,         x) \
	    row(pipe_utilization,                     _,  _,       _,         x) \
	        row(ixu_pipe_utilization,             _,  _,       _,         x) \
	        row(fsu_pipe_utilization,             _,  _,       _,         x) \
	row(slots_lost_misspeculation_fraction,       _,  _,       _,         x) \
	    row(branch_mispredict,                    _,  _,       _,         x) \
	    row(other_miss_pred,                      _,  _,       _,         x) \
	row(frontend_bound,                           x,  x,       _,         _) \
	row(frontend_bound_olympus,                   _,  _,       x,         _) \
	row(frontend_bound_ampereone,                 _,  _,       _,         x) \
	    row(frontend_core_bound,                  x,  x,       x,         _) \
	        row(frontend_core_flush_bound,        x,  x,       x,         _) \
	        row(frontend_core_flow_bound,         x,  x,       x,         _) \
	    row(frontend_mem_bound,                   x,  x,       x,         _) \
	        row(frontend_mem_cache_bound,         x,  x,       x,         _) \
	            row(frontend_cache_l1i_bound,     x,  x,       x,         _) \
	            row(frontend_cache_l2i_bound,     x,  x,       x,         _) \
	        row(frontend_mem_tlb_bound,           x,  x,       x,         _) \
	    row(frontend_latency,                     _,  _,       _,         x) \
	        row(i_cache_miss_rate,                _,  _,       _,         x) \
	        row(i_tlb_miss_rate,                  _,  _,       _,         x) \
	        row(stall_recovery_rate,              _,  _,       _,         x) \
	    row(frontend_bandwidth,                   _,  _,       _,         x) \
	row(backend_bound,                            x,  x,       _,         x) \
	row(backend_bound_olympus,                    _,  _,       x,         _) \
	    row(backend_core_bound,                   x,  x,       x,         _) \
	        row(backend_core_rename_bound,        x,  x,       x,         _) \
	    row(backend_mem_bound,                    x,  x,       x,         _) \
	        row(backend_mem_cache_bound,          x,  x,       x,         _) \
	            row(backend_cache_l1d_bound,      x,  x,       x,         _) \
	            row(backend_cache_l2d_bound,      x,  x,       x,         _) \
	        row(backend_mem_tlb_bound,            x,  x,       x,         _) \
	        row(backend_mem_store_bound,          x,  x,       x,         _) \
	    row(backend_busy_bound,                   x,  x,       x,         _) \
	    row(backend_memory,                       _,  _,       _,         x) \
	        row(d_cache_miss_rate,                _,  _,       _,         x) \
	            row(d_cache_l2_miss_rate,         _,  _,       _,         x) \
	        row(d_tlb_miss_rate,                  _,  _,       _,         x) \
	    row(backend_core,                         _,  _,       _,         x) \
	        row(stall_ixu_sched_rate,             _,  _,       _,         x) \
	        row(stall_fsu_sched_rate,             _,  _,       _,         x) \
	        row(stall_rob_id_rate,                _,  _,       _,         x) \
	        row(stall_lob_id_rate,                _,  _,       _,         x) \
	        row(stall_sob_id_rate,                _,  _,       _,         x)

/* Neoverse N3, linux/neoverse-n3-v3.json */
#define OF_n3(row, n3, v3, olympus, ampereone) TREE_HAS_##n3(row)
static const uint16_t n3_events[] = { EVENTS(OF_n3) }, n3_nodes[] = { NODES(OF_n3) };
const struct tree tree_arm_n3 = {
	.name = "Neoverse N3", .source = "Linux, neoverse-n3-v3", .slots = 5, .counters = 6,
	TREE_ROWS(arm, n3),
};

/* Neoverse V3, linux/neoverse-n3-v3.json */
#define OF_v3(row, n3, v3, olympus, ampereone) TREE_HAS_##v3(row)
static const uint16_t v3_events[] = { EVENTS(OF_v3) }, v3_nodes[] = { NODES(OF_v3) };
const struct tree tree_arm_v3 = {
	.name = "Neoverse V3", .source = "Linux, neoverse-n3-v3", .slots = 10, .counters = 6,
	TREE_ROWS(arm, v3),
};

/* NVIDIA Olympus, linux/olympus.json */
#define OF_olympus(row, n3, v3, olympus, ampereone) TREE_HAS_##olympus(row)
static const uint16_t olympus_events[] = { EVENTS(OF_olympus) }, olympus_nodes[] = { NODES(OF_olympus) };
const struct tree tree_arm_olympus = {
	.name = "NVIDIA Olympus", .source = "Linux, olympus", .slots = 0, .counters = 6,
	TREE_ROWS(arm, olympus),
};

/* AmpereOne, linux/ampereone.json */
#define OF_ampereone(row, n3, v3, olympus, ampereone) TREE_HAS_##ampereone(row)
static const uint16_t ampereone_events[] = { EVENTS(OF_ampereone) }, ampereone_nodes[] = { NODES(OF_ampereone) };
const struct tree tree_arm_ampereone = {
	.name = "AmpereOne", .source = "Linux 6.12, ampereone", .slots = 0, .counters = 6,
	TREE_ROWS(arm, ampereone),
};
/* clang-format on */
