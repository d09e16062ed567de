/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Public recordings of branch stacks: all numbers that their owners or perf tell of them come out.
 * Entries and mispredictions: perf 6.1 (perf script -F brstack) and the .pb_text files of quipper;
 * ranges and branches: llvm-profgen's test; frames: perfparser's expected.txt.
 */
#include "config.h"

#include <inttypes.h>
#include <linux/perf_event.h>

#include "tests/fixtures/any_profile.h"
#include "tests/fixtures/fixture_branches.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

/* What is known of a recording of branch stacks. */
static const struct answer {
	const char *name, *file;
	uint64_t stacks, entries, mispredicted, zero;
	uint32_t depth;
	bool cycles;
	enum trigger trigger;
} answers[] = {
	/* An attr that is larger than this machine's headers know. */
	{ .name = "Haswell by perf 6.8", .file = "autofdo_haswell_perf-6.8.zst", .stacks = 145,
	  .entries = 2320, .mispredicted = 28, .depth = 16, .trigger = TRIGGER_CYCLES },
	{ .name = "Skylake with cycles and empty entries", .file = "quipper_skylake_4.14.zst",
	  .stacks = 13, .entries = 416, .mispredicted = 21, .zero = 29, .depth = 32,
	  .cycles = true, .trigger = TRIGGER_CYCLES },
	{ .name = "Sandy Bridge with call chains", .file = "quipper_sandybridge_callgraph-3.4.zst",
	  .stacks = 923, .entries = 14768, .mispredicted = 880, .depth = 16,
	  .trigger = TRIGGER_CYCLES },
	{ .name = "Sandy Bridge with raw data before the stack",
	  .file = "quipper_sandybridge_raw-3.4.zst", .stacks = 513, .entries = 8208,
	  .mispredicted = 453, .zero = 15, .depth = 16, .trigger = TRIGGER_CYCLES },
	{ .name = "Zen 4 with bits of speculation", .file = "quipper_zen4_spec.zst", .stacks = 8,
	  .entries = 128, .mispredicted = 9, .depth = 16, .trigger = TRIGGER_TAKEN },
	{ .name = "Arm64 with an index before the entries", .file = "quipper_arm64_hw_index.zst",
	  .stacks = 5, .entries = 116, .depth = 33, .trigger = TRIGGER_INSTRUCTIONS },
};

static const struct profile *read_packed(const char *file)
{
	got = read_profile_packed(file, NULL);
	return got.profile;
}

TEST(each_recording_has_the_numbers_that_are_known_of_it)
{
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		const struct answer *answer = &answers[i];
		const struct profile *profile = read_packed(answer->file);

		print_message("%s\n", answer->name);
		assert_int_equal(got.ret, 0);
		assert_string_equal(got.err.text, "");
		assert_string_equal(got.news.trouble, "");
		assert_int_equal(got.news.n_events, 1);
		assert_int_equal(profile->samples, answer->stacks);
		assert_int_equal(profile->stacks, answer->stacks);
		assert_int_equal(profile->entries + profile->dropped.zero, answer->entries);
		assert_int_equal(profile->dropped.zero, answer->zero);
		assert_int_equal(sum_mispredicted(profile), answer->mispredicted);
		assert_int_equal(sum_mispredicted(profile) + sum_predicted(profile), profile->entries);
		assert_int_equal(profile->depth, answer->depth);
		assert_int_equal(profile->cycles_known, answer->cycles);
		assert_int_equal(profile->event.trigger, answer->trigger);
		assert_int_equal(profile->dropped.damaged, 0);
		assert_int_equal(profile->dropped.wrong_path, 0);
		begin_anew();
	}
}

TEST(all_entries_of_the_zen_are_in_the_kernel)
{
	const struct profile *profile = read_packed("quipper_zen4_spec.zst");

	for (size_t i = 0; i < profile->n_branches; i++)
		assert_string_equal(path_of(profile, profile->branches[i].from), "[kernel.kallsyms]");
}

