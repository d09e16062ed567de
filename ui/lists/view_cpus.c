/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of the tree of CPUs; see views.h. The bar is as long as the row was busy; the rest is
 * drawn as idle, because an idle CPU has no split. A core has a bar for each of its hardware
 * threads, side by side: they show what one does to the other, while the numbers are those of the
 * whole core. UI thread.
 */
#include "config.h"
#include "ui/lists/views.h"

#include <math.h>
#include <stdio.h>

#include "model/snapshot/row.h"
#include "ui/draw/graphs.h"
#include "ui/draw/symbols.h"
#include "ui/lists/rows.h"
#include "ui/lists/table.h"
#include "ui/state/state.h"

#define SIBLING_MIN 6		/* cells of a bar: fewer show no split */
#define SIBLING_LABEL_MIN 16	/* from this width on a bar has the CPU's number */

void view_cpus_draw_head(const struct ui_state *state, struct canvas *canvas, int y)
{
	const struct column_order *order = state_order(state);
	unsigned int style = canvas_style(order->column ? ROLE_HEAD : ROLE_SORTED, false);
	int x = canvas_put(canvas, 0, y, table_label_width(canvas->w), style,
			   canvas->w < TABLE_NARROW ? "CPU" : "SOCKET/CORE/CPU");

	if (!order->column)
		(void)canvas_put(canvas, x, y, 1, style,
				 symbol(order->reverse ? SYMBOL_LARGEST_FIRST : SYMBOL_SMALLEST_FIRST,
					state->look.ascii));
}

/* " E" behind a core or CPU, on a machine with several core types. */
static const char *core_type_letters(const struct ui_state *state, const struct row *row)
{
	static const char *const letters[CORE_TYPES] = {
		[TYPE_CORE] = " P", [TYPE_ATOM] = " E", [TYPE_LOWPOWER] = " LP"
	};
	const struct row *cpu = row;
	size_t n;
	int i;

	if (!state->machine->family || !state->machine->family->hybrid)
		return "";
	if (row->kind == ROW_CORE)
		cpu = snapshot_children(state->snapshot, row, &n);
	i = cpu ? machine_cpu_index(state->machine, cpu->id) : -1;
	return i < 0 ? "" : letters[state->machine->cpus[i].core_type];
}

static void make_label(const struct ui_state *state, const struct row *row, char *text, size_t size)
{
	const char *fold = "";

	if (row->kind != ROW_CPU)
		fold = symbol(fold_is_open(state, row) ? SYMBOL_UNFOLDED : SYMBOL_FOLDED,
			      state->look.ascii);
	if (row->kind == ROW_SOCKET)
		(void)snprintf(text, size, "%s socket %d", fold, row->id);
	else if (row->kind == ROW_NODE)
		(void)snprintf(text, size, " %s node %d", fold, row->id);
	else if (row->kind == ROW_CORE)
		(void)snprintf(text, size, "  %s core %d%s", fold, row->id,
			       core_type_letters(state, row));
	else
		(void)snprintf(text, size, "      cpu %d%s", row->id,
			       core_type_letters(state, row));
}

/* Draws "3 " before a bar, as wide for all CPUs. */
static int draw_number(const struct ui_state *state, struct canvas *canvas, struct rect rect,
		       const struct row *cpu)
{
	int last = state->machine->cpus[state->machine->n_cpus - 1].cpu, width = 2;
	char text[16];

	for (; last > 9; last /= 10)
		width++;
	(void)snprintf(text, sizeof(text), "%d", cpu->id);
	canvas_put_right(canvas, rect.x, rect.y, width - 1, canvas_style(ROLE_LABEL, false), text);
	return width;
}

/* Draws the hardware threads of a core in place of its bar, if there is room. */
static void draw_siblings(const struct ui_state *state, struct canvas *canvas, struct rect rect,
			  const struct row *core)
{
	size_t n;
	const struct row *cpus = snapshot_children(state->snapshot, core, &n);
	int each = n ? (rect.w + 1) / (int)n - 1 : 0;

	if (core->kind != ROW_CORE || n < 2 || each < SIBLING_MIN)
		return;
	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, canvas_style(ROLE_TEXT, false), ' ');
	for (size_t i = 0; i < n; i++) {
		struct rect bar = { rect.x + (int)i * (each + 1), rect.y, each, 1 };
		int used = each < SIBLING_LABEL_MIN ? 0 : draw_number(state, canvas, bar, &cpus[i]);

		bar.x += used;
		bar.w -= used;
		bar_draw(canvas, bar, &cpus[i].values,
			 row_busy_percent(state->snapshot, &cpus[i]) / 100, state_bars(state));
	}
}

void view_cpus_draw_row(const struct ui_state *state, const struct table *table,
			struct canvas *canvas, int y, size_t index)
{
	const struct row *row = state->rows[index];
	enum role role = table_row_is_quiet(row) ? ROLE_DIM : ROLE_TEXT;
	double busy = row_busy_percent(state->snapshot, row);
	char label[40];

	make_label(state, row, label, sizeof(label));
	(void)canvas_put(canvas, 0, y, table_label_width(canvas->w), canvas_style(role, false),
			 label);
	table_draw_row(table, canvas, y, state, row, isnan(busy) ? 1 : busy / 100);
	for (size_t i = 0; i < table->n; i++) {
		struct rect rect = { table->places[i].x, y, table->places[i].w, 1 };

		if (table->places[i].column->drawn == DRAWN_BAR)
			draw_siblings(state, canvas, rect, row);
	}
}
