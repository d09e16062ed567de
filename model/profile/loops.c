/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loops of a profile; see loops.h. Branches that may be back edges are sorted by where they lead
 * to, each header becomes a loop, then its blocks are added up.
 */
#include "config.h"
#include "model/profile/loops.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/profile/profile.h"

#define TRIPS_MIN 30		/* iterations, to say how many there are */
#define INSTRUCTION_MAX 15	/* bytes of an instruction: x86 */
#define OVER_MAX 4096		/* blocks that are looked through before a place */
#define UNKNOWN_MAX 0.01	/* of the runs of a loop's blocks, without cycles */
#define STEPS_MAX 4000000	/* blocks looked at for all loops: then times are unknown */

struct work {
	const struct profile *profile;
	const struct function_start *functions;
	struct block_index index;
	const struct profile_branch **to;	/* branches by where they lead to */
	const struct profile_branch **from;	/* and by where they are */
	size_t *first_edge;			/* of each block; [n_blocks]: the end */
	uint32_t *met;				/* of each block: the last search that met it */
	uint32_t *queue;			/* blocks whose successors are to be looked at */
	uint32_t search;			/* number of the search */
	size_t steps;
	struct hot_loop *loops;
	size_t n;
};

static int by_to(const void *left, const void *right)
{
	const struct profile_branch *const *a = left, *const *b = right;
	int order = place_compare((*a)->to, (*b)->to);

	return order ? order : place_compare((*a)->from, (*b)->from);
}

static int by_from(const void *left, const void *right)
{
	const struct profile_branch *const *a = left, *const *b = right;
	int order = place_compare((*a)->from, (*b)->from);

	return order ? order : place_compare((*a)->to, (*b)->to);
}

