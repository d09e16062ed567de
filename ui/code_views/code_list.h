/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of the code view on the screen: made, filtered, sorted; the cursor in them. Made again
 * only when the profile, the names, the order or the filter has changed, not for each frame. UI
 * thread.
 */
#pragma once

#include "ui/state/row_list.h"

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

/* The rows of the open view, for filters, search, order and menus. */
void code_list_rows(const struct ui_state *state, struct row_list *rows);

/* Orders by this column. */
void code_list_order_by(struct code_screen *code, size_t column);

void code_lists_done(struct code_screen *code);
