/* SPDX-License-Identifier: GPL-2.0-only */
/* Pointers followed through two lists, 20 % in one of 16 kB, others in one of 4 MB: one block. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	uint64_t unused[7];	/* a cache line each */
};

enum { NEAR = 256, FAR = 65536 };

static struct node near_nodes[NEAR], far_nodes[FAR];
static uint32_t seed = 7;

static inline uint32_t random32(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

/* A circle through all, in random order (Sattolo). */
static struct node *mix(struct node *nodes, uint32_t n)
{
	uint32_t *order = malloc(n * sizeof(*order));

	if (!order)
		abort();
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t j = random32() % i, old = order[i];

		order[i] = order[j];
		order[j] = old;
	}
	for (uint32_t i = 0; i < n; i++)
		nodes[order[i]].next = &nodes[order[(i + 1) % n]];
	free(order);
	return nodes;
}

__attribute__((noinline)) uint64_t chase(struct node **at, uint32_t turns)
{
	uint64_t sum = 0;

	do {
		uint32_t which = random32() % 128 < 26;

		at[which] = at[which]->next;
		sum += (uintptr_t)at[which] & 0xfff;
	} while (--turns);
	return sum;
}

int main(int argc, char **argv)
{
	uint32_t turns = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000000;
	struct node *at[2];

	at[0] = mix(far_nodes, FAR);
	at[1] = mix(near_nodes, NEAR);
	printf("%llu\n", (unsigned long long)chase(at, turns));
	return 0;
}
