/* SPDX-License-Identifier: GPL-2.0-only */
/* Statistics of durations; see durations.h. Any thread. */
#include "config.h"
#include "model/durations.h"

#include <math.h>

#define LAST (DURATION_CLASSES - 1)

double duration_class_from(int c)
{
	return c ? ldexp(1, DURATION_CLASS_BITS + c - 1) : 0;
}

double duration_class_to(int c)
{
	return c < LAST ? ldexp(1, DURATION_CLASS_BITS + c) : (double)INFINITY;
}

void duration_class_add(struct duration_class *into, const struct duration_class *add)
{
	into->entries += add->entries;
	into->ns += add->ns;
	into->timed_ns += add->timed_ns;
	into->on_cpu_ns += add->on_cpu_ns;
	into->cpu_entries += add->cpu_entries;
	into->cpu_ns += add->cpu_ns;
	into->slots += add->slots;
	for (int level = 0; level < 2; level++)
		into->divided[level] += add->divided[level];
	for (int m = 0; m < M_COUNT; m++)
		into->node[m] += add->node[m];
}

void durations_add(struct durations *into, const struct durations *add)
{
	for (int c = 0; c < DURATION_CLASSES; c++)
		duration_class_add(&into->of[c], &add->of[c]);
}

static uint64_t entries_in(const struct duration_class *of, enum duration_of what)
{
	return what == DURATION_WALL ? of->entries : of->cpu_entries;
}

static double ns_in(const struct duration_class *of, enum duration_of what)
{
	return (double)(what == DURATION_WALL ? of->ns : of->cpu_ns);
}

/* The sum of some classes. */
static struct duration_class sum_of(const struct durations *durations, int first, int last)
{
	struct duration_class sum = { .entries = 0 };

	for (int c = first; c <= last; c++)
		duration_class_add(&sum, &durations->of[c]);
	return sum;
}

uint64_t durations_entries(const struct durations *durations, enum duration_of of)
{
	uint64_t n = 0;

	for (int c = 0; c < DURATION_CLASSES; c++)
		n += entries_in(&durations->of[c], of);
	return n;
}

double durations_mean(const struct durations *durations, enum duration_of of)
{
	const struct duration_class sum = sum_of(durations, 0, LAST);
	const uint64_t n = entries_in(&sum, of);

	return n ? ns_in(&sum, of) / (double)n : (double)NAN;
}

/* from + width u^a has the mean from + width / (a + 1). The last class has no end: twice its mean, less its begin. */
static double within(double from, double to, double mean, double u)
{
	const double width = isinf(to) ? 2 * (mean - from) : to - from;
	const double part = width > 0 ? (mean - from) / width : 0;

	if (!(part > 0))
		return from;
	if (part >= 1)
		return fmin(mean, nextafter(to, 0));
	return fmin(from + width * pow(u, 1 / part - 1), isinf(to) ? to : nextafter(to, 0));
}

struct duration_quantile durations_quantile(const struct durations *durations, enum duration_of of, double part)
{
	const double rank = fmax(ceil(part * (double)durations_entries(durations, of)), 1);
	double before = 0;

	for (int c = 0; c < DURATION_CLASSES; c++) {
		const double n = (double)entries_in(&durations->of[c], of);
		const double from = duration_class_from(c), to = duration_class_to(c);

		if (n > 0 && before + n >= rank)
			return (struct duration_quantile){
				.from = from,
				.to = to,
				/* The r-th of n is in the middle of its n-th part. */
				.ns = within(from, to, ns_in(&durations->of[c], of) / n, (rank - before - 0.5) / n),
			};
		before += n;
	}
	return (struct duration_quantile){ .ns = NAN, .from = NAN, .to = NAN };
}

static double percent_of(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : (double)NAN;
}

double duration_class_percent(const struct duration_class *of, enum metric_id node)
{
	return percent_of(of->node[node], of->divided[metric_level(node) - 1]);
}

/*
 * Where the slow classes begin: of all beginnings the one whose tail is nearest to SLOW_PART, by its
 * logarithm. 0: none has a tail that is a small part.
 */
static int first_slow(const struct durations *durations, uint64_t all)
{
	double best = INFINITY;
	uint64_t tail = 0;
	int first = 0;

	for (int c = LAST; c > 0; c--) {
		double distance;

		tail += durations->of[c].entries;
		if (!durations->of[c].entries || (double)tail > SLOW_PART_MOST * (double)all)
			continue;
		distance = fabs(log((double)tail / (SLOW_PART * (double)all)));
		if (distance < best) {
			best = distance;
			first = c;
		}
	}
	return first;
}

/* The node of this level that the slow ones have more of than the others. */
static void compare_nodes(const struct duration_class *slow, const struct duration_class *others, int level,
			  struct slow_part *part)
{
	double most = 0;

	part->level = level;
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		const double percent = duration_class_percent(slow, m), other = duration_class_percent(others, m);

		if (metric_level(m) != level || !(percent - other > most))
			continue;
		most = percent - other;
		part->node = m;
		part->percent = percent;
		part->others = other;
	}
	part->verdict = most >= SLOW_POINTS_LEAST ? SLOW_DIFFERS : SLOW_SAME;
	if (part->verdict == SLOW_DIFFERS)
		return;
	part->node = M_NONE;
	part->percent = part->others = NAN;
}

struct slow_part durations_slow_part(const struct durations *durations)
{
	struct slow_part part = { .of = durations_entries(durations, DURATION_WALL), .node = M_NONE,
				  .slots_percent = NAN, .percent = NAN, .others = NAN, .on_cpu = NAN,
				  .others_on_cpu = NAN };
	struct duration_class slow, others;

	part.verdict = part.of ? SLOW_ALIKE : SLOW_NONE;
	part.first = first_slow(durations, part.of);
	if (!part.first)
		return part;
	slow = sum_of(durations, part.first, LAST);
	others = sum_of(durations, 0, part.first - 1);
	part.entries = slow.entries;
	part.verdict = SLOW_FEW;
	part.on_cpu = percent_of((double)slow.on_cpu_ns, (double)slow.timed_ns);
	part.others_on_cpu = percent_of((double)others.on_cpu_ns, (double)others.timed_ns);
	if (part.entries < SLOW_ENTRIES_LEAST)
		return part;
	part.slots_percent = percent_of(slow.slots, slow.slots + others.slots);
	part.verdict = SLOW_NO_SLOTS;
	for (int level = 2; level > 0 && part.verdict == SLOW_NO_SLOTS; level--)
		if (slow.divided[level - 1] > 0 && others.divided[level - 1] > 0)
			compare_nodes(&slow, &others, level, &part);
	return part;
}