/* Old perf says that the kernel begins at 0; its addresses are found nevertheless. */
TEST(of_sandy_bridge_4277_entries_begin_in_the_kernel)
{
	const struct profile *profile = read_packed("quipper_sandybridge_callgraph-3.4.zst");
	uint64_t kernel = 0;

	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->from.object != PLACE_NO_OBJECT &&
		    (profile->objects[branch->from.object].kind == OBJECT_KERNEL ||
		     profile->objects[branch->from.object].kind == OBJECT_MODULE))
			kernel += branch->taken;
	}
	assert_int_equal(kernel, 4277);
	assert_int_equal(profile->dropped.no_mapping, 0);
}

TEST(only_user_code_drops_exactly_the_entries_of_the_kernel)
{
	got = read_profile_packed("quipper_zen4_spec.zst", &(struct profile_request){ .user_only = true });
	assert_int_equal(got.ret, 0);
	assert_int_equal(got.profile->samples, 0);
	assert_int_equal(got.profile->entries, 0);
}

TEST(build_ids_of_a_table_are_given_to_objects)
{
	const struct profile_object *object = read_packed("autofdo_haswell_perf-6.8.zst")->objects;
	static const unsigned char id[4] = { 0 };

	while (!strstr(object->path, "hierarchical_discriminator_test"))
		object++;
	assert_int_equal(object->build_id_len, 20);
	assert_memory_not_equal(object->build_id, id, sizeof(id));
}

/* noinline-noprobe.test, CHECK-RAW-PROFILE; addresses minus 0x400000. */
struct counted_range {
	uint64_t start, end, count;
};

static const struct counted_range llvm_ranges[] = {
	{ 0x5b0, 0x5c8, 7 }, { 0x5b0, 0x5d7, 13 }, { 0x5dc, 0x5e9, 6 }, { 0x5e5, 0x5e9, 12 },
	{ 0x5ff, 0x62f, 19 }, { 0x634, 0x637, 18 }, { 0x645, 0x645, 18 },
};

static const struct counted_range llvm_branches[] = {
	{ 0x5c8, 0x5dc, 7 }, { 0x5d7, 0x5e5, 13 }, { 0x5e9, 0x634, 18 }, { 0x62f, 0x5b0, 21 },
	{ 0x637, 0x645, 18 }, { 0x645, 0x5ff, 19 },
};

static void assert_llvm_numbers(const struct profile *profile)
{
	size_t found = 0;

	assert_int_equal(profile->entries, 96);
	assert_int_equal(profile->n_blocks, 7);
	assert_int_equal(profile->n_branches, 6);
	for (size_t i = 0; i < 7; i++)
		for (size_t k = 0; k < 7; k++)
			found += profile->blocks[k].start.offset == llvm_ranges[i].start &&
				 profile->blocks[k].end.offset == llvm_ranges[i].end &&
				 profile->blocks[k].executed == llvm_ranges[i].count;
	for (size_t i = 0; i < 6; i++)
		for (size_t k = 0; k < 6; k++)
			found += profile->branches[k].from.offset == llvm_branches[i].start &&
				 profile->branches[k].to.offset == llvm_branches[i].end &&
				 profile->branches[k].taken == llvm_branches[i].count;
	assert_int_equal(found, 13);
}

/* "0x40062f/0x4005b0/P/-/-/9": from, to, predicted, two flags of transactions, cycles. */
static size_t read_llvm_stack(FILE *file, struct built_branch branches[32])
{
	unsigned int cycles;
	size_t n = 0;

	(void)!fscanf(file, "%*x");	/* the address of the sample */
	while (n < 32 && fscanf(file, " 0x%" SCNx64 "/0x%" SCNx64 "/P/-/-/%u", &branches[n].from,
				&branches[n].to, &cycles) == 3)
		branches[n++].flags = BUILT_PREDICTED | BUILT_CYCLES(cycles);
	return n;
}

/* The first three stacks of llvm-project's Inputs/noprobe-skid.perfscript. */
static const struct profile *read_llvm(void)
{
	FILE *file = fopen(fixture("recordings/branches", "llvm_noprobe-skid.perfscript"), "re");

	assert_non_null(file);
	(void)builder_branch_event(&built);
	builder_app(&built);
	for (size_t i = 0; i < 3; i++) {
		struct built_branch branches[32];

		assert_int_equal(read_llvm_stack(file, branches), 32);
		builder_branches(&built, SECOND + i, branches, 32);
	}
	(void)fclose(file);
	return read_all();
}

