/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of the time map: a table of its own, searched before that of keys.c while the map is
 * open. UI thread.
 */
#ifndef TDTOP_UI_KEYS_KEYS_MAP_H
#define TDTOP_UI_KEYS_KEYS_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/keys/key.h"

extern const struct key map_keys[];
extern const size_t map_keys_n;

/* Is the map on the screen, so that its keys act? */
bool keys_map_takes(const struct ui_state *state);

/*
 * A key of the list was pressed, with the map open: one that acts on the list, or opens another
 * one, closes the map.
 */
void keys_map_yield(struct ui_state *state, const struct key *key);

/* M: opens the map; for the table in keys.c. Returns enum reaction bits. */
unsigned int act_map(struct ui_state *state, int argument);

/* Esc in a list that was opened from the map: back. False: it was not. */
bool keys_map_return(struct ui_state *state);

#endif
