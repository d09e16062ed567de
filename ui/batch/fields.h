/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row in machine-readable output: names and values, the same for JSON and CSV. Which fields there
 * are is in the table of columns (ui/table/columns.c); raw counts come after them. Metrics have
 * perf's names (metrics[].slug; on some CPUs also a second one, at the end). A missing value is
 * FIELD_NULL, never 0. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/formula.h"
#include "model/snapshot/snapshot.h"
#include "ui/table/columns.h"

#define FIELD_TEXT_LEN 1024

struct field_value {
	enum field_type type;
	bool missing_text;		/* FIELD_NULL, of a field that is a text */
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

/* The same to so many decimals, 0 to 6. */
void field_set_rounded(struct field_value *value, double real, int decimals);

/* Copies text; bytes that are not UTF-8 become U+FFFD. */
void field_set_text(struct field_value *value, const char *text);

/* Percent of the machine's slots that are not attributed to a task; NAN if there are none. */
double fields_unaccounted_percent(const struct snapshot *snapshot);
