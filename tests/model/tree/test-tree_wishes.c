/* SPDX-License-Identifier: GPL-2.0-only */
/* Wishes for opened nodes: the newest one arrives once, and older ones are lost. */
#include "config.h"
#include "model/tree/tree_wishes.h"

#include "tests/fixtures/test_main.h"

TEST(a_wish_arrives_once)
{
	struct tree_wishes *wishes = tree_wishes_new();
	struct tree_wish wish = { .scope = LIVE_PROCESS, .id = 2311, .start_ns = 5, .follow = true }, taken;

	wish.open[TYPE_ATOM][2] = 9;
	tree_wishes_put(wishes, &wish);
	assert_true(tree_wishes_take(wishes, &taken));
	assert_int_equal(taken.serial, 1);
	assert_int_equal(wish.serial, 1);	/* the caller knows its number */
	assert_int_equal(taken.scope, LIVE_PROCESS);
	assert_int_equal(taken.id, 2311);
	assert_int_equal(taken.start_ns, 5);
	assert_true(taken.follow);
	assert_int_equal(taken.open[TYPE_ATOM][2], 9);
	assert_false(tree_wishes_take(wishes, &taken));
	tree_wishes_free(wishes);
}

/* In each order of at most six puts and takes. */
TEST(what_is_taken_was_put_last_and_is_new_and_nothing_is_taken_before)
{
	for (unsigned int order = 0; order < 64; order++) {
		struct tree_wishes *wishes = tree_wishes_new();
		struct tree_wish wish = { 0 }, taken = { .serial = 77 };
		int32_t put = 0, seen = 0;

		for (unsigned int step = 0; step < 6; step++) {
			if (order >> step & 1) {
				wish.id = ++put;
				tree_wishes_put(wishes, &wish);
				continue;
			}
			assert_int_equal(tree_wishes_take(wishes, &taken), put > seen);
			assert_int_equal(taken.serial, put ? put : 77);
			assert_int_equal(taken.id, put);
			seen = put;
		}
		tree_wishes_free(wishes);
	}
}
