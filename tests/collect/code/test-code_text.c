/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of strangers. */
#include "config.h"
#include "collect/code/code_text.h"

#include <locale.h>
#include <string.h>

#include "tests/fixtures/test_main.h"

static void assert_text(const char *foreign, const char *expected)
{
	char text[32];

	code_text(text, sizeof(text), foreign, strlen(foreign));
	assert_string_equal(text, expected);
}

TEST(control_characters_become_question_marks)
{
	assert_text("a\x1b[2Jb", "a?[2Jb");
	assert_text("a\x7f\r\n", "a???");
	assert_text("\xc2\x9b" "31m", "?31m");	/* CSI in one character */
}

TEST(characters_stay_and_broken_ones_do_not)
{
	assert_text("caf\xc3\xa9", "caf\xc3\xa9");
	assert_text("\xff\xc3x", "??x");
	assert_text("\xc0\xaf", "??");		/* "/" in too many bytes */
	assert_text("\xed\xa0\x80", "???");	/* half of a pair */
	assert_text("\xe2\x80\xae" "abc", "?abc");	/* turns the direction */
}

TEST(a_tab_goes_to_the_next_stop)
{
	assert_text("ab\tc", "ab      c");
	assert_text("\tc", "        c");
}

TEST(a_text_is_cut_at_a_whole_character)
{
	char text[4];

	code_text(text, sizeof(text), "ab\xc3\xa9", 4);
	assert_string_equal(text, "ab");
	code_text(text, sizeof(text), "abcdef", 6);
	assert_string_equal(text, "abc");
	code_text(text, sizeof(text), "ab", 1);
	assert_string_equal(text, "a");
}

FIXTURE(choose_utf_8)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

const struct around_tests around_tests = { .setup_all = choose_utf_8 };
