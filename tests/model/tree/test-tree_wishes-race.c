/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Wishes between two threads: none may be seen half written, or be older than the one before, and
 * the last one arrives. As test-exchange-race.c; tests/exchange-weak.sh runs all of them with
 * ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/tree/tree_wishes.h"

#include "tests/fixtures/race.h"

enum { ROUNDS = 100000 };

static struct tree_wishes *wishes;
static struct tree_wish taken;

static void give(uint64_t number)
{
	struct tree_wish wish = { .id = (int32_t)number, .start_ns = ~number, .follow = number & 1 };

	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			wish.open[type][i] = number * (i + 1);
	tree_wishes_put(wishes, &wish);
}

static uint64_t take(void)
{
	return tree_wishes_take(wishes, &taken) ? (uint64_t)taken.id : 0;
}

static void check(uint64_t number)
{
	CHECK(taken.serial == number);
	CHECK(taken.start_ns == ~number);
	CHECK(taken.follow == (number & 1));
	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			CHECK(taken.open[type][i] == number * (i + 1));
}

int main(void)
{
	wishes = tree_wishes_new();
	CHECK(wishes);
	race_run((struct race){ ROUNDS, give, take, check });
	CHECK(!take());
	tree_wishes_free(wishes);
	return 0;
}
