/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables are bounded, and whatever a recording holds is harmless: what found no room is counted,
 * what runs often is found even if it begins late, and numbers agree with each other.
 */
#include "config.h"
#include "model/branches/profile_builder.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test_main.h"

static struct profile_builder *builder_of(struct profile_limits limits)
{
	const struct profile_event event = { .name = "cycles", .period = 7, .trigger = TRIGGER_TAKEN };
	struct profile_builder *builder = profile_builder_new(&event, &limits);

	assert_non_null(builder);
	return builder;
}

static struct profile *finish(struct profile_builder *builder)
{
	struct profile *profile = profile_builder_finish(builder, fixture_objects, FIXTURE_OBJECTS, &fixture_code);

	assert_non_null(profile);
	profile_builder_free(builder);
	return profile;
}

static struct branch_entry entry(uint64_t from, uint64_t to)
{
	return (struct branch_entry){ .from.offset = from, .to.offset = to, .from_map = 1,
				      .to_map = 1, .raw_from = from, .raw_to = to, .cycles = 1 };
}

static void add(struct profile_builder *builder, const struct branch_entry *entries, size_t n)
{
	const struct profile_sample sample = { .pid = 1, .period = 7, .entries = entries, .n_entries = n };

	assert_int_equal(profile_builder_add(builder, &sample), 0);
}

static uint64_t all_taken(const struct profile *profile)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < profile->n_branches; i++)
		sum += profile->branches[i].taken;
	return sum;
}

TEST(branches_beyond_the_table_are_other)
{
	struct profile_builder *builder = builder_of((struct profile_limits){ .traces = 64 });
	struct profile *profile;

	for (uint64_t i = 1; i <= 1000; i++)
		add(builder, (const struct branch_entry[]){ entry(i * 64, i * 64 + 8) }, 1);
	profile = finish(builder);
	assert_true(profile->n_branches <= 64);
	assert_int_equal(profile->entries, 1000);
	assert_int_equal(profile->dropped.table_full + all_taken(profile), 1000);
	profile_free(profile);
}

/* The table is full of what ran once or twice when it begins. */
TEST(a_branch_that_begins_late_and_runs_often_is_found)
{
	struct profile_builder *builder = builder_of((struct profile_limits){ .traces = 64 });
	struct profile *profile;

	for (uint64_t i = 1; i <= 500; i++)
		add(builder, (const struct branch_entry[]){ entry(i * 64, i * 64 + 8) }, 1);
	for (uint64_t i = 1; i <= 5000; i++) {
		add(builder, (const struct branch_entry[]){ entry(0x90010, 0x90000) }, 1);
		add(builder, (const struct branch_entry[]){ entry(i * 64 + 32, i * 64 + 8) }, 1);
	}
	profile = finish(builder);
	assert_int_equal(profile->branches[0].from.offset, 0x90010);
	assert_in_range(profile->branches[0].taken, 4990, 5000);
	assert_int_equal(profile->dropped.table_full + all_taken(profile), profile->entries);
	profile_free(profile);
}

/* Those that run often stay, with their edges, when rare ones are dropped. */
TEST(what_runs_often_keeps_its_counts_and_edges_when_rare_traces_are_dropped)
{
	struct profile_builder *builder = builder_of((struct profile_limits){ .traces = 64 });
	const struct branch_entry loop[] = { entry(0x10030, 0x10000), entry(0x10030, 0x10000),
					     entry(0x10030, 0x10000) };
	struct profile *profile;

	for (uint64_t i = 1; i <= 3000; i++) {
		add(builder, loop, 3);
		add(builder, (const struct branch_entry[]){ entry(i * 64, i * 64 + 8) }, 1);
	}
	profile = finish(builder);
	assert_int_equal(profile->branches[0].taken, 9000);
	assert_int_equal(profile->blocks[0].executed, 6000);
	assert_int_equal(profile->edges[0].count, 3000);
	assert_int_equal(profile->edges[0].from, 0);
	assert_int_equal(profile->edges[0].to, 0);
	profile_free(profile);
}

