/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks, hot paths and loops as text; see profile_text_flow.h. Called by profile_text.c. */
#include "config.h"
#include "ui/export/profile_text_flow.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/code/calls.h"
#include "ui/export/profile_table.h"

static const struct hot_path *path_of(const struct cell_of *of)
{
	return of->row;
}

static const struct hot_loop *loop_of(const struct cell_of *of)
{
	return of->row;
}

#define CELLS_OF(name)						\
	static void name##_time(const struct cell_of *of, char text[TABLE_CELL])	\
	{									\
		table_real(text, 100 * name##_of(of)->time, 1);			\
	}									\
	static void name##_cycles(const struct cell_of *of, char text[TABLE_CELL])	\
	{									\
		table_real(text, name##_of(of)->cycles.value, 1);			\
	}									\
	static void name##_error(const struct cell_of *of, char text[TABLE_CELL])	\
	{									\
		table_error(text, name##_of(of)->cycles.error, 1);			\
	}									\
	static void name##_instructions(const struct cell_of *of, char text[TABLE_CELL]) \
	{									\
		table_known(text, name##_of(of)->instructions, name##_of(of)->instructions);	\
	}

CELLS_OF(path)
CELLS_OF(loop)

static void path_count(const struct cell_of *of, char text[TABLE_CELL])
{
	table_count(text, path_of(of)->count);
}

static void loop_iterations(const struct cell_of *of, char text[TABLE_CELL])
{
	table_count(text, loop_of(of)->iterations);
}

static void loop_trips(const struct cell_of *of, char text[TABLE_CELL])
{
	const double least = loop_least_trips(of->row);

	if (loop_knows_trips(of->row) || isnan(least))
		table_real(text, isnan(least) ? (double)NAN : loop_of(of)->trips.value, 1);
	else
		(void)snprintf(text, TABLE_CELL, ">%.0f", least);
}

static void loop_trips_error(const struct cell_of *of, char text[TABLE_CELL])
{
	table_error(text, loop_knows_trips(of->row) ? loop_of(of)->trips.error : (double)NAN, 1);
}

/* clang-format off */
static const struct text_column path_columns[] = {
	TABLE_TEXT("TIME%", 6, path_time), TABLE_TEXT("COUNT", 8, path_count), TABLE_TEXT("CYCLES", 7, path_cycles),
	TABLE_TEXT("\u00b1", 5, path_error), TABLE_TEXT("INSTR", 5, path_instructions),
	TABLE_END
};
static const struct text_column loop_columns[] = {
	TABLE_TEXT("TIME%", 6, loop_time), TABLE_TEXT("RAN", 8, loop_iterations), TABLE_TEXT("TRIPS", 8, loop_trips),
	TABLE_TEXT("\u00b1", 6, loop_trips_error), TABLE_TEXT("CYCLES", 7, loop_cycles),
	TABLE_TEXT("\u00b1", 5, loop_error), TABLE_TEXT("INSTR", 5, loop_instructions),
	TABLE_END
};
/* clang-format on */

/* What is below this share is left out of the text, as perf report does it. */
#define CALL_LEAST .005

static bool is_small(const struct profile_rows *rows, const struct call_node *node)
{
	return (double)node->weight < CALL_LEAST * (double)rows->of.profile->weight;
}

void profile_put_stacks(struct buffer *out, const struct profile_rows *rows,
			const struct profile_choice *choice)
{
	const struct call_tree *tree = choice->tree;
	const uint64_t max = rows->config->max_rows;
	const struct row_column *last = code_kind_last(&call_rows);
	struct text_column table[TABLE_COLUMNS];
	uint64_t shown = 0, small = 0, more = 0;
	char name[CODE_ROW_LINE];

	table_of_kind(table, &call_rows, rows, NULL, 0);
	table_titles(out, rows->config, table, last->title);
	for (size_t i = 0; i < choice->call.matched; i++) {
		const struct cell_of of = { .rows = rows, .row = choice->call.row[i] };

		if (is_small(rows, of.row)) {
			small++;
		} else if (max && shown == max) {
			more++;
		} else {
			last->print(&rows->of, of.row, name);
			table_row(out, table, &of, name);
			shown++;
		}
	}
	if (more)
		buffer_print(out, "... and %" PRIu64 " more\n", more);
	if (small)
		buffer_print(out, "%" PRIu64 " calls below 0.5 %% are left out\n", small);
	if (tree->cut_samples)
		buffer_print(out, "older frames of %" PRIu64 " samples were lost\n",
			     tree->cut_samples);
	if (tree->broken_samples)
		buffer_print(out, "%" PRIu64 " samples have no call stack\n", tree->broken_samples);
}

/* "  then 87 %: " and a block, in a line of its own below its path. */
static void put_member(struct buffer *out, const struct profile_rows *rows,
		       const struct paths *paths, const struct hot_path *path, uint32_t i)
{
	const uint32_t *members = &paths->members[path->first];
	const struct profile_block *block = &rows->of.profile->blocks[members[i]];
	const double follows = i ? paths_follows(rows->of.profile, members[i - 1], members[i]) : NAN;
	char line[TABLE_LINE], range[TABLE_LINE], then[32] = "";

	code_text_range(&rows->of, block->start, block->end, range);
	if (!isnan(follows))
		(void)snprintf(then, sizeof(then), "then %.0f %%", 100 * follows);
	(void)snprintf(line, sizeof(line), "%35s %-11s %.2000s", "", then, range);
	table_line(out, rows->config, line);
}

static void put_loops(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice)
{
	char name[TABLE_LINE];

	buffer_print(out, "\nloops\n");
	table_titles(out, rows->config, loop_columns, "LOOP");
	for (size_t i = 0; i < choice->n_loops; i++) {
		const struct hot_loop *loop = &choice->paths->loops[i];
		const struct cell_of of = { .rows = rows, .row = loop };

		code_text_range(&rows->of, loop->header, loop->end, name);
		table_row(out, loop_columns, &of, name);
	}
	table_more(out, choice->n_loops, choice->paths->n_loops);
}

void profile_put_paths(struct buffer *out, const struct profile_rows *rows,
		       const struct profile_choice *choice)
{
	const struct paths *paths = choice->paths;
	char name[64];

	table_titles(out, rows->config, path_columns, "PATH");
	for (size_t i = 0; i < choice->n_paths; i++) {
		const struct hot_path *path = &paths->paths[i];
		const struct cell_of of = { .rows = rows, .row = path };

		(void)snprintf(name, sizeof(name), "%" PRIu32 " block%s%s", path->n,
			       path->n == 1 ? "" : "s",
			       path->loop == LOOP_NONE ? "" : ", an iteration of a loop");
		table_row(out, path_columns, &of, name);
		for (uint32_t k = 0; k < path->n; k++)
			put_member(out, rows, paths, path, k);
	}
	table_more(out, choice->n_paths, paths->n_paths);
	put_loops(out, rows, choice);
}
