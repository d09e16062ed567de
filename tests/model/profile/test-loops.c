/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loops that are found in branch stacks of walks through small programs, against what was walked.
 */
#include "config.h"
#include "model/profile/loops.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

static struct profile *profile;
static struct hot_loop *loops;
static size_t n;
static const struct hot_loop *loop;	/* that a test looks at */

#define PAGE 0x1000		/* each function of the programs below is in a page of its own */

static struct place page_of(void *data, struct place at)
{
	(void)data;
	at.offset -= at.offset % PAGE;
	return at;
}

static const struct function_start by_page = { page_of, NULL };

static void find(const struct function_start *functions)
{
	free(loops);
	assert_int_equal(loops_find(profile, functions, &loops, &n), 0);
}

static const struct walk_options usual = { .stacks = 3000, .period = 397, .trigger = TRIGGER_TAKEN,
					   .depth = 32, .seed = 1 };

/* Walks through a program and finds its loops. */
static void walk(const struct walk_block *blocks, int n_blocks, const struct walk_options *options)
{
	static const struct profile_object object = { .path = "/usr/bin/app" };
	const struct profile_event event = { .name = "taken", .has_branches = true, .trigger = options->trigger };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	struct walk_taker taker = walk_into_builder(builder);

	assert_non_null(builder);
	walk_program(blocks, n_blocks, options, &(struct walk_truth){ 0 }, &taker);
	profile_free(profile);
	profile = profile_builder_finish(builder, &object, 1, NULL);
	profile_builder_free(builder);
	assert_non_null(profile);
	find(&by_page);
}

#define WALK(blocks) walk(blocks, (int)(sizeof(blocks) / sizeof((blocks)[0])), &usual)

/* The loop that begins at an offset of object 0; NULL: there is none. */
static const struct hot_loop *loop_at(uint64_t header)
{
	for (size_t i = 0; i < n; i++)
		if (loops[i].header.offset == header && loops[i].header.object == 0)
			return &loops[i];
	return NULL;
}

/* Walks through a program; its loop that begins there is `loop` then. */
#define LOOP(blocks, header) (WALK(blocks), loop = loop_at(header), assert_non_null(loop))

static void expect_near(double value, double expected, double error)
{
	if (fabs(value - expected) > error)
		fail_msg("%g is not %g, within %g", value, expected, error);
}

static void expect_estimate(struct estimate estimate, double expected)
{
	assert_true(estimate.error >= 0);
	expect_near(estimate.value, expected, 3 * estimate.error + 1e-9);
}

/* Outer block 0, a loop of one block with 10 trips, and back. */
static const struct walk_block simple[] = {
	{ 0, 0x1000, 0x100c, BRANCH_CONDITIONAL, 1, { { 0, 0 } }, .cycles = 3 },
	{ 0, 0x1010, 0x101c, BRANCH_CONDITIONAL, 2, { { 1, 1 } }, .trips = 10, .cycles = 7 },
	{ 0, 0x1020, 0x1024, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 2 },
};

TEST(a_loop_of_one_block_has_its_trips_and_the_blocks_time)
{
	LOOP(simple, 0x1010);
	assert_int_equal(loop->end.offset, 0x101c);
	assert_int_equal(loop->function.offset, 0x1000);
	expect_estimate(loop->trips, 10);
	expect_estimate(loop->again, 0.9);
	assert_true(loop->block != LOOP_NONE);
	expect_estimate(loop->cycles, 7);
	assert_int_equal(loop->back_edges, 1);
	assert_false(loop->has_calls);
}

TEST(the_time_of_an_iteration_counts_all_of_its_blocks)
{
	LOOP(simple, 0x1000);
	/* 3, then 10 of 7, then 2; stacks cut it anywhere. */
	expect_near(loop->cycles.value, 75, 2);
	expect_near(loop->time, 1, 1e-6);
	assert_int_equal(loop->block, LOOP_NONE);
}

TEST(a_loop_whose_end_was_never_seen_has_no_trips)
{
	LOOP(simple, 0x1000);
	assert_true(isnan(loop->trips.value));
	assert_int_equal(loop->iterations, loop->repeated);
}

TEST(trips_of_a_loop_whose_end_was_hardly_seen_are_a_bound)
{
	struct hot_loop seen = { .iterations = 1360, .trips = { 1360, 1359.5 } };

	assert_false(loop_knows_trips(&seen));
	expect_near(loop_least_trips(&seen), 259.4, .1);
	seen.trips = (struct estimate){ NAN, NAN };
	expect_near(loop_least_trips(&seen), 1360. / 3, 1e-6);
	seen.trips = (struct estimate){ 4, .1 };
	assert_true(loop_knows_trips(&seen));
}

TEST(a_loop_in_a_loop_knows_the_one_around_it)
{
	WALK(simple);
	assert_ptr_equal(&loops[loop_at(0x1010)->inside], loop_at(0x1000));
	assert_int_equal(loop_at(0x1000)->inside, LOOP_NONE);
}

