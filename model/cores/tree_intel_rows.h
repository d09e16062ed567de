/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * The rows that trees share, by name: uint16_t for the lists of a tree.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#pragma once

#include "model/cores/trees.h"

/* clang-format off */
/* Terms of expressions, and which cores have them. */
#define ALL_TERMS(TERM) \
	TERM(tma_info_core_clks, "tma_info_core_clks", "CPU_CLK_UNHALTED.CORE") /* tnt glm */ \
	TERM(tma_info_core_core_clks, "tma_info_core_core_clks", /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */ \
	     "(CPU_CLK_UNHALTED.THREAD / 2 * (1 + CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE / CPU_CLK_UNHALTED.REF_XCLK) if #core_wide < 1 else (CPU_CLK_UNHALTED.THREAD_ANY / 2 if #SMT_on else tma_info_thread_clks))") \
	TERM(tma_info_core_core_clks_icl, "tma_info_core_core_clks", /* icl icx tgl spr emr gnr adl mtl */ \
	     "(CPU_CLK_UNHALTED.DISTRIBUTED if #SMT_on else tma_info_thread_clks)") \
	TERM(tma_info_core_slots, "tma_info_core_slots", "4 * tma_info_core_clks") /* tnt */ \
	TERM(tma_info_core_slots_glm, "tma_info_core_slots", "3 * tma_info_core_clks") /* glm */ \
	TERM(tma_info_memory_load_miss_real_latency, "tma_info_memory_load_miss_real_latency", /* ivb ivt hsw hsx bdw bdwde bdx */ \
	     "L1D_PEND_MISS.PENDING / (MEM_LOAD_UOPS_RETIRED.L1_MISS + MEM_LOAD_UOPS_RETIRED.HIT_LFB)") \
	TERM(tma_info_memory_load_miss_real_latency_skl, "tma_info_memory_load_miss_real_latency", /* skl skx clx icl icx tgl */ \
	     "L1D_PEND_MISS.PENDING / (MEM_LOAD_RETIRED.L1_MISS + MEM_LOAD_RETIRED.FB_HIT)") \
	TERM(tma_info_memory_load_miss_real_latency_spr, "tma_info_memory_load_miss_real_latency", /* spr emr gnr adl mtl */ \
	     "L1D_PEND_MISS.PENDING / MEM_LOAD_COMPLETED.L1_MISS_ANY") \
	TERM(tma_info_memory_load_miss_real_latency_lnl, "tma_info_memory_load_miss_real_latency", /* lnl arl ptl */ \
	     "L1D_PENDING.LOAD / L1D_MISS.LOAD") \
	TERM(tma_info_pipeline_fetch_dsb, "tma_info_pipeline_fetch_dsb", "IDQ.DSB_UOPS / IDQ.DSB_CYCLES_ANY") /* lnl arl ptl */ \
	TERM(tma_info_pipeline_fetch_lsd, "tma_info_pipeline_fetch_lsd", "LSD.UOPS / LSD.CYCLES_ACTIVE") /* lnl arl */ \
	TERM(tma_info_pipeline_fetch_mite, "tma_info_pipeline_fetch_mite", /* lnl arl ptl */ \
	     "IDQ.MITE_UOPS / IDQ.MITE_CYCLES_ANY") \
	TERM(tma_info_thread_clks, "tma_info_thread_clks", /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx icl icx tgl spr emr gnr adl mtl lnl arl ptl */ \
	     "CPU_CLK_UNHALTED.THREAD") \
	TERM(tma_info_thread_ipc, "tma_info_thread_ipc", /* snb jkt ivb ivt hsw hsx bdw bdwde bdx */ \
	     "INST_RETIRED.ANY / tma_info_thread_clks") \
	TERM(tma_info_thread_slots, "tma_info_thread_slots", /* snb jkt ivb ivt hsw hsx bdw bdwde bdx skl skx clx */ \
	     "4 * tma_info_core_core_clks") \
	TERM(tma_info_thread_slots_icl, "tma_info_thread_slots", /* icl icx tgl spr emr gnr adl mtl lnl arl ptl */ \
	     "TOPDOWN.SLOTS") \
	TERM(tma_info_thread_uoppi, "tma_info_thread_uoppi", "UOPS_RETIRED.RETIRE_SLOTS / INST_RETIRED.ANY") /* bdw bdwde bdx */
/* clang-format on */

enum {
#define EVENT(id, ...) id,
#include "model/cores/tree_intel_events_a_l.h"
#include "model/cores/tree_intel_events_m_z.h"
#undef EVENT
};
extern const struct tree_event tree_intel_events[];

enum {
#define NODE(id, ...) id,
#define NODE_OF_CORE(id, ...) id,
#include "model/cores/tree_intel_backend.h"
#include "model/cores/tree_intel_caches.h"
#include "model/cores/tree_intel_frontend.h"
#include "model/cores/tree_intel_memory.h"
#include "model/cores/tree_intel_retiring_and_bad_speculation.h"
#undef NODE
#undef NODE_OF_CORE
};
extern const struct tree_node tree_intel_nodes[];

enum {
#define TERM(id, ...) id,
	ALL_TERMS(TERM)
#undef TERM
};
extern const struct tree_term tree_intel_terms[];
