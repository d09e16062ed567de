/* SPDX-License-Identifier: GPL-2.0-only */
/* What all tables of rows share; see table.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/views/table.h"

#include "model/formula.h"
#include "ui/draw/bar.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"
#include "ui/views/trend.h"

#define GAP 1
#define BAR_MAX 40
#define KEEP_ALWAYS 1000
#define KEEP_NAME 100	/* says what a row is */
#define KEEP_COMFORT 45	/* columns below this must leave room for bar and text to breathe */
#define COMFORT 9

static int keep_of(const struct column *column, const struct column *ordering)
{
	return column == ordering ? KEEP_ALWAYS : column->priority;
}

/* The highest keep below `below` among the columns. */
static int next_keep(const struct column_choice *list, size_t n, int below,
		     const struct column *ordering)
{
	int best = -1;

	for (size_t i = 0; i < n; i++) {
		int keep = keep_of(list[i].column, ordering);

		if (keep < below && keep > best)
			best = keep;
	}
	return best;
}

/*
 * What it takes at least of the room. One that was chosen wider grows only where there is more; the
 * name of what a row is rather loses its end than its place.
 */
static int base_width(const struct column_choice *choice, int room)
{
	int width = choice->column->width;

	if (choice->width && choice->width < width)
		width = choice->width;
	if (choice->column->priority >= KEEP_NAME && width > room &&
	    room >= column_least_width(choice->column))
		width = room;
	return width;
}

/*
 * Takes columns from the most important down; those of one worth together or not at all. Sets the
 * width of each, 0: left out. Returns the cells that are left.
 */
static int choose(const struct column_choice *list, size_t n, int w,
		  const struct column *ordering, int widths[COLUMNS_MAX])
{
	int rest = w, keep = KEEP_ALWAYS + 1;

	for (size_t i = 0; i < n; i++)
		widths[i] = 0;
	while ((keep = next_keep(list, n, keep, ordering)) >= 0) {
		int need = -GAP;

		for (size_t i = 0; i < n; i++)
			if (keep_of(list[i].column, ordering) == keep)
				need += base_width(&list[i], rest) + GAP;
		if (need + (keep < KEEP_COMFORT ? COMFORT : 0) > rest)
			continue;
		for (size_t i = 0; i < n; i++)
			if (keep_of(list[i].column, ordering) == keep)
				widths[i] = base_width(&list[i], rest);
		rest -= need + GAP;
	}
	return rest + GAP > w ? w : rest + GAP;
}

static bool is_bar(const struct column *column)
{
	return column->drawn == DRAWN_BAR;
}

static bool stretches(const struct column_choice *choice)
{
	return choice->column->stretch && !choice->width;
}

/* One that would stretch has air before it also where its width was chosen. */
static bool wants_air(const struct column_choice *choice)
{
	return choice->column->stretch && choice->width;
}

/* Room for those that were chosen wider than usual, from the left. Returns what is left of it. */
static int grow(const struct column_choice *list, size_t n, const int widths[COLUMNS_MAX],
		int rest, int more[COLUMNS_MAX])
{
	for (size_t i = 0; i < n; i++) {
		int wanted = list[i].width - list[i].column->width;

		more[i] = widths[i] && wanted > 0 && rest > 0 ? wanted < rest ? wanted : rest : 0;
		rest -= more[i];
	}
	return rest;
}

/* What is left goes to those that stretch: where a text does too, the bar takes two fifths. */
static void stretch(const struct column_choice *list, size_t n, const int widths[COLUMNS_MAX],
		    int rest, int more[COLUMNS_MAX])
{
	int texts = 0, for_bar = rest;
	bool bar = false;

	for (size_t i = 0; i < n; i++) {
		bar |= widths[i] && stretches(&list[i]) && is_bar(list[i].column);
		texts += widths[i] && stretches(&list[i]) && !is_bar(list[i].column);
	}
	if (texts)
		for_bar = rest * 2 / 5 < BAR_MAX ? rest * 2 / 5 : BAR_MAX;
	rest -= bar ? for_bar : 0;
	for (size_t i = 0; i < n; i++) {
		if (!widths[i] || !stretches(&list[i]))
			continue;
		more[i] = is_bar(list[i].column) ? for_bar : rest / texts;
		rest -= is_bar(list[i].column) ? 0 : more[i];
		texts -= !is_bar(list[i].column);
	}
}

