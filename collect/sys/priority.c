/* SPDX-License-Identifier: GPL-2.0-only */
/* Raises and lowers the priority of the calling thread; see priority.h. */
#include "config.h"
#include "collect/sys/priority.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/resource.h>

#define PRIORITY_NICE (-10)

/* Relaxed: a thread that inherits the priority is started after the store. */
static atomic_bool raised;

void priority_raise(void)
{
	errno = 0;
	/* 0 is the calling thread: on Linux, unlike in POSIX, not the whole process. */
	if (getpriority(PRIO_PROCESS, 0) == 0 && !errno &&
	    !setpriority(PRIO_PROCESS, 0, PRIORITY_NICE))
		atomic_store_explicit(&raised, true, memory_order_relaxed);
}

void priority_lower(void)
{
	/* Otherwise it is what the user chose. */
	if (atomic_load_explicit(&raised, memory_order_relaxed))
		(void)setpriority(PRIO_PROCESS, 0, 0);
}
