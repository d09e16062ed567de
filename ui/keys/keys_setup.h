/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of the setup screen: a table of their own, asked before that of keys.c. Some of those
 * hold there too (key->in_setup). UI thread.
 */
#ifndef TDTOP_UI_KEYS_SETUP_H
#define TDTOP_UI_KEYS_SETUP_H

#include <stddef.h>

#include "ui/keys/key.h"

extern const struct key setup_keys[];
extern const size_t setup_keys_n;

/* F2: opens or closes it; for the table in keys.c. Returns enum reaction bits. */
unsigned int act_setup(struct ui_state *state, int argument);

#endif
