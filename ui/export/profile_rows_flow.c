/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of hot paths and loops; see profile_rows.h. The names are a contract: scripts
 * depend on them. Called by profile_csv.c and profile_json.c.
 */
#include "config.h"
#include "ui/export/profile_rows.h"

#include <math.h>

#include "ui/code/code_text.h"
#include "ui/export/profile_pen.h"

static void put_object(const struct profile_rows *rows, const struct pen *pen, uint32_t object)
{
	char id[PROFILE_BUILD_ID];

	pen_text(pen, "object", profile_object_name(rows->of.profile, object));
	profile_build_id(rows->of.profile, object, id);
	pen_text(pen, "build_id", id);
}

static void put_line(const struct pen *pen, const struct code_name *name)
{
	pen_text(pen, "file", name->file);
	pen_known(pen, "line", name->line, name->file[0] && name->line);
}

/* From where to where, and what it is in. */
static void put_range(const struct profile_rows *rows, const struct pen *pen, struct place start,
		      struct place end)
{
	struct code_name first, last;

	(void)code_text_ask(&rows->of, start, true, &first);
	(void)code_text_ask(&rows->of, end, false, &last);
	put_object(rows, pen, start.object);
	pen_address(pen, "start", code_text_address(start, &first));
	pen_address(pen, "end", code_text_address(end, &last));
	pen_text(pen, "symbol", first.symbol);
	pen_known(pen, "symbol_offset", first.symbol_offset, first.symbol[0]);
	put_line(pen, &first);
}

void profile_visit_path(const struct profile_rows *rows, const struct paths *paths,
			const struct hot_path *row, const struct field_sink *sink)
{
	const struct profile_block *const blocks = rows->of.profile->blocks;
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
	const struct profile_block *block = &rows->of.profile->blocks[members[i]];
	const struct pen pen = { sink, NULL };

	put_range(rows, &pen, block->start, block->end);
	pen_count(&pen, "executed", block->executed);
	pen_real(&pen, "follows_percent",
		 i ? 100 * paths_follows(rows->of.profile, members[i - 1], members[i]) : NAN,
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
