/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers that others have published: llvm-profgen's own test says which ranges and branches it
 * makes of these three stacks (llvm/test/tools/llvm-profgen/noinline-noprobe.test).
 */
#include "config.h"
#include "model/profile/profile_builder.h"

#include <inttypes.h>

#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define ENTRIES 32

struct published {
	uint64_t from, to, count;
};

static const struct published ranges[] = {
	{ 0x4005b0, 0x4005c8, 7 },  { 0x4005b0, 0x4005d7, 13 }, { 0x4005dc, 0x4005e9, 6 },
	{ 0x4005e5, 0x4005e9, 12 }, { 0x4005ff, 0x40062f, 19 }, { 0x400634, 0x400637, 18 },
	{ 0x400645, 0x400645, 18 },
};

static const struct published branches[] = {
	{ 0x4005c8, 0x4005dc, 7 },  { 0x4005d7, 0x4005e5, 13 }, { 0x4005e9, 0x400634, 18 },
	{ 0x40062f, 0x4005b0, 21 }, { 0x400637, 0x400645, 18 }, { 0x400645, 0x4005ff, 19 },
};

static struct place at(uint64_t address)
{
	return (struct place){ address, PLACE_NO_OBJECT };
}

/* "0x40062f/0x4005b0/P/-/-/9": from, to, M or P, two flags of transactions, cycles. */
static bool read_entry(FILE *file, struct branch_entry *entry)
{
	uint64_t from, to;
	uint32_t cycles;
	char flag;

	if (fscanf(file, " 0x%" SCNx64 "/0x%" SCNx64 "/%c/-/-/%" SCNu32, &from, &to, &flag,
		   &cycles) != 4)
		return false;
	*entry = (struct branch_entry){ .from = at(from), .to = at(to), .raw_from = from,
					.raw_to = to, .cycles = cycles,
					.mispredicted = flag == 'M', .predicted = flag == 'P' };
	return true;
}

static struct profile *read_profile(void)
{
	const struct profile_event event = { .name = "cycles", .has_branches = true };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	const char *srcdir = getenv("srcdir");
	struct branch_entry entries[ENTRIES];
	struct profile *profile;
	char path[4096];
	uint64_t ip;
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/recordings/branches/llvm_noprobe-skid.perfscript",
		 srcdir ? srcdir : ".");
	file = fopen(path, "r");
	assert_non_null(file);
	while (fscanf(file, "%" SCNx64, &ip) == 1) {
		struct profile_sample sample = { .pid = 1, .period = 1, .at = at(ip),
						 .entries = entries };

		while (sample.n_entries < ENTRIES && read_entry(file, &entries[sample.n_entries]))
			sample.n_entries++;
		assert_int_equal(profile_builder_add(builder, &sample), 0);
	}
	assert_int_equal(fclose(file), 0);
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	assert_non_null(profile);
	profile_builder_free(builder);
	return profile;
}

TEST(blocks_are_the_ranges_that_llvm_profgen_makes)
{
	OWNED(profile) *profile = read_profile();

	assert_int_equal(profile->samples, 3);
	assert_int_equal(profile->n_blocks, sizeof(ranges) / sizeof(ranges[0]));
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct published *range = ranges;

		while (!place_equal(profile->blocks[i].start, at(range->from)) ||
		       !place_equal(profile->blocks[i].end, at(range->to)))
			assert_true(++range < ranges + profile->n_blocks);
		assert_int_equal(profile->blocks[i].executed, range->count);
	}
}

TEST(branches_are_those_that_llvm_profgen_counts)
{
	OWNED(profile) *profile = read_profile();

	assert_int_equal(profile->entries, 96);
	assert_int_equal(profile->n_branches, sizeof(branches) / sizeof(branches[0]));
	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct published *branch = branches;

		while (!place_equal(profile->branches[i].from, at(branch->from)) ||
		       !place_equal(profile->branches[i].to, at(branch->to)))
			assert_true(++branch < branches + profile->n_branches);
		assert_int_equal(profile->branches[i].taken, branch->count);
	}
}

/* Where llvm-profgen's branch 4005c8 was not taken, a block runs over it to 4005d7. */
TEST(the_probability_of_a_branch_follows_from_the_published_ranges)
{
	OWNED(profile) *profile = read_profile();
	const struct profile_branch *const *found;
	size_t n;

	found = profile_branches_from(profile, at(0x4005c8), &n);
	assert_int_equal(n, 1);
	assert_int_equal(found[0]->executed, 7 + 13);
	assert_int_equal(found[0]->ended, 7);
}
