/* SPDX-License-Identifier: GPL-2.0-only */
/* The priority of threads, and room on the stack; see thread_start.h. */
#include "config.h"
#include "collect/sys/thread_start.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/resource.h>

#define PRIORITY_NICE (-10)

static struct rlimit before;
static bool raised;

/* glibc takes the default of threads from the limit, when the program starts. */
static int raise_default_of_threads(void)
{
	pthread_attr_t attr;
	int error = pthread_attr_init(&attr);

	if (!error)
		error = pthread_attr_setstacksize(&attr, STACK_LEAST);
	if (!error)
		error = pthread_setattr_default_np(&attr);
	(void)pthread_attr_destroy(&attr);
	return error;
}

int stack_ensure(struct err *err)
{
	struct rlimit limit;
	int error = 0;

	if (getrlimit(RLIMIT_STACK, &before) || before.rlim_cur >= STACK_LEAST)
		return 0;
	limit = before;
	limit.rlim_cur = STACK_LEAST;
	if (limit.rlim_max < STACK_LEAST)
		limit.rlim_max = STACK_LEAST;
	/* The kernel asks for the limit whenever the stack of the main thread grows. */
	if (setrlimit(RLIMIT_STACK, &limit))
		error = errno;
	else
		raised = true;
	if (!error)
		error = raise_default_of_threads();
	return error ? err_set(err, error, "the stack is limited to %llu KiB, and tdtop needs %u; "
			       "start it after 'ulimit -s 8192'",
			       (unsigned long long)before.rlim_cur / 1024, STACK_LEAST / 1024) : 0;
}

void stack_restore(void)
{
	if (raised)
		(void)setrlimit(RLIMIT_STACK, &before);
}

void priority_raise(void)
{
	errno = 0;
	/* 0 is the calling thread: on Linux, unlike in POSIX, not the whole process. */
	if (getpriority(PRIO_PROCESS, 0) == 0 && !errno)
		(void)setpriority(PRIO_PROCESS, 0, PRIORITY_NICE);
}

void priority_lower(void)
{
	if (getpriority(PRIO_PROCESS, 0) < 0)
		(void)setpriority(PRIO_PROCESS, 0, 0);
}
