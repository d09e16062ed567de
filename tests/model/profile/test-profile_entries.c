/* SPDX-License-Identifier: GPL-2.0-only */
/* Which entries of a branch stack count as what: a test for each rule of struct profile_dropped. */
#include "config.h"
#include "model/branches/profile_builder.h"

#include "tests/fixtures/test_main.h"

#define USER 0
#define KERNEL 1

static const struct profile_object objects[] = {
	[USER] = { .path = "/bin/x", .kind = OBJECT_FILE },
	[KERNEL] = { .path = "[kernel.kallsyms]_text", .kind = OBJECT_KERNEL },
};

static struct profile *profile;	/* of a test, freed behind it */

AROUND(free_profile)
{
	profile_free(profile);
	profile = NULL;
}

const struct around_tests around_tests = { .teardown = free_profile };

static struct branch_entry entry(uint64_t from, uint64_t to)
{
	return (struct branch_entry){ .from = { from, USER }, .to = { to, USER },
				      .from_map = 1, .to_map = 1, .raw_from = from, .raw_to = to,
				      .cycles = 3, .predicted = true };
}

static struct profile_builder *new_builder(void)
{
	const struct profile_event event = { .name = "cycles:u", .has_branches = true };
	struct profile_builder *builder = profile_builder_new(&event, NULL);

	assert_non_null(builder);
	return builder;
}

static void add(struct profile_builder *builder, const struct branch_entry *entries, size_t n)
{
	const struct profile_sample sample = { .pid = 1, .period = 1, .entries = entries, .n_entries = n };

	assert_int_equal(profile_builder_add(builder, &sample), 0);
}

static struct profile *finish(struct profile_builder *builder, const struct profile_code *code)
{
	struct profile *finished = profile_builder_finish(builder, objects, 2, code);

	assert_non_null(finished);
	profile_builder_free(builder);
	return finished;
}

/* The profile of one stack, the newest entry first. */
static struct profile *profile_of(const struct branch_entry *entries, size_t n)
{
	struct profile_builder *builder = new_builder();

	add(builder, entries, n);
	return finish(builder, NULL);
}

#define PROFILE(...)                                                                               \
	profile_of((const struct branch_entry[]){ __VA_ARGS__ },                                   \
		   sizeof((const struct branch_entry[]){ __VA_ARGS__ }) /                          \
			   sizeof(struct branch_entry))

TEST(a_block_runs_from_the_older_target_to_the_newer_branch)
{
	profile = PROFILE(entry(0x130, 0x200), entry(0x90, 0x100));
	assert_int_equal(profile->n_blocks, 1);
	assert_int_equal(profile->blocks[0].start.offset, 0x100);
	assert_int_equal(profile->blocks[0].end.offset, 0x130);
	assert_int_equal(profile->blocks[0].cycles_sum, 3);
}

