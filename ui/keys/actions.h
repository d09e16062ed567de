/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What keys do: the tables of keys that come before that of keys.c, and the actions of its rows.
 * Actions return enum reaction bits. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/detail/node_lines.h"
#include "ui/keys/key.h"
#include "ui/state/ui_state.h"

/* Actions of the group "Move". */
unsigned int act_move(struct ui_state *state, int lines);
unsigned int act_page(struct ui_state *state, int direction);
unsigned int act_top(struct ui_state *state, int argument);
unsigned int act_end(struct ui_state *state, int argument);
unsigned int act_wrap(struct ui_state *state, int argument);
unsigned int act_text_scroll(struct ui_state *state, int direction);

/* Actions of the group "Navigate". */

/* Is the tree of processes on the screen, so that keys fold its rows? */
bool keys_navigate_in_tree(const struct ui_state *state);

/* Folds or unfolds the row of the tree under the cursor. */
unsigned int keys_navigate_fold(struct ui_state *state, bool folded);

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

/* Actions of the group "Find": filter, search, follow, tag. */
unsigned int act_find(struct ui_state *state, int mode);	/* enum find_mode */
unsigned int act_menu(struct ui_state *state, int id);	/* enum menu_id */
unsigned int act_next_match(struct ui_state *state, int direction);
unsigned int act_follow(struct ui_state *state, int argument);
unsigned int act_untag(struct ui_state *state, int argument);

/* Hides tasks or shows them again, by a setting of enum setting_id. */
unsigned int act_hide(struct ui_state *state, int setting);

/* Tags the task under the cursor, or removes its tag; the cursor moves to the next line. */
unsigned int act_tag(struct ui_state *state, int argument);

/* No row is selected: if that is because the followed task is not listed, says so. */
unsigned int keys_find_lost(struct ui_state *state);

/* Actions of the group "Order". */
unsigned int act_sort_metric(struct ui_state *state, int metric);
unsigned int act_sort_cpu(struct ui_state *state, int argument);
unsigned int act_sort_number(struct ui_state *state, int argument);
unsigned int act_sort_beside(struct ui_state *state, int direction);

/* Actions of the group "Time". */

#define KEYS_TIME_ALL 1000000	/* more steps than any history has */

unsigned int keys_time_freeze(struct ui_state *state, int argument);
unsigned int keys_time_step(struct ui_state *state, int steps);
unsigned int keys_time_compare(struct ui_state *state, int argument);
unsigned int keys_time_end(struct ui_state *state, int argument);
unsigned int keys_time_play(struct ui_state *state, int argument);
unsigned int keys_time_average(struct ui_state *state, int argument);
unsigned int keys_time_summary(struct ui_state *state, int argument);
unsigned int keys_time_change(struct ui_state *state, int direction);
unsigned int keys_time_chart(struct ui_state *state, int argument);

/*
 * The keys of the setup screen: a table of its own, searched before that of keys.c. Keys with
 * in_setup work there as well.
 */
extern const struct key setup_keys[];
extern const size_t setup_keys_n;

/* F2: opens or closes the setup screen. */
unsigned int act_setup(struct ui_state *state, int argument);

/*
 * The keys of the time map: a table of its own, searched before that of keys.c while the map is
 * open.
 */
extern const struct key map_keys[];
extern const size_t map_keys_n;

/* Is the map on the screen, so that its keys act? */
bool keys_map_takes(const struct ui_state *state);

/*
 * A key of the list was pressed, with the map open: one that acts on the list, or opens another
 * one, closes the map.
 */
void keys_map_yield(struct ui_state *state, const struct key *key);

/* M: opens the map. */
unsigned int act_map(struct ui_state *state, int argument);

/* Esc in a list that was opened from the map: back. False: it was not. */
bool keys_map_return(struct ui_state *state);

/*
 * The keys of the scope: a table of its own, searched before that of keys.c while the scope is
 * open.
 */
extern const struct key scope_keys[];
extern const size_t scope_keys_n;

/* Is the scope on the screen, so that its keys act? */
bool keys_scope_takes(const struct ui_state *state);

/* A key of the list was pressed: one that acts on the list, or opens another, closes the scope. */
void keys_scope_yield(struct ui_state *state, const struct key *key);

/* The keys of the tree in a detail: nodes below level 2. */
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

/* The keys of the code views: functions, branches, blocks, paths, stacks. */
extern const struct key code_keys[];
extern const size_t code_keys_n;

/* Do keys go to the code views? */
bool keys_code_takes(const struct ui_state *state);

/* Key b of lists and details: opens a view of the selected process. */
unsigned int act_code(struct ui_state *state, int view);

/* Says where a key works that only code views have. False: it is not one of theirs. */
bool keys_code_refuse(struct ui_state *state, int code, const char *name);

/* Is this code of pasted text, which goes into a line that is typed, else nowhere? */
bool keys_paste_takes(int code);

/* Takes its beginning, a character, or its end, when what was typed takes effect. */
unsigned int keys_paste(struct ui_state *state, int code);

#define KEYS_NAME 16

/* The name of a key as people say it: "F7", "Left", "Ctrl-X", "é"; harmless on any terminal. */
void keys_name(int code, char text[KEYS_NAME]);

/*
 * Says why this key does nothing here. key: its row in the table of lists, where it does something
 * on another screen; NULL: it does nothing anywhere.
 */
unsigned int keys_refuse(struct ui_state *state, const struct key *key, int code);

/* The same of a key that is about counters, on a machine without (family_has_counters()). */
unsigned int keys_refuse_uncounted(struct ui_state *state, int code);
