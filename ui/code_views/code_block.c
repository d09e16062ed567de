/* SPDX-License-Identifier: GPL-2.0-only */
/* The views "blocks", a list, and "block", with its facts and histogram above it; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/histogram_chart.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"

#define INSTRUCTIONS_MAX 4096
#define CHART_MIN 5		/* lines; with fewer there is none */
#define CHART_MAX 16
#define ROWS_MIN 4		/* lines for the head and some instructions */

/* ---- blocks ---- */

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

/* ---- one block ---- */

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

/* ---- its facts and its histogram, on the screen ---- */

/* "4 instructions . 18,581 runs . 251 +-2 cycles . IPC 0.02 . 2 modes" */
static void draw_facts(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct profile_block *block)
{
	const struct code_screen *code = &state->code;
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	struct code_cell cell = { .text = "" };
	char runs[32];

	format_exact(runs, sizeof(runs), (double)block->executed);
	segments_add(&line, 100, style, "%s runs", runs);
	if (block->instructions)
		segments_add(&line, 60, style, "%" PRIu32 " instruction%s", block->instructions,
			     plural(block->instructions));
	if (block->counted) {
		code_text_cycles(&code->of, block->cycles, &cell);
		segments_add(&line, 90, style, "%s cycles", cell.text);
		if (block->instructions && block->cycles.value > 0)
			segments_add(&line, 70, style, "IPC %.2f",
				     block->instructions / block->cycles.value);
		segments_add(&line, 80, style, "%" PRIu32 " mode%s", block->n_modes,
			     plural(block->n_modes));
	} else {
		segments_add(&line, 95, canvas_style(ROLE_NOTE, false), "%s",
			     code->of.profile->cycles_known ? "no run of it was timed" :
			     "this machine does not tell cycles");
	}
	if (block->counted && block->counted < block->executed)
		segments_add(&line, 50, style, "%.1f %% timed",
			     100 * (double)block->counted / (double)block->executed);
	if (block->saturated)
		segments_add(&line, 85, canvas_style(ROLE_NOTE, false),
			     "%" PRIu64 " at the most that the CPU counts", block->saturated);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* "1: 80 cycles, 18.2 % . 2: 280-305 cycles, 79.1 % . 0.3 % above 4096 cycles" */
static void draw_modes(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct profile_block *block)
{
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	char text[96];

	for (uint32_t i = 0; i < block->n_modes; i++) {
		histogram_mode_text(text, sizeof(text), &block->modes[i], state->look.ascii);
		segments_add(&line, 100 - (int)i, canvas_style(ROLE_NOTE, false), "%" PRIu32 ": %s",
			     i + 1, text);
	}
	histogram_rest_text(text, sizeof(text), block);
	if (text[0])
		segments_add(&line, 50, canvas_style(ROLE_LABEL, false), "%s", text);
	segments_add(&line, 10, canvas_style(ROLE_DIM, false), "elapsed, not cost");
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

int view_code_block_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct profile_block *block = state->code.instructions.block;
	int chart = rect.h * 3 / 5 - 2;

	if (!block || rect.h < ROWS_MIN + 1)
		return 0;
	draw_facts(canvas, (struct rect){ rect.x, rect.y, rect.w, 1 }, state, block);
	if (chart > CHART_MAX)
		chart = CHART_MAX;
	if (!block->counted || chart < CHART_MIN)
		return 1;
	histogram_chart_draw(canvas, (struct rect){ rect.x, rect.y + 1, rect.w, chart }, block,
			     state->look.ascii);
	draw_modes(canvas, (struct rect){ rect.x, rect.y + 1 + chart, rect.w, 1 }, state, block);
	return chart + 2;
}
