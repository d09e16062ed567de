/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Branches: their columns; see rows.h.
 *
 * A new column is a row here, in the order of the screen. .place: the next unused number, 0: not in CSV
 * and JSON. .width 0: only if chosen. All fields: rows.h.
 */
#include "config.h"
#include "ui/code/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "model/branches/branch.h"
#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

/* ---- numbers ---- */

ROW_COUNT(branch_taken, profile_branch, taken, true)
ROW_COUNT(branch_mispredicted, profile_branch, mispredicted, of->profile->mispredicts_known)
ROW_COUNT(branch_predicted, profile_branch, predicted, of->profile->mispredicts_known)
ROW_COUNT(branch_executed, profile_branch, executed, true)
ROW_ESTIMATE(branch_share, profile_branch, share)
ROW_ESTIMATE(branch_misp_taken, profile_branch, misp_taken)
ROW_ESTIMATE(branch_misp_all, profile_branch, misp_all)
ROW_ESTIMATE(branch_probability, profile_branch, probability)
ROW_ESTIMATE(branch_cycles, profile_branch, cycles)

/* Only of a conditional branch is the probability a question. */
static bool branch_asks_probability(const struct rows_of *of, const void *row)
{
	const struct profile_branch *branch = row;

	(void)of;
	return branch->executed &&
	       (branch->kind == BRANCH_CONDITIONAL || branch->kind == BRANCH_UNKNOWN);
}

/* Since the baseline, a profile of the same recording or program: places are the same. */
static struct estimate branch_difference(const struct rows_of *of, const void *row)
{
	const struct profile *before = of->before;
	const struct profile_branch *now = row, *const *from;
	struct estimate was = { 0, 0 };
	size_t n = 0;

	if (!before || !before->stacks)
		return row_exact(NAN);
	from = profile_branches_from(before, now->from, &n);
	for (size_t i = 0; i < n; i++) {
		if (now->targets < 2 && !place_equal(from[i]->to, now->to))
			continue;
		was.value += from[i]->share.value;
		was.error = hypot(was.error, from[i]->share.error);
	}
	return (struct estimate){ now->share.value - was.value,
				  hypot(now->share.error, was.error) };
}

/* ---- kind, marks ---- */

static void branch_kind(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s",
		       branch_kind_name(((const struct profile_branch *)row)->kind));
}

static bool branch_knows_kind(const struct rows_of *of, const void *row)
{
	(void)of;
	return ((const struct profile_branch *)row)->kind != BRANCH_UNKNOWN;
}

static void branch_kind_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	(void)of;
	(void)snprintf(cell->text, sizeof(cell->text), "%s",
		       branch_kind_brief(((const struct profile_branch *)row)->kind));
	cell->role = ROLE_LABEL;
}

static void branch_marks_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	cell->strong = branch_is_unpredictable(row);
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s",
		       branch_is_loop(row) ? symbol(SYMBOL_SMALLEST_FIRST, of->ascii) : "",
		       cell->strong ? symbol(SYMBOL_WORST, of->ascii) : "");
	cell->role = cell->strong ? ROLE_BAD_SPECULATION : ROLE_LABEL;
}

/* ---- places ---- */

ROW_AT(branch_from, profile_branch, from)
ROW_AT(branch_to, profile_branch, to)

/*
 * The target. In the same function it is an offset: "main+0x54 -> +0x16"; those of an indirect branch
 * in short: "14 targets (op_add 31 %, ...)".
 */
static enum code_state branch_print_target(const struct rows_of *of,
					   const struct profile_branch *branch,
					   const struct code_name *from, char *text, size_t size)
{
	struct code_name name;
	const enum code_state state = code_text_ask(of, branch->to, false, &name);
	char to[CODE_NAME_MAX];

	code_text_place(of, branch->to, &name, to, sizeof(to));
	if (branch->targets > 1)
		(void)snprintf(text, size, "%u targets (%s %u %%, %s)", branch->targets, to,
			       branch->most_percent, of->ascii ? "..." : "…");
	else if (from->symbol[0] && name.symbol[0] && place_equal(from->function, name.function))
		(void)snprintf(text, size, "+0x%" PRIx64, name.symbol_offset);
	else
		(void)snprintf(text, size, "%s", to);
	return branch->targets > 1 ? CODE_KNOWN : state;
}

static void branch_ends_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct profile_branch *branch = row;
	char from[CODE_NAME_MAX + 64], to[CODE_NAME_MAX + 64];
	struct code_name name;
	const enum code_state state = code_text_ask(of, branch->from, false, &name);

	code_text_place(of, branch->from, &name, from, sizeof(from));
	if (branch_print_target(of, branch, &name, to, sizeof(to)) == CODE_PENDING ||
	    state == CODE_PENDING)
		cell->role = ROLE_DIM;
	if (branch->targets == 1 && of->nested)
		(void)snprintf(from, sizeof(from), " ");
	if (cell->width > 3)
		code_text_fit_both(of, from, to, sizeof(to), cell->width - 3);
	(void)snprintf(cell->text, sizeof(cell->text), "%s %s %s", from, of->ascii ? ">" : "→", to);
}

static void branch_print_ends(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct profile_branch *branch = row;
	const char *object = profile_object_name(of->profile, branch->to.object);
	char from[CODE_TEXT_WHOLE], to[CODE_TEXT_WHOLE], other[64] = "";

	code_text_whole(of, branch->from, true, from);
	code_text_whole(of, branch->to, true, to);
	if (object && branch->to.object != branch->from.object)
		format_harmless(other, sizeof(other), object);
	(void)snprintf(text, CODE_ROW_LINE, "%s -> %s%s%s", from, other, other[0] ? ": " : "", to);
}

