/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * Nodes, retiring and bad speculation: what each is, and how which cores count it.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
/* clang-format off */

#define IS_RETIRING .slug = "tma_retiring", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = 0.7f, .threshold = "tma_retiring > 0.7 | tma_heavy_operations > 0.1", .help = "This category represents fraction of slots utilized by useful work i.e. issued uops that eventually get retired. Ideally, all pipeline slots would be attributed to the Retiring category. Retiring of 100% would indicate the maximum Pipeline_Width throughput was achieved. Maximizing Retiring typically increases the Instructions-per-cycle (see IPC metric). Note that a high Retiring value does not necessary mean there is no room for more performance. For example, Heavy-operations or Microcode Assists are categorized under Retiring. They often indicate suboptimal performance and can often be optimized or avoided."
NODE_OF_CORE(tma_retiring, IS_RETIRING, SAMPLED("UOPS_RETIRED.RETIRE_SLOTS", UOPS_RETIRED_RETIRE_SLOTS), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "UOPS_RETIRED.RETIRE_SLOTS / tma_info_thread_slots")
NODE_OF_CORE(tma_retiring_skl, IS_RETIRING, SAMPLED("UOPS_RETIRED.RETIRE_SLOTS", UOPS_RETIRED_RETIRE_SLOTS_skl), /* skl skx clx */
     "UOPS_RETIRED.RETIRE_SLOTS / tma_info_thread_slots")
