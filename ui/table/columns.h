/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns: one table with everything about each, for every view, batch mode, JSON, CSV,
 * sorting, filters, the help screen, --help, the completions and the check of the manual. The table
 * is in the order of the screen. UI thread (or batch, or main while it reads the options).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"
#include "ui/table/column.h"

#define COLUMNS_MAX 56		/* at most so many in the table */
#define PLACES_MAX 96		/* below it the places of fields, with room for more; metrics come after them */
#define FIELDS_MAX (PLACES_MAX + M_COUNT)

extern const struct column columns[];
extern const size_t columns_n;

/* What the struct says under these names, or metric.c for a column that shows a metric. */
const char *column_key(const struct column *column);
const char *column_title(const struct column *column);
const char *column_help(const struct column *column);
const char *column_field(const struct column *column);

/* 1, 2: only on this TopDown level; 0: on both. */
int column_level(const struct column *column);

/* The column with this key; NULL: there is none. */
const struct column *columns_find(const char *key);

/* The column that shows this metric. */
const struct column *columns_of_metric(enum metric_id metric);

/*
 * COST of this node: the column itself is of the node that limits the machine of the snapshot, and
 * this one takes its place where another is meant. M_NONE: the column itself.
 */
const struct column *columns_of_cost(enum metric_id node);

/* Is it COST, of whichever node? NULL is not. */
bool column_is_cost(const struct column *column);

/* Is it LIMITED BY? */
bool column_is_limit(const struct column *column);

/* Is it WAIT%? NULL is not. */
bool column_is_wait(const struct column *column);

/* Does the column apply to rows of this kind? */
bool column_applies(const struct column *column, enum row_kind kind);

/* Does the column show a node of level 2? NULL does not. */
bool column_is_level2(const struct column *column);

/* Does a machine of this CPU family have values for it? NULL: a family without optional nodes. */
bool column_fits_family(const struct column *column, const struct family *family);

/* Does it show what only counters tell? NULL does not. */
bool column_needs_counters(const struct column *column);

/* Can rows be sorted by it? Not by a bar, which has neither value nor text. */
bool column_is_sortable(const struct column *column);

/*
 * The fields of rows of this kind in their order, with those that no column shows. Returns how
 * many.
 */
size_t columns_list_fields(enum row_kind kind, const struct column *list[FIELDS_MAX]);

/* column->value, and column->text: only of a column that has it. */
double column_value(const struct column *column, const struct snapshot *snapshot,
		    const struct row *row);
const char *column_text(const struct column *column, const struct snapshot *snapshot,
			const struct row *row);

/* column->print, reduced to ASCII if wanted. "" for a bar. */
void column_print(const struct column *column, const struct snapshot *snapshot,
		  const struct row *row, bool ascii, char text[COLUMN_TEXT]);