TEST(entries_are_counted_as_the_rules_say)
{
	struct branch_entry elsewhere = entry(0x130, 0x200);

	elsewhere.from_map = 2;
	const struct {
		const char *what;
		struct branch_entry entries[4];
		size_t n;
		struct profile_dropped dropped;
		uint64_t counted;
		size_t branches, blocks;
	} rules[] = {
		{ "n entries make n branches and one block less",
		  { entry(0x310, 0x400), entry(0x210, 0x300), entry(0x110, 0x200) }, 3,
		  { 0 }, 3, 3, 2 },
		{ "entries of zeroes are dropped",
		  { entry(0x130, 0x200), entry(0x90, 0x100) }, 4, { .zero = 2 }, 2, 2, 1 },
		{ "what is before an entry of zeroes starts no block",
		  { entry(0x130, 0x200), entry(0, 0), entry(0x90, 0x100) }, 3,
		  { .zero = 1 }, 2, 2, 0 },
		{ "a newest entry that cannot follow itself is a repetition",
		  { entry(0x90, 0x100), entry(0x90, 0x100) }, 2, { .repeated = 1 }, 1, 1, 0 },
		{ "a loop whose branch is there twice is no repetition",
		  { entry(0x130, 0x100), entry(0x130, 0x100) }, 2, { 0 }, 2, 1, 1 },
		{ "half an entry is a branch but no block",
		  { entry(0x130, 0x200), entry(0, 0x100), entry(0x90, 0) }, 3,
		  { .half = 2 }, 3, 3, 0 },
		{ "a range whose end is before its start is no block",
		  { entry(0x130, 0x200), entry(0x90, 0x140) }, 2, { .backward = 1 }, 2, 2, 0 },
		{ "a range of more than a mebibyte is no block",
		  { entry(0x300000, 0x200), entry(0x90, 0x1fffff) }, 2,
		  { .too_long = 1 }, 2, 2, 0 },
		{ "a range of a mebibyte is one",
		  { entry(0x300000, 0x200), entry(0x90, 0x200000) }, 2, { 0 }, 2, 2, 1 },
		{ "a range across mappings is no block",
		  { elsewhere, entry(0x90, 0x100) }, 2, { .across = 1 }, 2, 2, 0 },
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		free_profile(NULL);
		profile = profile_of(rules[i].entries, rules[i].n);
		if (memcmp(&profile->dropped, &rules[i].dropped, sizeof(profile->dropped)) != 0 ||
		    profile->entries != rules[i].counted || profile->depth != rules[i].counted ||
		    profile->n_branches != rules[i].branches ||
		    profile->n_blocks != rules[i].blocks)
			fail_msg("not so: %s", rules[i].what);
		assert_int_equal(profile->stacks, 1);
		for (size_t k = 0; k < profile->n_blocks; k++)
			assert_int_equal(profile->blocks[k].executed, 1);
	}
}

/* The open ends of a stack would make a branch executed more often than its blocks tell. */
TEST(only_whole_blocks_count_for_a_probability)
{
	const struct profile_branch *branch;

	/* 0x110 ends a block once; the oldest entry, 0x110 too, has no start */
	profile = PROFILE(entry(0x110, 0x200), entry(0x210, 0x100), entry(0x110, 0x200));
	branch = &profile->branches[0];
	assert_int_equal(branch->from.offset, 0x110);
	assert_int_equal(branch->taken, 2);
	assert_int_equal(branch->executed, 1);
	assert_int_equal(branch->ended, 1);
}

TEST(a_block_that_runs_over_a_branch_executes_it)
{
	const struct profile_branch *const *found;
	size_t n;

	/* once 0x100..0x110 and taken there, once 0x100..0x130, over it */
	profile = PROFILE(entry(0x130, 0x100), entry(0x110, 0x100), entry(0x130, 0x100));
	found = profile_branches_from(profile, (struct place){ 0x110, USER }, &n);
	assert_int_equal(n, 1);
	assert_int_equal(found[0]->executed, 2);
	assert_int_equal(found[0]->ended, 1);
	assert_true(fabs(found[0]->probability.value - 0.5) < 1e-9);
}

TEST(the_targets_of_an_indirect_branch_share_its_executions)
{
	const struct profile_branch *const *found;
	size_t n;

	profile = PROFILE(entry(0x110, 0x300), entry(0x210, 0x100),
			  entry(0x110, 0x200), entry(0x310, 0x100),
			  entry(0x110, 0x300), entry(0x310, 0x100));
	found = profile_branches_from(profile, (struct place){ 0x110, USER }, &n);
	assert_int_equal(n, 2);
	assert_int_equal(found[0]->to.offset, 0x200);
	assert_int_equal(found[0]->executed, 3);
	assert_int_equal(found[0]->ended, 1);
	assert_int_equal(found[1]->ended, 2);
}

TEST(entries_of_a_wrong_path_are_dropped_and_the_path_goes_on_without_them)
{
	struct branch_entry wrong = entry(0x110, 0x900);

	wrong.wrong_path = true;
	profile = PROFILE(entry(0x130, 0x200), wrong, entry(0x90, 0x100));
	assert_int_equal(profile->dropped.wrong_path, 1);
	assert_int_equal(profile->entries, 2);
	assert_int_equal(profile->n_blocks, 1);
	assert_int_equal(profile->blocks[0].start.offset, 0x100);
}

