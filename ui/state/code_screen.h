/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the code views: the profile on the screen, the request that it answers, the views that
 * are open one over the other, and what a view, its columns and its rows are. Only data:
 * code_state.h, code_list.h and the files of the views have the functions; code_views.c is the
 * table of the views. Nothing here waits: profiles come from a thread through profile_exchange.h,
 * names from another one through code_names.h. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/call_tree.h"
#include "model/profile/code_names.h"
#include "model/profile/functions.h"
#include "model/profile/profile.h"
#include "model/profile/profile_exchange.h"
#include "ui/code/code_columns.h"
#include "ui/code/kinds.h"
#include "ui/code/rows.h"
#include "ui/draw/flame_graph.h"
#include "ui/draw/theme.h"
#include "ui/table/expression.h"

/* What the views call stacks and hot paths have made of a profile. */

/* Call stacks: a tree of functions, where some are folded. */
struct code_stack_rows {
	struct call_tree *tree;		/* NULL: there is none yet */
	uint32_t root;			/* node that is zoomed; 0: all */
	bool gone;			/* the zoomed one is not in this profile */
	uint64_t *paths;		/* of each node: a hash of its functions from the root on */
	uint32_t *listed;		/* nodes that are not folded away, in their order */
	size_t n;
	bool *unfolded;			/* of nodes above listed ones */
	struct call_look look;		/* what the rows are in */
	uint64_t *toggled;		/* paths that the user folded or unfolded */
	size_t n_toggled, cap_toggled;
	enum call_direction direction;
	bool flame;			/* as a flame graph */
	struct flame_graph graph;	/* as drawn last */
	int scroll;			/* lines above it */
};

/* Hot paths: loops and paths, and the blocks of the one that is unfolded. */
struct code_path_rows {
	struct paths *found;	/* NULL: there are none yet */
	struct path_row *rows;
	size_t n, cap;
	struct code_row_id unfolded;
	bool unfolds;
};

#define CODE_FILTER_TEXT EXPRESSION_TEXT
#define CODE_STEPS_MAX 8
#define CODE_TITLE 160
#define CODE_NOTE 1024

/* In the order of keys v and Tab; blocks and one block are below others. */
enum code_view_id {
	CODE_FUNCTIONS,
	CODE_BRANCHES,
	CODE_BLOCKS,		/* of a function */
	CODE_BLOCK,		/* one */
	CODE_PATHS,
	CODE_STACKS,
	CODE_NODES,		/* TopDown of a function */
	CODE_VIEWS
};

/* What a profile can be written as. */
enum code_export {
	CODE_EXPORT_PERF,		/* branch stacks as a perf.data, */
	CODE_EXPORT_BOLT,
	CODE_EXPORT_AUTOFDO,		/* and as text for compilers */
	CODE_EXPORT_FOLDED,		/* call stacks for flame graphs */
	CODE_EXPORT_SPEEDSCOPE,
	CODE_EXPORTS
};

/* What main gives: where profiles and names come from. */
struct code_seams {
	struct profile_exchange *profiles;	/* NULL: there are none here */
	const struct code_names *names;		/* NULL: no place has a name */
	void (*asked)(void *data);		/* called after each request: nothing is read before the first;
						 * NULL: nothing to do */
	/*
	 * Begins to write the profile to a file in this directory; it stays as it is until
	 * exported() has returned true. False: that is not possible. NULL: it never is.
	 */
	bool (*export)(void *data, enum code_export format, const struct profile *profile);
	/* Has writing ended? Then the sentence about it. text NULL: waits until it has. */
	bool (*exported)(void *data, char *text, size_t size);
	const char *no_pgo;	/* why nothing is written for compilers; NULL: it is */
	void *data;
	bool live;		/* of this machine, now: requests have .live; else of a recording */
	const char *why_not;	/* profiles is NULL: a sentence why; NULL: nothing more is known */
	bool alone;		/* there is nothing else to show: a recording without TopDown */
	const char *title;	/* name of the recording; NULL: none */
};

struct code_screen;

/* A view that is open, and of what. */
struct code_step {
	enum code_view_id view;
	struct place start, end;	/* of the function or block, end excluded of a function;
					 * PLACE_NO_OBJECT: of everything */
	char title[CODE_TITLE];		/* "hash_probe", harmless; "": of everything */
	struct code_row_id cursor;	/* of the list, for the way back */
	bool pinned;
};

