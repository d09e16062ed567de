/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "branches"; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <stdlib.h>

#include "model/branches/branch.h"
#include "model/list_room.h"
#include "ui/code/code_text.h"

static bool branches_add_row(struct code_branch_rows *rows, struct profile_branch row)
{
	struct profile_branch *more = list_room(rows->rows, rows->n + 1, &rows->cap, 256, sizeof(*more));

	if (!more)
		return false;
	rows->rows = more;
	rows->rows[rows->n++] = row;
	return true;
}

/* The row of a branch; of an indirect one with its targets, at the first of them. */
static bool add_branch(struct code_branch_rows *rows, const struct profile *profile,
		       const struct profile_branch *branch)
{
	const struct profile_branch *const *from = NULL;
	size_t n = 0;

	if (branch_is_indirect(branch))
		from = profile_branches_from(profile, branch->from, &n);
	if (!from || n < 2)
		return branches_add_row(rows, *branch);
	if (from[0] != branch)
		return true;
	if (!branches_add_row(rows, branch_join(from, n)))
		return false;
	for (size_t i = 0; rows->unfolds && i < n; i++) {
		struct profile_branch target = *from[i];

		target.targets = 1;
		if (place_equal(rows->unfolded, branch->from) && !branches_add_row(rows, target))
			return false;
	}
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
		pending += code_text_ask(&code->of, code->branches.rows[row].from, false,
					 &name) ==
			   CODE_PENDING;
		if (name.symbol[0])
			return 0;
	}
	return pending;
}

bool code_branches_make(struct code_screen *code)
{
	const struct profile *profile = code->of.profile;

	code->branches.n = 0;
	code->of.before = code->baseline;
	for (size_t i = 0; profile && i < profile->n_branches; i++)
		if (is_in_step(code, &profile->branches[i]) &&
		    !add_branch(&code->branches, profile, &profile->branches[i]))
			return false;
	code->rows = (struct code_rows){ code->branches.rows, code->branches.n,
					 sizeof(*code->branches.rows) };
	code->names_pending = count_pending(code);
	return true;
}

void code_branches_done(struct code_screen *code)
{
	free(code->branches.rows);
	code->branches = (struct code_branch_rows){ .rows = NULL };
}

bool code_branches_fold(struct code_screen *code, size_t row)
{
	struct code_branch_rows *rows = &code->branches;
	const struct profile_branch *at = &rows->rows[row];

	if (!at->targets)
		return false;
	rows->unfolds = !rows->unfolds || !place_equal(rows->unfolded, at->from);
	rows->unfolded = at->from;
	return true;
}

const char *code_branches_nothing(const struct code_screen *code)
{
	const struct profile_event *event = &code->of.profile->event;

	if (!event->has_branches && event->calls_by_lbr)
		return "call stacks by LBR have no branches: perf record -b takes branch stacks";
	if (!event->has_branches)
		return "no branch stacks were recorded: perf record -b takes them, if the CPU has "
		       "them";
	return "no branch in this time";
}
