/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known of a branch; see branch.h. */
#include "config.h"
#include "model/branches/branch.h"

#include <math.h>

/* Mispredicted this often is marked: predictors miss well under 5 % of usual code. */
#define UNPREDICTABLE 0.10

bool branch_is_indirect(const struct profile_branch *branch)
{
	return branch->kind == BRANCH_INDIRECT_JUMP || branch->kind == BRANCH_INDIRECT_CALL;
}

/* Adds a weighted mean; the errors as of independent values. */
static void add_mean(struct estimate *sum, struct estimate value, double weight)
{
	if (isnan(value.value))
		return;
	sum->value = (isnan(sum->value) ? 0 : sum->value) + weight * value.value;
	sum->error = hypot(isnan(sum->error) ? 0 : sum->error, weight * value.error);
}

struct profile_branch branch_join(const struct profile_branch *const *from, size_t n)
{
	const struct estimate unknown = { NAN, NAN };
	struct profile_branch sum = { .from = from[0]->from, .to = from[0]->to,
				      .kind = from[0]->kind, .probability = unknown,
				      .misp_taken = unknown, .cycles = unknown };
	uint64_t most = from[0]->taken;
	double told = 0;

	for (size_t i = 0; i < n; i++) {
		sum.taken += from[i]->taken;
		told += (double)(from[i]->mispredicted + from[i]->predicted);
		if (from[i]->taken > most) {
			most = from[i]->taken;
			sum.to = from[i]->to;
		}
	}
	sum.targets = (uint32_t)n & 0x1ffffff;
	if (sum.taken)
		sum.most_percent = (uint32_t)lrint(100 * (double)most / (double)sum.taken) & 0x7f;
	for (size_t i = 0; i < n; i++) {
		const double part = sum.taken ? (double)from[i]->taken / (double)sum.taken : 0;
		const double told_part =
			told > 0 ? (double)(from[i]->mispredicted + from[i]->predicted) / told : 0;

		sum.share.value += from[i]->share.value;
		sum.share.error = hypot(sum.share.error, from[i]->share.error);
		add_mean(&sum.misp_taken, from[i]->misp_taken, told_part);
		add_mean(&sum.cycles, from[i]->cycles, part);
	}
	sum.misp_all = sum.misp_taken;	/* an indirect branch is always taken */
	return sum;
}

const struct profile_block *branch_block(const struct profile *profile, struct place from)
{
	const struct profile_block *most = NULL;

	for (size_t i = 0; i < profile->n_blocks; i++)
		if (place_equal(profile->blocks[i].end, from) &&
		    (!most || profile->blocks[i].executed > most->executed))
			most = &profile->blocks[i];
	return most;
}

bool branch_is_loop(const struct profile_branch *branch)
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

bool branch_is_unpredictable(const struct profile_branch *branch)
{
	if (!isnan(branch->misp_all.value))
		return least(branch->misp_all) > UNPREDICTABLE;
	return least(branch->misp_taken) * least(branch->probability) > UNPREDICTABLE;
}

/* ---- kinds ---- */

const char *branch_kind_name(enum branch_kind kind)
{
	static const char *const names[BRANCH_KINDS] = {
		[BRANCH_UNKNOWN] = "unknown",
		[BRANCH_CONDITIONAL] = "conditional",
		[BRANCH_JUMP] = "jump",
		[BRANCH_INDIRECT_JUMP] = "indirect jump",
		[BRANCH_CALL] = "call",
		[BRANCH_INDIRECT_CALL] = "indirect call",
		[BRANCH_RETURN] = "return",
		[BRANCH_SYSCALL] = "system call",
		[BRANCH_SYSTEM_RETURN] = "system return",
		[BRANCH_INTERRUPT] = "interrupt",
		[BRANCH_NONE] = "none",
	};

	return names[kind < BRANCH_KINDS ? kind : BRANCH_UNKNOWN];
}

const char *branch_kind_brief(enum branch_kind kind)
{
	static const char *const names[BRANCH_KINDS] = {
		[BRANCH_UNKNOWN] = "?", [BRANCH_CONDITIONAL] = "cond", [BRANCH_JUMP] = "jump",
		[BRANCH_INDIRECT_JUMP] = "ind", [BRANCH_CALL] = "call",
		[BRANCH_INDIRECT_CALL] = "icall", [BRANCH_RETURN] = "ret",
		[BRANCH_SYSCALL] = "sysc", [BRANCH_SYSTEM_RETURN] = "sret",
		[BRANCH_INTERRUPT] = "int", [BRANCH_NONE] = "none",
	};

	return names[kind < BRANCH_KINDS ? kind : BRANCH_UNKNOWN];
}
