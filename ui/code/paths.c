/* SPDX-License-Identifier: GPL-2.0-only */
/* Hot paths, their blocks, and loops: their columns; see rows.h. */
#include "config.h"
#include "ui/code/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/err.h"
#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

#define UNKNOWN_CELLS 20	/* of a place without a symbol, among others */

static const struct profile_block *block_of_path(const struct profile *profile,
						 const struct path_row *row, uint32_t i)
{
	return &profile->blocks[row->found->members[row->path->first + i]];
}

struct path_row path_row_of(const struct profile *profile, const struct paths *found, uint32_t loop,
			    uint32_t path)
{
	struct path_row row = {
		.found = found, .follows = (double)NAN,
		.loop = loop == LOOP_NONE ? NULL : &found->loops[loop],
		.path = path == LOOP_NONE ? NULL : &found->paths[path],
	};

	if (row.path) {
		row.first = block_of_path(profile, &row, 0);
		row.last = block_of_path(profile, &row, row.path->n - 1);
	}
	return row;
}

struct path_row path_row_block(const struct profile *profile, const struct path_row *row, uint32_t i)
{
	const uint32_t *members = &row->found->members[row->path->first];
	struct path_row block = { .found = row->found, .path = row->path, .is_block = true };

	block.first = block.last = block_of_path(profile, row, i);
	block.follows = i ? paths_follows(profile, members[i - 1], members[i]) : (double)NAN;
	return block;
}

/* ---- numbers ---- */

static struct estimate path_time(const struct rows_of *of, const void *data)
{
	const struct path_row *row = data;

	(void)of;
	if (row->is_block)
		return row->first->time;
	return row->loop ? (struct estimate){ row->loop->time, row->loop->time_error }
			 : (struct estimate){ row->path->time, row->path->time_error };
}

/* The blocks of a path are shown with it already. */
static void path_time_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	code_text_percent(of, path_time(of, row), cell);
	if (((const struct path_row *)row)->is_block)
		cell->role = ROLE_DIM;
}

static struct estimate path_runs(const struct rows_of *of, const void *data)
{
	const struct path_row *row = data;

	(void)of;
	return row_exact((double)(row->is_block ? row->first->executed :
				  row->loop	? row->loop->iterations : row->path->count));
}

static struct estimate path_cycles(const struct rows_of *of, const void *data)
{
	const struct path_row *row = data;

	(void)of;
	return row->is_block ? row->first->cycles : row->loop ? row->loop->cycles : row->path->cycles;
}

static struct estimate path_instructions(const struct rows_of *of, const void *data)
{
	const struct path_row *row = data;
	const uint32_t n = row->is_block ? row->first->instructions :
			   row->loop	 ? row->loop->instructions : row->path->instructions;

	(void)of;
	return row_exact(n ? n : (double)NAN);
}

static struct estimate path_follows(const struct rows_of *of, const void *row)
{
	(void)of;
	return row_exact(((const struct path_row *)row)->follows);
}

static void path_follows_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const double follows = path_follows(of, row).value;

	if (!isnan(follows))
		(void)snprintf(cell->text, sizeof(cell->text), "%.1f", 100 * follows);
}

/* An index of the loops, LOOP_NONE: none. */
static struct estimate index_of_loop(uint32_t loop)
{
	return row_exact(loop == LOOP_NONE ? (double)NAN : loop);
}

static struct estimate path_loop(const struct rows_of *of, const void *row)
{
	const struct hot_path *path = ((const struct path_row *)row)->path;

	(void)of;
	return index_of_loop(path ? path->loop : LOOP_NONE);
}

/* ---- loops ---- */

/* At least so many, where an end of it was hardly seen. */
static struct estimate path_trips(const struct rows_of *of, const void *row)
{
	const struct hot_loop *loop = ((const struct path_row *)row)->loop;

	(void)of;
	if (!loop)
		return row_exact(NAN);
	return loop_knows_trips(loop) ? loop->trips : row_exact(loop_least_trips(loop));
}

static bool is_least_of_trips(const struct path_row *row)
{
	return row->loop && !loop_knows_trips(row->loop) && !isnan(loop_least_trips(row->loop));
}

