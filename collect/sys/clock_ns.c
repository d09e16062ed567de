/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads a clock of the kernel; see clock_ns.h. Any thread. */
#include "config.h"
#include "collect/sys/clock_ns.h"

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	(void)clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}
