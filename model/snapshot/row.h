/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of a row that follow from its counts (nodes of the tree, load, cost), and sums of rows.
 * Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

/* Is it a number in place of a name that is not known (":1234")? It means nothing later. */
bool row_name_is_unknown(const char *name);

/*
 * A row is marked where more of its time may have been lost: half a point of a share, at the most, is what an
 * unmarked one is wrong by.
 */
#define LACKS_SHARE 0.005

/*
 * Adds counts, times, slices, idle and unaccounted slots of `row`. Rows of a snapshot may share their numbers, or
 * have no room for these: snapshot_sum() adds to them.
 */
void row_sum(struct lone_row *into, const struct row *row);

/* row_sum() of a draft's row `into`, which gets numbers of its own and room for these. False: no memory. */
bool snapshot_sum(struct snapshot *snapshot, struct row *into, const struct row *row);

/* The same, but the first row's numbers are shared, and must not change any more. Both are tasks, or sums of them. */
bool snapshot_sum_or_share(struct snapshot *snapshot, struct row *into, const struct row *row);

/* The opposite, of a task's row that was added: what is left is never below 0. */
void row_subtract(struct row *from, const struct row *row);

/*
 * Has the row too few slots for a ratio? A ratio is noise if the row ran for less than 1/1000 of
 * the interval, or if its slots are so few that a step of the register's 8-bit fields exceeds a
 * percent.
 */
bool row_has_low_slots(const struct snapshot *snapshot, const struct row *row);

/*
 * Fills the row's values from its counts. Values of nodes are missing if the snapshot is not sound.
 * Where slots are counted per core, a CPU gets the values of its core, which must have been
 * evaluated; a task, or a sum of tasks, whose core was shared has none (Q_OF_CORE).
 */
void row_evaluate(const struct snapshot *snapshot, struct row *row);

/* The same with the evaluator of the machine's family, for many rows. */
void row_evaluate_by(struct evaluator *evaluator, const struct snapshot *snapshot, struct row *row);

/* Id (below 0, so that no process has it) and name of the row that stands for uncounted threads. */
int32_t uncounted_pid(enum uncounted why);
const char *uncounted_name(enum uncounted why);

/*
 * CPU time in percent of the interval: 100 for a busy CPU, 400 for a process with four busy
 * threads. NAN for uncounted threads, and for a process that is asleep.
 */
double row_cpu_percent(const struct snapshot *snapshot, const struct row *row);

/* How long a thread that ran, with its slices, waited for a CPU. */
void row_set_wait(struct row *thread, bool known, uint64_t wait_ns);

/*
 * The standard error of the row's slots, or of its CPU time, in percent of them, where they are
 * estimated from windows; those of tasks are added as if they were independent. NAN: not known, or no
 * such estimate.
 */
double row_estimate_error(const struct row *row);

/* Is its CPU time estimated, and not known exactly? */
bool row_time_is_estimated(const struct snapshot *snapshot, const struct row *row);

/*
 * The standard error, in points, of the row's percentage of one of the four classes, where it is estimated
 * from windows. It is larger where these are few, so that twice as much holds in 95 of 100 cases. NAN: not
 * known, or no such estimate. So it is where the family's formula is not the class' part of the four counts,
 * but for corrections of a point.
 */
double row_class_error(const struct snapshot *snapshot, const struct row *row, enum metric_id class);

/*
 * Time in which the row's threads could run and waited for a CPU, in percent of the interval: 300
 * for three that never ran, though they could. 0 unless *quality is above Q_LOW_SLOTS; Q_PARTIAL:
 * it is known of some of the threads only, so it is at least as much.
 */
double row_wait_percent(const struct snapshot *snapshot, const struct row *row,
			enum quality *quality);

/* CPU, core, socket, machine: percent of the time not spent in the idle task, 0..100. */
double row_busy_percent(const struct snapshot *snapshot, const struct row *row);

/* Slots of this class in the row (share x slots): the absolute cost. NAN if missing or too few. */
double row_class_slots(const struct row *row, enum metric_id metric);

/*
 * The same in percent of the slots that the machine's percentages refer to, so all rows of a kind
 * add up to the machine's split. NAN if missing, or if the machine has no slots.
 */
double row_cost_percent(const struct snapshot *snapshot, const struct row *row,
			enum metric_id metric);

/*
 * Clock rate in GHz while the row ran: cycles per nanosecond on a CPU, without the idle task. 0
 * unless *quality is above Q_LOW_SLOTS; Q_MISSING also where the kernel's cycles are not counted,
 * as its time is.
 */
double row_ghz(const struct snapshot *snapshot, const struct row *row, enum quality *quality);

/* Instructions per second of the interval, likewise; in user mode only where machine->user_only. */
double row_instruction_rate(const struct snapshot *snapshot, const struct row *row,
			    enum quality *quality);

/*
 * Percent of the CPUs' time in which it is not known who ran, because records were lost: each task
 * may miss as much. 0 if no records were lost; NAN: it is not known, as only some processes are watched and
 * the time of what was lost is not known.
 */
double snapshot_unknown_percent(const struct snapshot *snapshot);
