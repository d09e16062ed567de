/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "hot paths"; see code_paths.h. A loop of one block is one row; other loops have a row
 * beside those of the paths that run through them. UI thread.
 */
#include "config.h"
#include "ui/state/code_paths.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/symbols.h"
#include "ui/state/code_blocks.h"
#include "ui/code/code_text.h"

#define UNKNOWN_CELLS 20	/* of a place without a symbol, among others */

static const struct code_path_row *row_of(const struct code_screen *code, size_t row)
{
	return &code->paths.rows[row];
}

static const struct hot_loop *loop_of(const struct code_screen *code, size_t row)
{
	const uint32_t loop = row_of(code, row)->loop;

	return loop == LOOP_NONE ? NULL : &code->paths.found->loops[loop];
}

static const struct hot_path *path_of(const struct code_screen *code, size_t row)
{
	const uint32_t path = row_of(code, row)->path;

	return path == LOOP_NONE ? NULL : &code->paths.found->paths[path];
}

static const struct profile_block *block_of(const struct code_screen *code, size_t row)
{
	const uint32_t block = row_of(code, row)->block;

	return block == LOOP_NONE ? NULL : &code->of.profile->blocks[block];
}

/* The i-th block of a path. */
static uint32_t member(const struct code_screen *code, const struct hot_path *path, uint32_t i)
{
	return code->paths.found->members[path->first + i];
}

/* The block that a row begins with; NULL: of a loop that is no path. */
static const struct profile_block *first_block(const struct code_screen *code, size_t row)
{
	const struct hot_path *path = path_of(code, row);

	if (block_of(code, row))
		return block_of(code, row);
	return path ? &code->of.profile->blocks[member(code, path, 0)] : NULL;
}

/* ---- rows ---- */

static double time_of(const struct code_screen *code, size_t row)
{
	if (block_of(code, row))
		return block_of(code, row)->time.value;
	return loop_of(code, row) ? loop_of(code, row)->time : path_of(code, row)->time;
}

static uint64_t runs_of(const struct code_screen *code, size_t row)
{
	if (block_of(code, row))
		return block_of(code, row)->executed;
	return loop_of(code, row) ? loop_of(code, row)->iterations : path_of(code, row)->count;
}

static bool add(struct code_path_rows *rows, struct code_path_row row)
{
	if (rows->n == rows->cap) {
		const size_t cap = rows->cap ? 2 * rows->cap : 256;
		struct code_path_row *more = realloc(rows->rows, cap * sizeof(*more));

		if (!more)
			return false;
		rows->rows = more;
		rows->cap = cap;
	}
	rows->rows[rows->n++] = row;
	return true;
}

struct code_row_id code_paths_id(const struct code_screen *code, size_t row)
{
	const struct profile_block *first = first_block(code, row);
	const struct hot_loop *loop = loop_of(code, row);

	if (block_of(code, row))	/* below its path, which may begin with it */
		return (struct code_row_id){ first->end, first->start };
	if (loop && !first)
		return (struct code_row_id){ loop->header, code_no_place() };
	return (struct code_row_id){ first->start, first->end };
}

static bool is_row_unfolded(const struct code_screen *code, size_t row)
{
	const struct code_row_id id = code_paths_id(code, row);
	const struct code_path_rows *rows = &code->paths;

	return rows->unfolds && place_equal(rows->unfolded[0], id.a) &&
	       place_equal(rows->unfolded[1], id.b);
}

static bool add_members(struct code_screen *code, uint32_t path)
{
	const struct hot_path *of = &code->paths.found->paths[path];

	for (uint32_t i = 0; i < of->n; i++) {
		struct code_path_row row = { .loop = LOOP_NONE, .path = path,
					     .block = member(code, of, i),
					     .follows = (double)NAN };

		if (i > 0)
			row.follows = paths_follows(code->of.profile, member(code, of, i - 1),
						    row.block);
		if (!add(&code->paths, row))
			return false;
	}
	return true;
}

