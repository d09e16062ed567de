/* SPDX-License-Identifier: GPL-2.0-only */
#include "config.h"
#include "tests/truth/truth_score.h"

#include "tests/fixtures/test.h"

#define OUTCOMES 20
#define OBSERVATIONS 100

const char *const truth_quantity_names[TRUTH_QUANTITIES] = {
	[TRUTH_SHARE] = "share of a branch",
	[TRUTH_PROBABILITY] = "probability that it is taken",
	[TRUTH_MISP_TAKEN] = "mispredicted, of taken",
	[TRUTH_MISP_ALL] = "mispredicted, of executed",
	[TRUTH_CYCLES] = "cycles to a branch",
	[TRUTH_BLOCK_CYCLES] = "cycles of a block",
	[TRUTH_BLOCK_TIME] = "share of time of a block",
};

/* An estimate with its exact value. counted: how often the rarer outcome, or a value, was seen. */
static void add(struct truth_score *score, struct estimate estimate, double exact,
		uint64_t counted, uint64_t enough)
{
	double z;

	if (isnan(estimate.value) || isnan(estimate.error) || counted < enough)
		return;
	if (estimate.error == 0)
		return;		/* all were alike: it has no error only as far as was seen */
	z = (estimate.value - exact) / estimate.error;
	score->n++;
	score->within_1 += fabs(z) <= 1;
	score->within_2 += fabs(z) <= 2;
	score->squares += z * z;
	score->worst = fmax(score->worst, fabs(z));
}

static uint64_t rarer(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static double part(uint64_t of, uint64_t all)
{
	return (double)of / (double)all;
}

static void add_branch(struct truth_score *score, const struct profile_branch *branch)
{
	const struct truth *truth = &made.truth;
	uint64_t from = truth_at(branch->from), to = truth_at(branch->to);
	const struct table_row *edge = table_find(&truth->edges, from, to, 0, 0);
	const struct table_row *all = table_find(&truth->branch, from, 0, 0, 0);
	uint64_t told = rarer(branch->mispredicted, branch->predicted);
	uint64_t wrong;

	if (!edge || !all)
		fail_msg("a branch %#llx -> %#llx that never ran", (unsigned long long)from,
			 (unsigned long long)to);
	add(&score[TRUTH_SHARE], branch->share, part(edge->count[0], truth->taken),
	    rarer(branch->taken, made.profile->entries - branch->taken), OBSERVATIONS);
	add(&score[TRUTH_PROBABILITY], branch->probability, part(edge->count[0], all->count[0]),
	    rarer(branch->ended, branch->executed - branch->ended), OUTCOMES);
	add(&score[TRUTH_MISP_TAKEN], branch->misp_taken, part(edge->count[1], edge->count[0]), told, OUTCOMES);
	wrong = branch->kind == BRANCH_CONDITIONAL ? all->count[2] + all->count[3] : edge->count[1];
	add(&score[TRUTH_MISP_ALL], branch->misp_all,
	    part(wrong, branch->kind == BRANCH_CONDITIONAL ? all->count[0] : edge->count[0]), told,
	    OUTCOMES);
	if (edge->count[3])
		add(&score[TRUTH_CYCLES], branch->cycles, part(edge->count[2], edge->count[3]),
		    branch->ended, OBSERVATIONS);
}

static void add_block(struct truth_score *score, const struct profile_block *block,
		      uint64_t cycles)
{
	uint64_t start = truth_at(block->start), end = truth_at(block->end);
	const struct table_row *row = table_find(&made.truth.blocks, start, end, 0, 0);

	if (!row)
		fail_msg("a block %#llx ... %#llx that never ran", (unsigned long long)start,
			 (unsigned long long)end);
	add(&score[TRUTH_BLOCK_CYCLES], block->cycles, part(row->count[1], row->count[0]),
	    block->counted, OBSERVATIONS);
	add(&score[TRUTH_BLOCK_TIME], block->time, part(row->count[1], cycles), block->counted, OBSERVATIONS);
}

void truth_score_add(struct truth_score score[TRUTH_QUANTITIES])
{
	const struct profile *profile = made.profile;
	uint64_t cycles = 0;

	for (size_t i = 0; i < made.truth.blocks.size; i++)
		cycles += made.truth.blocks.rows[i].count[1];
	for (size_t i = 0; i < profile->n_branches; i++)
		add_branch(score, &profile->branches[i]);
	for (size_t i = 0; i < profile->n_blocks; i++)
		add_block(score, &profile->blocks[i], cycles);
}

void truth_score_print(const struct truth_score score[TRUTH_QUANTITIES])
{
	for (int i = 0; i < TRUTH_QUANTITIES; i++)
		if (score[i].n)
			print_message("%-30s %5zu values: %4.1f %% within 1 error, %4.1f %% within "
				      "2, rms %.2f, worst %.1f\n",
				      truth_quantity_names[i], score[i].n,
				      100 * part(score[i].within_1, score[i].n),
				      100 * part(score[i].within_2, score[i].n),
				      sqrt(score[i].squares / (double)score[i].n), score[i].worst);
}
