/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The size of rings: in bytes, not in pages, which are of 4, 16 or 64 KiB; and from the members of a
 * group to counts of events. What needs a kernel is in test-live.
 */
#include "config.h"
#include "collect/perf/groups.h"

#include "collect/perf/reading.h"
#include "tests/fixtures/test_main.h"

#define KIB 1024UL

TEST(rings_are_of_the_same_size_whatever_the_page_and_share_64_mib)
{
	static const struct {
		size_t cpus, page, bytes;
	} rows[] = {
		{ 0, 4 * KIB, 2048 * KIB }, { 2, 4 * KIB, 2048 * KIB },
		{ 2, 64 * KIB, 2048 * KIB }, { 32, 16 * KIB, 2048 * KIB },
		{ 33, 16 * KIB, 1024 * KIB }, { 192, 4 * KIB, 256 * KIB },
		{ 192, 64 * KIB, 256 * KIB }, { 100000, 4 * KIB, 32 * KIB },
		{ 100000, 64 * KIB, 64 * KIB },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(groups_ring_bytes(rows[i].cpus, rows[i].page), rows[i].bytes);
}

TEST(the_smallest_ring_is_32_kib_or_a_page)
{
	assert_int_equal(groups_ring_min(4 * KIB), 32 * KIB);
	assert_int_equal(groups_ring_min(16 * KIB), 32 * KIB);
	assert_int_equal(groups_ring_min(64 * KIB), 64 * KIB);
}

/* ---- readings ---- */

/* Slots, and the classes of level 1 without backend bound. */
static const struct reading_member three_classes[] = {
	{ .event = EV_SLOTS, .scale = 1 }, { .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 }, { .event = EV_BAD_SPEC, .scale = 1 },
	{ .event = EV_FE_BOUND, .scale = 1 }, { .event = EV_BE_BOUND, .scale = 1 },
};
#define MEMBERS (sizeof(three_classes) / sizeof(three_classes[0]))

static struct counts counts_of(size_t members, const uint64_t values[MEMBERS])
{
	count_pair steps[MEMBERS / 2] = { { 0 } };
	struct counts counts = { .present = 0 };
	struct reading_plan plan;

	for (size_t i = 0; i < members; i++)
		steps[i / 2][i % 2] = values[i];
	reading_plan_init(&plan, three_classes, members);
	reading_plan_add(&plan, steps, &counts);
	reading_plan_add(&plan, steps, &counts);
	return counts;
}

TEST(backend_bound_that_is_not_counted_is_the_rest_of_the_slots)
{
	static const struct {
		size_t members;
		uint64_t values[MEMBERS];
		double be_bound;
	} rows[] = {
		{ MEMBERS - 1, { 100, 7, 20, 10, 30, 0 }, 80 },
		{ MEMBERS - 1, { 100, 7, 50, 20, 31, 0 }, 0 },	/* rounding makes none negative */
		{ MEMBERS, { 100, 7, 20, 10, 30, 39 }, 78 },	/* is counted, and stays what it is */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct counts counts = counts_of(rows[i].members, rows[i].values);

		assert_float_equal(counts_get(&counts, EV_BE_BOUND), rows[i].be_bound, 1e-9);
		if (!i)
			assert_float_equal(counts_level1_sum(&counts), 200, 1e-9);
	}
}

TEST(without_one_of_the_others_backend_bound_is_missing)
{
	const struct counts counts = counts_of(MEMBERS - 2, (uint64_t[]){ 100, 7, 20, 10, 0, 0 });

	assert_true(isnan(counts_get(&counts, EV_BE_BOUND)));
}
