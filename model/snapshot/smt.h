/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cores before Ice Lake with SMT: each of the two threads counts half of what the core does, and
 * besides events of its own. Where groups rotate, each thread has its own schedule and keeps its
 * group while it idles. So counts are first scaled to the same parts of the time, then added. Pure;
 * any thread.
 */
#pragma once

#include <stdint.h>

#include "model/counts.h"
#include "model/formula.h"
#include "model/snapshot/snapshot.h"

/* The family's events that count half of their core: bits 1 << EV_x. */
uint32_t smt_core_events(const struct family *family);

/*
 * counts: all that a CPU counted; ran: the part while a task ran there. While the CPU idles, slots
 * of the core go on counting, in whichever group is on, but the CPU's own events do not. This
 * scales its own events as if each group had had the same part of the busy time as of all time. A
 * group in which no task ran has counted nothing.
 */
void smt_even_rotation(const struct family *family, struct counts *counts,
		       const struct counts *ran);

/*
 * Returns the core's counts from the rows of its n CPUs. Adding both halves would be right if both
 * were read; but a sleeping CPU is not read, a waking one brings counts from earlier, and one may
 * be offline. So the busiest CPU speaks for the core, and the other CPU's own events are scaled to
 * the busiest's groups. A group in which a CPU that ran much never ran counts as not counted.
 */
struct counts smt_core_counts(const struct family *family, const struct row *cpus, uint32_t n);
