/* SPDX-License-Identifier: GPL-2.0-only */
/* The sequence that puts a text on the terminal's clipboard. */
#include "config.h"
#include "ui/term/term_parts.h"

#include "tests/fixtures/test_main.h"

static char sequence[CLIPBOARD_SEQUENCE + 1];

static const char *sequence_of(const char *text)
{
	sequence[clipboard_sequence(text, sequence)] = '\0';
	return sequence;
}

/* The vectors of RFC 4648, section 10. */
TEST(a_text_is_base64_between_osc_52_and_bell)
{
	assert_string_equal(sequence_of("f"), "\033]52;c;Zg==\a");
	assert_string_equal(sequence_of("fo"), "\033]52;c;Zm8=\a");
	assert_string_equal(sequence_of("foo"), "\033]52;c;Zm9v\a");
	assert_string_equal(sequence_of("foob"), "\033]52;c;Zm9vYg==\a");
	assert_string_equal(sequence_of("fooba"), "\033]52;c;Zm9vYmE=\a");
	assert_string_equal(sequence_of("foobar"), "\033]52;c;Zm9vYmFy\a");
}

TEST(no_byte_of_a_hostile_text_reaches_the_terminal_as_it_is)
{
	const char *text = sequence_of("\a\033[2J\xff\xfe;52\n");

	assert_null(strpbrk(text + 2, "\033[\n\xff"));
	assert_int_equal(strchr(text, '\a') - text, (ptrdiff_t)strlen(text) - 1);
}

TEST(a_text_that_is_too_long_is_not_copied_in_part)
{
	char text[CLIPBOARD_TEXT + 2];

	memset(text, 'x', sizeof(text));
	text[CLIPBOARD_TEXT] = '\0';
	assert_true(clipboard_sequence(text, sequence) <= CLIPBOARD_SEQUENCE);
	text[CLIPBOARD_TEXT] = 'x';
	text[CLIPBOARD_TEXT + 1] = '\0';
	assert_int_equal(clipboard_sequence(text, sequence), 0);
	assert_int_equal(clipboard_sequence("", sequence), 0);
}