static void path_trips_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct estimate trips = path_trips(of, row);
	struct code_cell count = { .text = "" };

	if (is_least_of_trips(row)) {
		code_text_count(trips.value, &count);
		(void)snprintf(cell->text, sizeof(cell->text), "> %.8s", count.text);
	} else if (!isnan(trips.value)) {
		code_text_cycles(of, trips, cell);
	} else if (((const struct path_row *)row)->loop) {
		code_text_missing(of, cell);
	}
}

static void path_trips_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	if (is_least_of_trips(row))
		(void)snprintf(text, CODE_ROW_LINE, ">%.0f", path_trips(of, row).value);
}

#define LOOP_NUMBER(name, number)								\
	static struct estimate name(const struct rows_of *of, const void *row)		\
	{										\
		const struct hot_loop *loop = ((const struct path_row *)row)->loop;	\
											\
		(void)of;								\
		return number;								\
	}
LOOP_NUMBER(loop_back_edges, row_exact(loop->back_edges))
LOOP_NUMBER(loop_repeated, row_exact((double)loop->repeated))
LOOP_NUMBER(loop_again, loop->again)
LOOP_NUMBER(loop_mean_trips, loop->trips)
LOOP_NUMBER(loop_calls, row_exact(loop->has_calls))
LOOP_NUMBER(loop_inside, index_of_loop(loop->inside))

/* ---- places ---- */

static struct place path_start(const void *data)
{
	const struct path_row *row = data;

	return row->first ? row->first->start : row->loop->header;
}

static struct place path_end(const void *data)
{
	const struct path_row *row = data;

	return row->last ? row->last->end : row->loop->end;
}

/* ---- what it is ---- */

/* Functions that a path runs through, in their order: "main > hash_probe > main". */
static void print_functions(const struct rows_of *of, const struct path_row *row, int cells,
			    char *text, size_t size)
{
	struct place last = code_no_place();
	size_t n = 0;

	for (uint32_t i = 0; i < row->path->n && n < size; i++) {
		const struct place start = block_of_path(of->profile, row, i)->start;
		char function[CODE_NAME_MAX];
		struct code_name name;

		(void)code_text_ask(of, start, false, &name);
		if (i && name.symbol[0] && place_equal(name.function, last))
			continue;
		last = name.function;
		code_text_function(of, start, &name, function, sizeof(function));
		if (cells && !name.symbol[0])
			code_text_shorten(of, function, sizeof(function), UNKNOWN_CELLS);
		n += (size_t)snprintf(text + n, size - n, "%s%s",
				      i ? symbol(SYMBOL_INTO, of->ascii) : "", function);
	}
}

/* Where not all have room but the first and the last, these: "main > ... > qsort" tells it from others. */
static void cut_functions(const struct rows_of *of, int cells, char *text, size_t size)
{
	const char *into = symbol(SYMBOL_INTO, of->ascii), *dots = of->ascii ? "..." : "…";
	const char *first = strstr(text, into), *last = first;
	char ends[2 * CODE_NAME_MAX];

	for (const char *next = first; next; next = strstr(next + 1, into))
		last = next;
	if (!first || last == first || format_text_width(text) <= cells)
		return;
	(void)snprintf(ends, sizeof(ends), "%.*s%s%s%s", (int)(first - text), text, into, dots, last);
	if (format_text_width(ends) <= cells)
		(void)snprintf(text, size, "%s", ends);
}

/* The words in front of a range of code; NULL: it is a path of several blocks. */
static const char *word_of(const struct path_row *row)
{
	if (row->is_block)
		return "    ";
	if (row->loop)
		return row->loop->inside == LOOP_NONE ? "loop " : "inner loop ";
	return row->path->n > 1 ? NULL : row->path->loop == LOOP_NONE ? "block " : "block, a loop: ";
}

static void path_cell(const struct rows_of *of, const void *data, struct code_cell *cell)
{
	const struct path_row *row = data;
	const struct hot_loop *loop = row->is_block ? NULL : row->loop;
	const char *word = word_of(row);
	const int used = word ? (int)strlen(word) : 0;
	char text[CODE_CELL_TEXT - 64] = "", before[32];

	cell->strong = loop;
	if (!word) {
		print_functions(of, row, cell->width, text, sizeof(text));
		(void)snprintf(before, sizeof(before), "%" PRIu32 " block%s%s ", row->path->n, plural(row->path->n),
			       row->path->loop == LOOP_NONE ? "" : ", a loop:");
		if (cell->width)
			cut_functions(of, cell->width - (int)strlen(before), text, sizeof(text));
		(void)snprintf(cell->text, sizeof(cell->text), "%s%s", before, text);
		return;
	}
	code_text_block(of, loop ? loop->header : path_start(row), loop ? loop->end : path_end(row),
			cell->width > used ? cell->width - used : 0, text, sizeof(text));
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%s", word, text,
		       loop && loop->has_calls ? ", calls not timed" : "");
}

