/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "functions"; see code_functions.h. UI thread. */
#include "config.h"
#include "ui/state/code_functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/draw/format.h"
#include "ui/state/code_live.h"
#include "ui/state/code_text.h"

static const struct profile_function *row_of(const struct code_screen *code, size_t row)
{
	return &code->functions.rows[row];
}

const void *code_functions_row(const struct code_screen *code, size_t row)
{
	return row_of(code, row);
}

/* ---- compared with the baseline ---- */

static int by_start(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return place_compare(x->start, y->start);
}

bool code_functions_compare(struct code_screen *code)
{
	struct functions *functions = &code->baseline_functions;

	functions_done(functions);
	if (!code->baseline)
		return true;
	if (functions_init(functions, code->baseline, code->seams.names, FUNCTIONS_OF_ALL))
		return false;
	qsort(functions->rows, functions->n, sizeof(functions->rows[0]), by_start);
	return true;
}

/* Points of percent since the baseline, with the doubt of both. */
static struct estimate difference_of(const struct code_screen *code, size_t row)
{
	const struct functions *before = &code->baseline_functions;
	const struct profile_function *now = row_of(code, row);
	const struct profile_function *was = before->n ?
		bsearch(now, before->rows, before->n, sizeof(*now), by_start) : NULL;

	return (struct estimate){
		now->share.value - (was ? was->share.value : 0),
		was ? hypot(now->share.error, was->share.error) : now->share.error,
	};
}

/* ---- other columns ---- */

static bool has_latency(const struct code_screen *code)
{
	return code->profile && code->profile->event.has_latency;
}

/* Of an event that counts cycles there is none. */
static bool has_stall(const struct code_screen *code)
{
	return has_latency(code) && code->profile->event.trigger != TRIGGER_CYCLES &&
	       code->profile->event.trigger != TRIGGER_TIME;
}

static void print_function(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct profile_function *function = row_of(code, row);
	struct code_name name;
	const enum code_state state = code_text_ask(code, function->start, false, &name);

	code_text_function(code, function->start, &name, cell->text, sizeof(cell->text));
	if (cell->width && !name.symbol[0])
		code_text_shorten(code, cell->text, sizeof(cell->text), cell->width);
	if (state == CODE_PENDING)
		cell->role = ROLE_DIM;
}

static void print_object(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	code_text_object(code, row_of(code, row)->start, cell->text, sizeof(cell->text));
}

static bool knows_line(const struct code_screen *code, size_t row)
{
	return code_text_may_have_line(code, row_of(code, row)->start);
}

/* The line with most samples: that is where to look. */
static void print_line(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	struct code_name name;

	(void)code_text_ask(code, row_of(code, row)->hottest, true, &name);
	code_text_line(&name, cell->text, sizeof(cell->text));
}

/* clang-format off */
const struct code_column code_function_columns[] = {
	{ .value = &function_values[FUNCTION_SHARE], .width = 10, .priority = 100 },
	{ .title = "DIFF", .width = 6, .priority = 90, .wanted = code_text_compared,
	  .unit = VALUE_POINTS, .estimate = difference_of,
	  .help = "change of SHARE% since the baseline (key x); strong: more than twice its "
		  "error" },
	{ .value = &function_values[FUNCTION_SAMPLES], .width = 8, .priority = 40 },
	{ .value = &function_values[FUNCTION_LATENCY], .width = 8, .priority = 50,
	  .wanted = has_latency },
	{ .value = &function_values[FUNCTION_STALL], .width = 8, .priority = 60,
	  .wanted = has_stall },
	{ .title = "FUNCTION", .width = 20, .flex = true, .priority = 100, .left = true,
	  .ascending = true, .print = print_function,
	  .help = "name; object and offset while it is not known, or has none" },
	{ .title = "OBJECT", .width = 14, .roomy = 6, .priority = 30, .left = true, .ascending = true,
	  .print = print_object, .help = "file that has the code, [kernel.kallsyms], [vdso]" },
	{ .title = "LINE", .width = 16, .roomy = 10, .priority = 20, .left = true, .ascending = true,
	  .known = knows_line, .print = print_line,
	  .help = "source line of the address with most samples" },
};
/* clang-format on */

const size_t code_function_columns_n =
	sizeof(code_function_columns) / sizeof(code_function_columns[0]);

/* ---- the view ---- */

bool code_functions_make(struct code_screen *code)
{
	functions_done(&code->functions);
	if (!code->profile)
		return true;
	if (functions_init(&code->functions, code->profile, code->seams.names, FUNCTIONS_OF_ALL))
		return false;
	code->names_pending = code->functions.pending;
	return !code->baseline || code_functions_compare(code);
}

void code_functions_done(struct code_screen *code)
{
	functions_done(&code->functions);
	functions_done(&code->baseline_functions);
}

size_t code_functions_count(const struct code_screen *code)
{
	return code->functions.n;
}

struct code_row_id code_functions_id(const struct code_screen *code, size_t row)
{
	return (struct code_row_id){ row_of(code, row)->start, code_no_place() };
}

void code_functions_step(const struct code_screen *code, struct place at, struct code_step *step)
{
	struct code_name name;

	(void)code_text_ask(code, at, false, &name);
	step->start = name.symbol[0] ? name.function : at;
	step->end = step->start;
	step->end.offset += name.symbol[0] && name.size ? name.size : 1;
	code_text_function(code, at, &name, step->title, sizeof(step->title));
}

/* Without branch stacks there are no blocks: the code itself, with its samples. */
bool code_functions_enter(const struct code_screen *code, size_t row, struct code_step *below)
{
	const bool blocks = code->seams.live ? code_live_has_branches(code)
					     : code->profile->n_blocks > 0;

	below->view = blocks ? CODE_BLOCKS : CODE_BLOCK;
	code_functions_step(code, row_of(code, row)->start, below);
	return true;
}

const char *code_functions_nothing(const struct code_screen *code)
{
	(void)code;
	return "no sample of this event in this time";
}
