/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys: ONE table, used to act, by the help screen, by the footer and by the manual's test (and
 * one of the setup screen, in keys_setup.c).
 * Actions change the state and say what became stale; they draw nothing. UI thread.
 */
#ifndef TDTOP_UI_KEYS_H
#define TDTOP_UI_KEYS_H

#include <stddef.h>

#include "ui/keys/key.h"

extern const struct key keys[];
extern const size_t keys_n;

/* Acts on a key; returns enum reaction bits. Rows are listed again where needed. */
unsigned int ui_key(struct ui_state *state, int code);

#endif
