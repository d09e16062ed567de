/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles for compilers: what is chosen, what is refused, and the two texts. */
#include "config.h"
#include "ui/export/pgo.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/test_main.h"

enum { PROG, LIBC, KERNEL, OLD_PROG, OTHER, OBJECTS };

#define FUNCTION_F 0x1100
#define FUNCTION_G 0x1200

/* Built again for each test. */
static struct profile_object objects[OBJECTS];
static struct profile_branch branches[16];
static struct profile_block blocks[16];
static struct profile_address addresses[4];
static struct profile profile;

static const struct fake_symbol symbols[] = {
	{ .object = PROG, .start = FUNCTION_F, .size = 0x100, .name = "f" },
	{ .object = PROG, .start = FUNCTION_G, .size = 0x100, .name = "g" },
};
static struct fake_names fake;
static struct code_names names;
static struct buffer out;
static struct pgo_summary summary;
static struct err err;

static struct place in(uint32_t object, uint64_t offset)
{
	return (struct place){ .object = object, .offset = offset };
}

static struct profile_branch *add_branch(struct place from, struct place to, uint64_t taken)
{
	struct profile_branch *branch = &branches[profile.n_branches++];

	*branch = (struct profile_branch){ .from = from, .to = to, .taken = taken };
	return branch;
}

static void add_block(struct place start, struct place end, uint64_t executed)
{
	blocks[profile.n_blocks++] =
		(struct profile_block){ .start = start, .end = end, .executed = executed };
}

SETUP
{
	static const struct profile_object empty[OBJECTS] = {
		[PROG] = { .path = "/opt/prog", .build_id = { 0xab, 0xcd, 0xef, 0x01 },
			   .build_id_len = 4 },
		[LIBC] = { .path = "/lib/libc.so.6", .build_id = { 1, 2, 3, 4 }, .build_id_len = 4 },
		[KERNEL] = { .path = "[kernel.kallsyms]_text", .kind = OBJECT_KERNEL },
		[OLD_PROG] = { .path = "/opt/prog", .build_id = { 0x11, 0x22, 0x33, 0x44 },
			       .build_id_len = 4 },
		[OTHER] = { .path = "/usr/bin/other", .build_id = { 9, 9, 9, 9 },
			    .build_id_len = 4 },
	};

	buffer_clear(&out);
	err.text[0] = '\0';
	memcpy(objects, empty, sizeof(objects));
	profile = (struct profile){
		.event = { .name = "near_taken:u", .has_branches = true },
		.stacks = PGO_STACKS_MIN, .objects = objects, .n_objects = OBJECTS,
		.branches = branches, .blocks = blocks, .addresses = addresses,
	};
	fake = (struct fake_names){ .symbols = symbols, .n = 2, .base = 0x400000 };
	names = fake_names(&fake);
}

static void assert_refused(const char *words)
{
	assert_int_equal(pgo_check(&profile, &err), -ENODATA);
	assert_non_null(strstr(err.text, words));
}

static void expect_choice(const char *wanted, uint32_t expected)
{
	uint32_t object;

	assert_int_equal(pgo_choose(&profile, wanted, &object, &err), 0);
	assert_int_equal(object, expected);
}

static void expect_no_choice(const char *wanted, const char *words)
{
	uint32_t object;

	assert_true(pgo_choose(&profile, wanted, &object, &err) < 0);
	assert_non_null(strstr(err.text, words));
}

static void expect_text(enum pgo_format format, const char *text)
{
	assert_int_equal(pgo_put(&out, format, &profile, PROG, &names, -1, &summary, &err), 0);
	buffer_put(&out, "", 1);
	assert_string_equal(out.bytes, text);
}

TEST(a_profile_of_enough_true_stacks_is_exported)
{
	profile.bias.value = PGO_BIAS_MAX;
	assert_int_equal(pgo_check(&profile, &err), 0);
}

