/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of the scope: a table of its own, searched before that of keys.c while the scope is
 * open. UI thread.
 */
#ifndef TDTOP_UI_KEYS_KEYS_SCOPE_H
#define TDTOP_UI_KEYS_KEYS_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/keys/key.h"

extern const struct key scope_keys[];
extern const size_t scope_keys_n;

/* Is the scope on the screen, so that its keys act? */
bool keys_scope_takes(const struct ui_state *state);

/* A key of the list was pressed: one that acts on the list, or opens another, closes the scope. */
void keys_scope_yield(struct ui_state *state, const struct key *key);

/* Opens the scope of a row; the title is harmless text. Returns enum reaction bits. */
unsigned int keys_scope_open(struct ui_state *state, const struct row *row, const char *title);

#endif
