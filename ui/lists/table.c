/* SPDX-License-Identifier: GPL-2.0-only */
/* Heads and cells of tables; see table.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/lists/table.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/history/row_history.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"

/* ---- scrolling of long texts ---- */

bool text_scroll_applies(const struct column *column)
{
	return column->stretch && column->text;
}

int text_scroll_of(const struct ui_state *state, const struct column *column)
{
	return text_scroll_applies(column) ? state_cursor(state)->text_scroll : 0;
}

int text_scroll_hidden(const struct ui_state *state, const struct table_place *place,
		       const struct row *row)
{
	char text[COLUMN_TEXT], lines[128] = "";
	int hidden;

	column_print(place->column, state_rows_of(state), row, state->look.ascii, text);
	if (state_shows_tree(state))
		branches_print(&state->branches, state->snapshot, row, state->look.ascii, place->w,
			       lines, sizeof(lines));
	hidden = format_text_width(lines) + format_text_width(text) - place->w;
	return hidden > 0 ? hidden : 0;
}

/* The most of all rows on the screen. */
static int most_hidden(const struct ui_state *state, const struct table_place *place)
{
	const struct cursor *cursor = state_cursor(state);
	const size_t end = cursor->scroll + state->page;
	int most = 0;

	for (size_t i = cursor->scroll; i < state->n_rows && i < end; i++) {
		int hidden = text_scroll_hidden(state, place, state->rows[i]);

		most = hidden > most ? hidden : most;
	}
	return most;
}

bool text_scroll_move(struct ui_state *state, int cells)
{
	struct cursor *cursor = &state_current(state)->cursor;
	int before = cursor->text_scroll, most = 0;
	struct table table;

	table_fit_view(state, state->list_w, &table);
	for (size_t i = 0; i < table.n; i++) {
		int hidden = text_scroll_applies(table.places[i].column) ?
				     most_hidden(state, &table.places[i]) : 0;

		most = hidden > most ? hidden : most;
	}
	/* What is scrolled already may stay so, if the longest row is gone. */
	if (cells > 0 && before + cells > most)
		cells = most > before ? most - before : 0;
	cursor->text_scroll = before + cells > 0 ? before + cells : 0;
	return cursor->text_scroll != before;
}

/* ---- heads and cells ---- */

/* Values that fall have ▼; a class by percentage ▽, as ▼ at a class means its cost. */
static enum symbol sign_of_order(const struct column *column, const struct column_order *order)
{
	bool ratio = column->metric != M_NONE && order->ratio;

	if (column->ascending == order->reverse)
		return ratio ? SYMBOL_LARGEST_RATIO_FIRST : SYMBOL_LARGEST_FIRST;
	return ratio ? SYMBOL_SMALLEST_RATIO_FIRST : SYMBOL_SMALLEST_FIRST;
}

static void draw_title(const struct table_place *place, struct canvas *canvas, int y,
		       unsigned int style, const char *mark)
{
	const char *title = column_title(place->column);
	int end = place->x + place->w;

	if (place->column->left)
		end = place->x + canvas_put(canvas, place->x, y, place->w, style, title);
	else
		canvas_put_right(canvas, place->x, y, place->w, style, title);
	/* At the edge of the screen the mark takes the last cell of the title. */
	(void)canvas_put(canvas, end < canvas->w ? end : canvas->w - 1, y, 1, style, mark);
}

void table_draw_head(const struct table *table, struct canvas *canvas, int y,
		     const struct ui_state *state)
{
	const struct column_order *order = state_order(state);

	for (int x = 0; x < canvas->w; x++)
		canvas_put_code(canvas, x, y, canvas_style(ROLE_HEAD, false), ' ');
	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];
		enum table_mark mark = table_mark_of(table, i, state);
		bool sorted = mark == MARK_ORDER ||
			      (mark == MARK_OF_COST && column_order_is_cost(order));
		unsigned int style = canvas_style(sorted ? ROLE_SORTED : ROLE_HEAD, false);
		enum symbol sign = mark == MARK_OF_COST ? SYMBOL_COST_OF :
							  sign_of_order(place->column, order);

		draw_title(place, canvas, y, style,
			   mark == MARK_NONE ? "" : symbol(sign, state->look.ascii));
	}
}

bool table_row_is_quiet(const struct row *row)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && row->numbers->values.quality[m] > Q_LOW_SLOTS)
			return false;
	return true;
}

/*
 * Is this node on the worst path? Where the path ends at a class because its children are close
 * together, level 2 marks all children.
 */
static bool is_worst(enum metric_id metric, const enum metric_id path[2], int length)
{
	if (length > 0 && metric == path[0])
		return true;
	if (length == 1)
		return metrics[metric].parent == path[0];
	return length == 2 && metric == path[1];
}

static unsigned int metric_style(const struct row *row, enum metric_id metric,
				 const enum metric_id path[2], int length)
{
	enum quality quality = (enum quality)row->numbers->values.quality[metric];

	if (quality <= Q_LOW_SLOTS)
		return canvas_style(ROLE_DIM, false);
	if (is_worst(metric, path, length))
		return canvas_style(theme_metric_role(metric),
				    metrics[metric].sense != SENSE_GOOD);
	return canvas_style(quality_is_rough(quality) ? ROLE_SCALED : ROLE_TEXT, false);
}

