/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The CPUID leaves by which a program talks to the emulated PMU of vm --personality spr-real: what
 * its address space does with its slots, and how often the PMU's registers were accessed. On any
 * other CPU they answer something else and change nothing.
 */
#ifndef TDTOP_LAB_PROFILE_H
#define TDTOP_LAB_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#define PROFILE_PARTS 8		/* RET BAD FE BE HEAVY MISPREDICTS LATENCY MEMORY */

enum profile_leaf {
	LEAF_SET = 0x5d700001,
	LEAF_FORGET = 0x5d700002,
	LEAF_INSTRUCTION = 0x5d700005,
	LEAF_CYCLES = 0x5d700004,	/* ecx: 0 in kernel mode, 1 in user mode */
	LEAF_ACCESSES = 0x5d700010,	/* ecx: class * 2 + write */
};

#define PROFILE_ANSWER 0x54445054U

/* there: NULL, or whether the CPU has an emulated PMU. */
static inline uint64_t profile_ask(enum profile_leaf leaf, uint32_t b, uint32_t c, bool *there)
{
	uint32_t a = leaf, d = 0;

	__asm__ volatile("cpuid" : "+a"(a), "+b"(b), "+c"(c), "+d"(d));
	if (there)
		*there = d == PROFILE_ANSWER;
	return (uint64_t)b << 32 | a;
}

/*
 * Of an instruction of this program, for PEBS: the latency of its retirement in cycles (0: as of any
 * other), and its percentage of the samples of cycles (0: as often as it is executed).
 */
static inline void profile_instruction(const void *ip, unsigned latency, unsigned percent)
{
	uint64_t a = LEAF_INSTRUCTION, b = (uintptr_t)ip, c = latency | percent << 16, d = 0;

	__asm__ volatile("cpuid" : "+a"(a), "+b"(b), "+c"(c), "+d"(d));
}

/* Percent of all slots, in steps of 0.5. */
static inline void profile_set(const double percent[PROFILE_PARTS])
{
	uint32_t b = 0, c = 0;

	for (int i = 0; i < 4; i++) {
		c |= (uint32_t)(percent[i] * 2 + 0.5) << (8 * i);
		b |= (uint32_t)(percent[4 + i] * 2 + 0.5) << (8 * i);
	}
	(void)profile_ask(LEAF_SET, b, c, 0);
}

#endif