TEST(ranges_and_branches_are_those_of_llvm_profgen)
{
	assert_llvm_numbers(read_llvm());
}

/* Where llvm-profgen's branch 5c8 was not taken, a block runs over it to 5d7. */
TEST(the_probability_of_a_branch_follows_from_the_published_ranges)
{
	const struct profile *profile = read_llvm();
	const struct profile_branch *const *found;
	struct place from = profile->branches[0].from;
	size_t n;

	from.offset = 0x5c8;
	found = profile_branches_from(profile, from, &n);
	assert_int_equal(n, 1);
	assert_int_equal(found[0]->executed, 7 + 13);
	assert_int_equal(found[0]->ended, 7);
}

/* The number of samples in the recording with this period and exactly these frames. */
static uint64_t stacks_like(const struct profile *profile, uint64_t period, uint64_t *frames, size_t n)
{
	for (size_t i = 0; i < profile->n_stack; i++) {
		const struct profile_stack *stack = &profile->stack[i];
		bool equal = stack->n == n && stack->weight >= period;

		for (size_t k = 0; k < n && equal; k++) {
			struct place at = profile->frames[stack->first + k];
			bool app = at.object != PLACE_NO_OBJECT && profile->objects[at.object].kind == OBJECT_FILE;

			equal = !frames[k] || at.offset + (app ? 0x400000 : 0) == frames[k];
		}
		if (equal)
			return stack->samples;
	}
	return 0;
}

TEST(call_stacks_of_lbr_are_those_of_perfparser)
{
	const struct profile *profile = read_packed("perfparser_call_stacks.zst");
	const char *srcdir = getenv("srcdir");
	char path[512], line[1024];
	size_t lines = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/tests/recordings/branches/%s",
		       srcdir ? srcdir : ".", "perfparser_call_stacks.txt");
	file = fopen(path, "re");
	assert_non_null(file);
	for (; fgets(line, sizeof(line), file); lines++) {
		char *save = NULL, *word = strtok_r(line, " \n", &save);
		uint64_t period = strtoull(word, NULL, 10), frames[32];
		size_t n = 0;

		for (word = strtok_r(NULL, " \n", &save); word; word = strtok_r(NULL, " \n", &save))
			frames[n++] = word[0] == '-' ? 0 : strtoull(word, NULL, 16);
		if (!stacks_like(profile, period, frames, n))
			fail_msg("no stack of %zu frames with period %llu", n, (unsigned long long)period);
	}
	(void)fclose(file);
	assert_int_equal(lines, 29);
	assert_int_equal(profile->samples, 29);
}

TEST(call_stack_mode_tells_of_no_branches)
{
	const struct profile *profile = read_packed("perfparser_call_stacks.zst");

	assert_false(profile->event.has_branches);
	assert_true(profile->event.calls_by_lbr);
	assert_int_equal(profile->stacks, 0);
	assert_int_equal(profile->n_branches, 0);
	assert_int_equal(profile->n_blocks, 0);
	assert_non_null(strstr(got.news.trouble, "call stack"));
	assert_non_null(strstr(got.news.trouble, "perf record -e br_inst_retired.near_taken"));
}

/* Also a recording that comes through a pipe, where build-ids and names at its end are not read. */
TEST(a_file_in_a_pipe_has_the_same_branches)
{
	size_t n;
	unsigned char *bytes = unpack_recording("quipper_skylake_4.14.zst", &n);

	got = read_profile_pipe(bytes, n, NULL);
	assert_int_equal(got.ret, 0);
	assert_int_equal(got.profile->entries, 416 - 29);
	assert_int_equal(sum_mispredicted(got.profile), 21);
	free(bytes);
}

/*
 * quipper_perf-unmapped-sample-and-branch-stack.textproto (google/perf_data_converter,
 * BSD-3-Clause): one sample of an address that no mapping has; two of the six ends of its branches
 * are in chrome.
 */
