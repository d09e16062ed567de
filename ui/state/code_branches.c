/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "branches"; see code_branches.h. UI thread. */
#include "config.h"
#include "ui/state/code_branches.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/code_functions.h"
#include "ui/state/code_text.h"

/* Mispredicted this often is marked: predictors miss well under 5 % of usual code. */
#define UNPREDICTABLE 0.10

/* ---- rows ---- */

static bool is_indirect(const struct profile_branch *branch)
{
	return branch->kind == BRANCH_INDIRECT_JUMP || branch->kind == BRANCH_INDIRECT_CALL;
}

static struct code_branch_row single(const struct profile_branch *branch, bool target)
{
	return (struct code_branch_row){
		.branch = branch, .targets = 1, .target = target, .sum = *branch,
	};
}

/* Adds a weighted mean; the errors as of independent values. */
static void add_mean(struct estimate *sum, struct estimate value, double weight)
{
	if (isnan(value.value))
		return;
	sum->value = (isnan(sum->value) ? 0 : sum->value) + weight * value.value;
	sum->error = hypot(isnan(sum->error) ? 0 : sum->error, weight * value.error);
}

/* All targets of an indirect branch. Counts are added; means are weighted by them. */
static struct code_branch_row joined(const struct profile_branch *const *from, size_t n)
{
	const struct estimate unknown = { NAN, NAN };
	struct code_branch_row row = { .branch = from[0], .targets = (uint32_t)n };
	struct profile_branch *sum = &row.sum;
	double told = 0;

	*sum = (struct profile_branch){ .from = from[0]->from, .kind = from[0]->kind,
					.probability = unknown, .misp_taken = unknown,
					.cycles = unknown };
	for (size_t i = 0; i < n; i++) {
		sum->taken += from[i]->taken;
		told += (double)(from[i]->mispredicted + from[i]->predicted);
		if (from[i]->taken > row.branch->taken)
			row.branch = from[i];
	}
	for (size_t i = 0; i < n; i++) {
		const double part = sum->taken ? (double)from[i]->taken / (double)sum->taken : 0;
		const double told_part =
			told > 0 ? (double)(from[i]->mispredicted + from[i]->predicted) / told : 0;

		sum->share.value += from[i]->share.value;
		sum->share.error = hypot(sum->share.error, from[i]->share.error);
		add_mean(&sum->misp_taken, from[i]->misp_taken, told_part);
		add_mean(&sum->cycles, from[i]->cycles, part);
	}
	sum->misp_all = sum->misp_taken;	/* an indirect branch is always taken */
	return row;
}

static bool add_row(struct code_branch_rows *rows, struct code_branch_row row)
{
	if (rows->n == rows->cap) {
		const size_t cap = rows->cap ? 2 * rows->cap : 256;
		struct code_branch_row *more = realloc(rows->rows, cap * sizeof(*more));

		if (!more)
			return false;
		rows->rows = more;
		rows->cap = cap;
	}
	rows->rows[rows->n++] = row;
	return true;
}

/* The row of a branch; of an indirect one with its targets, at the first of them. */
static bool add_branch(struct code_branch_rows *rows, const struct profile *profile,
		       const struct profile_branch *branch)
{
	const struct profile_branch *const *from;
	size_t n = 0;

	if (!is_indirect(branch))
		return add_row(rows, single(branch, false));
	from = profile_branches_from(profile, branch->from, &n);
	if (!from || n < 2)
		return add_row(rows, single(branch, false));
	if (from[0] != branch)
		return true;
	if (!add_row(rows, joined(from, n)))
		return false;
	for (size_t i = 0; rows->unfolds && i < n; i++)
		if (place_equal(rows->unfolded, branch->from) &&
		    !add_row(rows, single(from[i], true)))
			return false;
	return true;
}

static bool is_in_step(const struct code_screen *code, const struct profile_branch *branch)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];

	return step->start.object == PLACE_NO_OBJECT ||
	       (place_compare(branch->from, step->start) >= 0 &&
		place_compare(branch->from, step->end) < 0);
}

