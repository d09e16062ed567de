/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the screen bring to it; put together in screen.c. UI thread. */
#ifndef TDTOP_UI_VIEWS_H
#define TDTOP_UI_VIEWS_H

#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
#include "ui/state/state.h"
#include "ui/views/table.h"

/* view_header.c: one line each. */
void view_header_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_header_draw_machine(struct canvas *canvas, struct rect rect,
			      const struct ui_state *state);
void view_header_draw_trend(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* view_core_types.c: the machine by kind of core, a line each, as the machine's own. */
void view_core_types_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* "24.1 % of its slots: RET 31.0  BAD 4.0 ...": what a row had on one side; "" if it never ran there. */
void view_core_types_print(const struct ui_state *state, const struct row *row, enum core_type side, char *text,
		      size_t size);

/* view_chart.c: the machine over time. */
void view_chart_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* view_tasks.c: processes, threads, threads of a process. */
void view_tasks_fit(const struct ui_state *state, int w, struct table *table);
void view_tasks_draw_row(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, const struct row *row);

/* view_cpus.c: sockets, cores, CPUs as a tree. */
void view_cpus_fit(const struct ui_state *state, int w, struct table *table);
void view_cpus_draw_row(const struct ui_state *state, const struct table *table,
			struct canvas *canvas, int y, const struct row *row);
void view_cpus_draw_head(const struct ui_state *state, struct canvas *canvas, int y);

/* view_help.c: from the tables of keys and columns. Sets state->help_lines. */
void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* view_detail.c: one row closely. Sets the lengths of the text in state->detail. */
void view_detail_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* The node of the tree at (x, y) of the screen, or M_NONE. */
enum metric_id view_detail_node_at(const struct ui_state *state, struct rect rect, int x, int y);

/* view_tree.c: the TopDown tree of the row in state->detail, with a head. */
int view_tree_lines(const struct ui_state *state);	/* that all of it takes, with the head */
void view_tree_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

enum metric_id view_tree_node_at(struct rect rect, const struct ui_state *state, int y);

/* view_node.c: what there is to say about the node under the cursor. */
void view_node_put(struct page *page, const struct ui_state *state);

/* view_find.c: the line that is typed, and the menu of users over the rows. */
void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_find_draw_users(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* view_setup.c: the setup. Sets how far its page is scrolled. */
void view_setup_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* What is at (x, y) of the screen: a page, or a line of the page; false: neither. */
struct view_setup_place {
	int page;		/* -1: a line */
	size_t line;
	bool box;		/* at its "[x]" */
};
bool view_setup_at(const struct ui_state *state, struct rect rect, int x, int y,
		   struct view_setup_place *place);

/* view_footer.c: the keys that matter here. */
void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The code of the key whose name or word is at this cell of a footer w cells wide; 0: none. */
int view_footer_code_at(const struct ui_state *state, int w, int x);

#endif
