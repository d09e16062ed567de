/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Navigate" for the table in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_NAVIGATE_H
#define TDTOP_UI_KEYS_KEYS_NAVIGATE_H

#include <stdbool.h>

struct ui_state;

/* Is the tree of processes on the screen, so that keys fold its rows? */
bool keys_navigate_in_tree(const struct ui_state *state);

/* Folds or unfolds the row of the tree under the cursor; returns enum reaction bits. */
unsigned int keys_navigate_fold(struct ui_state *state, bool folded);

/* Each returns enum reaction bits. */
unsigned int act_fold(struct ui_state *state, int argument);
unsigned int act_fold_all(struct ui_state *state, int argument);
unsigned int act_detail(struct ui_state *state, int argument);
unsigned int act_detail_machine(struct ui_state *state, int argument);

/* Of the selected row, whose detail they open: the end of the worst path, all down to a level. */
unsigned int act_cause(struct ui_state *state, int argument);
unsigned int act_row_level(struct ui_state *state, int level);

unsigned int act_enter(struct ui_state *state, int argument);
unsigned int act_leave(struct ui_state *state, int argument);
unsigned int act_view(struct ui_state *state, int view);	/* enum view_id; when shown: back */
unsigned int act_threads(struct ui_state *state, int argument);
unsigned int act_tree(struct ui_state *state, int argument);
unsigned int act_next_view(struct ui_state *state, int argument);

#endif
