/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds rows of snapshots to counters: what a row did in an interval, divided among the nodes of the
 * tree. Pure; any thread.
 */
#pragma once

#include "model/totals/totals_view.h"

struct row;
struct snapshot;

/*
 * Slots of the row; 0 if they are not known, or cannot be right: then they would spoil a counter
 * for good.
 */
double total_row_slots(const struct snapshot *snapshot, const struct row *row);

/*
 * Adds what the row did. Its values must be those of row_evaluate(). Nothing becomes smaller. A
 * ratio of few slots is noise, but the sum of many is not: so the values of a row with too few are
 * taken as well.
 */
void total_add_row(struct total *total, const struct snapshot *snapshot, const struct row *row);

/* Adds slots about which nothing else is known. */
void total_add_undivided(struct total *total, double slots);
