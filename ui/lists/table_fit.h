/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns fit on a line, where they begin and how wide they are. Used to draw the list, by
 * the keys < and >, by clicks on the head and by the setup screen. Pure; UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/state/ui_state.h"
#include "ui/table/column_set.h"

#define TABLE_NARROW 60		/* cells: on a narrower screen the labels of CPUs are short */

struct table {
	bool whole;		/* nodes are whole numbers, where they have no room for more */
	size_t n;
	struct table_place {
		const struct column *column;
		int x, w;
	} places[COLUMNS_MAX];
};

/*
 * Chooses from list the columns that fit into w cells from x on, the most important first
 * (column->priority; the ordering column always). The rest of the line goes to the columns whose
 * width was chosen, then to the stretching ones.
 */
void table_fit(struct table *table, const struct column_choice *list, size_t n, int x, int w,
	       const struct column *ordering);

/* The columns of the list that is shown, on a line of w cells. */
void table_fit_view(const struct ui_state *state, int w, struct table *table);

/* What the head of a column says about the order of the rows. */
enum table_mark {
	MARK_NONE,
	MARK_ORDER,	/* its values fall or rise */
	MARK_OF_COST	/* the node whose cost COST shows */
};

/*
 * The mark of a place of the fitted table. On level 2 the children of a class have its mark.
 */
enum table_mark table_mark_of(const struct table *table, size_t place,
			      const struct ui_state *state);

/*
 * Do the heads say what sorts the rows, and which node COST is of if the user chose one? A list in its
 * natural order needs none.
 */
bool table_is_marked(const struct table *table, const struct ui_state *state);

/* Cells of the label before the columns in the tree of CPUs, on a line of w cells. */
int table_label_width(int w);