NODE(tma_retiring_icl, IS_RETIRING, SAMPLED("UOPS_RETIRED.SLOTS", UOPS_RETIRED_SLOTS), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "PERF_METRICS.RETIRING / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_RETIRING_grt .slug = "tma_retiring", .title = "Retiring", .level = 1, .metric = M_RETIRING, .unit = TREE_OF_SLOTS, \
	.limit = 0.75f, .threshold = "tma_retiring > 0.75", .help = "Counts the number of issue slots that result in retirement slots."
NODE(tma_retiring_grt, IS_RETIRING_grt, UNSAMPLED, "TOPDOWN_RETIRING.ALL / (5 * CPU_CLK_UNHALTED.CORE)") /* grt */
NODE(tma_retiring_cmt, IS_RETIRING_grt, UNSAMPLED, "TOPDOWN_RETIRING.ALL_P / (6 * CPU_CLK_UNHALTED.CORE)") /* cmt */
NODE(tma_retiring_skt, IS_RETIRING_grt, UNSAMPLED, "TOPDOWN_RETIRING.ALL / (8 * CPU_CLK_UNHALTED.CORE)") /* skt */
NODE(tma_retiring_tnt, IS_RETIRING_grt, UNSAMPLED, "TOPDOWN_RETIRING.ALL / tma_info_core_slots") /* tnt */
NODE(tma_retiring_glm, IS_RETIRING_grt, UNSAMPLED, "UOPS_RETIRED.ANY / tma_info_core_slots") /* glm */

#define IS_BASE .slug = "tma_base", .title = "Base operations", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.6f, .threshold = "tma_base > 0.6", .help = "Counts the number of uops that are not from the microsequencer."
NODE(tma_base, IS_BASE, UNSAMPLED, "(TOPDOWN_RETIRING.ALL - UOPS_RETIRED.MS) / tma_info_core_slots") /* tnt */

#define IS_FPDIV_UOPS .slug = "tma_fpdiv_uops", .title = "FP divide uops", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_fpdiv_uops > 0.2", .help = "Counts the number of floating point divide operations per uop."
NODE(tma_fpdiv_uops, IS_FPDIV_UOPS, UNSAMPLED, "UOPS_RETIRED.FPDIV / tma_info_core_slots") /* tnt */

#define IS_FPDIV_UOPS_glm .slug = "tma_fpdiv_uops", .title = "FP divide uops", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.2f, .threshold = "tma_fpdiv_uops > 0.2", .help = "Counts the number of floating point divide operations per uop."
NODE(tma_fpdiv_uops_glm, IS_FPDIV_UOPS_glm, UNSAMPLED, "UOPS_RETIRED.FPDIV / tma_info_core_slots") /* glm */

#define IS_OTHER_RET .slug = "tma_other_ret", .title = "Other retiring", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.3f, .threshold = "tma_other_ret > 0.3", .help = "Counts the number of uops retired excluding ms and fp div uops."
NODE(tma_other_ret, IS_OTHER_RET, UNSAMPLED, /* tnt */
     "(TOPDOWN_RETIRING.ALL - UOPS_RETIRED.MS - UOPS_RETIRED.FPDIV) / tma_info_core_slots")

#define IS_MS_UOPS .slug = "tma_ms_uops", .title = "Microcode uops", .level = 2, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_ms_uops > 0.05", .help = "Counts the number of uops that are from the complex flows issued by the micro-sequencer (MS). This includes uops from flows due to complex instructions, faults, assists, and inserted flows."
NODE(tma_ms_uops, IS_MS_UOPS, UNSAMPLED, "UOPS_RETIRED.MS / tma_info_core_slots") /* tnt glm */

#define IS_LIGHT_OPERATIONS .slug = "tma_light_operations", .title = "Light operations", .level = 2, .metric = M_LIGHT_OPERATIONS, .unit = TREE_OF_SLOTS, \
	.limit = 0.6f, .threshold = "tma_light_operations > 0.6", .help = "This metric represents fraction of slots where the CPU was retiring light-weight operations -- instructions that require no more than one uop (micro-operation). This correlates with total number of instructions used by the program. A uops-per-instruction (see UopPI metric) ratio of 1 or less should be expected for decently optimized code running on Intel Core/Xeon products. While this often indicates efficient X86 instructions were executed, high value does not necessarily mean better performance cannot be achieved. From Ice Lake to before Alder Lake it may undercount."
NODE_OF_CORE(tma_light_operations, IS_LIGHT_OPERATIONS, SAMPLED("INST_RETIRED.PREC_DIST", INST_RETIRED_PREC_DIST), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "tma_retiring - tma_heavy_operations")
NODE(tma_light_operations_icl, IS_LIGHT_OPERATIONS, SAMPLED("INST_RETIRED.PREC_DIST", INST_RETIRED_PREC_DIST_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "max(0, tma_retiring - tma_heavy_operations)")

#define IS_FP_ARITH .slug = "tma_fp_arith", .title = "FP arithmetic", .level = 3, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.2f, .threshold = "tma_fp_arith > 0.2 & tma_light_operations > 0.6", .help = "This metric represents overall arithmetic floating-point (FP) operations fraction the CPU has executed (retired). Note this metric's value may exceed its parent due to use of \"Uops\" CountDomain and FMA double-counting."
NODE(tma_fp_arith, IS_FP_ARITH, UNSAMPLED, /* snb jkt ivb ivt bdw bdwde bdx icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_x87_use + tma_fp_scalar + tma_fp_vector")
NODE_OF_CORE(tma_fp_arith_skl, IS_FP_ARITH, UNSAMPLED, "tma_x87_use + tma_fp_scalar + tma_fp_vector") /* skl skx clx */

#define IS_X87_USE .slug = "tma_x87_use", .title = "x87 use", .level = 4, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_x87_use > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6)", .help = "This metric serves as an approximation of legacy x87 usage. It accounts for instructions beyond X87 FP arithmetic operations, hence may be used as a thermometer to avoid X87 high usage and preferably upgrade to modern ISA. See Tip under Tuning Hint."
NODE(tma_x87_use, IS_X87_USE, UNSAMPLED, /* snb jkt */
     "UOPS_RETIRED.RETIRE_SLOTS * FP_COMP_OPS_EXE.X87 / UOPS_DISPATCHED.THREAD")
NODE(tma_x87_use_ivb, IS_X87_USE, UNSAMPLED, /* ivb ivt */
     "UOPS_RETIRED.RETIRE_SLOTS * FP_COMP_OPS_EXE.X87 / UOPS_EXECUTED.THREAD")
NODE(tma_x87_use_bdw, IS_X87_USE, UNSAMPLED, /* bdw bdwde bdx */
     "INST_RETIRED.X87 * tma_info_thread_uoppi / UOPS_RETIRED.RETIRE_SLOTS")
NODE_OF_CORE(tma_x87_use_skl, IS_X87_USE, UNSAMPLED, /* skl skx clx */
     "tma_retiring * UOPS_EXECUTED.X87 / UOPS_EXECUTED.THREAD")
NODE(tma_x87_use_icl, IS_X87_USE, UNSAMPLED, /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_retiring * UOPS_EXECUTED.X87 / UOPS_EXECUTED.THREAD")

#define IS_FP_SCALAR .slug = "tma_fp_scalar", .title = "FP scalar", .level = 4, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_fp_scalar > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6)", .help = "This metric approximates arithmetic floating-point (FP) scalar uops fraction the CPU has retired. May overcount due to FMA double counting."
NODE(tma_fp_scalar, IS_FP_SCALAR, UNSAMPLED, /* snb jkt */
     "(FP_COMP_OPS_EXE.SSE_SCALAR_SINGLE + FP_COMP_OPS_EXE.SSE_SCALAR_DOUBLE) / UOPS_DISPATCHED.THREAD")
NODE(tma_fp_scalar_ivb, IS_FP_SCALAR, UNSAMPLED, /* ivb ivt */
     "(FP_COMP_OPS_EXE.SSE_SCALAR_SINGLE + FP_COMP_OPS_EXE.SSE_SCALAR_DOUBLE) / UOPS_EXECUTED.THREAD")
NODE(tma_fp_scalar_bdw, IS_FP_SCALAR, UNSAMPLED, /* bdw bdwde bdx skl skx clx */
     "FP_ARITH_INST_RETIRED.SCALAR / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_scalar_icl, IS_FP_SCALAR, UNSAMPLED, /* icl icx tgl adl mtl */
     "FP_ARITH_INST_RETIRED.SCALAR / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_scalar_spr, IS_FP_SCALAR, UNSAMPLED, /* spr emr gnr */
     "(FP_ARITH_INST_RETIRED.SCALAR + FP_ARITH_INST_RETIRED2.SCALAR) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_scalar_lnl, IS_FP_SCALAR, UNSAMPLED, /* lnl arl ptl */
     "FP_ARITH_OPS_RETIRED.SCALAR / (tma_retiring * tma_info_thread_slots)")

#define IS_FP_VECTOR .slug = "tma_fp_vector", .title = "FP vector", .level = 4, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_fp_vector > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6)", .help = "This metric approximates arithmetic floating-point (FP) vector uops fraction the CPU has retired aggregated across all vector widths. May overcount due to FMA double counting."
NODE(tma_fp_vector, IS_FP_VECTOR, UNSAMPLED, /* snb jkt */
     "(FP_COMP_OPS_EXE.SSE_PACKED_DOUBLE + FP_COMP_OPS_EXE.SSE_PACKED_SINGLE + SIMD_FP_256.PACKED_SINGLE + SIMD_FP_256.PACKED_DOUBLE) / UOPS_DISPATCHED.THREAD")
NODE(tma_fp_vector_ivb, IS_FP_VECTOR, UNSAMPLED, /* ivb ivt */
     "(FP_COMP_OPS_EXE.SSE_PACKED_DOUBLE + FP_COMP_OPS_EXE.SSE_PACKED_SINGLE + SIMD_FP_256.PACKED_SINGLE + SIMD_FP_256.PACKED_DOUBLE) / UOPS_EXECUTED.THREAD")
NODE(tma_fp_vector_bdw, IS_FP_VECTOR, UNSAMPLED, /* bdw bdwde bdx skl */
     "FP_ARITH_INST_RETIRED.VECTOR / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_vector_skx, IS_FP_VECTOR, UNSAMPLED, /* skx clx */
     "FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE:u0xfc / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_vector_icl, IS_FP_VECTOR, UNSAMPLED, /* icl icx tgl adl mtl */
     "FP_ARITH_INST_RETIRED.VECTOR / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_spr, IS_FP_VECTOR, UNSAMPLED, /* spr emr gnr */
     "(FP_ARITH_INST_RETIRED.VECTOR + FP_ARITH_INST_RETIRED2.VECTOR) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_lnl, IS_FP_VECTOR, UNSAMPLED, /* lnl arl ptl */
     "FP_ARITH_OPS_RETIRED.VECTOR / (tma_retiring * tma_info_thread_slots)")

#define IS_FP_VECTOR_128B .slug = "tma_fp_vector_128b", .title = "FP vector 128 bit", .level = 5, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_fp_vector_128b > 0.1 & (tma_fp_vector > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6))", .help = "This metric approximates arithmetic FP vector uops fraction the CPU has retired for 128-bit wide vectors. May overcount due to FMA double counting prior to LNL."
NODE(tma_fp_vector_128b, IS_FP_VECTOR_128B, UNSAMPLED, /* snb jkt */
     "(FP_COMP_OPS_EXE.SSE_SCALAR_DOUBLE + FP_COMP_OPS_EXE.SSE_PACKED_DOUBLE) / UOPS_DISPATCHED.THREAD")
NODE(tma_fp_vector_128b_ivb, IS_FP_VECTOR_128B, UNSAMPLED, /* ivb ivt */
     "(FP_COMP_OPS_EXE.SSE_SCALAR_DOUBLE + FP_COMP_OPS_EXE.SSE_PACKED_DOUBLE) / UOPS_EXECUTED.THREAD")
NODE(tma_fp_vector_128b_bdw, IS_FP_VECTOR_128B, UNSAMPLED, /* bdw bdwde bdx skl skx clx */
     "(FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.128B_PACKED_SINGLE) / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_vector_128b_icl, IS_FP_VECTOR_128B, UNSAMPLED, /* icl icx tgl adl mtl */
     "(FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.128B_PACKED_SINGLE) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_128b_spr, IS_FP_VECTOR_128B, UNSAMPLED, /* spr emr gnr */
     "(FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.128B_PACKED_SINGLE + FP_ARITH_INST_RETIRED2.128B_PACKED_HALF) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_128b_lnl, IS_FP_VECTOR_128B, UNSAMPLED, /* lnl arl ptl */
     "(FP_ARITH_OPS_RETIRED.128B_PACKED_DOUBLE + FP_ARITH_OPS_RETIRED.128B_PACKED_SINGLE) / (tma_retiring * tma_info_thread_slots)")

#define IS_FP_VECTOR_256B .slug = "tma_fp_vector_256b", .title = "FP vector 256 bit", .level = 5, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_fp_vector_256b > 0.1 & (tma_fp_vector > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6))", .help = "This metric approximates arithmetic FP vector uops fraction the CPU has retired for 256-bit wide vectors. May overcount due to FMA double counting prior to LNL."
NODE(tma_fp_vector_256b, IS_FP_VECTOR_256B, UNSAMPLED, /* snb jkt */
     "(SIMD_FP_256.PACKED_DOUBLE + SIMD_FP_256.PACKED_SINGLE) / UOPS_DISPATCHED.THREAD")
NODE(tma_fp_vector_256b_ivb, IS_FP_VECTOR_256B, UNSAMPLED, /* ivb ivt */
     "(SIMD_FP_256.PACKED_DOUBLE + SIMD_FP_256.PACKED_SINGLE) / UOPS_EXECUTED.THREAD")
NODE(tma_fp_vector_256b_bdw, IS_FP_VECTOR_256B, UNSAMPLED, /* bdw bdwde bdx skl skx clx */
     "(FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.256B_PACKED_SINGLE) / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_vector_256b_icl, IS_FP_VECTOR_256B, UNSAMPLED, /* icl icx tgl adl mtl */
     "(FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.256B_PACKED_SINGLE) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_256b_spr, IS_FP_VECTOR_256B, UNSAMPLED, /* spr emr gnr */
     "(FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.256B_PACKED_SINGLE + FP_ARITH_INST_RETIRED2.256B_PACKED_HALF) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_256b_lnl, IS_FP_VECTOR_256B, UNSAMPLED, /* lnl arl ptl */
     "FP_ARITH_OPS_RETIRED.VECTOR_256B / (tma_retiring * tma_info_thread_slots)")

#define IS_FP_VECTOR_512B .slug = "tma_fp_vector_512b", .title = "FP vector 512 bit", .level = 5, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_fp_vector_512b > 0.1 & (tma_fp_vector > 0.1 & (tma_fp_arith > 0.2 & tma_light_operations > 0.6))", .help = "This metric approximates arithmetic FP vector uops fraction the CPU has retired for 512-bit wide vectors. May overcount due to FMA double counting."
NODE(tma_fp_vector_512b, IS_FP_VECTOR_512B, UNSAMPLED, /* skx clx */
     "(FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.512B_PACKED_SINGLE) / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fp_vector_512b_icl, IS_FP_VECTOR_512B, UNSAMPLED, /* icl icx tgl */
     "(FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.512B_PACKED_SINGLE) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_fp_vector_512b_spr, IS_FP_VECTOR_512B, UNSAMPLED, /* spr emr gnr */
     "(FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE + FP_ARITH_INST_RETIRED.512B_PACKED_SINGLE + FP_ARITH_INST_RETIRED2.512B_PACKED_HALF) / (tma_retiring * tma_info_thread_slots)")

#define IS_INT_OPERATIONS .slug = "tma_int_operations", .title = "Integer operations", .level = 3, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_int_operations > 0.1 & tma_light_operations > 0.6", .help = "This metric represents overall Integer (Int) select operations fraction the CPU has executed (retired). Vector/Matrix Int operations and shuffles are counted. Note this metric's value may exceed its parent due to use of \"Uops\" CountDomain."
NODE(tma_int_operations, IS_INT_OPERATIONS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "tma_int_vector_128b + tma_int_vector_256b")

#define IS_INT_VECTOR_128B .slug = "tma_int_vector_128b", .title = "Integer vector 128 bit", .level = 4, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_int_vector_128b > 0.1 & (tma_int_operations > 0.1 & tma_light_operations > 0.6)", .help = "This metric represents 128-bit vector Integer ADD/SUB/SAD or VNNI (Vector Neural Network Instructions) uops fraction the CPU has retired."
NODE(tma_int_vector_128b, IS_INT_VECTOR_128B, UNSAMPLED, /* spr emr gnr adl mtl */
     "(INT_VEC_RETIRED.ADD_128 + INT_VEC_RETIRED.VNNI_128) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_int_vector_128b_lnl, IS_INT_VECTOR_128B, UNSAMPLED, /* lnl arl ptl */
     "INT_VEC_RETIRED.128BIT / (tma_retiring * tma_info_thread_slots)")

#define IS_INT_VECTOR_256B .slug = "tma_int_vector_256b", .title = "Integer vector 256 bit", .level = 4, .metric = M_NONE, .unit = TREE_OF_UOPS, \
	.limit = 0.1f, .threshold = "tma_int_vector_256b > 0.1 & (tma_int_operations > 0.1 & tma_light_operations > 0.6)", .help = "This metric represents 256-bit vector Integer ADD/SUB/SAD/MUL or VNNI (Vector Neural Network Instructions) uops fraction the CPU has retired."
NODE(tma_int_vector_256b, IS_INT_VECTOR_256B, UNSAMPLED, /* spr emr gnr adl mtl */
     "(INT_VEC_RETIRED.ADD_256 + INT_VEC_RETIRED.MUL_256 + INT_VEC_RETIRED.VNNI_256) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_int_vector_256b_lnl, IS_INT_VECTOR_256B, UNSAMPLED, /* lnl arl ptl */
     "INT_VEC_RETIRED.256BIT / (tma_retiring * tma_info_thread_slots)")

#define IS_MEMORY_OPERATIONS .slug = "tma_memory_operations", .title = "Memory operations", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_memory_operations > 0.1 & tma_light_operations > 0.6", .help = "This metric represents fraction of slots where the CPU was retiring memory operations -- uops for memory load or store accesses."
NODE_OF_CORE(tma_memory_operations, IS_MEMORY_OPERATIONS, UNSAMPLED, /* skl skx clx */
     "tma_light_operations * MEM_INST_RETIRED.ANY / INST_RETIRED.ANY")
NODE(tma_memory_operations_icl, IS_MEMORY_OPERATIONS, UNSAMPLED, /* icl icx tgl */
     "tma_light_operations * MEM_INST_RETIRED.ANY / INST_RETIRED.ANY")
NODE(tma_memory_operations_spr, IS_MEMORY_OPERATIONS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "tma_light_operations * MEM_UOP_RETIRED.ANY / (tma_retiring * tma_info_thread_slots)")

#define IS_BRANCH_INSTRUCTIONS .slug = "tma_branch_instructions", .title = "Branch instructions", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_branch_instructions > 0.1 & tma_light_operations > 0.6", .help = "This metric represents fraction of slots where the CPU was retiring branch instructions."
NODE(tma_branch_instructions, IS_BRANCH_INSTRUCTIONS, UNSAMPLED, /* icl icx tgl */
     "tma_light_operations * BR_INST_RETIRED.ALL_BRANCHES / (tma_retiring * tma_info_thread_slots)")

#define IS_FUSED_INSTRUCTIONS .slug = "tma_fused_instructions", .title = "Fused instructions", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_fused_instructions > 0.1 & tma_light_operations > 0.6", .help = "This metric represents fraction of slots where the CPU was retiring fused instructions -- where one uop can represent multiple contiguous instructions. CMP+JCC or DEC+JCC are common examples of legacy fusions."
NODE_OF_CORE(tma_fused_instructions, IS_FUSED_INSTRUCTIONS, UNSAMPLED, /* skl skx clx */
     "tma_light_operations * UOPS_RETIRED.MACRO_FUSED / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_fused_instructions_spr, IS_FUSED_INSTRUCTIONS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "tma_light_operations * INST_RETIRED.MACRO_FUSED / (tma_retiring * tma_info_thread_slots)")

#define IS_NON_FUSED_BRANCHES .slug = "tma_non_fused_branches", .title = "Non fused branches", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_non_fused_branches > 0.1 & tma_light_operations > 0.6", .help = "This metric represents fraction of slots where the CPU was retiring branch instructions that were not fused. Non-conditional branches like direct JMP or CALL would count here. Can be used to examine fusible conditional jumps that were not fused."
NODE_OF_CORE(tma_non_fused_branches, IS_NON_FUSED_BRANCHES, UNSAMPLED, /* skl skx clx */
     "tma_light_operations * (BR_INST_RETIRED.ALL_BRANCHES - UOPS_RETIRED.MACRO_FUSED) / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_non_fused_branches_spr, IS_NON_FUSED_BRANCHES, UNSAMPLED, /* spr emr gnr adl mtl */
     "tma_light_operations * (BR_INST_RETIRED.ALL_BRANCHES - INST_RETIRED.MACRO_FUSED) / (tma_retiring * tma_info_thread_slots)")
NODE(tma_non_fused_branches_lnl, IS_NON_FUSED_BRANCHES, UNSAMPLED, /* lnl arl ptl */
     "tma_light_operations * (BR_INST_RETIRED.ALL_BRANCHES - INST_RETIRED.BR_FUSED) / (tma_retiring * tma_info_thread_slots)")

#define IS_OTHER_LIGHT_OPS .slug = "tma_other_light_ops", .title = "Other light operations", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.3f, .threshold = "tma_other_light_ops > 0.3 & tma_light_operations > 0.6", .help = "This metric represents the remaining light uops fraction the CPU has executed - remaining means not covered by other sibling nodes. May undercount due to FMA double counting."
NODE_OF_CORE(tma_other_light_ops, IS_OTHER_LIGHT_OPS, UNSAMPLED, /* skl skx clx */
     "max(0, tma_light_operations - (tma_fp_arith + tma_memory_operations + tma_fused_instructions + tma_non_fused_branches))")
NODE(tma_other_light_ops_icl, IS_OTHER_LIGHT_OPS, UNSAMPLED, /* icl icx tgl */
     "max(0, tma_light_operations - (tma_fp_arith + tma_memory_operations + tma_branch_instructions))")
NODE(tma_other_light_ops_spr, IS_OTHER_LIGHT_OPS, UNSAMPLED, /* spr emr gnr adl mtl */
     "max(0, tma_light_operations - (tma_fp_arith + tma_int_operations + tma_memory_operations + tma_fused_instructions + tma_non_fused_branches))")
NODE(tma_other_light_ops_lnl, IS_OTHER_LIGHT_OPS, UNSAMPLED, /* lnl arl */
     "max(0, tma_light_operations - (tma_x87_use + (FP_ARITH_OPS_RETIRED.SCALAR + FP_ARITH_OPS_RETIRED.VECTOR) / (tma_retiring * tma_info_thread_slots) + (INT_VEC_RETIRED.ADD_128 + INT_VEC_RETIRED.VNNI_128 + INT_VEC_RETIRED.ADD_256 + INT_VEC_RETIRED.MUL_256 + INT_VEC_RETIRED.VNNI_256) / (tma_retiring * tma_info_thread_slots) + tma_memory_operations + tma_fused_instructions + tma_non_fused_branches))")
NODE(tma_other_light_ops_ptl, IS_OTHER_LIGHT_OPS, UNSAMPLED, /* ptl */
     "max(0, tma_light_operations - (tma_retiring * UOPS_EXECUTED.X87 / UOPS_EXECUTED.THREAD + (FP_ARITH_OPS_RETIRED.SCALAR + FP_ARITH_OPS_RETIRED.VECTOR) / (tma_retiring * tma_info_thread_slots) + (INT_VEC_RETIRED.ADD_128 + INT_VEC_RETIRED.VNNI_128 + INT_VEC_RETIRED.ADD_256 + INT_VEC_RETIRED.MUL_256 + INT_VEC_RETIRED.VNNI_256) / (tma_retiring * tma_info_thread_slots) + tma_memory_operations + tma_fused_instructions + tma_non_fused_branches))")

#define IS_NOP_INSTRUCTIONS .slug = "tma_nop_instructions", .title = "NOP instructions", .level = 4, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_nop_instructions > 0.1 & (tma_other_light_ops > 0.3 & tma_light_operations > 0.6)", .help = "This metric represents fraction of slots where the CPU was retiring NOP (no op) instructions. Compilers often use NOPs for certain address alignments - e.g. start address of a function or loop body."
NODE_OF_CORE(tma_nop_instructions, IS_NOP_INSTRUCTIONS, SAMPLED("INST_RETIRED.NOP", INST_RETIRED_NOP), /* skl skx clx */
     "tma_light_operations * INST_RETIRED.NOP / UOPS_RETIRED.RETIRE_SLOTS")
NODE(tma_nop_instructions_icl, IS_NOP_INSTRUCTIONS, SAMPLED("INST_RETIRED.NOP", INST_RETIRED_NOP_icl), /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */
     "tma_light_operations * INST_RETIRED.NOP / (tma_retiring * tma_info_thread_slots)")

#define IS_SHUFFLES_256B .slug = "tma_shuffles_256b", .title = "Shuffles 256 bit", .level = 4, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_shuffles_256b > 0.1 & (tma_other_light_ops > 0.3 & tma_light_operations > 0.6)", .help = "This metric represents fraction of slots where the CPU was retiring Shuffle operations of 256-bit vector size (FP or Integer). Shuffles may incur slow cross \"vector lane\" data transfers."
NODE(tma_shuffles_256b, IS_SHUFFLES_256B, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "tma_light_operations * INT_VEC_RETIRED.SHUFFLES / (tma_retiring * tma_info_thread_slots)")

#define IS_HEAVY_OPERATIONS .slug = "tma_heavy_operations", .title = "Heavy operations", .level = 2, .metric = M_HEAVY_OPERATIONS, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_heavy_operations > 0.1", .help = "This metric represents fraction of slots where the CPU was retiring heavy-weight operations -- instructions that require two or more uops or micro-coded sequences. This highly-correlates with the uop length of these instructions/sequences. From Ice Lake to before Alder Lake it may overcount."
NODE_OF_CORE(tma_heavy_operations, IS_HEAVY_OPERATIONS, UNSAMPLED, /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */
     "tma_microcode_sequencer")
NODE_OF_CORE(tma_heavy_operations_skl, IS_HEAVY_OPERATIONS, UNSAMPLED, /* skl skx clx */
     "(UOPS_RETIRED.RETIRE_SLOTS + UOPS_RETIRED.MACRO_FUSED - INST_RETIRED.ANY) / tma_info_thread_slots")
NODE(tma_heavy_operations_icl, IS_HEAVY_OPERATIONS, UNSAMPLED, /* icl icx tgl */
     "tma_microcode_sequencer + tma_retiring * (UOPS_DECODED.DEC0 - UOPS_DECODED.DEC0:c1) / IDQ.MITE_UOPS")
NODE(tma_heavy_operations_spr, IS_HEAVY_OPERATIONS, SAMPLED("UOPS_RETIRED.HEAVY", UOPS_RETIRED_HEAVY), /* spr emr gnr adl mtl lnl arl ptl */
     "PERF_METRICS.HEAVY_OPERATIONS / (PERF_METRICS.FRONTEND_BOUND + PERF_METRICS.BAD_SPECULATION + PERF_METRICS.RETIRING + PERF_METRICS.BACKEND_BOUND)")

#define IS_FEW_UOPS_INSTRUCTIONS .slug = "tma_few_uops_instructions", .title = "Instructions of few uops", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_few_uops_instructions > 0.05 & tma_heavy_operations > 0.1", .help = "This metric represents fraction of slots where the CPU was retiring instructions that that are decoder into two or more uops. This highly-correlates with the number of uops in such instructions."
NODE_OF_CORE(tma_few_uops_instructions, IS_FEW_UOPS_INSTRUCTIONS, UNSAMPLED, /* skl skx clx */
     "tma_heavy_operations - tma_microcode_sequencer")
NODE(tma_few_uops_instructions_icl, IS_FEW_UOPS_INSTRUCTIONS, UNSAMPLED, /* icl icx tgl */
     "tma_heavy_operations - tma_microcode_sequencer")
NODE(tma_few_uops_instructions_spr, IS_FEW_UOPS_INSTRUCTIONS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "max(0, tma_heavy_operations - tma_microcode_sequencer)")

#define IS_MICROCODE_SEQUENCER .slug = "tma_microcode_sequencer", .title = "Microcode sequencer", .level = 3, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_microcode_sequencer > 0.05 & tma_heavy_operations > 0.1", .help = "This metric represents fraction of slots the CPU was retiring uops fetched by the Microcode Sequencer (MS) unit. The MS is used for CISC instructions not supported by the default decoders (like repeat move strings, or CPUID), or by microcode assists used to address some operation modes (like in Floating Point assists). These cases can often be avoided."
NODE_OF_CORE(tma_microcode_sequencer, IS_MICROCODE_SEQUENCER, SAMPLED("IDQ.MS_UOPS", IDQ_MS_UOPS), /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "UOPS_RETIRED.RETIRE_SLOTS / UOPS_ISSUED.ANY * IDQ.MS_UOPS / tma_info_thread_slots")
NODE(tma_microcode_sequencer_icl, IS_MICROCODE_SEQUENCER, SAMPLED("IDQ.MS_UOPS", IDQ_MS_UOPS_icl), /* icl icx tgl */
     "UOPS_RETIRED.SLOTS / UOPS_ISSUED.ANY * IDQ.MS_UOPS / tma_info_thread_slots")
NODE(tma_microcode_sequencer_spr, IS_MICROCODE_SEQUENCER, SAMPLED("UOPS_RETIRED.MS", UOPS_RETIRED_MS), /* spr emr gnr adl mtl lnl arl ptl */
     "UOPS_RETIRED.MS / tma_info_thread_slots")

#define IS_ASSISTS .slug = "tma_assists", .title = "Assists", .level = 4, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_assists > 0.1 & (tma_microcode_sequencer > 0.05 & tma_heavy_operations > 0.1)", .help = "This metric estimates fraction of slots the CPU retired uops delivered by the Microcode_Sequencer as a result of Assists. Assists are long sequences of uops that are required in certain corner-cases for operations that cannot be handled natively by the execution pipeline. For example, when working with very small floating point values (so-called Denormals), the FP units are not set up to perform these operations natively. Instead, a sequence of instructions to perform the computation on the Denormals is injected into the pipeline. Since these microcode sequences might be dozens of uops long, Assists can be extremely deleterious to performance and they can be avoided in many cases."
NODE_OF_CORE(tma_assists, IS_ASSISTS, SAMPLED("OTHER_ASSISTS.ANY_WB_ASSIST", OTHER_ASSISTS_ANY_WB_ASSIST), /* ivb ivt */
     "66 * OTHER_ASSISTS.ANY_WB_ASSIST / tma_info_thread_slots")
NODE_OF_CORE(tma_assists_hsw, IS_ASSISTS, SAMPLED("OTHER_ASSISTS.ANY_WB_ASSIST", OTHER_ASSISTS_ANY_WB_ASSIST_hsw), /* hsw hsx bdw bdwde bdx */
     "66 * OTHER_ASSISTS.ANY_WB_ASSIST / tma_info_thread_slots")
NODE_OF_CORE(tma_assists_skl, IS_ASSISTS, SAMPLED("OTHER_ASSISTS.ANY", OTHER_ASSISTS_ANY), /* skl skx clx */
     "34 * (FP_ASSIST.ANY + OTHER_ASSISTS.ANY) / tma_info_thread_slots")
NODE(tma_assists_icl, IS_ASSISTS, SAMPLED("ASSISTS.ANY", ASSISTS_ANY), /* icl icx tgl */
     "34 * ASSISTS.ANY / tma_info_thread_slots")
NODE(tma_assists_spr, IS_ASSISTS, SAMPLED("ASSISTS.ANY", ASSISTS_ANY_spr), /* spr emr gnr adl mtl */
     "78 * ASSISTS.ANY / tma_info_thread_slots")
NODE(tma_assists_lnl, IS_ASSISTS, SAMPLED("ASSISTS.ANY", ASSISTS_ANY_lnl), /* lnl arl */
     "78 * ASSISTS.ANY / tma_info_thread_slots")
NODE(tma_assists_ptl, IS_ASSISTS, SAMPLED("ASSISTS.ANY", ASSISTS_ANY_lnl), /* ptl */
     "((99 * 3 + 63 + 30) / 5) * ASSISTS.ANY / tma_info_thread_slots")

#define IS_PAGE_FAULTS .slug = "tma_page_faults", .title = "Page faults", .level = 5, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.05f, .threshold = "tma_page_faults > 0.05", .help = "This metric roughly estimates fraction of slots the CPU retired uops as a result of handing Page Faults. A Page Fault may apply on first application access to a memory page. Note operating system handling of page faults accounts for the majority of its cost."
NODE(tma_page_faults, IS_PAGE_FAULTS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "99 * ASSISTS.PAGE_FAULT / tma_info_thread_slots")

#define IS_FP_ASSISTS .slug = "tma_fp_assists", .title = "FP assists", .level = 5, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_fp_assists > 0.1", .help = "This metric roughly estimates fraction of slots the CPU retired uops as a result of handing Floating Point (FP) Assists. FP Assist may apply when working with very small floating point values (so-called Denormals)."
NODE_OF_CORE(tma_fp_assists, IS_FP_ASSISTS, UNSAMPLED, "34 * FP_ASSIST.ANY / tma_info_thread_slots") /* skl skx clx */
NODE(tma_fp_assists_icl, IS_FP_ASSISTS, UNSAMPLED, "34 * ASSISTS.FP / tma_info_thread_slots") /* icl icx tgl */
NODE(tma_fp_assists_spr, IS_FP_ASSISTS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "30 * ASSISTS.FP / tma_info_thread_slots")

#define IS_AVX_ASSISTS .slug = "tma_avx_assists", .title = "AVX assists", .level = 5, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_avx_assists > 0.1", .help = "This metric estimates fraction of slots the CPU retired uops as a result of handing SSE to AVX* or AVX* to SSE transition Assists."
NODE(tma_avx_assists, IS_AVX_ASSISTS, UNSAMPLED, /* spr emr gnr adl mtl lnl arl ptl */
     "63 * ASSISTS.SSE_AVX_MIX / tma_info_thread_slots")

#define IS_CISC .slug = "tma_cisc", .title = "CISC instructions", .level = 4, .metric = M_NONE, .unit = TREE_OF_SLOTS, \
	.limit = 0.1f, .threshold = "tma_cisc > 0.1 & (tma_microcode_sequencer > 0.05 & tma_heavy_operations > 0.1)", .help = "This metric estimates fraction of cycles the CPU retired uops originated from CISC (complex instruction set computer) instruction. A CISC instruction has multiple uops that are required to perform the instruction's functionality as in the case of read-modify-write as an example. Since these instructions require multiple uops they may or may not imply sub-optimal use of machine resources."
NODE_OF_CORE(tma_cisc, IS_CISC, UNSAMPLED, /* ivb ivt hsw hsx bdw bdwde bdx skl skx clx */
     "max(0, tma_microcode_sequencer - tma_assists)")
NODE(tma_cisc_icl, IS_CISC, UNSAMPLED, /* icl icx tgl emr gnr lnl arl ptl */
     "max(0, tma_microcode_sequencer - tma_assists)")
NODE(tma_cisc_spr, IS_CISC, SAMPLED("FRONTEND_RETIRED.MS_FLOWS", FRONTEND_RETIRED_MS_FLOWS), /* spr adl */
     "max(0, tma_microcode_sequencer - tma_assists)")
NODE(tma_cisc_mtl, IS_CISC, SAMPLED("FRONTEND_RETIRED.MS_FLOWS", FRONTEND_RETIRED_MS_FLOWS_mtl), /* mtl */
     "max(0, tma_microcode_sequencer - tma_assists)")

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
