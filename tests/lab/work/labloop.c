/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labloop SECONDS [LATENCY PERCENT]: a program whose every instruction and branch is known, for the
 * tests of sampling on the emulated PMU. main() calls loop_outer(), that loop_middle(), that
 * lab_loop(), where it stays nearly all the time. Instructions of the loop have symbols. Of lab_leaf
 * it tells the emulator how long it takes to retire, and its percentage of the cycles.
 */
#include <stdint.h>
#include <stdlib.h>
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

	profile_instruction((const void *)lab_leaf, argc > 3 ? atoi(argv[2]) : 0,
			    argc > 3 ? atoi(argv[3]) : 0);
	while (time(NULL) < end)
		loop_outer(100000);
	return 0;
}
