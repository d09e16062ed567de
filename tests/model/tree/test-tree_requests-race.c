/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests between two threads: none may be seen half written, or be older than the one before, and
 * the last one arrives. As test-exchange-race.c; tests/exchange-weak.sh runs all of them with
 * ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/tree/tree_requests.h"

#include "tests/fixtures/race.h"

enum { ROUNDS = 100000 };

static struct tree_requests *requests;
static struct tree_request taken;

static void give(uint64_t number)
{
	struct tree_request request = { .id = (int32_t)number, .start_ns = ~number, .follow = number & 1 };

	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			request.open[type][i] = number * (i + 1);
	tree_requests_put(requests, &request);
}

static uint64_t take(void)
{
	return tree_requests_take(requests, &taken) ? (uint64_t)taken.id : 0;
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
	requests = tree_requests_new();
	CHECK(requests);
	race_run((struct race){ ROUNDS, give, take, check });
	CHECK(!take());
	tree_requests_free(requests);
	return 0;
}
