/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts by places; see place_sort.h. From the lowest byte to the highest (Knuth, TAOCP 3, 5.2.5).
 * Bytes that all places share take no round, and those are most: a program is in few objects, and
 * its offsets have three or four bytes.
 */
#include "config.h"
#include "model/profile/place_sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 256

void place_sort_begin(uint32_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
}

/* One round: by one byte of the keys. */
static void sort_by_byte(const uint32_t *from, uint32_t *to, size_t n, const uint64_t *keys,
			 unsigned int shift)
{
	size_t begin[BYTES] = { 0 }, sum = 0;

	for (size_t i = 0; i < n; i++)
		begin[keys[i] >> shift & 0xff]++;
	for (int b = 0; b < BYTES; b++) {
		size_t count = begin[b];

		begin[b] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[begin[keys[from[i]] >> shift & 0xff]++] = from[i];
}

static void sort_by_keys(uint32_t *order, uint32_t *spare, size_t n, const uint64_t *keys)
{
	uint32_t *from = order, *to = spare;
	uint64_t differ = 0;

	for (size_t i = 1; i < n; i++)
		differ |= keys[i] ^ keys[0];
	for (unsigned int shift = 0; shift < 64; shift += 8) {
		uint32_t *swap = from;

		if (!(differ >> shift & 0xff))
			continue;
		sort_by_byte(from, to, n, keys, shift);
		from = to;
		to = swap;
	}
	if (from != order)
		memcpy(order, from, n * sizeof(*order));
}

int place_sort(uint32_t *order, size_t n, struct place (*place_of)(const void *data, uint32_t i),
	       const void *data)
{
	uint32_t *spare = calloc(n + 1, sizeof(*spare));
	uint64_t *keys = calloc(n + 1, sizeof(*keys));
	int r = spare && keys ? 0 : -ENOMEM;

	if (!r) {
		for (uint32_t i = 0; i < n; i++)
			keys[i] = place_of(data, i).offset;
		sort_by_keys(order, spare, n, keys);
		for (uint32_t i = 0; i < n; i++)
			keys[i] = place_of(data, i).object;
		sort_by_keys(order, spare, n, keys);
	}
	free(spare);
	free(keys);
	return r;
}
