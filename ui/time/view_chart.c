/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine over time; see views.h. One column per interval, as high as the CPUs were busy,
 * stacked by class. A gap in the history is a dotted column; the frozen interval is marked. UI
 * thread.
 */
#include "config.h"
#include "ui/time/views.h"

#include <math.h>
#include <string.h>

#include "model/formula.h"
#include "model/verdict/change_watch.h"
#include "ui/draw/graphs.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"

#define LABEL_WIDTH 5		/* "100% " */

static void draw_labels(struct canvas *canvas, struct rect rect)
{
	unsigned int style = canvas_style(ROLE_LABEL, false);

	canvas_put_right(canvas, rect.x, rect.y, LABEL_WIDTH - 1, style, "100%");
	if (rect.h > 2)
		canvas_put_right(canvas, rect.x, rect.y + rect.h / 2, LABEL_WIDTH - 1, style,
				 "busy");
	canvas_put_right(canvas, rect.x, rect.y + rect.h - 1, LABEL_WIDTH - 1, style, "0%");
}

static void draw_gap(struct canvas *canvas, struct rect column, bool ascii)
{
	for (int y = 0; y < column.h; y++)
		(void)canvas_put(canvas, column.x, column.y + y, 1, canvas_style(ROLE_DIM, false),
				 symbol(SYMBOL_GAP, ascii));
}

/* What a column of cells shows: the classes one above the other, so many cells high. */
struct stack {
	struct values values;
	double cells;		/* 0 < cells */
};

/* The class at this height, in cells from the bottom; M_NONE above the top. */
static enum metric_id class_at(const struct stack *stack, double height)
{
	return height < stack->cells ? bar_class_at(&stack->values, 100 * height / stack->cells)
				     : M_NONE;
}

static void draw_cell(struct canvas *canvas, int x, int y, const struct stack *stack, int line,
		      enum bars_id id)
{
	enum metric_id m = class_at(stack, line + 0.5);

	if (m != M_NONE)
		canvas_put_code(canvas, x, y, canvas_style(theme_metric_role(m), false),
				bars_glyph(id, m));
}

/* Each row of dots has its class; the colour is that of most of them. */
static void draw_dots(struct canvas *canvas, int x, int y, const struct stack *stack, int line)
{
	enum metric_id rows[BRAILLE_ROWS], most = M_NONE;
	int n[M_COUNT] = { 0 };

	for (int row = 0; row < BRAILLE_ROWS; row++) {
		rows[row] = class_at(stack, line + (row + 0.5) / BRAILLE_ROWS);
		if (rows[row] == M_NONE)
			continue;
		n[rows[row]]++;
		if (most == M_NONE || n[rows[row]] > n[most])
			most = rows[row];
	}
	if (most != M_NONE)
		canvas_put_code(canvas, x, y, canvas_style(theme_metric_role(most), false),
				braille_classes(rows));
}

static void draw_value(struct canvas *canvas, struct rect column,
		       const struct machine_history_value *value, const struct ui_state *state)
{
	const enum bars_id id = state_bars(state);
	const bool dots = id == BARS_PATTERNS && state_graphs(state) == GRAPHS_BRAILLE;
	struct stack stack = { .cells = (double)value->busy_percent / 100 * column.h };
	int bottom = column.y + column.h - 1;
	double least = dots ? 1.0 / BRAILLE_ROWS : 1;

	memcpy(stack.values.percent, value->percent, sizeof(value->percent));
	memcpy(stack.values.quality, value->quality, sizeof(value->quality));
	if (!values_are_whole(&stack.values)) {
		(void)canvas_put(canvas, column.x, bottom, 1, canvas_style(ROLE_DIM, false),
				 bars[id].idle);
		return;
	}
	/* At least one cell, or row of dots, for anything that ran. */
	stack.cells = dots ? stack.cells : round(stack.cells);
	if (stack.cells < least)
		stack.cells = least;
	for (int line = 0; line < column.h; line++)
		if (dots)
			draw_dots(canvas, column.x, bottom - line, &stack, line);
		else
			draw_cell(canvas, column.x, bottom - line, &stack, line, id);
}

/* How many intervals ago the right end is: 0, unless the frozen interval would be off the chart. */
static size_t right_end(size_t frozen_ago, size_t n)
{
	return frozen_ago < n ? 0 : frozen_ago - n / 2;
}

void view_chart_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	size_t n = rect.w > LABEL_WIDTH ? (size_t)(rect.w - LABEL_WIDTH) : 0;
	size_t frozen_ago = 0, end = 0;
	bool marked = state->frozen && state->history &&
		      machine_history_find(state->history, state->snapshot->seq, &frozen_ago);

	draw_labels(canvas, rect);
	if (marked)
		end = right_end(frozen_ago, n);
	for (size_t i = 0; state->history && i < n; i++) {
		const struct machine_history_value *value = machine_history_at(state->history, end + i);
		struct rect column = { rect.x + rect.w - 1 - (int)i, rect.y, 1, rect.h };

		if (!value)
			break;
		if (value->gap)
			draw_gap(canvas, column, state->look.ascii);
		else
			draw_value(canvas, column, value, state);
		if (!value->gap && state->changes && change_watch_of(state->changes, value->seq))
			(void)canvas_put(canvas, column.x, column.y, 1, canvas_style(ROLE_NOTE, true),
					 symbol(SYMBOL_CHANGE, state->look.ascii));
		if (marked && end + i == frozen_ago)
			canvas_flag(canvas, column, CELL_SELECTED);
	}
}
