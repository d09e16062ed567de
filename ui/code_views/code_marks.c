/* SPDX-License-Identifier: GPL-2.0-only */
/* Marked rows of the code views; see code_keys.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_keys.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code/code_text.h"
#include "ui/code_views/code_list.h"

/* ---- tags ---- */

/* What is added up: the first percentage that is here. */
static const struct row_column *marks_share(const struct code_screen *code)
{
	const struct code_kind *kind = code_view_shown(code)->kind;
	size_t i = 0;

	while (i < kind->n && (kind->columns[i].unit != VALUE_PERCENT ||
			       !row_column_is_wanted(&kind->columns[i], &code->of)))
		i++;
	return i < kind->n ? &kind->columns[i] : NULL;
}

/* Its index among the tags; their number: it has none. */
static size_t marks_find(const struct code_marks *marks, struct code_row_id id)
{
	size_t at = 0;

	while (at < marks->n && !code_row_id_equal(marks->tags[at], id))
		at++;
	return at;
}

bool code_marks_tag(struct code_screen *code)
{
	struct code_marks *marks = &code_list_shown(code)->marks;
	struct code_row_id id, *tags;
	size_t row, at;

	if (!code_view_shown(code)->adds_up || !code_list_selected(code, &row) || !marks_share(code))
		return false;
	id = code_list_id(code, row);
	at = marks_find(marks, id);
	if (at < marks->n) {
		marks->tags[at] = marks->tags[--marks->n];
		return true;
	}
	tags = realloc(marks->tags, (marks->n + 1) * sizeof(*tags));
	if (!tags)
		return false;
	marks->tags = tags;
	tags[marks->n++] = id;
	return true;
}

bool code_marks_clear(struct code_screen *code)
{
	struct code_marks *marks = &code_list_shown(code)->marks;
	const bool any = marks->n;

	marks->n = 0;
	return any;
}

/* Also of rows that the filter hides. What is not known of one is not known of the sum. */
void code_marks_print_tags(const struct code_screen *code, char *text, size_t size)
{
	const struct code_list *list = &code->lists[code_view_open(code)];
	const struct row_column *share = list->marks.n ? marks_share(code) : NULL;
	struct code_cell cell = { .text = "" };
	double sum = 0, doubt = 0;
	size_t left = list->marks.n;

	text[0] = '\0';
	if (!share)
		return;
	for (size_t row = 0; left && row < list->n_all; row++)
		if (marks_find(&list->marks, code_list_id(code, row)) < list->marks.n) {
			const struct estimate of = row_shown(share, &code->of, code_list_row(code, row));

			left--;
			sum += of.value;
			doubt = hypot(doubt, of.error);
		}
	code_text_percent(&code->of, (struct estimate){ sum, doubt }, &cell);
	(void)snprintf(text, size, "%zu tagged: %s %s", list->marks.n, share->title,
		       cell.text + strspn(cell.text, " "));
}

/* ---- the followed row ---- */

bool code_marks_follow(struct code_screen *code)
{
	struct code_list *list = code_list_shown(code);
	size_t row;

	if (list->marks.follows) {
		list->marks.follows = false;
		return true;
	}
	if (!code_view_shown(code)->kind || !code_list_selected(code, &row))
		return false;
	code_list_move(code, 0);
	list->marks.follows = true;
	return true;
}

void code_marks_print_followed(const struct code_screen *code, char *text, size_t size)
{
	const struct code_list *list = &code->lists[code_view_open(code)];
	const struct code_kind *kind = code_view_shown(code)->kind;
	struct code_cell cell = { .text = "" };

	text[0] = '\0';
	if (!list->marks.follows || !kind)
		return;
	if (list->index < list->n)
		row_cell(code_kind_name(kind), &code->of, code_list_row(code, list->rows[list->index]), &cell);
	(void)snprintf(text, size, list->index < list->n ? "following %s" : "the followed row is not listed%s",
		       cell.text);
}

/* ---- both ---- */

enum symbol code_marks_of(const struct code_screen *code, size_t row)
{
	const struct code_list *list = &code->lists[code_view_open(code)];

	if (!list->marks.n && !list->marks.follows)
		return SYMBOL_COUNT;
	if (marks_find(&list->marks, code_list_id(code, row)) < list->marks.n)
		return SYMBOL_TAGGED;
	return list->marks.follows && code_row_id_equal(code_list_id(code, row), list->cursor) ? SYMBOL_FOLLOWED :
												 SYMBOL_COUNT;
}

void code_marks_done(struct code_screen *code)
{
	for (int id = 0; id < CODE_VIEWS; id++) {
		free(code->lists[id].marks.tags);
		code->lists[id].marks = (struct code_marks){ .tags = NULL };
	}
}
