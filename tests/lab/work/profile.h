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
	LEAF_EVENT = 0x5d700003,	/* ebx: as in PERFEVTSEL; ecx: counts in a million cycles */
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

/*
 * What an event counts in a million cycles of this address space, whatever its split says. config:
 * event, umask, edge, inv and cmask, as in PERFEVTSEL; not 0. To be told after profile_set(), which
 * forgets it. False: there is no room for another.
 */
static inline bool profile_event(uint32_t config, uint32_t per_million)
{
	return (uint32_t)profile_ask(LEAF_EVENT, config, per_million, 0) == 0;
}

#endif
