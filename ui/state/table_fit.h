/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns fit on a line, where they begin and how wide they are. Used to draw the list, by
 * the keys < and >, by clicks on the head and by the setup screen. Pure; UI thread.
 */
#ifndef TDTOP_UI_STATE_TABLE_FIT_H
#define TDTOP_UI_STATE_TABLE_FIT_H

#include <stddef.h>

#include "ui/state/ui_state.h"
#include "ui/table/column_set.h"

#define TABLE_NARROW 60		/* cells: on a narrower screen the labels of CPUs are short */

struct table {
	size_t n;
	struct table_place {
		const struct column *column;
		int x, w;
	} places[COLUMNS_MAX];
};

/*
 * Chooses from list the columns that fit into w cells from x on, the most important first
 * (column->priority; the ordering column always), and gives the rest of the line to the columns
 * whose width was chosen, then to the stretching ones.
 */
void table_fit(struct table *table, const struct column_choice *list, size_t n, int x, int w,
	       const struct column *ordering);

/* The columns of the list that is shown, on a line of w cells. */
void table_fit_view(const struct ui_state *state, int w, struct table *table);

/* Cells of the label before the columns in the tree of CPUs, on a line of w cells. */
int table_label_width(int w);

#endif