TEST(branches_with_an_end_in_no_mapping_are_counted_and_blocks_do_not_leave_one)
{
	static const struct built_branch branches[] = {
		{ 0x8000000009c44a4a, 0x8000000009c44970, BUILT_PREDICTED },
		{ 0x8045c2a, 0x8000000009c44a48, BUILT_PREDICTED },
		{ 0x8000000009c44aba, 0x8045c20, BUILT_PREDICTED },
	};

	builder_branch_event(&built)->branch_type = PERF_SAMPLE_BRANCH_HW_INDEX;
	builder_map(&built, &(struct built_map){ .at = { 0, 5081, 5081, 0 }, .start = 0x1197000,
					     .size = 0x7ce0000, .old = true,
					     .path = "/opt/google/chrome/chrome" });
	builder_put_sample(&built, 0, &(struct built_sample){
		.at = { 7, 5081, 5081, 0x23b9197f14a }, .ip = 0x8000000009c4497c, .period = 20,
		.branches = branches, .n_branches = 3 });
	assert_int_equal(read_all()->entries, 3);
	assert_int_equal(sum_predicted(got.profile), 3);
	assert_int_equal(got.profile->dropped.no_mapping, 3);
	assert_int_equal(got.profile->addresses[0].at.object, PLACE_NO_OBJECT);
	assert_int_equal(got.profile->addresses[0].at.offset, 0x8000000009c4497c);
	assert_int_equal(got.profile->n_blocks, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct profile_block *block = &got.profile->blocks[i];
		const bool mapped = block->start.object != PLACE_NO_OBJECT;

		assert_int_equal(block->start.object, block->end.object);
		assert_int_equal(block->start.offset, mapped ? 0x8045c20 - 0x1197000 : 0x8000000009c44a48);
		assert_string_equal(path_of(got.profile, block->start), mapped ? "/opt/google/chrome/chrome" : "");
	}
}

/* ---- damaged: refused or read, and what is read keeps the rules of any profile ---- */

#define GROWTH 65536		/* bytes that changes may add */

static const struct {
	const char *name;
	uint32_t changes;	/* how many changed versions; the large ones take longer */
} recordings[] = {
	{ "autofdo_haswell_perf-6.8.zst", 30 },
	{ "quipper_skylake_4.14.zst", 60 },
	{ "quipper_zen4_spec.zst", 15 },
	{ "quipper_arm64_hw_index.zst", 4 },
	{ "quipper_sandybridge_callgraph-3.4.zst", 1 },
	{ "quipper_sandybridge_raw-3.4.zst", 2 },
	{ "perfparser_call_stacks.zst", 60 },
};
#define N_RECORDINGS (sizeof(recordings) / sizeof(recordings[0]))

TEST(changed_records_break_no_rule)
{
	for (size_t i = 0; i < N_RECORDINGS; i++) {
		size_t n, samples = 0;
		unsigned char *bytes = unpack_recording(recordings[i].name, &n);
		unsigned char *changed = malloc(n + GROWTH);

		assert_non_null(changed);
		for (uint32_t seed = 0; seed < recordings[i].changes; seed++) {
			size_t size;

			memcpy(changed, bytes, n);
			size = mutate_records(changed, n, n + GROWTH, seed);
			samples += read_any_profile(changed, size);
		}
		assert_true(samples > 0);
		free(changed);
		free(bytes);
	}
}

/* xorshift32 */
static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Bytes of the header, the attrs and the ids decide how everything else is read. */
TEST(changed_headers_break_no_rule)
{
	size_t n;
	unsigned char *bytes = unpack_recording("quipper_skylake_4.14.zst", &n);
	unsigned char *changed = malloc(n);
	uint32_t random = 1;

	assert_non_null(changed);
	for (int i = 0; i < 150; i++) {
		memcpy(changed, bytes, n);
		for (int k = 0; k < 3; k++)
			changed[next_random(&random) % 400] = (unsigned char)next_random(&random);
		(void)read_any_profile(changed, n);
	}
	free(changed);
	free(bytes);
}

TEST(recordings_that_end_anywhere_break_no_rule)
{
	size_t n;
	unsigned char *bytes = unpack_recording("perfparser_call_stacks.zst", &n);
	uint32_t random = 7;

	for (int i = 0; i < 100; i++)
		(void)read_any_profile(bytes, next_random(&random) % n);
	free(bytes);
}

const struct around_tests around_tests = {.setup = branches_setup, .teardown = branches_teardown};
