/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sequences of many terminals, known and unknown, whole and in pieces, become keys or nothing. Time
 * is a number here.
 */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/term/key_decoder.h"

#define RANDOM_SEQUENCES 100000
#define SLOW_MS 40		/* between two bytes over a slow line */
#define MANY 64
#define SEQUENCE_SIZE 64

static const struct {
	const char *sequence;
	int code;
} known_sequences[] = {
	/* xterm, and everything that imitates it: normal and application mode */
	{ "\033[A", KEYCODE_UP }, { "\033OA", KEYCODE_UP }, { "\033[B", KEYCODE_DOWN },
	{ "\033OB", KEYCODE_DOWN }, { "\033[C", KEYCODE_RIGHT }, { "\033OC", KEYCODE_RIGHT },
	{ "\033[D", KEYCODE_LEFT }, { "\033OD", KEYCODE_LEFT }, { "\033[H", KEYCODE_HOME },
	{ "\033OH", KEYCODE_HOME }, { "\033[F", KEYCODE_END }, { "\033OF", KEYCODE_END },
	{ "\033[5~", KEYCODE_PAGE_UP }, { "\033[6~", KEYCODE_PAGE_DOWN },
	{ "\033OM", KEYCODE_ENTER }, { "\033[1;2H", KEYCODE_SHIFT_HOME },
	{ "\033[1;2F", KEYCODE_SHIFT_END }, { "\033OP", KEYCODE_F1 }, { "\033OQ", KEYCODE_F2 },
	{ "\033OR", KEYCODE_F3 }, { "\033OS", KEYCODE_F4 },
	/* PuTTY, the Linux console, tmux, screen */
	{ "\033[1~", KEYCODE_HOME }, { "\033[4~", KEYCODE_END }, { "\033[11~", KEYCODE_F1 },
	{ "\033[12~", KEYCODE_F2 }, { "\033[13~", KEYCODE_F3 }, { "\033[14~", KEYCODE_F4 },
	{ "\033[15~", KEYCODE_F5 }, { "\033[17~", KEYCODE_F6 }, { "\033[18~", KEYCODE_F7 },
	{ "\033[19~", KEYCODE_F8 }, { "\033[20~", KEYCODE_F9 }, { "\033[21~", KEYCODE_F10 },
	{ "\033[23~", KEYCODE_F11 }, { "\033[24~", KEYCODE_F12 },
	/* the Linux console */
	{ "\033[[A", KEYCODE_F1 }, { "\033[[B", KEYCODE_F2 }, { "\033[[C", KEYCODE_F3 },
	{ "\033[[D", KEYCODE_F4 }, { "\033[[E", KEYCODE_F5 },
	/* rxvt */
	{ "\033[7~", KEYCODE_HOME }, { "\033[8~", KEYCODE_END },
	{ "\033[7$", KEYCODE_SHIFT_HOME }, { "\033[8$", KEYCODE_SHIFT_END },
	/* PuTTY with Shift */
	{ "\033[1;2~", KEYCODE_SHIFT_HOME }, { "\033[4;2~", KEYCODE_SHIFT_END },
};

static const char *const unknown_sequences[] = {
	"\033[1;5A", "\033[1;3H", "\033[2~", "\033[3~", "\033[25~", "\033[34~", "\033[15;5~",
	"\033[1;2P", "\033O5A", "\033O2P", "\033Oq", "\033Op", "\033OX", "\033Oj", "\033[Z",
	"\033[a", "\033Oa", "\033[2$", "\033[23$", "\033[7^", "\033[7@",	/* rxvt */
	"\033[[F", "\033[E", "\033[G", "\033[P",
	"\033[I", "\033[O",						/* focus */
	"\033[201~",
	"\033[?1;2c", "\033[>41;354;0c", "\033[=1;2c", "\033[0n", "\033[3;1R", "\033[1;1R",
	"\033[?2026;2$y", "\033[4;1$y", "\033[?997;1n", "\033[8;24;80t", "\033[?64;1;2;6c",
	"\033[97;5u", "\033[57399;1:3u", "\033[27;5;9~",		/* kitty, modifyOtherKeys */
	"\033]11;rgb:ffff/ffff/ffff\033\\", "\033]11;rgb:0000/0000/0000\a", "\033]lq 2\033\\",
	"\033]52;c;cXFx\a", "\033P>|xterm(370)\033\\", "\033P1$r0m\033\\", "\033P!|00000000\033\\",
	"\033_Gi=31;OK\033\\", "\033^q\033\\", "\033Xq\033\\",
	"\033[12\x18", "\033]q\x1a", "\033[\t2\r~",
	"\xc2\x9b" "1;2c", "\x9b" "1;2c", "\x8f" "q", "\xc2\x9d" "11;q\a",	/* 8-bit CSI, SS3, OSC */
	"\033[123456789;123456789;123456789;123456789q",
};

