/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The size of rings: in bytes, not in pages, which are of 4, 16 or 64 KiB. What needs a kernel is
 * in test-live.
 */
#include "config.h"
#include "collect/perf/groups.h"

#include "tests/fixtures/test_main.h"

#define KIB 1024UL

TEST(rings_are_of_the_same_size_whatever_the_page_and_share_64_mib)
{
	static const struct {
		size_t cpus, page, bytes;
	} rows[] = {
		{ 0, 4 * KIB, 2048 * KIB },
		{ 2, 4 * KIB, 2048 * KIB },
		{ 2, 64 * KIB, 2048 * KIB },
		{ 32, 16 * KIB, 2048 * KIB },
		{ 33, 16 * KIB, 1024 * KIB },
		{ 192, 4 * KIB, 256 * KIB },
		{ 192, 64 * KIB, 256 * KIB },
		{ 100000, 4 * KIB, 32 * KIB },
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
