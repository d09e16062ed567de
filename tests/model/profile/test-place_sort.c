/* SPDX-License-Identifier: GPL-2.0-only */
/* Places in order. */
#include "config.h"
#include "model/profile/place_sort.h"

#include "tests/fixtures/fixture_walk.h"
#include "tests/fixtures/test_main.h"

#define N 1000

static struct place place_of(const void *places, uint32_t i)
{
	return ((const struct place *)places)[i];
}

static void fill(struct place *places, uint64_t mask, uint32_t objects)
{
	uint64_t random = 1;

	for (int i = 0; i < N; i++) {
		places[i].offset = (uint64_t)(walk_random(&random) * 0x1p64) & mask;
		places[i].object = (uint32_t)(walk_random(&random) * objects) - 1;
	}
}

static void assert_sorted(uint64_t mask, uint32_t objects)
{
	struct place places[N];
	uint32_t order[N];

	fill(places, mask, objects);
	place_sort_begin(order, N);
	assert_int_equal(place_sort(order, N, place_of, places), 0);
	for (int i = 1; i < N; i++) {
		int compared = place_compare(places[order[i - 1]], places[order[i]]);

		assert_true(compared < 0 || (!compared && order[i - 1] < order[i]));
	}
}

TEST(places_are_sorted_by_object_then_offset)
{
	assert_sorted(UINT64_MAX, 3);	/* with PLACE_NO_OBJECT */
	assert_sorted(0xffffff, 300);
}

TEST(equal_places_stay_as_they_were)
{
	assert_sorted(0xff, 2);
	assert_sorted(0, 1);
}

TEST(nothing_can_be_sorted)
{
	assert_int_equal(place_sort(NULL, 0, place_of, NULL), 0);
}
