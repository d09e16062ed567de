/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much of a memory that grows with the need was needed lately. A storm of tasks makes it large: some
 * rounds after it the memory is given back; where the need goes up and down nothing is allocated.
 */
#ifndef TDTOP_MODEL_HIGH_WATER_H
#define TDTOP_MODEL_HIGH_WATER_H

#include <stddef.h>

#define HIGH_WATER_INTERVALS 4

/* Zeroed: nothing was needed yet. */
struct high_water {
	size_t most;
	unsigned int rounds;
};

/* At the end of a round in which `used` of `cap` was: how much of it is worth keeping, cap or less. */
static inline size_t high_water_trim(struct high_water *need, size_t used, size_t cap)
{
	size_t most = need->most > used ? need->most : used;

	need->most = most;
	if (++need->rounds < HIGH_WATER_INTERVALS)
		return cap;
	*need = (struct high_water){ 0 };
	return most < cap / 4 ? 2 * most : cap;
}

#endif
