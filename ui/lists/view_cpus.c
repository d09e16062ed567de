/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of the tree of CPUs, and what any row did on each type of them; see views.h. The bar is as long
 * as the row was busy; the rest is drawn as idle, because an idle CPU has no split. A core has a bar
 * for each of its hardware threads, side by side: they show what one does to the other, while the
 * numbers are those of the whole core. UI thread.
 */
#include "config.h"
#include "ui/lists/views.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/machine.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/lists/rows.h"
#include "ui/lists/table.h"
#include "ui/state/state.h"

#define SIBLING_MIN 6		/* cells of a bar: fewer show no split */
#define SIBLING_LABEL_MIN 16	/* from this width on a bar has the CPU's number */
#define LABEL_WIDTH 8		/* "machine" and a blank, above */
#define BAR_MIN 8
#define BUSY_WIDTH 9		/* "busy 100%" */

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
		bar_draw(canvas, bar, &cpus[i].numbers->values,
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

/*
 * ---- what a row did on each core type of a hybrid ----
 *
 * The counts of P-cores and of E-cores are evaluated as a row each.
 */

/*
 * Evaluates the counts on this core type. Returns which part of the row's slots they are (0..1, or
 * NAN).
 */
static double evaluate_side(const struct ui_state *state, const struct row *row,
			    enum core_type side, struct values *values)
{
	struct counts part = counts_of_core_type(&row->numbers->counts, side);
	double slots = counts_or_0(&part, EV_SLOTS);

	family_evaluate(state->machine->family, &part, slots < COUNTS_SLOTS_MIN, values);
	return slots / counts_or_0(&row->numbers->counts, EV_SLOTS);
}

/* Percent of the time that the CPUs of this core type were not idle. */
static double busy_percent(const struct ui_state *state, enum core_type side)
{
	const struct row_table *cpus = &state->snapshot->table[ROW_CPU];
	double busy = 0, all = 0;

	for (size_t i = 0; i < cpus->n; i++) {
		int index = machine_cpu_index(state->machine, cpus->rows[i].id);

		if (index < 0 || core_type_side(state->machine->cpus[index].core_type) != side)
			continue;
		busy += (double)cpus->rows[i].busy_ns;
		all += (double)cpus->rows[i].busy_ns + (double)cpus->rows[i].extra->idle_ns;
	}
	return all > 0 ? 100 * busy / all : (double)NAN;
}

static void add_shares(struct segments *line, const struct ui_state *state,
		       const struct values *values)
{
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		enum quality quality = (enum quality)values->quality[m];
		char text[16];

		if (metrics[m].parent != M_NONE || !family_formula(state->machine->family, m))
			continue;
		format_percent(text, sizeof(text), (double)values->percent[m], quality);
		if (state->look.ascii)
			format_ascii(text);
		segments_add(line, 90 - (int)m, canvas_style(ROLE_LABEL, false), "%s ",
			     metrics[m].column);
		segments_join(line, 90 - (int)m,
			      canvas_style(quality <= Q_LOW_SLOTS ? ROLE_DIM : theme_metric_role(m),
					   false),
			      "%*s%s",
			      format_text_width(text) < 4 ? 4 - format_text_width(text) : 0, "",
			      text);
	}
}

static void draw_side(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      enum core_type side)
{
	const struct row *row = snapshot_machine(state->snapshot);
	struct segments line = { .between = rect.w >= PAGE_ROOMY ? "  " : " " }, end = { 0 };
	double busy = busy_percent(state, side), share;
	struct values values;
	int x = LABEL_WIDTH, bar;

	share = evaluate_side(state, row, side, &values);
	add_shares(&line, state, &values);
	if (isfinite(share))
		segments_add(&line, 50, canvas_style(ROLE_LABEL, false), "%3.0f%% of the slots",
			     100 * share);
	(void)canvas_put(canvas, rect.x, rect.y, x, canvas_style(ROLE_LABEL, false),
			 core_types[side].title);
	bar = rect.w - x - segments_width(&line) - 2 - BUSY_WIDTH;
	if (bar > rect.w / 4)
		bar = rect.w / 4;
	if (bar >= BAR_MIN) {
		bar_draw(canvas, (struct rect){ rect.x + x, rect.y, bar, 1 }, &values, 1,
			 state_bars(state));
		x += bar + 1;
	}
	x += segments_draw(&line, canvas, rect.x + x, rect.y, rect.w - x - BUSY_WIDTH - 1);
	if (isnan(busy) || x + BUSY_WIDTH >= rect.w)
		return;
	segments_add(&end, 1, canvas_style(ROLE_LABEL, false), "busy ");
	segments_join(&end, 1, canvas_style(ROLE_TEXT, false), "%3.0f%%", busy);
	(void)segments_draw(&end, canvas, rect.x + rect.w - BUSY_WIDTH, rect.y, BUSY_WIDTH);
}

void view_core_types_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	static const enum core_type sides[] = { TYPE_CORE, TYPE_ATOM };

	if (!state->snapshot || !snapshot_machine(state->snapshot))
		return;
	for (int i = 0; i < 2 && i < rect.h; i++)
		draw_side(canvas, (struct rect){ rect.x, rect.y + i, rect.w, 1 }, state, sides[i]);
}

void view_core_types_print(const struct ui_state *state, const struct row *row, enum core_type side,
			   char *text, size_t size)
{
	struct values values;
	double share = evaluate_side(state, row, side, &values);
	size_t used;

	text[0] = '\0';
	if (!(share > 0))
		return;
	used = (size_t)snprintf(text, size, "%.1f %% of the slots:", 100 * share);
	for (enum metric_id m = 0; m < M_COUNT && used < size; m++) {
		char value[16];

		if (metrics[m].parent != M_NONE || !family_formula(state->machine->family, m))
			continue;
		format_percent(value, sizeof(value), (double)values.percent[m],
			       (enum quality)values.quality[m]);
		used += (size_t)snprintf(text + used, size - used, " %s %s", metrics[m].column,
					 value);
	}
}
