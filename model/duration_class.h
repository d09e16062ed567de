/* SPDX-License-Identifier: GPL-2.0-only */
/* Classes of durations (durations.h): for tdtop, and for its programs in the kernel, so without any other header. */
#pragma once

#define DURATION_CLASSES 24
#define DURATION_CLASS_BITS 10	/* class 0 is below 2^10 ns, class c below 2^(10 + c), the last is not bounded */

/* The class of a duration. */
static inline int duration_class_of(unsigned long long ns)
{
	unsigned int bits = 0;

	for (unsigned int step = 32; step; step /= 2)
		if (ns >> (bits + step))
			bits += step;
	bits += ns != 0;	/* the number of bits of ns */
	if (bits <= DURATION_CLASS_BITS)
		return 0;
	return bits - DURATION_CLASS_BITS < DURATION_CLASSES ? (int)bits - DURATION_CLASS_BITS : DURATION_CLASSES - 1;
}
