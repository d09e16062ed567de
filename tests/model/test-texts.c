/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts kept once, and memory that is given back after a storm. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/tasks/task_sums.h"
#include "model/need.h"
#include "model/texts.h"

static void the_same_text_is_kept_once(void **state)
{
	struct texts texts = { .bytes = 0 };
	struct text *one = texts_take(&texts, "sleep 1", NULL);
	size_t bytes = texts.bytes;

	(void)state;
	assert_string_equal(text_string(one), "sleep 1");
	assert_ptr_equal(texts_take(&texts, "sleep 1", NULL), one);
	assert_ptr_equal(texts_take(&texts, "sleep 1", one), one);
	assert_ptr_equal(text_share(one), one);
	assert_int_equal(texts.bytes, bytes);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(texts.bytes, bytes);
		texts_give(&texts, one);
	}
	assert_int_equal(texts.bytes, 0);
}

static void another_text_is_another(void **state)
{
	struct texts texts = { .bytes = 0 };
	struct text *one = texts_take(&texts, "sleep 1", NULL), *two = texts_take(&texts, "sleep 2", one);

	(void)state;
	assert_ptr_not_equal(one, two);
	texts_give(&texts, one);
	assert_string_equal(text_string(two), "sleep 2");
	texts_give(&texts, two);
	assert_int_equal(texts.bytes, 0);
}

static void the_empty_text_is_nothing(void **state)
{
	struct texts texts = { .bytes = 0 };

	(void)state;
	assert_null(texts_take(&texts, "", NULL));
	assert_string_equal(text_string(NULL), "");
	assert_null(text_share(NULL));
	texts_give(&texts, NULL);
	assert_int_equal(texts.bytes, 0);
}

static void what_a_storm_needed_is_given_back_some_rounds_later(void **state)
{
	struct need need = { 0 };

	(void)state;
	assert_int_equal(need_keep(&need, 1000, 1024), 1024);
	for (int round = 1; round < 2 * NEED_ROUNDS - 1; round++)
		assert_int_equal(need_keep(&need, 10, 1024), 1024);
	assert_int_equal(need_keep(&need, 10, 1024), 20);
}

static void what_goes_up_and_down_keeps_its_memory(void **state)
{
	struct need need = { 0 };

	(void)state;
	for (size_t round = 0; round < 100; round++)
		assert_int_equal(need_keep(&need, round % NEED_ROUNDS ? 10 : 300, 1024), 1024);
}

static void sums_of_an_interval_are_new_and_use_the_same_memory(void **state)
{
	struct task_sums sums = { .blocks = 0 };
	struct task_sum *first = task_sums_take(&sums);

	(void)state;
	first->slices = 7;
	for (int i = 0; i < 1000; i++)
		assert_non_null(task_sums_take(&sums));
	task_sums_clear(&sums);
	assert_ptr_equal(task_sums_take(&sums), first);
	assert_int_equal(first->slices, 0);
	for (int round = 0; round < 2 * NEED_ROUNDS; round++) {
		task_sums_clear(&sums);
		(void)task_sums_take(&sums);
	}
	assert_int_equal(sums.blocks, 2);	/* twice what was needed */
	task_sums_done(&sums);
	assert_int_equal(sums.blocks, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_text_is_kept_once),
		cmocka_unit_test(another_text_is_another),
		cmocka_unit_test(the_empty_text_is_nothing),
		cmocka_unit_test(what_a_storm_needed_is_given_back_some_rounds_later),
		cmocka_unit_test(what_goes_up_and_down_keeps_its_memory),
		cmocka_unit_test(sums_of_an_interval_are_new_and_use_the_same_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
