/* SPDX-License-Identifier: GPL-2.0-only */
/* The instructions of one block or function, and the samples at each. */
#include "config.h"
#include "ui/code_views/views.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

#define START 0x1200		/* of hash_probe */

static struct code_screen code;
static struct profile profile;
static struct profile_address addresses[8];
static struct code_names names;

/* Samples at addresses of hash_probe, each with a weight of 10. */
static void make(const uint64_t *at, const uint64_t *samples, size_t n, bool disassembly)
{
	code_block_done(&code);
	names = fixture_names;
	if (!disassembly)
		names.instructions = NULL;
	for (size_t i = 0; i < n; i++)
		addresses[i] = (struct profile_address){
			.at = { at[i], OBJECT_MEMHOG }, .pid = (int32_t)i + 1,
			.samples = samples[i], .weight = samples[i] * 10,
			.squares = 100.0 * (double)samples[i],
		};
	profile = (struct profile){ .addresses = addresses, .n_addresses = n,
				    .objects = fixture_objects, .n_objects = FIXTURE_OBJECTS };
	code = (struct code_screen){
		.of.profile = &profile, .n_steps = 1, .of.names = &names, .views = code_views,
		.steps = { { .view = CODE_BLOCK, .start = { START, OBJECT_MEMHOG },
			     .end = { START + 0x20, OBJECT_MEMHOG } } },
	};
	assert_true(code_block_make(&code));
}

static const char *cell(size_t row, const char *title)
{
	static struct code_cell cell;

	cell = (struct code_cell){ .text = "" };
	for (size_t i = 0; i < instruction_rows.n; i++)
		if (strcmp(instruction_rows.columns[i].title, title) == 0)
			row_cell(&instruction_rows.columns[i], &code.of, &code.instructions.rows[row], &cell);
	return cell.text;
}

TEST(samples_stand_at_their_instruction)
{
	make((const uint64_t[]){ START + 4, START + 0xc }, (const uint64_t[]){ 1, 3 }, 2, true);
	assert_int_equal(code.instructions.n, 8);
	assert_string_equal(cell(1, "SAMPLES"), "1");
	assert_string_equal(cell(3, "SAMPLES"), "3");
	assert_string_equal(cell(0, "SAMPLES"), "");
}

TEST(a_sample_within_an_instruction_belongs_to_it)
{
	make((const uint64_t[]){ START + 5 }, (const uint64_t[]){ 2 }, 1, true);
	assert_string_equal(cell(1, "SAMPLES"), "2");
}

TEST(samples_of_several_processes_are_added)
{
	make((const uint64_t[]){ START + 4, START + 4 }, (const uint64_t[]){ 1, 3 }, 2, true);
	assert_string_equal(cell(1, "SAMPLES"), "4");
}

TEST(samples_outside_of_the_code_are_left_out)
{
	make((const uint64_t[]){ START - 4, START + 0x20, START }, (const uint64_t[]){ 5, 6, 1 },
	     3, true);
	assert_true(code.instructions.all.weight == 10);
}

TEST(without_disassembly_each_sampled_address_has_a_row)
{
	make((const uint64_t[]){ START + 8, START + 4, START + 8 }, (const uint64_t[]){ 1, 2, 3 },
	     3, false);
	assert_int_equal(code.instructions.n, 2);
	assert_string_equal(cell(0, "SAMPLES"), "2");
	assert_string_equal(cell(1, "SAMPLES"), "4");
	assert_string_equal(cell(1, "ADDRESS"), "401208");
}

TEST(without_disassembly_and_samples_it_says_so)
{
	make(NULL, NULL, 0, false);
	assert_int_equal(code.instructions.n, 0);
	assert_non_null(strstr(code_block_nothing(&code), "no disassembly"));
}

TEST(shares_have_an_error_also_that_of_all_samples)
{
	make((const uint64_t[]){ START }, (const uint64_t[]){ 114 }, 1, true);
	assert_string_equal(cell(0, "SHARE%"), "100.0 ±1.0");
	make((const uint64_t[]){ START, START + 4 }, (const uint64_t[]){ 50, 50 }, 2, true);
	assert_string_equal(cell(0, "SHARE%"), "50.0 ±5.0");
	assert_string_equal(cell(2, "SHARE%"), "");
}