TEST(too_few_stacks_are_refused)
{
	profile.stacks = PGO_STACKS_MIN - 1;
	assert_refused("9999 branch stacks are too few");
	assert_refused("record for longer");
	profile.live = true;
	assert_refused("sample for longer (--seconds)");
}

TEST(a_biased_profile_is_refused_with_the_trigger_that_is_not)
{
	profile.bias.value = 0.31;
	assert_refused("differs by 31 %");
	assert_refused("near_taken");
}

TEST(an_event_without_branch_stacks_is_refused)
{
	profile.event.has_branches = false;
	profile.stacks = 0;
	assert_refused("near_taken:u has no branch stacks");
}

TEST(call_stacks_of_lbr_are_refused)
{
	profile.event.calls_by_lbr = true;
	profile.stacks = 0;
	assert_refused("--call-graph lbr");
}

TEST(the_program_is_chosen_before_a_library_that_has_more)
{
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 900);
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 50);
	add_branch(in(OTHER, 0x10), in(OTHER, 0x20), 40);
	expect_choice(NULL, PROG);
}

TEST(a_library_is_chosen_if_there_is_nothing_else)
{
	add_branch(in(KERNEL, 0x10), in(KERNEL, 0x20), 900);
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 50);
	expect_choice(NULL, LIBC);
}

TEST(an_object_is_named_by_path_base_name_or_build_id)
{
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 50);
	expect_choice("/lib/libc.so.6", LIBC);
	expect_choice("libc.so.6", LIBC);
	expect_choice("01020304", LIBC);
	expect_no_choice("010203", "no branch of the recording is in a file named 010203");
}

TEST(two_builds_of_one_path_are_refused_until_one_is_named)
{
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(OLD_PROG, 0x10), in(OLD_PROG, 0x20), 50);
	expect_no_choice(NULL, "two builds");
	expect_no_choice("prog", "two builds");
	expect_choice("11223344", OLD_PROG);
}

TEST(a_name_that_two_files_have_is_refused)
{
	objects[OTHER].path = "/usr/bin/prog";
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(OTHER, 0x10), in(OTHER, 0x20), 50);
	expect_no_choice("prog", "can be /opt/prog or /usr/bin/prog");
	expect_choice("/usr/bin/prog", OTHER);
}

TEST(a_recording_of_no_known_file_is_refused)
{
	add_branch(in(PLACE_NO_OBJECT, 0x10), in(PLACE_NO_OBJECT, 0x20), 900);
	add_branch(in(KERNEL, 0x10), in(KERNEL, 0x20), 900);
	expect_no_choice(NULL, "no branch of the recording is in a known file");
}

TEST(bolt_gets_addresses_of_the_object_and_x_for_others)
{
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30)->mispredicted = 4;
	add_branch(in(PROG, 0x1130), in(LIBC, 0x50), 3);
	add_branch(in(LIBC, 0x60), in(PROG, 0x1134), 2);
	add_branch(in(LIBC, 0x60), in(LIBC, 0x70), 9);
	expect_text(PGO_BOLT, "B 401110 401120 30 4\n"
			      "B 401130 X:0 3 0\n"
			      "B X:0 401134 2 0\n");
}

TEST(bolt_is_told_how_much_of_a_block_was_entered_from_outside)
{
	add_branch(in(PROG, FUNCTION_F + 0x50), in(PROG, FUNCTION_F + 0x10), 30);
	add_branch(in(PROG, FUNCTION_G + 0x50), in(PROG, FUNCTION_F + 0x10), 10);
	add_block(in(PROG, FUNCTION_F + 0x10), in(PROG, FUNCTION_F + 0x50), 20);
	add_block(in(LIBC, 0x10), in(LIBC, 0x20), 99);
	expect_text(PGO_BOLT, "B 401150 401110 30 0\n"
			      "B 401250 401110 10 0\n"
			      "F 401110 401150 15\n"
			      "f 401110 401150 5\n");
}

