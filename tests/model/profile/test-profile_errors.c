/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stated errors hold: about 68 % of the values are within one of their standard error of the truth,
 * and 95 % within two. Sixty walks with other random numbers each; they are always the same, so
 * the test is too. And the flow check: fair samples fail it by chance only, unfair ones much more.
 */
#include "config.h"

#include "model/branches/tallies.h"
#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define WALKS 60

struct coverage {
	unsigned int n, within_one, within_two;
};

static void add(struct coverage *coverage, struct estimate estimate, double truth)
{
	double off = fabs(estimate.value - truth);

	if (isnan(estimate.error))
		return;
	coverage->n++;
	coverage->within_one += off <= estimate.error;
	coverage->within_two += off <= 2 * estimate.error;
}

/* Some hundred values that depend on each other: 68 % give or take 10. */
static void assert_holds(const struct coverage *coverage)
{
	double one = (double)coverage->within_one / coverage->n;
	double two = (double)coverage->within_two / coverage->n;

	assert_true(coverage->n >= 3 * WALKS);
	if (one < 0.60 || one > 0.79 || two < 0.92)
		fail_msg("%.3f within one, %.3f within two of %u", one, two, coverage->n);
}

/* What an estimate of branch b to target t should be. */
typedef double truth_of(const struct walk_truth *truth, enum fixture_block b, int t);

static double true_share(const struct walk_truth *truth, enum fixture_block b, int t)
{
	return (double)truth->taken[b][t] / (double)truth->all_taken;
}

static double true_probability(const struct walk_truth *truth, enum fixture_block b, int t)
{
	return (double)truth->taken[b][t] / (double)truth->executed[b];
}

static double true_misp_taken(const struct walk_truth *truth, enum fixture_block b, int t)
{
	uint64_t taken = 0;

	(void)t;
	for (int i = 0; i < WALK_TARGETS; i++)
		taken += truth->taken[b][i];
	return (double)truth->misp_taken[b] / (double)taken;
}

static double true_misp_all(const struct walk_truth *truth, enum fixture_block b, int t)
{
	(void)t;
	return (double)(truth->misp_taken[b] + truth->misp_not[b]) / (double)truth->executed[b];
}

/* The truth is that of a long walk, not that of the same walk: samples stand for the program. */
static const struct walk_truth *the_truth(void)
{
	static const struct walk_options whole = { .stacks = 1, .period = 3000000, .depth = 32,
						   .trigger = TRIGGER_TAKEN, .seed = 99 };
	static struct walk_truth truth;

	if (!truth.all_taken)
		profile_free(fixture_profile_of(&whole, &truth));
	return &truth;
}

/* An estimate is at this offset of a branch. */
static void measure(unsigned int depth, size_t estimate, truth_of *true_value)
{
	static const struct {
		enum fixture_block from, to;
		int target;
	} branches[] = {
		{ MAIN_SKIPS, MAIN_LOOPS, 0 }, { MAIN_LOOPS, MAIN_CALLS_PROBE, 0 },
		{ PROBE_LOADS, PROBE_RETURNS, 0 }, { DESCEND, DESCEND_RETURNS, 0 },
		{ MAIN_DISPATCHES, OP_ADD, 0 }, { MAIN_DISPATCHES, OP_MUL_CALLS, 1 },
	};
	size_t n = sizeof(branches) / sizeof(branches[0]) - (true_value == true_misp_all ? 2 : 0);
	struct coverage coverage = { 0 };

	for (uint64_t seed = 1; seed <= WALKS; seed++) {
		const struct walk_options options = { .stacks = 300, .period = 101, .depth = depth,
						      .trigger = TRIGGER_TAKEN, .seed = seed,
						      .not_taken_period = 13 };
		struct profile *profile = fixture_profile_of(&options, NULL);

		for (size_t i = 0; i < n; i++) {
			const struct profile_branch *branch =
				fixture_find_branch(profile, branches[i].from, branches[i].to);

			add(&coverage, *(const struct estimate *)((const char *)branch + estimate),
			    true_value(the_truth(), branches[i].from, branches[i].target));
		}
		profile_free(profile);
	}
	assert_holds(&coverage);
}

