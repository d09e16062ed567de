/* SPDX-License-Identifier: GPL-2.0-only */
/* Blocks: their columns; see rows.h. What they are compared with is a struct block_index. */
#include "config.h"
#include "ui/code/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/profile/profile.h"
#include "ui/code/code_text.h"
#include "ui/draw/format.h"

/* Were the cycles of a block counted? */
static bool block_is_counted(const struct rows_of *of, const struct profile_block *block)
{
	return of->profile->cycles_known && block->counted;
}

/* ---- numbers ---- */

ROW_COUNT(block_length, profile_block, instructions, from->instructions != 0)
ROW_COUNT(block_executed, profile_block, executed, true)
ROW_COUNT(block_counted, profile_block, counted, of->profile->cycles_known)
ROW_COUNT(block_min, profile_block, min, block_is_counted(of, from))
ROW_COUNT(block_max, profile_block, max, block_is_counted(of, from))
ROW_COUNT(block_modes, profile_block, n_modes, from->counted)
ROW_COUNT(block_saturated, profile_block, saturated, block_is_counted(of, from))
ROW_ESTIMATE(block_time, profile_block, time)
ROW_ESTIMATE(block_cycles, profile_block, cycles)

static struct estimate block_ipc(const struct rows_of *of, const void *row)
{
	const struct profile_block *block = row;

	return row_exact(block_is_counted(of, block) && block->instructions ?
				 block->instructions / block->cycles.value : (double)NAN);
}

/* Since the baseline, a profile of the same recording or program: places are the same. */
static struct estimate block_difference(const struct rows_of *of, const void *row)
{
	const struct block_index *before = of->before;
	const struct profile_block *now = row, *was = NULL;

	if (!before || !before->profile->cycles_known)
		return (struct estimate){ NAN, NAN };
	for (size_t i = block_index_at(before, now->start); i < before->n && !was; i++) {
		const struct profile_block *block = block_index_get(before, i);

		if (!place_equal(block->start, now->start))
			break;
		if (place_equal(block->end, now->end))
			was = block;
	}
	return (struct estimate){ now->time.value - (was ? was->time.value : 0),
				  was ? hypot(now->time.error, was->time.error)
				      : now->time.error };
}

static bool block_is_compared(const struct rows_of *of)
{
	return row_is_compared(of) && row_tells_cycles(of);
}

static void block_span_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct profile_block *block = row;

	if (!block->counted)
		code_text_missing(of, cell);
	else
		(void)snprintf(cell->text, sizeof(cell->text), "%" PRIu32 "-%" PRIu32 "%s",
			       block->min, block->max, block->saturated ? "+" : "");
}

/* Two peaks: two different things happen in it. */
static void block_modes_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct profile_block *block = row;

	if (!block->counted) {
		code_text_missing(of, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%" PRIu32, block->n_modes);
	cell->strong = block->n_modes > 1;
}

/* ---- places ---- */

ROW_AT(block_start, profile_block, start)
ROW_AT(block_end, profile_block, end)

static void block_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	code_text_block(of, block_start(row), block_end(row), cell->width, cell->text,
			sizeof(cell->text));
}

/* Its range, and "  peaks: 80 (18 %), 280-305 (79 %)"; one peak alone is not news. */
static void block_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct profile_block *block = row;
	size_t used;

	code_text_range(of, block->start, block->end, text);
	used = strlen(text);
	for (uint32_t i = 0; block->n_modes > 1 && i < block->n_modes && used < CODE_ROW_LINE; i++) {
		const struct histogram_mode *mode = &block->modes[i];
		char to[16] = "";

		if (mode->from != mode->to)
			(void)snprintf(to, sizeof(to), "-%" PRIu32, mode->to);
		used += (size_t)snprintf(text + used, CODE_ROW_LINE - used, "%s%" PRIu32 "%s (%.0f %%)",
					 i ? ", " : "  peaks: ", mode->from, to, 100 * mode->part);
	}
}

