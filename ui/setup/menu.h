/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Menus over the list: of users, and of columns to sort by (struct menu). While one is open, all
 * keys but Ctrl-L go to it. Called by keys.c and mouse.c on the UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

struct menu_line {
	char text[COLUMN_TEXT];		/* harmless */
	char number[24];		/* at the right edge; "": none */
};

void menu_done(struct menu *menu);

/*
 * Opens a menu, if the list has something to choose. Returns enum reaction bits, as menu_key() and
 * menu_click() do.
 */
unsigned int menu_open(struct ui_state *state, enum menu_id id);

bool menu_takes(const struct ui_state *state, int code);
unsigned int menu_key(struct ui_state *state, int code);

/*
 * A click on a line of the menu, which has `lines` on the screen: chooses it, a second one takes
 * it.
 */
unsigned int menu_click(struct ui_state *state, size_t line, size_t lines);

/* After rows were listed: fills the open menu again. */
void menu_refresh(struct ui_state *state);

/* The first line to show, if there is room for `lines`. */
size_t menu_first(const struct menu *menu, size_t lines);

/* What is drawn of the open menu: a line, the cells it has at least, and the line below all. */
struct menu_look {
	const char *label, *hint;	/* of the line below the list */
	int width;
};
void menu_print(const struct ui_state *state, size_t i, struct menu_line *line);
const struct menu_look *menu_look(const struct menu *menu);
