/* SPDX-License-Identifier: GPL-2.0-only */
/* Which columns fit on a line; see table_fit.h. UI thread. */
#include "config.h"
#include "ui/lists/table_fit.h"

#include <string.h>

#include "ui/state/state.h"
#include "ui/table/fit_line.h"

#define LABEL_WIDTH 16		/* "    cpu 511", "  ▸ core 127 x2" */
#define LABEL_NARROW 12
#define PRIORITY_COMFORT 45	/* columns below this leave room for bar and text */
#define COMFORT 7
#define NARROW_BELOW 100	/* cells: columns take their narrow width if not all have room */
#define REGIONS_WIDE 100	/* below it their names need the room of T/ENTRY and the bar */

/* The list as columns of a line. */
static void make_line(const struct column_choice *list, size_t n, const struct column *ordering,
		      struct fit_column line[COLUMNS_MAX])
{
	for (size_t i = 0; i < n; i++) {
		const struct column *column = list[i].column;
		const int priority = column == ordering ? FIT_ALWAYS : column->priority;

		line[i] = (struct fit_column){
			.priority = priority,
			.leaves = priority < PRIORITY_COMFORT ? COMFORT : 0,
			.width = column->width, .chosen = list[i].width,
			.least = column->priority >= FIT_NAMES ? column_least_width(column) : 0,
			.stretches = column->stretch, .bar = column->drawn == DRAWN_BAR,
		};
	}
}

void table_fit(struct table *table, const struct column_choice *list, size_t n, int x, int w,
	       const struct column *ordering)
{
	struct fit_column line[COLUMNS_MAX];

	make_line(list, n, ordering, line);
	fit_line(line, n, x, w);
	table->n = 0;
	for (size_t i = 0; i < n; i++)
		if (line[i].w)
			table->places[table->n++] =
				(struct table_place){ list[i].column, line[i].x, line[i].w };
}

int table_label_width(int w)
{
	return w < TABLE_NARROW ? LABEL_NARROW : LABEL_WIDTH;
}

static const struct column *ordering_of(const struct ui_state *state)
{
	return column_order_column(state_order(state), state_family(state));
}

/* COST of the node that the list is sorted by, or was last. */
static void show_cost(const struct ui_state *state, struct table *table)
{
	enum metric_id node = column_order_node(state_order(state), state_family(state));

	for (size_t i = 0; i < table->n; i++)
		if (column_is_cost(table->places[i].column))
			table->places[i].column = columns_of_cost(node);
}

/* Have the bar and LIMITED BY room, as far as they are in the list? */
static bool says_limits(const struct ui_state *state, int w, const struct column_choice *list,
			size_t n)
{
	struct fit_column line[COLUMNS_MAX];

	make_line(list, n, ordering_of(state), line);
	fit_line(line, n, 0, w);
	for (size_t i = 0; i < n; i++)
		if (!line[i].w && (line[i].bar || !strcmp(column_key(list[i].column), "limited")))
			return false;
	return true;
}

/*
 * Where not all columns have room, percentages are whole numbers: then LIMITED BY and the bar fit
 * into 80 cells, on level 2 into 100; wider lines need it for these two alone. Changes, and numbers
 * in other units, need all of their cells.
 */
static bool narrow_down(const struct ui_state *state, int w, struct column_choice *list, size_t n)
{
	int need = -FIT_GAP;

	for (size_t i = 0; i < n; i++)
		need += (list[i].width ? list[i].width : list[i].column->width) + FIT_GAP;
	if (need <= w || state_units(state) != UNITS_PERCENT ||
	    (w >= NARROW_BELOW && says_limits(state, w, list, n)) ||
	    timeline_baseline(&state->timeline))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!list[i].width && list[i].column->narrow)
			list[i].width = list[i].column->narrow;
	return true;
}

static void fit_cpu_tree(const struct ui_state *state, int w, struct table *table)
{
	struct column_choice list[COLUMNS_MAX];
	size_t n = column_set_list(&state->look.columns[VIEW_CPUS], VIEW_CPUS, state->look.level,
				   state_family(state), list);
	int label = table_label_width(w);

	table->whole = narrow_down(state, w - label - 1, list, n);
	table_fit(table, list, n, label + 1, w - label - 1, ordering_of(state));
	show_cost(state, table);
}