TEST(errors_of_shares_probabilities_and_mispredictions_hold)
{
	static const struct {
		size_t estimate;
		truth_of *truth;
	} numbers[] = {
		{ offsetof(struct profile_branch, share), true_share },
		{ offsetof(struct profile_branch, probability), true_probability },
		{ offsetof(struct profile_branch, misp_taken), true_misp_taken },
		{ offsetof(struct profile_branch, misp_all), true_misp_all },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		for (unsigned int depth = 32; depth >= 16; depth /= 2)
			measure(depth, numbers[i].estimate, numbers[i].truth);
}

/* A load of 280 cycles, or of 75 in 18 of 100, and 0..25 more; with the jump back, one more. */
TEST(errors_of_the_mean_cycles_of_a_block_hold)
{
	const double mean = 0.82 * 280 + 0.18 * 75 + 12.5;
	struct coverage coverage = { 0 };

	for (uint64_t seed = 1; seed <= 2 * WALKS; seed++) {
		const struct walk_options options = { .stacks = 300, .period = 101, .depth = 32,
						      .trigger = TRIGGER_TAKEN, .seed = seed };
		struct profile *profile = fixture_profile_of(&options, NULL);

		add(&coverage, fixture_find_block(profile, PROBE_LOADS, PROBE_LOADS)->cycles, mean);
		add(&coverage, fixture_find_block(profile, PROBE_LOADS, PROBE_AGAIN)->cycles, mean + 1);
		profile_free(profile);
	}
	assert_holds(&coverage);
}

/*
 * All entries of a stack are the same here, so ten stacks of 32 tell no more than ten entries
 * would: an error from the number of entries would be sqrt(32) times too small.
 */
TEST(entries_of_one_stack_are_not_taken_as_independent)
{
	struct groups n = { 0 }, of = { 0 };
	struct estimate ratio;

	for (int g = 0; g < GROUPS; g++) {
		of.of[g] = 32;
		n.of[g] = g % 2 ? 32 : 0;
	}
	ratio = groups_ratio(&n, &of);
	assert_true(fabs(ratio.value - 0.5) < 1e-9);
	assert_true(fabs(ratio.error - 0.5 / sqrt(31)) < 1e-6);
}

TEST(few_stacks_tell_a_value_but_no_error)
{
	struct groups n = { { 1, 2, 1 } }, of = { { 4, 4, 4 } };
	struct estimate ratio = groups_ratio(&n, &of);

	assert_true(fabs(ratio.value - 1.0 / 3) < 1e-9);
	assert_true(isnan(ratio.error));
}

TEST(a_part_that_was_never_seen_is_not_certainly_zero)
{
	struct groups n = { 0 }, of = { 0 };

	for (int g = 0; g < GROUPS; g++)
		of.of[g] = 10;
	assert_true(groups_part(&n, &of).value <= 0);
	assert_true(fabs(groups_part(&n, &of).error - 1.14 / 320) < 1e-9);
	assert_true(fabs(groups_part(&of, &of).error - 1.14 / 320) < 1e-9);
}

TEST(a_ratio_to_nothing_is_not_known)
{
	struct groups none = { 0 };

	assert_true(isnan(groups_ratio(&none, &none).value));
	assert_true(isnan(groups_part(&none, &none).error));
}

static struct profile *sampled_by(enum trigger trigger, uint64_t period)
{
	const struct walk_options options = { .stacks = 4000, .period = period, .depth = 32, .trigger = trigger };

	return fixture_profile_of(&options, NULL);
}

TEST(samples_by_taken_branches_have_the_bias_that_chance_makes)
{
	OWNED(profile) *profile = sampled_by(TRIGGER_TAKEN, 397);

	assert_true(fabs(profile->bias.value - profile->bias_chance) < 4 * profile->bias.error);
}

TEST(samples_by_cycles_have_a_bias_beyond_chance)
{
	OWNED(profile) *profile = sampled_by(TRIGGER_CYCLES, 4001);

	assert_true(profile->bias.value > 10 * profile->bias_chance);
	assert_true(profile->bias.value > profile->bias_chance + 10 * profile->bias.error);
}

TEST(samples_by_instructions_have_a_bias_beyond_chance)
{
	OWNED(profile) *profile = sampled_by(TRIGGER_INSTRUCTIONS, 1409);

	assert_true(profile->bias.value > 2 * profile->bias_chance);
}

TEST(a_stack_tells_of_a_bias_at_its_two_ends_only)
{
	OWNED(profile) *profile = sampled_by(TRIGGER_CYCLES, 4001);

	assert_true(profile->bias.value < 2.0 / profile->depth);
}

TEST(without_blocks_the_bias_is_not_known)
{
	const struct profile_branch branch = { .from.offset = 8, .to.offset = 4, .taken = 3 };
	const struct profile profile = { .branches = &branch, .n_branches = 1 };

	double by_chance = 0;

	assert_true(isnan(profile_bias(&profile, &by_chance).value));
	assert_true(isnan(by_chance));
}

/* Block 4..8 ran twice, and its branch was taken twice: what came in went out. */
TEST(flow_that_is_kept_has_no_bias)
{
	const struct profile_branch branch = { .from.offset = 8, .to.offset = 4, .taken = 2 };
	const struct profile_block block = { .start.offset = 4, .end.offset = 8, .executed = 2 };
	const struct profile profile = { .branches = &branch, .n_branches = 1, .blocks = &block, .n_blocks = 1 };

	assert_true(profile_bias(&profile, NULL).value <= 0);
}

/* A loop of two blocks keeps its flow; without the branch back, nothing that left had come in. */
TEST(flow_that_is_lost_is_the_bias)
{
	const struct profile_branch branches[] = {
		{ .from.offset = 8, .to.offset = 20, .taken = 3 },
		{ .from.offset = 8, .to.offset = 4, .taken = 0 },
		{ .from.offset = 24, .to.offset = 4, .taken = 3 },
	};
	const struct profile_block blocks[] = {
		{ .start.offset = 4, .end.offset = 8, .executed = 6 },
	};
	struct profile profile = { .branches = branches, .n_branches = 3, .blocks = blocks, .n_blocks = 1 };
	double fair = profile_bias(&profile, NULL).value;

	assert_true(fair <= 0);
	profile.n_branches = 2;
	/* 3 came in at 20 and stayed, 3 left at 8 and had not come */
	assert_true(fabs(profile_bias(&profile, NULL).value - 2) < 1e-9);
}
