/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row in machine-readable output: names and values, the same for JSON and CSV. Which fields there
 * are is in the table of columns (ui/table/columns.c; of other kinds of rows in ui/code/); raw counts come after them.
 * Metrics have perf's names (metrics[].slug; on some CPUs also a second one, at the end). A missing value is
 * FIELD_NULL, never 0. UI thread, or main.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/formula.h"
#include "model/snapshot/snapshot.h"
#include "ui/code/rows.h"
#include "ui/table/columns.h"

#define FIELD_TEXT_LEN 1024

struct field_value {
	enum field_type type;
	int64_t integer;
	double real;			/* rounded to the decimals */
	int decimals;			/* of FIELD_REAL */
	bool truth;
	char text[FIELD_TEXT_LEN];	/* valid UTF-8 */
};

/* Receives the fields of a row in their order. */
struct field_sink {
	void *data;
	/* group: "counts" for a raw count, else NULL. value: NULL for names only. */
	void (*field)(void *data, const char *group, const char *name,
		      const struct field_value *value);
};

/* Calls the sink for each field of a row. */
void fields_visit(const struct snapshot *snapshot, const struct row *row,
		  const struct field_sink *sink);

/* The same for rows of this kind, with names only. */
void fields_visit_names(enum row_kind kind, const struct field_sink *sink);

/*
 * Calls the sink again for each node that perf calls by another name on CPUs of this family, with
 * that name: so that scripts can join the row with perf's output. family NULL: none.
 */
void fields_visit_perf_names(const struct family *family, const struct snapshot *snapshot,
			     const struct row *row, const struct field_sink *sink);

/* The same with names only. */
void fields_visit_names_of_perf(const struct family *family, const struct field_sink *sink);

/*
 * The last field of each row: why it has no numbers (model/snapshot/missing.h), else null. Row NULL:
 * its name only.
 */
void fields_visit_missing(const struct snapshot *snapshot, const struct row *row,
			  const struct field_sink *sink);

/* Rounds to 2 decimals; NAN becomes null. */
void field_set_real(struct field_value *value, double real);

/* Copies text; bytes that are not UTF-8 become U+FFFD. */
void field_set_text(struct field_value *value, const char *text);

/* Percent of the machine's slots that are not attributed to a task; NAN if there are none. */
double fields_unaccounted_percent(const struct snapshot *snapshot);

/* ---- rows of a kind of ui/code/ ---- */

/* Decimals. */
#define FIELD_PERCENT 2
#define FIELD_CYCLES 3
#define FIELD_PROBABILITY 5

/* Which fields of such rows are printed, in their order. */
struct row_fields {
	size_t n;
	const struct row_column *column[CODE_ROW_COLUMNS_MAX];
};
/* classes: also those that only a profile with TopDown has. */
void row_fields_init(struct row_fields *fields, const struct code_kind *kind, bool classes);

/* Calls the sink with the fields of a row. NULL: with FIELD_NULL, for their names. */
void row_fields_visit(const struct row_fields *fields, const struct rows_of *of, const void *row,
		      const struct field_sink *sink);

/* What a row has in a column, or its error there, as CSV and JSON have it. */
void row_field_value(const struct row_column *column, const struct rows_of *of, const void *row,
		     bool error, struct field_value *value);

/* ---- one by one: an empty text, a NAN and a number that is not known are null ---- */

struct pen {
	const struct field_sink *sink;
	const char *group;	/* of the fields; NULL: none */
};

void pen_null(const struct pen *pen, const char *name);
void pen_text(const struct pen *pen, const char *name, const char *text);
void pen_any_text(const struct pen *pen, const char *name, const char *text);	/* NULL alone is null */
void pen_truth(const struct pen *pen, const char *name, bool truth);
void pen_count(const struct pen *pen, const char *name, uint64_t count);
void pen_known(const struct pen *pen, const char *name, uint64_t count, bool known);
void pen_real(const struct pen *pen, const char *name, double real, int decimals);

/* A value and its error, both times scale; the error's name: name_error. */
void pen_estimate(const struct pen *pen, const char *name, struct estimate estimate, double scale,
		  int decimals);