/* The first branch from a place on; profile->n_branches: none. */
static size_t branch_at(const struct work *work, struct place from)
{
	size_t low = 0, high = work->profile->n_branches;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(work->from[middle]->from, from) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Is there a whole block from the branch's target to the branch itself? */
static bool one_block(struct work *work, const struct profile_branch *branch)
{
	size_t i = block_index_at(&work->index, branch->to);

	for (; i < work->index.n && work->steps < STEPS_MAX; i++) {
		const struct profile_block *block = block_index_get(&work->index, i);

		work->steps++;
		if (!place_equal(block->start, branch->to) ||
		    block->end.offset > branch->from.offset)
			return false;
		if (block->end.offset == branch->from.offset)
			return true;
	}
	return false;
}

/* May this be a branch back to the begin of a loop, as far as the branch itself tells? */
static bool leads_back(struct work *work, const struct profile_branch *branch)
{
	struct place from, to;

	if (branch->to.object != branch->from.object || branch->to.offset > branch->from.offset)
		return false;
	if (branch->kind != BRANCH_CONDITIONAL && branch->kind != BRANCH_JUMP &&
	    branch->kind != BRANCH_UNKNOWN)
		return false;
	from = function_start_of(work->functions, branch->from);
	to = function_start_of(work->functions, branch->to);
	if (place_equal(from, to))	/* a call of itself leads to the function's start */
		return branch->kind != BRANCH_UNKNOWN || !place_equal(to, branch->to);
	if (!place_equal(from, branch->from) || !place_equal(to, branch->to))
		return false;
	return branch->kind != BRANCH_UNKNOWN || one_block(work, branch);
}

static bool inside(const struct hot_loop *loop, struct place at)
{
	return at.object == loop->header.object && at.offset >= loop->header.offset &&
	       at.offset <= loop->end.offset;
}

/* Does the branch at the end of a block call something? If its kind is not known: `unknown`. */
static bool calls(const struct work *work, const struct profile_block *block, bool unknown)
{
	size_t i = branch_at(work, block->end);

	for (; i < work->profile->n_branches && place_equal(work->from[i]->from, block->end); i++) {
		const enum branch_kind kind = work->from[i]->kind;

		if (kind == BRANCH_CALL || kind == BRANCH_INDIRECT_CALL ||
		    kind == BRANCH_SYSCALL || (unknown && kind == BRANCH_UNKNOWN))
			return true;
	}
	return false;
}

/* Puts a block into the queue of a search, if it is in the loop and not yet met. */
static void meet(struct work *work, const struct hot_loop *loop, uint32_t block, size_t *queued)
{
	if (work->met[block] == work->search ||
	    !inside(loop, work->profile->blocks[block].start))
		return;
	work->met[block] = work->search;
	work->queue[(*queued)++] = block;
}

/*
 * Meets the blocks that follow one: those that were seen to, and if it calls something outside of
 * the loop, those that begin just behind it, where that returns.
 */
static void meet_next(struct work *work, const struct hot_loop *loop, uint32_t block,
		      size_t *queued)
{
	const struct profile *profile = work->profile;
	struct place after = profile->blocks[block].end;
	bool leaves = false;

	for (size_t i = work->first_edge[block]; i < work->first_edge[block + 1]; i++) {
		uint32_t next = profile->edges[i].to;

		leaves |= !inside(loop, profile->blocks[next].start);
		meet(work, loop, next, queued);
	}
	leaves = leaves && calls(work, &profile->blocks[block], true);
	after.offset++;
	for (size_t i = block_index_at(&work->index, after); leaves && i < work->index.n; i++) {
		const struct profile_block *next = block_index_get(&work->index, i);

		if (next->start.object != after.object ||
		    next->start.offset >= after.offset + INSTRUCTION_MAX)
			break;
		meet(work, loop, work->index.by_start[i], queued);
	}
}

/* Do blocks lead from the header to the last branch back, within the loop? */
static bool comes_round(struct work *work, const struct hot_loop *loop)
{
	const struct block_index *index = &work->index;
	size_t queued = 0, next = 0;
	size_t i = block_index_over(index, loop->header, OVER_MAX);

	work->search++;
	for (; i < index->n; i++) {
		const struct profile_block *block = block_index_get(index, i);

		if (block->start.object != loop->header.object ||
		    block->start.offset > loop->header.offset || ++work->steps >= STEPS_MAX)
			break;
		if (block->end.offset < loop->header.offset)
			continue;
		work->met[index->by_start[i]] = work->search;
		work->queue[queued++] = index->by_start[i];
	}
	while (next < queued && work->steps < STEPS_MAX) {
		uint32_t block = work->queue[next++];

		work->steps += 1 + work->first_edge[block + 1] - work->first_edge[block];
		if (work->profile->blocks[block].end.offset >= loop->end.offset)
			return true;
		meet_next(work, loop, block, &queued);
	}
	return work->steps >= STEPS_MAX;
}

/* The part of a block's bytes that is in the loop. */
static double part_inside(const struct hot_loop *loop, const struct profile_block *block)
{
	uint64_t from = block->start.offset, to = block->end.offset;
	double bytes = (double)(to - from) + 1;

	if (from < loop->header.offset)
		from = loop->header.offset;
	if (to > loop->end.offset)
		to = loop->end.offset;
	return to < from ? 0 : ((double)(to - from) + 1) / bytes;
}

/* What the blocks of a loop add up to. */
struct sums {
	double started;		/* blocks that begin at the header */
	double over;		/* that run over it */
	double cycles, variance;	/* NAN: not known */
	double time, time_variance;
	double unknown, all;	/* runs of blocks whose cycles are not known; of all */
	size_t others;		/* that begin behind the header, or end before the branch back */
};

static void add_block(struct work *work, struct hot_loop *loop, uint32_t index, struct sums *sums)
{
	const struct profile_block *block = &work->profile->blocks[index];
	const double part = part_inside(loop, block), times = (double)block->executed;
	const double error = times * part * block->cycles.error;

	if (place_equal(block->start, loop->header))
		sums->started += times;
	else if (block->start.offset < loop->header.offset)
		sums->over += times;
	if (place_equal(block->start, loop->header) && place_equal(block->end, loop->end))
		loop->block = index;
	else if (block->start.offset >= loop->header.offset &&
		 (block->start.offset > loop->header.offset ||
		  block->end.offset < loop->end.offset))
		sums->others++;
	sums->all += times;
	if (isnan(block->cycles.value)) {
		sums->unknown += times;
	} else {
		sums->cycles += times * part * block->cycles.value;
		sums->variance += error * error;
		sums->time += part * block->time.value;
		sums->time_variance += part * part * block->time.error * block->time.error;
	}
	if (block->end.offset < loop->end.offset && inside(loop, block->end))
		loop->has_calls |= calls(work, block, false);
}

/* Adds up the blocks of a loop. False: too much was looked at for all loops. */
static bool add_blocks(struct work *work, struct hot_loop *loop, struct sums *sums)
{
	const struct block_index *index = &work->index;

	for (size_t i = block_index_over(index, loop->header, OVER_MAX); i < index->n; i++) {
		const struct profile_block *block = block_index_get(index, i);

		if (block->start.object != loop->header.object ||
		    block->start.offset > loop->end.offset)
			break;
		if (++work->steps > STEPS_MAX)
			return false;
		if (block->end.offset >= loop->header.offset)
			add_block(work, loop, index->by_start[i], sums);
	}
	return true;
}

/* 1 / (1 - again), and its error by the slope. */
static struct estimate trips_of(struct estimate again)
{
	double end = 1 - again.value;

	if (!(end > 0))
		return (struct estimate){ (double)NAN, (double)NAN };
	return (struct estimate){ 1 / end, again.error / (end * end) };
}

/*
 * The probability of one more iteration: of the iterations, the ones that a branch back began. The
 * branch's own probability is the same where it is the only way back and out, and its error is from
 * the spread between stacks; else the error is that of independent iterations.
 */
static void estimate_trips(struct hot_loop *loop, const struct profile_branch *back)
{
	const double n = (double)loop->iterations, value = (double)loop->repeated / n;
	const double error = sqrt(value * (1 - value) / n);

	loop->again = (struct estimate){ value, error };
	if (loop->back_edges == 1 && back->kind != BRANCH_JUMP &&
	    fabs(back->probability.value - value) <= 3 * error + 1 / n)
		loop->again = back->probability;
	loop->trips = trips_of(loop->again);
}

bool loop_knows_trips(const struct hot_loop *loop)
{
	return loop->iterations >= TRIPS_MIN && loop->trips.error <= loop->trips.value / 2;
}

/* Ends that were seen, and what of them is by chance; the rule of three where there was none. */
double loop_least_trips(const struct hot_loop *loop)
{
	const double n = (double)loop->iterations;
	const double ends = isnan(loop->trips.value) ? 0 : n / loop->trips.value;

	return loop->iterations < TRIPS_MIN ? (double)NAN : n / (ends + 3 * sqrt(ends + 1));
}

/* An iteration that is one block takes the time of the block, which its last branch ended. */
static void estimate_cycles(const struct work *work, struct hot_loop *loop,
			    const struct sums *sums)
{
	const double n = (double)loop->iterations;

	loop->time = sums->time;
	loop->time_error = sqrt(sums->time_variance);
	loop->cycles = (struct estimate){ (double)NAN, (double)NAN };
	if (sums->unknown <= sums->all * UNKNOWN_MAX)
		loop->cycles = (struct estimate){ sums->cycles / n, sqrt(sums->variance) / n };
	if (loop->block == LOOP_NONE)
		return;
	if (sums->others || loop->back_edges > 1) {
		loop->block = LOOP_NONE;
		return;
	}
	loop->cycles = work->profile->blocks[loop->block].cycles;
	loop->instructions = work->profile->blocks[loop->block].instructions;
}

/*
 * Makes a loop of the branches to[first .. last) to one place, which may also come from elsewhere.
 * False: none of them is a branch back.
 */
static bool make_loop(struct work *work, size_t first, size_t last, struct hot_loop *loop)
{
	const double missing = work->profile->cycles_known ? 0 : (double)NAN;
	struct sums sums = { .cycles = missing, .time = missing };
	const struct profile_branch *back = NULL;
	double back_taken = 0, taken = 0;

	*loop = (struct hot_loop){ .header = work->to[first]->to, .block = LOOP_NONE,
				   .inside = LOOP_NONE };
	/* From the last branch on: the loop ends at the last one that its blocks lead to. */
	for (size_t i = last; i-- > first;) {
		taken += (double)work->to[i]->taken;
		if (!leads_back(work, work->to[i]))
			continue;
		if (!back)
			loop->end = work->to[i]->from;
		if (!back && !comes_round(work, loop))
			continue;
		back = work->to[i];
		loop->back_edges++;
		back_taken += (double)back->taken;
	}
	if (!back)
		return false;
	if (!add_blocks(work, loop, &sums))
		sums.cycles = sums.time = (double)NAN;
	if (!(sums.started > 0))
		return false;	/* no whole block begins there: an iteration is no number */
	loop->function = function_start_of(work->functions, loop->header);
	loop->iterations = (uint64_t)(sums.started + sums.over);
	loop->repeated = (uint64_t)llround(sums.started * back_taken / taken);
	estimate_trips(loop, back);
	estimate_cycles(work, loop, &sums);
	return true;
}

static int make_loops(struct work *work)
{
	const size_t n = work->profile->n_branches;
	size_t cap = 0;

	for (size_t first = 0, last; first < n; first = last) {
		struct hot_loop loop, *more;

		for (last = first + 1; last < n; last++)
			if (!place_equal(work->to[last]->to, work->to[first]->to))
				break;
		if (!make_loop(work, first, last, &loop))
			continue;
		more = list_room(work->loops, work->n + 1, &cap, 64, sizeof(*more));
		if (!more)
			return -1;
		work->loops = more;
		work->loops[work->n++] = loop;
	}
	return 0;
}

/* What is not known comes last. */
static double rank(double time)
{
	return isnan(time) ? -1 : time;
}

static int hottest_first(const void *left, const void *right)
{
	const struct hot_loop *a = left, *b = right;

	if (rank(a->time) > rank(b->time) || rank(a->time) < rank(b->time))
		return rank(a->time) > rank(b->time) ? -1 : 1;
	if (a->iterations != b->iterations)
		return a->iterations > b->iterations ? -1 : 1;
	return place_compare(a->header, b->header);
}

/* A loop among those sorted by their begin, the larger ones first. */
struct range {
	struct place header;
	uint64_t end;
	uint32_t loop;
};

static int by_range(const void *left, const void *right)
{
	const struct range *a = left, *b = right;
	int order = place_compare(a->header, b->header);

	return order ? order : (a->end < b->end) - (a->end > b->end);
}

/* Fills `inside`: around a loop are those that begin before it and end behind it. */
static int nest(struct work *work)
{
	struct range *ranges = calloc(work->n + 1, sizeof(*ranges));
	struct range *around = calloc(work->n + 1, sizeof(*around));
	const bool enough = ranges && around;
	size_t depth = 0;

	for (uint32_t i = 0; enough && i < work->n; i++)
		ranges[i] = (struct range){ work->loops[i].header, work->loops[i].end.offset, i };
	if (enough)
		qsort(ranges, work->n, sizeof(*ranges), by_range);
	for (size_t i = 0; enough && i < work->n; i++) {
		/* What ends before this one ends is around nothing that follows and lies in it. */
		while (depth && (around[depth - 1].header.object != ranges[i].header.object ||
				 around[depth - 1].end < ranges[i].end))
			depth--;
		if (depth)
			work->loops[ranges[i].loop].inside = around[depth - 1].loop;
		around[depth++] = ranges[i];
	}
	free(ranges);
	free(around);
	return enough ? 0 : -1;
}

static int prepare(struct work *work)
{
	const struct profile *profile = work->profile;
	const size_t branches = profile->n_branches + 1, blocks = profile->n_blocks + 1;

	if (block_index_make(&work->index, profile))
		return -1;
	work->to = calloc(branches, sizeof(*work->to));
	work->from = calloc(branches, sizeof(*work->from));
	work->first_edge = calloc(blocks, sizeof(*work->first_edge));
	work->met = calloc(blocks, sizeof(*work->met));
	work->queue = calloc(blocks, sizeof(*work->queue));
	if (!work->to || !work->from || !work->first_edge || !work->met || !work->queue)
		return -1;
	for (size_t i = 0; i < profile->n_branches; i++)
		work->to[i] = work->from[i] = &profile->branches[i];
	qsort(work->to, profile->n_branches, sizeof(*work->to), by_to);
	qsort(work->from, profile->n_branches, sizeof(*work->from), by_from);
	for (size_t block = 0, edge = 0; block <= profile->n_blocks; block++) {
		while (edge < profile->n_edges && profile->edges[edge].from < block)
			edge++;
		work->first_edge[block] = edge;
	}
	return 0;
}

int loops_find(const struct profile *profile, const struct function_start *functions,
	       struct hot_loop **loops, size_t *n)
{
	struct work work = { .profile = profile, .functions = functions };
	int bad = prepare(&work);

	if (!bad)
		bad = make_loops(&work);
	if (!bad && work.n)
		qsort(work.loops, work.n, sizeof(*work.loops), hottest_first);
	if (!bad)
		bad = nest(&work);
	block_index_done(&work.index);
	free(work.to);
	free(work.from);
	free(work.first_edge);
	free(work.met);
	free(work.queue);
	*loops = bad ? NULL : work.loops;
	*n = bad ? 0 : work.n;
	if (bad)
		free(work.loops);
	return bad ? -ENOMEM : 0;
}
