/* SPDX-License-Identifier: GPL-2.0-only */
/* The string pool, and buffers that shrink after a storm of tasks. */
#include "config.h"

#include "collect/tasks/task_sums.h"
#include "model/list_room.h"
#include "model/strings.h"
#include "tests/fixtures/test_main.h"

TEST(the_same_text_is_kept_once)
{
	struct strings texts = { .bytes = 0 };
	struct string *one = strings_get(&texts, "sleep 1", NULL);
	size_t bytes = texts.bytes;

	assert_string_equal(string_text(one), "sleep 1");
	assert_ptr_equal(strings_get(&texts, "sleep 1", NULL), one);
	assert_ptr_equal(strings_get(&texts, "sleep 1", one), one);
	assert_ptr_equal(string_get(one), one);
	assert_int_equal(texts.bytes, bytes);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(texts.bytes, bytes);
		strings_put(&texts, one);
	}
	assert_int_equal(texts.bytes, 0);
}

TEST(another_text_is_another)
{
	struct strings texts = { .bytes = 0 };
	struct string *one = strings_get(&texts, "sleep 1", NULL),
		      *two = strings_get(&texts, "sleep 2", one);

	assert_ptr_not_equal(one, two);
	strings_put(&texts, one);
	assert_string_equal(string_text(two), "sleep 2");
	strings_put(&texts, two);
	assert_int_equal(texts.bytes, 0);
}

TEST(the_empty_text_is_null)
{
	struct strings texts = { .bytes = 0 };

	assert_null(strings_get(&texts, "", NULL));
	assert_string_equal(string_text(NULL), "");
	assert_null(string_get(NULL));
	strings_put(&texts, NULL);
	assert_int_equal(texts.bytes, 0);
}

TEST(what_a_storm_needed_is_freed_some_intervals_later)
{
	struct high_water high = { 0 };

	assert_int_equal(high_water_trim(&high, 1000, 1024), 1024);
	for (int round = 1; round < 2 * HIGH_WATER_INTERVALS - 1; round++)
		assert_int_equal(high_water_trim(&high, 10, 1024), 1024);
	assert_int_equal(high_water_trim(&high, 10, 1024), 20);
}

TEST(a_buffer_that_goes_up_and_down_keeps_its_memory)
{
	struct high_water high = { 0 };

	for (size_t round = 0; round < 100; round++)
		assert_int_equal(high_water_trim(&high, round % HIGH_WATER_INTERVALS ? 10 : 300, 1024), 1024);
}

TEST(sums_of_an_interval_are_zeroed_and_use_the_same_memory)
{
	struct task_sums sums = { .room = 0 };
	struct task_sum *first = task_sums_take(&sums);

	first->slices = 7;
	for (int i = 0; i < 1000; i++)
		assert_non_null(task_sums_take(&sums));
	task_sums_clear(&sums);
	assert_ptr_equal(task_sums_take(&sums), first);
	assert_int_equal(first->slices, 0);
	for (int round = 0; round < 2 * HIGH_WATER_INTERVALS; round++, (void)task_sums_take(&sums))
		task_sums_clear(&sums);
	assert_int_equal(sums.room, 64);	/* a block */
	task_sums_done(&sums);
	assert_int_equal(sums.room, 0);
}

TEST(a_burst_of_sums_is_freed_as_they_are_given_and_kept_when_it_comes_again)
{
	static struct task_sum *all[4 * HIGH_WATER_BURST];
	const size_t n = sizeof(all) / sizeof(all[0]);
	struct task_sums sums = { .room = 0 };

	for (int burst = 0; burst < 2; burst++, task_sums_clear(&sums)) {
		for (size_t i = 0; i < n; i++)
			all[i] = task_sums_take(&sums);
		for (size_t i = n; i > 0; i--)
			task_sums_give(&sums, all[i - 1]);
		assert_true(burst ? sums.room >= n : sums.room < n / 2);
	}
	task_sums_done(&sums);
}
