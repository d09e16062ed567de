/* SPDX-License-Identifier: GPL-2.0-only */
/* Loops of 7 and of 3 to 10 turns, a branch taken one time in five, a switch, an unlucky branch. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t seed = 1;
static volatile int sink;

static inline uint32_t random32(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

__attribute__((noinline)) int seven(int x)
{
	for (int i = 0; i < 7; i++)
		sink += i;
	return x - 1;
}

__attribute__((noinline)) int some(int x, uint32_t n)
{
	for (uint32_t i = 0; i < 3 + n % 8; i++)
		sink ^= x;
	return x + 1;
}

__attribute__((noinline)) int choose(int x, uint32_t n)
{
	switch (n % 16) {
	case 0: return x * 3;
	case 1: return x - 100;
	case 2: return x ^ 0x55;
	case 3: return -x;
	case 4: return x / 7;
	case 5: return x << 1;
	case 6: return x | 9;
	case 7: return sink;
	default: return x + (int)n;
	}
}

__attribute__((noinline)) int unlucky(int x, uint32_t n)
{
	if (n & 1)
		sink = x;
	return sink + x;
}

int main(int argc, char **argv)
{
	int turns = argc > 1 ? atoi(argv[1]) : 400000, x = 0;

	for (int i = 0; i < turns; i++) {
		uint32_t n = random32();

		if (n % 128 < 26)
			x = seven(x);
		else
			x = choose(x, n >> 8);
		if ((n >> 16) % 8 == 0)
			x = some(x, n >> 20);
		x = unlucky(x, n >> 28);
	}
	printf("%d\n", x);
	return 0;
}
