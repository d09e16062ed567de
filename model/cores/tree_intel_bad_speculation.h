/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, bad speculation: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_BAD_SPECULATION .slug = "tma_bad_speculation", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_bad_speculation > 0.15", .help = "This category represents fraction of slots wasted due to incorrect speculations. This include slots used to issue uops that do not eventually get retired and slots for which the issue-pipeline was blocked due to recovery from earlier incorrect speculation. For example, wasted work due to miss-predicted branches are categorized under Bad Speculation category. Incorrect data speculation followed by Memory Ordering Nukes is another example."
NODE_OF_CORE(tma_bad_speculation, IS_BAD_SPECULATION, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "(UOPS_ISSUED.ANY - UOPS_RETIRED.RETIRE_SLOTS + 4 * (INT_MISC.RECOVERY_CYCLES_ANY / 2 if #SMT_on else INT_MISC.RECOVERY_CYCLES)) / tma_info_thread_slots")
NODE(tma_bad_speculation_icl, IS_BAD_SPECULATION, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl */
     "max(1 - (tma_frontend_bound + tma_backend_bound + tma_retiring), 0)")
NODE(tma_bad_speculation_lnl, IS_BAD_SPECULATION, UNSAMPLED, /* lnl arl ptl */
     "PERF_METRICS.BAD_SPECULATION / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_BAD_SPECULATION_grt .slug = "tma_bad_speculation", .title = "Bad speculation", .level = 1, .metric = M_BAD_SPECULATION, .unit = TREE_OF_SLOTS, \
	.limit = 0.15f, .threshold = "tma_bad_speculation > 0.15", .help = "Counts the total number of issue slots that were not consumed by the backend because allocation is stalled due to a mispredicted jump or a machine clear. Only issue slots wasted due to fast nukes such as memory ordering nukes are counted. Other nukes are not accounted for. Counts all issue slots blocked during this recovery window including relevant microcode flows and while uops are not yet available in the instruction queue (IQ). Also includes the issue slots that were consumed by the backend but were thrown away because they were younger than the mispredict or machine clear."
NODE(tma_bad_speculation_grt, IS_BAD_SPECULATION_grt, UNSAMPLED, /* grt */
     "(5 * CPU_CLK_UNHALTED.CORE - (TOPDOWN_FE_BOUND.ALL + TOPDOWN_BE_BOUND.ALL + TOPDOWN_RETIRING.ALL)) / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_bad_speculation_cmt, IS_BAD_SPECULATION_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_BAD_SPECULATION.ALL_P / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_bad_speculation_skt, IS_BAD_SPECULATION_grt, UNSAMPLED, /* skt */
     "TOPDOWN_BAD_SPECULATION.ALL_P / (8 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_bad_speculation_tnt, IS_BAD_SPECULATION_grt, UNSAMPLED, /* tnt */
     "TOPDOWN_BAD_SPECULATION.ALL / tma_info_core_slots")
NODE(tma_bad_speculation_glm, IS_BAD_SPECULATION_grt, UNSAMPLED, /* glm */
     "(UOPS_ISSUED.ANY - UOPS_RETIRED.ANY + ISSUE_SLOTS_NOT_CONSUMED.RECOVERY) / tma_info_core_slots")

#define IS_BRANCH_MISPREDICTS .slug = "tma_branch_mispredicts", .title = "Branch mispredicts", .level = 2, .metric = M_BRANCH_MISPREDICTS, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15", .help = "This metric represents fraction of slots the CPU has wasted due to Branch Misprediction. These slots are either wasted by uops fetched from an incorrectly speculated program path, or stalls when the out-of-order part of the machine needs to recover its state from a speculative path."
NODE_OF_CORE(tma_branch_mispredicts, IS_BRANCH_MISPREDICTS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT) * tma_bad_speculation")
NODE(tma_branch_mispredicts_icl, IS_BRANCH_MISPREDICTS, SAMPLED("BR_MISP_RETIRED.ALL_BRANCHES", BR_MISP_RETIRED_ALL_BRANCHES_icl), /* icl icx tgl */
     "BR_MISP_RETIRED.ALL_BRANCHES / (BR_MISP_RETIRED.ALL_BRANCHES + MACHINE_CLEARS.COUNT) * tma_bad_speculation")
NODE(tma_branch_mispredicts_spr, IS_BRANCH_MISPREDICTS, SAMPLED("TOPDOWN.BR_MISPREDICT_SLOTS", TOPDOWN_BR_MISPREDICT_SLOTS), /* spr emr gnr adl mtl lnl arl ptl */
     "PERF_METRICS.BRANCH_MISPREDICTS / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_BRANCH_MISPREDICTS_grt .slug = "tma_branch_mispredicts", .title = "Branch mispredicts", .level = 2, .metric = M_BRANCH_MISPREDICTS, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_mispredicts > 0.05 & tma_bad_speculation > 0.15", .help = "Counts the number of issue slots that were not consumed by the backend due to branch mispredicts."
NODE(tma_branch_mispredicts_grt, IS_BRANCH_MISPREDICTS_grt, UNSAMPLED, /* grt */
     "TOPDOWN_BAD_SPECULATION.MISPREDICT / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_mispredicts_cmt, IS_BRANCH_MISPREDICTS_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_BAD_SPECULATION.MISPREDICT / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_branch_mispredicts_skt, IS_BRANCH_MISPREDICTS_grt, UNSAMPLED, /* skt */
     "TOPDOWN_BAD_SPECULATION.MISPREDICT / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_BRANCH_MISPREDICTS_tnt .slug = "tma_branch_mispredicts", .title = "Branch mispredicts", .level = 2, .metric = M_BRANCH_MISPREDICTS, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_branch_mispredicts > 0.05", .help = "Counts the number of issue slots that were not consumed by the backend due to branch mispredicts."
NODE(tma_branch_mispredicts_tnt, IS_BRANCH_MISPREDICTS_tnt, UNSAMPLED, /* tnt */
     "TOPDOWN_BAD_SPECULATION.MISPREDICT / tma_info_core_slots")

#define IS_COND_NT_MISPREDICTS .slug = "tma_cond_nt_mispredicts", .title = "Conditional not taken mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_cond_nt_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to retired misprediction by non-taken conditional branches."
NODE(tma_cond_nt_mispredicts, IS_COND_NT_MISPREDICTS, UNSAMPLED, /* gnr mtl lnl arl */
     "BR_MISP_RETIRED.COND_NTAKEN / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")
NODE(tma_cond_nt_mispredicts_ptl, IS_COND_NT_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.COND_NTAKEN / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_COND_TK_BWD_MISPREDICTS .slug = "tma_cond_tk_bwd_mispredicts", .title = "Conditional taken backward mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_cond_tk_bwd_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to misprediction by backward-taken conditional branches."
NODE(tma_cond_tk_bwd_mispredicts, IS_COND_TK_BWD_MISPREDICTS, UNSAMPLED, /* lnl arl */
     "BR_MISP_RETIRED.COND_TAKEN_BWD / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")
NODE(tma_cond_tk_bwd_mispredicts_ptl, IS_COND_TK_BWD_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.COND_TAKEN_BWD / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_COND_TK_FWD_MISPREDICTS .slug = "tma_cond_tk_fwd_mispredicts", .title = "Conditional taken forward mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_cond_tk_fwd_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to misprediction by forward-taken conditional branches."
NODE(tma_cond_tk_fwd_mispredicts, IS_COND_TK_FWD_MISPREDICTS, UNSAMPLED, /* lnl arl */
     "BR_MISP_RETIRED.COND_TAKEN_FWD / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")
NODE(tma_cond_tk_fwd_mispredicts_ptl, IS_COND_TK_FWD_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.COND_TAKEN_FWD / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_COND_TK_MISPREDICTS .slug = "tma_cond_tk_mispredicts", .title = "Conditional taken mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_cond_tk_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to misprediction by taken conditional branches."
NODE(tma_cond_tk_mispredicts, IS_COND_TK_MISPREDICTS, UNSAMPLED, /* gnr mtl */
     "BR_MISP_RETIRED.COND_TAKEN / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")

#define IS_IND_CALL_MISPREDICTS .slug = "tma_ind_call_mispredicts", .title = "Indirect call mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_ind_call_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to retired misprediction by indirect CALL instructions."
NODE(tma_ind_call_mispredicts, IS_IND_CALL_MISPREDICTS, UNSAMPLED, /* gnr mtl lnl arl */
     "BR_MISP_RETIRED.INDIRECT_CALL / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")
NODE(tma_ind_call_mispredicts_ptl, IS_IND_CALL_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.INDIRECT_CALL / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_IND_JUMP_MISPREDICTS .slug = "tma_ind_jump_mispredicts", .title = "Indirect jump mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_ind_jump_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to retired misprediction by indirect JMP instructions."
NODE(tma_ind_jump_mispredicts, IS_IND_JUMP_MISPREDICTS, UNSAMPLED, /* gnr mtl lnl arl */
     "max((BR_MISP_RETIRED.INDIRECT - BR_MISP_RETIRED.INDIRECT_CALL) / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts, 0)")
NODE(tma_ind_jump_mispredicts_ptl, IS_IND_JUMP_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.INDIRECT_JMP / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_RET_MISPREDICTS .slug = "tma_ret_mispredicts", .title = "Return mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_CLOCKS, \
	.limit = 0.05f, .threshold = "tma_ret_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of cycles the CPU was stalled due to retired misprediction by (indirect) RET instructions."
NODE(tma_ret_mispredicts, IS_RET_MISPREDICTS, UNSAMPLED, /* gnr mtl lnl arl */
     "BR_MISP_RETIRED.RET / BR_MISP_RETIRED.ALL_BRANCHES * tma_branch_mispredicts")
NODE(tma_ret_mispredicts_ptl, IS_RET_MISPREDICTS, UNSAMPLED, /* ptl */
     "(BR_MISP_RETIRED.RET / BR_MISP_RETIRED.ALL_BRANCHES) * tma_branch_mispredicts")

#define IS_OTHER_MISPREDICTS .slug = "tma_other_mispredicts", .title = "Other mispredicts", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_other_mispredicts > 0.05 & (tma_branch_mispredicts > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric estimates fraction of slots the CPU was stalled due to other cases of misprediction (non-retired x86 branches or other types)."
NODE_OF_CORE(tma_other_mispredicts, IS_OTHER_MISPREDICTS, UNSAMPLED, /* skl skx clx */
     "max(tma_branch_mispredicts * (1 - BR_MISP_RETIRED.ALL_BRANCHES / (INT_MISC.CLEARS_COUNT - MACHINE_CLEARS.COUNT)), 0.0001)")
NODE(tma_other_mispredicts_icl, IS_OTHER_MISPREDICTS, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "max(tma_branch_mispredicts * (1 - BR_MISP_RETIRED.ALL_BRANCHES / (INT_MISC.CLEARS_COUNT - MACHINE_CLEARS.COUNT)), 0.0001)")

#define IS_MACHINE_CLEARS .slug = "tma_machine_clears", .title = "Machine clears", .level = 2, .metric = M_MACHINE_CLEARS, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_machine_clears > 0.1 & tma_bad_speculation > 0.15", .help = "This metric represents fraction of slots the CPU has wasted due to Machine Clears. These slots are either wasted by uops fetched prior to the clear, or stalls the out-of-order portion of the machine needs to recover its state after the clear. For example, this can happen due to memory ordering Nukes (e.g. Memory Disambiguation) or Self-Modifying-Code (SMC) nukes."
NODE_OF_CORE(tma_machine_clears, IS_MACHINE_CLEARS, SAMPLED("MACHINE_CLEARS.COUNT", MACHINE_CLEARS_COUNT), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "tma_bad_speculation - tma_branch_mispredicts")
NODE(tma_machine_clears_icl, IS_MACHINE_CLEARS, SAMPLED("MACHINE_CLEARS.COUNT", MACHINE_CLEARS_COUNT_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "max(0, tma_bad_speculation - tma_branch_mispredicts)")

#define IS_MACHINE_CLEARS_grt .slug = "tma_machine_clears", .title = "Machine clears", .level = 2, .metric = M_MACHINE_CLEARS, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_machine_clears > 0.05 & tma_bad_speculation > 0.15", .help = "Counts the total number of issue slots that were not consumed by the backend because allocation is stalled due to a machine clear (nuke) of any kind including memory ordering and memory disambiguation."
NODE(tma_machine_clears_grt, IS_MACHINE_CLEARS_grt, UNSAMPLED, /* grt */
     "TOPDOWN_BAD_SPECULATION.MACHINE_CLEARS / (5 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_machine_clears_cmt, IS_MACHINE_CLEARS_grt, UNSAMPLED, /* cmt */
     "TOPDOWN_BAD_SPECULATION.MACHINE_CLEARS / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_machine_clears_skt, IS_MACHINE_CLEARS_grt, UNSAMPLED, /* skt */
     "TOPDOWN_BAD_SPECULATION.MACHINE_CLEARS / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_MACHINE_CLEARS_tnt .slug = "tma_machine_clears", .title = "Machine clears", .level = 2, .metric = M_MACHINE_CLEARS, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_machine_clears > 0.05", .help = "Counts the total number of issue slots that were not consumed by the backend because allocation is stalled due to a machine clear (nuke) of any kind including memory ordering and memory disambiguation."
NODE(tma_machine_clears_tnt, IS_MACHINE_CLEARS_tnt, UNSAMPLED, /* tnt */
     "(TOPDOWN_BAD_SPECULATION.MONUKE) / tma_info_core_slots")

#define IS_NUKE .slug = "tma_nuke", .title = "Slow clears (nukes)", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_nuke > 0.05 & (tma_machine_clears > 0.05 & tma_bad_speculation > 0.15)", .help = "Counts the number of issue slots that were not consumed by the backend due to a machine clear that requires the use of microcode (slow nuke)."
NODE(tma_nuke, IS_NUKE, UNSAMPLED, "TOPDOWN_BAD_SPECULATION.NUKE / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_nuke_cmt, IS_NUKE, UNSAMPLED, "TOPDOWN_BAD_SPECULATION.NUKE / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_nuke_skt, IS_NUKE, UNSAMPLED, "TOPDOWN_BAD_SPECULATION.NUKE / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */

#define IS_FAST_NUKE .slug = "tma_fast_nuke", .title = "Fast clears (nukes)", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_fast_nuke > 0.05 & (tma_machine_clears > 0.05 & tma_bad_speculation > 0.15)", .help = "Counts the number of issue slots that were not consumed by the backend due to a machine clear that does not require the use of microcode, classified as a fast nuke, due to memory ordering, memory disambiguation and memory renaming."
NODE(tma_fast_nuke, IS_FAST_NUKE, UNSAMPLED, "TOPDOWN_BAD_SPECULATION.FASTNUKE / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_fast_nuke_cmt, IS_FAST_NUKE, UNSAMPLED, /* cmt */
     "TOPDOWN_BAD_SPECULATION.FASTNUKE / (6 * CPU_CLK_UNHALTED.CORE)")
NODE(tma_fast_nuke_skt, IS_FAST_NUKE, UNSAMPLED, /* skt */
     "TOPDOWN_BAD_SPECULATION.FASTNUKE / (8 * CPU_CLK_UNHALTED.CORE)")

#define IS_FAST_NUKE_tnt .slug = "tma_fast_nuke", .title = "Fast clears (nukes)", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_fast_nuke > 0.05", .help = "Counts the number of issue slots that were not consumed by the backend due to a machine clear classified as a fast nuke due to memory ordering, memory disambiguation and memory renaming."
NODE(tma_fast_nuke_tnt, IS_FAST_NUKE_tnt, UNSAMPLED, "TOPDOWN_BAD_SPECULATION.MONUKE / tma_info_core_slots") /* tnt */

#define IS_OTHER_NUKES .slug = "tma_other_nukes", .title = "Other clears (nukes)", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_other_nukes > 0.05 & (tma_machine_clears > 0.1 & tma_bad_speculation > 0.15)", .help = "This metric represents fraction of slots the CPU has wasted due to Nukes (Machine Clears) not related to memory ordering."
NODE_OF_CORE(tma_other_nukes, IS_OTHER_NUKES, UNSAMPLED, /* skl skx clx */
     "max(tma_machine_clears * (1 - MACHINE_CLEARS.MEMORY_ORDERING / MACHINE_CLEARS.COUNT), 0.0001)")
NODE(tma_other_nukes_icl, IS_OTHER_NUKES, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "max(tma_machine_clears * (1 - MACHINE_CLEARS.MEMORY_ORDERING / MACHINE_CLEARS.COUNT), 0.0001)")
/* clang-format on */