static void path_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct hot_path *path = ((const struct path_row *)row)->path;

	(void)of;
	(void)snprintf(text, CODE_ROW_LINE, "%" PRIu32 " block%s%s", path->n, plural(path->n),
		       path->loop == LOOP_NONE ? "" : ", an iteration of a loop");
}

/* "  then 87 %" and its range, below its path. */
static void path_block_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const double follows = ((const struct path_row *)row)->follows;
	char range[CODE_ROW_LINE], then[32] = "";

	code_text_range(of, path_start(row), path_end(row), range);
	if (!isnan(follows))
		(void)snprintf(then, sizeof(then), "then %.0f %%", 100 * follows);
	(void)snprintf(text, CODE_ROW_LINE, "%35s %-11s %.2000s", "", then, range);
}

static void loop_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	code_text_range(of, path_start(row), path_end(row), text);
}

static void path_fold_cell(const struct rows_of *of, const void *data, struct code_cell *cell)
{
	const struct path_row *row = data;

	if (row->path && row->path->n > 1 && !row->is_block)
		(void)snprintf(cell->text, sizeof(cell->text), "%s",
			       symbol(row->unfolded ? SYMBOL_UNFOLDED : SYMBOL_FOLDED, of->ascii));
}

/* ---- the tables ---- */

/* clang-format off */
#define RANGE_FIELDS								\
	ROW_PART(NULL, 1, path_start, PLACE_OBJECT),				\
	ROW_PART(NULL, 2, path_start, PLACE_BUILD_ID),				\
	{ .field = "start", .place = 3, .at = path_start, .part = PLACE_ADDRESS },	\
	{ .field = "end", .place = 4, .at = path_end, .part = PLACE_ADDRESS },	\
	ROW_PART(NULL, 5, path_start, PLACE_SYMBOL),				\
	ROW_PART(NULL, 6, path_start, PLACE_OFFSET),				\
	ROW_PART(NULL, 7, path_start, PLACE_FILE),				\
	ROW_PART(NULL, 8, path_start, PLACE_LINE)

static const struct row_column path_columns[] = {
	{ .title = "TIME%", .field = "time_percent", .place = 12, .unit = VALUE_PERCENT, .no_error_field = true,
	  .number = path_time, .cell = path_time_cell, .width = 10, .priority = 100, .wanted = row_tells_cycles,
	  .printed = 6,
	  .help = "of the cycles of all blocks: those of the path's or loop's blocks. Loops share "
		  "theirs with paths through them" },
	{ .title = "RUNS", .field = "count", .place = 9, .unit = VALUE_COUNT, .number = path_runs,
	  .width = 6, .priority = 90, .printed = 8,
	  .help = "of a path: how often its rarest pair of neighbours ran; of a loop: iterations" },
	{ .title = "CYCLES", .field = "cycles_mean", .place = 11, .unit = VALUE_CYCLES, .number = path_cycles,
	  .width = 10, .priority = 80, .wanted = row_tells_cycles, .printed = 7, .error = 5,
	  .help = "elapsed cycles of one run, or of one iteration" },
	{ .title = "TRIPS", .unit = VALUE_CYCLES, .number = path_trips, .cell = path_trips_cell,
	  .width = 10, .priority = 85,
	  .help = "mean iterations of a loop each time that it is entered; > 400: its end was seen "
		  "too rarely to tell more" },
	{ .title = "NEXT%", .unit = VALUE_PERCENT, .number = path_follows, .cell = path_follows_cell,
	  .width = 5, .priority = 50,
	  .help = "of the blocks seen after the one above, this one" },
	{ .title = "INSTR", .field = "instructions", .place = 10, .unit = VALUE_COUNT,
	  .number = path_instructions, .printed = 5,
	  .help = "instructions of one run" },
	{ .title = "", .former = "FOLD", .cell = path_fold_cell, .width = 1, .priority = 95, .left = true, .help = "" },
	{ .title = "PATH", .cell = path_cell, .print = path_print,
	  .width = 30, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "blocks that run one after the other, by the functions that they are in; or a loop" },
	{ .title = "LINE", .former = "SOURCE", .at = path_start, .part = PLACE_SOURCE,
	  .width = 16, .priority = 20, .left = true, .ascending = true, .help = "source line of its start" },
	RANGE_FIELDS,
	{ .field = "loop", .place = 13, .unit = VALUE_COUNT, .number = path_loop },
};

