/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a row of any table of a profile for CSV and JSON, by what the table is of. Missing is
 * FIELD_NULL, never 0. Main thread.
 */
#pragma once

#include "ui/profile/profile_rows.h"

/* The parts that are tables, and those whose rows can be filtered; bits of enum profile_part. */
#define PROFILE_TABLES \
	((unsigned int)PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS | PROFILE_PATHS | PROFILE_LOOPS)
#define PROFILE_FILTERED (PROFILE_TABLES | PROFILE_STACKS)

/* Its place among the parts; the kind of its rows. */
size_t profile_part_index(enum profile_part part);
const struct code_kind *profile_kind(enum profile_part part);

/* The columns of text that were chosen for them; NULL: the usual ones. */
const struct code_columns *profile_columns(const struct profile_config *config,
					   enum profile_part part);

/* Which fields of such rows are printed, in their order. */
struct profile_fields {
	size_t n;
	const struct row_column *column[CODE_ROW_COLUMNS_MAX];
};
/* classes: also those that only a profile with TopDown has. */
void profile_fields_init(struct profile_fields *fields, const struct code_kind *kind, bool classes);

/* Calls the sink with the fields of a row, or of no row: their names only. */
void profile_fields_visit(const struct profile_fields *fields, const struct profile_rows *rows,
			  const void *row, const struct field_sink *sink);
void profile_fields_visit_names(const struct profile_fields *fields, const struct field_sink *sink);

/* What a row has in a column, or its error there, as CSV and JSON have it. */
void profile_field_value(const struct row_column *column, const struct rows_of *of, const void *row,
			 bool error, struct field_value *value);

/* A number of this column, NAN: null, and its error if it has one. */
void profile_put_number(const struct row_column *column, const char *group, struct estimate number,
			const struct field_sink *sink);

/* The fields of tables of these parts, without those of errors: "pid object ...". */
#define PROFILE_FIELD_NAMES 900
void profile_field_names(unsigned int parts, char text[PROFILE_FIELD_NAMES]);
