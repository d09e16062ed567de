/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads a clock of the kernel; see clock_ns.h. Any thread. */
#include "config.h"
#include "collect/sys/clock_ns.h"

#define SUSPENSION_NS 100000000

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	(void)clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

double clock_wall(void)
{
	return (double)clock_ns(CLOCK_REALTIME) / 1e9;
}

int64_t clock_suspended_ns(uint64_t (*clock)(clockid_t clock))
{
	const uint64_t boot_ns = clock(CLOCK_BOOTTIME);

	return (int64_t)(boot_ns - clock(CLOCK_MONOTONIC));
}

bool clock_was_suspended(uint64_t (*clock)(clockid_t clock), int64_t suspended_ns)
{
	return clock_suspended_ns(clock) > suspended_ns + SUSPENSION_NS;
}
