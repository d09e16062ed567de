/* SPDX-License-Identifier: GPL-2.0-only */
/* What the object files here were built from (make.sh); the tests know its lines and addresses. */

static volatile int sink;

static inline __attribute__((always_inline)) int twice(int x)
{
	sink = x;
	return x + x;
}

__attribute__((noinline)) static int leaf(int x)
{
	if (x & 1)
		sink = 3;
	return twice(x) + 5;
}

__attribute__((noinline)) int loop(int n, int (*indirect)(int))
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += leaf(i);
	return sum + indirect(sum);
}

void _start(void)
{
	for (;;)
		sink = loop(sink, leaf);
}
