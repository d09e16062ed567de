/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the screen: the snapshot on it, the view, order, selection and what is open. Only
 * data: state.h and the other headers of this folder have the functions. Keys change it, views draw
 * it, neither knows the terminal. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/control.h"
#include "model/history/cpu_history.h"
#include "model/history/machine_history.h"
#include "model/history/row_history.h"
#include "model/history/scope_history.h"
#include "model/snapshot/bottleneck.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/opened.h"
#include "ui/draw/graphs.h"
#include "ui/draw/theme.h"
#include "ui/state/branches.h"
#include "ui/state/code_screen.h"
#include "ui/state/exited.h"
#include "ui/state/look.h"
#include "ui/state/self_usage.h"
#include "ui/state/tags.h"
#include "ui/state/timeline.h"
#include "ui/table/column_set.h"
#include "ui/table/columns_sort.h"
#include "ui/table/filter.h"
#include "ui/table/units.h"
#include "ui/table/view.h"

#define STATE_MESSAGE 256
#define STATE_COPIED 1536	/* the longest text for the clipboard */
#define HISTORY_LEN 600		/* intervals of the machine */
#define ROW_HISTORY_ROWS \
	3072 /* rows with a trend: 3 MB at most; 512 CPUs and their cores take 768 */
#define CPU_HISTORY_BYTES ((size_t)8 << 20)	/* HISTORY_LEN intervals of 490 CPUs */
#define DETAIL_FACT 512

struct change_watch;
struct perf_names;
struct tree_requests;

/* What a key made stale; stronger bits include weaker ones. */
enum reaction {
	R_NONE = 0,
	R_DRAW = 1,
	R_ROWS = 2 | R_DRAW,		/* which rows, or their order */
	R_INTERVAL = 4 | R_DRAW,	/* pass interval_ns to the collector */
	R_REDRAW = 8 | R_DRAW,		/* send the whole screen again */
	R_QUIT = 32,
	R_THEME = 64 | R_REDRAW,	/* pass the theme to the terminal */
	R_SAVE = 128 | R_DRAW,		/* save the settings */
	R_MOUSE = 256 | R_DRAW,		/* switch mouse reports of the terminal on or off */
	R_RECORD = 512 | R_DRAW,	/* ask the collector to begin or end recording */
	R_SCREENSHOT = 1024 | R_DRAW,	/* write the screen to a file */
	R_COPY = 2048 | R_DRAW,		/* put state->copied on the terminal's clipboard */
	R_END = 4096 | R_DRAW,		/* ask the collector to end the interval now */
	R_REOPEN = 8192 | R_QUIT	/* open the recording again, with all tasks or those that were watched */
};

/* Where the cursor is in a list. */
struct cursor {
	bool follow;		/* key f: the row is marked; ends when the cursor moves */
	uint64_t exit_seq;	/* of the interval in which the followed task exited; 0: none */
	bool pinned;		/* stays on `name`; otherwise on the first line */
	struct row_name name;
	size_t index, scroll;	/* its line; first line shown */
	int text_scroll;	/* cells of the texts that are hidden at their left */
};

/* Order and cursor of a view, kept while other views are shown. */
struct view_state {
	struct column_order order;
	struct cursor cursor;
};

/* What perf is told to look at, so that it sees what a row is made of. */
#define PERF_TARGET 640

/* Quoted for a shell, in ASCII; all "" if perf cannot be told. */
struct perf_target {
	char text[PERF_TARGET];		/* "-p 3561", "-C 0-3", "-a" */
	char cgroup[PERF_TARGET];	/* with "-a": the cgroup, for -G; or "" */
};

/* The detail: one row with its tree. Its functions: detail.h. */
struct detail {
	bool open;
	bool here;			/* the snapshot on the screen has the row */
	struct row_name name;
	enum metric_id node;		/* of the tree, under the cursor; with .below the one above */
	enum core_type below_type;	/* the node below level 2 under the cursor: whose tree, */
	int below;			/* and its index in it; 0: it is .node */
	size_t scroll, lines, page;	/* of the text: lines above the screen, in all, on it */
	size_t step;			/* lines that PgDn scrolls */
	bool on_who;			/* the cursor is not on the node but on this process, */
	struct row_name who;		/* listed below the tree of the machine */
	bool from_who;			/* opened from there: Esc leads back */
	bool stacked;			/* drawn with the text below the tree, */
	bool reading;			/* and one line of the tree left */
	bool beside;			/* the list is on the screen, and this beside it */

