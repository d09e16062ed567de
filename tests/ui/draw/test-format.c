/* SPDX-License-Identifier: GPL-2.0-only */
/* Format: numbers fit their cells, untrusted text is harmless and aligned. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/draw/format.h"

static void check_percent(double percent, enum quality quality, const char *want)
{
	char text[32];

	format_percent(text, sizeof(text), percent, quality);
	assert_string_equal(text, want);
	assert_true(format_text_width(text) <= 5);
}

TEST(a_percent_shows_its_quality_in_five_cells)
{
	check_percent(12.34, Q_COUNTED, "12.3");
	check_percent(100, Q_COUNTED, "100.0");
	check_percent(12.34, Q_SCALED, "~12.3");
	check_percent(100, Q_SCALED, "~100");
	check_percent(99.96, Q_SCALED, "~100");
	check_percent(50, Q_OF_CORE, "core");
	check_percent(50, Q_LOW_SLOTS, FORMAT_LOW_SLOTS);
	check_percent(50, Q_MISSING, FORMAT_MISSING);
	check_percent((double)NAN, Q_COUNTED, FORMAT_MISSING);
	check_percent(-0.0, Q_COUNTED, "0.0");
}

TEST(a_difference_has_its_sign_in_five_cells)
{
	static const struct {
		double points;
		bool scaled;
		const char *want;
	} cases[] = {
		{ 3.14, false, "+3.1" }, { -12, false, FORMAT_MINUS "12.0" }, { 0, false, "0.0" },
		{ -0.04, false, "0.0" }, { 99.96, false, "+100" }, { -398.7, false, FORMAT_MINUS "399" },
		{ 3.14, true, "~+3.1" }, { 9.96, true, "~+10" }, { -12.34, true, "~" FORMAT_MINUS "12" },
		{ 100, true, "~+100" }, { 5000, true, "+5000" },
	};
	char text[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		format_difference(text, sizeof(text), cases[i].points, cases[i].scaled);
		assert_string_equal(text, cases[i].want);
		assert_true(format_text_width(text) <= 5);
	}
	(void)strcpy(text, FORMAT_MINUS "1");
	format_ascii(text);
	assert_string_equal(text, "-1");
}

static void format_estimate(char *text, size_t size, double percent)	/* below 0: of as much above it */
{
	format_load(text, size, fabs(percent), percent < 0);
}

static const struct {
	const char *sentence;
	void (*format)(char *text, size_t size, double number);
	struct {
		double number;
		const char *want;
	} numbers[10];		/* up to one without a text */
} formats[] = {
	{ "a load keeps five cells up to 512 CPUs", format_estimate,
	  { { 398.7, "398.7" }, { 999.96, "1000" }, { 51200, "51200" }, { (double)NAN, "-" }, { -98.7, "~98.7" },
	    { -398.7, "~399" } } },
	{ "a count never needs more than five cells", format_count,
	  { { 0, "0" }, { 999, "999" }, { 999.6, "1.00k" }, { 12345, "12.3k" }, { 999600, "1.00M" },
	    { 4560000, "4.56M" }, { 789e9, "789G" } } },
	{ "an exact count has all digits in groups", format_exact,
	  { { 0, "0" }, { 999, "999" }, { 1000, "1,000" }, { 123456, "123,456" },
	    { 47700000001, "47,700,000,001" }, { 1e18, "1,000,000,000,000,000,000" },
	    { 1e300, "1,000,000,000,000,000,000" }, { -5, "0" }, { (double)NAN, "-" } } },
	{ "a short time has three digits and a unit", format_time,
	  { { 0, "0 ns" }, { 812.4, "812 ns" }, { 999.5, "1.00 us" }, { 1234, "1.23 us" },
	    { 45600000, "45.6 ms" }, { 789e6, "789 ms" }, { 7.891e9, "7.89 s" }, { 5e12, "5000 s" },
	    { (double)NAN, "-" } } },
};

