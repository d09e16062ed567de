/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts where each of the two threads of a core counts half of what the core does, beside what is its own
 * (cores before Ice Lake with SMT). Where groups take turns each thread has its own timetable, and keeps its turn
 * while it idles: so what is added up is first brought to the same parts of the time. Pure; any thread.
 */
#ifndef TDTOP_MODEL_SMT_H
#define TDTOP_MODEL_SMT_H

#include <stdint.h>

#include "model/counts.h"
#include "model/formula.h"
#include "model/snapshot/snapshot.h"

/* The family's events that count half of their core: bits 1 << EV_x. */
uint32_t smt_core_events(const struct family *family);

/*
 * counts: all that a CPU counted; ran: of it, while somebody ran there. Slots of the core count while the CPU
 * idles, too, in whatever turn it has then; its own events do not. They become what they were if each turn had
 * had the same part of the time in which the CPU ran as of all its time. A turn in which nobody ran has
 * counted nothing.
 */
void smt_even_rotation(const struct family *family, struct counts *counts, const struct counts *ran);

/*
 * The core's counts, of its CPUs' rows. Half of it each would add up, if both were read: but a CPU that sleeps is
 * not, one that wakes brings what was before, and one may be offline. So the busiest speaks for the core, and the
 * others' own events are brought to its turns. A turn in which a CPU that ran much never ran has counted nothing.
 */
struct counts smt_core_counts(const struct family *family, const struct row *cpus, uint32_t n);

#endif
