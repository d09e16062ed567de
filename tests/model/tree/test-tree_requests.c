/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests for opened nodes: the newest one arrives once, and older ones are lost. */
#include "config.h"
#include "model/tree/tree_requests.h"

#include "tests/fixtures/test_main.h"

TEST(a_request_arrives_once)
{
	struct tree_requests *requests = tree_requests_new();
	struct tree_request request = { .scope = LIVE_PROCESS, .id = 2311, .start_ns = 5, .follow = true }, taken;

	request.open[TYPE_ATOM][2] = 9;
	tree_requests_put(requests, &request);
	assert_true(tree_requests_take(requests, &taken));
	assert_int_equal(taken.serial, 1);
	assert_int_equal(request.serial, 1);	/* the caller knows its number */
	assert_int_equal(taken.scope, LIVE_PROCESS);
	assert_int_equal(taken.id, 2311);
	assert_int_equal(taken.start_ns, 5);
	assert_true(taken.follow);
	assert_int_equal(taken.open[TYPE_ATOM][2], 9);
	assert_false(tree_requests_take(requests, &taken));
	tree_requests_free(requests);
}

/* In each order of at most six puts and takes. */
TEST(what_is_taken_was_put_last_and_is_new_and_nothing_is_taken_before)
{
	for (unsigned int order = 0; order < 64; order++) {
		struct tree_requests *requests = tree_requests_new();
		struct tree_request request = { 0 }, taken = { .serial = 77 };
		int32_t put = 0, seen = 0;

		for (unsigned int step = 0; step < 6; step++) {
			if (order >> step & 1) {
				request.id = ++put;
				tree_requests_put(requests, &request);
				continue;
			}
			assert_int_equal(tree_requests_take(requests, &taken), put > seen);
			assert_int_equal(taken.serial, put ? put : 77);
			assert_int_equal(taken.id, put);
			seen = put;
		}
		tree_requests_free(requests);
	}
}