static struct key_decoder decoder;
static int64_t now;

/* Codes that came since check_codes() looked. */
static int codes[MANY];
static size_t n_codes;

SETUP
{
	key_decoder_init(&decoder);
	n_codes = 0;
	now = 1000;
}

static void note(int code)
{
	if (code == KEYCODE_NONE)
		return;
	assert_true(n_codes < MANY);
	codes[n_codes++] = code;
}

static void send_bytes(const char *bytes, size_t n, int64_t gap_ms)
{
	for (size_t i = 0; i < n; i++) {
		do
			note(key_decoder_take(&decoder, (unsigned char)bytes[i], now));
		while (decoder.again);
		now += gap_ms;
		if (gap_ms && i + 1 < n)
			note(key_decoder_expire(&decoder, now));
	}
}

static void send(const char *text, int64_t gap_ms)
{
	send_bytes(text, strlen(text), gap_ms);
}

static void let_pass(int64_t ms)
{
	int code;

	now += ms;
	while ((code = key_decoder_expire(&decoder, now)) != KEYCODE_NONE)
		note(code);
}

/* Exactly these codes came, up to a 0. */
static void check_codes(const char *sent, const int *want)
{
	size_t n = 0;

	while (want[n])
		n++;
	for (size_t i = 0; i < n_codes; i++)
		if (i >= n || codes[i] != want[i])
			fail_msg("ESC %s: key %x", sent + 1, (unsigned int)codes[i]);
	if (n_codes != n)
		fail_msg("ESC %s: %zu keys, not %zu", sent + 1, n_codes, n);
	n_codes = 0;
}

TEST(keys_of_all_terminals_are_known)
{
	for (size_t i = 0; i < sizeof(known_sequences) / sizeof(known_sequences[0]); i++)
		for (int64_t gap = 0; gap <= SLOW_MS; gap += SLOW_MS) {
			send(known_sequences[i].sequence, gap);
			send("q", 0);
			check_codes(known_sequences[i].sequence, (const int[]){ known_sequences[i].code, 'q', 0 });
		}
}

static void check_swallowed(const char *sequence)
{
	for (int64_t gap = 0; gap <= SLOW_MS; gap += SLOW_MS) {
		send(sequence, gap);
		/* Silence makes no key of it, and ends what has no end. */
		let_pass(KEY_SEQUENCE_MS);
		send("q", 0);
		check_codes(sequence, (const int[]){ 'q', 0 });
	}
}

TEST(unknown_sequences_are_no_keys_at_once_or_in_pieces)
{
	for (size_t i = 0; i < sizeof(unknown_sequences) / sizeof(unknown_sequences[0]); i++)
		check_swallowed(unknown_sequences[i]);
}

TEST(an_unknown_sequence_ends_where_the_next_key_begins)
{
	static const char *const complete[] = {
		"\033[25~", "\033[I", "\033[?1;2c", "\033[4;1$y", "\033[23$", "\033[[F", "\033Oq",
		"\033]11;rgb:0/0/0\033\\", "\033]11;rgb:0/0/0\a", "\033P>|q\033\\", "\033_q\033\\",
		"\033[1\x18",
	};

	for (size_t i = 0; i < sizeof(complete) / sizeof(complete[0]); i++) {
		send(complete[i], 0);
		send("q", 0);
		check_codes(complete[i], (const int[]){ 'q', 0 });
	}
}

TEST(a_new_sequence_ends_a_broken_one)
{
	send("\033[12\033[A\033]11;rgb\033[B\033O\033[5~\033P1\033OP", 0);
	check_codes("(broken)", (const int[]){ KEYCODE_UP, KEYCODE_DOWN, KEYCODE_PAGE_UP, KEYCODE_F1, 0 });
}

