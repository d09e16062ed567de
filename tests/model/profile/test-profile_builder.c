/* SPDX-License-Identifier: GPL-2.0-only */
/* From branch stacks to branches, blocks and probabilities, on samples whose truth is known. */
#include "config.h"
#include "model/profile/profile_builder.h"

#include <math.h>

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test.h"

TEST(shares_of_branches_are_those_of_the_program)
{
	const struct walk_options options = { .stacks = 2000, .period = 397, .depth = 32,
					      .trigger = TRIGGER_TAKEN };
	struct walk_truth truth;
	struct profile *profile = fixture_profile_of(&options, &truth);
	const struct profile_branch *skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);
	double share = (double)truth.taken[MAIN_SKIPS][0] / (double)truth.all_taken;

	assert_true(fabs(skip->share.value - share) < 3 * skip->share.error);
	assert_true(skip->share.error < 0.1 * share);
	profile_free(profile);
}

TEST(a_probability_is_ended_of_executed_blocks)
{
	struct profile *profile = fixture_profile();
	const struct profile_branch *skip = fixture_find_branch(profile, MAIN_SKIPS, MAIN_LOOPS);

	assert_true(fabs(skip->probability.value - 0.2) < 3 * skip->probability.error);
	assert_true(skip->probability.error > 0 && skip->probability.error < 0.02);
	profile_free(profile);
}

TEST(a_load_of_two_latencies_has_two_modes)
{
	struct profile *profile = fixture_profile();
	const struct profile_block *load = fixture_find_block(profile, PROBE_LOADS, PROBE_LOADS);

	assert_non_null(load);
	assert_int_equal(load->n_modes, 2);
	assert_in_range(load->modes[0].peak, 70, 105);
	assert_in_range(load->modes[1].peak, 270, 310);
	assert_true(fabs(load->modes[0].part - 0.18) < 0.04);
	profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_of_branches_are_those_of_the_program),
		cmocka_unit_test(a_probability_is_ended_of_executed_blocks),
		cmocka_unit_test(a_load_of_two_latencies_has_two_modes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
