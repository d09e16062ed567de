/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of strangers; names of functions as in the source. */
#include "config.h"
#include "collect/code/code_text.h"

#include "collect/elf/symbol_table.h"
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

/* ---- names ---- */

static void assert_demangled(const char *name, const char *expected)
{
	char text[256];

	demangle(name, text, sizeof(text));
	assert_string_equal(text, expected);
}

TEST(names_of_C_and_broken_ones_stay_as_they_are)
{
	assert_demangled("_ZN", "_ZN");
	assert_demangled("_RNv", "_RNv");
	assert_demangled("hash_probe", "hash_probe");
	assert_demangled("_start", "_start");
	assert_demangled("", "");
}

TEST(names_of_cplusplus_and_rust_are_demangled_without_parameters_or_hash)
{
	assert_demangled("_ZNK5space3BoxIlE3getEi", "space::Box<long>::get");
	assert_demangled("_ZN3foo3barEv.cold", "foo::bar [clone .cold]");
	assert_demangled("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad");
	assert_demangled("_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar");
}

TEST(a_name_that_stands_for_gigabytes_is_cut)
{
	/* each substitution doubles the one before */
	char name[512] = "_Z1fI1aE", text[64];
	size_t n = strlen("_Z1f");

	n += (size_t)snprintf(name + n, sizeof(name) - n, "I1aS_");
	for (int i = 0; i < 30; i++)
		n += (size_t)snprintf(name + n, sizeof(name) - n, "1bIS%c_S%c_E", '0' + i % 10,
				      '0' + i % 10);
	(void)snprintf(name + n, sizeof(name) - n, "Ev");
	demangle(name, text, sizeof(text));
	assert_true(strlen(text) < sizeof(text));
}

TEST(a_text_that_is_too_short_is_filled_to_its_end)
{
	char text[8];

	demangle("_ZNK5space3BoxIlE3getEi", text, sizeof(text));
	assert_string_equal(text, "space::");
	demangle("abcdefghijk", text, sizeof(text));
	assert_string_equal(text, "abcdefg");
}
