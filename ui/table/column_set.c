/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns of a view; see column_set.h. Called by the views, setup, batch mode and the options.
 */
#include "config.h"
#include "ui/table/column_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/column_names.h"

enum view_id column_view_of(enum row_kind kind)
{
	const struct view *view = view_of_kind(kind);

	return view ? view->columns : VIEW_PROCESSES;
}

bool column_is_in_view(const struct column *column, enum view_id view)
{
	return !column->label && column_applies(column, views[view].kind);
}

int column_least_width(const struct column *column)
{
	int head = (int)strlen(column_title(column));

	return column->left && head < column->width ? head : column->width;
}

static bool is_default(const struct column *column, enum view_id view, const struct family *family)
{
	return column_is_in_view(column, view) && !column->hidden &&
	       !(column->spare && family_has_counters(family)) && column_level(column) < 2 &&
	       column_fits_family(column, family);
}

void column_set_default(struct column_set *set, enum view_id view, const struct family *family)
{
	set->n = 0;
	for (size_t i = 0; i < columns_n; i++)
		if (is_default(&columns[i], view, family))
			set->items[set->n++] = (struct column_choice){ .column = &columns[i] };
}

bool column_set_is_default(const struct column_set *set, enum view_id view,
			   const struct family *family)
{
	struct column_set usual;

	column_set_default(&usual, view, family);
	if (set->n && set->n != usual.n)
		return false;
	for (size_t i = 0; i < set->n; i++)
		if (set->items[i].column != usual.items[i].column || set->items[i].width)
			return false;
	return true;
}

static bool has(const struct column_set *set, const struct column *column)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->items[i].column == column)
			return true;
	return false;
}

int column_width_parse(const char *name, const char *text, int least, struct err *err)
{
	char *end = NULL;
	const long width = text[0] < '0' || text[0] > '9' ? -1 : strtol(text, &end, 10);

	if (!end || *end || width < least || width > COLUMN_WIDTH_MAX)
		return err_set(err, EINVAL, "%s:%.20s: its width must be between %d and %d", name, text,
			       least, COLUMN_WIDTH_MAX);
	return (int)width;
}

static int refuse_key(enum view_id view, const char *key, struct err *err)
{
	char list[320] = "", hint[COLUMN_HINT];
	size_t used = 0;

	column_hint(key, strlen(key), 1U << views[view].kind, hint);
	if (hint[0] && !column_named(key, strlen(key), ~0U))
		return err_set(err, EINVAL, "\"%.20s\" is not a column of %s%s", key,
			       views[view].rows, hint);
	for (size_t i = 0; i < columns_n && used < sizeof(list); i++)
		if (column_is_in_view(&columns[i], view))
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 used ? "," : "", column_key(&columns[i]));
	return err_set(err, EINVAL, "\"%.20s\" is not a column of %s: choose from %s", key,
		       views[view].rows, list);
}

/* word: "pid" or "pid:8", without blanks around it. Changes word. */
static int add_word(struct column_set *set, enum view_id view, char *word, struct err *err)
{
	char *width = strchr(word, ':');
	struct column_choice choice = { 0 };

	if (width)
		*width++ = '\0';
	choice.column = column_named(word, strlen(word), 1U << views[view].kind);
	if (!choice.column || !column_is_in_view(choice.column, view))
		return refuse_key(view, word, err);
	if (has(set, choice.column))
		return err_set(err, EINVAL, "\"%s\" is listed twice", word);
	if (width)
		choice.width = column_width_parse(word, width, column_least_width(choice.column), err);
	if (choice.width < 0)
		return choice.width;
	set->items[set->n++] = choice;
	return 0;
}

bool column_set_has(const struct column_set *set, bool (*is)(const struct column *column))
{
	for (size_t i = 0; i < set->n; i++)
		if (is(set->items[i].column))
			return true;
	return false;
}

bool column_set_shows(const struct column_set *set, enum view_id view,
		      const struct family *family, bool (*is)(const struct column *column))
{
	if (set->n)
		return column_set_has(set, is);
	for (size_t i = 0; i < columns_n; i++)
		if (is(&columns[i]) && is_default(&columns[i], view, family))
			return true;
	return false;
}

int column_set_parse(struct column_set *set, enum view_id view, const char *text,
		     struct err *err)
{
	struct column_set parsed = { 0 };

	while (text) {
		char word[64];
		int ret;

		text = word_list_next(text, word, sizeof(word));
		ret = add_word(&parsed, view, word, err);
		if (ret)
			return ret;
	}
	*set = parsed;
	return 0;
}

void column_set_print(const struct column_set *set, char text[COLUMN_SET_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < set->n; i++) {
		const struct column_choice *choice = &set->items[i];

		used += (size_t)snprintf(text + used, COLUMN_SET_TEXT - used, "%s%s", i ? "," : "",
					 column_key(choice->column));
		if (choice->width)
			used += (size_t)snprintf(text + used, COLUMN_SET_TEXT - used, ":%d",
						 choice->width);
	}
}

/* Adds the children that replace a class on level 2; returns the new length. */
static size_t add_children(const struct column_set *set, const struct column *class,
			   const struct family *family, struct column_choice *list, size_t n)
{
	for (size_t k = 0; k < columns_n; k++) {
		const struct column *child = &columns[k];

		if (column_is_level2(child) && metrics[child->metric].parent == class->metric &&
		    column_fits_family(child, family) && !has(set, child))
			list[n++] = (struct column_choice){ .column = child };
	}
	return n;
}

size_t column_set_list(const struct column_set *set, enum view_id view, int level,
		       const struct family *family, struct column_choice list[COLUMNS_MAX])
{
	struct column_set usual;
	size_t n = 0;

	if (!set->n) {
		column_set_default(&usual, view, family);
		set = &usual;
	}
	for (size_t i = 0; i < set->n; i++) {
		const struct column *class = set->items[i].column;

		if (level < 2 || column_level(class) != 1 ||
		    family_node_is_on(family, class->metric, level))
			list[n++] = set->items[i];
		else
			n = add_children(set, class, family, list, n);
	}
	return n;
}