/* Differences are highlighted by their size, not by the worst path. */
static unsigned int difference_style(enum difference_kind kind, const struct column *column,
				     unsigned int style)
{
	switch (kind) {
	case DIFFERENCE_VALUE:
		return style;
	case DIFFERENCE_SMALL:
		return canvas_style(ROLE_TEXT, false);
	case DIFFERENCE_LARGE:
		return canvas_style(column->metric == M_NONE ? ROLE_TEXT :
				    theme_metric_role(column->metric), true);
	default:
		return canvas_style(ROLE_DIM, false);
	}
}

/* A percentage in a place that is too narrow for its decimal, "~" with it. */
static void print_whole(const struct column *column, const struct snapshot *snapshot,
			const struct row *row, char text[COLUMN_TEXT])
{
	const double percent = column_value(column, snapshot, row);

	if (!isnan(percent))
		(void)snprintf(text, COLUMN_TEXT, "%s%.0f", text[0] == '~' ? "~" : "", percent);
}

/* Right-aligned; "~100" also takes the gap before a place of three cells. */
static void put_number(struct canvas *canvas, const struct table_place *place, int y,
		       unsigned int style, const char *text)
{
	const int more = place->x > 0 && format_text_width(text) > place->w;

	canvas_put_right(canvas, place->x - more, y, place->w + more, style, text);
}

static void print_in_units(const struct ui_state *state, const struct row *row,
			   enum metric_id metric, char text[COLUMN_TEXT])
{
	units_print(state_units(state), state->snapshot, row, metric, text, COLUMN_TEXT);
	if (state->look.ascii)
		format_ascii(text);
}

/*
 * The sign of the bar for the class that dominated in each interval, in its colour, the newest at the right; fills rect
 * (one line) up to the snapshot that is shown. Blank where the row did not run.
 */
static void draw_trend(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct row *row)
{
	struct row_value series[ROW_HISTORY_LEN];
	int n = rect.w < ROW_HISTORY_LEN ? rect.w : ROW_HISTORY_LEN, x = rect.x + rect.w - n;

	if (!state->row_history || n <= 0)
		return;
	row_history_series(state->row_history, row, state->snapshot->seq, series, (size_t)n);
	for (int i = 0; i < n; i++) {
		enum metric_id metric = (enum metric_id)series[i].metric;

		if (series[i].ran == ROW_LOW_SLOTS)
			(void)canvas_put(canvas, x + i, rect.y, 1, canvas_style(ROLE_DIM, false),
					 symbol(SYMBOL_IDLE, state->look.ascii));
		else if (series[i].ran != ROW_ABSENT)
			canvas_put_code(canvas, x + i, rect.y,
					canvas_style(theme_metric_role(metric),
						     series[i].ran == ROW_WORST &&
							     metrics[metric].sense != SENSE_GOOD),
					bars_glyph(state_bars(state), metric));
	}
}

void table_draw_row(const struct table *table, struct canvas *canvas, int y,
		    const struct ui_state *state, const struct row *row, double filled)
{
	enum role role = table_row_is_quiet(row) ? ROLE_DIM : ROLE_TEXT;
	enum metric_id path[2];
	int length = worst_path(&row->numbers->values, state->machine->levels, path);
	const struct snapshot *snapshot = state_rows_of(state);
	struct difference difference = difference_of(timeline_baseline(&state->timeline), snapshot,
						     row);
	char text[COLUMN_TEXT];

	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];
		const struct column *column = place->column;
		struct rect rect = { place->x, y, place->w, 1 };
		unsigned int style = canvas_style(role, false);

		if (column->drawn == DRAWN_BAR)
			bar_draw(canvas, rect, &row->numbers->values, filled, state_bars(state));
		if (column->drawn == DRAWN_TREND)
			draw_trend(canvas, rect, state, row);
		if (column->drawn != DRAWN_TEXT)
			continue;
		if (column->metric != M_NONE)
			style = metric_style(row, column->metric, path, length);
		else if (length && column_is_limit(column))
			style = metric_style(row, path[length - 1], path, length);
		style = difference_style(difference_print(&difference, column, snapshot, row,
							  state->look.ascii, text), column, style);
		if (table->whole && column->metric != M_NONE && place->w <= column->narrow)
			print_whole(column, snapshot, row, text);
		if (column->metric != M_NONE && state_units(state) != UNITS_PERCENT &&
		    row->kind != ROW_EXITED)	/* exited rows have no rate per second */
			print_in_units(state, row, column->metric, text);
		if (column->left)
			(void)canvas_put_cut(canvas, place->x, y, place->w, style, text,
					     text_scroll_of(state, column), state->look.ascii);
		else
			put_number(canvas, place, y, style, text);
	}
}

void table_select(const struct table *table, struct canvas *canvas, int y)
{
	int x = 0;

	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];

		if (place->column->drawn != DRAWN_BAR)
			continue;
		canvas_flag(canvas, (struct rect){ x, y, place->x - x, 1 }, CELL_SELECTED);
		x = place->x + place->w;
	}
	canvas_flag(canvas, (struct rect){ x, y, canvas->w - x, 1 }, CELL_SELECTED);
}