TEST(a_stack_of_more_entries_than_the_table_holds_is_harmless)
{
	struct profile_builder *builder = builder_of((struct profile_limits){ .traces = 16 });
	struct branch_entry entries[300];
	struct profile *profile;

	for (uint64_t i = 0; i < 300; i++)
		entries[i] = entry((i + 1) * 64, (i + 1) * 64 + 8);
	add(builder, entries, 300);
	add(builder, entries, 300);
	profile = finish(builder);
	assert_int_equal(profile->depth, 300);
	assert_int_equal(profile->dropped.table_full + all_taken(profile), 600);
	profile_free(profile);
}

TEST(samples_beyond_the_tables_of_addresses_and_call_stacks_are_counted)
{
	struct profile_builder *builder = builder_of(
		(struct profile_limits){ .addresses = 10, .stacks = 5, .frames = 100 });
	struct profile *profile;

	for (uint64_t i = 0; i < 100; i++) {
		const struct place frames[] = { { i, 0 }, { 7, 0 } };
		const struct profile_sample sample = { .pid = 1, .period = 1, .at = frames[0],
						       .frames = frames, .n_frames = 2 };

		assert_int_equal(profile_builder_add(builder, &sample), 0);
	}
	profile = finish(builder);
	assert_int_equal(profile->samples, 100);
	assert_int_equal(profile->n_addresses, 10);
	assert_int_equal(profile->dropped.addresses_full, 90);
	assert_int_equal(profile->n_stack, 5);
	assert_int_equal(profile->dropped.stacks_full, 95);
	profile_free(profile);
}

TEST(frames_are_bounded_too)
{
	struct profile_builder *builder = builder_of((struct profile_limits){ .frames = 10 });
	struct place frames[8] = { 0 };
	struct profile *profile;

	for (uint64_t i = 0; i < 5; i++) {
		const struct profile_sample sample = { .pid = (int32_t)i, .period = 1,
						       .frames = frames, .n_frames = 8 };

		assert_int_equal(profile_builder_add(builder, &sample), 0);
	}
	profile = finish(builder);
	assert_int_equal(profile->n_stack, 1);
	assert_int_equal(profile->dropped.stacks_full, 4);
	profile_free(profile);
}

/* Places that collide often, at the edges of what 64 bits hold, and wild ones. */
static struct place random_place(uint64_t *state)
{
	static const uint64_t edges[] = { 0, 1, 0x1000, 0x1018, 0x2010, UINT64_MAX, UINT64_MAX - 1,
					  1ull << 63, (1ull << 63) - 1, 1ull << 20 };
	double what = walk_random(state);
	struct place place = { .object = (uint32_t)(walk_random(state) * 5) };

	if (place.object == FIXTURE_OBJECTS)
		place.object = what < 0.5 ? PLACE_NO_OBJECT : 1000000;
	place.offset = what < 0.3   ? edges[(int)(walk_random(state) * 10)]
		       : what < 0.9 ? 0x1000 + 4 * (uint64_t)(walk_random(state) * 64)
				    : (uint64_t)(walk_random(state) * 0x1p64);
	return place;
}

static struct branch_entry random_entry(uint64_t *state)
{
	uint32_t cycles[] = { 0, 1, 65535, 65536, UINT32_MAX, (uint32_t)(walk_random(state) * 99) };
	struct branch_entry e = { .from = random_place(state), .to = random_place(state) };

	e.from_map = (uint32_t)(walk_random(state) * 3);
	e.to_map = walk_random(state) < 0.9 ? e.from_map : 1;
	e.raw_from = e.from.offset;
	e.raw_to = e.to.offset;
	e.cycles = cycles[(int)(walk_random(state) * 6)];
	e.mispredicted = walk_random(state) < 0.3;
	e.predicted = walk_random(state) < 0.5;
	e.wrong_path = walk_random(state) < 0.05;
	e.kind = (enum branch_kind)(walk_random(state) * BRANCH_KINDS);
	return e;
}