/* A row, and the blocks of its path if it is unfolded. */
static bool add_row(struct code_screen *code, uint32_t loop, uint32_t path)
{
	const struct code_path_row row = { loop, path, LOOP_NONE, (double)NAN };

	if (!add(&code->paths, row))
		return false;
	return path == LOOP_NONE || !is_row_unfolded(code, code->paths.n - 1) ||
	       add_members(code, path);
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
static bool list(struct code_screen *code, const uint32_t *path_of)
{
	const struct paths *found = code->paths.found;
	size_t loop = 0, path = 0;

	while (loop < found->n_loops || path < found->n_paths) {
		bool fine = true;

		if (loop_first(found, loop, path)) {
			fine = add_row(code, (uint32_t)loop, path_of[loop]);
			loop++;
		} else {
			if (loop_of_path(found, path) == LOOP_NONE)
				fine = add_row(code, LOOP_NONE, (uint32_t)path);
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
	fine = list(code, path_of);
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
	return list_all(code);
}

void code_paths_done(struct code_screen *code)
{
	paths_free(code->paths.found);
	free(code->paths.rows);
	code->paths = (struct code_path_rows){ .found = NULL };
}

size_t code_paths_count(const struct code_screen *code)
{
	return code->paths.n;
}

bool code_paths_fold(struct code_screen *code, size_t row)
{
	struct code_path_rows *rows = &code->paths;
	const struct code_row_id id = code_paths_id(code, row);
	const struct hot_path *path = path_of(code, row);

	if (!path || path->n < 2 || block_of(code, row))
		return false;
	rows->unfolds = !is_row_unfolded(code, row);
	rows->unfolded[0] = id.a;
	rows->unfolded[1] = id.b;
	return true;
}

/* A block; of a path the one with most time; of another loop its function's blocks. */
bool code_paths_enter(const struct code_screen *code, size_t row, struct code_step *below)
{
	const struct hot_path *path = path_of(code, row);
	const struct hot_loop *loop = loop_of(code, row);
	const struct profile_block *block = block_of(code, row);

	for (uint32_t i = 0; !block_of(code, row) && path && i < path->n; i++) {
		const struct profile_block *other = &code->of.profile->blocks[member(code, path, i)];

		/* Of equal ones the first: the profile has the hottest ones first. */
		if (!block || other < block)
			block = other;
	}
	if (block) {
		code_blocks_step(code, block, below);
		return true;
	}
	below->view = CODE_BLOCKS;
	below->start = loop->header;
	below->end = loop->end;
	below->end.offset++;
	(void)snprintf(below->title, sizeof(below->title), "a loop");
	return true;
}

const char *code_paths_nothing(const struct code_screen *code)
{
	if (!code->of.profile->event.has_branches)
		return "hot paths need branch stacks, and none were recorded: perf record -b takes "
		       "them";
	return "no whole block in this time";
}

/* ---- columns ---- */

static bool tells_cycles(const struct code_screen *code)
{
	return code->of.profile && code->of.profile->cycles_known;
}

static struct estimate time_at(const struct code_screen *code, size_t row)
{
	struct estimate time = { time_of(code, row), (double)NAN };

	if (block_of(code, row))
		time = block_of(code, row)->time;
	else
		time.error = loop_of(code, row) ? loop_of(code, row)->time_error
						: path_of(code, row)->time_error;
	return time;
}

/* The blocks of a path are shown with it already. */
static void print_time(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	code_text_percent(&code->of, time_at(code, row), cell);
	if (block_of(code, row))
		cell->role = ROLE_DIM;
}

static struct estimate runs_at(const struct code_screen *code, size_t row)
{
	return row_exact((double)runs_of(code, row));
}

static struct estimate cycles_at(const struct code_screen *code, size_t row)
{
	if (block_of(code, row))
		return block_of(code, row)->cycles;
	return loop_of(code, row) ? loop_of(code, row)->cycles : path_of(code, row)->cycles;
}

static struct estimate trips_at(const struct code_screen *code, size_t row)
{
	const struct hot_loop *loop = loop_of(code, row);

	if (!loop)
		return row_exact(NAN);
	return loop_knows_trips(loop) ? loop->trips : row_exact(loop_least_trips(loop));
}

static void print_trips(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct hot_loop *loop = loop_of(code, row);

	if (!loop)
		return;
	if (loop_knows_trips(loop)) {
		code_text_cycles(&code->of, loop->trips, cell);
	} else if (isnan(loop_least_trips(loop))) {
		code_text_missing(&code->of, cell);
	} else {
		struct code_cell count = { .text = "" };

		code_text_count(loop_least_trips(loop), &count);
		(void)snprintf(cell->text, sizeof(cell->text), "> %.8s", count.text);
	}
}

static struct estimate follows_at(const struct code_screen *code, size_t row)
{
	return row_exact(row_of(code, row)->follows);
}

static void print_follows(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	if (!isnan(row_of(code, row)->follows))
		(void)snprintf(cell->text, sizeof(cell->text), "%.1f",
			       100 * row_of(code, row)->follows);
}

/* Functions that a path runs through, in their order: "main > hash_probe > main". */
static void print_functions(const struct code_screen *code, const struct hot_path *path, int cells,
			    char *text, size_t size)
{
	struct place last = code_no_place();
	size_t n = 0;

	for (uint32_t i = 0; i < path->n && n < size; i++) {
		const struct profile_block *block = &code->of.profile->blocks[member(code, path, i)];
		char function[CODE_NAME_MAX];
		struct code_name name;

		(void)code_text_ask(&code->of, block->start, false, &name);
		if (i && name.symbol[0] && place_equal(name.function, last))
			continue;
		last = name.function;
		code_text_function(&code->of, block->start, &name, function, sizeof(function));
		if (cells && !name.symbol[0])
			code_text_shorten(&code->of, function, sizeof(function), UNKNOWN_CELLS);
		n += (size_t)snprintf(text + n, size - n, "%s%s",
				      i ? symbol(SYMBOL_INTO, code->of.ascii) : "", function);
	}
}

/* A range of code behind the words that say what it is. */
static void print_range(const struct code_screen *code, const char *what, struct place start,
			struct place end, struct code_cell *cell)
{
	const int used = (int)strlen(what);
	char text[CODE_CELL_TEXT - 64];

	code_text_block(&code->of, start, end, cell->width > used ? cell->width - used : 0, text,
			  sizeof(text));
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s", what, text);
}

static void print_loop(const struct code_screen *code, const struct hot_loop *loop,
		       struct code_cell *cell)
{
	print_range(code, loop->inside == LOOP_NONE ? "loop " : "inner loop ", loop->header,
		    loop->end, cell);
	if (loop->has_calls)
		(void)strncat(cell->text, ", calls not timed",
			      sizeof(cell->text) - strlen(cell->text) - 1);
	cell->strong = true;
}

static void print_what(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct hot_path *path = path_of(code, row);
	const struct profile_block *block = block_of(code, row);
	const struct profile_block *only = !block && path && path->n == 1 ?
						   first_block(code, row) : NULL;
	char text[CODE_CELL_TEXT - 64] = "";

	if (block) {
		print_range(code, "    ", block->start, block->end, cell);
		return;
	}
	if (loop_of(code, row)) {
		print_loop(code, loop_of(code, row), cell);
		return;
	}
	if (only) {
		print_range(code, path->loop == LOOP_NONE ? "block " : "block, a loop: ",
			    only->start, only->end, cell);
		return;
	}
	print_functions(code, path, cell->width, text, sizeof(text));
	(void)snprintf(cell->text, sizeof(cell->text), "%" PRIu32 " blocks%s %s", path->n,
		       path->loop == LOOP_NONE ? "" : ", a loop:", text);
}

static void print_fold(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct hot_path *path = path_of(code, row);

	if (path && path->n > 1 && !block_of(code, row))
		(void)snprintf(cell->text, sizeof(cell->text), "%s",
			       symbol(is_row_unfolded(code, row) ? SYMBOL_UNFOLDED : SYMBOL_FOLDED,
				      code->of.ascii));
}

static struct place place_of(const struct code_screen *code, size_t row)
{
	const struct profile_block *first = first_block(code, row);

	return first ? first->start : loop_of(code, row)->header;
}

static bool knows_line(const struct code_screen *code, size_t row)
{
	return code_text_may_have_line(&code->of, place_of(code, row));
}

static void print_line(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	struct code_name name;

	(void)code_text_ask(&code->of, place_of(code, row), true, &name);
	code_text_line(&name, cell->text, sizeof(cell->text));
}

/* clang-format off */
static const struct row_column path_columns[] = {
	{ .title = "TIME%", .width = 10, .priority = 100, .state.wanted = tells_cycles,
	  .unit = VALUE_PERCENT, .state.number = time_at, .state.cell = print_time,
	  .help = "of the cycles of all blocks: those of the path's or loop's blocks. Loops share "
		  "theirs with paths through them" },
	{ .title = "RUNS", .width = 6, .priority = 90, .unit = VALUE_COUNT, .state.number = runs_at,
	  .help = "of a path: how often its rarest pair of neighbours ran; of a loop: iterations" },
	{ .title = "CYCLES", .width = 10, .priority = 80, .state.wanted = tells_cycles,
	  .unit = VALUE_CYCLES, .state.number = cycles_at,
	  .help = "elapsed cycles of one run, or of one iteration" },
	{ .title = "TRIPS", .width = 10, .priority = 85, .unit = VALUE_CYCLES, .state.number = trips_at,
	  .state.cell = print_trips,
	  .help = "mean iterations of a loop each time that it is entered; > 400: its end was seen "
		  "too rarely to tell more" },
	{ .title = "NEXT%", .width = 5, .priority = 50, .unit = VALUE_PERCENT, .state.number = follows_at,
	  .state.cell = print_follows,
	  .help = "of the blocks seen after the one above, this one" },
	{ .title = "", .width = 1, .priority = 95, .left = true, .state.cell = print_fold },
	{ .title = "PATH", .width = 20, .flex = true, .priority = 100, .left = true,
	  .ascending = true, .state.cell = print_what,
	  .help = "blocks that run one after the other, by the functions that they are in; or a loop" },
	{ .title = "LINE", .width = 16, .priority = 20, .left = true, .ascending = true,
	  .state.known = knows_line, .state.cell = print_line, .help = "source line of its start" },
};
/* clang-format on */

const struct code_kind code_path_kind = {
	.name = "paths", .columns = path_columns,
	.n = sizeof(path_columns) / sizeof(path_columns[0]),
};