	struct row row;			/* numbers only: its texts are in another snapshot */
	struct row_numbers numbers;	/* of the row */
	struct row_extra extra;	/* likewise */
	struct durations durations;	/* of a region */
	struct machine_place {
		int socket, core;	/* -1: none */
	} place;
	char title[96];			/* "memhog (2311)", "cpu 3"; harmless, as all texts */
	char process[96];		/* of a thread or region */
	char user[64];
	char command[DETAIL_FACT];	/* of a process; path of a cgroup */
	bool cut;			/* the command is longer than what is kept of it */
	char cgroup[DETAIL_FACT];	/* of a process: path */
	struct perf_target target;	/* how perf is told to look at it */
	double time;			/* of the snapshot that the row is from */
	uint64_t interval_ns, end_ns;
	double load;			/* percent: of a CPU's time, or not idle */
	bool load_rough;		/* it is an estimate */
	double wait;			/* percent of the interval: for a CPU, */
	enum quality wait_quality;	/* if that is known */
	double weight;			/* percent of the machine's slots; NAN: not known */
	bool rough_weight;		/* one of the two is extrapolated */
	double running_ratio;
	bool lost;			/* records were lost in its interval */
	bool partial;			/* some CPUs counted only part of the switches */
};

/* What main gives: who counts the nodes that are opened. */
struct node_seams {
	struct tree_requests *requests;	/* NULL: none can be opened, */
	const char *why_not;		/* this sentence says why; NULL: nothing more is known */
	enum retire_latency latency;	/* of the requests */
	int level;			/* -l: details open down to this one by themselves; 0: no */
	const char *node;		/* --node: its slug is opened; NULL: none */
	const struct perf_names *(*perf)(void);	/* which metrics the perf of this machine has; NULL,
						 * and where it returns NULL: not known */
};

/* The nodes below level 2 of a detail. Their functions: open_nodes.h. */
struct open_nodes {			/* zeroed: nothing is open, nothing can be opened */
	struct node_seams seams;
	struct tree_request request;	/* the last one that was sent */
	uint64_t open[CORE_TYPES][TREE_NODE_WORDS];	/* of the detail's row, by the user */
	uint64_t closed[CORE_TYPES][TREE_NODE_WORDS];	/* though the snapshot has them open */
	bool follow;			/* key A */
	bool at_end;			/* and the cursor stays at the end of the path */
	const struct row_column *order;	/* by which siblings are listed; NULL: as in the tree */
	bool reverse;
	char filter[CODE_FILTER_TEXT];	/* of the detail's tree, as */
	char search[CODE_FILTER_TEXT];	/* this; "": none */
};

enum find_mode { FIND_NOTHING, FIND_FILTER, FIND_SEARCH, FIND_HELP };

/* Tells what a list of rows of a kind is now (row_list.h). */
struct ui_state;
struct row_list;
typedef void (*row_lister)(const struct ui_state *state, struct row_list *list);

/* The line where a filter or search is typed. Its functions: find.h. */
struct find {			/* zeroed: nothing is open, nothing was searched */
	enum find_mode mode;
	row_lister rows;	/* that it is typed for; NULL: for rows of a snapshot, or the help */
	const char *hint;	/* with .rows: what may be typed, beside the empty line */
	char text[FILTER_TEXT];	/* the line */
	char trouble[sizeof(struct err)];	/* why the text is not accepted; "" */

	struct filter *search;	/* the last search, for n and N; NULL: none */
	enum row_kind kind;	/* of the rows it searches */
	char searched[FILTER_TEXT];
	bool pinned;		/* where the cursor was before the search */
	struct row_name name;
	size_t index;
};

enum menu_id {
	MENU_NONE, MENU_USERS, MENU_SORT, MENU_SORT_CODE, MENU_COLUMNS_CODE, MENU_SORT_NODES, MENU_COLUMNS_NODES
};

/* A menu over the list. Its functions: menu.h. */
struct menu {			/* zeroed: closed */
	enum menu_id id;
	size_t n, line;		/* lines, and that under the cursor */

	const struct row **users;	/* of the snapshot, by name; the first line is all users */
	size_t cap_users;
	struct column_sorter sorter;
	char user_name[FILTER_TEXT];	/* on the line; "": all users */

