/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finding on the screen: the line at the bottom where a filter or a search is typed, the menu of
 * users. While one of them is open the keys go there. UI thread.
 */
#ifndef TDTOP_UI_FIND_H
#define TDTOP_UI_FIND_H

#include "ui/state/ui_state.h"

void find_done(struct find *find);

/* Opens a mode, where there is something to find. Returns enum reaction bits, as all below. */
unsigned int find_open(struct ui_state *state, enum find_mode mode);

/* Does this key go to what is open? Arrows move the list behind a line that is typed. */
bool find_takes(const struct ui_state *state, int code);
unsigned int find_key(struct ui_state *state, int code);

/* A click on a line of the menu. */
unsigned int find_click(struct ui_state *state, size_t line);

/* To the next match, or with -1 to the one before; around the ends. */
unsigned int find_next(struct ui_state *state, int direction);

/* Is there a search of rows as they are listed now? */
bool find_is_on(const struct ui_state *state);

/* Forgets the search. False: there was none of such rows. */
bool find_end_search(struct ui_state *state);

/* The rows were listed again: the menu too. */
void find_refresh(struct ui_state *state);

/* The line of the menu that is on its first line of `lines`. */
size_t find_first_user(const struct find *find, size_t lines);

#endif
