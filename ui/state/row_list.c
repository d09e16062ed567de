/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter, search and order of a list of rows; see row_list.h. UI thread. */
#include "config.h"
#include "ui/state/row_list.h"

#include <stdio.h>

#include "ui/code/code_filter.h"
#include "ui/state/state.h"

bool row_list_open(struct ui_state *state, row_lister rows, enum find_mode mode)
{
	struct find *find = &state->find;
	struct row_list list;

	rows(state, &list);
	if (!list.kind)
		return false;
	find->rows = rows;
	find->hint = list.hint;
	find->mode = mode;
	find->trouble[0] = '\0';
	(void)snprintf(find->text, sizeof(find->text), "%s", mode == FIND_FILTER ? list.text(state, mode) : "");
	return true;
}

void row_list_try(struct ui_state *state)
{
	struct find *find = &state->find;
	const bool filters = find->mode == FIND_FILTER;
	struct code_filter filter;
	struct err err = { .text = "" };
	struct row_list list;
	int failed;

	find->rows(state, &list);
	if (!list.kind)
		return;		/* a picture has come in place of the list */
	failed = code_filter_init(&filter, list.kind, &list.of, NULL, find->text, &err);
	code_filter_done(&filter);
	(void)snprintf(find->trouble, sizeof(find->trouble), "%s", err.text);
	if (failed)
		return;
	(void)snprintf(list.text(state, find->mode), CODE_FILTER_TEXT, "%s", find->text);
	if (filters)
		list.again(state);
	else if (find->text[0] && !list.find(state, +1, true))
		(void)snprintf(find->trouble, sizeof(find->trouble), "no row matches");
}

void row_list_close(struct ui_state *state)
{
	struct row_list list = { .kind = NULL };

	state->find.mode = FIND_NOTHING;
	if (state->find.rows)
		state->find.rows(state, &list);
	if (list.kind)
		list.again(state);
}

void row_list_next(struct ui_state *state, row_lister rows, int direction)
{
	struct row_list list;
	const char *search;

	rows(state, &list);
	search = list.text(state, FIND_SEARCH);
	if (!search[0])
		state_say(state, "no search yet: / begins one");
	else if (!list.find(state, direction, false))
		state_say(state, "no row matches %s", search);
}

/* The column beside the present one, among those that rows can be ordered by; NULL: there is none. */
static const struct row_column *column_beside(const struct row_list *list, int direction)
{
	const struct code_columns *shown = &list->shown;
	const long n = (long)shown->n;
	long at = 0;

	while (at < n && shown->column[at] != list->order)
		at++;
	if (at == n)	/* it is not shown: to the first one */
		at = direction > 0 ? -1 : n;
	for (at += direction; at >= 0 && at < n; at += direction)
		if (row_column_sorts(shown->column[at]))
			return shown->column[at];
	return NULL;
}

void row_list_order(struct ui_state *state, row_lister rows, int direction)
{
	const struct row_column *column;
	struct row_list list;

	rows(state, &list);
	column = list.kind && direction ? column_beside(&list, direction) : NULL;
	if (column)
		list.order_by(state, column);
	else if (!direction)
		list.flip(state);
}

void row_list_click(struct ui_state *state, row_lister rows, const struct row_column *column)
{
	struct row_list list;

	rows(state, &list);
	if (column == list.order)
		list.flip(state);
	else
		list.order_by(state, column);
}
