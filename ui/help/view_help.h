/* SPDX-License-Identifier: GPL-2.0-only */
/* The help screen. Called by screen.c; UI thread. */
#pragma once

#include <stddef.h>

#include "ui/draw/canvas.h"
#include "ui/keys/actions.h"
#include "ui/state/ui_state.h"

/*
 * Lines of the first page at most, in two columns: the keys of the screen that the help covers, and the
 * signs that can be seen there. It fits a screen of 80x24.
 */
#define HELP_HERE_LINES 20

/*
 * Goes to the part state->help_goes_to. Sets state->help_lines and help_starts, and limits
 * help_scroll.
 */
void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* ---- keys of the tables that the screen names ---- */

#define SHOWN_KEYS 64

struct shown_keys {
	const struct key *keys[SHOWN_KEYS];	/* in the order of their tables */
	size_t n;
};

/* The screen that is shown, or that the help covers, as bits of enum key_where. */
unsigned int shown_keys_where(const struct ui_state *state);

/* The keys with a bit of `where`. */
void shown_keys_list(const struct ui_state *state, unsigned int where, struct shown_keys *shown);