/* Names without an answer, if none is known yet: with the first one there is a column of lines. */
static size_t count_pending(const struct code_screen *code)
{
	size_t pending = 0;
	struct code_name name;

	for (size_t row = 0; row < code->branches.n; row++) {
		pending += code_text_ask(code, code->branches.rows[row].branch->from, false,
					 &name) ==
			   CODE_PENDING;
		if (name.symbol[0])
			return 0;
	}
	return pending;
}

bool code_branches_make(struct code_screen *code)
{
	const struct profile *profile = code->profile;

	code->branches.n = 0;
	for (size_t i = 0; profile && i < profile->n_branches; i++)
		if (is_in_step(code, &profile->branches[i]) &&
		    !add_branch(&code->branches, profile, &profile->branches[i]))
			return false;
	code->names_pending = count_pending(code);
	return true;
}

void code_branches_done(struct code_screen *code)
{
	free(code->branches.rows);
	code->branches = (struct code_branch_rows){ .rows = NULL };
}

size_t code_branches_count(const struct code_screen *code)
{
	return code->branches.n;
}

static const struct code_branch_row *row_of(const struct code_screen *code, size_t row)
{
	return &code->branches.rows[row];
}

const void *code_branches_row(const struct code_screen *code, size_t row)
{
	return &row_of(code, row)->sum;
}

struct code_row_id code_branches_id(const struct code_screen *code, size_t row)
{
	const struct code_branch_row *at = row_of(code, row);

	return (struct code_row_id){ at->branch->from,
				     at->targets > 1 ? code_no_place() : at->branch->to };
}

bool code_branches_fold(struct code_screen *code, size_t row)
{
	const struct code_branch_row *at = row_of(code, row);
	struct code_branch_rows *rows = &code->branches;

	if (at->targets < 2 && !at->target)
		return false;
	rows->unfolds = !rows->unfolds || !place_equal(rows->unfolded, at->branch->from);
	rows->unfolded = at->branch->from;
	return true;
}

/* The block that the branch ends most often; without one the blocks of its function. */
bool code_branches_enter(const struct code_screen *code, size_t row, struct code_step *below)
{
	const struct profile_branch *branch = row_of(code, row)->branch;
	const struct profile *profile = code->profile;
	const struct profile_block *most = NULL;

	for (size_t i = 0; i < profile->n_blocks; i++)
		if (place_equal(profile->blocks[i].end, branch->from) &&
		    (!most || profile->blocks[i].executed > most->executed))
			most = &profile->blocks[i];
	code_functions_step(code, branch->from, below);
	below->view = most ? CODE_BLOCK : CODE_BLOCKS;
	if (most) {
		below->start = most->start;
		below->end = most->end;
	}
	return true;
}

const char *code_branches_nothing(const struct code_screen *code)
{
	const struct profile_event *event = &code->profile->event;

	if (!event->has_branches && event->calls_by_lbr)
		return "call stacks by LBR have no branches: perf record -b takes branch stacks";
	if (!event->has_branches)
		return "no branch stacks were recorded: perf record -b takes them, if the CPU has "
		       "them";
	return "no branch in this time";
}

/* ---- columns ---- */

/* Only of a conditional branch is the probability a question. */
static struct estimate probability_at(const struct code_screen *code, size_t row)
{
	const struct profile_branch *branch = row_of(code, row)->branch;
	const bool asked = branch->kind == BRANCH_CONDITIONAL || branch->kind == BRANCH_UNKNOWN;

	return asked && branch->executed ? branch->probability : (struct estimate){ NAN, NAN };
}

static bool tells_mispredicts(const struct code_screen *code)
{
	return code->profile && code->profile->mispredicts_known;
}

static bool tells_cycles(const struct code_screen *code)
{
	return code->profile && code->profile->cycles_known;
}

static void print_kind(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	static const char *const brief[BRANCH_KINDS] = {
		[BRANCH_UNKNOWN] = "?", [BRANCH_CONDITIONAL] = "cond", [BRANCH_JUMP] = "jump",
		[BRANCH_INDIRECT_JUMP] = "ind", [BRANCH_CALL] = "call",
		[BRANCH_INDIRECT_CALL] = "icall", [BRANCH_RETURN] = "ret",
		[BRANCH_SYSCALL] = "sysc", [BRANCH_SYSTEM_RETURN] = "sret",
		[BRANCH_INTERRUPT] = "int", [BRANCH_NONE] = "none",
	};
	const enum branch_kind kind = row_of(code, row)->branch->kind;

	(void)snprintf(cell->text, sizeof(cell->text), "%s",
		       (unsigned int)kind < BRANCH_KINDS ? brief[kind] : "?");
	cell->role = ROLE_LABEL;
}

