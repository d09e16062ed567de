/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of lists, drawn. UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
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

#define VIEW_FIND_QUOTE 160

/* A filter or search for a status line: as much of its beginning as leaves room for what it found. */
void view_find_quote(const char *typed, bool ascii, char text[VIEW_FIND_QUOTE]);

/* The line in which a filter or a search is typed. */
void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* What is told of regions outside of their table: why there are none, and details. */

/* The view is empty: why, and how a program is marked. */
void view_regions_draw_none(const struct ui_state *state, struct canvas *canvas, struct rect rect);

/* The regions of the process in the detail, the most expensive first; nothing if it has none. */
void view_regions_put(struct page *page, const struct ui_state *state);

/* What the detail of a region knows beside load and levels. */
void view_regions_put_facts(struct page *page, const struct ui_state *state);

/*
 * How long the entries into the region in the detail took: percentiles, and the sentence about slow entries
 * with its doubt. Then a bar for each class of durations: as long as its part of the slots, divided by
 * class of the tree. Nothing for other rows.
 */
void view_durations_put(struct page *page, const struct ui_state *state);

/* Into the status line: that regions were watched for a part of the time only. */
void view_regions_add_status(struct segments *line, const struct ui_state *state, bool brief);
