/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The basic blocks of a function; see basic_blocks.h. Where blocks begin and branches lead to, and
 * where these end, are the cuts. A block of the profile then covers a run of basic blocks wholly.
 */
#include "config.h"
#include "model/branches/basic_blocks.h"

#include <math.h>
#include <stdlib.h>

/*
 * A place where code is divided: before it (a branch leads there) or behind it (a branch is
 * there).
 */
struct cut {
	uint64_t at;
	bool behind;
};

struct work {
	const struct profile *profile;
	struct place start;
	uint64_t end;			/* excluded */
	const struct code_instruction *code;
	size_t n_code;
	struct cut *cuts;
	size_t n_cuts;
	struct basic_blocks *out;
};

static int by_place(const void *left, const void *right)
{
	const struct cut *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->behind - b->behind;
}

static bool inside(const struct work *work, struct place at)
{
	return at.object == work->start.object && at.offset >= work->start.offset &&
	       at.offset < work->end;
}

static void cut(struct work *work, struct place at, bool behind)
{
	if (inside(work, at))
		work->cuts[work->n_cuts++] = (struct cut){ at.offset, behind };
}

static int find_cuts(struct work *work)
{
	const struct profile *profile = work->profile;
	size_t n = 0;

	work->cuts = calloc(2 * (profile->n_blocks + profile->n_branches) + 1,
			    sizeof(*work->cuts));
	if (!work->cuts)
		return -1;
	for (size_t i = 0; i < profile->n_blocks; i++) {
		cut(work, profile->blocks[i].start, false);
		cut(work, profile->blocks[i].end, true);
	}
	for (size_t i = 0; i < profile->n_branches; i++) {
		cut(work, profile->branches[i].to, false);
		cut(work, profile->branches[i].from, true);
	}
	qsort(work->cuts, work->n_cuts, sizeof(*work->cuts), by_place);
	for (size_t i = 0; i < work->n_cuts; i++)
		if (!n || by_place(&work->cuts[n - 1], &work->cuts[i]) != 0)
			work->cuts[n++] = work->cuts[i];
	work->n_cuts = n;
	return 0;
}

