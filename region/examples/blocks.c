/* SPDX-License-Identifier: 0BSD */
/*
 * Nested regions of blocks, and one that is no block: cc -O2 blocks.c && ./a.out & tdtop
 * "sum" counts without "sort" and "square", which are regions of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <tdtop_region.h>

#define N 200000

static int compare(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* Leaves its region by return. */
static int square_sum(const int *numbers, int n)
{
	TDTOP_REGION("square") {
		unsigned int sum = 0;

		for (int i = 0; i < n; i++)
			sum += (unsigned int)numbers[i] * (unsigned int)numbers[i];
		return (int)(sum & 0xff);
	}
	return -1;	/* not reached; a compiler may not see it */
}

static int rounds(int n)
{
	static int numbers[N];
	int sum = 0;

	for (int round = 0; round < n; round++)
		TDTOP_REGION("sum") {
			TDTOP_REGION("fill")
				for (int i = 0; i < N; i++)
					numbers[i] = rand();
			TDTOP_REGION("sort")
				qsort(numbers, N, sizeof(numbers[0]), compare);
			sum += square_sum(numbers, N);
		}
	return sum;
}

int main(int argc, char **argv)
{
	struct tdtop_region_scope scope;
	int sum;

	TDTOP_REGION_BEGIN(&scope, "all rounds");
	sum = rounds(argc > 1 ? atoi(argv[1]) : 1000);
	tdtop_region_end(&scope);
	printf("%d\n", sum);
	return 0;
}