/* What is left of a pasted text: its characters, nothing else. */
TEST(a_pasted_text_is_no_keys)
{
	static const struct {
		const char *sent, *pasted;
	} pastes[] = {
		{ "be>4\r\nq", "be>4q" }, { "", "" }, { "\t\177\f\001\0330", " 0" },
		{ "a\033[Ab\033OPc\033]8;;x\033\\d\033[200~e", "abcde" },
		{ "\033[Mq", "" }, { "\033]q", "" }, { "\033[20", "" }, { "\033\033[201", "" },
	};

	for (size_t i = 0; i < sizeof(pastes) / sizeof(pastes[0]); i++)
		for (int64_t gap = 0; gap <= SLOW_MS; gap += SLOW_MS) {
			int want[MANY] = { KEYCODE_PASTE_BEGIN };
			size_t n = 1;

			for (const char *c = pastes[i].pasted; *c; c++)
				want[n++] = KEYCODE_PASTED + *c;
			want[n++] = KEYCODE_PASTE_END;
			want[n] = 'q';
			send("\033[200~", gap);
			send(pastes[i].sent, gap);
			send("\033[201~q", gap);
			check_codes(pastes[i].sent, want);
		}
	send("\033[200~\xe6\xbc\xa2\033[201~", 0);
	check_codes("(wide)", (const int[]){ KEYCODE_PASTE_BEGIN, KEYCODE_PASTED + 0x6f22, KEYCODE_PASTE_END, 0 });
}

TEST(a_paste_whose_end_never_comes_ends_with_silence)
{
	send("\033[200~q", 0);
	let_pass(KEY_PASTE_MS - 1);
	send("W", 0);
	assert_int_equal(key_decoder_wait_ms(&decoder, now), KEY_PASTE_MS);
	let_pass(KEY_PASTE_MS);
	send("\033[201~x", 0);		/* the end comes too late */
	check_codes("(endless)", (const int[]){ KEYCODE_PASTE_BEGIN, KEYCODE_PASTED + 'q',
						KEYCODE_PASTED + 'W', KEYCODE_PASTE_END, 'x', 0 });
}

/* Those that begin a sequence are keys when nothing follows for a while. */
TEST(escape_and_a_key_right_after_it_are_both_keys)
{
	for (int c = 1; c <= 0x7f; c++)
		for (int64_t gap = 0; gap <= SLOW_MS; gap += SLOW_MS) {
			const char text[] = { '\033', (char)c, '\0' };
			const int key = c == '\n' ? KEYCODE_ENTER :
					c == '\b' ? KEYCODE_BACKSPACE : c;

			send(text, gap);
			let_pass(KEY_ESCAPE_MS);
			check_codes(text, (const int[]){ KEYCODE_ESCAPE, key, 0 });
		}
	send("\033\xe6\xbc\xa2\033\033[A\033[", 0);
	let_pass(KEY_ESCAPE_MS);
	send("q", 0);
	check_codes("(others)", (const int[]){ KEYCODE_ESCAPE, 0x6f22, KEYCODE_ESCAPE, KEYCODE_UP,
					       KEYCODE_ESCAPE, '[', 'q', 0 });
}

TEST(escape_is_a_key_when_nothing_follows)
{
	send("\033", 0);
	assert_int_equal(key_decoder_wait_ms(&decoder, now), KEY_ESCAPE_MS);
	let_pass(KEY_ESCAPE_MS - 1);
	assert_int_equal(key_decoder_wait_ms(&decoder, now), 1);
	check_codes("(early)", (const int[]){ 0 });
	let_pass(1);
	check_codes("(late)", (const int[]){ KEYCODE_ESCAPE, 0 });
	assert_int_equal(key_decoder_wait_ms(&decoder, now), -1);
}

TEST(a_held_escape_key_repeats)
{
	send("\033\033\033\033", 0);
	let_pass(KEY_ESCAPE_MS);
	check_codes("(held)", (const int[]){ KEYCODE_ESCAPE, KEYCODE_ESCAPE, KEYCODE_ESCAPE, KEYCODE_ESCAPE, 0 });
}

TEST(characters_and_control_characters_are_keys)
{
	send("q\r\n\b\177\f\t\x15", 0);
	check_codes("(control)", (const int[]){ 'q', KEYCODE_ENTER, KEYCODE_ENTER,
						KEYCODE_BACKSPACE, KEYCODE_BACKSPACE,
						KEYCODE_CTRL_L, '\t', KEYCODE_CTRL_U, 0 });
	send("\xc3\xa9\xe6\xbc\xa2", SLOW_MS);
	check_codes("(characters)", (const int[]){ 0xe9, 0x6f22, 0 });
}

TEST(bytes_that_are_no_characters_are_no_keys)
{
	send("\xff\xc3q\xe6\xbc\033[A\xfe", 0);
	check_codes("(invalid)", (const int[]){ 'q', KEYCODE_UP, 0 });
}

