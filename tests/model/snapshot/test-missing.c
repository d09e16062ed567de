/* SPDX-License-Identifier: GPL-2.0-only */
/* Why a row has no values: each reason follows from what the row and its interval say. */
#include "config.h"
#include "model/snapshot/missing.h"

#include "model/snapshot/row.h"
#include "tests/fixtures/test_main.h"

#define BIT(event) (1U << (event))
#define BUSY_NS 1000000

static struct snapshot interval;
static struct row_numbers numbers;
static struct row row;

SETUP
{
	interval = (struct snapshot){ .running_ratio = 1, .interval_ns = BUSY_NS };
	row = (struct row){ .kind = ROW_PROCESS, .id = 7, .busy_ns = BUSY_NS, .numbers = &numbers, .extra = &row_no_extra };
	numbers = (struct row_numbers){ .counts.present = 0 };
}

static void counted(enum quality quality)
{
	row.numbers->counts.present = BIT(EV_SLOTS) | BIT(EV_RETIRING);
	row.numbers->values.quality[M_RETIRING] = (uint8_t)quality;
}

TEST(a_row_with_a_value_has_no_reason)
{
	counted(Q_SCALED);
	row.numbers->counts.off = true;
	assert_int_equal(missing_of(&interval, &row), MISSING_NOTHING);
	assert_null(missing_name(MISSING_NOTHING));
}

TEST(unsound_counters_are_the_reason_for_all_rows)
{
	counted(Q_MISSING);
	interval.soundness = UNSOUND_STANDS_STILL;
	assert_int_equal(missing_of(&interval, &row), MISSING_STANDS_STILL);
	interval.soundness = UNSOUND_ALL_BAD;
	assert_int_equal(missing_of(&interval, &row), MISSING_ALL_BAD);
	interval.soundness = UNSOUND_OVER_100;
	assert_int_equal(missing_of(&interval, &row), MISSING_OVER_100);
}

TEST(rows_of_uncounted_threads_say_why_these_are_not_counted)
{
	row.id = uncounted_pid(UNCOUNTED_PERMISSION);
	assert_int_equal(missing_of(&interval, &row), MISSING_NOT_PERMITTED);
	row.id = uncounted_pid(UNCOUNTED_FILES);
	assert_int_equal(missing_of(&interval, &row), MISSING_FILES);
}

TEST(a_group_that_was_enabled_and_never_on_is_another_users)
{
	row.numbers->counts.off = true;
	assert_int_equal(missing_of(&interval, &row), MISSING_OFF);
}

TEST(if_all_groups_were_off_so_was_that_of_each_row)
{
	interval.running_ratio = 0;
	assert_int_equal(missing_of(&interval, &row), MISSING_OFF);
	counted(Q_LOW_SLOTS);
	assert_int_equal(missing_of(&interval, &row), MISSING_OFF);
}

TEST(a_row_without_counts_is_idle_lost_or_not_read)
{
	assert_int_equal(missing_of(&interval, &row), MISSING_NOT_READ);
	interval.lost = 1;
	assert_int_equal(missing_of(&interval, &row), MISSING_LOST);
	row.busy_ns = 0;
	assert_int_equal(missing_of(&interval, &row), MISSING_IDLE);
}

TEST(counts_without_a_ratio_have_reasons_of_their_own)
{
	counted(Q_MISSING);
	assert_int_equal(missing_of(&interval, &row), MISSING_EVENTS);
	counted(Q_OF_CORE);
	assert_int_equal(missing_of(&interval, &row), MISSING_SHARED_CORE);
	counted(Q_LOW_SLOTS);
	assert_int_equal(missing_of(&interval, &row), MISSING_LOW_SLOTS);
}

TEST(every_reason_has_a_name)
{
	for (enum missing missing = MISSING_NOTHING + 1; missing < MISSING_KINDS; missing++)
		assert_non_null(missing_name(missing));
}
