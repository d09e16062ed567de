/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a comparison of profiles; see profile_diff_rows.h. */
#include "config.h"
#include "ui/export/profile_diff_rows.h"

#include <math.h>
#include <stdio.h>

#include "ui/export/profile_pen.h"

static const char *const groups[SIDES] = { "before", "after" };

size_t diff_values(bool branches, const struct profile_value *values[COMPARED_VALUES])
{
	const struct profile_value *all = branches ? branch_values : function_values;
	size_t n = 0;

	for (enum compared_value number = 0; number < COMPARED_VALUES; number++)
		for (size_t i = 0; i < (branches ? (size_t)BRANCH_VALUES : FUNCTION_VALUES); i++)
			if (all[i].compared && all[i].number == number)
				values[n++] = &all[i];
	return n;
}

struct diff_place diff_place_of(const struct diff_rows *rows, const struct compared_place *row)
{
	const enum side side = row->row[AFTER] != COMPARED_NONE ? AFTER : BEFORE;
	const struct profile_comparison *comparison = rows->comparison;
	const size_t i = row->row[side];

	if (rows->branches)
		return (struct diff_place){ .rows = &rows->side[side],
					    .from = comparison->of[side]->branches[i].from,
					    .to = comparison->of[side]->branches[i].to };
	return (struct diff_place){ .rows = &rows->side[side],
				    .from = comparison->functions[side].rows[i].start,
				    .to = comparison->functions[side].rows[i].start };
}

const char *diff_status(const struct compared_place *row)
{
	return row->row[AFTER] == COMPARED_NONE ? "gone" :
	       row->row[BEFORE] == COMPARED_NONE ? "new" : "both";
}

static void visit_numbers(const struct diff_rows *rows, const struct compared_place *row,
			  const struct field_sink *sink)
{
	const struct estimate none = { NAN, NAN };
	const struct pen change = { sink, "difference" }, sure = { sink, "beyond_doubt" };
	const struct profile_value *values[COMPARED_VALUES];
	const size_t n = diff_values(rows->branches, values);

	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct pen pen = { sink, groups[side] };

		pen_known(&pen, rows->branches ? "taken" : "samples", row ? row->count[side] : 0,
			  row && row->joined[side]);
		pen_known(&pen, "joined", row ? row->joined[side] : 0, row && row->joined[side]);
		for (size_t i = 0; i < n; i++)
			pen_value(&pen, values[i],
				  row ? row->number[values[i]->number].of[side] : none);
	}
	for (size_t i = 0; i < n; i++)
		pen_value(&change, values[i], row ? row->number[values[i]->number].change : none);
	for (size_t i = 0; i < n; i++)
		pen_truth(&sure, values[i]->field,
			  row && row->number[values[i]->number].beyond_doubt);
}

void diff_visit(const struct diff_rows *rows, const struct compared_place *row,
		const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, from = { sink, "from" }, to = { sink, "to" };
	struct diff_place place = { .rows = &rows->side[AFTER] };

	if (row)
		place = diff_place_of(rows, row);
	profile_put_object(place.rows, &pen, place.from.object, false);
	if (rows->branches) {
		profile_put_place(place.rows, &from, place.from);
		profile_put_place(place.rows, &to, place.to);
		profile_put_object(place.rows, &to, place.to.object, false);
	} else {
		profile_put_place(place.rows, &pen, place.from);
	}
	pen_text(&pen, "status", row ? diff_status(row) : NULL);
	visit_numbers(rows, row, sink);
}
