/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples by function: which addresses are one row, its share, and the texts of places. */
#include "config.h"
#include "model/profile/functions.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/test_main.h"

static const struct fake_symbol symbols[] = {
	{ 0, 0x1000, 0x100, "main", "p.c", 5 },
	{ 0, 0x1100, 0x80, "hash_probe", "probe.h", 118 },
	{ 1, 0x1000, 0x40, "crc32", NULL, 0 },
};

static const struct profile_object objects[] = {
	{ .path = "/usr/bin/memhog" },
	{ .path = "/usr/lib/libz.so.1" },
};

static struct fake_names fake;
static struct code_names names;
static struct profile profile;
static struct profile_address addresses[16];
static struct functions functions;

SETUP
{
	fake = (struct fake_names){ .symbols = symbols, .n = 3, .base = 0x400000 };
	names = fake_names(&fake);
	profile = (struct profile){ .addresses = addresses, .objects = objects, .n_objects = 2 };
}

TEARDOWN
{
	functions_done(&functions);
}

static void sample(int32_t pid, uint32_t object, uint64_t offset, uint64_t samples, uint64_t period)
{
	addresses[profile.n_addresses++] = (struct profile_address){
		.at = { .object = object, .offset = offset }, .pid = pid, .samples = samples,
		.weight = samples * period,
		.squares = (double)samples * (double)period * (double)period
	};
	profile.samples += samples;
	profile.weight += samples * period;
	profile.squares += (double)samples * (double)period * (double)period;
}

static void find(enum functions_by by, size_t n)
{
	assert_int_equal(functions_init(&functions, &profile, &names, by), 0);
	assert_int_equal(functions.n, n);
}

TEST(addresses_of_a_function_are_one_row)
{
	sample(7, 0, 0x1010, 3, 1);
	sample(7, 0, 0x10ff, 4, 1);
	sample(7, 0, 0x1100, 2, 1);
	find(FUNCTIONS_BY_PROCESS, 2);
	assert_int_equal(functions.rows[0].start.offset, 0x1000);
	assert_int_equal(functions.rows[0].samples, 7);
	assert_int_equal(functions.rows[0].hottest.offset, 0x10ff);
	assert_int_equal(functions.rows[1].samples, 2);
	assert_true(functions.rows[1].named);
}

TEST(the_same_offset_in_another_object_is_another_function)
{
	sample(7, 0, 0x1010, 3, 1);
	sample(7, 1, 0x1010, 4, 1);
	find(FUNCTIONS_BY_PROCESS, 2);
}

TEST(processes_are_apart_or_added_up_as_asked)
{
	sample(7, 0, 0x1010, 3, 1);
	sample(8, 0, 0x1020, 4, 1);
	find(FUNCTIONS_BY_PROCESS, 2);
	assert_int_equal(functions.rows[0].pid, 8);
	functions_done(&functions);
	find(FUNCTIONS_OF_ALL, 1);
	assert_int_equal(functions.rows[0].pid, 0);
	assert_int_equal(functions.rows[0].samples, 7);
}

TEST(the_hottest_address_is_that_of_all_processes)
{
	sample(7, 0, 0x1010, 5, 1);
	sample(8, 0, 0x1020, 4, 1);
	sample(9, 0, 0x1020, 3, 1);
	assert_int_equal(functions_init(&functions, &profile, &names, FUNCTIONS_OF_ALL), 0);
	assert_int_equal(functions.rows[0].hottest.offset, 0x1020);
	assert_int_equal(functions.rows[0].hottest_weight, 7);
}

TEST(an_address_without_a_symbol_is_a_row_of_its_own)
{
	sample(7, 0, 0x9000, 3, 1);
	sample(7, 0, 0x9001, 4, 1);
	sample(7, PLACE_NO_OBJECT, 0x7f0000001000, 1, 1);
	find(FUNCTIONS_BY_PROCESS, 3);
	assert_false(functions.rows[0].named);
	assert_int_equal(functions.rows[0].start.offset, 0x9001);
}

TEST(names_that_are_still_asked_for_are_counted)
{
	fake.pending = true;
	sample(7, 0, 0x1010, 3, 1);
	sample(7, 0, 0x1020, 4, 1);
	find(FUNCTIONS_BY_PROCESS, 2);
	assert_int_equal(functions.pending, 2);
	assert_int_equal(fake.waited, 0);
}

