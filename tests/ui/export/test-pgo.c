/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles for compilers: what is chosen, what is refused, and the two texts. */
#include "config.h"
#include "ui/export/pgo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/test.h"

enum { PROG, LIBC, KERNEL, OLD_PROG, OTHER, OBJECTS };

#define FUNCTION_F 0x1100
#define FUNCTION_G 0x1200

/* Built anew for each test. */
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

static int set_up(void **state)
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

	(void)state;
	memcpy(objects, empty, sizeof(objects));
	profile = (struct profile){
		.event = { .name = "near_taken:u", .has_branches = true },
		.stacks = PGO_STACKS_MIN, .objects = objects, .n_objects = OBJECTS,
		.branches = branches, .blocks = blocks, .addresses = addresses,
	};
	fake = (struct fake_names){ .symbols = symbols, .n = 2, .base = 0x400000 };
	names = fake_names(&fake);
	return 0;
}

static void assert_refused(const char *words)
{
	struct err err = { .text = "" };

	assert_int_equal(pgo_check(&profile, &err), -ENODATA);
	assert_non_null(strstr(err.text, words));
}

static void expect_choice(const char *wanted, uint32_t expected)
{
	struct err err = { .text = "" };
	uint32_t object;

	assert_int_equal(pgo_choose(&profile, wanted, &object, &err), 0);
	assert_int_equal(object, expected);
}

static void expect_no_choice(const char *wanted, const char *words)
{
	struct err err = { .text = "" };
	uint32_t object;

	assert_true(pgo_choose(&profile, wanted, &object, &err) < 0);
	assert_non_null(strstr(err.text, words));
}

static void expect_text(enum pgo_format format, const char *text)
{
	struct buffer out = { 0 };
	struct pgo_summary summary;
	struct err err = { .text = "" };

	assert_int_equal(pgo_put(&out, format, &profile, PROG, &names, -1, &summary, &err), 0);
	buffer_put(&out, "", 1);
	assert_string_equal(out.bytes, text);
	buffer_done(&out);
}

static void a_profile_of_enough_true_stacks_is_exported(void **state)
{
	struct err err;

	(void)state;
	profile.bias.value = PGO_BIAS_MAX;
	assert_int_equal(pgo_check(&profile, &err), 0);
}

static void too_few_stacks_are_refused(void **state)
{
	(void)state;
	profile.stacks = PGO_STACKS_MIN - 1;
	assert_refused("9999 branch stacks are too few");
	assert_refused("record for longer");
	profile.live = true;
	assert_refused("sample for longer (--seconds)");
}

static void a_biased_profile_is_refused_with_the_trigger_that_is_not(void **state)
{
	(void)state;
	profile.bias.value = 0.31;
	assert_refused("differs by 31 %");
	assert_refused("near_taken");
}

static void an_event_without_branch_stacks_is_refused(void **state)
{
	(void)state;
	profile.event.has_branches = false;
	profile.stacks = 0;
	assert_refused("near_taken:u has no branch stacks");
}

static void call_stacks_of_lbr_are_refused(void **state)
{
	(void)state;
	profile.event.calls_by_lbr = true;
	profile.stacks = 0;
	assert_refused("--call-graph lbr");
}

static void the_program_is_chosen_before_a_library_that_has_more(void **state)
{
	(void)state;
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 900);
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 50);
	add_branch(in(OTHER, 0x10), in(OTHER, 0x20), 40);
	expect_choice(NULL, PROG);
}

static void a_library_is_chosen_if_there_is_nothing_else(void **state)
{
	(void)state;
	add_branch(in(KERNEL, 0x10), in(KERNEL, 0x20), 900);
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 50);
	expect_choice(NULL, LIBC);
}

static void an_object_is_named_by_path_base_name_or_build_id(void **state)
{
	(void)state;
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(LIBC, 0x10), in(LIBC, 0x20), 50);
	expect_choice("/lib/libc.so.6", LIBC);
	expect_choice("libc.so.6", LIBC);
	expect_choice("01020304", LIBC);
	expect_no_choice("010203", "no branch of the recording is in a file named 010203");
}

