/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E of the code views: writes the profile for other programs. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_EXPORT_H
#define TDTOP_UI_KEYS_KEYS_EXPORT_H

#include <stdbool.h>

#include "ui/state/ui_state.h"

/* Asks for which program: the next key answers. */
unsigned int keys_export_ask(struct ui_state *state, int argument);

/* Is the next key an answer? */
bool keys_export_takes(const struct ui_state *state);

/* The answer: R_EXPORT, or nothing is written. */
unsigned int keys_export_answer(struct ui_state *state, int code);

#endif
