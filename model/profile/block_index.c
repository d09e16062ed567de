/* SPDX-License-Identifier: GPL-2.0-only */
/* The blocks of a profile by their start; see block_index.h. */
#include "config.h"
#include "model/profile/block_index.h"

#include <errno.h>
#include <stdlib.h>

struct key {
	struct place start, end;
	uint32_t block;
};

static int by_start(const void *left, const void *right)
{
	const struct key *a = left, *b = right;
	int order = place_compare(a->start, b->start);

	if (!order)
		order = place_compare(a->end, b->end);
	return order ? order : (a->block > b->block) - (a->block < b->block);
}

int block_index_make(struct block_index *index, const struct profile *profile)
{
	const size_t n = profile->n_blocks;
	struct key *keys = calloc(n + 1, sizeof(*keys));

	*index = (struct block_index){ .profile = profile, .n = n };
	index->by_start = calloc(n + 1, sizeof(*index->by_start));
	index->reach = calloc(n + 1, sizeof(*index->reach));
	if (!keys || !index->by_start || !index->reach) {
		free(keys);
		block_index_done(index);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++)
		keys[i] = (struct key){ profile->blocks[i].start, profile->blocks[i].end, i };
	qsort(keys, n, sizeof(*keys), by_start);
	for (size_t i = 0; i < n; i++) {
		index->by_start[i] = keys[i].block;
		index->reach[i] = keys[i].end.offset;
		if (i && keys[i].start.object == keys[i - 1].start.object &&
		    index->reach[i - 1] > index->reach[i])
			index->reach[i] = index->reach[i - 1];
	}
	free(keys);
	return 0;
}

void block_index_done(struct block_index *index)
{
	free(index->by_start);
	free(index->reach);
	*index = (struct block_index){ 0 };
}

const struct profile_block *block_index_get(const struct block_index *index, size_t position)
{
	return &index->profile->blocks[index->by_start[position]];
}

size_t block_index_at(const struct block_index *index, struct place at)
{
	size_t low = 0, high = index->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(block_index_get(index, middle)->start, at) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t block_index_over(const struct block_index *index, struct place at, size_t most)
{
	size_t position = block_index_at(index, at);

	for (; position > 0 && most > 0; position--, most--)
		if (block_index_get(index, position - 1)->start.object != at.object ||
		    index->reach[position - 1] < at.offset)
			break;
	return position;
}
