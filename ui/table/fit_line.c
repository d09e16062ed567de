/* SPDX-License-Identifier: GPL-2.0-only */
/* Which columns fit on a line; see fit_line.h. */
#include "config.h"
#include "ui/table/fit_line.h"

#define BAR_MAX 40
#define TEXT_COMFORT 24

/* The highest priority below `below` among the columns; -1: none. */
static int next_priority(const struct fit_column *columns, size_t n, int below)
{
	int best = -1;

	for (size_t i = 0; i < n; i++)
		if (columns[i].priority < below && columns[i].priority > best)
			best = columns[i].priority;
	return best;
}

/*
 * The least width of a column in this room. A width chosen above the default is granted later, if
 * there is room; the name of a row is cut rather than dropped.
 */
static int base_width(const struct fit_column *column, int room)
{
	int width = column->width;

	if (column->chosen && column->chosen < width)
		width = column->chosen;
	if (column->least && width > room && room >= column->least)
		width = room;
	return width;
}

/*
 * Takes columns in order of priority; columns of equal priority are taken together or not at all.
 * Sets the width of each, 0: left out. Returns the cells that are left.
 */
static int choose_columns(struct fit_column *columns, size_t n, int w)
{
	int rest = w, priority = FIT_ALWAYS + 1;

	for (size_t i = 0; i < n; i++)
		columns[i].w = 0;
	while ((priority = next_priority(columns, n, priority)) >= 0) {
		int need = -FIT_GAP, leaves = 0;

		for (size_t i = 0; i < n; i++) {
			if (columns[i].priority != priority)
				continue;
			need += base_width(&columns[i], rest) + FIT_GAP;
			leaves = columns[i].leaves;
		}
		if (need + leaves > rest)
			continue;
		for (size_t i = 0; i < n; i++)
			if (columns[i].priority == priority)
				columns[i].w = base_width(&columns[i], rest);
		rest -= need + FIT_GAP;
	}
	return rest + FIT_GAP > w ? w : rest + FIT_GAP;
}

static bool has_rest(const struct fit_column *column)
{
	return column->w && column->stretches && !column->chosen;
}

/* Is it a stretching column with a chosen width? It keeps the space before it. */
static bool wants_air(const struct fit_column *column)
{
	return column->w && column->stretches && column->chosen;
}

/* Widens columns whose chosen width is above the default, from the left, bars last. Returns the cells that are left. */
static int grow_columns(struct fit_column *columns, size_t n, int rest)
{
	for (size_t i = 0; i < 2 * n; i++) {
		struct fit_column *column = &columns[i % n];
		const int wanted = column->bar == (i >= n) ? column->chosen - column->width : 0;
		const int more = column->w && wanted > 0 && rest > 0 ? wanted < rest ? wanted : rest : 0;

		column->w += more;
		rest -= more;
	}
	return rest;
}

/*
 * Gives the rest to stretching columns: first to texts, until they can be told apart; then beside a
 * stretching text a bar gets two fifths. Space stands before them, behind the numbers, with room for the
 * sign of order.
 */
static void stretch_columns(struct fit_column *columns, size_t n, int rest)
{
	int texts = 0, for_bar = rest, first = 0;
	bool bar = false, space = false;

	for (size_t i = 0; i < n; i++) {
		bar |= has_rest(&columns[i]) && columns[i].bar;
		if (!has_rest(&columns[i]) || columns[i].bar)
			continue;
		texts++;
		first += columns[i].w < TEXT_COMFORT ? TEXT_COMFORT - columns[i].w : 0;
	}
	if (texts)
		for_bar = rest <= first ? rest > 0 : 1 + (rest - first) * 2 / 5;
	if (texts && for_bar > BAR_MAX)
		for_bar = BAR_MAX;
	rest -= bar ? for_bar : 0;
	for (size_t i = 0; i < n; i++) {
		const int more = !has_rest(&columns[i]) ? 0 : columns[i].bar ? for_bar : rest / texts;

		rest -= columns[i].bar ? 0 : more;
		texts -= has_rest(&columns[i]) && !columns[i].bar;
		columns[i].x = space && more > 0;
		columns[i].w += more - columns[i].x;
		space = columns[i].w ? !columns[i].left : space;
	}
}

void fit_line(struct fit_column *columns, size_t n, int x, int w)
{
	int rest = grow_columns(columns, n, choose_columns(columns, n, w)), air = 0;
	bool any = false;

	for (size_t i = 0; i < n; i++)
		air += wants_air(&columns[i]) && air < rest;
	stretch_columns(columns, n, rest - air);
	for (size_t i = 0; i < n; i++) {
		if (!columns[i].w)
			continue;
		if (wants_air(&columns[i]) && any && air-- > 0)
			columns[i].x++;
		columns[i].x += x;
		x = columns[i].x + columns[i].w + FIT_GAP;
		any = true;
	}
}
