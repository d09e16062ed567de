/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "block"; see code_block.h. UI thread. */
#include "config.h"
#include "ui/state/code_block.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/code/code_text.h"

#define INSTRUCTIONS_MAX 4096

static const struct code_instruction_row *row_of(const struct code_screen *code, size_t row)
{
	return &code->instructions.rows[row];
}

/* ---- rows ---- */

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
static struct code_instruction_row *find(struct code_instruction_rows *rows, struct place at)
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
			row = find(rows, address->at);
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
static void join(struct code_instruction_rows *rows)
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
	if (!code->of.profile)
		return true;
	rows->block = find_block(code);
	if (rows->block)
		end.offset++;	/* with its branch */
	fine = disassemble(code, step->start, end) && add_samples(code, step->start, end);
	if (rows->n && !rows->rows[0].known)
		join(rows);
	code->names_pending = rows->state == CODE_PENDING;
	return fine;
}

void code_block_done(struct code_screen *code)
{
	free(code->instructions.rows);
	code->instructions = (struct code_instruction_rows){ .rows = NULL };
}

size_t code_block_count(const struct code_screen *code)
{
	return code->instructions.n;
}

struct code_row_id code_block_id(const struct code_screen *code, size_t row)
{
	return (struct code_row_id){ row_of(code, row)->code.at, code_no_place() };
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

/* ---- columns ---- */

static struct estimate share_at(const struct code_screen *code, size_t row)
{
	return share_of(code->instructions.rows[row].of, code->instructions.all);
}

static void print_share(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct estimate share = share_at(code, row);

	if (share.value > 0 || isnan(share.value))
		code_text_percent(&code->of, share, cell);
}

static struct estimate samples_at(const struct code_screen *code, size_t row)
{
	return row_exact((double)row_of(code, row)->samples);
}

static void print_samples(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	if (row_of(code, row)->samples)
		code_text_count((double)row_of(code, row)->samples, cell);
}

/* How often a conditional branch is taken. */
static struct estimate taken_at(const struct code_screen *code, size_t row)
{
	struct estimate none = { (double)NAN, (double)NAN };
	const struct profile_branch *const *from;
	size_t n = 0;

	from = profile_branches_from(code->of.profile, row_of(code, row)->code.at, &n);
	if (!from || n != 1 || from[0]->kind != BRANCH_CONDITIONAL || !from[0]->executed)
		return none;
	return from[0]->probability;
}

static void print_taken(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct estimate taken = taken_at(code, row);

	if (!isnan(taken.value))
		code_text_probability(&code->of, taken, cell);
}

static bool has_branches(const struct code_screen *code)
{
	return code->of.profile && code->of.profile->event.has_branches;
}

static struct estimate address_at(const struct code_screen *code, size_t row)
{
	return row_exact((double)row_of(code, row)->code.at.offset);
}

static void print_address(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_instruction_row *at = row_of(code, row);
	uint64_t address = at->code.address;
	struct code_name name;

	if (!at->known) {
		(void)code_text_ask(&code->of, at->code.at, false, &name);
		address = name.address;
	}
	/* Of the kernel's the last digits tell them apart. */
	(void)snprintf(cell->text, sizeof(cell->text), "%s%" PRIx64,
		       address > UINT32_MAX ? symbol(SYMBOL_CUT_BEFORE, code->of.ascii) : "",
		       address & UINT32_MAX);
	cell->role = ROLE_DIM;
}

static void print_instruction(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_instruction_row *at = row_of(code, row);

	if (at->known && at->code.text[0])
		(void)snprintf(cell->text, sizeof(cell->text), "%s", at->code.text);
	else
		code_text_missing(&code->of, cell);
	cell->strong = at->known && at->code.kind != BRANCH_NONE &&
		       at->code.kind != BRANCH_UNKNOWN;
}

static bool same_line(const struct code_instruction *a, const struct code_instruction *b)
{
	return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* "118 bucket[h] = 0;" at the first instruction of a line; the file where it changes. */
static void print_source(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_names *names = code->of.names;
	const struct code_instruction *at = &row_of(code, row)->code;
	const struct code_instruction *before = row ? &row_of(code, row - 1)->code : NULL;
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

/* clang-format off */
static const struct row_column instruction_columns[] = {
	{ .title = "SHARE%", .width = 10, .priority = 90, .unit = VALUE_PERCENT, .state.number = share_at,
	  .state.cell = print_share, .help = "of the samples in this code, those at the instruction" },
	{ .title = "SAMPLES", .width = 8, .priority = 30, .unit = VALUE_COUNT, .state.number = samples_at,
	  .state.cell = print_samples, .help = "samples at the instruction" },
	{ .title = "ADDRESS", .width = 9, .priority = 40, .unit = VALUE_NUMBER, .state.number = address_at,
	  .ascending = true, .state.cell = print_address,
	  .help = "as objdump -d prints it; of a long one the last eight digits" },
	{ .title = "INSTRUCTION", .width = 27, .roomy = 13, .priority = 100, .left = true,
	  .ascending = true, .state.cell = print_instruction,
	  .help = "disassembly; branches stand out" },
	{ .title = "TAKEN", .width = 10, .priority = 60, .state.wanted = has_branches,
	  .unit = VALUE_PROBABILITY, .state.number = taken_at, .state.cell = print_taken,
	  .help = "how often a conditional branch is taken, 0 to 1" },
	{ .title = "SOURCE", .width = 20, .flex = true, .priority = 80, .left = true,
	  .ascending = true, .state.cell = print_source,
	  .help = "line that the instruction belongs to; the file where it changes; what was inlined" },
};
/* clang-format on */

const struct code_kind code_instruction_kind = {
	.name = "instructions", .columns = instruction_columns,
	.n = sizeof(instruction_columns) / sizeof(instruction_columns[0]),
};
