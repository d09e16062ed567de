/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Room on the stack: with "ulimit -s 64" drawing a screen (its lines are on the stack) would end in
 * SIGSEGV, without a word. Main thread, before it starts others.
 */
#ifndef TDTOP_COLLECT_SYS_STACK_H
#define TDTOP_COLLECT_SYS_STACK_H

#include "model/err.h"

#define STACK_LEAST (1U << 20)	/* a screen takes a quarter of it */

/*
 * Raises a lower limit to STACK_LEAST, for this thread and those to come. 0, or a negative errno
 * with a sentence: the user may not.
 */
int stack_ensure(struct err *err);

/* In the child, before it executes a program of the user: gives the limit back. */
void stack_restore(void);

#endif