TEST(a_number_has_the_text_of_its_format)
{
	char text[32];

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		for (size_t k = 0; formats[i].numbers[k].want; k++) {
			formats[i].format(text, sizeof(text), formats[i].numbers[k].number);
			if (strcmp(text, formats[i].numbers[k].want) != 0)
				fail_msg("%s: %g is \"%s\"", formats[i].sentence, formats[i].numbers[k].number, text);
		}
}

TEST(a_count_never_needs_more_than_five_cells)
{
	char text[32];

	for (double count = 1; count < 1e18; count *= 1.01) {
		format_count(text, sizeof(text), count);
		assert_true(strlen(text) <= 5);
	}
}

TEST(a_duration_reads_as_people_write_it)
{
	char text[32];

	format_duration(text, sizeof(text), 200000000);
	assert_string_equal(text, "200 ms");
	format_duration(text, sizeof(text), 1000000000);
	assert_string_equal(text, "1.0 s");
	format_duration(text, sizeof(text), 60000000000);
	assert_string_equal(text, "60 s");
}

static void check_harmless(const char *foreign, const char *want)
{
	char text[64];

	format_harmless(text, sizeof(text), foreign);
	assert_string_equal(text, want);
}

TEST(untrusted_text_cannot_control_the_terminal)
{
	check_harmless("a\x1b[2Jb", "a?[2Jb");
	check_harmless("a\tb\nc\rd", "a b c d");
	check_harmless("a\x7f" "b\x01", "a?b?");
	check_harmless("a\xc2\x9b" "1mb", "a?1mb");		/* CSI as one C1 character */
	check_harmless("\xe2\x80\xae" "evil", "evil");		/* right-to-left override */
	check_harmless("e\xcc\x81", "e");			/* a combining accent has no cell */
}

TEST(broken_utf8_is_replaced_byte_by_byte)
{
	check_harmless("a\xff" "b", "a\xef\xbf\xbd" "b");
	check_harmless("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");	/* overlong "/" */
	check_harmless("\xe0\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	check_harmless("\xf0\x80\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	check_harmless("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");	/* surrogate */
	check_harmless("\xe6\xbc", "\xef\xbf\xbd\xef\xbf\xbd");	/* cut off */
	check_harmless("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(text_is_cut_between_characters)
{
	char text[6];

	format_harmless(text, sizeof(text), "abc\xe6\xbc\xa2");
	assert_string_equal(text, "abc");
}

TEST(every_byte_pair_becomes_printable)
{
	char foreign[3] = "", text[32];
	size_t length;

	for (int a = 1; a < 256; a++) {
		for (int b = 1; b < 256; b++) {
			foreign[0] = (char)a;
			foreign[1] = (char)b;
			format_harmless(text, sizeof(text), foreign);
			for (const char *s = text; *s; s += length)
				assert_true(format_cell_width(format_decode(s, &length)) > 0);
		}
	}
}

TEST(text_is_padded_to_cells_not_bytes)
{
	char text[64];

	format_fit(text, sizeof(text), "\xe6\xbc\xa2", 4, false);
	assert_string_equal(text, "\xe6\xbc\xa2  ");
	format_fit(text, sizeof(text), "\xe6\xbc\xa2", 4, true);
	assert_string_equal(text, "  \xe6\xbc\xa2");
	/* Half of a wide character is a blank. */
	format_fit(text, sizeof(text), "a\xe6\xbc\xa2", 2, false);
	assert_string_equal(text, "a ");
}

TEST(ascii_has_a_sign_for_each_character_and_keeps_columns)
{
	char text[] = "\xc2\xb7 \xe6\xbc\xa2 a", head[] = "SHARE%    ± 1 ±2";

	format_ascii(text);
	assert_string_equal(text, ". ? a");
	format_ascii(head);
	assert_string_equal(head, "SHARE%   +- 1 +-2");
}
