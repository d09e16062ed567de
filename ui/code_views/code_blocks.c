/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "blocks"; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <stdlib.h>

#include "ui/code/code_text.h"

static bool is_in_step(const struct code_step *step, const struct profile_block *block)
{
	return step->start.object == PLACE_NO_OBJECT ||
	       (place_compare(block->start, step->end) < 0 &&
		place_compare(block->end, step->start) >= 0);
}

bool code_blocks_make(struct code_screen *code)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];
	const struct profile *profile = code->of.profile;
	struct code_block_rows *rows = &code->blocks;

	rows->n = 0;
	code->of.before = code->baseline ? &rows->before : NULL;
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

void code_blocks_step(const struct code_screen *code, const struct profile_block *block,
		      struct code_step *step)
{
	step->view = CODE_BLOCK;
	step->start = block->start;
	step->end = block->end;
	code_text_block(&code->of, block->start, block->end, 0, step->title, sizeof(step->title));
}

const char *code_blocks_nothing(const struct code_screen *code)
{
	if (!code->of.profile->event.has_branches)
		return "blocks need branch stacks, and none were recorded: perf record -b takes "
		       "them";
	return code->of.profile->n_blocks ? "no whole block of this function was recorded"
				       : "no whole block in this time";
}

const void *code_blocks_row(const struct code_screen *code, size_t row)
{
	return &code->of.profile->blocks[code->blocks.rows[row]];
}
