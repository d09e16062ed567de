/* SPDX-License-Identifier: GPL-2.0-only */
/* What the keys of finding do; the table of keys is in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_FIND_H
#define TDTOP_UI_KEYS_FIND_H

struct ui_state;

unsigned int act_find(struct ui_state *state, int mode);	/* enum find_mode */
unsigned int act_next_match(struct ui_state *state, int direction);
unsigned int act_follow(struct ui_state *state, int argument);
unsigned int act_untag(struct ui_state *state, int argument);

/* The row under the cursor, if it is a task; then the cursor goes on. */
unsigned int act_tag(struct ui_state *state, int argument);

#endif
