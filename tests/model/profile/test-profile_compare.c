/* SPDX-License-Identifier: GPL-2.0-only */
/* Two profiles compared: what is the same place in both, and what changed beyond doubt. */
#include "config.h"
#include "model/profile/profile_compare.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/test_main.h"

#define NOT_KNOWN { NAN, NAN }

static const struct fake_symbol before_symbols[] = {
	{ 0, 0x1000, 0x100, "main", "p.c", 5 }, { 0, 0x1100, 0x100, "probe", NULL, 0 },
};
/* The same functions, further behind in the object. */
static const struct fake_symbol after_symbols[] = {
	{ 0, 0x5000, 0x100, "main", "p.c", 5 }, { 0, 0x5100, 0x100, "probe", NULL, 0 },
};

static struct profile_object objects[SIDES][1];
static struct fake_names fake[SIDES];
static struct code_names names[SIDES];
static const struct code_names *const names_of[SIDES] = { &names[BEFORE], &names[AFTER] };
static struct profile profile[SIDES];
static const struct profile *const of[SIDES] = { &profile[BEFORE], &profile[AFTER] };
static struct profile_address addresses[SIDES][8];
static struct profile_branch branches[SIDES][8];
static struct place frames[SIDES][8];
static struct profile_stack stacks[SIDES][4];
static struct profile_comparison comparison;

SETUP
{
	fake[BEFORE] = (struct fake_names){ .symbols = before_symbols, .n = 2 };
	fake[AFTER] = (struct fake_names){ .symbols = after_symbols, .n = 2 };
	for (enum side side = BEFORE; side < SIDES; side++) {
		names[side] = fake_names(&fake[side]);
		objects[side][0] = (struct profile_object){
			.path = side == BEFORE ? "/old/memhog" : "/new/memhog",
			.build_id = { (unsigned char)(side + 1) }, .build_id_len = 1
		};
		profile[side] = (struct profile){
			.addresses = addresses[side], .branches = branches[side],
			.frames = frames[side], .stack = stacks[side],
			.objects = objects[side], .n_objects = 1
		};
	}
}

TEARDOWN
{
	profile_comparison_done(&comparison);
}

static void sample(enum side side, uint64_t offset, uint64_t samples)
{
	addresses[side][profile[side].n_addresses++] = (struct profile_address){
		.at = { .offset = offset }, .pid = 7, .samples = samples, .weight = samples,
		.squares = (double)samples
	};
	profile[side].samples += samples;
	profile[side].weight += samples;
	profile[side].squares += (double)samples;
}

static struct profile_branch *branch(enum side side, uint64_t from, uint64_t to, double share,
				     double error)
{
	struct profile_branch *row = &branches[side][profile[side].n_branches++];

	*row = (struct profile_branch){
		.from = { .offset = from }, .to = { .offset = to },
		.taken = (uint64_t)(share * 10000), .share = { share, error },
		.probability = NOT_KNOWN, .misp_taken = NOT_KNOWN, .misp_all = NOT_KNOWN,
		.cycles = NOT_KNOWN
	};
	profile[side].entries = 10000;
	return row;
}

static void compare_functions(size_t rows)
{
	assert_int_equal(profile_compare_functions(&comparison, of, names_of), 0);
	assert_int_equal(comparison.n, rows);
}

static void compare_branches(size_t rows)
{
	assert_int_equal(profile_compare_branches(&comparison, of, names_of), 0);
	assert_int_equal(comparison.n, rows);
}

/* Two functions, with so many samples before and after. */
static void compare_two(uint64_t first, uint64_t second, uint64_t first_after, uint64_t second_after)
{
	sample(BEFORE, 0x1010, first);
	sample(BEFORE, 0x1110, second);
	sample(AFTER, 0x5020, first_after);
	sample(AFTER, 0x5130, second_after);
	compare_functions(2);
}

static const struct compared_number *share(size_t row)
{
	assert_true(row < comparison.n);
	return &comparison.rows[row].number[COMPARED_SHARE];
}

TEST(functions_are_matched_by_name_wherever_they_stand)
{
	compare_two(600, 400, 300, 700);
	assert_true(fabs(fabs(share(0)->change.value) - .3) < 1e-9);
	assert_int_equal(comparison.rows[0].joined[BEFORE], 1);
	assert_int_equal(comparison.rows[0].joined[AFTER], 1);
}

/* Errors: sqrt(.24 / 1000) and sqrt(.21 / 1000) are .0155 and .0145; together .0212. */
TEST(what_is_more_than_three_errors_changed_beyond_doubt)
{
	compare_two(600, 400, 670, 330);
	assert_true(fabs(share(0)->change.error - .0212) < 1e-3);
	assert_true(share(0)->beyond_doubt);
}

TEST(what_is_less_is_in_doubt)
{
	compare_two(600, 400, 660, 340);
	assert_false(share(0)->beyond_doubt);
}

TEST(a_function_of_one_side_only_changed_by_its_share)
{
	sample(BEFORE, 0x1010, 1000);
	sample(AFTER, 0x5010, 500);
	sample(AFTER, 0x5110, 500);
	compare_functions(2);
	for (size_t i = 0; i < 2; i++) {
		if (comparison.rows[i].row[BEFORE] != COMPARED_NONE)
			continue;
		assert_true(isnan(share(i)->of[BEFORE].value));
		assert_true(fabs(share(i)->change.value - .5) < 1e-9);
		assert_true(share(i)->beyond_doubt);
	}
}

/* 1 of 1 and 0 of 1: each has the error 1. */
TEST(a_single_sample_proves_nothing)
{
	sample(BEFORE, 0x1010, 1);
	sample(AFTER, 0x5110, 1);
	compare_functions(2);
	assert_false(share(0)->beyond_doubt);
	assert_false(share(1)->beyond_doubt);
}