TEST(addresses_without_a_mapping_are_counted_as_they_are)
{
	struct branch_entry a = entry(0x130, 0x200), b = entry(0x90, 0x100);

	a.from.object = a.to.object = b.from.object = b.to.object = PLACE_NO_OBJECT;
	a.from_map = a.to_map = b.from_map = b.to_map = 0;
	profile = PROFILE(a, b);
	assert_int_equal(profile->dropped.no_mapping, 2);
	assert_int_equal(profile->entries, 2);
	assert_int_equal(profile->n_blocks, 1);
	assert_int_equal(profile->blocks[0].start.object, PLACE_NO_OBJECT);
}

TEST(zero_cycles_are_not_known_instead_of_none)
{
	struct branch_entry a = entry(0x130, 0x200), b = entry(0x130, 0x100);

	a.cycles = 0;
	b.cycles = 7;
	profile = PROFILE(a, b, entry(0x90, 0x100));
	assert_int_equal(profile->blocks[0].executed, 2);
	assert_int_equal(profile->blocks[0].counted, 1);
	assert_true(fabs(profile->blocks[0].cycles.value - 7) < 1e-9);
	assert_int_equal(profile->blocks[0].min, 7);
}

TEST(without_any_cycles_they_are_not_known)
{
	struct branch_entry a = entry(0x130, 0x200), b = entry(0x90, 0x100);

	a.cycles = b.cycles = 0;
	profile = PROFILE(a, b);
	assert_false(profile->cycles_known);
	assert_true(isnan(profile->blocks[0].cycles.value));
	assert_true(isnan(profile->blocks[0].time.value));
	assert_int_equal(profile->blocks[0].n_modes, 0);
}

TEST(cycles_at_the_maximum_are_counted_as_saturated)
{
	struct branch_entry a = entry(0x130, 0x100), b = entry(0x130, 0x100);

	a.cycles = 65535;
	b.cycles = 4000000000;
	profile = PROFILE(a, b, entry(0x90, 0x100));
	assert_int_equal(profile->blocks[0].saturated, 2);
	assert_int_equal(profile->blocks[0].max, 65535);
}

TEST(entries_without_flags_tell_no_mispredictions)
{
	struct branch_entry a = entry(0x130, 0x200), b = entry(0x90, 0x100);

	a.predicted = b.predicted = false;
	profile = PROFILE(a, b);
	assert_false(profile->mispredicts_known);
	assert_int_equal(profile->branches[0].predicted, 0);
	assert_true(isnan(profile->branches[0].misp_taken.value));
}

/* Arch LBR without the capability says of all entries that they were predicted. */
TEST(ten_thousand_entries_without_a_misprediction_tell_none)
{
	struct profile_builder *builder = new_builder();
	const struct branch_entry entries[] = { entry(0x130, 0x100), entry(0x130, 0x100) };

	for (int i = 0; i < 5000; i++)
		add(builder, entries, 2);
	profile = finish(builder, NULL);
	assert_int_equal(profile->entries, 10000);
	assert_false(profile->mispredicts_known);
	assert_true(isnan(profile->branches[0].misp_taken.value));
}

/* From 65,536 executions on a trace's sums of 16 bits are carried over. */
TEST(a_branch_may_run_many_times)
{
	struct profile_builder *builder = new_builder();
	struct branch_entry entries[64];
	enum { STACKS = 65000 };

	for (int i = 0; i < 64; i++) {
		entries[i] = entry(0x130, 0x100);
		entries[i].cycles = 60000;
		entries[i].mispredicted = i == 3;
		entries[i].predicted = i != 3;
	}
	for (int i = 0; i < STACKS; i++)
		add(builder, entries, 64);
	profile = finish(builder, NULL);
	assert_int_equal(profile->branches[0].taken, 64 * STACKS);
	assert_int_equal(profile->branches[0].mispredicted, STACKS);
	assert_int_equal(profile->branches[0].predicted, 63 * STACKS);
	assert_int_equal(profile->blocks[0].executed, 63 * STACKS);
	assert_int_equal(profile->blocks[0].cycles_sum, 63ull * STACKS * 60000);
	assert_int_equal(profile->blocks[0].bins[0].count, 63 * STACKS);
	assert_int_equal(profile->blocks[0].counted, 63 * STACKS);
}

TEST(blocks_that_follow_each_other_are_edges)
{
	const struct profile_edge *edge;

	profile = PROFILE(entry(0x310, 0x400), entry(0x210, 0x300), entry(0x110, 0x200));
	edge = profile->edges;
	assert_int_equal(profile->n_edges, 1);
	assert_int_equal(profile->blocks[edge->from].start.offset, 0x200);
	assert_int_equal(profile->blocks[edge->to].start.offset, 0x300);
	assert_int_equal(edge->count, 1);
}

