/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labloop SECONDS [LATENCY PERCENT | straddle]: a program whose every instruction and branch is known, for the
 * tests of sampling on the emulated PMU. main() calls loop_outer(), that loop_middle(), that
 * lab_loop(), where it stays nearly all the time. Instructions of the loop have symbols. Of lab_leaf
 * it tells the emulator how long it takes to retire, and its percentage of the cycles.
 * straddle: instead it counts rounds of a loop whose second instruction crosses a page; exit status 1
 * if it counts wrong, as it did while an emulator sampled it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "profile.h"

/*
 * A round has eight instructions, and every second time lab_odd: so each is 1/8.5 of all, lab_odd
 * half of that. It has a call, a return, a jump back, and every second time the jump over lab_odd,
 * which a predictor that only counts gets wrong.
 */
void lab_loop(uint64_t rounds);
void lab_leaf(void);
__asm__(".text\n"
	".globl lab_loop, lab_top, lab_skip, lab_odd, lab_even, lab_back, lab_leaf\n"
	".type lab_loop, @function\n"
	".p2align 6\n"
	"lab_loop:\n"
	"	xorl %eax, %eax\n"
	"lab_top:\n"
	"	addl $1, %eax\n"
	"	testb $1, %al\n"
	"lab_skip:\n"
	"	jz lab_even\n"
	"lab_odd:\n"
	"	nopl 0(%rax)\n"
	"lab_even:\n"
	"	call lab_leaf\n"
	"lab_back:\n"
	"	subq $1, %rdi\n"
	"lab_jump:\n"
	"	jnz lab_top\n"
	"	ret\n"
	".size lab_loop, . - lab_loop\n"
	".type lab_leaf, @function\n"
	".p2align 6\n"
	"lab_leaf:\n"
	"	imulq %rax, %rdx\n"
	"	ret\n"
	".size lab_leaf, . - lab_leaf\n");

/* How many rounds it made: as many as it was told. */
uint64_t lab_straddle(uint64_t rounds);
__asm__(".text\n"
	".globl lab_straddle\n"
	".type lab_straddle, @function\n"
	".p2align 12\n"
	"	.skip 4096 - 10\n"
	"lab_straddle:\n"
	"	xorl %eax, %eax\n"
	"1:	addq $1, %rax\n"
	"	movl $0x12345678, %edx\n"	/* four bytes before the end of the page */
	"	subq $1, %rdi\n	jnz 1b\n	ret\n.size lab_straddle, . - lab_straddle\n");

static int straddle_until(time_t end)
{
	while (time(NULL) < end) {
		const uint64_t rounds = 100000, made = lab_straddle(rounds);

		if (made != rounds) {
			printf("%llu rounds were made of %llu\n", (unsigned long long)made, (unsigned long long)rounds);
			return 1;
		}
	}
	return 0;
}

__attribute__((noinline, noclone)) static void loop_middle(uint64_t rounds)
{
	lab_loop(rounds);
	__asm__ volatile("" ::: "memory");	/* no tail call */
}

__attribute__((noinline, noclone)) static void loop_outer(uint64_t rounds)
{
	loop_middle(rounds);
	__asm__ volatile("" ::: "memory");
}

int main(int argc, char **argv)
{
	const time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);

	if (argc > 2 && !strcmp(argv[2], "straddle"))
		return straddle_until(end);
	profile_instruction((const void *)lab_leaf, argc > 3 ? atoi(argv[2]) : 0, argc > 3 ? atoi(argv[3]) : 0);
	while (time(NULL) < end)
		loop_outer(100000);
	return 0;
}
