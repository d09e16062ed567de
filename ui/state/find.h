/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filter as you type, and search (struct find). While one of them is open, keys go to it. Called by
 * keys.c and mouse.c on the UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

void find_done(struct find *find);

/* What is wrong, without "filter: ": the line in which it is typed says what it is. */
const char *find_sentence(const char *trouble);

/*
 * Opens a mode if the list can be filtered or searched. Returns enum reaction bits, as all
 * functions below do.
 */
unsigned int find_open(struct ui_state *state, enum find_mode mode);

/* Does this key go to the open line? Arrows move the list behind it. */
bool find_takes(const struct ui_state *state, int code);
unsigned int find_key(struct ui_state *state, int code);

/* Filters or searches by the text of the open line as it is. */
unsigned int find_try(struct ui_state *state);

/* Moves to the next match, or with -1 to the previous one; wraps around. */
unsigned int find_next(struct ui_state *state, int direction);

/* Is there a search for rows of the kind that is listed? */
bool find_is_on(const struct ui_state *state);

/* Ends the search. False: there was none for these rows. */
bool find_end_search(struct ui_state *state);

/*
 * A line of text that the user types is always valid UTF-8 of printable characters. Editing happens at its
 * end. Appends a character. False: it cannot be shown, or the line is full.
 */
bool input_add(char *text, size_t size, int code);

/* The end of the text, as much as fits into so many cells. */
const char *input_tail(const char *text, int cells);
