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
