/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "hot paths"; see views.h. A loop of one block is one row; other loops have a row
 * beside those of the paths that run through them. UI thread.
 */
#include "config.h"
#include "ui/code_views/views.h"

#include <math.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "ui/code/code_text.h"

static bool code_paths_add(struct code_path_rows *rows, struct path_row row)
{
	struct path_row *more = list_room(rows->rows, rows->n + 1, &rows->cap, 256, sizeof(*more));

	if (!more)
		return false;
	rows->rows = more;
	rows->rows[rows->n++] = row;
	return true;
}

static bool is_unfolded(const struct code_path_rows *rows, const struct path_row *row)
{
	return rows->unfolds && code_row_id_equal(rows->unfolded, path_rows.id(row));
}

/* A row, and the blocks of its path if it is unfolded. */
static bool code_paths_add_row(struct code_screen *code, uint32_t loop, uint32_t path)
{
	const struct profile *profile = code->of.profile;
	struct code_path_rows *rows = &code->paths;
	struct path_row row = path_row_of(profile, rows->found, loop, path);
	bool fine;

	row.unfolded = row.path && is_unfolded(rows, &row);
	fine = code_paths_add(rows, row);
	for (uint32_t i = 0; fine && row.unfolded && i < row.path->n; i++)
		fine = code_paths_add(rows, path_row_block(profile, &row, i));
	return fine;
}

/* Which comes first: most time, or without cycles most runs. */
static bool loop_first(const struct paths *found, size_t loop, size_t path)
{
	if (loop == found->n_loops)
		return false;
	if (path == found->n_paths)
		return true;
	if (!isnan(found->loops[loop].time) && !isnan(found->paths[path].time))
		return found->loops[loop].time >= found->paths[path].time;
	return found->loops[loop].iterations >= found->paths[path].count;
}

/* The loop that is nothing but the path: both are one block. */
static uint32_t loop_of_path(const struct paths *found, size_t path)
{
	const uint32_t loop = found->paths[path].loop;

	if (loop == LOOP_NONE || found->paths[path].n > 1 ||
	    found->loops[loop].block != found->members[found->paths[path].first])
		return LOOP_NONE;
	return loop;
}

/* Merges the loops and the paths, which are both sorted. path_of: of loops that are one path. */
static bool code_paths_list(struct code_screen *code, const uint32_t *path_of)
{
	const struct paths *found = code->paths.found;
	size_t loop = 0, path = 0;

	while (loop < found->n_loops || path < found->n_paths) {
		bool fine = true;

		if (loop_first(found, loop, path)) {
			fine = code_paths_add_row(code, (uint32_t)loop, path_of[loop]);
			loop++;
		} else {
			if (loop_of_path(found, path) == LOOP_NONE)
				fine = code_paths_add_row(code, LOOP_NONE, (uint32_t)path);
			path++;
		}
		if (!fine)
			return false;
	}
	return true;
}

static bool list_all(struct code_screen *code)
{
	const struct paths *found = code->paths.found;
	uint32_t *path_of = calloc(found->n_loops + 1, sizeof(*path_of));
	bool fine;

	if (!path_of)
		return false;
	for (size_t i = 0; i < found->n_loops; i++)
		path_of[i] = LOOP_NONE;
	for (uint32_t i = 0; i < found->n_paths; i++)
		if (loop_of_path(found, i) != LOOP_NONE)
			path_of[loop_of_path(found, i)] = i;
	fine = code_paths_list(code, path_of);
	free(path_of);
	return fine;
}

bool code_paths_make(struct code_screen *code)
{
	struct code_path_rows *rows = &code->paths;
	struct code_text_asked asked = { .of = &code->of };
	const struct function_start functions = code_text_functions(&asked);

	paths_free(rows->found);
	rows->found = NULL;
	rows->n = 0;
	if (!code->of.profile)
		return true;
	rows->found = paths_new(code->of.profile, &functions);
	code->names_pending = asked.pending;
	if (!rows->found)
		return false;
	if (!list_all(code))
		return false;
	code->rows = (struct code_rows){ rows->rows, rows->n, sizeof(*rows->rows) };
	return true;
}

void code_paths_done(struct code_screen *code)
{
	paths_free(code->paths.found);
	free(code->paths.rows);
	code->paths = (struct code_path_rows){ .found = NULL };
}

bool code_paths_fold(struct code_screen *code, size_t row)
{
	struct code_path_rows *rows = &code->paths;
	const struct path_row *at = &rows->rows[row];

	if (!at->path || at->path->n < 2 || at->is_block)
		return false;
	rows->unfolds = !at->unfolded;
	rows->unfolded = path_rows.id(at);
	return true;
}

const char *code_paths_nothing(const struct code_screen *code)
{
	if (!code->of.profile->event.has_branches)
		return "hot paths need branch stacks, and none were recorded: perf record -b takes "
		       "them";
	return "no whole block in this time";
}
