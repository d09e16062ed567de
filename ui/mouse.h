/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The mouse, without curses: what happened where (term.c makes it), what is there (a pure function
 * over the layout), and what it does. Everything it does a key does too. UI thread.
 */
#ifndef TDTOP_UI_MOUSE_H
#define TDTOP_UI_MOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/draw/layout.h"

struct ui_state;

enum mouse_act { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
	enum mouse_act act;
	int x, y;		/* cell of the screen, from 0 */
	int64_t ms;		/* when, on any clock; 0: never */
	bool again;		/* the second click of a double click */
};

/* Is this the second click of a double click that `last` began? */
bool mouse_is_again(const struct mouse *now, const struct mouse *last);

enum mouse_place { ON_NOTHING, ON_HEAD, ON_ROW, ON_SETUP, ON_FOOTER };

/* What is at a cell. *line: which line of the rows, for ON_ROW. */
enum mouse_place mouse_place(const struct layout *layout, int x, int y, int *line);

/* Acts on the mouse; returns enum reaction bits, as ui_key does. */
unsigned int ui_mouse(struct ui_state *state, const struct mouse *mouse);

#endif
