/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A program that compilers lay out badly without a profile: an interpreter of 17 operations, where
 * one is nine of ten; what mostly happens is declared unlikely. No function is inlined (as atoi()
 * would be): create_llvm_prof 0.19 writes rubbish for the names of inlined ones. It prints what it
 * has computed: a program made with a profile must print the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 150	/* without an argument */
#define seldom(condition) __builtin_expect(!!(condition), 0)

static uint32_t seed = 1;
static unsigned char code[4096];
static uint64_t value = 1, other, carries, odd;

__attribute__((noinline)) static uint32_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

/* What seldom happens stands where it would be executed first. */
__attribute__((noinline)) static void count(unsigned int op)
{
	if (seldom(op >= 8)) {
		if (seldom(value > 7))
			odd += value & 1;
		else
			carries++;
	} else {
		carries += 3;
		odd ^= carries >> 3;
	}
}

__attribute__((noinline)) static void step(unsigned int op)
{
	if (op < 8) {
		value = value * 3 + op;
		return;
	}
	switch (op & 15) {
	case 0: value += other; break;
	case 1: other = value ^ other << 3; break;
	case 2: other -= value >> 3; break;
	case 3: value |= other & 0xff; break;
	case 4: value ^= value >> 7; value *= 0x9e3779b97f4a7c15; break;
	case 5: other ^= value; break;
	case 6: value -= 77; other += 3; break;
	case 7: carries++; break;
	case 8: value = other << 7 | value >> 57; break;
	case 9: other = value * other; break;
	case 10: other = value / (other | 1); break;
	case 11: value = value + 3 * other; break;
	case 12: other = (value & 0xffff) * other >> 2; break;
	case 13: value = value >> 1 ^ other; break;
	case 14: other++; value--; break;
	default: other = ~value; break;
	}
}

__attribute__((noinline)) static void run(unsigned int rounds)
{
	for (unsigned int round = 0; round < rounds; round++)
		for (unsigned int at = 0; at < sizeof(code); at++) {
			step(code[at]);
			count(code[at]);
		}
}

int main(int argc, char **argv)
{
	for (unsigned int i = 0; i < sizeof(code); i++)
		code[i] = (unsigned char)(next_random() % 10 ? 13 + 16 * (next_random() % 9 + 1)
							     : next_random() >> 8);
	run(argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 10) : ROUNDS);
	printf("%lx %lx %lx %lx\n", (unsigned long)value, (unsigned long)other,
	       (unsigned long)carries, (unsigned long)odd);
	return 0;
}
