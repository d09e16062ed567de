/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "blocks"; see code_blocks.h. UI thread. */
#include "config.h"
#include "ui/state/code_blocks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/code_text.h"

static const struct profile_block *row_of(const struct code_screen *code, size_t row)
{
	return &code->profile->blocks[code->blocks.rows[row]];
}

/* ---- rows ---- */

static bool is_in_step(const struct code_step *step, const struct profile_block *block)
{
	return step->start.object == PLACE_NO_OBJECT ||
	       (place_compare(block->start, step->end) < 0 &&
		place_compare(block->end, step->start) >= 0);
}

bool code_blocks_make(struct code_screen *code)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];
	const struct profile *profile = code->profile;
	struct code_block_rows *rows = &code->blocks;

	rows->n = 0;
	block_index_done(&rows->before);
	if (!profile)
		return true;
	if (code->baseline && block_index_make(&rows->before, code->baseline))
		return false;
	if (rows->cap < profile->n_blocks) {
		uint32_t *more = realloc(rows->rows, profile->n_blocks * sizeof(*more));

		if (!more)
			return false;
		rows->rows = more;
		rows->cap = profile->n_blocks;
	}
	for (size_t i = 0; i < profile->n_blocks; i++)
		if (is_in_step(step, &profile->blocks[i]))
			rows->rows[rows->n++] = (uint32_t)i;
	return true;
}

void code_blocks_done(struct code_screen *code)
{
	free(code->blocks.rows);
	block_index_done(&code->blocks.before);
	code->blocks = (struct code_block_rows){ .rows = NULL };
}

size_t code_blocks_count(const struct code_screen *code)
{
	return code->blocks.n;
}

struct code_row_id code_blocks_id(const struct code_screen *code, size_t row)
{
	return (struct code_row_id){ row_of(code, row)->start, row_of(code, row)->end };
}

void code_blocks_range(const struct code_screen *code, const struct profile_block *block,
		       int cells, char *text, size_t size)
{
	const char *dots = code->ascii ? ".." : "…";
	char start[CODE_NAME_MAX + 32], rest[32];
	struct code_name name, end;

	(void)code_text_ask(code, block->start, false, &name);
	(void)code_text_ask(code, block->end, false, &end);
	code_text_place(code, block->start, &name, start, sizeof(start));
	if (name.symbol[0] && place_equal(name.function, end.function))
		(void)snprintf(rest, sizeof(rest), "%s+0x%" PRIx64, dots, end.symbol_offset);
	else
		(void)snprintf(rest, sizeof(rest), "%s+%" PRIu64, dots,
			       block->end.offset - block->start.offset);
	if (cells && !name.symbol[0])
		code_text_shorten(code, start, sizeof(start), cells - format_text_width(rest));
	(void)snprintf(text, size, "%s%s", start, rest);
}

void code_blocks_step(const struct code_screen *code, const struct profile_block *block,
		      struct code_step *step)
{
	step->view = CODE_BLOCK;
	step->start = block->start;
	step->end = block->end;
	code_blocks_range(code, block, 0, step->title, sizeof(step->title));
}

bool code_blocks_enter(const struct code_screen *code, size_t row, struct code_step *below)
{
	code_blocks_step(code, row_of(code, row), below);
	return true;
}

const char *code_blocks_nothing(const struct code_screen *code)
{
	if (!code->profile->event.has_branches)
		return "blocks need branch stacks, and none were recorded: perf record -b takes "
		       "them";
	return code->profile->n_blocks ? "no whole block of this function was recorded"
				       : "no whole block in this time";
}

const void *code_blocks_row(const struct code_screen *code, size_t row)
{
	return row_of(code, row);
}

/* ---- columns ---- */

static bool tells_cycles(const struct code_screen *code)
{
	return code->profile && code->profile->cycles_known;
}

static struct estimate least_at(const struct code_screen *code, size_t row)
{
	return code_text_exact(row_of(code, row)->counted ? (double)row_of(code, row)->min
							  : (double)NAN);
}

