/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory and look-ups of a finished profile, and shares of samples; see profile.h. */
#include "config.h"
#include "model/profile/profile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "model/base_name.h"

void profile_free(struct profile *profile)
{
	if (!profile)
		return;
	free((void *)profile->addresses);
	free((void *)profile->class_sums);
	free((void *)profile->branches);
	free((void *)profile->by_from);
	free((void *)profile->blocks);
	free((void *)profile->bins);
	free((void *)profile->modes);
	free((void *)profile->edges);
	free((void *)profile->stack);
	free((void *)profile->stack_sums);
	free((void *)profile->frames);
	free(profile);
}

/* The first branch whose `from` is not before a place. */
static size_t first_from(const struct profile *profile, struct place from)
{
	size_t low = 0, high = profile->n_branches;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(profile->by_from[middle]->from, from) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct profile_branch *const *profile_branches_from(const struct profile *profile,
							  struct place from, size_t *n)
{
	size_t first;

	*n = 0;
	if (!profile->by_from)
		return NULL;
	first = first_from(profile, from);
	while (first + *n < profile->n_branches &&
	       place_equal(profile->by_from[first + *n]->from, from))
		++*n;
	return *n ? &profile->by_from[first] : NULL;
}

const char *profile_object_name(const struct profile *profile, uint32_t object)
{
	return object < profile->n_objects ? base_name(profile->objects[object].path) : NULL;
}

void profile_build_id(const struct profile *profile, uint32_t object, char text[PROFILE_BUILD_ID])
{
	const struct profile_object *of = object < profile->n_objects ? &profile->objects[object] :
									NULL;

	static const char digits[] = "0123456789abcdef";
	size_t n = 0;

	for (size_t i = 0; of && i < of->build_id_len && i < BUILD_ID_MAX; i++) {
		text[n++] = digits[of->build_id[i] >> 4];
		text[n++] = digits[of->build_id[i] & 15];
	}
	text[n] = '\0';
}

/* ---- shares of samples ---- */

double share_samples(struct weighed all)
{
	return all.squares > 0 ? all.weight * all.weight / all.squares : 0;
}

struct estimate share_of(struct weighed part, struct weighed all)
{
	const double p = part.weight / all.weight, n = share_samples(all);
	double in, out;

	if (!(n > 0))
		return (struct estimate){ NAN, NAN };
	if (!(p > 0) || !(p < 1))
		return (struct estimate){ p, fmin(SEEN_BY_NONE / n, 1) };
	in = part.squares * (1 - p) * (1 - p);
	out = (all.squares - part.squares) * p * p;
	return (struct estimate){ p, sqrt(in + out) / all.weight };
}

/* ---- the blocks by their start ---- */

struct block_key {
	struct place start, end;
	uint32_t block;
};

static int blocks_by_start(const void *left, const void *right)
{
	const struct block_key *a = left, *b = right;
	int order = place_compare(a->start, b->start);

	if (!order)
		order = place_compare(a->end, b->end);
	return order ? order : (a->block > b->block) - (a->block < b->block);
}

int block_index_make(struct block_index *index, const struct profile *profile)
{
	const size_t n = profile->n_blocks;
	struct block_key *keys = calloc(n + 1, sizeof(*keys));

	*index = (struct block_index){ .profile = profile, .n = n };
	index->by_start = calloc(n + 1, sizeof(*index->by_start));
	index->reach = calloc(n + 1, sizeof(*index->reach));
	if (!keys || !index->by_start || !index->reach) {
		free(keys);
		block_index_done(index);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++)
		keys[i] = (struct block_key){ profile->blocks[i].start, profile->blocks[i].end, i };
	qsort(keys, n, sizeof(*keys), blocks_by_start);
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
