/* SPDX-License-Identifier: GPL-2.0-only */
/* Raises and lowers the priority of the calling thread; see thread_start.h. */
#include "config.h"
#include "collect/sys/thread_start.h"

#include <errno.h>
#include <sys/resource.h>

#define PRIORITY_NICE (-10)

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
