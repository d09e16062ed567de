/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Details on the screen, and the parts of one: its text, and the lines below the tree. The parts are called
 * by the views of this folder, and by status.c; UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/code/code_columns.h"
#include "ui/code/kinds.h"
#include "ui/detail/detail.h"
#include "ui/detail/node_lines.h"
#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* The text about the node under the cursor of the detail. */
void view_node_put(struct page *page, const struct ui_state *state);

/* The text about a node below level 2 in a detail. */
void view_opened_put(struct page *page, const struct ui_state *state, const struct cursor_node *cursor);

/*
 * How much the row of the detail weighs, and what it can gain at most (model/weight.h), in words.
 */

/* "21.6 % of the machine's slots"; "" if it is not known. */
void view_weight_print(const struct detail *detail, const struct machine *machine, char *text,
		       size_t size);

/* Is the row too light for advice? */
bool view_weight_is_light(const struct detail *detail);

/* Puts the sentence about the node's gain, or that the row is too light, and a gap. */
void view_weight_put(struct page *page, const struct ui_state *state);

/*
 * The next step from the node under the cursor of the detail: commands of perf, and what is to be
 * known about them. advice: the row is worth what to try; else only the line that checks the number
 * is put.
 */
void view_next_step_put(struct page *page, const struct ui_state *state, bool advice);

/*
 * The past of the node under the cursor of the detail. The last percentages of the node up to the
 * interval on the screen, oldest first; NAN: none. Returns how many, at most n; 0 for rows without
 * a history.
 */
size_t node_series(const struct ui_state *state, float *series, size_t n);

/* The TopDown tree of the row in state->detail. */

/* Lines of the whole tree with its head. */
int view_tree_lines(const struct ui_state *state);
void view_tree_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The width that it has use for; 0: the usual one, as nothing below level 2 is listed. */
int view_tree_width(const struct ui_state *state);

/* What is at a place of the screen. */
struct view_tree_place {
	struct node_line line;
	bool sign;		/* the sign that opens or closes it */
	const struct row *process;	/* listed below the tree; else NULL */
	const struct row_column *head;	/* on the head, of this column of opened nodes; else NULL */
};

/* False: there is no line. */
bool view_tree_line_at(struct rect rect, const struct ui_state *state, int x, int y,
		       struct view_tree_place *place);

/* Are nodes below level 2 listed, or can be? Then lines are rows of opened_node_rows, with its columns. */
bool view_tree_has_columns(const struct ui_state *state);

/*
 * What the state line says of nodes below level 2: what is awaited, how they are counted, what does
 * not fit together.
 */
void view_node_status_add(struct segments *line, const struct ui_state *state, bool brief);

/* ---- the detail of one row, state->detail: called by screen.c and mouse.c ---- */

/*
 * The detail of the row under the cursor, in the room that the list does not need. It is only
 * looked at: key d opens the same one. Leaves the state as it is. Nothing without a row under the
 * cursor.
 */
void view_beside_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* Sets the lengths of the text in state->detail. */
void view_detail_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* The line of the tree at (x, y) of the screen. False: there is none. */
bool view_detail_line_at(const struct ui_state *state, struct rect rect, int x, int y,
			 struct view_tree_place *place);
