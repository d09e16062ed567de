/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of the code view on the screen: made, filtered, sorted; the cursor in them. Made again
 * only when the profile, the names, the order or the filter has changed, not for each frame. UI
 * thread.
 */
#pragma once

#include "ui/state/code_screen.h"

/* The view on the screen, its step and its list. One is open. */
const struct code_view *code_view_shown(const struct code_screen *code);
struct code_step *code_step_shown(struct code_screen *code);
struct code_list *code_list_shown(struct code_screen *code);

/* Is there anything below its rows? */
bool code_view_enters(const struct code_view *view);

/* Is it a picture now? Then its own keys move in it. */
bool code_view_is_picture(const struct code_screen *code);

/* Makes the view, then lists its rows. False without memory: then fewer rows, or none. */
bool code_list_make(struct code_screen *code);

/*
 * The columns of the open view that are shown if there is room, as indices of its kind, from left to right.
 * They are those that were chosen, without what is not wanted, or known in no row. Returns how many.
 */
size_t code_list_columns(const struct code_screen *code, size_t index[CODE_ROW_COLUMNS_MAX]);

/* The width that was chosen for a column of the open view; 0: none. */
int code_list_width(const struct code_screen *code, const struct row_column *column);

/* Was this column of the open view chosen, or is it a usual one? */
bool code_list_chose(const struct code_screen *code, const struct row_column *column);

/* Lists its rows again: the filter or the order has changed. */
bool code_list_sort(struct code_screen *code);

/* A row of the kind of the open view; what it is, whatever its number. */
const void *code_list_row(const struct code_screen *code, size_t row);
struct code_row_id code_list_id(const struct code_screen *code, size_t row);

/* The row under the cursor. False: there is none. */
bool code_list_selected(const struct code_screen *code, size_t *row);

/* Moves the cursor by lines; it stays on its row from then on. */
void code_list_move(struct code_screen *code, long lines);
/* To the first line, and stays there. */
void code_list_top(struct code_screen *code);

/* Orders by the wanted column beside the present one. False: there is none. */
bool code_list_order_beside(struct code_screen *code, int direction);
/* By this column. */
void code_list_order_by(struct code_screen *code, size_t column);
void code_list_reverse(struct code_screen *code);

/* Moves to the next row that matches the search, or with -1 to the one before. False: none. */
bool code_list_find(struct code_screen *code, int direction, bool here);

void code_lists_done(struct code_screen *code);