static void branch_lines_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct profile_branch *branch = row;
	char from[CODE_FILE_MAX + 16], to[CODE_FILE_MAX + 16] = "";

	code_text_line_of(of, branch->from, from, sizeof(from));
	if (branch->targets < 2)
		code_text_line_of(of, branch->to, to, sizeof(to));
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%s", from,
		       !to[0] ? "" : of->ascii ? " > " : " → ", to);
}

/* ---- the table ---- */

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "TAKEN%", .field = "taken_percent", .place = 16, .unit = VALUE_PERCENT, .number = branch_share,
	  .width = 9, .priority = 100, .printed = 6, .error = 4, .compared = true, .of_compared = COMPARED_SHARE,
	  .help = "of all taken branches, this one; the error is from the spread between stacks" },
	{ .title = "DIFF", .unit = VALUE_POINTS, .number = branch_difference,
	  .width = 6, .priority = 95, .wanted = row_is_compared,
	  .help = "change of TAKEN% since the baseline (key x); strong: more than twice its error" },
	{ .title = "P(TAKEN)", .field = "probability", .place = 22, .unit = VALUE_PROBABILITY,
	  .number = branch_probability, .width = 10, .priority = 80, .known = branch_asks_probability,
	  .printed = 8, .error = 5, .compared = true, .of_compared = COMPARED_PROBABILITY,
	  .help = "probability that the branch is taken when it runs, from whole blocks" },
	{ .title = "MISP/TAKEN", .former = "MISP%", .field = "mispredicted_of_taken_percent", .place = 19,
	  .unit = VALUE_PERCENT, .number = branch_misp_taken, .width = 10, .priority = 90,
	  .wanted = row_tells_mispredicts, .printed = 10, .error = 4, .compared = true,
	  .of_compared = COMPARED_MISPREDICTED,
	  .help = "percentage of its taken executions that were mispredicted: branch stacks tell of no others" },
	{ .title = "MISP/ALL≈", .former = "ALL%", .field = "mispredicted_of_all_percent", .place = 20,
	  .unit = VALUE_PERCENT, .number = branch_misp_all, .width = 9, .priority = 60, .wanted = row_tells_mispredicts,
	  .printed = 9, .error = 4,
	  .help = "the same of all its executions, where it can be known: it is always taken, or mispredictions of not "
		  "taken ones were sampled too" },
	{ .title = "CYCLES", .field = "cycles_mean", .place = 23, .unit = VALUE_CYCLES, .number = branch_cycles,
	  .width = 9, .priority = 70, .wanted = row_tells_cycles,
	  .printed = 7, .compared = true, .of_compared = COMPARED_CYCLES,
	  .help = "mean cycles of the blocks that it ends" },
	{ .title = "KIND", .field = "kind", .place = 14, .text = branch_kind, .cell = branch_kind_cell,
	  .known = branch_knows_kind, .width = 5, .priority = 50, .left = true, .ascending = true, .printed = 13,
	  .help = "cond: conditional; jump, call; ind, icall: indirect; ret: return; sysc, sret: system call and its "
		  "return; int: interrupt; none: no branch there" },
	{ .title = "", .former = "MARKS", .cell = branch_marks_cell, .width = 2, .priority = 65, .left = true,
	  .help = "" },
	{ .title = "OBJECT", .at = branch_from, .part = PLACE_OBJECT, .place = 1, .left = true, .printed = 20,
	  .compared = true },
	{ .title = "FROM → TO", .former = "BRANCH", .cell = branch_ends_cell, .print = branch_print_ends,
	  .width = 21, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "the branch and its target; Space unfolds the targets of an indirect one" },
	{ .title = "LINES", .at = branch_from, .part = PLACE_SOURCE, .cell = branch_lines_cell,
	  .width = 28, .roomy = 10, .priority = 10, .left = true, .ascending = true, .help = "their source lines" },

	/* Fields that are no columns until they are chosen */
	ROW_PART(NULL, 2, branch_from, PLACE_BUILD_ID),
	ROW_PLACE("from", 3, branch_from),
	ROW_PLACE("to", 8, branch_to),
	ROW_PART("to", 13, branch_to, PLACE_OBJECT),
	{ .field = "taken", .place = 15, .unit = VALUE_COUNT, .number = branch_taken },
	{ .field = "mispredicted", .place = 17, .unit = VALUE_COUNT, .number = branch_mispredicted },
	{ .field = "predicted", .place = 18, .unit = VALUE_COUNT, .number = branch_predicted },
	{ .field = "executed", .place = 21, .unit = VALUE_COUNT, .number = branch_executed },
};
/* clang-format on */

/* ---- the kind ---- */

static const void *branch_all(const struct profile *profile, size_t *n)
{
	*n = profile->n_branches;
	return profile->branches;
}

static struct code_row_id branch_id(const void *row)
{
	const struct profile_branch *branch = row;

	return (struct code_row_id){ branch->from, branch->targets > 1 ? code_no_place() : branch->to };
}

static struct code_row_id branch_places(const void *row)
{
	return (struct code_row_id){ branch_from(row), branch_to(row) };
}

/* The block that the branch ends most often; without one the blocks of its function. */
static enum row_below branch_enter(const struct rows_of *of, const void *row,
				   struct code_row_id *where)
{
	const struct profile_block *block = branch_block(of->profile, branch_from(row));

	*where = block ? (struct code_row_id){ block->start, block->end } : branch_places(row);
	return block ? BELOW_BLOCK : BELOW_BLOCKS;
}

const struct code_kind branch_rows = {
	.name = "branches",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.rows = branch_all, .size = sizeof(struct profile_branch),
	.id = branch_id, .places = branch_places, .enter = branch_enter,
};
