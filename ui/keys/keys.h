/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys: ONE table, used by the dispatch, the help screen, the footer and the test of the
 * manual; the setup screen has a second one in keys_setup.c. Actions change the state and return
 * what became stale; they draw nothing. Called by ui.c and mouse.c on the UI thread.
 */
#pragma once

#include <stddef.h>

#include "ui/keys/actions.h"

extern const struct key keys[];
extern const size_t keys_n;

/* Acts on a key and lists the rows again if needed. Returns enum reaction bits. */
unsigned int ui_key(struct ui_state *state, int code);
