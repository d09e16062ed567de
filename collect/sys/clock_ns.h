/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock of the kernel as one number. The switch source calls it through struct switch_sys. */
#ifndef TDTOP_COLLECT_SYS_CLOCK_NS_H
#define TDTOP_COLLECT_SYS_CLOCK_NS_H

#include <stdint.h>
#include <time.h>

/* The time of this clock in ns; 0 if the kernel has no such clock. Any thread. */
uint64_t clock_ns(clockid_t clock);

#endif
