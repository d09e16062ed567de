/* SPDX-License-Identifier: GPL-2.0-only */
/* What a row says beyond its counts: values of the tree, load, cost; and sums of rows. Any thread. */
#ifndef TDTOP_MODEL_ROW_H
#define TDTOP_MODEL_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

/* Adds what `row` counted and used: counts, times, slices, idle and unaccounted slots. */
void row_sum(struct row *into, const struct row *row);

/*
 * Has this row too few slots to tell a ratio? Below 1/1000 of the interval on a CPU, or so few slots
 * that the 8-bit fields of the register are coarser than a percent, a ratio would be noise.
 */
bool row_has_low_slots(const struct snapshot *snapshot, const struct row *row);

/*
 * Fills the row's values from its counts; those of nodes are missing if the snapshot is not sound. Where level 1 belongs to cores a CPU has that of its core, whose
 * row must have been evaluated; a task, or a sum of some, has none (Q_OF_CORE).
 */
void row_evaluate(const struct snapshot *snapshot, struct row *row);

/* The id of the row that stands for those threads: below 0, no process has it. And its name. */
int32_t uncounted_pid(enum uncounted why);
const char *uncounted_name(enum uncounted why);

/*
 * Percent of the interval: a process with four busy threads has 400; a busy CPU 100. NAN for threads
 * that are not counted.
 */
double row_cpu_percent(const struct snapshot *snapshot, const struct row *row);

/* CPU, core, socket, machine: percent of the time that was not idle, 0..100. */
double row_busy_percent(const struct snapshot *snapshot, const struct row *row);

/* Slots of this class in the row (share x slots), for "what costs me most"; NAN if missing or few. */
double row_class_slots(const struct row *row, enum metric_id metric);

#endif
