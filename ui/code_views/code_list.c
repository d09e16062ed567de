/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of a code view on the screen; see code_list.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_list.h"

#include <stdlib.h>
#include <string.h>

#include "ui/code/code_filter.h"

const struct code_view *code_view_shown(const struct code_screen *code)
{
	return &code->views[code_view_open(code)];
}

bool code_view_enters(const struct code_view *view)
{
	return view->enter || (view->kind && view->kind->enter);
}

bool code_view_is_picture(const struct code_screen *code)
{
	const struct code_view *view = code_view_shown(code);

	return !view->kind || (view->pictured && view->pictured(code));
}

struct code_step *code_step_shown(struct code_screen *code)
{
	return &code->steps[code->n_steps - 1];
}

struct code_list *code_list_shown(struct code_screen *code)
{
	return &code->lists[code_step_shown(code)->view];
}

const void *code_list_row(const struct code_screen *code, size_t row)
{
	const struct code_view *view = code_view_shown(code);

	return view->row ? view->row(code, row) : (const char *)code->rows.first + row * code->rows.size;
}

/* The chosen columns of the open view, or the usual ones. */
static struct code_columns chosen(const struct code_screen *code)
{
	const enum code_view_id id = code_view_open(code);
	struct code_columns picked = code->columns[id];

	if (!picked.n && code->views[id].kind)
		code_columns_usual(&picked, code->views[id].kind);
	return picked;
}

/* Is it a node, and the other one its class? */
static bool is_below(const struct row_column *column, const struct row_column *above)
{
	const enum metric_id node = row_column_node(column);

	return node != M_NONE && metrics[node].parent != M_NONE && metrics[node].parent == row_column_node(above) &&
	       column->of_node == above->of_node;
}

/* At level 2 with the nodes of each class behind it. */
static struct code_columns of_level(const struct code_screen *code)
{
	const struct code_kind *kind = code->views[code_view_open(code)].kind;
	const struct code_columns picked = chosen(code);
	struct code_columns all = { .n = 0 };

	for (size_t i = 0; i < picked.n; i++) {
		all.column[all.n++] = picked.column[i];
		for (size_t k = 0; code->of.level > 1 && k < kind->n; k++)
			if (is_below(&kind->columns[k], picked.column[i]) &&
			    !code_columns_have(&picked, &kind->columns[k]))
				all.column[all.n++] = &kind->columns[k];
	}
	return all;
}

static bool is_here(const struct code_screen *code, const struct row_column *column)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];
	const size_t at = (size_t)(column - code->views[step->view].kind->columns);

	return row_column_is_wanted(column, &code->of) && !(code->lists[step->view].unknown & UINT64_C(1) << at);
}

/* As in the tables of counts. */
static bool gives_way(const struct code_screen *code, const struct code_columns *all,
		      const struct row_column *column)
{
	for (size_t i = 0; code->of.level > 1 && i < all->n; i++)
		if (is_below(all->column[i], column) && is_here(code, all->column[i]))
			return true;
	return false;
}

/*
 * The columns of the open view that are shown if there is room, as indices of its kind, from left to right.
 * They are those that were chosen, without what is not wanted, or known in no row. Returns how many.
 */
static size_t code_list_columns(const struct code_screen *code, size_t index[CODE_ROW_COLUMNS_MAX])
{
	const struct code_view *view = &code->views[code_view_open(code)];
	const struct code_columns all = of_level(code);
	size_t n = 0;

	for (size_t i = 0; i < all.n; i++)
		if (is_here(code, all.column[i]) && !gives_way(code, &all, all.column[i]))
			index[n++] = (size_t)(all.column[i] - view->kind->columns);
	if (!n)
		index[n++] = view->sort;
	return n;
}

/* Where it stands among those that are shown; their number: it is not. */
static size_t code_list_place_of(const struct code_screen *code, size_t column,
				 size_t index[CODE_ROW_COLUMNS_MAX], size_t *n)
{
	size_t at = 0;

	*n = code_list_columns(code, index);
	while (at < *n && index[at] != column)
		at++;
	return at;
}

/* Is it one of those that are shown? */
static bool has_column(const struct code_screen *code, size_t column)
{
	size_t index[CODE_ROW_COLUMNS_MAX], n;

	return code_list_place_of(code, column, index, &n) < n;
}

/* The column that orders the rows at first, or the next one, if that is wanted in its place only. */
static size_t first_order(const struct code_screen *code, const struct code_view *view)
{
	return view->kind && code_kind_replaces(view->kind, view->sort, &code->of) ? view->sort + 1 :
										    view->sort;
}

