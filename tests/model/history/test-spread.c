/* SPDX-License-Identifier: GPL-2.0-only */
/* Minimum, mean and maximum; missing is not zero. */
#include "config.h"
#include "model/history/spread.h"

#include "tests/fixtures/test_main.h"

TEST(gaps_are_left_out)
{
	const float values[] = { NAN, 30, NAN, 10, 20 };
	const struct spread spread = spread_of(values, 5);

	assert_int_equal(spread.n, 3);
	assert_true(spread.min == 10 && spread.mean == 20 && spread.max == 30);
}

TEST(without_values_nothing_is_known)
{
	const float values[] = { NAN, NAN };
	const struct spread spread = spread_of(values, 2);

	assert_int_equal(spread.n, 0);
	assert_true(isnan(spread.min) && isnan(spread.mean) && isnan(spread.max));
}
