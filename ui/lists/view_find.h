/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of a filter or search. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_LISTS_VIEW_FIND_H
#define TDTOP_UI_LISTS_VIEW_FIND_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

struct find_prompt {
	const char *label, *text;	/* "Filter: ", and what is typed */
	const char *trouble;		/* why it is not in use; "": it is */
	const char *hint;		/* while nothing is typed */
};

#define VIEW_FIND_QUOTE 160

/* A filter or search for a status line: as much of its beginning as leaves room for what it found. */
void view_find_quote(const char *typed, bool ascii, char text[VIEW_FIND_QUOTE]);

void view_find_draw_prompt(struct canvas *canvas, struct rect rect, const struct find_prompt *prompt,
			   bool ascii);

/* The prompt of the lists. */
void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
