/* SPDX-License-Identifier: GPL-2.0-only */
/* Adds counts, and keeps track of missing and partial events. Any thread. */
#include "config.h"
#include "model/counts.h"

#include <math.h>
#include <string.h>

#define COVERAGE_MIN 0.01	/* a smaller part of the parent does not represent the rest */

static const enum event_id parents[EV_LEVEL2_COUNT] = {
	[EV_HEAVY_OPS - EV_LEVEL2] = EV_RETIRING,
	[EV_BR_MISPREDICT - EV_LEVEL2] = EV_BAD_SPEC,
	[EV_FETCH_LAT - EV_LEVEL2] = EV_FE_BOUND,
	[EV_MEM_BOUND - EV_LEVEL2] = EV_BE_BOUND,
};

/* Returns how much of the parent was counted together with the event. */
static double base_of(const struct counts *counts, int i)
{
	uint32_t bit = 1U << (EV_LEVEL2 + i);

	if (counts->partial & bit)
		return counts->base[i];
	return counts->present & bit ? counts->value[parents[i]] : 0;
}

/* Finds, before the values are added, which events become partial, and adds their bases. */
static void add_bases(struct counts *into, const struct counts *add)
{
	for (int i = 0; i < EV_LEVEL2_COUNT; i++) {
		uint32_t bit = 1U << (EV_LEVEL2 + i), parent = 1U << parents[i];
		bool here = into->present & bit, there = add->present & bit;

		if (!here && !there)
			continue;
		into->base[i] = base_of(into, i) + base_of(add, i);
		into->partial |= add->partial & bit;
		if ((!here && into->present & parent) || (!there && add->present & parent))
			into->partial |= bit;
	}
}

static inline void add_values(double *restrict into, const double *restrict add, int n)
{
	for (int event = 0; event < n; event++)
		into[event] += add[event];
}

void counts_add(struct counts *into, const struct counts *add)
{
	into->off |= add->off;
	if (!add->present)
		return;
	/*
	 * Slices of one machine have the same events, except on hybrids: the common case stays
	 * short.
	 */
	if (into->present != add->present || into->partial | add->partial)
		add_bases(into, add);
	add_values(into->value, add->value, EV_COMMON);
	if (add->present >> EV_COMMON)	/* most families have none; slices come by the million */
		add_values(into->value + EV_COMMON, add->value + EV_COMMON, EV_COUNT - EV_COMMON);
	into->present |= add->present;
	into->scaled |= add->scaled;
}

struct counts counts_copy(const struct counts *counts)
{
	struct counts copy = { .present = 0 };

	memcpy(&copy, counts, offsetof(struct counts, value) + counts_room(counts->present) * sizeof(double));
	return copy;
}

void counts_scale(struct counts *counts, double factor)
{
	for (int event = 0; event < EV_COMMON; event++)
		counts->value[event] *= factor;
	for (int event = EV_COMMON; event < counts_room(counts->present); event++)
		counts->value[event] *= factor;
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		counts->base[i] *= factor;
}

void counts_subtract(struct counts *whole, const struct counts *part)
{
	double base[EV_LEVEL2_COUNT];

	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		base[i] = fmax(base_of(whole, i) - base_of(part, i), 0);
	for (int event = 0; event < EV_COUNT; event++)
		if (part->present & whole->present & 1U << event)
			whole->value[event] = fmax(whole->value[event] - part->value[event], 0);
	for (int i = 0; i < EV_LEVEL2_COUNT; i++) {
		const uint32_t bit = 1U << (EV_LEVEL2 + i);

		if (!(whole->present & bit))
			continue;
		/* A difference by rounding alone is no part that was counted without it. */
		if (base[i] < whole->value[parents[i]] * (1 - 1e-9))
			whole->partial |= bit;
		else
			whole->partial &= ~bit;
		whole->base[i] = whole->partial & bit ? base[i] : 0;
	}
}

size_t counts_pack(const struct counts *counts, double numbers[COUNTS_NUMBERS])
{
	size_t n = 0;

	for (uint32_t events = counts->present; events; events &= events - 1)
		numbers[n++] = counts->value[__builtin_ctz(events)];
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		if (counts->partial & 1U << (EV_LEVEL2 + i))
			numbers[n++] = counts->base[i];
	return n;
}

size_t counts_unpack(struct counts *counts, const double *numbers)
{
	size_t n = 0;

	for (uint32_t events = counts->present; events; events &= events - 1)
		counts->value[__builtin_ctz(events)] = numbers[n++];
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		if (counts->partial & 1U << (EV_LEVEL2 + i))
			counts->base[i] = numbers[n++];
	return n;
}

double counts_get(const struct counts *counts, enum event_id event)
{
	return counts->present & 1U << event ? counts->value[event] : NAN;
}

double counts_or_0(const struct counts *counts, enum event_id event)
{
	return counts->present & 1U << event ? counts->value[event] : 0;
}

double counts_coverage(const struct counts *counts, enum event_id event)
{
	int i = (int)event - EV_LEVEL2;
	double whole;

	if (i < 0 || i >= EV_LEVEL2_COUNT || !(counts->partial & 1U << event))
		return 1;
	whole = counts->value[parents[i]];
	return whole > 0 ? counts->base[i] / whole : 1;
}

struct counts counts_complete(const struct counts *counts)
{
	struct counts whole = counts_copy(counts);

	whole.partial = 0;
	for (int i = 0; i < EV_LEVEL2_COUNT; i++) {
		enum event_id event = (enum event_id)(EV_LEVEL2 + i);
		double coverage = counts_coverage(counts, event);

		if (counts->partial & 1U << event)
			whole.value[event] = coverage < COVERAGE_MIN ?
						     (double)NAN : whole.value[event] / coverage;
	}
	return whole;
}

double counts_whole(const struct counts *counts)
{
	double sum = counts_level1_sum(counts);

	return isnan(sum) ? counts_or_0(counts, EV_SLOTS) : sum;
}

double counts_level1_sum(const struct counts *counts)
{
	const uint32_t level1 = 1U << EV_RETIRING | 1U << EV_BAD_SPEC | 1U << EV_FE_BOUND |
				1U << EV_BE_BOUND;

	if ((counts->present & level1) != level1)
		return (double)NAN;
	return counts->value[EV_RETIRING] + counts->value[EV_BAD_SPEC] +
	       counts->value[EV_FE_BOUND] + counts->value[EV_BE_BOUND];
}