static const struct row_column path_block_columns[] = {
	RANGE_FIELDS,
	{ .field = "executed", .place = 9, .unit = VALUE_COUNT, .number = path_runs },
	{ .field = "follows_percent", .place = 10, .unit = VALUE_PERCENT, .no_error_field = true,
	  .number = path_follows },
	{ .title = "BLOCK", .print = path_block_print, .flex = true },
};

static const struct row_column loop_columns[] = {
	{ .title = "TIME%", .field = "time_percent", .place = 17, .unit = VALUE_PERCENT, .no_error_field = true,
	  .number = path_time, .printed = 6 },
	{ .title = "RUNS", .field = "iterations", .place = 10, .unit = VALUE_COUNT, .number = path_runs, .printed = 8 },
	{ .title = "TRIPS", .unit = VALUE_CYCLES, .number = path_trips, .print = path_trips_print,
	  .printed = 8, .error = 6 },
	{ .title = "CYCLES", .field = "cycles_mean", .place = 15, .unit = VALUE_CYCLES, .number = path_cycles,
	  .printed = 7, .error = 5 },
	{ .title = "INSTR", .field = "instructions", .place = 14, .unit = VALUE_COUNT,
	  .number = path_instructions, .printed = 5 },
	{ .title = "LOOP", .print = loop_print, .flex = true },
	RANGE_FIELDS,
	{ .field = "back_edges", .place = 9, .unit = VALUE_COUNT, .number = loop_back_edges },
	{ .field = "repeated", .place = 11, .unit = VALUE_COUNT, .number = loop_repeated },
	{ .field = "again", .place = 12, .unit = VALUE_PROBABILITY, .number = loop_again },
	{ .field = "trips", .place = 13, .unit = VALUE_CYCLES, .number = loop_mean_trips },
	{ .field = "has_calls", .place = 16, .unit = VALUE_TRUTH, .number = loop_calls },
	{ .field = "inside", .place = 18, .unit = VALUE_COUNT, .number = loop_inside },
};
/* clang-format on */

/* ---- the kinds ---- */

static struct code_row_id path_places(const void *row)
{
	return (struct code_row_id){ path_start(row), path_end(row) };
}

/* A path may grow at its end while it is sampled. Its block may be the first one: then its end comes first. */
static struct code_row_id path_id(const void *data)
{
	const struct path_row *row = data;

	if (!row->first)
		return (struct code_row_id){ row->loop->header, code_no_place() };
	return row->is_block ? (struct code_row_id){ row->first->end, row->first->start }
			     : (struct code_row_id){ row->first->start, row->first->end };
}

/* The block of a path with most time: the profile has the hottest ones first. */
static enum row_below path_enter(const struct rows_of *of, const void *data, struct code_row_id *where)
{
	const struct path_row *row = data;
	const struct profile_block *hottest = row->first;

	for (uint32_t i = 0; !row->is_block && row->path && i < row->path->n; i++)
		if (block_of_path(of->profile, row, i) < hottest)
			hottest = block_of_path(of->profile, row, i);
	*where = hottest ? (struct code_row_id){ hottest->start, hottest->end } : path_places(row);
	return hottest ? BELOW_BLOCK : BELOW_LOOP;
}

#define KIND(name_, columns_) \
	.name = (name_), .columns = (columns_), .n = sizeof(columns_) / sizeof((columns_)[0]), .places = path_places

const struct code_kind path_rows = { KIND("paths", path_columns), .id = path_id, .enter = path_enter };
const struct code_kind path_block_rows = { KIND("blocks of paths", path_block_columns) };
const struct code_kind loop_rows = { KIND("loops", loop_columns) };
