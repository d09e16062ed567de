/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a row is in machine-readable output: names and values, the same for JSON and CSV. One table
 * in fields.c. The metrics carry perf's names (metrics[].slug). Missing is FIELD_NULL, never 0.
 * UI thread.
 */
#ifndef TDTOP_UI_FIELDS_H
#define TDTOP_UI_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"
#include "ui/table/columns.h"

#define FIELD_TEXT_LEN 1024

struct field_value {
	enum field_type type;
	int64_t integer;
	double real;			/* rounded to 2 decimals */
	bool truth;
	char text[FIELD_TEXT_LEN];	/* valid UTF-8 */
};

/* Who receives the fields of a row, in their order. */
struct field_sink {
	void *data;
	/* group is "counts" for a raw count and NULL else; value is NULL when only names are asked. */
	void (*field)(void *data, const char *group, const char *name,
		      const struct field_value *value);
};

/* The fields of a row. */
void fields_visit(const struct snapshot *snapshot, const struct row *row,
		  const struct field_sink *sink);

/* Only the names that rows of this kind have. */
void fields_visit_names(enum row_kind kind, const struct field_sink *sink);

/* Rounded to 2 decimals; NAN makes it null. */
void field_set_real(struct field_value *value, double real);

/* Copies text; bytes that are not UTF-8 become U+FFFD. */
void field_set_text(struct field_value *value, const char *text);

/* Percent of the machine's slots whose task is not known, NAN if there are none. */
double fields_unaccounted_percent(const struct snapshot *snapshot);

#endif
