/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the reader looks at: the snapshot in hand, the view, the order, the selection, the way down.
 * Keys change it, views draw it; neither knows the terminal. UI thread.
 */
#ifndef TDTOP_UI_STATE_H
#define TDTOP_UI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/history/machine_history.h"
#include "model/history/row_history.h"
#include "model/snapshot/snapshot.h"
#include "ui/draw/bar.h"
#include "ui/draw/layout.h"
#include "ui/draw/theme.h"
#include "ui/state/branches.h"
#include "ui/state/row_filter.h"
#include "ui/state/detail.h"
#include "ui/state/find.h"
#include "ui/state/exited.h"
#include "ui/state/self_usage.h"
#include "ui/state/setup.h"
#include "ui/state/tags.h"
#include "ui/state/timeline.h"
#include "ui/table/column_set.h"
#include "ui/table/columns_sort.h"
#include "ui/table/units.h"
#include "ui/ui.h"

#define STATE_MESSAGE 256
#define HISTORY_LEN 600		/* intervals of the machine */
#define ROW_HISTORY_ROWS 3072	/* rows with a trend: 3 MB at most; 512 CPUs and their cores take 768 */

enum view_id { VIEW_PROCESSES, VIEW_THREADS, VIEW_CPUS, VIEW_CORES, VIEW_SOCKETS,
	       VIEW_CGROUPS, VIEW_USERS, VIEW_EXITED, VIEW_COUNT };

/* What a key made stale; stronger bits include weaker ones. */
enum reaction {
	R_NONE = 0,
	R_DRAW = 1,
	R_ROWS = 2 | R_DRAW,		/* which rows, or their order */
	R_INTERVAL = 4 | R_DRAW,	/* tell the collector interval_ns */
	R_REDRAW = 8 | R_DRAW,		/* send the whole screen again */
	R_QUIT = 32,
	R_THEME = 64 | R_REDRAW,	/* tell the terminal the theme */
	R_SAVE = 128 | R_DRAW,		/* keep the settings */
	R_RECORD = 512 | R_DRAW,	/* tell the collector to begin or end recording */
	R_MOUSE = 256 | R_DRAW		/* tell the terminal whether there is a mouse */
};

/* Where the cursor is in a list. */
struct cursor {
	bool follow;		/* marked: the reader asked to follow it; a move ends it */
	bool pinned;		/* stays on `name`; otherwise on the first line */
	struct row_name name;
	size_t index, scroll;	/* line, first line shown */
};

/* How a view is ordered, and where its cursor is; kept while other views are shown. */
struct view_state {
	struct column_order order;
	struct cursor cursor;
};

struct ui_state {
	const struct snapshot *snapshot;	/* NULL before the first: "counting" */
	const struct machine *machine;		/* NULL if not known yet */
	struct timeline timeline;		/* past snapshots, the frozen one, the baseline */
	struct machine_history *history;		/* the last HISTORY_LEN intervals; NULL without memory */
	struct row_history *row_history;	/* trends of tasks; NULL without memory */
	enum view_id view;
	enum view_id view_before;		/* of processes and threads, the one that was left */
	struct view_state views[VIEW_COUNT];
	int level;
	bool frozen, help;
	bool recorded;				/* a file is replayed: all of it is past */
	bool ended;				/* the recording is over: nothing new will come */
	bool ascii, only_ascii;			/* because of the locale */
	bool mouse;
	enum theme_id theme;
	enum units_id units;			/* of the TopDown columns */
	enum bars_id bars;			/* unless ascii */
	struct column_set columns[COLUMN_VIEWS];	/* n is 0: the usual */
	struct self_usage self_usage;				/* what tdtop itself costs */
	char message[STATE_MESSAGE];		/* what the last key did, for the state line */
	unsigned int message_left;		/* intervals until it goes */
	uint32_t record_news;			/* of the recorder's, so many were said */
	bool chart;				/* the machine over time is shown */
	uint64_t interval_ns;			/* what the reader wants */

	bool within;				/* showing the processes of one group, */
	struct row_name group;			/* a user or a cgroup: */
	char group_name[64];			/* harmless */
	struct view_state within_state;

	bool inside;				/* showing the threads of one process: */
	struct row_name process;
	char process_name[64];			/* harmless */
	struct view_state inside_state;

	struct setup setup;			/* open: below the list */
	struct detail detail;			/* shown instead of the list while it is open */

