/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which keys of the tables the screen names: in the last line, and on the first page of the help.
 * Called by views on the UI thread.
 */
#pragma once

#include <stddef.h>

#include "ui/keys/key.h"

#define SHOWN_KEYS 64

struct shown_keys {
	const struct key *keys[SHOWN_KEYS];	/* in the order of their tables */
	size_t n;
};

/* The screen that is shown, or that the help covers, as bits of enum key_where. */
unsigned int shown_keys_where(const struct ui_state *state);

/* The keys with a bit of `where`. */
void shown_keys_list(const struct ui_state *state, unsigned int where, struct shown_keys *shown);