TEST(a_loop_of_one_block_follows_itself)
{
	profile = PROFILE(entry(0x130, 0x100), entry(0x130, 0x100), entry(0x130, 0x100), entry(0x130, 0x100));
	assert_int_equal(profile->n_edges, 1);
	assert_int_equal(profile->edges[0].from, profile->edges[0].to);
	assert_int_equal(profile->edges[0].count, 2);
}

TEST(blocks_of_different_stacks_do_not_follow_each_other)
{
	struct profile_builder *builder = new_builder();
	const struct branch_entry a[] = { entry(0x110, 0x200), entry(0x90, 0x100) };
	const struct branch_entry b[] = { entry(0x210, 0x300), entry(0x110, 0x200) };

	add(builder, a, 2);
	add(builder, b, 2);
	profile = finish(builder, NULL);
	assert_int_equal(profile->n_blocks, 2);
	assert_int_equal(profile->n_edges, 0);
}

/* Code in which only the instructions of `branches` are branches. */
static void kinds(void *data, const struct place *at, size_t n, enum branch_kind *kind)
{
	const uint64_t *branches = data;

	for (size_t i = 0; i < n; i++) {
		kind[i] = BRANCH_NONE;
		for (const uint64_t *b = branches; *b; b++)
			if (at[i].offset == *b)
				kind[i] = BRANCH_CONDITIONAL;
	}
}

static struct profile *profile_with_code(const struct branch_entry *entries, size_t n,
					 uint64_t *branches)
{
	const struct profile_code code = { .kinds = kinds, .data = branches };
	struct profile_builder *builder = new_builder();

	add(builder, entries, n);
	return finish(builder, &code);
}

TEST(a_range_without_a_branch_at_its_end_is_no_block)
{
	const struct branch_entry entries[] = { entry(0x130, 0x200), entry(0x90, 0x100) };
	uint64_t branches[] = { 0x90, 0 };

	profile = profile_with_code(entries, 2, branches);
	assert_int_equal(profile->dropped.no_branch, 1);
	assert_int_equal(profile->n_blocks, 0);
	assert_int_equal(profile->n_branches, 2);
}

TEST(an_interrupt_ends_what_ran_before_it_but_is_no_branch_there)
{
	/* 0x100..0x110 taken; then 0x100 up to 0x120, where an interrupt came */
	struct branch_entry interrupt = entry(0x120, 0xffffffff81000000);
	const struct profile_branch *const *found;
	uint64_t branches[] = { 0x90, 0x110, 0 };
	size_t n;

	interrupt.to.object = KERNEL;
	interrupt.to_map = 9;
	profile = profile_with_code((const struct branch_entry[]){ interrupt, entry(0x110, 0x100),
								   entry(0x90, 0x100) },
				    3, branches);
	assert_int_equal(profile->dropped.no_branch, 0);
	assert_int_equal(profile->n_blocks, 1);
	found = profile_branches_from(profile, (struct place){ 0x110, USER }, &n);
	assert_int_equal(found[0]->executed, 2);	/* it ran over it */
	assert_int_equal(found[0]->ended, 1);
	found = profile_branches_from(profile, (struct place){ 0x120, USER }, &n);
	assert_int_equal(found[0]->kind, BRANCH_INTERRUPT);
	assert_int_equal(found[0]->executed, 0);
}

TEST(kinds_as_recorded_hold_where_the_code_is_not_known)
{
	struct branch_entry call = entry(0x130, 0x200);

	call.kind = BRANCH_CALL;
	profile = PROFILE(call, entry(0x90, 0x100));
	assert_int_equal(profile_branches_from(profile, call.from, &(size_t){ 0 })[0]->kind, BRANCH_CALL);
}

TEST(a_profile_of_nothing_has_nothing)
{
	profile = finish(new_builder(), NULL);
	assert_int_equal(profile->samples, 0);
	assert_int_equal(profile->n_branches + profile->n_blocks + profile->n_edges, 0);
	assert_true(isnan(profile->bias.value));
}