/* ---- the table ---- */

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "TIME%", .field = "time_percent", .place = 11, .unit = VALUE_PERCENT, .number = block_time,
	  .width = 10, .priority = 100, .wanted = row_tells_cycles, .printed = 6, .error = 4,
	  .help = "of the cycles of all blocks that were timed" },
	{ .title = "DIFF", .unit = VALUE_POINTS, .number = block_difference,
	  .width = 6, .priority = 95, .wanted = block_is_compared,
	  .help = "change of TIME% since the baseline (key x); strong: more than twice its error" },
	{ .title = "RUNS", .former = "EXECUTED", .field = "executed", .place = 10, .unit = VALUE_COUNT,
	  .number = block_executed, .width = 6, .priority = 90, .printed = 8,
	  .help = "how often the whole block is in the branch stacks" },
	{ .title = "CYCLES", .group = "cycles", .field = "mean", .place = 14, .unit = VALUE_CYCLES,
	  .number = block_cycles, .width = 10, .priority = 80, .wanted = row_tells_cycles, .printed = 7, .error = 5,
	  .help = "cycles of one run, the mean" },
	{ .title = "SPAN", .unit = VALUE_NUMBER, .number = block_min, .cell = block_span_cell,
	  .width = 10, .priority = 40, .wanted = row_tells_cycles,
	  .help = "fewest and most cycles; +: some took more than the CPU can tell" },
	{ .title = "MODES", .unit = VALUE_NUMBER, .number = block_modes, .cell = block_modes_cell,
	  .width = 5, .priority = 60, .wanted = row_tells_cycles,
	  .help = "peaks of the histogram of its cycles: Enter shows it" },
	{ .title = "MIN", .group = "cycles", .field = "min", .place = 15, .unit = VALUE_COUNT, .number = block_min,
	  .printed = 5 },
	{ .title = "MAX", .group = "cycles", .field = "max", .place = 16, .unit = VALUE_COUNT, .number = block_max,
	  .printed = 5 },
	{ .title = "INSTR", .field = "instructions", .place = 9, .unit = VALUE_COUNT, .number = block_length,
	  .width = 5, .priority = 50, .printed = 5, .help = "instructions in it" },
	{ .title = "IPC", .field = "ipc", .place = 12, .unit = VALUE_NUMBER, .shown = 2, .decimals = 2,
	  .number = block_ipc, .width = 5, .priority = 55, .wanted = row_tells_cycles, .printed = 5,
	  .help = "instructions per cycle" },
	{ .title = "OBJECT", .at = block_start, .part = PLACE_OBJECT, .place = 1, .left = true, .printed = 20 },
	{ .title = "BLOCK", .cell = block_cell, .print = block_print,
	  .width = 20, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "from where a branch led to the branch that ends it" },
	{ .title = "LINE", .former = "SOURCE", .at = block_start, .part = PLACE_SOURCE,
	  .width = 16, .roomy = 10, .priority = 20, .left = true, .ascending = true,
	  .help = "source line of its start" },

	/* Fields that are no columns until they are chosen */
	ROW_PART(NULL, 2, block_start, PLACE_BUILD_ID),
	{ .field = "start", .place = 3, .at = block_start, .part = PLACE_ADDRESS },
	{ .field = "end", .place = 4, .at = block_end, .part = PLACE_ADDRESS },
	ROW_PART(NULL, 5, block_start, PLACE_SYMBOL),
	ROW_PART(NULL, 6, block_start, PLACE_OFFSET),
	ROW_PART(NULL, 7, block_start, PLACE_FILE),
	ROW_PART(NULL, 8, block_start, PLACE_LINE),
	{ .group = "cycles", .field = "counted", .place = 13, .unit = VALUE_COUNT, .number = block_counted },
	{ .group = "cycles", .field = "saturated", .place = 17, .unit = VALUE_COUNT, .number = block_saturated },
};
/* clang-format on */

/* ---- the kind ---- */

static const void *block_all(const struct profile *profile, size_t *n)
{
	*n = profile->n_blocks;
	return profile->blocks;
}

static struct code_row_id block_places(const void *row)
{
	return (struct code_row_id){ block_start(row), block_end(row) };
}

static enum row_below block_enter(const struct rows_of *of, const void *row,
				  struct code_row_id *where)
{
	(void)of;
	*where = block_places(row);
	return BELOW_BLOCK;
}

const struct code_kind block_rows = {
	.name = "blocks",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.rows = block_all, .size = sizeof(struct profile_block),
	.id = block_places, .places = block_places, .enter = block_enter,
};
