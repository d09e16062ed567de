/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * High-water mark of a growing buffer. Memory that a burst of tasks needed is freed once most of it
 * was unused for HIGH_WATER_INTERVALS intervals; a buffer whose use goes up and down within that is
 * left alone. Any thread.
 */
#pragma once

#include <stddef.h>

#define HIGH_WATER_INTERVALS 4

/* Zeroed: nothing was used yet. */
struct high_water {
	size_t most;
	unsigned int rounds;
};

/*
 * Called at the end of an interval in which `used` of `cap` were used. Returns how much to keep:
 * `cap`, or less.
 */
static inline size_t high_water_trim(struct high_water *mark, size_t used, size_t cap)
{
	size_t most = mark->most > used ? mark->most : used;

	mark->most = most;
	if (++mark->rounds < HIGH_WATER_INTERVALS)
		return cap;
	*mark = (struct high_water){ 0 };
	return most < cap / 4 ? 2 * most : cap;
}
