/* SPDX-License-Identifier: 0BSD */
/* Each thread is in a region of its own: cc -O2 -pthread threads.c && ./a.out & tdtop */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <tdtop_region.h>

#define N (1 << 22)	/* 32 MB of links: more than most caches hold */

static int rounds = 1000;

/* Waits for memory: each load has the address of the next. */
static void *chase(void *sum)
{
	size_t *next = malloc(N * sizeof(*next)), at = 0;

	if (!next)
		return NULL;
	TDTOP_REGION("shuffle") {
		for (size_t i = 0; i < N; i++)
			next[i] = i;
		for (size_t i = N - 1; i > 0; i--) {
			const size_t j = (size_t)rand() % i, swapped = next[i];

			next[i] = next[j];
			next[j] = swapped;
		}
	}
	for (int round = 0; round < rounds; round++)
		TDTOP_REGION("chase")
			for (int i = 0; i < N / 16; i++)
				at = next[at];
	*(size_t *)sum = at;
	free(next);
	return NULL;
}

/* Waits for nothing. */
static void *compute(void *sum)
{
	size_t x = 1;

	for (int round = 0; round < rounds; round++)
		TDTOP_REGION("compute")
			for (int i = 0; i < N / 2; i++)
				x = x * 6364136223846793005U + 1442695040888963407U;
	*(size_t *)sum = x;
	return NULL;
}

int main(int argc, char **argv)
{
	size_t sum[2] = { 0, 0 };
	pthread_t thread[2];

	if (argc > 1)
		rounds = atoi(argv[1]);
	if (pthread_create(&thread[0], NULL, chase, &sum[0]) ||
	    pthread_create(&thread[1], NULL, compute, &sum[1]))
		return 1;
	TDTOP_REGION("wait")
		for (int i = 0; i < 2; i++)
			(void)pthread_join(thread[i], NULL);
	printf("%zu\n", (sum[0] + sum[1]) % 10);
	return 0;
}