void table_fit(struct table *table, const struct column_choice *list, size_t n, int x, int w,
	       const struct column *ordering)
{
	int widths[COLUMNS_MAX], more[COLUMNS_MAX], air = 0;
	int rest = choose(list, n, w, ordering, widths);

	rest = grow(list, n, widths, rest, more);
	for (size_t i = 0; i < n; i++)
		air += widths[i] && wants_air(&list[i]) && air < rest;
	stretch(list, n, widths, rest - air, more);
	table->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct table_place *place = &table->places[table->n];

		if (!widths[i])
			continue;
		*place = (struct table_place){ list[i].column, x, widths[i] + more[i] };
		/* Air behind the numbers, and room for the sign of order. */
		if (stretches(&list[i]) && table->n && more[i] > 0) {
			place->x++;
			place->w--;
		} else if (wants_air(&list[i]) && table->n && air-- > 0) {
			place->x++;
		}
		x = place->x + place->w + GAP;
		table->n++;
	}
}

/* Does this column order the rows, or is it a child of the class that does? */
static bool is_ordering(const struct column *column, const struct column *ordering, int level)
{
	if (!ordering || column == ordering)
		return column == ordering;
	return level == 2 && column->metric != M_NONE && ordering->metric != M_NONE &&
	       metrics[column->metric].parent == ordering->metric;
}

static enum symbol sign_of_order(const struct column *column, const struct column_order *order)
{
	bool share = column->metric != M_NONE && order->ratio;

	if (column->ascending == order->reverse)
		return share ? SYMBOL_LARGEST_RATIO_FIRST : SYMBOL_LARGEST_FIRST;
	return share ? SYMBOL_SMALLEST_RATIO_FIRST : SYMBOL_SMALLEST_FIRST;
}

void table_draw_head(const struct table *table, struct canvas *canvas, int y,
		     const struct ui_state *state, const struct column_order *order)
{
	for (int x = 0; x < canvas->w; x++)
		canvas_put_code(canvas, x, y, canvas_style(ROLE_HEAD, false), ' ');
	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];
		bool ordering = is_ordering(place->column, order->column, state->level);
		unsigned int style = canvas_style(ordering ? ROLE_SORTED : ROLE_HEAD, false);
		const char *title = column_title(place->column);
		int end = place->x + place->w;

		if (place->column->left)
			end = place->x + canvas_put(canvas, place->x, y, place->w, style, title);
		else
			canvas_put_right(canvas, place->x, y, place->w, style, title);
		if (ordering)
			(void)canvas_put(canvas, end, y, 1, style,
					 symbol(sign_of_order(place->column, order), state->ascii));
	}
}

bool table_row_is_quiet(const struct row *row)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && row->values.quality[m] > Q_LOW_SLOTS)
			return false;
	return true;
}

/*
 * Is this node on the worst path? On level 2, where a path ends at its class because the children
 * are close together, all children are marked.
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
	enum quality quality = (enum quality)row->values.quality[metric];

	if (quality <= Q_LOW_SLOTS)
		return canvas_style(ROLE_DIM, false);
	if (is_worst(metric, path, length))
		return canvas_style(theme_metric_role(metric), true);
	return canvas_style(quality_is_rough(quality) ? ROLE_SCALED : ROLE_TEXT, false);
}

/* Where differences are shown it is they that stand out, not the worst path. */
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

static void print_in_units(const struct ui_state *state, const struct row *row,
			   enum metric_id metric, char text[COLUMN_TEXT])
{
	units_print(state_units(state), state->snapshot, row, metric, text, COLUMN_TEXT);
	if (state->ascii)
		format_ascii(text);
}

void table_draw_row(const struct table *table, struct canvas *canvas, int y,
		    const struct ui_state *state, const struct row *row, double filled)
{
	enum role role = table_row_is_quiet(row) ? ROLE_DIM : ROLE_TEXT;
	enum metric_id path[2];
	int length = worst_path(&row->values, state->machine->levels, path);
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
			bar_draw(canvas, rect, &row->values, filled, state_bars(state));
		if (column->drawn == DRAWN_TREND)
			trend_draw(canvas, rect, state, row);
		if (column->drawn != DRAWN_TEXT)
			continue;
		if (column->metric != M_NONE)
			style = metric_style(row, column->metric, path, length);
		style = difference_style(difference_print(&difference, column, snapshot, row,
							  state->ascii, text), column, style);
		if (column->metric != M_NONE && state_units(state) != UNITS_PERCENT &&
		    row->kind != ROW_EXITED)	/* that has no second */
			print_in_units(state, row, column->metric, text);
		if (column->left)
			(void)canvas_put(canvas, place->x, y, place->w, style, text);
		else
			canvas_put_right(canvas, place->x, y, place->w, style, text);
	}
}

void table_select(const struct table *table, struct canvas *canvas, int y)
{
	int x = 0;

	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];

		if (!is_bar(place->column))
			continue;
		canvas_flag(canvas, (struct rect){ x, y, place->x - x, 1 }, CELL_SELECTED);
		x = place->x + place->w;
	}
	canvas_flag(canvas, (struct rect){ x, y, canvas->w - x, 1 }, CELL_SELECTED);
}
