/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What Arm's cores have in common, whoever makes them: what is sampled. Included by the tables of
 * cpu_arm.c and cpu_hisilicon.c only.
 */
#pragma once

#include "collect/cpu/cpu_table.h"

/* clang-format off */
/* SPE samples an operation with all that happened to it. */
#define SPE(node) SPE_ON(TYPE_CORE, node)
#define SPE_ON(type, node) \
	{ .metric = M_##node, .event = "arm_spe_0//", .kind = SAMPLE_PRECISE, .core_type = (type), \
	  .note = "SPE is there if the firmware allows it (ls /sys/bus/event_source/devices)." }
#define FRONTEND_STALLS EVENT("stall_frontend", 0x23, 1000003)
#define MISPREDICTED_BRANCHES EVENT("br_mis_pred_retired", 0x22, 100003)
#define RETIRED_INSTRUCTIONS EVENT("inst_retired", 0x08, 2000003)
/* clang-format on */
