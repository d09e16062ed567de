/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Actions of the group "Find" for the table in keys.c: filter, search, follow, tag. Each returns
 * enum reaction bits. UI thread.
 */
#ifndef TDTOP_UI_KEYS_KEYS_FIND_H
#define TDTOP_UI_KEYS_KEYS_FIND_H

struct ui_state;

unsigned int act_find(struct ui_state *state, int mode);
unsigned int act_menu(struct ui_state *state, int id);	/* enum find_mode */
unsigned int act_next_match(struct ui_state *state, int direction);
unsigned int act_follow(struct ui_state *state, int argument);
unsigned int act_untag(struct ui_state *state, int argument);

/* Hides tasks or shows them again, by a setting of enum setting_id. */
unsigned int act_hide(struct ui_state *state, int setting);

/* Tags the task under the cursor, or removes its tag; the cursor moves to the next line. */
unsigned int act_tag(struct ui_state *state, int argument);

/*
 * No row is selected: if that is because the followed task is not listed, says so. Returns enum
 * reaction bits.
 */
unsigned int keys_find_lost(struct ui_state *state);

#endif
