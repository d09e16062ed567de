/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of any bytes as values of labels. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exposition_parts.h"

#define FFFD "\xEF\xBF\xBD"
#define NAME 12

static const char *text_of(const char *name)
{
	static char text[LABEL_TEXT_LEN(256)];

	size_t n = label_text(text, sizeof(text), name);

	assert_int_equal(n, strlen(text));
	return text;
}

TEST(a_name_of_letters_stays_as_it_is)
{
	assert_string_equal(text_of("system.slice/nginx.service"), "system.slice/nginx.service");
	assert_string_equal(text_of("caf\xC3\xA9 \xF0\x9F\x90\x8D {x=1},"),
			    "caf\xC3\xA9 \xF0\x9F\x90\x8D {x=1},");
}

TEST(quotes_backslashes_and_line_ends_are_escaped)
{
	assert_string_equal(text_of("a\"b\\c\nd\\n"), "a\\\"b\\\\c\\nd\\\\n");
}

TEST(broken_utf8_is_replaced_and_its_bytes_follow)
{
	assert_string_equal(text_of("caf\xE9"), "caf" FFFD " (e9)");
	assert_string_equal(text_of("\xE2\x82"), FFFD FFFD " (e2 82)");
	assert_string_equal(text_of("\xED\xA0\x80"), FFFD FFFD FFFD " (ed a0 80)");
	assert_string_equal(text_of("\xC0\xAF"), FFFD FFFD " (c0 af)");
}

TEST(control_characters_are_replaced_too)
{
	assert_string_equal(text_of("\x1B[31mred\x07"), FFFD "[31mred" FFFD " (1b 07)");
	assert_string_equal(text_of("a\tb\r\x7F"), "a" FFFD "b" FFFD FFFD " (09 0d 7f)");
	assert_string_equal(text_of("\xC2\x9B"), FFFD " (c29b)");
}

TEST(a_replacement_character_in_a_name_is_told_from_one_that_was_made)
{
	assert_string_equal(text_of(FFFD), FFFD " (efbfbd)");
	assert_string_equal(text_of(FFFD " (e9)"), FFFD " (e9) (efbfbd)");
}

TEST(a_name_without_characters_is_shown_as_none)
{
	assert_string_equal(text_of(""), "(none)");
}

/* Reads a text back: the escapes, and the bytes behind it for each U+FFFD. */
static void read_back(const char *text, char name[LABEL_TEXT_LEN(NAME)])
{
	const char *bytes = strstr(text, FFFD) ? strrchr(text, '(') : NULL;
	const char *end = bytes ? bytes - 1 : text + strlen(text);

	while (text < end) {
		if (!strncmp(text, FFFD, 3)) {
			text += 3;
			for (bytes++; *bytes != ' ' && *bytes != ')'; bytes += 2) {
				char digits[3] = { bytes[0], bytes[1], '\0' };

				*name++ = (char)strtoul(digits, NULL, 16);
			}
		} else if (*text == '\\') {
			*name++ = (char)(text[1] == 'n' ? '\n' : text[1]);
			text += 2;
		} else {
			*name++ = *text++;
		}
	}
	*name = '\0';
}

TEST(every_name_can_be_read_back_so_that_no_two_look_the_same)
{
	static const char alphabet[] = "ab \\\"\n()e9\xE9\xC3\xA9\x1B\xEF\xBF\xBD\xC2\x80";
	uint64_t random = 1;

	for (int round = 0; round < 200000; round++) {
		char name[NAME + 1], text[LABEL_TEXT_LEN(NAME)], back[LABEL_TEXT_LEN(NAME)];
		size_t n;

		random = random * 6364136223846793005u + 1442695040888963407u;
		n = 1 + (random >> 60) % NAME;
		for (size_t i = 0; i < n; i++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			name[i] = alphabet[(random >> 33) % (sizeof(alphabet) - 1)];
		}
		name[n] = '\0';
		(void)label_text(text, sizeof(text), name);
		read_back(text, back);
		assert_string_equal(back, name);
	}
}

TEST(the_longest_text_fits_and_a_buffer_is_never_overrun)
{
	char name[256], text[LABEL_TEXT_LEN(255) + 1];

	memset(name, 0xFF, 255);
	name[255] = '\0';
	text[LABEL_TEXT_LEN(255)] = 'x';
	assert_in_range(label_text(text, LABEL_TEXT_LEN(255), name), 6 * 255,
			LABEL_TEXT_LEN(255) - 1);
	assert_int_equal(text[LABEL_TEXT_LEN(255)], 'x');
	assert_string_equal(text + strlen(text) - 4, " ff)");
	assert_int_equal(label_text(text, 5, name), 4);
}
