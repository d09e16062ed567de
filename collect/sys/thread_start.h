/* SPDX-License-Identifier: GPL-2.0-only */
/* How a thread begins that handles no signals: those are for the main thread. */
#ifndef TDTOP_COLLECT_SYS_THREAD_START_H
#define TDTOP_COLLECT_SYS_THREAD_START_H

#include <pthread.h>
#include <signal.h>

/*
 * As pthread_create() with default attributes: 0 or an errno, and the caller joins or detaches the
 * thread. It inherits a mask that blocks all signals; that of the caller is as before. Any thread.
 */
static inline int thread_start(pthread_t *thread, void *(*run)(void *data), void *data)
{
	sigset_t all, before;
	int error;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(thread, NULL, run, data);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

#endif