	const struct row **rows;		/* what is listed, in order; of snapshot */
	size_t n_rows, cap_rows;
	struct high_water high_rows;
	const struct snapshot *rows_of;		/* they are not of the snapshot but of this; or NULL */
	struct exited *exited;			/* processes that ended; NULL without memory */
	bool tree;				/* processes as a tree of parents */
	struct branches branches;		/* while that is shown */
	size_t n_all;				/* before rows were chosen */
	struct row_filter filter, inside_filter;	/* which tasks are listed; inside of a process */
	struct row_filter view_filter[VIEW_COUNT];	/* of other rows; of CPUs that of VIEW_CPUS */
	struct find find;			/* a filter or search that is typed, the menu of users */
	struct tags tags;
	struct column_sorter sorter;
	uint8_t *unfolded;			/* per socket, then per core: a bit for each CPU
						 * view where it is not as the view has it */
	size_t n_unfolded;
	size_t help_scroll, help_lines;
	int w, h;				/* of the screen */
	bool click_entered;			/* the last click went down, as Enter does */
	size_t page;				/* lines that the list showed last: for PgUp, PgDn */
};

/* Sets up from the options. */
void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns);
void state_done(struct ui_state *state);

/*
 * Takes in the next snapshot, lent until the next call, and shows it unless the screen is frozen.
 * The last one of a recording (`ended`) has no rows: what is shown stays. 0 or -ENOMEM: then fewer rows are listed.
 */
int state_show(struct ui_state *state, const struct snapshot *snapshot);

/* Holds the screen at the snapshot that is shown, or goes on. False: nothing changed. */
bool state_freeze(struct ui_state *state);
bool state_thaw(struct ui_state *state);

/* Freezes, and steps so many snapshots back (negative) or forth. False: there is none. */
bool state_step(struct ui_state *state, long steps);

/* Lists the rows again: after a change of view, order, folding. 0 or -ENOMEM. */
int state_list(struct ui_state *state);

/* The view_state in use: of the view, of a group's processes, or of the inside of a process. */
struct view_state *state_current(struct ui_state *state);
const struct column_order *state_order(const struct ui_state *state);

/* Is anything of level 2 on the screen, or are rows ordered by it? */
bool state_shows_level2(const struct ui_state *state);
const struct cursor *state_cursor(const struct ui_state *state);

/* The family of the machine's CPUs; NULL if it is not known, or nothing is yet. */
const struct family *state_family(const struct ui_state *state);

/* What a row of the view is: ROW_CPU for the three CPU views. */
enum row_kind state_kind(const struct ui_state *state);
bool state_shows_cpus(const struct ui_state *state);

/* What a row is called beyond its snapshot, and whether a row is the one so called. */
struct row_name row_name_of(const struct row *row);
bool row_is_named(const struct row *row, const struct row_name *name);

/* What the listed rows and their texts are of: the snapshot, or the sums of what is gone. */
const struct snapshot *state_rows_of(const struct ui_state *state);

/* Are the rows a tree of processes, each behind its parent? */
bool state_shows_tree(const struct ui_state *state);
/* The row under the cursor, or NULL. */
const struct row *state_selected(struct ui_state *state);

/* Moves the cursor; it stays on its task from then on. to_top lets go and stays on the first line. */
void state_move(struct ui_state *state, long lines);
void state_move_to_top(struct ui_state *state);
void state_move_to_end(struct ui_state *state);

/* Shows another view; from inside a group, a process or the detail it leads out. */
void state_switch_view(struct ui_state *state, enum view_id view);

/* Down into the group or process under the cursor. false: there is nothing below. */
bool state_enter(struct ui_state *state);
bool state_leave(struct ui_state *state);

/* CPU views: is this socket or core shown with its children? */
bool state_is_unfolded(const struct ui_state *state, const struct row *row);
void state_toggle_fold(struct ui_state *state);

/* Of the cells on the screen: differences to a baseline are in percent whatever was chosen. */
enum units_id state_units(const struct ui_state *state);

/* What bars are drawn with. */
enum bars_id state_bars(const struct ui_state *state);

/* What the reader has chosen, as the options that lead there again. Columns are lent. */
void state_choices(const struct ui_state *state, struct ui_options *options);

/* Says something in the state line until the next key, at most for some seconds. */
void state_say(struct ui_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Wishes for layout_compute. */
struct layout_wish state_wish(const struct ui_state *state);

#endif