static bool code_list_is_known(const struct code_screen *code, const struct row_column *column, size_t n)
{
	bool known = !n || !row_column_is_wanted(column, &code->of);

	for (size_t row = 0; row < n && !known; row++)
		known = row_is_known(column, &code->of, code_list_row(code, row));
	return known;
}

/* Of all rows, so that a filter leaves the columns as they are. */
static uint64_t find_unknown(const struct code_screen *code, const struct code_view *view, size_t n)
{
	const struct code_columns all = of_level(code);
	uint64_t unknown = 0;

	for (size_t i = 0; i < all.n; i++) {
		const size_t at = (size_t)(all.column[i] - view->kind->columns);

		if (at != first_order(code, view) && !code_list_is_known(code, all.column[i], n))
			unknown |= UINT64_C(1) << at;
	}
	return unknown;
}

/* ---- the order ---- */

/* The keys of the listed rows, in the same order; NULL without memory. */
static struct row_key *make_keys(const struct code_screen *code, const struct code_list *list,
				 const struct row_column *column)
{
	struct row_key *keys = calloc(list->n + 1, sizeof(*keys));

	for (size_t i = 0; keys && i < list->n; i++) {
		keys[i].at = list->rows[i];
		row_key_take(&keys[i], column, &code->of, code_list_row(code, list->rows[i]));
	}
	return keys;
}

static bool sort(const struct code_screen *code, struct code_list *list,
		 const struct code_view *view)
{
	const struct row_column *column;
	struct row_key *keys;

	/* Rows below other ones stay there, unless another order is chosen. */
	if (list->column == first_order(code, view) && !list->reverse)
		return true;
	column = &view->kind->columns[list->column];
	keys = make_keys(code, list, column);
	if (!keys)
		return false;
	row_order(keys, list->n, column->ascending == list->reverse);
	for (size_t i = 0; i < list->n; i++)
		list->rows[i] = keys[i].at;
	free(keys);
	return true;
}

void code_list_order_by(struct code_screen *code, size_t column)
{
	struct code_list *list = code_list_shown(code);

	list->reverse &= list->column == column;
	list->column = column;
	(void)code_list_sort(code);
}

/* ---- rows ---- */

static bool code_list_make_room(struct code_list *list, size_t n)
{
	uint32_t *rows;

	if (list->cap >= n)
		return true;
	rows = realloc(list->rows, n * sizeof(*rows));
	if (!rows)
		return false;
	list->rows = rows;
	list->cap = n;
	return true;
}

struct code_row_id code_list_id(const struct code_screen *code, size_t row)
{
	const struct code_view *view = code_view_shown(code);

	return view->id ? view->id(code, row) : view->kind->id(code_list_row(code, row));
}

/* Back to the row that it is on, or to the line where that was; no other row stands for a followed one. */
static void place_cursor(const struct code_screen *code, struct code_list *list)
{
	size_t i = 0;

	if (!list->pinned)
		list->index = 0;
	while (list->pinned && i < list->n && !code_row_id_equal(code_list_id(code, list->rows[i]), list->cursor))
		i++;
	if (list->pinned && (i < list->n || list->marks.follows))
		list->index = i;
	else if (list->index >= list->n)
		list->index = list->n ? list->n - 1 : 0;
}

bool code_list_sort(struct code_screen *code)
{
	const struct code_view *view = code_view_shown(code);
	struct code_list *list = code_list_shown(code);
	struct code_filter filter;
	bool fine;

	list->n = list->n_all = 0;
	if (!view->kind || !code->of.profile)
		return true;
	if (!list->ordered)
		list->column = first_order(code, view);
	list->ordered = true;
	list->n_all = view->count ? view->count(code) : code->rows.n;
	list->unknown = find_unknown(code, view, list->n_all);
	if (!has_column(code, list->column))
		list->column = first_order(code, view);	/* also if that is not shown */
	if (!code_list_make_room(list, list->n_all + 1))
		return false;
	(void)code_filter_init(&filter, view->kind, &code->of, NULL, list->filter, NULL);
	for (size_t row = 0; row < list->n_all; row++)
		if (code_filter_match(&filter, code_list_row(code, row)))
			list->rows[list->n++] = (uint32_t)row;
	code_filter_done(&filter);
	code->of.nested = list->column == first_order(code, view);
	fine = sort(code, list, view);
	place_cursor(code, list);
	return fine;
}

