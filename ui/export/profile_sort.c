/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by --sort; see profile_sort.h. Called by profile_choice.c, profile_options.c. */
#include "config.h"
#include "ui/export/profile_sort.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/export/profile_fields.h"
#include "ui/table/column_names.h"

#define NAME_LEN 64		/* of a field and its group */

static const enum profile_part sorted[] = { PROFILE_FUNCTIONS, PROFILE_BRANCHES, PROFILE_BLOCKS };

/* Heads of the tables in text whose fields are called otherwise. */
static const struct {
	enum profile_part part;
	const char *head, *field;
} heads[] = {
	{ PROFILE_FUNCTIONS, "SHARE%", "percent" },
	{ PROFILE_FUNCTIONS, "STALL", "exposed_cycles" },
	{ PROFILE_BRANCHES, "TAKEN%", "taken_percent" },
	{ PROFILE_BRANCHES, "P(TAKEN)", "probability" },
	{ PROFILE_BRANCHES, "MISP%", "mispredicted_of_taken_percent" },
	{ PROFILE_BRANCHES, "ALL%", "mispredicted_of_all_percent" },
	{ PROFILE_BRANCHES, "CYCLES", "cycles_mean" },
	{ PROFILE_BLOCKS, "TIME%", "time_percent" },
	{ PROFILE_BLOCKS, "CYCLES", "cycles.mean" },
	{ PROFILE_BLOCKS, "MIN", "cycles.min" },
	{ PROFILE_BLOCKS, "MAX", "cycles.max" },
	{ PROFILE_BLOCKS, "INSTR", "instructions" },
};

/* The field that a word names in the tables of these parts: by its head, else by its own name. */
static const char *field_named(unsigned int parts, const char *word)
{
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if ((parts & heads[i].part) && !strcasecmp(word, heads[i].head))
			return heads[i].field;
	return word;
}

/* A row and what it is sorted by. */
struct key {
	const void *row;
	size_t was;		/* its place before: rows that are equal stay in order */
	double number;		/* NAN: missing, or a text */
	char *text;		/* NULL: missing, or a number */
	bool falling;
};

/* The field that is looked for, and where its value goes. */
struct wanted {
	const char *name;
	struct key *key;
};

static void print_name(const char *group, const char *name, char text[NAME_LEN])
{
	(void)snprintf(text, NAME_LEN, "%s%s%s", group ? group : "", group ? "." : "", name);
}

static void take_value(void *data, const char *group, const char *name,
		       const struct field_value *value)
{
	const struct wanted *wanted = data;
	char text[NAME_LEN];

	print_name(group, name, text);
	if (strcasecmp(text, wanted->name) != 0)
		return;
	if (value->type == FIELD_INTEGER)
		wanted->key->number = (double)value->integer;
	else if (value->type == FIELD_REAL)
		wanted->key->number = value->real;
	else if (value->type == FIELD_BOOL)
		wanted->key->number = value->truth;
	else if (value->type == FIELD_TEXT)
		wanted->key->text = strdup(value->text);
}

static bool is_missing(const struct key *key)
{
	return !key->text && isnan(key->number);
}

/* Addresses are texts of hexadecimal digits: the shorter one is lower. */
static int compare_texts(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);

	if (n != m && !strncmp(a, "0x", 2) && !strncmp(b, "0x", 2))
		return n > m ? 1 : -1;
	return strcmp(a, b);
}

static int compare_keys(const void *one, const void *other)
{
	const struct key *a = one, *b = other;
	int order = 0;

	if (is_missing(a) != is_missing(b))
		return is_missing(a) ? 1 : -1;
	if (a->text && b->text)
		order = compare_texts(a->text, b->text);
	else if (!is_missing(a))
		order = (a->number > b->number) - (a->number < b->number);
	if (!order)
		return (a->was > b->was) - (a->was < b->was);
	return a->falling ? -order : order;
}

void profile_sort(enum profile_part part, const struct profile_rows *rows, const void **of,
		  size_t n)
{
	const char *word = rows->config->sort, *name = word ? field_named(part, word) : NULL;
	struct key *keys = name ? calloc(n + 1, sizeof(*keys)) : NULL;

	for (size_t i = 0; keys && i < n; i++) {
		struct wanted wanted = { name, &keys[i] };
		const struct field_sink sink = { .data = &wanted, .field = take_value };

		keys[i] = (struct key){ .row = of[i], .was = i, .number = NAN };
		profile_visit_row(part, rows, of[i], &sink);
		keys[i].falling = !keys[i].text != rows->config->reverse;
	}
	if (keys)
		qsort(keys, n, sizeof(*keys), compare_keys);
	for (size_t i = 0; keys && i < n; i++) {
		of[i] = keys[i].row;
		free(keys[i].text);
	}
	free(keys);
}

static void visit_names(unsigned int parts, void *data,
			void (*field)(void *, const char *, const char *,
				      const struct field_value *))
{
	const struct field_sink sink = { .data = data, .field = field };

	for (size_t i = 0; i < sizeof(sorted) / sizeof(sorted[0]); i++)
		if (parts & sorted[i])
			profile_visit_names(sorted[i], &sink);
}

/* " name " in " pid object ": several tables have it. */
static void add_name(void *data, const char *group, const char *name,
		     const struct field_value *value)
{
	const size_t used = strlen(data);
	char word[NAME_LEN + 2], text[NAME_LEN];

	(void)value;
	print_name(group, name, text);
	(void)snprintf(word, sizeof(word), " %s ", text);
	if (!strstr(data, word) && !strstr(text, "_error"))
		(void)snprintf((char *)data + used, PROFILE_SORT_NAMES - used, "%s", word + 1);
}

void profile_sort_names(unsigned int parts, char text[PROFILE_SORT_NAMES])
{
	(void)snprintf(text, PROFILE_SORT_NAMES, " ");
	visit_names(parts, text, add_name);
	memmove(text, text + 1, strlen(text));	/* without the blanks at its ends */
	text[strlen(text) - (text[0] ? 1 : 0)] = '\0';
}

/* Which field is the nearest to a word. */
struct search {
	const char *word;
	bool found;
	size_t distance;
	char nearest[NAME_LEN];	/* "": none is near */
};

/* A part of a name may be enough: "mispredicted" of "mispredicted_of_all_percent". */
static size_t distance_to(const char *word, const char *name)
{
	const size_t length = strlen(word);
	const size_t whole = column_name_distance(word, length, name, strlen(name));
	const size_t first = column_name_distance(word, length, name, strcspn(name, "_."));

	return first < whole ? first : whole;
}

static void look_at(void *data, const char *group, const char *name,
		    const struct field_value *value)
{
	struct search *search = data;
	char text[NAME_LEN];
	size_t distance;

	(void)value;
	print_name(group, name, text);
	search->found |= !strcasecmp(text, search->word);
	distance = distance_to(search->word, text);
	if (distance >= search->distance)
		return;
	search->distance = distance;
	(void)snprintf(search->nearest, NAME_LEN, "%s", text);
}

int profile_sort_check(unsigned int parts, const char *key, struct err *err)
{
	const size_t length = strlen(key);
	struct search search = { .word = field_named(parts, key),
				 .distance = (length < 3 ? 1 : length / 3) + 1 };
	char names[PROFILE_SORT_NAMES];

	visit_names(parts, &search, look_at);
	if (search.found)
		return 0;
	if (search.nearest[0])
		return err_set(err, EINVAL, "--sort %s: unknown column: did you mean \"%s\"?", key,
			       search.nearest);
	profile_sort_names(parts, names);
	return err_set(err, EINVAL, "--sort %s: unknown column; there are %s", key, names);
}
