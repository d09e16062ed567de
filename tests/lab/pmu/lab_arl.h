/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What general events of Arrow Lake count, as lab_events.h says it of the others: Lion Cove and
 * Skymont. Apart, since the emulated PMU has no hybrid. Included by model.c alone.
 */
#ifndef TDTOP_LAB_ARL_H
#define TDTOP_LAB_ARL_H

#include "lab_events.h"

/* From Lion Cove on the register is corrected by nothing. */
static const struct lab_general lion_cove_events[] = {
	RETIRED_MISPREDICTS(0xc5, 20),
	MACHINE_CLEARS(0x10401c3, 20),
	{ }
};

static const struct lab_general skymont_events[] = {
	{ .config = 0x02c2, .plus = RET },
	{ .config = 0x73, .plus = BAD },
	{ .config = 0x019c, .plus = FE },
	{ .config = 0x02a4, .plus = BE },
	{ .config = 0x7271, .plus = LATENCY },
	{ .config = 0x8d71, .plus = FE, .minus = LATENCY },
	{ .config = 0x0473, .plus = MISP },
	{ .config = 0x0373, .plus = BAD, .minus = MISP },
	{ .config = 0x0174, .plus = BE, .minus = MEMORY },
	{ }
};

#endif
