/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Wishes between two threads: none may be seen half written, or be older than the one before, and
 * the last one arrives. As test-exchange-race.c; tests/exchange-weak.sh runs all of them with
 * ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/tree/tree_wishes.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "tests/fixtures/check.h"

enum { ROUNDS = 100000 };

/* All fields of a wish follow from its number, so that a torn one contradicts itself. */
static struct tree_wish make(int32_t number)
{
	struct tree_wish wish = { .id = number, .start_ns = ~(uint64_t)number,
				  .follow = number & 1 };

	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			wish.open[type][i] = (uint64_t)number * (i + 1);
	return wish;
}

static void check(const struct tree_wish *wish)
{
	CHECK(wish->serial == (uint32_t)wish->id);
	CHECK(wish->start_ns == ~(uint64_t)wish->id);
	CHECK(wish->follow == (wish->id & 1));
	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			CHECK(wish->open[type][i] == (uint64_t)wish->id * (i + 1));
}

static void *put_wishes(void *argument)
{
	for (int32_t number = 1; number <= ROUNDS; number++) {
		struct tree_wish wish = make(number);

		tree_wishes_put(argument, &wish);
		if (number % 16 == 0)
			sched_yield();
	}
	return NULL;
}

int main(void)
{
	struct tree_wishes *wishes = tree_wishes_new();
	struct tree_wish wish = { 0 };
	int32_t last = 0, taken = 0;
	pthread_t writer;

	CHECK(wishes);
	CHECK(!pthread_create(&writer, NULL, put_wishes, wishes));
	while (last != ROUNDS) {
		if (!tree_wishes_take(wishes, &wish)) {
			sched_yield();
			continue;
		}
		check(&wish);
		CHECK(wish.id > last);
		last = wish.id;
		taken++;
	}
	CHECK(!tree_wishes_take(wishes, &wish));
	CHECK(!pthread_join(writer, NULL));
	printf("%d of %d taken, none torn\n", taken, ROUNDS);
	tree_wishes_free(wishes);
	return 0;
}