static void two_builds_of_one_path_are_refused_until_one_is_named(void **state)
{
	(void)state;
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(OLD_PROG, 0x10), in(OLD_PROG, 0x20), 50);
	expect_no_choice(NULL, "two builds");
	expect_no_choice("prog", "two builds");
	expect_choice("11223344", OLD_PROG);
}

static void a_name_that_two_files_have_is_refused(void **state)
{
	(void)state;
	objects[OTHER].path = "/usr/bin/prog";
	add_branch(in(PROG, 0x10), in(PROG, 0x20), 900);
	add_branch(in(OTHER, 0x10), in(OTHER, 0x20), 50);
	expect_no_choice("prog", "can be /opt/prog or /usr/bin/prog");
	expect_choice("/usr/bin/prog", OTHER);
}

static void a_recording_of_no_known_file_is_refused(void **state)
{
	(void)state;
	add_branch(in(PLACE_NO_OBJECT, 0x10), in(PLACE_NO_OBJECT, 0x20), 900);
	add_branch(in(KERNEL, 0x10), in(KERNEL, 0x20), 900);
	expect_no_choice(NULL, "no branch of the recording is in a known file");
}

static void bolt_gets_addresses_of_the_object_and_x_for_others(void **state)
{
	(void)state;
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30)->mispredicted = 4;
	add_branch(in(PROG, 0x1130), in(LIBC, 0x50), 3);
	add_branch(in(LIBC, 0x60), in(PROG, 0x1134), 2);
	add_branch(in(LIBC, 0x60), in(LIBC, 0x70), 9);
	expect_text(PGO_BOLT, "B 401110 401120 30 4\n"
			      "B 401130 X:0 3 0\n"
			      "B X:0 401134 2 0\n");
}

static void bolt_is_told_how_much_of_a_block_was_entered_from_outside(void **state)
{
	(void)state;
	add_branch(in(PROG, FUNCTION_F + 0x50), in(PROG, FUNCTION_F + 0x10), 30);
	add_branch(in(PROG, FUNCTION_G + 0x50), in(PROG, FUNCTION_F + 0x10), 10);
	add_block(in(PROG, FUNCTION_F + 0x10), in(PROG, FUNCTION_F + 0x50), 20);
	add_block(in(LIBC, 0x10), in(LIBC, 0x20), 99);
	expect_text(PGO_BOLT, "B 401150 401110 30 0\n"
			      "B 401250 401110 10 0\n"
			      "F 401110 401150 15\n"
			      "f 401110 401150 5\n");
}

static void a_return_enters_from_outside_also_in_a_recursion(void **state)
{
	(void)state;
	add_branch(in(PROG, FUNCTION_F + 0x50), in(PROG, FUNCTION_F + 0x10), 30)->kind =
		BRANCH_RETURN;
	add_block(in(PROG, FUNCTION_F + 0x10), in(PROG, FUNCTION_F + 0x50), 20);
	expect_text(PGO_BOLT, "B 401150 401110 30 0\n"
			      "f 401110 401150 20\n");
}

static enum code_state without_address(void *data, const struct place *at, bool want_line,
				       struct code_name *name)
{
	(void)data;
	(void)want_line;
	*name = (struct code_name){ .function = *at };
	return CODE_UNKNOWN;
}

static void expect_no_addresses(int error, const char *words)
{
	struct buffer out = { 0 };
	struct pgo_summary summary;
	struct err err = { .text = "" };

	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	assert_int_equal(pgo_put(&out, PGO_BOLT, &profile, PROG, &names, 0, &summary, &err), error);
	assert_non_null(strstr(err.text, words));
	buffer_done(&out);
}

static void without_the_file_there_are_no_addresses_for_bolt(void **state)
{
	(void)state;
	names.name = without_address;
	expect_no_addresses(-ENODATA, "addresses of /opt/prog are not known");
}

static void addresses_that_are_still_asked_for_are_not_guessed(void **state)
{
	(void)state;
	fake.pending = true;
	expect_no_addresses(-EAGAIN, "try again");
}

