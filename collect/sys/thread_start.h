/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a thread begins: without signals, which are for the main thread; with its priority; with room
 * on the stack.
 */
#pragma once

#include <pthread.h>

#include "model/err.h"

/*
 * Starts a thread that runs run(data), which the caller joins or detaches. It has this name (static, at most 15
 * characters), as ps -L shows it, and all signals are blocked in it. 0, or a negative errno with a sentence (err may
 * be NULL). Any thread.
 */
int thread_start(pthread_t *thread, const char *name, void *(*run)(void *data), void *data, struct err *err);

/* As thread_start(), for a thread that may wait: it begins with priority_lower(). */
int thread_start_low(pthread_t *thread, const char *name, void *(*run)(void *data), void *data, struct err *err);

/*
 * For the threads that cannot wait on a loaded machine: the collector and the UI. A full ring loses
 * records after some 20 ms of a switch storm, and a key must be answered within a frame. Sets the
 * calling thread to nice -10; threads that it starts later inherit that. Does nothing if
 * that is not permitted, or if the user has chosen another value, as with nice(1).
 */
void priority_raise(void);

/*
 * Sets the calling thread to nice 0 if it comes before others, by priority_raise() or by whoever
 * has started tdtop (the units of systemd: -10).
 */
void priority_lower(void);

/*
 * Room on the stack: with "ulimit -s 64" drawing a screen (its lines are on the stack) would end in
 * SIGSEGV, without a message. Main thread, before it starts others.
 */

#define STACK_LEAST (1U << 20)	/* a screen takes a quarter of it */

/*
 * Raises a lower limit to STACK_LEAST, for this thread and those to come. 0, or a negative errno
 * with a sentence: the user may not.
 */
int stack_ensure(struct err *err);

/* In the child, before it executes a program of the user: gives the limit back. */
void stack_restore(void);