TEST(a_share_is_of_events_not_of_samples)
{
	sample(7, 0, 0x1010, 10, 100);
	sample(7, 0, 0x1100, 10, 300);
	assert_int_equal(functions_init(&functions, &profile, &names, FUNCTIONS_BY_PROCESS), 0);
	assert_true(fabs(functions.rows[0].share.value - .75) < 1e-9);
	assert_true(fabs(functions.rows[1].share.value - .25) < 1e-9);
}

/* sqrt(.25 * .75 / 48) = .0625 */
TEST(the_error_of_a_share_is_that_of_counting)
{
	sample(7, 0, 0x1010, 36, 5);
	sample(7, 0, 0x1100, 12, 5);
	assert_int_equal(functions_init(&functions, &profile, &names, FUNCTIONS_BY_PROCESS), 0);
	assert_true(fabs(functions.rows[0].share.error - .0625) < 1e-9);
	assert_true(fabs(functions.rows[1].share.error - .0625) < 1e-9);
}

/* sqrt(2 * 9 / 4 + 6 / 4) / 12; of 8 equal samples it would be .177 */
TEST(samples_that_weigh_more_than_others_make_the_error_larger)
{
	sample(7, 0, 0x1010, 2, 3);
	sample(7, 0, 0x1100, 6, 1);
	assert_int_equal(functions_init(&functions, &profile, &names, FUNCTIONS_BY_PROCESS), 0);
	assert_true(fabs(functions.rows[0].share.error - sqrt(6) / 12) < 1e-9);
	assert_true(fabs(functions.rows[1].share.error - sqrt(6) / 12) < 1e-9);
}

TEST(a_function_with_all_samples_has_the_error_of_what_none_of_them_showed)
{
	sample(7, 0, 0x1010, 57, 5);
	assert_int_equal(functions_init(&functions, &profile, &names, FUNCTIONS_BY_PROCESS), 0);
	assert_true(functions.rows[0].share.value == 1);
	assert_true(fabs(functions.rows[0].share.error - .02) < 1e-9);
}

TEST(a_profile_without_samples_has_no_functions)
{
	find(FUNCTIONS_BY_PROCESS, 0);
}

/* What a place is called, where it may have a name. */
static void assert_called(struct place at, bool named, const char *expected)
{
	struct code_name name;
	char text[64];

	if (named)
		(void)names.name(names.data, &at, false, &name);
	code_name_text(objects, 2, at, named ? &name : NULL, text, sizeof(text));
	assert_string_equal(text, expected);
}

TEST(a_place_is_called_by_its_symbol_or_by_its_object_and_the_object_s_own_address)
{
	assert_called((struct place){ .object = 0, .offset = 0x1010 }, true, "main");
	assert_called((struct place){ .object = 1, .offset = 0x2010 }, true, "libz.so.1+0x402010");
	assert_called((struct place){ .object = 1, .offset = 0x2010 }, false, "libz.so.1+0x2010");
}

TEST(a_place_without_an_object_is_a_virtual_address)
{
	assert_called((struct place){ .object = PLACE_NO_OBJECT, .offset = 0x7f0000001000 }, false,
		      "0x7f0000001000");
}

TEST(the_stall_of_a_function_is_its_mean_latency_times_its_events)
{
	const struct profile_event misses = { .trigger = TRIGGER_OTHER };

	sample(7, 0, 0x1010, 4, 1000);
	addresses[0].latency_sum = 60;
	addresses[0].latency_n = 3;	/* and one that was saturated */
	sample(7, 0, 0x1020, 1, 1000);
	addresses[1].latency_sum = 100;
	addresses[1].latency_n = 1;
	find(FUNCTIONS_BY_PROCESS, 1);
	assert_true(functions_latency(&functions.rows[0]) == 40);
	assert_true(functions_stall(&misses, &functions.rows[0]) == 40 * 5000);
}

TEST(without_latencies_there_is_no_stall)
{
	const struct profile_event misses = { .trigger = TRIGGER_OTHER };
	const struct profile_function function = { .samples = 3, .weight = 3000 };

	assert_true(isnan(functions_latency(&function)));
	assert_true(isnan(functions_stall(&misses, &function)));
}

/* Cycles times cycles are nothing. */
TEST(an_event_that_counts_cycles_has_latencies_and_no_stall)
{
	const struct profile_event cycles = { .trigger = TRIGGER_CYCLES };
	const struct profile_event clock = { .trigger = TRIGGER_TIME };
	const struct profile_function function = { .weight = 3000, .latency_sum = 9, .latency_n = 3 };

	assert_true(functions_latency(&function) == 3);
	assert_true(isnan(functions_stall(&cycles, &function)));
	assert_true(isnan(functions_stall(&clock, &function)));
}