static bool knows_kind(const struct code_screen *code, size_t row)
{
	return row_of(code, row)->branch->kind != BRANCH_UNKNOWN;
}

/* Backwards, and no call or return: the end of a loop's body. */
static bool is_loop(const struct profile_branch *branch)
{
	return (branch->kind == BRANCH_CONDITIONAL || branch->kind == BRANCH_JUMP ||
		branch->kind == BRANCH_UNKNOWN) &&
	       branch->from.object == branch->to.object && branch->to.offset <= branch->from.offset;
}

/* The least that a value may be: two standard errors less. NAN if either is not known. */
static double least(struct estimate value)
{
	return value.value - 2 * value.error;
}

/*
 * Of all executions. Where only mispredictions of taken ones are known, these are a part of them:
 * misp_taken times P(taken), or more.
 */
static bool is_unpredictable(const struct code_branch_row *row)
{
	if (!isnan(row->sum.misp_all.value))
		return least(row->sum.misp_all) > UNPREDICTABLE;
	return least(row->sum.misp_taken) * least(row->branch->probability) > UNPREDICTABLE;
}

static void print_marks(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_branch_row *at = row_of(code, row);

	(void)snprintf(cell->text, sizeof(cell->text), "%s%s",
		       is_loop(at->branch) ? symbol(SYMBOL_SMALLEST_FIRST, code->ascii) : "",
		       is_unpredictable(at) ? symbol(SYMBOL_WORST, code->ascii) : "");
	cell->role = is_unpredictable(at) ? ROLE_BAD_SPECULATION : ROLE_LABEL;
	cell->strong = is_unpredictable(at);
}

/* The targets of an indirect branch in short: "14 targets (op_add 31 %, ...)". */
static void print_targets(const struct code_screen *code, const struct code_branch_row *row,
			  char *text, size_t size)
{
	struct code_name name;
	char to[CODE_NAME_MAX];

	(void)code_text_ask(code, row->branch->to, false, &name);
	code_text_place(code, row->branch->to, &name, to, sizeof(to));
	(void)snprintf(text, size, "%u targets (%s %.0f %%, %s)", row->targets, to,
		       row->sum.taken ? 100.0 * (double)row->branch->taken / (double)row->sum.taken : 0,
		       code->ascii ? "..." : "…");
}

/* Both ends in the room that there is: the shorter one leaves the other what it does not need. */
static void fit_ends(const struct code_screen *code, char *from, char *to, size_t size, int width)
{
	const int room = width - 3, wide = format_text_width(from), other = format_text_width(to);
	int first = room / 2;

	if (wide + other <= room)
		return;
	if (wide < first)
		first = wide;
	else if (other < room - first)
		first = room - other;
	code_text_shorten(code, from, size, first);
	code_text_shorten(code, to, size, room - first);
}

/* In the same function the target is an offset: "main+0x54 -> +0x16". */
static enum code_state print_target(const struct code_screen *code, struct place at,
				    const struct code_name *from, char *text, size_t size)
{
	struct code_name name;
	const enum code_state state = code_text_ask(code, at, false, &name);

	if (from->symbol[0] && name.symbol[0] && place_equal(from->function, name.function))
		(void)snprintf(text, size, "+0x%" PRIx64, name.symbol_offset);
	else
		code_text_place(code, at, &name, text, size);
	return state;
}

static void print_from_to(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_branch_row *at = row_of(code, row);
	const char *arrow = code->ascii ? ">" : "→";
	char from[CODE_NAME_MAX + 64], to[CODE_NAME_MAX + 64];
	struct code_name name;
	enum code_state state = code_text_ask(code, at->branch->from, false, &name);

	code_text_place(code, at->branch->from, &name, from, sizeof(from));
	if (at->targets > 1)
		print_targets(code, at, to, sizeof(to));
	else if (print_target(code, at->branch->to, &name, to, sizeof(to)) == CODE_PENDING)
		state = CODE_PENDING;
	if (at->target && code->lists[CODE_BRANCHES].column == 0)
		(void)snprintf(from, sizeof(from), " ");
	if (cell->width > 3)
		fit_ends(code, from, to, sizeof(to), cell->width);
	if (state == CODE_PENDING)
		cell->role = ROLE_DIM;
	(void)snprintf(cell->text, sizeof(cell->text), "%s %s %s", from, arrow, to);
}

