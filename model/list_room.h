/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists that grow, and when they shrink. Any thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/*
 * Room for n items of this size: where the list lies then. *cap is how many have room, `first` in the beginning and
 * then twice as many each time. NULL without memory: the list and *cap are as before. (No items need no list, so that
 * of them NULL is no error.)
 */
static inline void *list_room(void *list, size_t n, size_t *cap, size_t first, size_t size)
{
	size_t more = *cap ? *cap : first;
	void *grown;

	if (n <= *cap)
		return list;
	while (more < n)
		more *= 2;
	grown = realloc(list, more * size);
	if (grown)
		*cap = more;
	return grown;
}

#define HIGH_WATER_INTERVALS 4

/*
 * The most that was used of a list that grows. Memory that a burst of tasks needed is freed once most of
 * it was unused for HIGH_WATER_INTERVALS intervals; a list whose use goes up and down within that is left
 * alone. Zeroed: nothing was used yet.
 */
struct high_water {
	size_t most;
	unsigned int rounds;
	size_t last;	/* used in the interval before */
};

#define HIGH_WATER_BURST 8192	/* fewer items are no burst */

/*
 * Were so many never used, as in the first interval, or where thousands of tasks begin at once? Then what is
 * not needed after the interval goes back at its end. If as many come again, it is kept.
 */
static inline bool high_water_is_burst(const struct high_water *mark, size_t used)
{
	return used > 2 * mark->last + HIGH_WATER_BURST;
}

/*
 * Called at the end of an interval in which `used` of `cap` were used. Returns how much to keep:
 * `cap`, or less.
 */
static inline size_t high_water_trim(struct high_water *mark, size_t used, size_t cap)
{
	size_t most = mark->most > used ? mark->most : used;

	mark->most = most;
	mark->last = used;
	if (++mark->rounds < HIGH_WATER_INTERVALS)
		return cap;
	*mark = (struct high_water){ .last = used };
	return most < cap / 4 ? 2 * most : cap;
}