struct code_view {
	const char *name;	/* "hot paths": in the path */
	/* What its rows are. NULL: drawn by ui/screen/view_code.c. */
	const struct code_kind *kind;
	size_t sort;		/* its column that orders the rows at first */
	bool below;		/* only below another view: v and Tab leave it out */
	bool adds_up;		/* no row is a part of another one: shares of tagged rows are added */
	/*
	 * Makes what the view shows of code->of.profile and the open step. Called when either, or what
	 * is known of names, has changed. False without memory. NULL: nothing to make.
	 */
	bool (*make)(struct code_screen *code);
	/* Rows are numbers from 0 to count() - 1, of the kind. NULL: code->rows, which make() sets. */
	size_t (*count)(const struct code_screen *code);
	const void *(*row)(const struct code_screen *code, size_t row);
	/* What a row is, for the cursor; NULL: as the kind says. */
	struct code_row_id (*id)(const struct code_screen *code, size_t row);
	/* Fills the step below the row; false: there is none. NULL: as the kind says. */
	bool (*enter)(const struct code_screen *code, size_t row, struct code_step *below);
	/* Space: lists or hides what belongs to the row. False: nothing. NULL: nothing ever. */
	bool (*fold)(struct code_screen *code, size_t row);
	/* Other keys of the view; bits of enum reaction: R_ROWS, make it again. NULL: none. */
	unsigned int (*key)(struct code_screen *code, int key);
	/* Is it drawn as a picture now, in place of its list? NULL: never. */
	bool (*pictured)(const struct code_screen *code);
	/* What must be known to read its numbers, for the status line, in few words if brief; "":
	 * nothing. NULL: never. */
	void (*remark)(const struct code_screen *code, bool brief, char *text, size_t size);
	/* Why it has no rows: one sentence. */
	const char *(*nothing)(const struct code_screen *code);
	/* What there is to say of a row, below the list while the cursor is on it. NULL: nothing. */
	void (*note)(const struct code_screen *code, size_t row, char text[CODE_NOTE]);
	void (*done)(struct code_screen *code);	/* frees what make() made; NULL: nothing */
};

/* Marked rows; see code_keys.h. */
struct code_marks {
	struct code_row_id *tags;
	size_t n;
	bool follows;		/* the cursor stays on its row, also while that is not listed */
};

/* The rows of a view on the screen. */
struct code_list {
	uint32_t *rows;		/* in their order; those that the filter leaves */
	size_t n, cap, n_all;
	size_t column;		/* that orders them */
	bool reverse;
	bool ordered;		/* column and reverse were set */
	char filter[CODE_FILTER_TEXT];	/* "": all rows */
	uint64_t unknown;	/* columns that are known in no row: 1 << index */
	size_t index, scroll;	/* of the line under the cursor; the first one shown */
	bool pinned;		/* the cursor stays on this row, not on the first line: */
	struct code_row_id cursor;
	struct code_marks marks;
};

/* Rows of a kind as an array. */
struct code_rows {
	const void *first;
	size_t n, size;
};

/* Branches; of an indirect one the sum of its targets, and below it the targets if it is unfolded. */
struct code_branch_rows {
	struct profile_branch *rows;
	size_t n, cap;
	struct place unfolded;		/* the branch whose targets are listed */
	bool unfolds;
};

/* The nodes of the function of the open step, which has classes, then its hottest lines. */
#define CODE_LINES 12
struct code_node_rows {
	struct function_node rows[M_COUNT + CODE_LINES];
	struct function_line lines[CODE_LINES];
	size_t n;
};

/* The blocks of the open step: indices into profile->blocks. */
struct code_block_rows {
	uint32_t *rows;
	size_t n, cap;
	struct block_index before;	/* of the baseline; empty without one */
};

struct code_screen {		/* zeroed: closed, and without seams */
	struct code_seams seams;
	const struct code_view *views;	/* code_views[] of views.h; NULL: zeroed */
	bool open;
	struct code_step steps[CODE_STEPS_MAX];	/* the last one is on the screen */
	size_t n_steps;
	bool falls_back;		/* to functions, if the profile has no branch stacks */
	char process[96];		/* of the request: "memhog (2311)", "cpu 3"; harmless */

	/* Profiles */
	struct rows_of of;			/* what rows are of: the profile on the screen ... */
	uint64_t seen;				/* number of the last one that was published */
	struct profile *held;			/* .profile, if the UI owns it */
	struct profile *baseline;		/* key x; owned; NULL: nothing is compared */
	struct profile *leased;			/* is written to a file now; owned */
	struct profile *aside;			/* live: of the event before, for the way back; owned */
	struct live_request profile_of, aside_of;	/* live: the requests that these two answer */
	char said[512];				/* about the last file; "" */
	bool frozen;
	struct profile_news news;
	struct profile_request request;
	int window;				/* of time: 0 all, else the n-th one, from 1 */
	int chosen;				/* live, key e: index of the event + 1; 0: none */
	bool made;				/* views have what they show of .profile */
	uint32_t names_seen;			/* generation of names when they were made */
	size_t names_pending;			/* places of the list without an answer yet */
	uint64_t grouped_ns;			/* when rows were made last, by code_take() */
	uint64_t took_ns;			/* how long that took */
	bool late;				/* a profile has come, and waits for its turn */

	/* Views: what make() made, of the open one as rows; and their lists */
	struct code_rows rows;
	struct functions functions, baseline_functions;	/* the latter by place */
	struct code_branch_rows branches;
	struct code_block_rows blocks;
	struct code_node_rows nodes;
	struct code_instruction_rows instructions;
	struct code_path_rows paths;
	struct code_stack_rows stacks;
	struct code_list lists[CODE_VIEWS];
	const struct code_columns *columns;	/* of look: chosen by key F2, or options */

	char search[CODE_FILTER_TEXT];		/* of all views */
	bool exports;			/* key E asks for a format */

	size_t page;			/* lines of the list on the screen; drawing sets it */
	int above;			/* lines of a picture above its head; drawing sets it */
};

/* The view that is open, the last of the steps that led to it. */
static inline enum code_view_id code_view_open(const struct code_screen *code)
{
	return code->steps[code->n_steps - 1].view;
}
