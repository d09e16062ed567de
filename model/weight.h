/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The weight of a row: what part of the machine's slots it has, and what it can gain at most if a
 * node's slots were not lost. Pure, any thread.
 *
 * The bound is Amdahl's law over slots. A row needs S slots for its work, and loses the share p of
 * them to a node. If these pS slots vanished and nothing else changed, the same work would need
 * (1 - p)S slots. A core offers its slots at a constant rate (width times clock), so the row would
 * take the part 1 - p of its CPU time: it is 1 / (1 - p) times as fast. The machine would save
 * pS of its slots. Both are upper bounds, for two reasons. TopDown gives each slot to one cause,
 * the first in its tree (A. Yasin, "A Top-Down method for performance analysis and counters
 * architecture", ISPASS 2014): where causes overlap, a slot that no longer waits for the one waits
 * for the next, so the other nodes grow. And only CPU time shrinks: a task that sleeps or waits
 * for a disk does so as before. The bound is of the node's slots: mending a cause can also mend
 * slots of other nodes (a mispredicted branch costs fetch latency as well).
 */
#pragma once

#include <stdbool.h>

#include "model/counts.h"
#include "model/metric.h"

/*
 * Below this percentage of the machine's slots and also of one CPU's time, nothing of a row is
 * worth tuning. Without the row the machine gains less than a percent, which one interval cannot
 * tell from noise. And the row itself is off the CPU for 99 % of the time, so that its own answers
 * come less than a percent sooner, however fast its code.
 */
#define WEIGHT_MIN_PERCENT 1.0

/* What ending a node's loss can gain, at most. */
struct gain {
	double machine;		/* percent of the machine's slots; NAN: not known */
	double speedup;		/* of the row: 1 or more; INFINITY: all its slots are the node's;
				 * NAN: not known, or the node's slots are not lost */
	bool rough;		/* a count in it is extrapolated */
};

/*
 * The percentage of the machine's slots that a row has, of the slots that the machine's shares
 * refer to (counts_whole()). NAN if either has none, or if the row has more than the machine: that
 * is impossible, so one of the two is extrapolated wrongly.
 */
double weight_percent(const struct counts *row, const struct counts *machine);

/*
 * The bounds for a node of a row that has `percent` of the machine's slots (NAN: not known).
 * Nothing is known where the node's quality is Q_LOW_SLOTS or less. Slots that did useful work
 * have no bound of this kind (NAN); those that another task used are no gain for the machine.
 */
struct gain weight_gain(const struct values *values, enum metric_id node, double percent);

/* Is the row too light for advice? cpu_percent: of one CPU's time. NAN of either: no. */
bool weight_is_light(double percent, double cpu_percent);
