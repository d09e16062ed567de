/* SPDX-License-Identifier: GPL-2.0-only */
/* Superblocks of the walk of fixture_profile.h. */
#include "config.h"
#include "model/profile/paths.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

static struct profile *profile;
static struct function_start functions;
static struct paths *paths;

FIXTURE(setup)
{
	functions = function_start_names(&fixture_names);
	profile = fixture_profile();
	paths = paths_new(profile, &functions);
	return !paths;
}

AROUND(done)
{
	paths_free(paths);
	profile_free(profile);
}

static const struct profile_block *member(const struct hot_path *path, uint32_t i)
{
	return &profile->blocks[paths->members[path->first + i]];
}

/* The path that has the block from one's start to another's end, and where in it. */
static const struct hot_path *path_with(enum fixture_block start, enum fixture_block end,
					uint32_t *at)
{
	for (size_t p = 0; p < paths->n_paths; p++)
		for (uint32_t i = 0; i < paths->paths[p].n; i++)
			if (member(&paths->paths[p], i) == fixture_find_block(profile, start, end)) {
				*at = i;
				return &paths->paths[p];
			}
	return NULL;
}

TEST(each_block_is_in_one_path)
{
	unsigned char *seen = calloc(profile->n_blocks, 1);
	uint32_t n = 0;

	for (size_t p = 0; p < paths->n_paths; p++)
		for (uint32_t i = 0; i < paths->paths[p].n; i++) {
			uint32_t block = paths->members[paths->paths[p].first + i];

			assert_false(seen[block]++);
			n++;
		}
	assert_int_equal(n, profile->n_blocks);
	assert_int_equal(n, paths->n_members);
	free(seen);
}

TEST(neighbours_of_a_path_follow_in_half_of_the_cases_or_more)
{
	for (size_t p = 0; p < paths->n_paths; p++)
		for (uint32_t i = 1; i < paths->paths[p].n; i++) {
			const uint32_t *at = &paths->members[paths->paths[p].first + i];

			assert_true(paths_follows(profile, at[-1], at[0]) >= 0.5);
		}
}

TEST(a_call_and_what_it_calls_run_one_after_the_other)
{
	uint32_t at;
	const struct hot_path *path = path_with(KERNEL_CALLS, KERNEL_CALLS, &at);

	assert_non_null(path);
	assert_true(at + 2 < path->n);
	assert_ptr_equal(member(path, at + 1), fixture_find_block(profile, KERNEL_WORKS, KERNEL_WORKS));
	assert_ptr_equal(member(path, at + 2), fixture_find_block(profile, KERNEL_RETURNS, KERNEL_RETURNS));
}

TEST(a_path_has_the_count_of_its_rarest_pair)
{
	for (size_t p = 0; p < paths->n_paths; p++) {
		const struct hot_path *path = &paths->paths[p];

		for (uint32_t i = 0; i < path->n; i++)
			assert_true(path->count <= member(path, i)->executed);
		assert_true(path->count > 0);
	}
}

TEST(paths_are_sorted_by_time_and_their_time_is_that_of_all_blocks)
{
	double sum = 0;

	for (size_t p = 0; p < paths->n_paths; p++) {
		assert_true(!p || paths->paths[p].time <= paths->paths[p - 1].time);
		sum += paths->paths[p].time;
	}
	assert_true(fabs(sum - 1) < 1e-6);
}

TEST(cycles_of_a_path_are_the_sum_of_its_blocks)
{
	const struct hot_path *path = &paths->paths[0];
	double sum = 0, squares = 0;

	for (uint32_t i = 0; i < path->n; i++) {
		sum += member(path, i)->cycles.value;
		squares += pow(member(path, i)->cycles.error, 2);
	}
	assert_true(fabs(path->cycles.value - sum) < 1e-9);
	assert_true(fabs(path->cycles.error - sqrt(squares)) < 1e-9);
}

TEST(a_path_that_closes_is_an_iteration_of_its_loop)
{
	uint32_t at;
	const struct hot_path *path = path_with(CRC_LOOPS, CRC_LOOPS, &at);

	assert_non_null(path);
	assert_int_equal(path->n, 1);
	assert_true(path->loop != LOOP_NONE);
	assert_true(place_equal(paths->loops[path->loop].header, fixture_start(CRC_LOOPS)));
	assert_true(fabs(paths->loops[path->loop].trips.value - 16) < 1);
}

TEST(recursion_is_no_loop)
{
	for (size_t i = 0; i < paths->n_loops; i++)
		assert_false(place_equal(paths->loops[i].header, fixture_start(DESCEND)));
}

TEST(how_often_a_block_follows_is_told_of_those_that_were_seen)
{
	double sum = 0;

	for (uint32_t to = 0; to < profile->n_blocks; to++)
		sum += paths_follows(profile, 0, to);
	assert_true(fabs(sum - 1) < 1e-9);
	assert_true(isnan(paths_follows(profile, (uint32_t)profile->n_blocks, 0)));
}

TEST(without_cycles_paths_are_sorted_by_count)
{
	struct walk_options options = { .stacks = 300, .period = 397, .trigger = TRIGGER_TAKEN,
					.depth = 32, .no_cycles = true, .seed = 1 };
	struct profile *blind = fixture_profile_of(&options, NULL);
	struct paths *found = paths_new(blind, &functions);

	for (size_t p = 0; p < found->n_paths; p++) {
		assert_true(isnan(found->paths[p].time));
		assert_true(isnan(found->paths[p].cycles.value));
		assert_true(!p || found->paths[p].count <= found->paths[p - 1].count);
	}
	paths_free(found);
	profile_free(blind);
}

const struct around_tests around_tests = { .setup_all = setup, .teardown_all = done };
