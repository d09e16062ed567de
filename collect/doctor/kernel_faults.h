/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is known to be wrong with TopDown counters in some versions of the kernel: one table, for
 * --doctor. A version says what mainline had; distributions mend their kernels and keep the number, so
 * these are notes and never reasons not to count.
 */
#ifndef TDTOP_COLLECT_KERNEL_FAULTS_H
#define TDTOP_COLLECT_KERNEL_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

struct kernel_fault {
	int from_major, from_minor;	/* in kernels from this version on */
	int fixed_major, fixed_minor;	/* until before this one */
	bool hybrid_only, guest_only;
	const char *text;		/* what happens, and what tdtop does about it */
};

/* The next fault of that kernel behind `after` (NULL: the first), or NULL. 0.0: not known, none. */
const struct kernel_fault *kernel_fault_next(const struct kernel_fault *after, int major, int minor,
					     bool hybrid, bool guest);

#endif