static void assert_estimate(struct estimate estimate, double most)
{
	if (isnan(estimate.value))
		return;
	assert_true(estimate.value >= 0 && estimate.value <= most);
	assert_true(isnan(estimate.error) || (estimate.error >= 0 && isfinite(estimate.error)));
}

static void assert_branches_agree(const struct profile *profile)
{
	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *b = &profile->branches[i];
		const struct profile_branch *const *found;
		bool listed = false;
		size_t n;

		assert_true(b->taken > 0 && b->ended <= b->taken && b->ended <= b->executed);
		assert_true(b->mispredicted + b->predicted <= b->taken);
		assert_estimate(b->share, 1);
		assert_estimate(b->probability, 1);
		assert_estimate(b->misp_taken, 1);
		assert_estimate(b->cycles, 65535);
		found = profile_branches_from(profile, b->from, &n);
		for (size_t k = 0; k < n; k++)
			listed |= found[k] == b;
		assert_true(listed);
	}
}

static void assert_blocks_agree(const struct profile *profile)
{
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct profile_block *b = &profile->blocks[i];
		uint64_t counted = 0;

		assert_true(b->start.object == b->end.object && b->start.offset <= b->end.offset);
		assert_true(b->counted <= b->executed && b->saturated <= b->counted);
		assert_true(b->min <= b->max && b->cycles_sum <= b->counted * 65535);
		for (uint32_t k = 0; k < b->n_bins; k++) {
			counted += b->bins[k].count;
			assert_true(b->bins[k].bin < HISTOGRAM_BINS && b->bins[k].count);
		}
		assert_int_equal(counted, b->counted);
		assert_estimate(b->cycles, 65535);
		assert_estimate(b->time, 1);
	}
	for (size_t i = 0; i < profile->n_edges; i++) {
		assert_true(profile->edges[i].from < profile->n_blocks);
		assert_true(profile->edges[i].to < profile->n_blocks);
		assert_true(profile->edges[i].count > 0);
	}
}

static void add_random(struct profile_builder *builder, uint64_t *state)
{
	struct branch_entry entries[100];
	struct place frames[20];
	struct profile_sample sample = { .time_ns = (uint64_t)(walk_random(state) * 0x1p64),
					 .pid = (int32_t)(walk_random(state) * 3) - 1,
					 .period = (uint64_t)(walk_random(state) * 1000),
					 .at = random_place(state), .entries = entries,
					 .frames = frames, .has_latency = true,
					 .latency = (uint32_t)(walk_random(state) * 70000) };

	sample.n_entries = (size_t)(walk_random(state) * walk_random(state) * 100);
	sample.n_frames = (size_t)(walk_random(state) * 20);
	for (size_t i = 0; i < sample.n_entries; i++)
		entries[i] = walk_random(state) < 0.1 && i ? entries[i - 1] : random_entry(state);
	for (size_t i = 0; i < sample.n_frames; i++)
		frames[i] = random_place(state);
	assert_int_equal(profile_builder_add(builder, &sample), 0);
	if (walk_random(state) < 0.1)
		assert_int_equal(profile_builder_add_not_taken(builder, random_place(state), 7), 0);
}

TEST(random_entries_make_profiles_that_agree_with_themselves)
{
	for (uint64_t seed = 1; seed <= 60; seed++) {
		uint64_t random = seed;
		struct profile_builder *builder = builder_of((struct profile_limits){
			.traces = 16 << seed % 8, .addresses = 50, .stacks = 50, .frames = 500 });
		struct profile *profile;

		for (int i = 0; i < 150; i++)
			add_random(builder, &random);
		profile = finish(builder);
		assert_int_equal(profile->dropped.table_full + all_taken(profile), profile->entries);
		assert_branches_agree(profile);
		assert_blocks_agree(profile);
		assert_true(isnan(profile->bias.value) || profile->bias.value >= 0);
		profile_free(profile);
	}
}
