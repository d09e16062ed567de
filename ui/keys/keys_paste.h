/* SPDX-License-Identifier: GPL-2.0-only */
/* Pasted text: into a line that is typed, else nowhere. Called by keys.c; UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_PASTE_H
#define TDTOP_UI_KEYS_KEYS_PASTE_H

#include <stdbool.h>

#include "ui/state/ui_state.h"

/* Is this code of pasted text? */
bool keys_paste_takes(int code);

/* Takes its beginning, a character, or its end, when what was typed takes effect. */
unsigned int keys_paste(struct ui_state *state, int code);

#endif
