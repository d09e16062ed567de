/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sockets, cores and CPUs as a tree: siblings of a core stand together. The bar is as long as the
 * row was busy; the rest is idle and is shown as that, because an idle CPU has no split. UI thread.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/symbols.h"
#include "ui/views.h"

#define LABEL_WIDTH 16		/* "    cpu 511", "  ▸ core 127 x2" */
#define LABEL_NARROW 12
#define NARROW 60

static int label_width(int w)
{
	return w < NARROW ? LABEL_NARROW : LABEL_WIDTH;
}

void view_cpus_fit(const struct ui_state *state, int w, struct table *table)
{
	struct column_choice list[COLUMNS_MAX];
	size_t n = column_set_list(&state->columns[COLUMNS_CPUS], COLUMNS_CPUS, state->level, list);
	int label = label_width(w);

	table_fit(table, list, n, label + 1, w - label - 1, state->views[state->view].order.column);
}

void view_cpus_draw_head(const struct ui_state *state, struct canvas *canvas, int y)
{
	bool natural = !state->views[state->view].order.column;

	(void)canvas_put(canvas, 0, y, label_width(canvas->w),
			 canvas_style(natural ? ROLE_SORTED : ROLE_HEAD, false),
			 canvas->w < NARROW ? "CPU" : "SOCKET/CORE/CPU");
}

static void make_label(const struct ui_state *state, const struct row *row, char *text, size_t size)
{
	const char *fold = "";

	if (row->kind != ROW_CPU)
		fold = symbol(state_is_unfolded(state, row) ? SYMBOL_UNFOLDED : SYMBOL_FOLDED,
			      state->ascii);
	if (row->kind == ROW_SOCKET)
		(void)snprintf(text, size, "%s socket %d", fold, row->id);
	else if (row->kind == ROW_CORE)
		(void)snprintf(text, size, "  %s core %d", fold, row->id);
	else
		(void)snprintf(text, size, "      cpu %d", row->id);
}

void view_cpus_draw_row(const struct ui_state *state, const struct table *table,
			struct canvas *canvas, int y, const struct row *row)
{
	enum role role = table_row_is_quiet(row) ? ROLE_DIM : ROLE_TEXT;
	double busy = row_busy_percent(state->snapshot, row);
	char label[40];

	make_label(state, row, label, sizeof(label));
	(void)canvas_put(canvas, 0, y, label_width(canvas->w), canvas_style(role, false), label);
	table_draw_row(table, canvas, y, state, row, isnan(busy) ? 1 : busy / 100);
}
