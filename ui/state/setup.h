/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The setup screen (F2): a list of pages at the left, the lines of one at the right. One page has the
 * settings, the others the columns of a view, chosen or not. Every change holds at once, so the list
 * over it shows what comes of it; a page of columns shows its view. UI thread.
 */
#ifndef TDTOP_UI_SETUP_H
#define TDTOP_UI_SETUP_H

#include "ui/state/ui_state.h"

/* The first page has the settings; one for each view with columns of its own follows. */
enum { SETUP_SETTINGS, SETUP_COLUMNS };

/* How many pages there are. */
int setup_pages(void);

/* The view whose columns a page has; not of SETUP_SETTINGS. */
enum view_id setup_page_view(int page);

const char *setup_page_name(int page);

/* Opens it in place of help and detail, or closes it. Returns enum reaction bits, as all below. */
unsigned int setup_open(struct ui_state *state);
unsigned int setup_close(struct ui_state *state);

/* The lines that it would fill, its head too. */
int setup_lines(const struct setup *setup);

/* Do keys go there? */
bool setup_takes(const struct ui_state *state);

/* The view that is shown when it is closed. */
enum view_id setup_view(const struct ui_state *state);

/* The cursor: among the pages, or in one. */
unsigned int setup_move(struct ui_state *state, long lines);
unsigned int setup_go_inside(struct ui_state *state, bool inside);
unsigned int setup_go_to_page(struct ui_state *state, int page);
unsigned int setup_go_to_line(struct ui_state *state, size_t line);

/* The line under the cursor. A setting: its next value. A column: there or not. */
unsigned int setup_choose(struct ui_state *state);
/* A setting: its next value or the one before. A column: a cell wider or narrower. */
unsigned int setup_change(struct ui_state *state, int direction);
/* Columns only: to the left or right; its usual width; the order of rows; the usual columns. */
unsigned int setup_shift(struct ui_state *state, int direction);
unsigned int setup_usual_width(struct ui_state *state);
unsigned int setup_sort(struct ui_state *state);
unsigned int setup_reset(struct ui_state *state);

#endif
