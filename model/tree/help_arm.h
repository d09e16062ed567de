/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What nodes of Arm's trees mean.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
#ifndef TDTOP_MODEL_TREE_HELP_ARM_H
#define TDTOP_MODEL_TREE_HELP_ARM_H

#define HELP_BACKEND_BOUND \
	"This metric is the percentage of total slots that were stalled due to resource constraints in the backend of the processor."
#define HELP_BACKEND_BUSY_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to issue queues being full to accept operations for execution."
#define HELP_BACKEND_CACHE_L1D_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 1 data cache misses."
#define HELP_BACKEND_CACHE_L2D_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by level 2 data cache misses."
#define HELP_BACKEND_CORE \
	"Fraction of slots the CPU was stalled due to backend non-memory subsystem issues"
#define HELP_BACKEND_CORE_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints not related to instruction fetch latency issues caused by memory access components."
#define HELP_BACKEND_CORE_RENAME_BOUND \
	"This metric is the percentage of total cycles stalled in the backend as the rename unit registers are unavailable."
#define HELP_BACKEND_MEMORY \
	"Fraction of slots the CPU was stalled due to backend memory subsystem issues (cache/tlb miss)"
#define HELP_BACKEND_MEM_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to backend core resource constraints related to memory access latency issues caused by memory access components."
#define HELP_BACKEND_MEM_CACHE_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to memory latency issues caused by data cache misses."
#define HELP_BACKEND_MEM_STORE_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to memory write pending caused by stores stalled in the pre-commit stage."
#define HELP_BACKEND_MEM_TLB_BOUND \
	"This metric is the percentage of total cycles stalled in the backend due to memory access latency issues caused by data TLB misses."
#define HELP_BAD_SPECULATION \
	"This metric is the percentage of total slots that executed operations and didn't retire due to a pipeline flush. This indicates cycles that were utilized but inefficiently."
#define HELP_BRANCH_MISPREDICT \
	"Fraction of slots lost due to branch misprediciton"
#define HELP_D_CACHE_L2_MISS_RATE \
	"Fraction of cycles the CPU was stalled due to data L2 cache miss"
#define HELP_D_CACHE_MISS_RATE \
	"Fraction of cycles the CPU was stalled due to data cache miss"
#define HELP_D_TLB_MISS_RATE \
	"Fraction of cycles the CPU was stalled due to data TLB miss"
#define HELP_FRONTEND_BANDWIDTH \
	"Fraction of slots the CPU did not dispatch at full bandwidth - able to dispatch partial slots only (1, 2, or 3 uops)"
#define HELP_FRONTEND_BOUND \
	"This metric is the percentage of total slots that were stalled due to resource constraints in the frontend of the processor."
#define HELP_FRONTEND_CACHE_L1I_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 1 instruction cache misses."
#define HELP_FRONTEND_CACHE_L2I_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to memory access latency issues caused by level 2 instruction cache misses."
#define HELP_FRONTEND_CORE_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints not related to instruction fetch latency issues caused by memory access components."
#define HELP_FRONTEND_CORE_FLOW_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend as the decode unit is awaiting input from the branch prediction unit."
#define HELP_FRONTEND_CORE_FLUSH_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend as the processor is recovering from a pipeline flush caused by bad speculation or other machine resteers."
#define HELP_FRONTEND_LATENCY \
	"Fraction of slots the CPU was stalled due to frontend latency issues (cache/tlb miss); nothing to dispatch"
#define HELP_FRONTEND_MEM_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to frontend core resource constraints related to the instruction fetch latency issues caused by memory access components."
#define HELP_FRONTEND_MEM_CACHE_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction cache misses."
#define HELP_FRONTEND_MEM_TLB_BOUND \
	"This metric is the percentage of total cycles stalled in the frontend due to instruction fetch latency issues caused by instruction TLB misses."
#define HELP_FSU_PIPE_UTILIZATION \
	"Fraction of FSU execute slots utilized"
#define HELP_IXU_PIPE_UTILIZATION \
	"Fraction of IXU execute slots utilized"
#define HELP_I_CACHE_MISS_RATE \
	"Fraction of cycles the CPU was stalled due to instruction cache miss"
#define HELP_I_TLB_MISS_RATE \
	"Fraction of cycles the CPU was stalled due to instruction TLB miss"
#define HELP_OTHER_MISS_PRED \
	"Fraction of slots lost due to other/non-branch misprediction misspeculation"
#define HELP_PIPE_UTILIZATION \
	"Fraction of execute slots utilized"
#define HELP_RETIRED_FRACTION \
	"Fraction of slots retiring, useful work"
#define HELP_RETIRING \
	"This metric is the percentage of total slots that retired operations, which indicates cycles that were utilized efficiently."
#define HELP_SLOTS_LOST_MISSPECULATION_FRACTION \
	"Fraction of slots lost due to misspeculation"
#define HELP_STALL_FSU_SCHED_RATE \
	"Fraction of cycles the CPU was stalled and FSU was full"
#define HELP_STALL_IXU_SCHED_RATE \
	"Fraction of cycles the CPU was stalled and IXU was full"
#define HELP_STALL_LOB_ID_RATE \
	"Fraction of cycles the CPU was stalled and LOB was full"
#define HELP_STALL_RECOVERY_RATE \
	"Fraction of cycles the CPU was stalled due to flush recovery"
#define HELP_STALL_ROB_ID_RATE \
	"Fraction of cycles the CPU was stalled and ROB was full"
#define HELP_STALL_SOB_ID_RATE \
	"Fraction of cycles the CPU was stalled and SOB was full"

#endif
