/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a comparison of profiles; see profile_diff_rows.h. */
#include "config.h"
#include "ui/profile/profile_diff_rows.h"

#include <math.h>
#include <stdio.h>

#include "ui/batch/fields.h"
#include "ui/profile/profile_fields.h"

static const char *const groups[SIDES] = { "before", "after" };

size_t diff_values(const struct code_kind *kind, const struct row_column *values[COMPARED_VALUES])
{
	size_t n = 0;

	for (enum compared_value number = 0; number < COMPARED_VALUES; number++)
		for (size_t i = 0; i < kind->n; i++)
			if (kind->columns[i].compared && !kind->columns[i].part &&
			    kind->columns[i].of_compared == number)
				values[n++] = &kind->columns[i];
	return n;
}

struct diff_row diff_row_of(const struct diff_rows *rows, const struct compared_place *row)
{
	const enum side side = row->row[AFTER] != COMPARED_NONE ? AFTER : BEFORE;
	const struct profile_comparison *comparison = rows->comparison;
	const size_t i = row->row[side];

	return (struct diff_row){
		.rows = &rows->side[side],
		.row = rows->branches ? (const void *)&comparison->of[side]->branches[i] :
					(const void *)&comparison->functions[side].rows[i],
	};
}

const char *diff_status(const struct compared_place *row)
{
	return row->row[AFTER] == COMPARED_NONE ? "gone" :
	       row->row[BEFORE] == COMPARED_NONE ? "new" : "both";
}

/* Where it is, of the side that has it. */
static void visit_places(const struct diff_rows *rows, const struct compared_place *row,
			 const struct field_sink *sink)
{
	for (size_t i = 0; i < rows->kind->n; i++) {
		const struct row_column *column = &rows->kind->columns[i];
		struct field_value value = { .type = FIELD_NULL };

		if (!column->compared || !column->part)
			continue;
		if (row) {
			const struct diff_row of = diff_row_of(rows, row);

			row_field_value(column, &of.rows->of, of.row, false, &value);
		}
		sink->field(sink->data, column->group, row_column_field(column), &value);
	}
}

static void visit_numbers(const struct diff_rows *rows, const struct compared_place *row,
			  const struct field_sink *sink)
{
	const struct estimate none = { NAN, NAN };
	const struct pen sure = { sink, "beyond_doubt" };
	const struct row_column *values[COMPARED_VALUES];
	const size_t n = diff_values(rows->kind, values);

	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct pen pen = { sink, groups[side] };

		pen_known(&pen, rows->branches ? "taken" : "samples", row ? row->count[side] : 0,
			  row && row->joined[side]);
		pen_known(&pen, "joined", row ? row->joined[side] : 0, row && row->joined[side]);
		for (size_t i = 0; i < n; i++)
			row_field_put(values[i], groups[side],
					   row ? row->number[values[i]->of_compared].of[side] : none,
					   sink);
	}
	for (size_t i = 0; i < n; i++)
		row_field_put(values[i], "difference",
				   row ? row->number[values[i]->of_compared].change : none, sink);
	for (size_t i = 0; i < n; i++)
		pen_truth(&sure, values[i]->field,
			  row && row->number[values[i]->of_compared].beyond_doubt);
}

void diff_visit(const struct diff_rows *rows, const struct compared_place *row,
		const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL };

	visit_places(rows, row, sink);
	pen_text(&pen, "status", row ? diff_status(row) : NULL);
	visit_numbers(rows, row, sink);
}
