/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of lists, drawn. UI thread. */
#ifndef TDTOP_UI_LISTS_VIEWS_H
#define TDTOP_UI_LISTS_VIEWS_H

#include "ui/draw/canvas.h"
#include "ui/lists/table_fit.h"
#include "ui/state/ui_state.h"

/* The rows of flat tables: tasks, users, cgroups, exited processes. */
void view_tasks_draw_row(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, size_t index);

/* The rows of the tree of sockets, nodes, cores and CPUs. */
void view_cpus_draw_row(const struct ui_state *state, const struct table *table,
			struct canvas *canvas, int y, size_t index);

/* The head of the labels, before the columns. */
void view_cpus_draw_head(const struct ui_state *state, struct canvas *canvas, int y);

/*
 * Key L: the texts of the selected row that its columns cut, in whole below it. Draws the cut texts
 * of a row as a part of its cursor bar. Returns the lines that they need; rect.h is how many are
 * drawn, and 0 only counts.
 */
int view_wrapped_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct table *table, const struct row *row);

/* What a row of a hybrid did on each core type: lines in the head, facts in the detail. */

/* The machine by core type: a line each below its own. */
void view_core_types_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/*
 * "24.1 % of the slots: RET 31.0 BAD 4.0 ...": what a row had on cores of this type; "" if it did
 * not run there.
 */
void view_core_types_print(const struct ui_state *state, const struct row *row, enum core_type type,
			   char *text, size_t size);

#endif
