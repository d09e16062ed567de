/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of columns as people type them, and the nearest one to a misspelt name. See column_names.h.
 * UI thread, or main while it reads the options.
 */
#include "config.h"
#include "ui/table/column_names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME_LONGEST 32

static bool equals(const char *name, size_t length, const char *with)
{
	return with && strlen(with) == length && !strncasecmp(name, with, length);
}

const struct column *column_named(const char *name, size_t length, unsigned int kinds)
{
	const struct column *by_title = NULL, *by_alias = NULL;

	for (size_t i = 0; i < columns_n; i++) {
		const struct column *column = &columns[i];

		if (!(column->kinds & kinds))
			continue;
		if (equals(name, length, column_key(column)))
			return column;
		if (!by_title && equals(name, length, column_title(column)))
			by_title = column;
		if (!by_alias && equals(name, length, column->alias))
			by_alias = column;
	}
	return by_title ? by_title : by_alias;
}

const struct column *column_beginning(const char *name, size_t length, unsigned int kinds, bool number)
{
	for (size_t i = 0; i < columns_n && length; i++)
		if (columns[i].kinds & kinds && column_is_sortable(&columns[i]) && number != !!columns[i].text &&
		    !strncasecmp(column_title(&columns[i]), name, length))
			return &columns[i];
	return NULL;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same(char a, char b)
{
	return !strncasecmp(&a, &b, 1);
}

/* Optimal string alignment: Levenshtein's distance, in which swapped neighbours cost 1, not 2. */
size_t column_name_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t rows[3][NAME_LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2];

	if (a_length > NAME_LONGEST || b_length > NAME_LONGEST)
		return a_length > b_length ? a_length : b_length;
	for (size_t j = 0; j <= b_length; j++)
		before[j] = last[j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *swap = before;

		now[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			now[j] = least(last[j - 1] + !same(a[i - 1], b[j - 1]),
				       least(last[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				now[j] = least(now[j], before[j - 2] + 1);
		}
		before = last;
		last = now;
		now = swap;
	}
	return last[b_length];
}

size_t column_name_limit(size_t length)
{
	return (length < 3 ? 1 : length / 3) + 1;
}

/* How far a name is from this one; a part of it may be enough: "backend" of "Backend bound". */
static size_t distance_to(const char *name, size_t length, const char *with)
{
	size_t whole, first;

	if (!with)
		return NAME_LONGEST;
	whole = column_name_distance(name, length, with, strlen(with));
	first = column_name_distance(name, length, with, strcspn(with, " "));
	return least(whole, first);
}

static const char *name_in_words(const struct column *column)
{
	return column->metric == M_NONE ? NULL : metrics[column->metric].title;
}

const struct column *column_nearest(const char *name, size_t length, unsigned int kinds)
{
	size_t nearest = column_name_limit(length);
	const struct column *found = NULL;

	for (size_t i = 0; i < columns_n; i++) {
		const struct column *column = &columns[i];
		const char *const names[] = { column_key(column), column_title(column),
					      column->alias, name_in_words(column) };

		if (!(column->kinds & kinds) || !column_is_sortable(column))
			continue;
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			size_t distance = distance_to(name, length, names[k]);

			if (distance >= nearest)
				continue;
			nearest = distance;
			found = column;
		}
	}
	return found;
}

void column_hint(const char *name, size_t length, unsigned int kinds, char text[COLUMN_HINT])
{
	const struct column *column = column_nearest(name, length, kinds);
	const char *words = column ? name_in_words(column) : NULL;

	text[0] = '\0';
	if (column)
		(void)snprintf(text, COLUMN_HINT, ": did you mean \"%s\"%s%s%s?",
			       column_key(column), words ? " (" : "", words ? words : "",
			       words ? ")" : "");
}

/* ---- words between commas ---- */

#define BLANKS " \t"

const char *word_list_next(const char *list, char *word, size_t size)
{
	size_t length, end;

	list += strspn(list, BLANKS);
	end = length = strcspn(list, ",");
	while (length && strchr(BLANKS, list[length - 1]))
		length--;
	(void)snprintf(word, size, "%.*s", (int)length, list);
	return list[end] ? list + end + 1 : NULL;
}
