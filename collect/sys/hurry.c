/* SPDX-License-Identifier: GPL-2.0-only */
/* See hurry.h. */
#include "config.h"
#include "collect/sys/hurry.h"

#include <errno.h>
#include <sys/resource.h>

#define HURRY_NICE (-10)

void hurry(void)
{
	errno = 0;
	/* Of this thread: for Linux 0 is not the whole process. */
	if (getpriority(PRIO_PROCESS, 0) == 0 && !errno)
		(void)setpriority(PRIO_PROCESS, 0, HURRY_NICE);
}
