/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hot paths; see paths.h. Each block is linked to at most one that follows it and to at most one
 * that it follows, so chains come out the same from wherever one begins.
 */
#include "config.h"
#include "model/profile/paths.h"

#include <math.h>
#include <stdlib.h>

#include "model/pair_map.h"

#define FOLLOWS_MIN 0.5		/* of the blocks seen after a block, to be its path */

/* What is known of a block's neighbours while paths are made. */
struct link {
	uint64_t after;		/* blocks that were seen after it */
	uint64_t to_count, from_count;	/* its most frequent successor and predecessor */
	uint32_t to, from;
	uint32_t next, before;	/* in its path; LOOP_NONE */
	bool taken;		/* it is in a path */
};

struct work {
	const struct profile *profile;
	struct paths *paths;
	struct link *links;
	struct pair_map headers;	/* where a loop begins -> its index */
};

/* Of two equally frequent neighbours the hotter block, which has the smaller index, is chosen. */
static void find_neighbours(struct work *work)
{
	const struct profile *profile = work->profile;

	for (size_t i = 0; i < profile->n_blocks; i++)
		work->links[i] = (struct link){ .to = LOOP_NONE, .from = LOOP_NONE,
						.next = LOOP_NONE, .before = LOOP_NONE };
	for (size_t i = 0; i < profile->n_edges; i++) {
		const struct profile_edge *edge = &profile->edges[i];
		struct link *from = &work->links[edge->from], *to = &work->links[edge->to];

		from->after += edge->count;
		if (edge->count > from->to_count ||
		    (edge->count == from->to_count && edge->to < from->to)) {
			from->to_count = edge->count;
			from->to = edge->to;
		}
		if (edge->count > to->from_count ||
		    (edge->count == to->from_count && edge->from < to->from)) {
			to->from_count = edge->count;
			to->from = edge->from;
		}
	}
}

static void link_blocks(struct work *work)
{
	for (uint32_t i = 0; i < work->profile->n_blocks; i++) {
		struct link *link = &work->links[i];

		if (link->to == LOOP_NONE || work->links[link->to].from != i ||
		    (double)link->to_count < FOLLOWS_MIN * (double)link->after)
			continue;
		link->next = link->to;
		work->links[link->to].before = i;
	}
}

/* Does the block begin a loop: is it where the block before it in its path leads back to? */
static bool begins_loop(const struct work *work, uint32_t block)
{
	const struct profile_block *blocks = work->profile->blocks;
	const struct place end = blocks[work->links[block].before].end;

	return end.object == blocks[block].start.object && end.offset >= blocks[block].start.offset;
}

/*
 * The first block of the path of a block. Of a path that closes it is a block that begins a loop,
 * the one lowest in the code; without one the block itself.
 */
static uint32_t first_of(const struct work *work, uint32_t block)
{
	const struct profile_block *blocks = work->profile->blocks;
	uint32_t first = block, best = LOOP_NONE;

	do {
		if (work->links[first].before == LOOP_NONE)
			return first;
		if (begins_loop(work, first) &&
		    (best == LOOP_NONE ||
		     place_compare(blocks[first].start, blocks[best].start) < 0))
			best = first;
		first = work->links[first].before;
	} while (first != block);
	return best == LOOP_NONE ? block : best;
}

/* The loop that the path is an iteration of; LOOP_NONE: of none. */
static uint32_t loop_of(const struct work *work, const struct profile_block *first,
			const struct profile_block *last)
{
	const struct place header = first->start;
	uint32_t loop = pair_map_get(&work->headers, header.object, header.offset);

	if (loop == PAIR_MAP_NONE || last->end.object != header.object ||
	    last->end.offset < header.offset ||
	    last->end.offset > work->paths->loops[loop].end.offset)
		return LOOP_NONE;
	return loop;
}

static void add_block(struct hot_path *path, const struct profile_block *block)
{
	path->cycles.value += block->cycles.value;
	path->cycles.error = hypot(path->cycles.error, block->cycles.error);
	if (!isnan(block->time.value)) {
		path->time += block->time.value;
		path->time_error = hypot(path->time_error, block->time.error);
	}
	if (path->n && !path->instructions)
		return;		/* they are not known of a block before this one */
	path->instructions = block->instructions ? path->instructions + block->instructions : 0;
}

/* Makes the path that a block is in. */
static void make_path(struct work *work, uint32_t block)
{
	const struct profile_block *blocks = work->profile->blocks;
	struct paths *paths = work->paths;
	struct hot_path *path = &paths->paths[paths->n_paths++];
	uint32_t first = first_of(work, block), at = first, last = first;

	*path = (struct hot_path){ .first = (uint32_t)paths->n_members,
				   .count = blocks[first].executed, .loop = LOOP_NONE };
	if (!work->profile->cycles_known)
		path->time = (double)NAN;
	do {
		if (path->n && (path->n == 1 || work->links[last].to_count < path->count))
			path->count = work->links[last].to_count;
		add_block(path, &blocks[at]);
		paths->members[path->first + path->n++] = at;
		work->links[at].taken = true;
		last = at;
		at = work->links[at].next;
	} while (at != LOOP_NONE && at != first);
	paths->n_members += path->n;
	if (at == first)
		path->loop = loop_of(work, &blocks[first], &blocks[last]);
}

static double rank(double time)
{
	return isnan(time) ? -1 : time;
}

static int hottest_first(const void *left, const void *right)
{
	const struct hot_path *a = left, *b = right;

	if (rank(a->time) > rank(b->time) || rank(a->time) < rank(b->time))
		return rank(a->time) > rank(b->time) ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

static int make_paths(struct work *work)
{
	const size_t n = work->profile->n_blocks;
	struct paths *paths = work->paths;

	work->links = calloc(n + 1, sizeof(*work->links));
	paths->paths = calloc(n + 1, sizeof(*paths->paths));
	paths->members = calloc(n + 1, sizeof(*paths->members));
	if (!work->links || !paths->paths || !paths->members)
		return -1;
	for (uint32_t i = 0; i < paths->n_loops; i++)
		if (pair_map_put(&work->headers, paths->loops[i].header.object,
				 paths->loops[i].header.offset, i) == PAIR_MAP_NONE)
			return -1;
	find_neighbours(work);
	link_blocks(work);
	for (uint32_t i = 0; i < n; i++)
		if (!work->links[i].taken)
			make_path(work, i);
	qsort(paths->paths, paths->n_paths, sizeof(*paths->paths), hottest_first);
	return 0;
}

struct paths *paths_new(const struct profile *profile, const struct function_start *functions)
{
	struct work work = { .profile = profile, .paths = calloc(1, sizeof(*work.paths)) };
	int bad;

	if (!work.paths)
		return NULL;
	bad = loops_find(profile, functions, &work.paths->loops, &work.paths->n_loops);
	if (!bad)
		bad = make_paths(&work);
	free(work.links);
	pair_map_done(&work.headers);
	if (!bad)
		return work.paths;
	paths_free(work.paths);
	return NULL;
}

void paths_free(struct paths *paths)
{
	if (!paths)
		return;
	free(paths->paths);
	free(paths->members);
	free(paths->loops);
	free(paths);
}

double paths_follows(const struct profile *profile, uint32_t from, uint32_t to)
{
	size_t low = 0, high = profile->n_edges;
	uint64_t all = 0, count = 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (profile->edges[middle].from < from)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < profile->n_edges && profile->edges[low].from == from; low++) {
		all += profile->edges[low].count;
		if (profile->edges[low].to == to)
			count = profile->edges[low].count;
	}
	return all ? (double)count / (double)all : (double)NAN;
}
