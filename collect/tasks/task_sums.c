/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums in blocks, which stay where they are; see task_sums.h. Collector thread. */
#include "config.h"
#include "collect/tasks/task_sums.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_SUMS 64

struct task_sums_block {
	struct task_sums_block *next;
	struct task_sum sum[BLOCK_SUMS];
};

static struct task_sums_block *next_block(struct task_sums *sums)
{
	struct task_sums_block **link = sums->current ? &sums->current->next : &sums->first;

	if (!*link) {
		*link = malloc(sizeof(**link));
		if (!*link)
			return NULL;
		(*link)->next = NULL;
		sums->blocks++;
	}
	sums->used++;
	return *link;
}

struct task_sum *task_sums_take(struct task_sums *sums)
{
	struct task_sum *sum;

	if (!sums->current || sums->taken == BLOCK_SUMS) {
		struct task_sums_block *next = next_block(sums);

		if (!next)
			return NULL;
		sums->current = next;
		sums->taken = 0;
	}
	sum = &sums->current->sum[sums->taken++];
	memset(sum, 0, sizeof(*sum));
	return sum;
}

/* Keeps the first `keep` blocks. */
static void shrink(struct task_sums *sums, size_t keep)
{
	struct task_sums_block **link = &sums->first, *block;

	for (size_t i = 0; i < keep && *link; i++)
		link = &(*link)->next;
	while ((block = *link)) {
		*link = block->next;
		free(block);
		sums->blocks--;
	}
}

void task_sums_clear(struct task_sums *sums)
{
	size_t keep = high_water_trim(&sums->need, sums->used, sums->blocks);

	if (keep < sums->blocks)
		shrink(sums, keep);
	sums->current = NULL;
	sums->taken = sums->used = 0;
}

void task_sums_done(struct task_sums *sums)
{
	shrink(sums, 0);
}
