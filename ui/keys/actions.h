/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What keys do: a row of a table of keys, the tables that come before that of keys.c, and the actions of its rows.
 * Actions return enum reaction bits. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/detail/node_lines.h"
#include "ui/state/ui_state.h"
#include "ui/term/key_decoder.h"

/* ---- a row of a table of keys: keys.c has the keys of lists, keys_setup.c those of the setup screen ---- */

#define KEY_CODES 4

/* Screens whose footer, and first page of the help, show a key. */
enum key_where {
	IN_PROCESSES = 1 << 0,
	IN_THREADS = 1 << 1,
	IN_CPUS = 1 << 2,		/* views that are a tree of CPUs */
	IN_GROUPS = 1 << 3,		/* views of groups of processes: users, cgroups, commands */
	IN_OTHERS = 1 << 4,		/* all other views */
	INSIDE = 1 << 5,		/* a process */
	WITHIN = 1 << 6,		/* a group */
	IN_HELP = 1 << 7,
	IN_DETAIL = 1 << 8,
	IN_SETUP_PAGES = 1 << 9,
	IN_SETUP_SETTINGS = 1 << 10,
	IN_SETUP_COLUMNS = 1 << 11,
	IN_MAP = 1 << 12,
	IN_SCOPE = 1 << 13,
	IN_CODE = 1 << 14,	/* the code views */
	IN_CODE_RECORDED = 1 << 15,	/* those of a recording */
	IN_DETAIL_MACHINE = 1 << 16,	/* with processes below its tree, */
	IN_WHO = 1 << 17,	/* and the cursor on one of them */
	IN_CODE_LIVE = 1 << 18,
	/* Code views where the key leads to another view that has something to show, or event: */
	IN_CODE_FUNCTIONS = 1 << 19,
	IN_CODE_BRANCHES = 1 << 20,
	IN_CODE_PATHS = 1 << 21,
	IN_CODE_STACKS = 1 << 22,
	IN_CODE_EVENTS = 1 << 23,
	IN_STACKS = 1 << 24,	/* call stacks */
	/* Code views whose rows lead down, are unfolded, have an order: */
	IN_CODE_DOWN = 1 << 25,
	IN_CODE_FOLDS = 1 << 26,
	IN_CODE_ROWS = 1 << 27,
	IN_CODE_CLASSES = 1 << 29,	/* functions that have TopDown */
	IN_CODE_LEVELS = 1 << 28,	/* functions with a known level of TopDown */
	IN_SETUP = IN_SETUP_PAGES | IN_SETUP_SETTINGS | IN_SETUP_COLUMNS,
	IN_LISTS = IN_PROCESSES | IN_THREADS | IN_CPUS | IN_GROUPS | IN_OTHERS | INSIDE | WITHIN
};

struct key {
	int codes[KEY_CODES];	/* keycodes, 0 ends */
	const char *shown;	/* "PgUp" */
	const char *group;	/* heading in the help screen */
	const char *footer;	/* "z freeze": the key and a word for the footer; NULL: not there */
	unsigned int where;	/* screens that show it: enum key_where bits */
	unsigned int where_code;	/* the same, if there is code to show: samples */
	int priority;		/* where room is short low numbers are dropped first */
	const char *help;	/* what it does, a few words */
	const char *brief;	/* the same on the first page of the help, which also has keys that
				 * have no footer; NULL: the first words of help */
	unsigned int (*act)(struct ui_state *state, int argument);	/* enum reaction bits */
	int argument;
	bool rows_only;		/* acts on the list: ignored in a detail */
	bool counted;		/* is about what only counters tell */
	bool footer_counted;	/* its word in the footer is */
	bool live_counted;	/* the same of what is sampled now; recordings may have it */
	bool in_setup;		/* works in the setup screen as well */
	bool in_code;		/* works in the code views as well */
};

/* ---- actions ---- */

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
