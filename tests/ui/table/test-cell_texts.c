/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts and what columns show of them; what COMMAND shows of a name and a command line. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/table/column_cells.h"
#include "ui/table/filter.h"

TEST(a_cut_text_is_known_by_its_sign_or_by_the_width_of_the_column)
{
	static const struct {
		const char *key, *text, *shown;
		bool cut;
	} cases[] = {
		/* the sign is enough at any width */
		{ "user", "prometheus", "prometh\u2026", true }, { "user", "prometheus", "prometheu\u2026", true },
		{ "user", "prometheus", "pro+", true }, { "user", "prometheus", "pr\u2026", false },
		{ "command", "stream_c --array 400M", "stream_c --ar\u2026", true },
		{ "user", "prometheus", "\u2026", false }, { "user", "prometheus", "proxy\u2026", false },
		{ "user", "prometheus", "prometheus\u2026", false },	/* all of it */
		/* without it, it is as wide as the column */
		{ "user", "prometheus", "promethe", true }, { "user", "prometheus", "prometh", true },
		{ "user", "prometheus", "prometheu", false }, { "user", "prometheus", "promet", false },
		{ "user", "prometheus", "", false }, { "user", "promethe", "promethe", false },
		{ "command", "stream_c --array 400M", "stream_c -", false },
		/* wide characters take two cells */
		{ "user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22\u6f22", true },
		{ "user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22", false },
		{ "user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22\u2026", true },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (cut_text_is(columns_find(cases[i].key), cases[i].text, cases[i].shown) != cases[i].cut)
			fail_msg("case %zu", i);
}

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
	assert_true(command_is_renamed("names", " --flag"));	/* argv[0] is empty */
	assert_false(command_is_renamed("bash", "-bash"));
}
