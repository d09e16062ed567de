/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums of an interval, in blocks that do not move, and sums over the lifetime of a process; see
 * task_sums.h. Collector thread.
 */
#include "config.h"
#include "collect/tasks/task_sums.h"

#include <stdlib.h>
#include <string.h>

#include "model/heap.h"

/* A block has a fourth of all sums before it, up to what malloc() gets, and gives back, by itself. */
#define LEAST_SUMS 64
#define MOST_SUMS (HEAP_LARGE / sizeof(struct task_sum) + 1)

struct task_sums_block {
	struct task_sums_block *next;
	size_t room, given;		/* its sums; those that were given back */
	struct task_sum sum[];
};

static struct task_sums_block *next_block(struct task_sums *sums)
{
	struct task_sums_block **link = sums->current ? &sums->current->next : &sums->first;
	size_t room = sums->room / 4;

	if (*link)
		return *link;
	room = room < LEAST_SUMS ? LEAST_SUMS : room < MOST_SUMS ? room : MOST_SUMS;
	*link = malloc(sizeof(**link) + room * sizeof((*link)->sum[0]));
	if (!*link)
		return NULL;
	**link = (struct task_sums_block){ .room = room };
	sums->room += room;
	return *link;
}

struct task_sum *task_sums_take(struct task_sums *sums)
{
	struct task_sum *sum;

	if (!sums->current || sums->taken == sums->current->room) {
		struct task_sums_block *next = next_block(sums);

		if (!next)
			return NULL;
		sums->current = next;
		sums->taken = 0;
	}
	sum = &sums->current->sum[sums->taken++];
	sums->used++;
	memset(sum, 0, sizeof(*sum));
	return sum;
}

/* Frees the block that this link leads to. */
static void free_block(struct task_sums *sums, struct task_sums_block **link)
{
	struct task_sums_block *block = *link;

	*link = block->next;
	sums->room -= block->room;
	sums->given = NULL;
	free(block);
}

static bool has_sum(const struct task_sums_block *block, const struct task_sum *sum)
{
	return sum >= block->sum && sum < block->sum + block->room;
}

void task_sums_give(struct task_sums *sums, const struct task_sum *sum)
{
	struct task_sums_block **link = sums->given;

	if (!high_water_is_burst(&sums->high_water, sums->used))
		return;
	if (!link || !has_sum(*link, sum))
		for (link = &sums->first; !has_sum(*link, sum);)
			link = &(*link)->next;
	sums->given = link;
	if (++(*link)->given == (*link)->room && *link != sums->current)
		free_block(sums, link);
}

/* Frees all blocks behind those with room for so many. */
static void shrink(struct task_sums *sums, size_t keep)
{
	struct task_sums_block **link = &sums->first;

	for (size_t room = 0; *link && room < keep; link = &(*link)->next)
		room += (*link)->room;
	while (*link)
		free_block(sums, link);
}

void task_sums_clear(struct task_sums *sums)
{
	const size_t keep = high_water_trim(&sums->high_water, sums->used, sums->room);

	if (keep < sums->room)
		shrink(sums, keep);
	for (struct task_sums_block *block = sums->first; block; block = block->next)
		block->given = 0;
	sums->current = NULL;
	sums->taken = sums->used = 0;
}

void task_sums_done(struct task_sums *sums)
{
	shrink(sums, 0);
}

void task_sum_add(struct task_sum *into, const struct task_sum *sum)
{
	counts_add_task(&into->tally.counts, &sum->tally.counts);
	into->busy_ns += sum->busy_ns;
	into->variance += sum->variance;
	into->uncounted_ns += sum->uncounted_ns;
	into->slices += sum->slices;
}

struct lifetime_sum {
	uint64_t busy_ns, slices;
	uint32_t present, partial;
	bool scaled;
	float variance, uncounted_ns;
	double numbers[];
};

struct usage lifetime_sum_usage(const struct lifetime_sum *lifetime_sum)
{
	struct usage sum = { .busy_ns = 0 };

	if (!lifetime_sum)
		return sum;
	sum = (struct usage){
		.counts = { .present = lifetime_sum->present,
			    .partial = lifetime_sum->partial,
			    .scaled = lifetime_sum->scaled },
		.busy_ns = lifetime_sum->busy_ns,
		.slices = lifetime_sum->slices,
		.variance = lifetime_sum->variance,
		.uncounted_ns = lifetime_sum->uncounted_ns,
	};
	counts_unpack(&sum.counts, lifetime_sum->numbers);
	return sum;
}

/* Adds the numbers of the same events, where none is partial: as a rule nothing else comes. */
static void add_same_events(struct lifetime_sum *lifetime_sum, const struct task_sum *sum)
{
	double *number = lifetime_sum->numbers;

	for (uint32_t events = lifetime_sum->present; events; events &= events - 1)
		*number++ += sum->tally.counts.value[__builtin_ctz(events)];
	lifetime_sum->busy_ns += sum->busy_ns;
	lifetime_sum->slices += sum->slices;
	lifetime_sum->scaled |= sum->tally.counts.scaled;
	lifetime_sum->variance += sum->variance;
	lifetime_sum->uncounted_ns += sum->uncounted_ns;
}

static void add_other_events(struct lifetime_sum **lifetime_sum, const struct task_sum *sum)
{
	struct usage all = lifetime_sum_usage(*lifetime_sum);
	double numbers[COUNTS_NUMBERS];
	struct lifetime_sum *larger = *lifetime_sum;
	size_t n;

	counts_add_task(&all.counts, &sum->tally.counts);
	n = counts_pack(&all.counts, numbers);
	if (!larger || larger->present != all.counts.present ||
	    larger->partial != all.counts.partial)
		larger = realloc(larger, sizeof(*larger) + n * sizeof(numbers[0]));
	if (!larger)
		return;
	larger->busy_ns = all.busy_ns + sum->busy_ns;
	larger->slices = all.slices + sum->slices;
	larger->present = all.counts.present;
	larger->partial = all.counts.partial;
	larger->scaled = all.counts.scaled;
	larger->variance = all.variance + sum->variance;
	larger->uncounted_ns = all.uncounted_ns + sum->uncounted_ns;
	for (size_t i = 0; i < n; i++)
		larger->numbers[i] = numbers[i];
	*lifetime_sum = larger;
}

void lifetime_sum_add(struct lifetime_sum **lifetime_sum, const struct task_sum *sum)
{
	const struct counts *counts = &sum->tally.counts;

	if (*lifetime_sum && (*lifetime_sum)->present == counts->present &&
	    !((*lifetime_sum)->partial | counts->partial))
		add_same_events(*lifetime_sum, sum);
	else
		add_other_events(lifetime_sum, sum);
}
