/* SPDX-License-Identifier: GPL-2.0-only */
/* A known tree of calls: a function with several callers, recursion 6 and 60 (or as told) deep. */
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned int sink;

__attribute__((noinline)) void work(unsigned int n)
{
	while (n--)
		sink += n;
}

__attribute__((noinline)) void few(void)
{
	work(10);
	sink++;
}

__attribute__((noinline)) void many(void)
{
	work(40);
	sink++;
}

__attribute__((noinline)) void tail(void)
{
	sink++;
	work(5);
}

__attribute__((noinline)) unsigned int down(unsigned int depth)
{
	unsigned int below = depth ? down(depth - 1) : sink;

	work(3);
	return below + sink;
}

int main(int argc, char **argv)
{
	int turns = argc > 1 ? atoi(argv[1]) : 20000;
	unsigned int deep = argc > 2 ? (unsigned int)atoi(argv[2]) : 60;

	for (int i = 0; i < turns; i++) {
		few();
		many();
		tail();
		sink += down(6);
		if (i % 10 == 0)
			sink += down(deep);
	}
	printf("%u\n", sink);
	return 0;
}
