/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two recordings (model/snapshot/sums.h) side by side, by command name. So that recordings of different length, load
 * and machines compare, slots are in percent of the busy slots of their own machine (all but the idle
 * task's), CPU time is per second, and classes are shares of the command's slots.
 *
 * What changed most: the slots that a command uses for each of the four classes, in percent of the busy
 * slots of the machine, are compared. What the classes gained is added up, and what they lost; the larger of
 * both is the change, in points. So a command that only grew from 10 to 25 % of the slots changed by 15, and
 * one whose split moved by 30 points at 50 % of the slots as well: a large one that changes a little
 * is before a tiny one that changes all. One that ran in one recording only changed by its whole share. Where
 * a split is missing or of too few slots, the share alone counts: as little as it must have been.
 *
 * Nothing missing is taken for zero: a side on which a command did not run has no row.
 */
#ifndef TDTOP_MODEL_COMPARE_H
#define TDTOP_MODEL_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"

enum side { BEFORE, AFTER, SIDES };

struct compared {
	const char *name;		/* in one of the snapshots; NULL: the machine */
	const struct row *row[SIDES];	/* NULL: did not run. Never both */
	double share[SIDES];		/* slots, percent of the machine's busy ones; NAN: not known */
	double cpu[SIDES];		/* CPU time, percent of the time: 100 per CPU; NAN: did not run */
	double change;			/* points, see above; NAN: not known */
};

struct comparison {
	const struct snapshot *of[SIDES];	/* borrowed */
	int levels;		/* TopDown levels that both have */
	struct compared machine;
	struct compared *rows;	/* the most changed first; ties: by share, then name */
	size_t n;
};

/* Compares two sums with rows of ROW_COMMAND. 0 or -ENOMEM. */
int comparison_init(struct comparison *comparison, const struct snapshot *before,
		    const struct snapshot *after);
void comparison_done(struct comparison *comparison);

/* Share of this class in the row's own slots, percent; NAN: missing, too few slots, or not in both levels. */
double compared_percent(const struct comparison *comparison, const struct compared *row,
			enum side side, enum metric_id metric);

/* The same in percent of the machine's busy slots. */
double compared_slots(const struct comparison *comparison, const struct compared *row,
		      enum side side, enum metric_id metric);

#endif
