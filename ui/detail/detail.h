/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The row that is looked at closely (struct detail). It is copied out of each snapshot that has it,
 * so that a task that sleeps for an interval stays on the screen with its last numbers. Called by
 * the keys and state_show.c on the UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

/*
 * Opens the detail of a row of the snapshot on the screen, with the cursor on the end of its worst
 * path.
 */
void detail_open(struct ui_state *state, const struct row *row);

/*
 * Looks at a row without opening its detail: until detail_look_away(), which puts back what was
 * there, the state is as after detail_open().
 */
struct detail_before {
	struct detail detail;
	struct open_nodes nodes;
};

void detail_look_at(struct ui_state *state, const struct row *row, struct detail_before *before);
void detail_look_away(struct ui_state *state, const struct detail_before *before);

/* Copies the row again from the snapshot on the screen, if it is there. */
void detail_refresh(struct ui_state *state);

/* Puts the cursor of the tree on a node; the text starts at its top again. */
void detail_move_to(struct detail *detail, enum metric_id node);

/* The same, to a node below level 2, by its tree and index there. */
struct tree;
void detail_move_below(struct detail *detail, const struct tree *tree, enum core_type type,
		       int node);

/* Scrolls text and facts by lines, each at most to its end; 0: only that. */
void detail_scroll(struct detail *detail, int lines);

/*
 * The same for the user, by lines or a page down (+1) or up (-1). Where the text is below the tree,
 * the first move down only makes room for it, and the last one up gives it back.
 */
void detail_roll(struct detail *detail, int lines);
void detail_page(struct detail *detail, int direction);

/*
 * The processes with most of what limits the machine, listed below the tree of its detail: the
 * cursor can stand on them, and their details are opened from there. UI thread.
 */

#define DETAIL_WHO_MAX 5
#define DETAIL_WHO_LOOKED_AT 20

struct detail_who {
	enum metric_id node;	/* what limits the machine */
	size_t n;		/* 0: another row's detail, nothing limits it, or no process is known */
	struct bottleneck_process line[DETAIL_WHO_LOOKED_AT];	/* of state->snapshot */
};

void detail_who_list(const struct ui_state *state, struct detail_who *who);

/* The line under the cursor; -1: it is on a node of the tree. */
int detail_who_cursor(const struct ui_state *state, const struct detail_who *who);

/* Puts the cursor on a process. */
void detail_who_go_to(struct detail *detail, const struct row *process);

/* Opens the detail of the process under the cursor. False: the cursor is on a node. */
bool detail_who_enter(struct ui_state *state);

/* Back from there to the detail of the machine. False: this detail was opened from elsewhere. */
bool detail_who_return(struct ui_state *state);
