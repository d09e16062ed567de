/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a row of any table; see profile_fields.h. */
#include "config.h"
#include "ui/profile/profile_fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/batch/profile_pen.h"
#include "ui/code/paths.h"

/* Of the parts, in their order. Loops have no view, so no columns are chosen for them: CODE_KINDS. */
static const enum code_kind_id kinds[PROFILE_PARTS] = {
	KIND_FUNCTIONS, KIND_BRANCHES, KIND_BLOCKS, KIND_STACKS, KIND_PATHS, CODE_KINDS
};

size_t profile_part_index(enum profile_part part)
{
	size_t i = 0;

	while (i + 1 < PROFILE_PARTS && !((unsigned int)part & 1U << i))
		i++;
	return i;
}

const struct code_kind *profile_kind(enum profile_part part)
{
	const enum code_kind_id id = kinds[profile_part_index(part)];

	return id == CODE_KINDS ? &loop_rows : code_kind_of(id);
}

const struct code_columns *profile_columns(const struct profile_config *config,
					   enum profile_part part)
{
	const enum code_kind_id id = kinds[profile_part_index(part)];
	const struct code_columns *chosen =
		config->columns && id < CODE_KINDS ? &config->columns[id] : NULL;

	return chosen && chosen->n ? chosen : NULL;
}

void profile_fields_init(struct profile_fields *fields, const struct code_kind *kind, bool classes)
{
	fields->n = code_kind_fields(kind, fields->column);
	while (kind->classes_from && !classes && fields->n &&
	       fields->column[fields->n - 1]->place >= kind->classes_from)
		fields->n--;
}

static int decimals_of(const struct row_column *column)
{
	return column->unit == VALUE_CYCLES	 ? PEN_CYCLES :
	       column->unit == VALUE_PROBABILITY ? PEN_PROBABILITY :
	       column->unit == VALUE_PERCENT || column->unit == VALUE_POINTS ? PEN_PERCENT :
									       column->decimals;
}

/* A number or its error, which has one digit more, as a field. */
static void set_number(const struct row_column *column, double number, bool error,
		       struct field_value *value)
{
	const enum value_unit unit = row_column_unit(column);

	value->type = FIELD_NULL;
	value->missing_text = false;
	if (unit == VALUE_TRUTH) {
		value->type = FIELD_BOOL;
		value->truth = number > 0;
	} else if (unit != VALUE_COUNT) {
		field_set_rounded(value, value_scale(unit) * number, decimals_of(column) + error);
	} else if (!isnan(number)) {
		value->type = FIELD_INTEGER;
		value->integer = (int64_t)number;
	}
}

void profile_field_value(const struct row_column *column, const struct rows_of *of, const void *row,
			 bool error, struct field_value *value)
{
	char text[CODE_ROW_TEXT];
	struct estimate number;

	if (row_column_unit(column) == VALUE_TEXT) {
		row_text(column, of, row, text);
		value->type = FIELD_NULL;
		value->missing_text = true;
		if (text[0])
			field_set_text(value, text);
		return;
	}
	number = row_number(column, of, row);
	set_number(column, error ? number.error : number.value, error, value);
}

void profile_put_number(const struct row_column *column, const char *group, struct estimate number,
			const struct field_sink *sink)
{
	const char *field = row_column_field(column);
	struct field_value value;
	char error[CODE_ROW_NAME + 8];

	set_number(column, number.value, false, &value);
	sink->field(sink->data, group, field, &value);
	if (!row_column_has_error_field(column))
		return;
	(void)snprintf(error, sizeof(error), "%s_error", field);
	set_number(column, number.error, true, &value);
	sink->field(sink->data, group, error, &value);
}

static void put_column(const struct row_column *column, const struct profile_rows *rows,
		       const void *row, const struct field_sink *sink)
{
	struct field_value value;

	if (row_column_unit(column) != VALUE_TEXT) {
		profile_put_number(column, column->group, row_number(column, &rows->of, row), sink);
		return;
	}
	profile_field_value(column, &rows->of, row, false, &value);
	sink->field(sink->data, column->group, row_column_field(column), &value);
}

void profile_fields_visit(const struct profile_fields *fields, const struct profile_rows *rows,
			  const void *row, const struct field_sink *sink)
{
	for (size_t i = 0; i < fields->n; i++)
		put_column(fields->column[i], rows, row, sink);
}

void profile_fields_visit_names(const struct profile_fields *fields, const struct field_sink *sink)
{
	const struct field_value none = { .type = FIELD_NULL };

	for (size_t i = 0; i < fields->n; i++) {
		const struct row_column *column = fields->column[i];

		if (row_column_unit(column) == VALUE_TEXT)
			sink->field(sink->data, column->group, row_column_field(column), &none);
		else
			profile_put_number(column, column->group, row_exact(NAN), sink);
	}
}

/* " name " in " pid object ": several tables have it. */
void profile_field_names(unsigned int parts, char text[PROFILE_FIELD_NAMES])
{
	size_t used = 0;

	text[0] = '\0';
	for (unsigned int part = 1; part <= parts; part <<= 1) {
		struct profile_fields fields = { .n = 0 };

		if (parts & part & PROFILE_TABLES)
			profile_fields_init(&fields, profile_kind(part), true);
		for (size_t i = 0; i < fields.n && used < PROFILE_FIELD_NAMES; i++) {
			char name[CODE_ROW_NAME], word[CODE_ROW_NAME + 2], all[PROFILE_FIELD_NAMES + 2];

			row_column_name(fields.column[i], name);
			(void)snprintf(word, sizeof(word), " %s ", name);
			(void)snprintf(all, sizeof(all), " %s ", text);
			if (!strstr(all, word))
				used += (size_t)snprintf(text + used, PROFILE_FIELD_NAMES - used,
							 "%s%s", used ? " " : "", name);
		}
	}
}
