/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Level 1 of Intel's cores before Ice Lake: the aliases that sysfs lists for them, with their
 * .scale. Included by cpu_intel_skl.c and cpu_intel_snb.c only.
 */
#pragma once

#include "collect/cpu/cpu_table.h"

/* Names of its own events. */
#define EV_ISSUED EV_X0
#define EV_RECOVERY EV_X1
#define EV_SLOTS_0 EV_X2	/* slots while group 0 is on: level 1 */

/* clang-format off */
#define TOTAL_SLOTS(slots_scale) \
	.name = "topdown-total-slots", .of_core = true, .sysfs_scale = (slots_scale)
#define EVENTS(slots_scale, recovery_scale) \
	{ .id = EV_SLOTS, TOTAL_SLOTS(slots_scale), .level = 1, .also = EV_SLOTS_0 }, \
	{ .id = EV_RETIRING,     .name = "topdown-slots-retired",    .level = 1 }, \
	{ .id = EV_FE_BOUND,     .name = "topdown-fetch-bubbles",    .level = 1 }, \
	{ .id = EV_ISSUED,       .name = "topdown-slots-issued",     .level = 1 }, \
	{ .id = EV_RECOVERY,     .name = "topdown-recovery-bubbles", .level = 1, .of_core = true, \
	  .sysfs_scale = (recovery_scale) }, \
	{ .id = EV_INSTRUCTIONS, .name = "instructions",             .level = 1, .use = USE_IPC }, \
	{ .id = EV_CYCLES,       .name = "cpu-cycles",               .level = 1, .use = USE_IPC }
/* Leads a group of the rotation. */
#define LEADER(event, in_mux) { .id = EV_##event, TOTAL_SLOTS(4), .level = 2, .mux = (in_mux) }

#define CORE_INSTRUCTIONS \
	EVENT("inst_retired.prec_dist", 0x1c0, 2000003), .only_counters = 1 << 1
#define CORE_MISPREDICTS EVENT("br_misp_retired.all_branches_pebs", 0x4c5, 400009)
/* clang-format on */

FORMULA(retiring, EV(RETIRING) / EV(SLOTS_0))
FORMULA(frontend_bound, EV(FE_BOUND) / EV(SLOTS_0))
FORMULA(bad_speculation, (EV(ISSUED) - EV(RETIRING) + EV(RECOVERY)) / EV(SLOTS_0))
FORMULA(backend_bound, 1 - (frontend_bound(c) + bad_speculation(c) + retiring(c)))

/* clang-format off */
/*
 * Sampled are the events that are counted. Backend bound is what the others leave of the slots. With SMT
 * slots and recovery are those of the core, half of them on each thread.
 */
#define CLASS_EVENTS(slots_scale, recovery_scale) \
	{ .period = 4400021, .slots = true, \
	  .event = { .id = EV_SLOTS, TOTAL_SLOTS(slots_scale), .level = 1 } }, \
	PART_OF(1, RETIRING, "topdown-slots-retired", 0, 8700001), \
	PART_OF(1, FE_BOUND, "topdown-fetch-bubbles", 0, 17000023), \
	PART_OF(1, ISSUED, "topdown-slots-issued", 0, 9100009), \
	PART_OF(1, RECOVERY, "topdown-recovery-bubbles", 0, 4200013, .of_core = true, \
		.sysfs_scale = (recovery_scale))
/* clang-format on */
static const struct class_event class_events[] = { CLASS_EVENTS(4, 4) };
static const struct formula class_formulas[] = {
	NODE(RETIRING, retiring), NODE(BAD_SPECULATION, bad_speculation),
	NODE(FRONTEND_BOUND, frontend_bound), NODE(BACKEND_BOUND, backend_bound),
};
#define CLASSES_BY_DIFFERENCE(its_events) \
	.classes = CLASSES(its_events, class_formulas, .also_slots = 1U << EV_SLOTS_0, \
			   .differences = true)
