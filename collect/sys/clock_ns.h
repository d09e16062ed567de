/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock of the kernel as one number. Sources call it through struct cpu_sys. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The time of this clock in ns; 0 if the kernel has no such clock. Any thread. */
uint64_t clock_ns(clockid_t clock);

/* Seconds since 1970. Any thread. */
double clock_wall(void);

/*
 * How long the machine was suspended since it started, by such a function. Preempted in between, it
 * returns too little, never too much. Any thread.
 */
int64_t clock_suspended_ns(uint64_t (*clock)(clockid_t clock));

/*
 * Was it suspended since that was suspended_ns? That takes all CPUs but one offline and back
 * (kernel: freeze_secondary_cpus()), which no list shows when tdtop runs again.
 */
bool clock_was_suspended(uint64_t (*clock)(clockid_t clock), int64_t suspended_ns);