static bool knows_lines(const struct code_screen *code, size_t row)
{
	return code_text_may_have_line(code, row_of(code, row)->branch->from);
}

static void print_lines(const struct code_screen *code, size_t row, struct code_cell *cell)
{
	const struct code_branch_row *at = row_of(code, row);
	char from[CODE_FILE_MAX + 16], to[CODE_FILE_MAX + 16] = "";
	struct code_name name;

	(void)code_text_ask(code, at->branch->from, true, &name);
	code_text_line(&name, from, sizeof(from));
	if (at->targets < 2) {
		(void)code_text_ask(code, at->branch->to, true, &name);
		code_text_line(&name, to, sizeof(to));
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%s", from,
		       !to[0] ? "" : code->ascii ? " > " : " → ", to);
}

/* ---- compared with the baseline: same recording, so places are the same ---- */

static struct estimate share_before(const struct code_screen *code,
				    const struct code_branch_row *row)
{
	const struct profile_branch *const *from;
	struct estimate share = { 0, 0 };
	size_t n = 0;

	if (!code->baseline || !code->baseline->stacks)
		return (struct estimate){ NAN, NAN };
	from = profile_branches_from(code->baseline, row->branch->from, &n);
	for (size_t i = 0; i < n; i++) {
		if (row->targets < 2 && !place_equal(from[i]->to, row->branch->to))
			continue;
		share.value += from[i]->share.value;
		share.error = hypot(share.error, from[i]->share.error);
	}
	return share;
}

static struct estimate difference_of(const struct code_screen *code, size_t row)
{
	const struct code_branch_row *now = row_of(code, row);
	const struct estimate was = share_before(code, now);

	return (struct estimate){ now->sum.share.value - was.value,
				  hypot(now->sum.share.error, was.error) };
}

/* clang-format off */
const struct code_column code_branch_columns[] = {
	{ .value = &branch_values[BRANCH_SHARE], .width = 9, .priority = 100 },
	{ .title = "DIFF", .width = 6, .priority = 95, .wanted = code_text_compared,
	  .unit = VALUE_POINTS, .estimate = difference_of,
	  .help = "change of TAKEN% since the baseline (key x); strong: more than twice its "
		  "error" },
	{ .value = &branch_values[BRANCH_PROBABILITY], .width = 10, .priority = 80,
	  .estimate = probability_at },
	{ .value = &branch_values[BRANCH_MISP_TAKEN], .width = 10, .priority = 90,
	  .wanted = tells_mispredicts },
	{ .value = &branch_values[BRANCH_MISP_ALL], .width = 9, .priority = 60,
	  .wanted = tells_mispredicts },
	{ .value = &branch_values[BRANCH_CYCLES], .width = 9, .priority = 70,
	  .wanted = tells_cycles },
	{ .title = "KIND", .width = 5, .priority = 50, .left = true, .ascending = true,
	  .known = knows_kind, .print = print_kind,
	  .help = "cond: conditional; jump, call; ind, icall: indirect; ret: return; sysc, sret: "
		  "system call and its return; int: interrupt; none: no branch there" },
	{ .title = "", .width = 2, .priority = 65, .left = true, .print = print_marks,
	  .help = "" },
	{ .title = "FROM → TO", .width = 18, .flex = true, .priority = 100, .left = true,
	  .ascending = true, .print = print_from_to,
	  .help = "the branch and its target; Space unfolds the targets of an indirect one" },
	{ .title = "LINES", .width = 28, .roomy = 10, .priority = 10, .left = true, .ascending = true,
	  .known = knows_lines, .print = print_lines, .help = "their source lines" },
};
/* clang-format on */

const size_t code_branch_columns_n = sizeof(code_branch_columns) / sizeof(code_branch_columns[0]);