	const struct column *columns[COLUMNS_MAX + 1];	/* to sort by; NULL: the natural order */
	row_lister rows;		/* whose columns these are; NULL: of rows of a snapshot */
	const struct code_kind *kind;	/* its kind of rows when the lines were made: */
	size_t code_columns[CODE_ROW_COLUMNS_MAX];
};

/* Parts of the help, in their order. */
enum help_part {
	HELP_HERE,		/* keys and signs of the screen that the help covers */
	HELP_IDEAS,
	HELP_HEAD,
	HELP_STATUS,
	HELP_TABLE,
	HELP_DETAIL,
	HELP_COLUMN,
	HELP_KEY,
	HELP_MAP,
	HELP_SCOPE,
	HELP_CODE,
	HELP_SETUP,
	HELP_PARTS
};

/* A search in the help: keys request, and drawing, which alone knows the lines, moves to them. */
struct help_search {			/* zeroed: none */
	char text[FILTER_TEXT];
	bool requested;
	int direction;		/* of the request: 0 from .from on, that line included */
	size_t from, line;	/* scrolled there when it began; the line found last */
};

/* Recorded intervals, one after the other. Its functions: state_show.h. */
enum play_mode { PLAY_OFF, PLAY_ON, PLAY_PAUSED };

struct play {			/* zeroed: nothing is played */
	enum play_mode mode;
	uint64_t due_ns;	/* when the next interval is shown, clock of play_tick(); 0: the one
				 * on the screen was not timed yet */
};

/* The setup screen. Its functions: setup.h. */
struct setup {			/* zeroed: closed */
	bool open;
	int page;		/* SETUP_SETTINGS, or one of columns: setup_page_view() */
	bool inside;		/* the cursor is in the page, not in the list of pages */
	size_t line, scroll;	/* of the page */
	size_t n;		/* lines of the page */
	size_t height;		/* lines of it on the screen; drawing sets it */
	struct setup_column {	/* of a page of columns, in the order of the screen */
		struct column_choice choice;
		bool shown;
	} columns[COLUMNS_MAX];
	struct {		/* what was shown before, for the way back */
		enum view_id view, view_before;
		bool inside, within, detail;
	} from;
};

/* What a line of the time map is. The machine is always the first one. */
enum map_fold { MAP_CPUS, MAP_CORES, MAP_SOCKETS, MAP_FOLDS };

struct map_cpu {
	int socket, core;
	uint32_t index;		/* into the machine's CPUs */
};

struct map_line {
	size_t first, n;	/* its CPUs: time_map.cpus[first..first + n) */
};

/* The time map: CPUs down, the last intervals across. Its functions: time_map.h. */
struct time_map {			/* zeroed: closed */
	bool open;
	bool behind;			/* the list was opened from it: Esc leads back */
	bool froze;			/* and the screen was not frozen before */
	bool fold_chosen;		/* by the user: else CPUs if they fit, or cores */
	enum map_fold fold;
	uint64_t seq;			/* interval under the cursor; 0: the newest, and follow it */
	struct cursor_line {
		size_t index, scroll;	/* line under the cursor; first one shown */
	} line;
	struct map_line *lines;		/* of `machine`: the first one is the machine */
	size_t n_lines, cap_lines;
	struct map_cpu *cpus;		/* by number, or sorted by socket and core */
	size_t page, columns;		/* lines and cells on the screen; drawing sets them */
};

/* The scope: time below a second of one row. Its functions: scope.h. */
struct scope {				/* zeroed: closed */
	bool open;
	struct scope_target target;
	char title[96];			/* "cpu 3"; harmless */
	uint64_t cell;			/* under the cursor; 0: the newest, and follow it */
	uint64_t mark;			/* the other end of a range; 0: none */
	bool who;			/* who ran there is listed: */
	uint64_t who_first, who_last;	/* in these cells */
	size_t who_scroll;
	char why_not[sizeof(struct err)];	/* why there are no slices; or "" */
	uint64_t dropped_ns;		/* of the newest interval, as they found no room */
	size_t width, lines;		/* for cells on the screen; drawing sets them */
};

