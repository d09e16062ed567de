/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of calls, hot paths and loops; see profile_rows.h. The names are a contract: scripts
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
	const struct pen pen = { sink, NULL };
	struct place at = { .object = PLACE_NO_OBJECT };
	struct code_name name = { .symbol = "" };

	if (!cut) {
		at = row->function;
		profile_name(rows, at, true, &name);
	}
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

/* From where to where, and what it is in. */
static void put_range(const struct profile_rows *rows, const struct pen *pen, struct place start,
		      struct place end)
{
	struct code_name first, last;

	profile_name(rows, start, true, &first);
	profile_name(rows, end, false, &last);
	profile_put_object(rows, pen, start.object, true);
	pen_address(pen, "start", profile_address_of(start, &first));
	pen_address(pen, "end", profile_address_of(end, &last));
	pen_text(pen, "symbol", first.symbol);
	pen_known(pen, "symbol_offset", first.symbol_offset, first.symbol[0]);
	profile_put_line(pen, &first);
}

void profile_visit_path(const struct profile_rows *rows, const struct paths *paths,
			const struct hot_path *row, const struct field_sink *sink)
{
	const struct profile_block *const blocks = rows->profile->blocks;
	const struct pen pen = { sink, NULL };

	put_range(rows, &pen, blocks[paths->members[row->first]].start,
		  blocks[paths->members[row->first + row->n - 1]].end);
	pen_count(&pen, "count", row->count);
	pen_known(&pen, "instructions", row->instructions, row->instructions != 0);
	pen_estimate(&pen, "cycles_mean", row->cycles, 1, PEN_CYCLES);
	pen_real(&pen, "time_percent", 100 * row->time, PEN_PERCENT);
	pen_known(&pen, "loop", row->loop, row->loop != LOOP_NONE);
}

/* Block i of a path; how often it follows the one before. */
void profile_visit_path_block(const struct profile_rows *rows, const struct paths *paths,
			      const struct hot_path *row, uint32_t i, const struct field_sink *sink)
{
	const uint32_t *members = &paths->members[row->first];
	const struct profile_block *block = &rows->profile->blocks[members[i]];
	const struct pen pen = { sink, NULL };

	put_range(rows, &pen, block->start, block->end);
	pen_count(&pen, "executed", block->executed);
	pen_real(&pen, "follows_percent",
		 i ? 100 * paths_follows(rows->profile, members[i - 1], members[i]) : NAN,
		 PEN_PERCENT);
}

void profile_visit_loop(const struct profile_rows *rows, const struct hot_loop *row,
			const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL };

	put_range(rows, &pen, row->header, row->end);
	pen_count(&pen, "back_edges", row->back_edges);
	pen_count(&pen, "iterations", row->iterations);
	pen_count(&pen, "repeated", row->repeated);
	pen_estimate(&pen, "again", row->again, 1, PEN_PROBABILITY);
	pen_estimate(&pen, "trips", row->trips, 1, PEN_CYCLES);
	pen_known(&pen, "instructions", row->instructions, row->instructions != 0);
	pen_estimate(&pen, "cycles_mean", row->cycles, 1, PEN_CYCLES);
	pen_truth(&pen, "has_calls", row->has_calls);
	pen_real(&pen, "time_percent", 100 * row->time, PEN_PERCENT);
	pen_known(&pen, "inside", row->inside, row->inside != LOOP_NONE);
}