/* The first instruction at or after an address; n_code: none. */
static size_t instruction_at(const struct work *work, uint64_t at)
{
	size_t low = 0, high = work->n_code;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (work->code[middle].at.offset < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Puts a basic block of the bytes from..to; its instructions make borders exact that are not
 * known.
 */
static void basic_blocks_put(struct work *work, uint64_t from, uint64_t to, bool known, bool branch)
{
	struct basic_block *block = &work->out->blocks[work->out->n++];
	const size_t first = instruction_at(work, from), after = instruction_at(work, to + 1);

	*block = (struct basic_block){
		.start = { .object = work->start.object, .offset = from },
		.end = { .object = work->start.object, .offset = to },
		.start_known = known,
		.ends_in_branch = branch,
		.cycles = { (double)NAN, (double)NAN },
		.time = work->profile->cycles_known ? 0 : (double)NAN,
	};
	if (first >= after || after > work->n_code)
		return;
	if (!known)
		block->start = work->code[first].at;
	if (!branch)
		block->end = work->code[after - 1].at;
	block->start_known = true;
	block->instructions = (uint32_t)(after - first);
}

/* What lies between cuts. There are not more pieces than cuts and the two borders. */
static int divide(struct work *work)
{
	uint64_t from = work->start.offset;
	bool known = true;

	work->out->blocks = calloc(work->n_cuts + 1, sizeof(*work->out->blocks));
	if (!work->out->blocks)
		return -1;
	for (size_t i = 0; i < work->n_cuts; i++) {
		const struct cut *here = &work->cuts[i];

		if (here->behind) {
			basic_blocks_put(work, from, here->at, known, true);
			from = here->at + 1;
			known = false;
		} else {
			if (here->at > from)
				basic_blocks_put(work, from, here->at - 1, known, false);
			from = here->at;
			known = true;
		}
	}
	if (from < work->end)
		basic_blocks_put(work, from, work->end - 1, known, false);
	return 0;
}

/* The last basic block that begins at or before a place; out->n: none. */
static size_t basic_blocks_find(const struct work *work, uint64_t at)
{
	size_t low = 0, high = work->out->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (work->out->blocks[middle].start.offset <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : work->out->n;
}

static double bytes(const struct basic_block *block)
{
	return (double)(block->end.offset - block->start.offset) + 1;
}

/* Divides the time of a whole block among the basic blocks first..last by their bytes. */
static void add_time(struct work *work, const struct profile_block *whole, size_t first,
		     size_t last)
{
	struct basic_block *blocks = work->out->blocks;
	const double all = (double)(whole->end.offset - whole->start.offset) + 1;

	if (isnan(whole->time.value))
		return;
	for (size_t i = first; i <= last; i++) {
		double part = first == last ? 1 : fmin(bytes(&blocks[i]) / all, 1);

		blocks[i].time += part * whole->time.value;
		if (first != last)
			blocks[i].time_divided += part * whole->time.value;
	}
}

static void add_whole(struct work *work, const struct profile_block *whole)
{
	struct basic_block *blocks = work->out->blocks;
	const bool begins = inside(work, whole->start), ends = inside(work, whole->end);
	const size_t first = begins ? basic_blocks_find(work, whole->start.offset) : 0;
	const size_t last = ends ? basic_blocks_find(work, whole->end.offset) : work->out->n - 1;

	if (first > last || last >= work->out->n)
		return;
	for (size_t i = first; i <= last; i++) {
		blocks[i].executed += whole->executed;
		if (i > first || !begins)
			blocks[i].fallen_in += whole->executed;
		else
			blocks[i].entered += whole->executed;
		if (i < last || !ends)
			blocks[i].fallen_out += whole->executed;
		else
			blocks[i].left += whole->executed;
	}
	if (begins && ends && first == last)
		blocks[first].cycles = whole->cycles;
	add_time(work, whole, first, last);
}

static void add_branch(struct work *work, const struct profile_branch *branch)
{
	size_t block;

	if (inside(work, branch->to)) {
		block = basic_blocks_find(work, branch->to.offset);
		if (block < work->out->n)
			work->out->blocks[block].arrivals += branch->taken;
	}
	if (inside(work, branch->from)) {
		block = basic_blocks_find(work, branch->from.offset);
		if (block < work->out->n)
			work->out->blocks[block].departures += branch->taken;
	}
}

/* Drops what never ran, and adds up the rest. */
static void basic_blocks_finish(struct work *work)
{
	struct basic_blocks *out = work->out;
	double in_all = 0, differences = 0;
	size_t n = 0;

	out->time = work->profile->cycles_known ? 0 : (double)NAN;
	for (size_t i = 0; i < out->n; i++) {
		struct basic_block block = out->blocks[i];
		double in = (double)(block.arrivals + block.fallen_in);
		double outgoing = (double)(block.departures + block.fallen_out);

		if (!block.executed && !block.arrivals && !block.departures)
			continue;
		block.time_divided = block.time > 0 ? block.time_divided / block.time : 0;
		out->executed += block.executed;
		out->time += block.time;
		in_all += in;
		differences += fabs(in - outgoing);
		out->blocks[n++] = block;
	}
	out->n = n;
	out->bias = in_all > 0 ? differences / in_all : (double)NAN;
}

struct basic_blocks *basic_blocks_new(const struct profile *profile, struct place start,
				      struct place end, const struct code_instruction *code,
				      size_t n_code)
{
	struct work work = { .profile = profile, .start = start, .end = end.offset, .code = code,
			     .n_code = code ? n_code : 0, .out = calloc(1, sizeof(*work.out)) };
	bool fine = work.out && !find_cuts(&work) && !divide(&work);

	free(work.cuts);
	if (!fine) {
		basic_blocks_free(work.out);
		return NULL;
	}
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct profile_block *whole = &profile->blocks[i];

		if (work.out->n && whole->start.object == start.object &&
		    whole->end.offset >= start.offset && whole->start.offset < work.end)
			add_whole(&work, whole);
	}
	for (size_t i = 0; i < profile->n_branches; i++)
		add_branch(&work, &profile->branches[i]);
	basic_blocks_finish(&work);
	return work.out;
}

void basic_blocks_free(struct basic_blocks *blocks)
{
	if (!blocks)
		return;
	free(blocks->blocks);
	free(blocks);
}
