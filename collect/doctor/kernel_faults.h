/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Known faults of TopDown counters in some kernel versions: one table, for --doctor. A version
 * stands for mainline; distributions fix their kernels and keep the number, so these are notes and
 * never reasons not to count. Any thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_KERNEL_FAULTS_H
#define TDTOP_COLLECT_DOCTOR_KERNEL_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

struct kernel_fault {
	int from_major, from_minor;	/* in kernels from this version on */
	int fixed_major, fixed_minor;	/* first version that has it */
	bool hybrid_only, guest_only;
	const char *text;		/* what happens, and what tdtop does about it */
};

/*
 * The next fault of that kernel after `after` (NULL: the first), or NULL. Version 0.0: not known,
 * no faults.
 */
const struct kernel_fault *kernel_fault_next(const struct kernel_fault *after, int major, int minor,
					     bool hybrid, bool guest);

#endif
