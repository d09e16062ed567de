/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Navigate" for the table in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_NAVIGATE_H
#define TDTOP_UI_KEYS_KEYS_NAVIGATE_H

struct ui_state;

/* Each returns enum reaction bits. */
unsigned int act_fold(struct ui_state *state, int argument);
unsigned int act_detail(struct ui_state *state, int argument);
unsigned int act_detail_machine(struct ui_state *state, int argument);
unsigned int act_enter(struct ui_state *state, int argument);
unsigned int act_leave(struct ui_state *state, int argument);
unsigned int act_view(struct ui_state *state, int view);	/* enum view_id; when shown: back */
unsigned int act_tree(struct ui_state *state, int argument);
unsigned int act_next_view(struct ui_state *state, int argument);

#endif
