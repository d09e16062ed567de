/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads: their start, their priority, and room on the stack; see thread_start.h. */
#include "config.h"
#include "collect/sys/thread_start.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define PRIORITY_NICE (-10)

static struct rlimit before;
static bool raised;

struct beginning {
	const char *name;
	bool low;
	void *(*run)(void *data);
	void *data;
};

/* Each thread names itself: the sandbox forbids to write into /proc, where others would. */
static void *begin(void *data)
{
	const struct beginning its = *(struct beginning *)data;

	free(data);
	(void)pthread_setname_np(pthread_self(), its.name);
	if (its.low)
		priority_lower();
	return its.run(its.data);
}

static int start_one(pthread_t *thread, const struct beginning *how, struct err *err)
{
	struct beginning *its = malloc(sizeof(*its));
	sigset_t all, mask;
	int error = ENOMEM;

	if (its) {
		*its = *how;
		(void)sigfillset(&all);
		(void)pthread_sigmask(SIG_SETMASK, &all, &mask);
		error = pthread_create(thread, NULL, begin, its);
		(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	}
	if (!error)
		return 0;
	free(its);
	return err_set(err, error, "cannot start a thread: %s; raise \"ulimit -u\" or free memory", strerror(error));
}

int thread_start(pthread_t *thread, const char *name, void *(*run)(void *data), void *data, struct err *err)
{
	return start_one(thread, &(struct beginning){ name, false, run, data }, err);
}

int thread_start_low(pthread_t *thread, const char *name, void *(*run)(void *data), void *data, struct err *err)
{
	return start_one(thread, &(struct beginning){ name, true, run, data }, err);
}

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