bool code_list_make(struct code_screen *code)
{
	const struct code_view *view = code_view_shown(code);
	bool fine;

	code->rows = (struct code_rows){ .n = 0 };
	code->of.in = NULL;
	fine = !view->make || view->make(code);

	code->made = true;
	return code_list_sort(code) && fine;
}

bool code_list_selected(const struct code_screen *code, size_t *row)
{
	const struct code_list *list = &code->lists[code_view_open(code)];

	if (list->index >= list->n)
		return false;
	*row = list->rows[list->index];
	return true;
}

static void pin(struct code_screen *code)
{
	struct code_list *list = code_list_shown(code);

	list->marks.follows = false;
	list->pinned = list->index < list->n;
	if (list->pinned)
		list->cursor = code_list_id(code, list->rows[list->index]);
}

void code_list_move(struct code_screen *code, long lines)
{
	struct code_list *list = code_list_shown(code);
	const long last = list->n ? (long)list->n - 1 : 0, at = (long)list->index + lines;

	if (!lines && list->marks.follows)
		return;		/* it is there already */
	list->index = (size_t)(at < 0 ? 0 : at > last ? last : at);
	pin(code);
}

void code_list_top(struct code_screen *code)
{
	struct code_list *list = code_list_shown(code);

	list->index = 0;
	list->pinned = list->marks.follows = false;
}

/* ---- for filters, search, order and menus ---- */

static bool code_list_find(struct ui_state *state, int direction, bool here)
{
	struct code_screen *code = &state->code;
	const struct code_view *view = code_view_shown(code);
	struct code_list *list = code_list_shown(code);
	struct code_filter filter;
	bool found = false;

	if (!code->search[0] || !list->n ||
	    code_filter_init(&filter, view->kind, &code->of, NULL, code->search, NULL))
		return false;
	for (size_t i = here ? 0 : 1; i <= list->n && !found; i++) {
		const size_t step = i % list->n;
		const size_t at = direction > 0 ? (list->index + step) % list->n :
						  (list->index + list->n - step) % list->n;

		found = code_filter_match(&filter, code_list_row(code, list->rows[at]));
		if (found)
			list->index = at;
	}
	if (found)
		pin(code);
	code_filter_done(&filter);
	return found;
}

static void order_view_by(struct ui_state *state, const struct row_column *column)
{
	code_list_order_by(&state->code, (size_t)(column - code_view_shown(&state->code)->kind->columns));
}

static void flip_order(struct ui_state *state)
{
	struct code_list *list = code_list_shown(&state->code);

	list->reverse = !list->reverse;
	(void)code_list_sort(&state->code);
}

static void list_again(struct ui_state *state)
{
	(void)code_list_sort(&state->code);
}

static char *code_text_kept(struct ui_state *state, enum find_mode mode)
{
	return mode == FIND_FILTER ? code_list_shown(&state->code)->filter : state->code.search;
}

void code_list_rows(const struct ui_state *state, struct row_list *rows)
{
	const struct code_screen *code = &state->code;
	const struct code_kind *kind = code->open ? code_view_shown(code)->kind : NULL;
	const struct code_list *list;
	size_t index[CODE_ROW_COLUMNS_MAX];

	*rows = (struct row_list){
		.kind = kind, .of = code->of, .hint = "words, !word, misp>10; Enter keeps, Esc drops",
		.text = code_text_kept, .order_by = order_view_by, .flip = flip_order,
		.again = list_again, .find = code_list_find,
	};
	if (!kind)
		return;
	list = &code->lists[code_view_open(code)];
	rows->chosen = (enum code_kind_id)code_view_open(code);
	rows->order = &kind->columns[list->column];
	rows->reverse = list->reverse;
	rows->shown.n = code_list_columns(code, index);
	for (size_t i = 0; i < rows->shown.n; i++) {
		rows->shown.column[i] = &kind->columns[index[i]];
		rows->shown.width[i] = (unsigned char)
			code_columns_width(&code->columns[code_view_open(code)], rows->shown.column[i]);
	}
}

void code_lists_done(struct code_screen *code)
{
	for (int id = 0; id < CODE_VIEWS; id++) {
		if (code->views && code->views[id].done)
			code->views[id].done(code);
		free(code->lists[id].rows);
		free(code->lists[id].marks.tags);
		code->lists[id] = (struct code_list){ .rows = NULL };
	}
}
