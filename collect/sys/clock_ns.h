/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock of the kernel as one number; tests have one of their own (ld --wrap). */
#ifndef TDTOP_COLLECT_CLOCK_NS_H
#define TDTOP_COLLECT_CLOCK_NS_H

#include <stdint.h>
#include <time.h>

/* Its time in ns; 0 where there is no such clock. Any thread. */
uint64_t clock_ns(clockid_t clock);

#endif
