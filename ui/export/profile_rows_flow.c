/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of calls; see profile_rows.h. The names are a contract: scripts
 * depend on them. Called by profile_csv.c and profile_json.c.
 */
#include "config.h"
#include "ui/export/profile_rows.h"

#include <math.h>

#include "ui/export/profile_pen.h"

static double percent_of(uint64_t weight, const struct profile *profile)
{
	return profile->weight ? 100 * (double)weight / (double)profile->weight : NAN;
}

void profile_visit_call(const struct profile_rows *rows, const struct call_node *row,
			const struct field_sink *sink)
{
	const bool cut = row->kind == CALL_CUT;
	const struct place at = cut ? (struct place){ .object = PLACE_NO_OBJECT } : row->function;
	const struct pen pen = { sink, NULL };
	struct code_name name = { .symbol = "" };

	if (!cut)
		profile_name(rows, at, true, &name);
	pen_count(&pen, "depth", row->depth);
	profile_put_object(rows, &pen, at.object, true);
	if (cut)
		pen_null(&pen, "address");
	else
		pen_address(&pen, "address", profile_address_of(at, &name));
	pen_text(&pen, "symbol", name.symbol);
	profile_put_line(&pen, &name);
	pen_truth(&pen, "cut", cut);
	pen_count(&pen, "samples", row->samples);
	pen_count(&pen, "events", row->weight);
	pen_real(&pen, "percent", percent_of(row->weight, rows->profile), PEN_PERCENT);
	pen_count(&pen, "self_samples", row->self_samples);
	pen_real(&pen, "self_percent", percent_of(row->self_weight, rows->profile), PEN_PERCENT);
}