TEST(the_sequences_of_terminfo_are_learned)
{
	key_decoder_learn(&decoder, "\033[M", KEYCODE_F1);	/* cons25 */
	key_decoder_learn(&decoder, "\033A", KEYCODE_UP);	/* vt52 */
	key_decoder_learn(&decoder, "\001@\r", KEYCODE_F2);	/* wyse60 */
	key_decoder_learn(&decoder, "\033p\r", KEYCODE_F4);	/* hp */
	key_decoder_learn(&decoder, "\b", KEYCODE_LEFT);	/* many; not distinct from Backspace */
	key_decoder_learn(&decoder, NULL, KEYCODE_HOME);
	send("\033[M\033A\001@\r\033p\r\b", SLOW_MS);
	check_codes("(learned)", (const int[]){ KEYCODE_F1, KEYCODE_UP, KEYCODE_F2, KEYCODE_F4,
						KEYCODE_BACKSPACE, 0 });
	send("\001q\033pqq", 0);
	check_codes("(others)", (const int[]){ 'q', 0 });
}

static void check_mouse(const char *bytes, unsigned int button, int x, int y, bool release)
{
	send(bytes, SLOW_MS);
	check_codes(bytes, (const int[]){ KEYCODE_MOUSE, 0 });
	assert_int_equal(decoder.mouse.button, button);
	assert_int_equal(decoder.mouse.x, x);
	assert_int_equal(decoder.mouse.y, y);
	assert_int_equal(decoder.mouse.release, release);
}

TEST(both_forms_of_mouse_reports_are_decoded)
{
	check_mouse("\033[<0;300;3M", 0, 299, 2, false);
	check_mouse("\033[<0;300;3m", 0, 299, 2, true);
	check_mouse("\033[<65;1;1000M", 65, 0, 999, false);
	check_mouse("\033[M !\"", 0, 0, 1, false);
	check_mouse("\033[M#!!", 3, 0, 0, true);
	check_mouse("\033[Ma\xff\xc3", 65, 222, 162, false);
	check_swallowed("\033[<0;3M");
	check_swallowed("\033[<0;3;99999M");
	check_swallowed("\033[<0;1;1;1M");
	check_swallowed("\033[<M");
	check_swallowed("\033[32;1;1M");
}

/* A fixed sequence of numbers: the same test each time. */
static uint32_t random_number(uint32_t below)
{
	static uint64_t seed = 14;

	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

static size_t add_random(char *text, size_t n, size_t most, unsigned char first, unsigned char last)
{
	size_t count = random_number((uint32_t)most + 1);

	for (size_t i = 0; i < count; i++)
		text[n++] = (char)(first + random_number(last - first + 1U));
	text[n] = '\0';
	return n;
}

/* A well-formed CSI, SS3 or string of random content. */
static void make_random(char *text)
{
	static const char strings[] = "]PX^_";
	size_t n = 1;

	text[0] = '\033';
	switch (random_number(4)) {
	case 0:
		text[n++] = 'O';
		(void)add_random(text, n, 2, '0', '?');
		text[strlen(text) + 1] = '\0';
		text[strlen(text)] = (char)('A' + random_number(58));
		return;
	case 1:
		text[n++] = strings[random_number(sizeof(strings) - 1)];
		n = add_random(text, n, 40, ' ', '~');
		strcpy(text + n, random_number(2) ? "\033\\" : "\a");
		return;
	default:
		text[n++] = '[';
		n = add_random(text, n, 12, '0', '?');
		n = add_random(text, n, random_number(4) ? 0 : 2, ' ', '/');
		text[n++] = (char)('@' + random_number('~' - '@' + 1));
		text[n] = '\0';
	}
}

/* Keys, the introducers of more than a final byte, and what rxvt ends with "$". */
static bool is_meant(const char *text)
{
	for (size_t i = 0; i < sizeof(known_sequences) / sizeof(known_sequences[0]); i++)
		if (!strncmp(text, known_sequences[i].sequence, strlen(known_sequences[i].sequence)))
			return true;
	return !strcmp(text, "\033[M") || !strcmp(text, "\033[[") || !strcmp(text, "\033[200~") ||
	       !strncmp(text, "\033[<", 3) || strchr(text, '$');
}

/* A well-formed sequence of random content that is no key; the same ones in each run. */
static void random_unknown_sequence(char text[SEQUENCE_SIZE])
{
	do
		make_random(text);
	while (is_meant(text));
}

TEST(a_hundred_thousand_random_sequences_are_no_keys)
{
	char text[SEQUENCE_SIZE];

	for (int i = 0; i < RANDOM_SEQUENCES; i++) {
		random_unknown_sequence(text);
		send(text, i % 8 ? 0 : SLOW_MS);
		send("q", 0);
		check_codes(text, (const int[]){ 'q', 0 });
	}
}