/* Inside a process all lines have the same process and user; without core types E% is 0. */
static bool is_redundant(const struct ui_state *state, const struct column *column)
{
	if (!column_fits_family(column, state_family(state)))
		return true;
	return state->inside &&
	       (!strcmp(column_key(column), "pid") || !strcmp(column_key(column), "user"));
}

/* Columns of regions alone, which stand behind CPU% where the regions of a process are listed. */
static size_t add_of_regions(const struct ui_state *state, int w, struct column_choice *list,
			     size_t n)
{
	static const char *const keys[] = { "entries", "per_entry" };
	const size_t added = w < REGIONS_WIDE ? 1 : 2;
	size_t at = 0;

	if (!state->inside || !state->n_regions || n + added > COLUMNS_MAX)
		return n;
	while (at < n && strcmp(column_key(list[at].column), "cpu") != 0)
		at++;
	if (at == n)
		return n;
	at++;
	memmove(&list[at + added], &list[at], (n - at) * sizeof(list[0]));
	for (size_t i = 0; i < added; i++)
		list[at + i] = (struct column_choice){ .column = columns_find(keys[i]) };
	return n + added;
}

static void fit_rows(const struct ui_state *state, int w, struct table *table)
{
	enum view_id view = column_view_of(state_kind(state));
	struct column_choice all[COLUMNS_MAX], list[COLUMNS_MAX];
	size_t n_all = column_set_list(&state->look.columns[view], view, state->look.level,
				       state_family(state), all), n = 0;
	const bool of_regions = state->inside && state->n_regions && !state->look.columns[view].n;

	for (size_t i = 0; i < n_all; i++)
		if ((all[i].width || all[i].column->from_width <= w) &&
		    !is_redundant(state, all[i].column) &&
		    !(of_regions && w < REGIONS_WIDE && all[i].column->drawn == DRAWN_BAR))
			list[n++] = all[i];
	if (!state->look.columns[view].n)
		n = add_of_regions(state, w, list, n);
	table->whole = narrow_down(state, w, list, n);
	/* Only redundant columns were chosen: show them rather than empty lines. */
	table_fit(table, n ? list : all, n ? n : n_all, 0, w, ordering_of(state));
	show_cost(state, table);
}

void table_fit_view(const struct ui_state *state, int w, struct table *table)
{
	if (state_shows_cpus(state))
		fit_cpu_tree(state, w, table);
	else
		fit_rows(state, w, table);
}

/* Does this column order the rows, or the class that it is a child of? */
static bool is_ordering(const struct column *column, const struct column *ordering, int level)
{
	if (!ordering || column == ordering)
		return column == ordering;
	return level == 2 && column->metric != M_NONE && ordering->metric != M_NONE &&
	       metrics[column->metric].parent == ordering->metric;
}

static bool has_cost(const struct table *table)
{
	for (size_t i = 0; i < table->n; i++)
		if (column_is_cost(table->places[i].column))
			return true;
	return false;
}

enum table_mark table_mark_of(const struct table *table, size_t place, const struct ui_state *state)
{
	const struct column *column = table->places[place].column;
	const struct column_order *order = state_order(state);
	bool by_cost = column_order_is_cost(order), cost_shown = has_cost(table);
	enum metric_id node = column_order_node(order, state_family(state));

	if (column_is_cost(column))
		return by_cost ? MARK_ORDER : MARK_NONE;
	if (is_ordering(column, ordering_of(state), state->look.level) && !(by_cost && cost_shown))
		return MARK_ORDER;
	if (cost_shown && node != M_NONE &&
	    is_ordering(column, columns_of_metric(node), state->look.level))
		return MARK_OF_COST;
	return MARK_NONE;
}

bool table_is_marked(const struct table *table, const struct ui_state *state)
{
	const struct column *chosen = state_order(state)->column;
	bool marked = false, named = chosen && chosen->metric == M_NONE;

	if (!chosen)
		return state_shows_cpus(state);
	for (size_t i = 0; i < table->n; i++) {
		const enum table_mark mark = table_mark_of(table, i, state);

		marked |= mark == MARK_ORDER;
		named |= mark == MARK_OF_COST ||
			 (mark == MARK_ORDER && !column_is_cost(table->places[i].column));
	}
	return marked && named;
}
