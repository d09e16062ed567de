/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The metric trees of Neoverse N3, Neoverse V3, NVIDIA Olympus and AmpereOne: x, a core has this row of
 * tree_arm_rows.h.
 * Made by build-aux/trees/generate: do not edit. Data of Linux (build-aux/trees/linux).
 */
#include "config.h"
#include "model/cores/tree_arm_rows.h"

/* clang-format off */
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
