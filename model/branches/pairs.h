/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts of pairs of numbers: how often one trace follows another. Bounded. Pure; one thread. */
#ifndef TDTOP_MODEL_BRANCHES_PAIRS_H
#define TDTOP_MODEL_BRANCHES_PAIRS_H

#include <stddef.h>
#include <stdint.h>

struct pair {
	uint32_t first, second;
	uint32_t count;		/* stays at UINT32_MAX */
};

struct pairs;

struct pairs *pairs_new(size_t max);	/* NULL without memory */
void pairs_free(struct pairs *pairs);

/* 0; -ENOSPC: the table is full, and the pair is not in it; -ENOMEM. */
int pairs_count(struct pairs *pairs, uint32_t first, uint32_t second);

/* The memory that counts a pair on its way to the CPU. */
void pairs_prefetch(const struct pairs *pairs, uint32_t first, uint32_t second);

/* Gives each number the one that now[] has for it; pairs with UINT32_MAX are gone. 0 or -ENOMEM. */
int pairs_rename(struct pairs *pairs, const uint32_t *now);

/* Calls back for each pair, in no order. */
void pairs_each(const struct pairs *pairs, void (*each)(void *data, const struct pair *pair),
		void *data);
size_t pairs_n(const struct pairs *pairs);

#endif