struct ui_state {
	/* What is counted */
	const struct snapshot *snapshot;	/* on the screen; NULL before the first */
	const struct machine *machine;		/* NULL: not known yet */
	struct timeline timeline;		/* past snapshots, the frozen one, the baseline */
	struct average average;			/* the last intervals together */
	struct play play;			/* of a recording */
	struct {		/* of the loop of the UI; 0: not known */
		uint64_t now_ns;
		uint64_t taken_ns;	/* when the newest interval came */
	} clock;
	struct whole whole;			/* recording or run, as one interval */
	struct machine_history *history;	/* HISTORY_LEN intervals; NULL without memory */
	struct row_history *row_history;	/* trends of rows; NULL without memory */
	struct cpu_history *cpu_history;	/* of the time map; NULL without memory */
	struct change_watch *changes;		/* NULL without memory */
	struct {
		uint64_t seq, shown;	/* the change that a key went to, and the kept interval there */
	} change;
	struct scope_history *scope_history;	/* cells of the scope; NULL: it is closed */
	bool keeps_slices;			/* of a recording, also while the scope is closed */
	bool keeps_regions;			/* --regions: watched whatever is shown */
	struct bottleneck_filter findings;	/* of the newest intervals */
	struct bottleneck bottleneck;		/* of the interval on the screen */
	struct exited *exited;			/* sums of exited processes; NULL without memory */
	struct self_usage self_usage;		/* what tdtop itself costs */
	bool frozen;
	bool recorded;				/* a file is replayed: all is in the past */
	bool reopens;				/* R_REOPEN is possible */
	bool ended;				/* the recording is over: no snapshot follows */
	bool opening;				/* what is counted and sampled is still opened, */
	bool asked_early;			/* and a key was told so */
	uint32_t record_news;			/* news of the recorder that were shown so far */

	/* Settings */
	struct look look;			/* .level is 1 or 2; order, view and what is hidden: below */
	bool level_chosen;			/* by the user: else the head may show level 2 */
	bool only_ascii;			/* the locale has nothing else */
	bool no_braille;			/* the terminal has no such glyphs */

	/* Which list is shown */
	enum view_id view;
	enum view_id view_before;		/* the home view that was left last */
	struct view_state views[VIEW_COUNT];
	bool wrap;				/* long texts of the selected row are below it */
	bool tree;				/* processes as a tree of parents */
	struct tree_folds tree_folds;		/* its folded processes */
	bool with_threads;			/* each process is followed by its threads */
	bool within;				/* the processes of one group are shown, */
	struct row_name group;			/* of this user or cgroup: */
	char group_name[64];			/* harmless */
	struct view_state within_state;
	bool inside;				/* the threads of one process are shown: */
	struct row_name process;
	char process_name[64];			/* harmless */
	struct view_state inside_state;
	struct row_filter filters[VIEW_COUNT];	/* by views[].filter */
	struct row_filter inside_filter;	/* inside a process */
	uint32_t *unfolded;			/* per socket, node, core: bits 1u << view_id */
	size_t n_unfolded;			/* of views that show it otherwise than usual */

	/* Its rows */
	const struct row **rows;		/* in the order of the screen; of snapshot */
	size_t n_rows, cap_rows;
	struct high_water high_rows;
	const struct snapshot *rows_of;		/* they belong to this one; NULL: to snapshot */
	size_t n_all;				/* rows before the filter */
	size_t n_below;				/* of n_rows: threads and regions below processes */
	size_t n_regions;			/* of n_all, inside a process: its regions, and */
	bool has_rest;				/* one of them is "(other)" */
	size_t n_asleep;			/* of n_all, in a group: that did not run */
	struct branches branches;		/* of the tree of parents */
	struct column_sorter sorter;
	struct tags tags;

	/* What is open over or below it */
	bool help;
	enum help_part help_goes_to;		/* to be shown first; HELP_PARTS: as scrolled */
	bool chart;				/* the machine over time */
	struct time_map map;
	struct scope scope;			/* over the map or the detail */
	struct code_screen code;		/* over all of these */
	struct setup setup;
	struct detail detail;
	struct open_nodes nodes;		/* of the detail */
	struct find find;
	struct menu menu;
	char message[STATE_MESSAGE];		/* what the last key did, for the state line */
	unsigned int message_left;		/* intervals until it disappears */
	char copied[STATE_COPIED];		/* for the clipboard */

	/* What drawing found out */
	int w, h;				/* of the screen */
	int list_w;				/* cells that the list has */
	bool has_beside;			/* the row's detail is on the screen, beside it */
	int wrapped;				/* lines of these texts */
	size_t page;				/* lines that the list showed: for PgUp, PgDn */
	size_t help_scroll, help_lines;
	struct help_search help_search;
	size_t help_starts[HELP_PARTS];		/* first line of each part */
};
