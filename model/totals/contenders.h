/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of an interval with the largest weight of those that are not in the top, found in one
 * pass over all rows. Collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct label;

#define CONTENDERS 128

struct contender {
	double weight;
	struct label *label;	/* NULL: not known yet */
	const char *text;
	uint64_t hash;
};

struct contenders {	/* zeroed: none */
	struct contender heap[CONTENDERS];	/* the lightest on top */
	size_t n;
};

/* Keeps it if it is one of the heaviest. */
void contenders_offer(struct contenders *contenders, const struct contender *contender);

/* Brings them into order, the heaviest first; after this none can be offered. */
void contenders_sort(struct contenders *contenders);
