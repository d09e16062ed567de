/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a detail on the screen: its text, and the lines below the tree. Called by the views
 * of this folder; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_PARTS_H
#define TDTOP_UI_DETAIL_VIEW_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/detail/deep_node.h"
#include "ui/detail/detail_who.h"
#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* The text about the node under the cursor of the detail. */
void view_node_put(struct page *page, const struct ui_state *state);

/* The text about a node below level 2 in a detail. */
void view_deep_put(struct page *page, const struct ui_state *state, const struct deep_node *deep);

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

/* The lines below the tree of the machine: who has most of what limits it. */

/* Lines above the first process: an empty one and the head. */
#define VIEW_CULPRITS_ABOVE 2

/* Draws one line: 0 is the empty one, 1 the head, 2 the first process. Without the cursor. */
void view_culprits_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			     const struct detail_who *who, int line);

#endif
