/* SPDX-License-Identifier: GPL-2.0-only */
/* A word on keys that do nothing here. Called by keys.c on the UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_REFUSE_H
#define TDTOP_UI_KEYS_KEYS_REFUSE_H

#include <stddef.h>

#include "ui/keys/key.h"

#define KEYS_NAME 16

/* The name of a key as people say it: "F7", "Left", "Ctrl-X", "é"; harmless on any terminal. */
void keys_name(int code, char text[KEYS_NAME]);

/*
 * Says why this key does nothing here. key: its row in the table of lists, where it does something
 * on another screen; NULL: it does nothing anywhere. Returns enum reaction bits.
 */
unsigned int keys_refuse(struct ui_state *state, const struct key *key, int code);

/* The same of a key that is about counters, on a machine without (family_has_counters()). */
unsigned int keys_refuse_uncounted(struct ui_state *state, int code);

#endif
