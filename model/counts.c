/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts are added, and may be missing. Any thread. */
#include "config.h"
#include "model/counts.h"

#include <math.h>

void counts_add(struct counts *into, const struct counts *add)
{
	if (!add->present)
		return;
	for (int event = 0; event < EV_COUNT; event++)
		into->value[event] += add->value[event];
	into->present |= add->present;
	into->scaled |= add->scaled;
}

double counts_get(const struct counts *counts, enum event_id event)
{
	return counts->present & 1U << event ? counts->value[event] : NAN;
}

double counts_level1_sum(const struct counts *counts)
{
	const uint32_t level1 = 1U << EV_RETIRING | 1U << EV_BAD_SPEC | 1U << EV_FE_BOUND |
				1U << EV_BE_BOUND;

	if ((counts->present & level1) != level1)
		return 0;
	return counts->value[EV_RETIRING] + counts->value[EV_BAD_SPEC] +
	       counts->value[EV_FE_BOUND] + counts->value[EV_BE_BOUND];
}