static void print_span(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct profile_block *block = row_of(code, row);

	if (!block->counted) {
		code_text_missing(code, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%" PRIu32 "-%" PRIu32 "%s", block->min,
		       block->max, block->saturated ? "+" : "");
}

static struct estimate modes_at(const struct code_screen *code, size_t row)
{
	return code_text_exact(row_of(code, row)->counted ? (double)row_of(code, row)->n_modes
							  : (double)NAN);
}

/* Two peaks: two different things happen in it. */
static void print_modes(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct profile_block *block = row_of(code, row);

	if (!block->counted) {
		code_text_missing(code, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%" PRIu32, block->n_modes);
	cell->strong = block->n_modes > 1;
}

static void print_block(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	code_blocks_range(code, row_of(code, row), cell->width, cell->text, sizeof(cell->text));
}

static bool knows_line(const struct code_screen *code, size_t row)
{
	return code_text_may_have_line(code, row_of(code, row)->start);
}

static void print_line(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	struct code_name name;

	(void)code_text_ask(code, row_of(code, row)->start, true, &name);
	code_text_line(&name, cell->text, sizeof(cell->text));
}

/* ---- compared with the baseline: same recording, so places are the same ---- */

static const struct profile_block *block_before(const struct code_screen *code,
						const struct profile_block *now)
{
	const struct block_index *before = &code->blocks.before;

	for (size_t i = block_index_at(before, now->start); i < before->n; i++) {
		const struct profile_block *block = block_index_get(before, i);

		if (!place_equal(block->start, now->start))
			break;
		if (place_equal(block->end, now->end))
			return block;
	}
	return NULL;
}

static struct estimate difference_of(const struct code_screen *code, size_t row)
{
	const struct profile_block *now = row_of(code, row);
	const struct profile_block *was;

	if (!code->baseline || !code->baseline->cycles_known)
		return (struct estimate){ NAN, NAN };
	was = block_before(code, now);
	return (struct estimate){ now->time.value - (was ? was->time.value : 0),
				  was ? hypot(now->time.error, was->time.error)
				      : now->time.error };
}

static bool is_compared(const struct code_screen *code)
{
	return code_text_compared(code) && tells_cycles(code);
}

/* clang-format off */
const struct code_column code_block_columns[] = {
	{ .value = &block_values[BLOCK_TIME], .width = 10, .priority = 100,
	  .wanted = tells_cycles },
	{ .title = "DIFF", .width = 6, .priority = 95, .wanted = is_compared,
	  .unit = VALUE_POINTS, .estimate = difference_of,
	  .help = "change of TIME% since the baseline (key x); strong: more than twice its error" },
	{ .value = &block_values[BLOCK_EXECUTED], .width = 6, .priority = 90 },
	{ .value = &block_values[BLOCK_CYCLES], .width = 10, .priority = 80,
	  .wanted = tells_cycles },
	{ .title = "SPAN", .width = 10, .priority = 40, .wanted = tells_cycles,
	  .unit = VALUE_NUMBER, .estimate = least_at, .print = print_span,
	  .help = "fewest and most cycles; +: some took more than the CPU can tell" },
	{ .title = "MODES", .width = 5, .priority = 60, .wanted = tells_cycles,
	  .unit = VALUE_NUMBER, .estimate = modes_at, .print = print_modes,
	  .help = "peaks of the histogram of its cycles: Enter shows it" },
	{ .value = &block_values[BLOCK_LENGTH], .width = 5, .priority = 50 },
	{ .value = &block_values[BLOCK_IPC], .width = 5, .priority = 55, .wanted = tells_cycles },
	{ .title = "BLOCK", .width = 20, .flex = true, .priority = 100, .left = true,
	  .ascending = true, .print = print_block,
	  .help = "from where a branch led to the branch that ends it" },
	{ .title = "LINE", .width = 16, .roomy = 10, .priority = 20, .left = true, .ascending = true,
	  .known = knows_line, .print = print_line, .help = "source line of its start" },
};
/* clang-format on */

const size_t code_block_columns_n = sizeof(code_block_columns) / sizeof(code_block_columns[0]);
