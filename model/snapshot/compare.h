/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compares two recordings (model/snapshot/sums.h) by command name. Recordings may differ in length,
 * load and machine. So slots are in percent of the busy slots of their own machine (all but the
 * idle task's), CPU time is per second, and classes are shares of the command's own slots. One
 * thread.
 *
 * The order, "what changed most": a command uses slots for each of the four classes, in percent of
 * the machine's busy slots. The gains of all classes are added, and the losses; the larger sum is
 * the change, in points. A command that only grew from 10 to 25 % of the slots changed by 15, and
 * so did one whose split moved by 30 points at 50 % of the slots. So a large command that changes a
 * little comes before a tiny one that changes completely. A command that ran in one recording only
 * changed by its whole share. Where a split is missing or has too few slots, the change is that of
 * the share alone, the least that it can be.
 *
 * Missing is not zero: a side on which a command did not run has no row.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/side.h"
#include "model/snapshot/snapshot.h"

struct compared {
	const char *name;		/* text of one of the snapshots; NULL: the machine */
	const struct row *row[SIDES];	/* NULL: did not run; never both NULL */
	double share[SIDES];		/* slots, percent of the machine's busy ones, or NAN */
	double cpu[SIDES];		/* CPU time in percent of the interval, 100 per CPU; NAN:
					 * did not run */
	double change;			/* points, see above; NAN: not known */
};

struct comparison {
	const struct snapshot *of[SIDES];	/* borrowed */
	int levels;		/* TopDown levels that both recordings have */
	struct compared machine;
	struct compared *rows;	/* the most changed first; ties: by share, then by name */
	size_t n;
};

/*
 * Compares two sums that have rows of ROW_COMMAND. The caller calls comparison_done(). 0 or
 * -ENOMEM.
 */
int comparison_init(struct comparison *comparison, const struct snapshot *before,
		    const struct snapshot *after);
void comparison_done(struct comparison *comparison);

/*
 * Share of a class in the row's own slots, percent. NAN: missing, too few slots, or not counted on
 * both sides.
 */
double compared_percent(const struct comparison *comparison, const struct compared *row,
			enum side side, enum metric_id metric);

/* The same share in percent of the machine's busy slots. */
double compared_slots(const struct comparison *comparison, const struct compared *row,
		      enum side side, enum metric_id metric);
