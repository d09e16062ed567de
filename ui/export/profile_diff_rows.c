/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a comparison of profiles; see profile_diff_rows.h. */
#include "config.h"
#include "ui/export/profile_diff_rows.h"

#include <math.h>
#include <stdio.h>

#include "ui/export/profile_pen.h"

/* clang-format off */
static const struct diff_value function_values[] = {
	{ COMPARED_SHARE, "percent", "SHARE%", 100, PEN_PERCENT },
};
static const struct diff_value branch_values[] = {
	{ COMPARED_SHARE, "taken_percent", "TAKEN%", 100, PEN_PERCENT },
	{ COMPARED_PROBABILITY, "probability", "P(TAKEN)", 1, PEN_PROBABILITY },
	{ COMPARED_MISPREDICTED, "mispredicted_of_taken_percent", "MISP%", 100, PEN_PERCENT },
	{ COMPARED_CYCLES, "cycles_mean", "CYCLES", 1, PEN_CYCLES },
};
/* clang-format on */

static const char *const groups[SIDES] = { "before", "after" };

const struct diff_value *diff_values(bool branches, size_t *n)
{
	*n = branches ? sizeof(branch_values) / sizeof(branch_values[0]) :
			sizeof(function_values) / sizeof(function_values[0]);
	return branches ? branch_values : function_values;
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

/* A value in a group: "before.percent", "before.percent_error". */
static void put_value(const struct pen *pen, const struct diff_value *value,
		      struct estimate estimate)
{
	pen_estimate(pen, value->name, estimate, value->scale, value->decimals);
}

static void visit_numbers(const struct diff_rows *rows, const struct compared_place *row,
			  const struct field_sink *sink)
{
	const struct estimate none = { NAN, NAN };
	const struct pen change = { sink, "difference" }, sure = { sink, "beyond_doubt" };
	const struct diff_value *values;
	size_t n;

	values = diff_values(rows->branches, &n);
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct pen pen = { sink, groups[side] };

		pen_known(&pen, rows->branches ? "taken" : "samples", row ? row->count[side] : 0,
			  row && row->joined[side]);
		pen_known(&pen, "joined", row ? row->joined[side] : 0, row && row->joined[side]);
		for (size_t i = 0; i < n; i++)
			put_value(&pen, &values[i],
				  row ? row->number[values[i].value].of[side] : none);
	}
	for (size_t i = 0; i < n; i++)
		put_value(&change, &values[i], row ? row->number[values[i].value].change : none);
	for (size_t i = 0; i < n; i++)
		pen_truth(&sure, values[i].name, row && row->number[values[i].value].beyond_doubt);
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
