/* SPDX-License-Identifier: GPL-2.0-only */
/* What collect/code reads from files, against what the emulator ran. */
#include "config.h"

#include "collect/code/code.h"
#include "tests/fixtures/test_main.h"
#include "tests/truth/truth_profile.h"
#include "tests/truth/truth_run.h"

struct read_code {
	struct code *code;
	struct profile *profile;	/* with kinds and lengths from the files */
};

static void begin(struct read_code *read, const char *name, const char *argument)
{
	const struct code_options options = { .recorded = true, .wake = -1 };
	const struct profile_object *objects;
	struct profile_code code;
	struct err err;
	size_t n;

	truth_run_profile(name, argument, "taken:509:32:any");
	if (code_new(&options, &read->code, &err) != 0)
		fail_msg("%s", err.text);
	objects = profile_reader_objects(made.reader, &n);
	for (uint32_t i = 0; i < n; i++)
		code_add_object(read->code, i, &objects[i]);
	code = code_profile(read->code);
	read->profile = profile_builder_finish(made.builder, objects, n, &code);
	assert_non_null(read->profile);
}

static void end(struct read_code *read)
{
	profile_free(read->profile);
	code_free(read->code);
}

/* Kinds of all branches, and lengths of all blocks, of the program and its libraries. */
static void assert_code(const char *name)
{
	struct read_code read;
	size_t known = 0;

	begin(&read, name, "");
	for (size_t i = 0; i < read.profile->n_branches; i++) {
		const struct profile_branch *branch = &read.profile->branches[i];
		uint64_t from = truth_at(branch->from);
		const struct table_row *row = table_find(&made.truth.kinds, from, 0, 0, 0);

		assert_non_null(row);
		if (branch->kind != (enum branch_kind)row->count[1])
			fail_msg("%#llx is a %s, not a %s", (unsigned long long)from,
				 branch_kind_name((enum branch_kind)row->count[1]),
				 branch_kind_name(branch->kind));
	}
	for (size_t i = 0; i < read.profile->n_blocks; i++) {
		const struct profile_block *block = &read.profile->blocks[i];
		uint64_t start = truth_at(block->start);
		uint64_t end_at = truth_at(block->end);
		const struct table_row *row = table_find(&made.truth.blocks, start, end_at, 0, 0);

		assert_non_null(row);
		known += block->instructions != 0;
		if (block->instructions != 0 && block->instructions != row->count[2])
			fail_msg("%#llx ... %#llx has %llu instructions, not %u",
				 (unsigned long long)start, (unsigned long long)end_at,
				 (unsigned long long)row->count[2], block->instructions);
	}
	assert_true(read.profile->n_branches > 50);
	assert_true(read.profile->n_blocks > 50);
	if (known == 0)
		print_message("not checked: lengths of blocks: there is no disassembler\n");
	else
		assert_int_equal(known, read.profile->n_blocks);
	end(&read);
}

TEST(kinds_of_branches_and_lengths_of_blocks_of_x86_64_are_right)
{
	assert_code("shapes");
}

TEST(kinds_of_branches_and_lengths_of_blocks_of_arm64_are_right)
{
	assert_code("shapes.arm64");
}

/* The functions of loops.c have their branches, by names from the file or from its debug file. */
static void assert_names(const char *program)
{
	static const char *const functions[] = { "seven", "some", "choose", "unlucky", "main" };
	size_t found[sizeof(functions) / sizeof(functions[0])] = { 0 };
	struct read_code read;
	struct code_names names;

	begin(&read, program, "100000");
	names = code_names(read.code);
	for (size_t i = 0; i < read.profile->n_branches; i++) {
		struct place from = read.profile->branches[i].from;
		struct code_name name;

		if (!strstr(read.profile->objects[from.object].path, "/loops"))
			continue;
		assert_int_equal(names.wait(names.data, &from, 1, true, -1), 0);
		assert_int_equal(names.name(names.data, &from, true, &name), CODE_KNOWN);
		for (size_t j = 0; j < sizeof(functions) / sizeof(functions[0]); j++) {
			if (strcmp(name.symbol, functions[j]) != 0)
				continue;
			if (!strstr(name.file, "loops.c")) {	/* inlined, as atoi(3) */
				assert_non_null(strstr(name.file, ".h"));
				continue;
			}
			assert_true(name.line >= 10 && name.line <= 80);
			found[j]++;
		}
	}
	for (size_t j = 0; j < sizeof(functions) / sizeof(functions[0]); j++)
		assert_true(found[j] > 0);
	end(&read);
}

TEST(names_are_found_of_programs_that_are_moved_or_not_or_stripped_with_a_debug_file)
{
	assert_names("loops");
	assert_names("loops.nopie");
	assert_names("loops.stripped");
}

TEST(names_of_a_program_of_arm64_are_found)
{
	assert_names("loops.arm64");
}