TEST(a_return_enters_from_outside_also_in_a_recursion)
{
	add_branch(in(PROG, FUNCTION_F + 0x50), in(PROG, FUNCTION_F + 0x10), 30)->kind =
		BRANCH_RETURN;
	add_block(in(PROG, FUNCTION_F + 0x10), in(PROG, FUNCTION_F + 0x50), 20);
	expect_text(PGO_BOLT, "B 401150 401110 30 0\n"
			      "f 401110 401150 20\n");
}

static enum code_state without_address(void *data, const struct place *at, bool want_line,
				       struct code_name *name)
{
	*name = (struct code_name){ .function = *at };
	return CODE_UNKNOWN;
}

static void expect_no_addresses(int error, const char *words)
{
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	assert_int_equal(pgo_put(&out, PGO_BOLT, &profile, PROG, &names, 0, &summary, &err), error);
	assert_non_null(strstr(err.text, words));
}

TEST(without_the_file_there_are_no_addresses_for_bolt)
{
	names.name = without_address;
	expect_no_addresses(-ENODATA, "addresses of /opt/prog are not known");
}

TEST(addresses_that_are_still_asked_for_are_not_guessed)
{
	fake.pending = true;
	expect_no_addresses(-EAGAIN, "try again");
}

TEST(autofdo_gets_offsets_in_the_file)
{
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	add_branch(in(PROG, 0x1130), in(LIBC, 0x50), 3);
	add_block(in(PROG, 0x1120), in(PROG, 0x1130), 20);
	addresses[0] = (struct profile_address){ .at = in(PROG, 0x1110), .pid = 1, .samples = 5 };
	addresses[1] = (struct profile_address){ .at = in(LIBC, 0x1110), .pid = 1, .samples = 7 };
	addresses[2] = (struct profile_address){ .at = in(PROG, 0x1110), .pid = 2, .samples = 6 };
	profile.n_addresses = 3;
	expect_text(PGO_AUTOFDO, "1\n"
				 "1120-1130:20\n"
				 "1\n"
				 "1110:11\n"
				 "1\n"
				 "1110->1120:30\n");
}

TEST(autofdo_needs_no_names)
{
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	assert_int_equal(pgo_put(&out, PGO_AUTOFDO, &profile, PROG, NULL, -1, &summary, &err), 0);
}

TEST(the_summary_tells_the_part_of_all_entries)
{
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	add_branch(in(LIBC, 0x1110), in(LIBC, 0x1120), 10);
	add_block(in(PROG, 0x1120), in(PROG, 0x1130), 20);
	assert_int_equal(pgo_put(&out, PGO_BOLT, &profile, PROG, &names, -1, &summary, &err), 0);
	assert_int_equal(summary.branches, 1);
	assert_int_equal(summary.blocks, 1);
	assert_int_equal(summary.entries, 30);
	assert_float_equal(summary.part, 0.75, 1e-9);
}

TEST(the_next_step_names_file_and_object)
{
	char text[256];

	pgo_next_step(PGO_BOLT, &objects[PROG], "p.txt", text, sizeof(text));
	assert_string_equal(text, "perf2bolt --pa -p p.txt -o prog.fdata /opt/prog");
	pgo_next_step(PGO_AUTOFDO, &objects[PROG], "p.txt", text, sizeof(text));
	assert_string_equal(text, "create_llvm_prof --profiler=text --profile=p.txt "
				  "--binary=/opt/prog --out=prog.prof");
}

TEST(a_trigger_that_biases_is_told)
{
	struct profile by_cycles = { .event = { .name = "cycles:u", .trigger = TRIGGER_CYCLES } };
	const struct profile by_taken = { .event = { .name = "taken", .trigger = TRIGGER_TAKEN } };
	char text[256];

	pgo_trigger(&by_cycles, text, sizeof(text));
	assert_non_null(strstr(text, "biased, because cycles:u triggered"));
	pgo_trigger(&by_taken, text, sizeof(text));
	assert_string_equal(text, "");
}
