/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last intervals of each CPU, as cells of a picture (heat.h): 28 bytes per CPU and interval, in
 * all as many bytes as its maker allows. The UI thread owns it and adds each snapshot that it takes
 * from the exchange; intervals that it never saw are missing.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/history/heat.h"

/* Minimum, mean and maximum of values that may be missing. Pure. */
struct spread {
	size_t n;		/* values that are there */
	double min, mean, max;	/* NAN if there is none; in the mean each value counts alike */
};

/* NAN is a missing value: it is left out, and is not 0. */
struct spread spread_of(const float *values, size_t n);

struct cpu_history;
struct snapshot;

struct cpu_interval {
	uint64_t seq;		/* of the snapshot */
	double time;		/* wall clock at its end, seconds since 1970 */
	uint64_t interval_ns;
	const struct heat *cpus;	/* by index into the machine's CPUs; room_ns 0: it had
					 * no row */
};

/*
 * Makes room for so many intervals (at least 1), or fewer if they need more bytes. No memory is
 * taken before the first snapshot. The caller frees it; NULL without memory.
 */
struct cpu_history *cpu_history_new(size_t intervals, size_t bytes);
void cpu_history_free(struct cpu_history *history);	/* NULL is fine */

/*
 * Appends the CPUs of a finished snapshot; the oldest interval is dropped if there is no room. A
 * seq not above the last is ignored. Allocates only if CPUs were added. 0, or -ENOMEM: the interval
 * is missing.
 */
int cpu_history_add(struct cpu_history *history, const struct snapshot *snapshot);

size_t cpu_history_length(const struct cpu_history *history);

/* CPUs of an interval. */
size_t cpu_history_cpus(const struct cpu_history *history);

/*
 * An interval, 0 is the oldest; `at` is below the length. What it points to is valid until the next
 * cpu_history_add().
 */
struct cpu_interval cpu_history_at(const struct cpu_history *history, size_t at);
