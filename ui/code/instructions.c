/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions of a block or function: their columns; see rows.h. */
#include "config.h"
#include "ui/code/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/code/code_text.h"
#include "ui/draw/symbols.h"

static struct estimate instruction_share(const struct rows_of *of, const void *row)
{
	return share_of(((const struct code_instruction_row *)row)->of,
			((const struct code_instruction_rows *)of->in)->all);
}

static void instruction_share_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct estimate share = instruction_share(of, row);

	if (share.value > 0 || isnan(share.value))
		code_text_percent(of, share, cell);
}

ROW_COUNT(instruction_samples, code_instruction_row, samples, true)
ROW_COUNT(instruction_address, code_instruction_row, code.at.offset, true)

static void instruction_samples_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct estimate samples = instruction_samples(of, row);

	if (samples.value > 0)
		code_text_count(samples.value, cell);
}

/* How often a conditional branch is taken. */
static struct estimate instruction_taken(const struct rows_of *of, const void *row)
{
	const struct code_instruction_row *at = row;
	const struct profile_branch *const *from;
	size_t n = 0;

	from = profile_branches_from(of->profile, at->code.at, &n);
	if (!from || n != 1 || from[0]->kind != BRANCH_CONDITIONAL || !from[0]->executed)
		return row_exact(NAN);
	return from[0]->probability;
}

static void instruction_taken_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct estimate taken = instruction_taken(of, row);

	if (!isnan(taken.value))
		code_text_probability(of, taken, cell);
}

static bool instruction_has_branches(const struct rows_of *of)
{
	return of->profile && of->profile->event.has_branches;
}

static void instruction_address_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct code_instruction_row *at = row;
	uint64_t address = at->code.address;
	struct code_name name;

	if (!at->known) {
		(void)code_text_ask(of, at->code.at, false, &name);
		address = name.address;
	}
	/* Of the kernel's the last digits tell them apart. */
	(void)snprintf(cell->text, sizeof(cell->text), "%s%" PRIx64,
		       address > UINT32_MAX ? symbol(SYMBOL_CUT_BEFORE, of->ascii) : "",
		       address & UINT32_MAX);
	cell->role = ROLE_DIM;
}

static void instruction_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct code_instruction_row *at = row;

	if (at->known && at->code.text[0])
		(void)snprintf(cell->text, sizeof(cell->text), "%s", at->code.text);
	else
		code_text_missing(of, cell);
	cell->strong = at->known && at->code.kind != BRANCH_NONE &&
		       at->code.kind != BRANCH_UNKNOWN;
}

static bool same_line(const struct code_instruction *a, const struct code_instruction *b)
{
	return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* "118 bucket[h] = 0;" at the first instruction of a line; the file where it changes. */
static void instruction_source_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct code_names *names = of->names;
	const struct code_instruction_row *is = row;
	const struct code_instruction_rows *all = of->in;
	const struct code_instruction *at = &is->code;
	const struct code_instruction *before = is > all->rows ? &is[-1].code : NULL;
	const bool other_file = !before || strcmp(before->file, at->file) != 0;
	char text[256] = "";

	if (!at->line || (before && same_line(at, before)))
		return;
	if (names && names->source)
		(void)names->source(names->data, at->at, at->file, at->line, text, sizeof(text));
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%" PRIu32 " %s%s%s",
		       other_file ? at->file : "", other_file ? ":" : "", at->line,
		       at->inlined[0] ? at->inlined : "", at->inlined[0] ? ": " : "",
		       text + strspn(text, " \t"));
}

/* ---- the table ---- */

/* clang-format off */
static const struct row_column instruction_columns[] = {
	{ .title = "SHARE%", .width = 10, .priority = 90, .unit = VALUE_PERCENT, .number = instruction_share,
	  .cell = instruction_share_cell, .help = "of the samples in this code, those at the instruction" },
	{ .title = "SAMPLES", .width = 8, .priority = 30, .unit = VALUE_COUNT, .number = instruction_samples,
	  .cell = instruction_samples_cell, .help = "samples at the instruction" },
	{ .title = "ADDRESS", .width = 9, .priority = 40, .unit = VALUE_NUMBER, .number = instruction_address,
	  .ascending = true, .cell = instruction_address_cell,
	  .help = "as objdump -d prints it; of a long one the last eight digits" },
	{ .title = "INSTRUCTION", .width = 27, .roomy = 13, .priority = 100, .left = true,
	  .ascending = true, .cell = instruction_cell,
	  .help = "disassembly; branches stand out" },
	{ .title = "TAKEN", .width = 10, .priority = 60, .wanted = instruction_has_branches,
	  .unit = VALUE_PROBABILITY, .number = instruction_taken, .cell = instruction_taken_cell,
	  .help = "how often a conditional branch is taken, 0 to 1" },
	{ .title = "SOURCE", .width = 20, .flex = true, .priority = 80, .left = true,
	  .ascending = true, .cell = instruction_source_cell,
	  .help = "line that the instruction belongs to; the file where it changes; what was inlined" },
};
/* clang-format on */

/* ---- the kind ---- */

static struct code_row_id instruction_id(const void *row)
{
	return (struct code_row_id){ ((const struct code_instruction_row *)row)->code.at, code_no_place() };
}

const struct code_kind instruction_rows = {
	.name = "instructions",
	.columns = instruction_columns, .n = sizeof(instruction_columns) / sizeof(instruction_columns[0]),
	.id = instruction_id,
};
