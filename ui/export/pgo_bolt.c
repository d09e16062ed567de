/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * BOLT's pre-aggregated text (llvm-project, bolt/include/bolt/Profile/DataAggregator.h; --pa), in
 * the lines that all its versions read; T lines need LLVM 20:
 *
 *   B FROM TO TAKEN MISPREDICTED   a taken branch
 *   F START END COUNT              what ran from START through the branch at END, entered from
 *                                  the same function
 *   f START END COUNT              the same, entered from another one (a return): then BOLT adds
 *                                  COUNT to the way from the call before START
 *
 * Addresses are those of the object's own headers, in hexadecimal without 0x: what objdump prints,
 * which in position-independent objects is the offset from the first PT_LOAD. X:0 is a place in
 * any other object; BOLT 16 takes the offset of a build-id:offset for one of this object.
 */
#include "config.h"
#include "ui/export/pgo_bolt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/format.h"

/* A place of the object, with what its names tell. */
struct point {
	struct place at;
	uint64_t address;
	struct place function;	/* PLACE_NO_OBJECT: no symbol is known */
};

struct bolt {
	struct buffer *out;
	const struct profile *profile;
	uint32_t object;
	struct point *points;	/* sorted by place */
	size_t n;
};

static int compare_places(const void *a, const void *b)
{
	return place_compare(*(const struct place *)a, *(const struct place *)b);
}

/* All places of the object that are printed, sorted, each once. *n: how many. NULL: no memory. */
static struct place *collect_places(const struct profile *profile, uint32_t object, size_t *n)
{
	const size_t most = 2 * (profile->n_branches + profile->n_blocks);
	struct place *places = calloc(most + 1, sizeof(*places));
	size_t all = 0;

	*n = 0;
	if (!places)
		return NULL;
	for (size_t i = 0; i < profile->n_branches; i++) {
		places[all++] = profile->branches[i].from;
		places[all++] = profile->branches[i].to;
	}
	for (size_t i = 0; i < profile->n_blocks; i++) {
		places[all++] = profile->blocks[i].start;
		places[all++] = profile->blocks[i].end;
	}
	qsort(places, all, sizeof(*places), compare_places);
	for (size_t i = 0; i < all; i++)
		if (places[i].object == object && (!*n || !place_equal(places[i], places[*n - 1])))
			places[(*n)++] = places[i];
	return places;
}

/* 0; or with a sentence -EAGAIN, -ENODATA: addresses stand in the object's headers. */
static int find_addresses(struct bolt *bolt, const struct place *places,
			  const struct code_names *names, int wait_ms, struct err *err)
{
	const char *path = bolt->profile->objects[bolt->object].path;
	char why[512] = "", text[CODE_NAME_MAX];
	struct code_name name;

	if (names->wait(names->data, places, bolt->n, false, wait_ms))
		return err_set(err, EAGAIN, "not all addresses are known yet; try again");
	for (size_t i = 0; i < bolt->n; i++) {
		struct point *point = &bolt->points[i];

		memset(&name, 0, sizeof(name));
		point->at = places[i];
		(void)names->name(names->data, &places[i], false, &name);
		if (!name.has_address) {
			names->object_trouble(names->data, bolt->object, why, sizeof(why));
			format_harmless(text, sizeof(text), path);
			return err_set(err, ENODATA, "no profile for a compiler: the addresses of "
				       "%s are not known%s%s; put the file where it was recorded",
				       text, why[0] ? ": " : "", why);
		}
		point->address = name.address;
		point->function = name.symbol[0] ? name.function :
						   (struct place){ .object = PLACE_NO_OBJECT };
	}
	return 0;
}

static int compare_point(const void *key, const void *point)
{
	return place_compare(*(const struct place *)key, ((const struct point *)point)->at);
}

/* NULL: in another object. */
static const struct point *point_of(const struct bolt *bolt, struct place at)
{
	return bsearch(&at, bolt->points, bolt->n, sizeof(bolt->points[0]), compare_point);
}

static void put_place(const struct bolt *bolt, struct place at)
{
	const struct point *point = point_of(bolt, at);

	if (point)
		buffer_print(bolt->out, " %" PRIx64, point->address);
	else
		buffer_print(bolt->out, " X:0");
}

