/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A list of rows of a kind (rows.h) on the screen: the code view that is open, or the nodes of a detail. Each says
 * here what it has, so that filter, search, order and the menus of columns are written once. UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

struct row_list {
	const struct code_kind *kind;	/* NULL: it has no rows */
	struct rows_of of;
	const char *hint;		/* what may be typed */
	enum code_kind_id chosen;	/* its columns in look; none there: the usual ones */
	struct code_columns shown;	/* if there is room, from left to right */
	const struct row_column *order;	/* NULL: rows have an order of their own */
	bool reverse;
	/* Where the filter or the search is kept, CODE_FILTER_TEXT bytes; "": none. */
	char *(*text)(struct ui_state *state, enum find_mode mode);
	void (*order_by)(struct ui_state *state, const struct row_column *column);
	void (*flip)(struct ui_state *state);	/* reverses the order */
	/* Lists the rows again: the filter, or the columns, have changed. */
	void (*again)(struct ui_state *state);
	/* Moves to the next row that matches the search, from the present one on if `here`; -1: before. False: none. */
	bool (*find)(struct ui_state *state, int direction, bool here);
};

/* Opens the line where a filter or a search of these rows is typed. False: there are none. */
bool row_list_open(struct ui_state *state, row_lister rows, enum find_mode mode);

/* Filters or searches by the line as it is; half-typed text leaves the last filter in use. */
void row_list_try(struct ui_state *state);

/* The line ends, of whatever rows; rows of a kind are listed again. */
void row_list_close(struct ui_state *state);

/* Moves to the next match, or with -1 to the one before; says if there is none. */
void row_list_next(struct ui_state *state, row_lister rows, int direction);

/* Orders by the shown column to the left (-1), to the right, or (0) reverses the order; if there is none, nothing. */
void row_list_order(struct ui_state *state, row_lister rows, int direction);

/* The head of a column is clicked: orders by it, or reverses that. */
void row_list_click(struct ui_state *state, row_lister rows, const struct row_column *column);
