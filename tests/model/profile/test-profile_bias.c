/* SPDX-License-Identifier: GPL-2.0-only */
/* The flow check: fair samples fail it by chance only, unfair ones much more. */
#include "config.h"
#include "model/profile/profile_bias.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

static struct profile *sampled_by(enum trigger trigger, uint64_t period)
{
	const struct walk_options options = { .stacks = 4000, .period = period, .depth = 32,
					      .trigger = trigger };

	return fixture_profile_of(&options, NULL);
}

TEST(samples_by_taken_branches_have_the_bias_that_chance_makes)
{
	struct profile *profile = sampled_by(TRIGGER_TAKEN, 397);

	assert_true(fabs(profile->bias.value - profile->bias_chance) < 4 * profile->bias.error);
	profile_free(profile);
}

TEST(samples_by_cycles_have_a_bias_beyond_chance)
{
	struct profile *profile = sampled_by(TRIGGER_CYCLES, 4001);

	assert_true(profile->bias.value > 10 * profile->bias_chance);
	assert_true(profile->bias.value > profile->bias_chance + 10 * profile->bias.error);
	profile_free(profile);
}

TEST(samples_by_instructions_have_a_bias_beyond_chance)
{
	struct profile *profile = sampled_by(TRIGGER_INSTRUCTIONS, 1409);

	assert_true(profile->bias.value > 2 * profile->bias_chance);
	profile_free(profile);
}

TEST(a_stack_tells_of_a_bias_at_its_two_ends_only)
{
	struct profile *profile = sampled_by(TRIGGER_CYCLES, 4001);

	assert_true(profile->bias.value < 2.0 / profile->depth);
	profile_free(profile);
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
	const struct profile profile = { .branches = &branch, .n_branches = 1, .blocks = &block,
					 .n_blocks = 1 };

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
	struct profile profile = { .branches = branches, .n_branches = 3, .blocks = blocks,
				   .n_blocks = 1 };
	double fair = profile_bias(&profile, NULL).value;

	assert_true(fair <= 0);
	profile.n_branches = 2;
	/* 3 came in at 20 and stayed, 3 left at 8 and had not come */
	assert_true(fabs(profile_bias(&profile, NULL).value - 2) < 1e-9);
}
