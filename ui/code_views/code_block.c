/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "block"; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <stdio.h>
#include <stdlib.h>

#include "ui/draw/format.h"

#define INSTRUCTIONS_MAX 4096

/* What the step is of: a block, whose end is its last instruction, or the range of a function. */
static const struct profile_block *find_block(const struct code_screen *code)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];

	for (size_t i = 0; i < code->of.profile->n_blocks; i++)
		if (place_equal(code->of.profile->blocks[i].start, step->start) &&
		    place_equal(code->of.profile->blocks[i].end, step->end))
			return &code->of.profile->blocks[i];
	return NULL;
}

static bool reserve(struct code_instruction_rows *rows, size_t n)
{
	struct code_instruction_row *more;

	if (rows->cap >= n)
		return true;
	more = realloc(rows->rows, n * sizeof(*more));
	if (!more)
		return false;
	rows->rows = more;
	rows->cap = n;
	return true;
}

static bool disassemble(struct code_screen *code, struct place start, struct place end)
{
	const struct code_names *names = code->of.names;
	struct code_instruction_rows *rows = &code->instructions;
	struct code_instruction *instructions;
	size_t n = 0;

	rows->state = CODE_UNKNOWN;
	if (!names || !names->instructions)
		return true;
	instructions = calloc(INSTRUCTIONS_MAX, sizeof(*instructions));
	if (!instructions)
		return false;
	rows->state = names->instructions(names->data, start, end, instructions, INSTRUCTIONS_MAX,
					  &n);
	if (rows->state != CODE_KNOWN || !reserve(rows, n))
		n = 0;
	for (size_t i = 0; i < n; i++)
		rows->rows[i] = (struct code_instruction_row){ .code = instructions[i],
							       .known = true };
	rows->n = n;
	free(instructions);
	return true;
}

static int by_place(const void *left, const void *right)
{
	const struct code_instruction_row *a = left, *b = right;

	return place_compare(a->code.at, b->code.at);
}

/* The instruction that a sample was taken at. */
static struct code_instruction_row *code_block_find(struct code_instruction_rows *rows, struct place at)
{
	size_t low = 0, high = rows->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_compare(rows->rows[middle].code.at, at) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &rows->rows[low - 1] : NULL;
}

/*
 * Whose samples stand beside the instructions. On the way down from functions, live, they are those
 * of the functions: the samples of taken branches are where branches lead to, not where time goes.
 */
static const struct profile *beside(const struct code_screen *code)
{
	return code->aside && code->steps[0].view == CODE_FUNCTIONS &&
			       code->of.profile->event.has_branches &&
			       !code->aside->event.has_branches ?
		       code->aside : code->of.profile;
}

static void add_weight(struct weighed *to, double weight, double squares)
{
	to->weight += weight;
	to->squares += squares;
}

/* Adds the samples of the range; without disassembly each sampled address has a row. */
static bool add_samples(struct code_screen *code, struct place start, struct place end)
{
	struct code_instruction_rows *rows = &code->instructions;
	const struct profile *profile = beside(code);
	const bool known = rows->n > 0;

	for (size_t i = 0; i < profile->n_addresses; i++) {
		const struct profile_address *address = &profile->addresses[i];
		struct code_instruction_row *row = NULL;

		if (place_compare(address->at, start) < 0 || place_compare(address->at, end) >= 0)
			continue;
		if (known) {
			row = code_block_find(rows, address->at);
		} else {
			if (!reserve(rows, rows->n + 1))
				return false;
			row = &rows->rows[rows->n++];
			*row = (struct code_instruction_row){ .code.at = address->at };
		}
		if (!row)
			continue;
		row->samples += address->samples;
		add_weight(&row->of, (double)address->weight, address->squares);
		add_weight(&rows->all, (double)address->weight, address->squares);
	}
	return true;
}

/* Several processes may have samples at one address. */
static void code_block_join(struct code_instruction_rows *rows)
{
	size_t n = 0;

	qsort(rows->rows, rows->n, sizeof(*rows->rows), by_place);
	for (size_t i = 0; i < rows->n; i++) {
		if (n && place_equal(rows->rows[n - 1].code.at, rows->rows[i].code.at)) {
			rows->rows[n - 1].samples += rows->rows[i].samples;
			add_weight(&rows->rows[n - 1].of, rows->rows[i].of.weight,
				   rows->rows[i].of.squares);
		} else {
			rows->rows[n++] = rows->rows[i];
		}
	}
	rows->n = n;
}

bool code_block_make(struct code_screen *code)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];
	struct code_instruction_rows *rows = &code->instructions;
	struct place end = step->end;
	bool fine;

	rows->n = 0;
	rows->all = (struct weighed){ 0 };
	rows->block = NULL;
	code->of.in = rows;
	if (!code->of.profile)
		return true;
	rows->block = find_block(code);
	if (rows->block)
		end.offset++;	/* with its branch */
	fine = disassemble(code, step->start, end) && add_samples(code, step->start, end);
	if (rows->n && !rows->rows[0].known)
		code_block_join(rows);
	code->rows = (struct code_rows){ rows->rows, rows->n, sizeof(*rows->rows) };
	code->names_pending = rows->state == CODE_PENDING;
	return fine;
}

void code_block_done(struct code_screen *code)
{
	free(code->instructions.rows);
	code->instructions = (struct code_instruction_rows){ .rows = NULL };
}

void code_block_remark(const struct code_screen *code, bool brief, char *text, size_t size)
{
	const struct profile *profile = beside(code);
	char counted[64];

	if (profile == code->of.profile)
		return;
	format_harmless(counted, sizeof(counted), profile->event.counted);
	(void)snprintf(text, size, brief ? "SHARE%%: %s" : "samples at instructions: %s", counted);
}

const char *code_block_nothing(const struct code_screen *code)
{
	return code->instructions.state == CODE_PENDING ?
		       "reading the code..." :
		       "the code cannot be shown: there is no disassembly, and no sample in it";
}
