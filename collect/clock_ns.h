/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock of the kernel as one number. */
#ifndef TDTOP_COLLECT_CLOCK_NS_H
#define TDTOP_COLLECT_CLOCK_NS_H

#include <stdint.h>
#include <time.h>

/* Its time in ns; 0 where there is no such clock. Any thread. */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	(void)clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

#endif
