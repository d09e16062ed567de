/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the tree in a detail: nodes below level 2. Called by keys.c on the UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_DETAIL_H
#define TDTOP_UI_KEYS_KEYS_DETAIL_H

#include <stddef.h>

#include "ui/detail/node_lines.h"
#include "ui/keys/key.h"

extern const struct key detail_keys[];
extern const size_t detail_keys_n;

/* Is a detail on the screen, and nothing over it? Then its keys come before the others. */
bool keys_detail_takes(const struct ui_state *state);

/* Can nodes be opened here: of this row, or, of a region, at least of its process? */
bool keys_detail_opens(const struct ui_state *state);

/* Follows the path over the thresholds, or ends that. */
unsigned int keys_detail_follow(struct ui_state *state, int argument);

/* Opens all nodes down to a level, and closes those below it. */
unsigned int keys_detail_levels(struct ui_state *state, int level);

/* Opens or closes the node of a line, as a click on its sign does. */
unsigned int keys_detail_toggle(struct ui_state *state, const struct node_line *line);

#endif
