/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields of a profile's rows by name; see profile_field.h. Called by profile_sort.c, profile_filter.c. */
#include "config.h"
#include "ui/export/profile_field.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ui/export/profile_fields.h"
#include "ui/table/column_names.h"
#include "ui/table/profile_values.h"

static bool is_word(const char *name, const char *word, size_t length)
{
	return !strncasecmp(name, word, length) && !name[length];
}

static void print_name(const char *group, const char *name, char text[PROFILE_FIELD_NAME])
{
	(void)snprintf(text, PROFILE_FIELD_NAME, "%s%s%s", group ? group : "", group ? "." : "",
		       name);
}

static void visit_names(unsigned int parts, void *data,
			void (*field)(void *, const char *, const char *,
				      const struct field_value *))
{
	const struct field_sink sink = { .data = data, .field = field };

	for (unsigned int part = 1; part <= parts; part <<= 1)
		if (parts & part & PROFILE_TABLES)
			profile_visit_names(part, &sink);
}

const char *profile_field_rows(enum profile_part part)
{
	return part == PROFILE_FUNCTIONS ? "functions" :
	       part == PROFILE_BRANCHES	 ? "branches" : "blocks";
}

/* " name " in " pid object ": several tables have it. */
static void add_name(void *data, const char *group, const char *name,
		     const struct field_value *value)
{
	const size_t used = strlen(data);
	char word[PROFILE_FIELD_NAME + 2], text[PROFILE_FIELD_NAME];

	(void)value;
	print_name(group, name, text);
	(void)snprintf(word, sizeof(word), " %s ", text);
	if (!strstr(data, word) && !strstr(text, "_error"))
		(void)snprintf((char *)data + used, PROFILE_FIELD_NAMES - used, "%s", word + 1);
}

void profile_field_names(unsigned int parts, char text[PROFILE_FIELD_NAMES])
{
	(void)snprintf(text, PROFILE_FIELD_NAMES, " ");
	visit_names(parts, text, add_name);
	memmove(text, text + 1, strlen(text));	/* without the blanks at its ends */
	text[strlen(text) - (text[0] ? 1 : 0)] = '\0';
}

/* What is looked for, and the nearest to it. */
struct search {
	const char *word;
	size_t length, distance;
	struct profile_field *field;
	bool found;
};

/* A part of a name may be enough: "mispredicted" of "mispredicted_of_all_percent". */
static size_t distance_to(const struct search *search, const char *name)
{
	const size_t whole = column_name_distance(search->word, search->length, name, strlen(name));
	const size_t first = column_name_distance(search->word, search->length, name,
						  strcspn(name, "_."));

	return first < whole ? first : whole;
}

static void look_at(void *data, const char *group, const char *name,
		    const struct field_value *value)
{
	struct search *search = data;
	char text[PROFILE_FIELD_NAME], error[PROFILE_FIELD_NAME + 8];
	size_t distance;

	print_name(group, name, text);
	(void)snprintf(error, sizeof(error), "%s_error", search->field->name);
	if (search->found) {
		search->field->error |= !strcmp(text, error);
		return;
	}
	search->found = is_word(text, search->word, search->length);
	distance = distance_to(search, text);
	if (!search->found && distance >= search->distance)
		return;
	search->distance = distance;
	search->field->text = value->type == FIELD_TEXT || value->missing_text;
	(void)snprintf(search->field->name, sizeof(search->field->name), "%s", text);
}

/* The name of the field that has this head, if one has it. */
static bool find_head(unsigned int parts, const char *word, size_t length,
		      char name[PROFILE_FIELD_NAME])
{
	static const struct {
		enum profile_part part;
		const struct profile_value *values;
		size_t n;
	} tables[] = {
		{ PROFILE_FUNCTIONS, function_values, FUNCTION_VALUES },
		{ PROFILE_BRANCHES, branch_values, BRANCH_VALUES },
		{ PROFILE_BLOCKS, block_values, BLOCK_VALUES },
	};

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (size_t k = 0; (parts & tables[i].part) && k < tables[i].n; k++) {
			const struct profile_value *value = &tables[i].values[k];

			if ((value->title && is_word(value->title, word, length)) ||
			    (value->former && is_word(value->former, word, length))) {
				print_name(value->group, value->field, name);
				return true;
			}
		}
	return false;
}

int profile_field_find(unsigned int parts, const char *word, size_t length,
		       struct profile_field *field)
{
	struct search search = { .word = word, .length = length, .field = field,
				 .distance = (length < 3 ? 1 : length / 3) + 1 };
	char head[PROFILE_FIELD_NAME];

	*field = (struct profile_field){ .name = "" };
	if (find_head(parts, word, length, head)) {
		search.word = head;
		search.length = strlen(head);
	}
	visit_names(parts, &search, look_at);
	return search.found ? 0 : -ENOENT;
}

/* The field that is wanted, and where its value goes. */
struct wanted {
	const char *name;
	struct field_value *value;
};

static void take_value(void *data, const char *group, const char *name,
		       const struct field_value *value)
{
	const struct wanted *wanted = data;
	char text[PROFILE_FIELD_NAME];

	print_name(group, name, text);
	if (strcmp(text, wanted->name) == 0)
		*wanted->value = *value;
}

void profile_field_value(enum profile_part part, const struct profile_rows *rows, const void *row,
			 const char *name, struct field_value *value)
{
	struct wanted wanted = { name, value };
	const struct field_sink sink = { .data = &wanted, .field = take_value };

	value->type = FIELD_NULL;
	profile_visit_row(part, rows, row, &sink);
}