TEST(functions_without_a_symbol_are_matched_by_address)
{
	sample(BEFORE, 0x9000, 10);
	sample(AFTER, 0x9000, 10);
	compare_functions(1);
}

/* main+0x10 and main+0x12 are both line 6. */
TEST(branches_of_another_build_are_matched_by_line)
{
	branch(BEFORE, 0x1010, 0x1020, .5, .01);
	branch(AFTER, 0x5012, 0x5021, .4, .01);
	compare_branches(1);
	assert_true(fabs(share(0)->change.value + .1) < 1e-9);
	assert_true(fabs(share(0)->change.error - .01 * sqrt(2)) < 1e-9);
	assert_true(share(0)->beyond_doubt);
}

TEST(branches_of_the_same_line_are_added_up)
{
	branch(BEFORE, 0x1010, 0x1020, .3, .03);
	branch(BEFORE, 0x1014, 0x1020, .2, .04)->probability = (struct estimate){ .5, .1 };
	branch(AFTER, 0x5010, 0x5020, .5, .01);
	compare_branches(1);
	assert_int_equal(comparison.rows[0].joined[BEFORE], 2);
	assert_int_equal(comparison.rows[0].row[BEFORE], 0);	/* the heaviest */
	assert_int_equal(comparison.rows[0].count[BEFORE], 5000);
	assert_true(fabs(share(0)->of[BEFORE].value - .5) < 1e-9);
	assert_true(fabs(share(0)->of[BEFORE].error - .05) < 1e-9);
	assert_true(isnan(comparison.rows[0].number[COMPARED_PROBABILITY].of[BEFORE].value));
	assert_false(share(0)->beyond_doubt);
}

TEST(without_lines_branches_are_matched_by_offset_in_the_function)
{
	branch(BEFORE, 0x1110, 0x1120, .5, .01);
	branch(BEFORE, 0x1114, 0x1120, .1, .01);
	branch(AFTER, 0x5110, 0x5120, .5, .01);
	compare_branches(2);
}

TEST(branches_of_the_same_build_are_matched_by_address)
{
	objects[AFTER][0].build_id[0] = objects[BEFORE][0].build_id[0];
	fake[AFTER] = fake[BEFORE];
	branch(BEFORE, 0x1010, 0x1020, .5, .01);
	branch(BEFORE, 0x1014, 0x1020, .5, .01);	/* the same line */
	branch(AFTER, 0x1010, 0x1020, .5, .01);
	compare_branches(2);
}

TEST(each_number_of_a_branch_is_compared_with_its_error)
{
	const struct compared_number *number;

	branch(BEFORE, 0x1010, 0x1020, .5, .01)->misp_taken = (struct estimate){ .20, .01 };
	branch(AFTER, 0x5010, 0x5020, .5, .01)->misp_taken = (struct estimate){ .02, .005 };
	compare_branches(1);
	number = comparison.rows[0].number;
	assert_true(number[COMPARED_MISPREDICTED].beyond_doubt);
	assert_true(fabs(number[COMPARED_MISPREDICTED].change.value + .18) < 1e-9);
	assert_false(number[COMPARED_PROBABILITY].beyond_doubt);
	assert_false(share(0)->beyond_doubt);
}

/* The innermost frame is the first. */
static void stack(enum side side, uint64_t function, uint64_t caller, uint64_t samples)
{
	struct profile *p = &profile[side];

	frames[side][p->n_frames] = (struct place){ .offset = function };
	frames[side][p->n_frames + 1] = (struct place){ .offset = caller };
	stacks[side][p->n_stack++] = (struct profile_stack){ .first = (uint32_t)p->n_frames, .n = 2, .samples = samples,
							     .weight = samples, .squares = (double)samples };
	p->n_frames += 2;
	p->weight += samples;
	p->squares += (double)samples;
}

TEST(frames_are_matched_by_their_function_and_all_its_callers)
{
	stack(BEFORE, 0x1110, 0x1010, 600);	/* probe, called by main; then the other way round */
	stack(BEFORE, 0x1010, 0x1110, 400);
	stack(AFTER, 0x5110, 0x5010, 900);
	stack(AFTER, 0x5010, 0x5110, 100);
	assert_int_equal(profile_compare_stacks(&comparison, of, names_of), 0);
	assert_int_equal(comparison.n, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct compared_number *self = &comparison.rows[i].number[COMPARED_SELF];
		const bool calls = comparison.calls[AFTER]->nodes[comparison.rows[i].row[AFTER]].below;

		assert_true(fabs(fabs(share(i)->change.value) - .3) < 1e-9 && share(i)->beyond_doubt);
		assert_true(fabs(fabs(self->change.value) - (calls ? 0 : .3)) < 1e-9);
	}
}

TEST(the_share_that_changed_most_comes_first)
{
	branch(BEFORE, 0x1010, 0x1020, .5, .01);
	branch(BEFORE, 0x1110, 0x1120, .5, .01);
	branch(AFTER, 0x5010, 0x5020, .45, .01);
	branch(AFTER, 0x5110, 0x5120, .1, .01);
	branch(AFTER, 0x9000, 0x9001, .45, .01);
	compare_branches(3);
	assert_true(fabs(share(0)->change.value) >= fabs(share(1)->change.value));
	assert_true(fabs(share(1)->change.value) >= fabs(share(2)->change.value));
}

TEST(empty_profiles_are_equal)
{
	compare_functions(0);
	profile_comparison_done(&comparison);
	compare_branches(0);
}
