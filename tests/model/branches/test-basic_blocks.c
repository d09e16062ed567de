/* SPDX-License-Identifier: GPL-2.0-only */
/* Basic blocks of the functions of fixture_profile.h, against the program that was walked. */
#include "config.h"
#include "model/branches/basic_blocks.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

static struct profile *profile;
static struct basic_blocks *blocks;

/* Of main, and with its disassembly if asked for. */
static void make(bool with_code)
{
	static struct code_instruction code[256];
	struct place start = fixture_start(MAIN_CALLS_PROBE), end = start;
	size_t n = 0;

	end.offset += 0xa0;
	for (uint64_t at = 0; with_code && at < 0xa0; at += 4)
		code[n++] = (struct code_instruction){ .at = { start.offset + at, start.object },
						       .size = 4 };
	basic_blocks_free(blocks);
	blocks = basic_blocks_new(profile, start, end, with_code ? code : NULL, n);
	assert_non_null(blocks);
}

static const struct basic_block *block_at(enum fixture_block block)
{
	for (size_t i = 0; i < blocks->n; i++)
		if (place_equal(blocks->blocks[i].start, fixture_start(block)))
			return &blocks->blocks[i];
	return NULL;
}

TEST(blocks_are_divided_as_the_program_is)
{
	make(true);
	for (enum fixture_block i = MAIN_CALLS_PROBE; i <= MAIN_JUMPS; i++) {
		assert_non_null(block_at(i));
		assert_true(place_equal(block_at(i)->end, fixture_branch(i)));
		assert_true(block_at(i)->ends_in_branch);
	}
	assert_int_equal(blocks->n, MAIN_JUMPS - MAIN_CALLS_PROBE + 1);
}

TEST(what_comes_in_is_what_goes_out)
{
	make(true);
	for (size_t i = 0; i < blocks->n; i++) {
		const struct basic_block *block = &blocks->blocks[i];

		assert_int_equal(block->entered + block->fallen_in, block->executed);
		assert_int_equal(block->left + block->fallen_out, block->executed);
	}
}

TEST(a_branch_that_is_not_taken_falls_into_the_next_block)
{
	double part;

	make(true);
	/* Of the 20 % branch; the block before it is left by a call always. */
	part = (double)block_at(MAIN_SKIPS)->left / (double)block_at(MAIN_SKIPS)->executed;
	assert_true(fabs(part - 0.2) < 0.02);
	assert_int_equal(block_at(MAIN_SKIPS)->fallen_out, block_at(MAIN_CALLS_CRC)->fallen_in);
	assert_int_equal(block_at(MAIN_CALLS_PROBE)->fallen_out, 0);
}

TEST(without_disassembly_a_start_after_a_branch_is_not_known)
{
	make(false);
	for (size_t i = 0; i < blocks->n; i++)
		if (!blocks->blocks[i].entered && !blocks->blocks[i].arrivals)
			assert_false(blocks->blocks[i].start_known);
	assert_true(block_at(MAIN_LOOPS)->start_known);
	assert_int_equal(block_at(MAIN_LOOPS)->instructions, 0);
}

TEST(with_disassembly_instructions_are_counted)
{
	make(true);
	assert_int_equal(block_at(MAIN_CALLS_PROBE)->instructions, 4);
	assert_int_equal(block_at(MAIN_JUMPS)->instructions, 3);
}

TEST(the_time_of_the_function_is_divided_among_its_blocks)
{
	double whole = 0, sum = 0;

	make(true);
	for (size_t i = 0; i < profile->n_blocks; i++)
		if (profile->blocks[i].start.object == OBJECT_MEMHOG &&
		    profile->blocks[i].start.offset < 0x10a0)
			whole += profile->blocks[i].time.value;
	for (size_t i = 0; i < blocks->n; i++)
		sum += blocks->blocks[i].time;
	assert_true(fabs(sum - blocks->time) < 1e-9);
	/* Bytes between the last instruction's begin and the next block are in neither. */
	assert_true(fabs(sum - whole) < 0.1 * whole);
	assert_true(block_at(MAIN_CALLS_PROBE)->time_divided < 1e-9);
	assert_true(block_at(MAIN_CALLS_CRC)->time_divided > 0.99);
}

TEST(an_unbiased_profile_has_hardly_any_bias)
{
	make(true);
	assert_true(blocks->bias < 0.05);
}

TEST(code_that_never_ran_has_no_blocks)
{
	struct place start = fixture_start(MAIN_CALLS_PROBE), end;

	start.offset = 0x9000;
	end = start;
	end.offset += 0x100;
	basic_blocks_free(blocks);
	blocks = basic_blocks_new(profile, start, end, NULL, 0);
	assert_int_equal(blocks->n, 0);
	assert_true(isnan(blocks->bias));
}

FIXTURE(setup)
{
	profile = fixture_profile();
	return !profile;
}

AROUND(done)
{
	basic_blocks_free(blocks);
	profile_free(profile);
}

const struct around_tests around_tests = { .setup_all = setup, .teardown_all = done };
