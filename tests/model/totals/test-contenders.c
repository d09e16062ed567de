/* SPDX-License-Identifier: GPL-2.0-only */
/* The heaviest of many, in one pass. */
#include "config.h"
#include "model/totals/totals_parts.h"

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

static struct contenders contenders;

SETUP
{
	memset(&contenders, 0, sizeof(contenders));
}

static void offer(double weight)
{
	const struct contender contender = { .weight = weight };

	contenders_offer(&contenders, &contender);
}

static int heaviest_first(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one < other) - (one > other);
}

TEST(none_is_none)
{
	contenders_sort(&contenders);
	assert_int_equal(contenders.n, 0);
}

TEST(few_come_in_order_of_weight)
{
	offer(2);
	offer(3);
	offer(1);
	contenders_sort(&contenders);
	assert_int_equal(contenders.n, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal((int)contenders.heap[i].weight, 3 - i);
}

TEST(of_many_the_heaviest_stay)
{
	enum { MOST = 3000 };
	static double weights[MOST];
	uint64_t seed = 3;

	for (int round = 0; round < 200; round++) {
		const size_t n = splitmix64_next(&seed) % MOST;
		const size_t kept = n < CONTENDERS ? n : CONTENDERS;

		(void)setup_of_each(NULL);
		for (size_t i = 0; i < n; i++) {
			weights[i] = (double)(splitmix64_next(&seed) % 1000);
			offer(weights[i]);
		}
		qsort(weights, n, sizeof(weights[0]), heaviest_first);
		contenders_sort(&contenders);
		assert_int_equal(contenders.n, kept);
		for (size_t i = 0; i < kept; i++)
			assert_int_equal((int)contenders.heap[i].weight, (int)weights[i]);
	}
}
