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

int profile_field_find(unsigned int parts, const char *word, size_t length,
		       struct profile_field *field)
{
	struct search search = { .word = word, .length = length, .field = field,
				 .distance = (length < 3 ? 1 : length / 3) + 1 };

	*field = (struct profile_field){ .name = "" };
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if ((parts & heads[i].part) && is_word(heads[i].head, word, length)) {
			search.word = heads[i].field;
			search.length = strlen(search.word);
			break;
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
