/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Move" for the table in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_MOVE_H
#define TDTOP_UI_KEYS_KEYS_MOVE_H

struct ui_state;

/* Each returns enum reaction bits. */
unsigned int act_move(struct ui_state *state, int lines);
unsigned int act_page(struct ui_state *state, int direction);
unsigned int act_top(struct ui_state *state, int argument);
unsigned int act_end(struct ui_state *state, int argument);
unsigned int act_wrap(struct ui_state *state, int argument);
unsigned int act_text_scroll(struct ui_state *state, int direction);

#endif