static size_t put_branches(const struct bolt *bolt)
{
	size_t lines = 0;

	for (size_t i = 0; i < bolt->profile->n_branches; i++) {
		const struct profile_branch *branch = &bolt->profile->branches[i];

		if (branch->from.object != bolt->object && branch->to.object != bolt->object)
			continue;
		buffer_print(bolt->out, "B");
		put_place(bolt, branch->from);
		put_place(bolt, branch->to);
		buffer_print(bolt->out, " %" PRIu64 " %" PRIu64 "\n", branch->taken,
			     branch->mispredicted);
		lines++;
	}
	return lines;
}

/* Does a branch stay in its function? A call of the function itself does not. */
static bool is_within(const struct bolt *bolt, const struct profile_branch *branch)
{
	const struct point *from = point_of(bolt, branch->from), *to = point_of(bolt, branch->to);

	if (!from || branch->kind == BRANCH_RETURN)
		return false;
	return !to || from->function.object == PLACE_NO_OBJECT ||
	       place_equal(from->function, to->function);
}

/* Taken branches to a place. */
struct arrivals {
	struct place at;
	uint64_t within, all;
};

static int compare_arrivals(const void *a, const void *b)
{
	return place_compare(((const struct arrivals *)a)->at, ((const struct arrivals *)b)->at);
}

/* Of all places in the object, sorted. *n: how many. NULL: no memory. */
static struct arrivals *count_arrivals(const struct bolt *bolt, size_t *n)
{
	const struct profile *profile = bolt->profile;
	struct arrivals *arrivals = calloc(profile->n_branches + 1, sizeof(*arrivals));
	size_t all = 0;

	*n = 0;
	for (size_t i = 0; arrivals && i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->to.object != bolt->object)
			continue;
		arrivals[all] = (struct arrivals){ .at = branch->to, .all = branch->taken };
		arrivals[all++].within = is_within(bolt, branch) ? branch->taken : 0;
	}
	if (arrivals)
		qsort(arrivals, all, sizeof(*arrivals), compare_arrivals);
	for (size_t i = 0; i < all; i++) {
		if (*n && place_equal(arrivals[*n - 1].at, arrivals[i].at)) {
			arrivals[*n - 1].all += arrivals[i].all;
			arrivals[*n - 1].within += arrivals[i].within;
		} else {
			arrivals[(*n)++] = arrivals[i];
		}
	}
	return arrivals;
}

/* The number of lines. */
static size_t put_block(const struct bolt *bolt, char type, const struct profile_block *block,
			uint64_t count)
{
	if (!count)
		return 0;
	buffer_print(bolt->out, "%c", type);
	put_place(bolt, block->start);
	put_place(bolt, block->end);
	buffer_print(bolt->out, " %" PRIu64 "\n", count);
	return 1;
}

/*
 * A profile does not tell by which branch each block was entered, but how its start was: the block
 * is divided in that proportion. 0 or -ENOMEM.
 */
static int put_blocks(const struct bolt *bolt, size_t *lines)
{
	size_t n;
	struct arrivals *arrivals = count_arrivals(bolt, &n);

	if (!arrivals)
		return -ENOMEM;
	for (size_t i = 0; i < bolt->profile->n_blocks; i++) {
		const struct profile_block *block = &bolt->profile->blocks[i];
		const struct arrivals key = { .at = block->start };
		const struct arrivals *found;
		uint64_t within = block->executed;

		if (block->start.object != bolt->object || block->end.object != bolt->object)
			continue;
		found = bsearch(&key, arrivals, n, sizeof(*arrivals), compare_arrivals);
		if (found && found->all)
			within = (uint64_t)((double)block->executed * (double)found->within /
					    (double)found->all + 0.5);
		*lines += put_block(bolt, 'F', block, within);
		*lines += put_block(bolt, 'f', block, block->executed - within);
	}
	free(arrivals);
	return 0;
}

int pgo_put_bolt(struct buffer *out, const struct profile *profile, uint32_t object,
		 const struct code_names *names, int wait_ms, size_t *branches, size_t *blocks,
		 struct err *err)
{
	struct bolt bolt = { .out = out, .profile = profile, .object = object };
	struct place *places = collect_places(profile, object, &bolt.n);
	int ret = -ENOMEM;

	bolt.points = calloc(bolt.n + 1, sizeof(*bolt.points));
	if (places && bolt.points)
		ret = find_addresses(&bolt, places, names, wait_ms, err);
	if (!ret) {
		*branches = put_branches(&bolt);
		ret = put_blocks(&bolt, blocks);
	}
	free(places);
	free(bolt.points);
	return ret;
}
