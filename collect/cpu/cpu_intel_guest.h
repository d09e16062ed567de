/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Level 1 of Intel cores with metric events, for guests whose hypervisor hides the PERF_METRICS
 * register, and for kernels that do not know the CPU. General events count it instead, also per
 * thread, as Intel's TMA 5.2 (TMA_Metrics-full.csv) says to do without the register. There is nothing
 * like this for hybrids: a guest cannot know on which type of core a virtual CPU runs. Included by
 * cpu_intel_*_guest.c only, which define EV_SLOTS_0 (slots while group 0 of the rotation is on),
 * EV_UOP_DROPPING and CLASSES_OF_CORE.
 */
#pragma once

#include "collect/cpu/cpu_table.h"

/* clang-format off */
#define SLOTS_P "topdown.slots_p", .config = 0x01a4
/* sysfs lists none of them. Bad speculation is what these leave of the slots. */
#define LEVEL1_EVENTS(not_delivered) \
	{ .id = EV_SLOTS, .name = SLOTS_P, .level = 1, .also = EV_SLOTS_0 }, \
	{ .id = EV_RETIRING, .name = "uops_retired.slots", .config = 0x02c2, .level = 1 }, \
	{ .id = EV_BE_BOUND, .name = "topdown.backend_bound_slots", .config = 0x02a4, \
	  .level = 1 }, \
	{ .id = EV_FE_BOUND, .name = (not_delivered), .config = 0x019c, .level = 1 }, \
	UOP_DROPPING_EVENT, \
	{ .id = EV_INSTRUCTIONS, .name = "instructions", .level = 1, .use = USE_IPC }, \
	{ .id = EV_CYCLES, .name = "cpu-cycles", .level = 1, .use = USE_IPC }
/* clang-format on */

/* A correction as a share of the slots that were counted with it; 0 if it was not counted. */
#define CORRECTED(event) fraction(EV_OR_0(event), EV(SLOTS_0))

#define WITHOUT_REGISTER(core, its_events, its_formulas, its_samples, its_tree) \
	.variant_of = (core), \
	.family = { \
		.name = core " without PERF_METRICS", \
		.formulas_from = "Intel TMA 5.2 without the PERF_METRICS register: " \
				 "general events, shares of TOPDOWN.SLOTS_P", \
		.levels = 2, \
		.counters = 8, \
		TABLES(its_events, its_formulas), SAMPLES(its_samples), TREE(its_tree), \
		.classes = CLASSES_OF_CORE, \
	}
