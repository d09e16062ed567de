/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TDTOP_COLLECT_CLOCK_PERIOD_H
#define TDTOP_COLLECT_CLOCK_PERIOD_H

#include "collect/slice/slicer.h"

/*
 * How often the cpu-clock of a CPU is to sample. If it is certain who runs there, the readings at the
 * ticks do all that is needed, and an idle CPU is not woken at all. The clock is for the rest:
 *  - nobody knows who runs (the start, LOST records): until it tells;
 *  - somebody else counts too: the group is on for turns of 4 ms, and only what lies between two samples
 *    of one turn has an owner;
 *  - long intervals: the register's fields are 8 bits wide, so it wants to be read every few seconds.
 */
uint64_t clock_period_ns(const struct slicer *slicer, size_t cpu, uint64_t interval_ns);

#endif
