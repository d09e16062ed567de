/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of the setup screen: a table of its own, searched before that of keys.c. Keys with
 * in_setup work there as well. UI thread.
 */
#ifndef TDTOP_UI_KEYS_KEYS_SETUP_H
#define TDTOP_UI_KEYS_KEYS_SETUP_H

#include <stddef.h>

#include "ui/keys/key.h"

extern const struct key setup_keys[];
extern const size_t setup_keys_n;

/* F2: opens or closes the setup screen; for the table in keys.c. Returns enum reaction bits. */
unsigned int act_setup(struct ui_state *state, int argument);

#endif