/* The test is at the top: it leaves with 1/5, and the bottom jumps back. */
static const struct walk_block tested_at_top[] = {
	{ 0, 0x1000, 0x1008, BRANCH_JUMP, 0, { { 1, 1 } }, .cycles = 1 },
	{ 0, 0x1010, 0x1014, BRANCH_CONDITIONAL, 2, { { 3, 0.2 } }, .cycles = 2 },
	{ 0, 0x1018, 0x1024, BRANCH_JUMP, 0, { { 1, 1 } }, .cycles = 4 },
	{ 0, 0x1028, 0x102c, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 1 },
};

TEST(a_jump_back_has_the_trips_of_its_exit)
{
	LOOP(tested_at_top, 0x1010);
	expect_estimate(loop->trips, 5);
}

/* A loop of 4 trips that calls a function in another page. */
static const struct walk_block with_call[] = {
	{ 0, 0x1000, 0x1004, BRANCH_JUMP, 0, { { 1, 1 } }, .cycles = 1 },
	{ 0, 0x1010, 0x1018, BRANCH_CALL, 2, { { 4, 1 } }, .cycles = 2 },
	{ 0, 0x101c, 0x1024, BRANCH_CONDITIONAL, 3, { { 1, 1 } }, .trips = 4, .cycles = 3 },
	{ 0, 0x1028, 0x102c, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 1 },
	{ 0, 0x2000, 0x2010, BRANCH_RETURN, 0, { { 0, 1 } }, .cycles = 50 },
};

TEST(a_loop_with_a_call_is_found_and_says_that_the_call_is_not_timed)
{
	LOOP(with_call, 0x1010);
	expect_estimate(loop->trips, 4);
	assert_true(loop->has_calls);
	expect_near(loop->cycles.value, 5, 0.3);
}

TEST(a_function_that_calls_backwards_is_no_loop)
{
	/* The callee is before its caller; the walk begins at block 0. */
	static const struct walk_block program[] = {
		{ 0, 0x3000, 0x3004, BRANCH_JUMP, 0, { { 1, 1 } }, .cycles = 1 },
		{ 0, 0x2000, 0x2010, BRANCH_CALL, 2, { { 3, 1 } }, .cycles = 5 },
		{ 0, 0x2014, 0x2018, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 5 },
		{ 0, 0x1000, 0x1010, BRANCH_RETURN, 0, { { 0, 1 } }, .cycles = 5 },
	};

	WALK(program);
	assert_null(loop_at(0x1000));
}

/* A cold part behind the function's end jumps back into it, but nothing leads to it again. */
static const struct walk_block cold[] = {
	{ 0, 0x1000, 0x1008, BRANCH_CONDITIONAL, 1, { { 2, 0.3 } }, .cycles = 1 },
	{ 0, 0x100c, 0x1018, BRANCH_JUMP, 0, { { 3, 1 } }, .cycles = 2 },
	{ 0, 0x1020, 0x1028, BRANCH_JUMP, 0, { { 1, 1 } }, .cycles = 9 },
	{ 0, 0x2000, 0x2004, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 9 },
};

TEST(a_jump_back_from_a_cold_part_is_no_loop)
{
	WALK(cold);
	assert_null(loop_at(0x100c));
}

TEST(without_kinds_the_function_decides)
{
	struct walk_options options = usual;

	options.no_kinds = true;
	walk(with_call, 5, &options);
	assert_non_null(loop_at(0x1010));
	/* Without functions only what is seen to run from its begin to the branch back. */
	find(NULL);
	assert_null(loop_at(0x1010));
	walk(simple, 3, &options);
	find(NULL);
	assert_non_null(loop_at(0x1010));
}

TEST(without_cycles_a_loop_has_trips_and_no_time)
{
	struct walk_options options = usual;
	options.no_cycles = true;
	walk(simple, 3, &options);
	loop = loop_at(0x1010);
	expect_estimate(loop->trips, 10);
	assert_true(isnan(loop->cycles.value));
	assert_true(isnan(loop->time));
}

/* Of many runs about 68 % are within one error; here at least half, and nearly all within 3. */
TEST(stated_errors_of_trips_hold)
{
	static const struct walk_block random_trips[] = {
		{ 0, 0x1000, 0x100c, BRANCH_CONDITIONAL, 1, { { 0, 0 } }, .cycles = 3 },
		{ 0, 0x1010, 0x101c, BRANCH_CONDITIONAL, 2, { { 1, 0.9 } }, .cycles = 7 },
		{ 0, 0x1020, 0x1024, BRANCH_JUMP, 0, { { 0, 1 } }, .cycles = 2 },
	};
	int within = 0, far = 0;

	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct walk_options options = usual;
		struct estimate trips;

		options.seed = seed;
		options.stacks = 300;
		walk(random_trips, 3, &options);
		trips = loop_at(0x1010)->trips;
		within += fabs(trips.value - 10) <= trips.error;
		far += fabs(trips.value - 10) > 3 * trips.error;
	}
	if (within < 32 || within > 50 || far > 2)
		fail_msg("%d of 60 within one error, %d beyond three", within, far);
}

TEST(a_profile_without_branches_has_no_loops)
{
	struct profile none = { 0 };

	free(loops);
	assert_int_equal(loops_find(&none, NULL, &loops, &n), 0);
	assert_int_equal(n, 0);
}

AROUND(done)
{
	free(loops);
	profile_free(profile);
}

const struct around_tests around_tests = { .teardown_all = done };
