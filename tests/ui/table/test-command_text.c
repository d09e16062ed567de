/* SPDX-License-Identifier: GPL-2.0-only */
/* What COMMAND shows of a name and a command line. */
#include "config.h"
#include "ui/table/command_text.h"

#include "tests/fixtures/test_main.h"

TEST(the_path_before_the_program_is_left_out)
{
	static const char *const cases[][3] = {
		/* name, command line, text */
		{ "cc1", "/usr/lib/gcc/cc1 -quiet a.c", "cc1 -quiet a.c" },
		{ "names", "./names", "names" },
		{ "fuzz-replay", "tests/fuzz/fuzz-replay corpus/a", "fuzz-replay corpus/a" },
		{ "tdtop", "build/tdtop --demo", "tdtop --demo" },
		{ "a_long_name_of_", "b/a_long_name_of_a_program -v", "a_long_name_of_a_program -v" },
		{ "python3", "../python3", "python3" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = command_text(cases[i][0], cases[i][1]);

		assert_string_equal(text, cases[i][2]);
		assert_false(command_is_renamed(cases[i][0], text));
	}
}

TEST(a_title_with_a_slash_is_no_path)
{
	assert_string_equal(command_text("sshd", "sshd: ada@pts/0"), "sshd: ada@pts/0");
	assert_string_equal(command_text("worker", "pool/7 idle"), "pool/7 idle");
	assert_string_equal(command_text("", "a/b"), "a/b");
	assert_string_equal(command_text("x", "/ y"), "/ y");
}

TEST(without_a_command_line_the_name_is_shown)
{
	assert_string_equal(command_text("kworker/0:1", ""), "kworker/0:1");
}

TEST(another_name_than_the_program_s_is_noticed)
{
	assert_true(command_is_renamed("worker", "python3 a.py"));
	assert_false(command_is_renamed("bash", "-bash"));
}