static void autofdo_gets_offsets_in_the_file(void **state)
{
	(void)state;
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

static void autofdo_needs_no_names(void **state)
{
	struct buffer out = { 0 };
	struct pgo_summary summary;
	struct err err;

	(void)state;
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	assert_int_equal(pgo_put(&out, PGO_AUTOFDO, &profile, PROG, NULL, -1, &summary, &err), 0);
	buffer_done(&out);
}

static void the_summary_tells_the_part_of_all_entries(void **state)
{
	struct buffer out = { 0 };
	struct pgo_summary summary;
	struct err err;

	(void)state;
	add_branch(in(PROG, 0x1110), in(PROG, 0x1120), 30);
	add_branch(in(LIBC, 0x1110), in(LIBC, 0x1120), 10);
	add_block(in(PROG, 0x1120), in(PROG, 0x1130), 20);
	assert_int_equal(pgo_put(&out, PGO_BOLT, &profile, PROG, &names, -1, &summary, &err), 0);
	assert_int_equal(summary.branches, 1);
	assert_int_equal(summary.blocks, 1);
	assert_int_equal(summary.entries, 30);
	assert_float_equal(summary.part, 0.75, 1e-9);
	buffer_done(&out);
}

static void the_next_step_names_file_and_object(void **state)
{
	char text[256];

	(void)state;
	pgo_next_step(PGO_BOLT, &objects[PROG], "p.txt", text, sizeof(text));
	assert_string_equal(text, "perf2bolt --pa -p p.txt -o prog.fdata /opt/prog");
	pgo_next_step(PGO_AUTOFDO, &objects[PROG], "p.txt", text, sizeof(text));
	assert_string_equal(text, "create_llvm_prof --profiler=text --profile=p.txt "
				  "--binary=/opt/prog --out=prog.prof");
}

static void a_trigger_that_biases_is_told(void **state)
{
	struct profile by_cycles = { .event = { .name = "cycles:u", .trigger = TRIGGER_CYCLES } };
	const struct profile by_taken = { .event = { .name = "taken", .trigger = TRIGGER_TAKEN } };
	char text[256];

	(void)state;
	pgo_trigger(&by_cycles, text, sizeof(text));
	assert_non_null(strstr(text, "biased, because cycles:u triggered"));
	pgo_trigger(&by_taken, text, sizeof(text));
	assert_string_equal(text, "");
}

#define PGO_TEST(test) cmocka_unit_test_setup(test, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PGO_TEST(a_profile_of_enough_true_stacks_is_exported),
		PGO_TEST(too_few_stacks_are_refused),
		PGO_TEST(a_biased_profile_is_refused_with_the_trigger_that_is_not),
		PGO_TEST(an_event_without_branch_stacks_is_refused),
		PGO_TEST(call_stacks_of_lbr_are_refused),
		PGO_TEST(the_program_is_chosen_before_a_library_that_has_more),
		PGO_TEST(a_library_is_chosen_if_there_is_nothing_else),
		PGO_TEST(an_object_is_named_by_path_base_name_or_build_id),
		PGO_TEST(two_builds_of_one_path_are_refused_until_one_is_named),
		PGO_TEST(a_name_that_two_files_have_is_refused),
		PGO_TEST(a_recording_of_no_known_file_is_refused),
		PGO_TEST(bolt_gets_addresses_of_the_object_and_x_for_others),
		PGO_TEST(bolt_is_told_how_much_of_a_block_was_entered_from_outside),
		PGO_TEST(a_return_enters_from_outside_also_in_a_recursion),
		PGO_TEST(without_the_file_there_are_no_addresses_for_bolt),
		PGO_TEST(addresses_that_are_still_asked_for_are_not_guessed),
		PGO_TEST(autofdo_gets_offsets_in_the_file),
		PGO_TEST(autofdo_needs_no_names),
		PGO_TEST(the_summary_tells_the_part_of_all_entries),
		PGO_TEST(the_next_step_names_file_and_object),
		PGO_TEST(a_trigger_that_biases_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
