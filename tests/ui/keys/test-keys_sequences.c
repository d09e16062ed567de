/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is no key changes nothing: bytes of a terminal through the decoder into the screen, whose
 * whole state is compared. (That the decoder makes no keys of them: test-key_decoder.c.)
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/terminal_sequences.h"
#include "ui/draw/key_decoder.h"

#define RANDOM_SEQUENCES 100000
#define SLOW_MS 40		/* between two bytes over a slow line */

static struct key_decoder decoder;
static int64_t now_ms = 1000;

FIXTURE(setup)
{
	key_decoder_init(&decoder);
	return fixture_ui_setup(state);
}

static void take_code(int code)
{
	if (code != KEYCODE_NONE)
		(void)ui_key(&ui, code);
}

static void wait_ms(int64_t ms)
{
	int code;

	now_ms += ms;
	while ((code = key_decoder_expire(&decoder, now_ms)) != KEYCODE_NONE)
		take_code(code);
}

/* Then nothing for a while: a sequence without an end is over. */
static void send(const char *text, int64_t gap_ms)
{
	for (; *text; text++) {
		do
			take_code(key_decoder_take(&decoder, (unsigned char)*text, now_ms));
		while (decoder.again);
		if (gap_ms && text[1])
			wait_ms(gap_ms);
	}
	wait_ms(KEY_SEQUENCE_MS);
}

static void check_nothing_changes(const char *text, int64_t gap_ms)
{
	static struct ui_state before;

	memcpy(&before, &ui, sizeof(ui));
	send(text, gap_ms);
	if (memcmp(&before, &ui, sizeof(ui)) != 0)
		fail_msg("ESC %s has changed the state of the screen", text + 1);
}

/* On the screen to which these keys lead. */
static void check_screen(const char *typed, int sequences)
{
	char random[SEQUENCE_SIZE], *before;

	(void)press(typed);
	before = strdup(fixture_canvas_dump());
	for (size_t i = 0; i < unknown_sequences_n; i++) {
		check_nothing_changes(unknown_sequences[i], 0);
		check_nothing_changes(unknown_sequences[i], SLOW_MS);
	}
	for (int i = 0; i < sequences; i++) {
		random_unknown_sequence(random);
		check_nothing_changes(random, i % 8 ? 0 : SLOW_MS);
	}
	assert_true(shows(before));
	free(before);
}

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_ui_teardown };

TEST(what_is_no_key_changes_nothing_in_a_list)
{
	check_screen("j", RANDOM_SEQUENCES);
}

TEST(what_is_no_key_changes_nothing_in_a_detail)
{
	check_screen("dj", 1000);
}

TEST(what_is_no_key_changes_nothing_in_the_help)
{
	check_screen("?j", 1000);
}

TEST(what_is_no_key_is_not_typed_into_a_filter)
{
	check_screen("\\mem", 1000);
}

TEST(what_is_no_key_sets_nothing_up)
{
	(void)press_code(KEYCODE_F2);
	check_screen("", 1000);
}

/* The test of the test: a key does change it. */
TEST(a_key_changes_the_state)
{
	static struct ui_state before;

	memcpy(&before, &ui, sizeof(ui));
	send(known_sequences[2].sequence, 0);
	assert_int_equal(known_sequences[2].code, KEYCODE_DOWN);
	assert_memory_not_equal(&before, &ui, sizeof(ui));
}
