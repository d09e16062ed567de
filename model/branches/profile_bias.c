/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The flow check; see profile_builder.h. Addresses are cut into stretches behind each branch: what
 * enters a stretch, by taken branches to it or over the branch before it, must leave it by the
 * branch at its end, taken or not.
 *
 * Of n entries of a stack only n - 1 blocks are whole, so what ran over a branch was seen a little
 * too seldom: it is scaled by entries / whole blocks. Then, of fair samples, only chance makes a
 * difference: where the newest branch of a stack goes to, and where the oldest one came from.
 */
#include "config.h"
#include "model/branches/tallies.h"

#include <math.h>
#include <stdlib.h>

#include "model/profile/place_sort.h"

/* What happens at an address. */
struct point {
	struct place at;
	uint64_t entered, left;		/* by taken branches to and from it */
	uint64_t started, ended;	/* whole blocks */
};

struct stretch {
	double in, out;
	double open;	/* newest and oldest branches of stacks */
};

struct check {
	double in, difference;
	double chance, variance;	/* of the difference, if only chance makes it */
};

static struct place profile_bias_place_of(const void *points, uint32_t i)
{
	return ((const struct point *)points)[i].at;
}

/* Of BRBE: half of a branch is not known. */
static bool is_whole(const struct profile_branch *branch)
{
	return branch->from.offset && branch->to.offset;
}

static size_t find_points(const struct profile *profile, struct point *points)
{
	size_t n = 0;

	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (!is_whole(branch))
			continue;
		points[n++] = (struct point){ .at = branch->to, .entered = branch->taken };
		points[n++] = (struct point){ .at = branch->from, .left = branch->taken };
	}
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct profile_block *block = &profile->blocks[i];

		points[n++] = (struct point){ .at = block->start, .started = block->executed };
		points[n++] = (struct point){ .at = block->end, .ended = block->executed };
	}
	return n;
}

/* The points first .. of order[] that are one address, as one; *next: the first of another. */
static struct point merged(const struct point *points, const uint32_t *order, size_t n,
			   size_t first, size_t *next)
{
	struct point all = points[order[first]];
	size_t i;

	for (i = first + 1; i < n && place_equal(points[order[i]].at, all.at); i++) {
		const struct point *point = &points[order[i]];

		all.entered += point->entered;
		all.left += point->left;
		all.started += point->started;
		all.ended += point->ended;
	}
	*next = i;
	return all;
}

/* Of a difference that is 0 but for chance: the mean of its size is sqrt(2/pi) deviations. */
static void end_stretch(struct check *check, struct stretch *stretch)
{
	check->in += stretch->in;
	check->difference += fabs(stretch->in - stretch->out);
	check->chance += sqrt(2 / M_PI * stretch->open);
	check->variance += (1 - 2 / M_PI) * stretch->open;
	*stretch = (struct stretch){ 0 };
}

static double difference(uint64_t a, uint64_t b)
{
	return a > b ? (double)(a - b) : (double)(b - a);
}

static void walk(struct check *check, const struct point *points, const uint32_t *order, size_t n,
		 double scale)
{
	struct stretch stretch = { 0 };
	uint64_t cover = 0;

	for (size_t i = 0, next; i < n; i = next) {
		struct point point = merged(points, order, n, i, &next);

		stretch.in += (double)point.entered;
		stretch.open += difference(point.entered, point.started);
		cover += point.started;
		cover -= point.ended;
		if (!point.left)
			continue;
		stretch.out += (double)point.left + scale * (double)cover;
		stretch.open += difference(point.left, point.ended);
		end_stretch(check, &stretch);
		stretch.in = scale * (double)cover;
	}
	end_stretch(check, &stretch);
}

/* Entries by whole blocks; 0: there are no blocks. */
static double scale_of(const struct profile *profile)
{
	uint64_t branches = 0, blocks = 0;

	for (size_t i = 0; i < profile->n_branches; i++)
		branches += is_whole(&profile->branches[i]) ? profile->branches[i].taken : 0;
	for (size_t i = 0; i < profile->n_blocks; i++)
		blocks += profile->blocks[i].executed;
	return blocks ? (double)branches / (double)blocks : 0;
}

/* false: there are no blocks, or there is no memory. */
static bool check_flow(const struct profile *profile, struct check *check)
{
	size_t n = 2 * (profile->n_branches + profile->n_blocks);
	struct point *points = calloc(n + 1, sizeof(*points));
	uint32_t *order = calloc(n + 1, sizeof(*order));
	double scale = scale_of(profile);

	*check = (struct check){ 0 };
	if (points && order && scale > 0) {
		n = find_points(profile, points);
		place_sort_begin(order, n);
		if (!place_sort(order, n, profile_bias_place_of, points))
			walk(check, points, order, n, scale);
	}
	free(points);
	free(order);
	return check->in > 0;
}

struct estimate profile_bias(const struct profile *profile, double *by_chance)
{
	struct check check;
	bool known = check_flow(profile, &check);

	if (by_chance)
		*by_chance = known ? check.chance / check.in : NAN;
	if (!known)
		return estimate_none();
	return (struct estimate){ check.difference / check.in, sqrt(check.variance) / check.in };
}
