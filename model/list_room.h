/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists that grow. */
#pragma once

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
