/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes of a terminal become keys; see key_decoder.h. UI thread. */
#include "config.h"
#include "ui/term/key_decoder.h"

#include <stdlib.h>
#include <string.h>

#define ESC 0x1b
#define BELL 0x07
#define CANCEL 0x18
#define SUBSTITUTE 0x1a
#define DELETE 0x7f
#define C1_FIRST 0x80		/* control characters that stand for ESC and a letter */
#define C1_LAST 0x9f
#define C1_TO_LETTER 0x40

/*
 * What terminals send, whatever TERM says of them: many users set a TERM that is not quite theirs.
 * From PuTTY's manual ("Controlling the keyboard"), terminfo's rxvt, linux, screen, tmux, xterm.
 */
static const struct key_sequence known[] = {
	{ "\033[A", KEYCODE_UP },	      { "\033OA", KEYCODE_UP },
	{ "\033[B", KEYCODE_DOWN },	      { "\033OB", KEYCODE_DOWN },
	{ "\033[C", KEYCODE_RIGHT },	      { "\033OC", KEYCODE_RIGHT },
	{ "\033[D", KEYCODE_LEFT },	      { "\033OD", KEYCODE_LEFT },
	{ "\033[H", KEYCODE_HOME },	      { "\033OH", KEYCODE_HOME },
	{ "\033[1~", KEYCODE_HOME },	      { "\033[7~", KEYCODE_HOME },
	{ "\033[F", KEYCODE_END },	      { "\033OF", KEYCODE_END },
	{ "\033[4~", KEYCODE_END },	      { "\033[8~", KEYCODE_END },
	{ "\033[5~", KEYCODE_PAGE_UP },	      { "\033[6~", KEYCODE_PAGE_DOWN },
	{ "\033[1;2H", KEYCODE_SHIFT_HOME },  { "\033[1;2F", KEYCODE_SHIFT_END },
	{ "\033[1;2~", KEYCODE_SHIFT_HOME },  { "\033[4;2~", KEYCODE_SHIFT_END },
	{ "\033[7$", KEYCODE_SHIFT_HOME },    { "\033[8$", KEYCODE_SHIFT_END },
	{ "\033OM", KEYCODE_ENTER },
	{ "\033OP", KEYCODE_F1 },	      { "\033OQ", KEYCODE_F2 },
	{ "\033OR", KEYCODE_F3 },	      { "\033OS", KEYCODE_F4 },
	{ "\033[[A", KEYCODE_F1 },	      { "\033[[B", KEYCODE_F2 },
	{ "\033[[C", KEYCODE_F3 },	      { "\033[[D", KEYCODE_F4 },
	{ "\033[[E", KEYCODE_F5 },
	{ "\033[11~", KEYCODE_F1 },	      { "\033[12~", KEYCODE_F2 },
	{ "\033[13~", KEYCODE_F3 },	      { "\033[14~", KEYCODE_F4 },
	{ "\033[15~", KEYCODE_F5 },	      { "\033[17~", KEYCODE_F6 },
	{ "\033[18~", KEYCODE_F7 },	      { "\033[19~", KEYCODE_F8 },
	{ "\033[20~", KEYCODE_F9 },	      { "\033[21~", KEYCODE_F10 },
	{ "\033[23~", KEYCODE_F11 },	      { "\033[24~", KEYCODE_F12 },
};

#define N_KNOWN (sizeof(known) / sizeof(known[0]))

static const char paste_begins[] = "\033[200~", paste_ends[] = "\033[201~";

static int decoder_take(struct key_decoder *decoder, unsigned char byte);

/* What has come of a sequence is forgotten. */
static void reset(struct key_decoder *decoder)
{
	decoder->state = KEYS_GROUND;
	decoder->n = 0;
	decoder->more = 0;
	decoder->kept = 0;
	decoder->character = (mbstate_t){ 0 };
}

void key_decoder_reset(struct key_decoder *decoder)
{
	reset(decoder);
	decoder->pasting = false;
	decoder->pasted = 0;
}

void key_decoder_init(struct key_decoder *decoder)
{
	*decoder = (struct key_decoder){ .state = KEYS_GROUND };
}

void key_decoder_learn(struct key_decoder *decoder, const char *sequence, int code)
{
	struct key_sequence *next = &decoder->learned[decoder->n_learned];
	size_t n = sequence ? strlen(sequence) : 0;

	if (!n || n >= sizeof(next->bytes) || decoder->n_learned == KEY_LEARNED_MAX)
		return;
	/* What has a meaning of its own: Backspace of one terminal is Left of an ancient one. */
	if (n == 1 && ((unsigned char)*sequence >= ' ' || strchr("\b\t\n\r\033", *sequence)))
		return;
	memcpy(next->bytes, sequence, n + 1);
	next->code = code;
	decoder->n_learned++;
}

static bool is(const struct key_decoder *decoder, const char *text)
{
	size_t n = strlen(text);

	return decoder->n == n && !memcmp(decoder->bytes, text, n);
}

/* The key whose bytes have come, or KEYCODE_NONE. */
static int look_up(const struct key_decoder *decoder)
{
	for (size_t i = 0; i < decoder->n_learned; i++)
		if (is(decoder, decoder->learned[i].bytes))
			return decoder->learned[i].code;
	for (size_t i = 0; i < N_KNOWN; i++)
		if (is(decoder, known[i].bytes))
			return known[i].code;
	return KEYCODE_NONE;
}

/* May it become a learned sequence? */
static bool begins_learned(const struct key_decoder *decoder)
{
	for (size_t i = 0; i < decoder->n_learned; i++)
		if (decoder->n < strlen(decoder->learned[i].bytes) &&
		    !memcmp(decoder->bytes, decoder->learned[i].bytes, decoder->n))
			return true;
	return false;
}

static void remember(struct key_decoder *decoder, unsigned char byte)
{
	if (decoder->n < KEY_SEQUENCE_MAX)
		decoder->bytes[decoder->n] = byte;
	decoder->n++;
}

/* The sequence is over. */
static int key_decoder_finish(struct key_decoder *decoder, int code)
{
	reset(decoder);
	return code;
}

static int enter(struct key_decoder *decoder, enum key_state state)
{
	decoder->state = state;
	return KEYCODE_NONE;
}

/* Whatever was begun ends here, without effect, and this byte begins something. */
static int restart(struct key_decoder *decoder, unsigned char byte)
{
	reset(decoder);
	return decoder_take(decoder, byte);
}

/* The letter of one that begins no sequence is no key. */
static int take_c1(struct key_decoder *decoder, unsigned int code)
{
	int key;

	(void)restart(decoder, ESC);
	key = decoder_take(decoder, (unsigned char)(code - C1_TO_LETTER));
	if (!decoder->again)
		return key;
	decoder->again = false;
	return KEYCODE_NONE;
}

static bool is_c1(unsigned int code)
{
	return code >= C1_FIRST && code <= C1_LAST;
}

static int take_character(struct key_decoder *decoder, unsigned char byte)
{
	bool first = decoder->state == KEYS_GROUND;
	wchar_t code = 0;
	size_t n = mbrtowc(&code, (const char *)&byte, 1, &decoder->character);

	if (n == (size_t)-2)
		return enter(decoder, KEYS_CHARACTER);
	if (n == (size_t)-1) {
		if (!first)
			return restart(decoder, byte);
		reset(decoder);
		return is_c1(byte) ? take_c1(decoder, byte) : KEYCODE_NONE;
	}
	if (is_c1((unsigned int)code))
		return take_c1(decoder, (unsigned int)code);
	return key_decoder_finish(decoder, (int)code);
}

static int take_control(struct key_decoder *decoder, unsigned char byte)
{
	if (begins_learned(decoder))
		return enter(decoder, KEYS_LEARNED);
	reset(decoder);
	switch (byte) {
	case '\0':
		return KEYCODE_NONE;
	case '\n':
		return KEYCODE_ENTER;
	case '\b':
		return KEYCODE_BACKSPACE;
	default:
		return byte;
	}
}

static int take_ground(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return enter(decoder, KEYS_ESCAPE);
	if (byte < ' ' || byte == DELETE)
		return take_control(decoder, byte);
	if (byte >= C1_FIRST)
		return take_character(decoder, byte);
	return key_decoder_finish(decoder, byte);
}

/* What begins no sequence is a key after Esc; so is a key with Alt, as these have no use here. */
static int take_escape(struct key_decoder *decoder, unsigned char byte)
{
	switch (byte) {
	case '[':
		return enter(decoder, KEYS_CSI);
	case 'O':
		return enter(decoder, KEYS_SS3);
	case ']':
	case 'P':
	case 'X':
	case '^':
	case '_':
		return enter(decoder, KEYS_STRING);
	default:
		if (begins_learned(decoder))
			return enter(decoder, KEYS_LEARNED);
		decoder->again = true;
		return key_decoder_finish(decoder, KEYCODE_ESCAPE);
	}
}

/* "ESC [ < button ; column ; line M", or m for a release. */
static int finish_mouse(struct key_decoder *decoder)
{
	char text[KEY_SEQUENCE_MAX + 1], *at = text + 3;
	unsigned long numbers[3];

	if (decoder->n > KEY_SEQUENCE_MAX)
		return key_decoder_finish(decoder, KEYCODE_NONE);
	memcpy(text, decoder->bytes, decoder->n);
	text[decoder->n] = '\0';
	for (int i = 0; i < 3; i++) {
		char *begin = at;

		numbers[i] = strtoul(begin, &at, 10);
		if (at == begin || numbers[i] > INT16_MAX || (i < 2 && *at++ != ';'))
			return key_decoder_finish(decoder, KEYCODE_NONE);
	}
	if (*at != 'M' && *at != 'm')
		return key_decoder_finish(decoder, KEYCODE_NONE);
	decoder->mouse = (struct key_mouse){ .button = (unsigned int)numbers[0],
					     .x = (int)numbers[1] - 1,
					     .y = (int)numbers[2] - 1,
					     .release = *at == 'm' };
	return key_decoder_finish(decoder, KEYCODE_MOUSE);
}

/* "ESC [ M" and three bytes, each 32 too large; button 3 is a release. */
static int take_old_mouse(struct key_decoder *decoder)
{
	const unsigned char *bytes = decoder->bytes + 3;

	if (--decoder->more)
		return KEYCODE_NONE;
	decoder->mouse = (struct key_mouse){ .button = (unsigned int)(bytes[0] - ' ') & 0xff,
					     .x = bytes[1] - ' ' - 1,
					     .y = bytes[2] - ' ' - 1 };
	decoder->mouse.release = (decoder->mouse.button & 0x43) == 3;
	return key_decoder_finish(decoder, KEYCODE_MOUSE);
}

/* rxvt ends sequences with Shift in "$", which ECMA-48 has within a sequence only. */
static bool is_rxvt_shift(const struct key_decoder *decoder, unsigned char byte)
{
	if (byte != '$' || decoder->n < 4 || decoder->n > KEY_SEQUENCE_MAX)
		return false;
	for (size_t i = 2; i < decoder->n - 1; i++)
		if (decoder->bytes[i] < '0' || decoder->bytes[i] > '9')
			return false;
	return true;
}

static int take_csi(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return restart(decoder, byte);
	if (byte == CANCEL || byte == SUBSTITUTE || is_rxvt_shift(decoder, byte))
		return key_decoder_finish(decoder, KEYCODE_NONE);
	if (byte < '@' || byte >= DELETE)
		return KEYCODE_NONE;
	if (decoder->n == 3 && byte == '[')
		return enter(decoder, KEYS_CONSOLE);
	if (decoder->n == 3 && byte == 'M') {
		decoder->more = 3;
		return enter(decoder, KEYS_MOUSE);
	}
	if (is(decoder, paste_begins)) {
		decoder->pasting = true;
		return key_decoder_finish(decoder, KEYCODE_PASTE_BEGIN);
	}
	if (decoder->bytes[2] == '<' && (byte == 'M' || byte == 'm'))
		return finish_mouse(decoder);
	return key_decoder_finish(decoder, KEYCODE_NONE);
}

static int take_ss3(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return restart(decoder, byte);
	/* Old terminals put the modifiers before the letter: ESC O 2 P. */
	if (byte >= '0' && byte < '@')
		return KEYCODE_NONE;
	return key_decoder_finish(decoder, KEYCODE_NONE);
}

static int take_string(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return enter(decoder, KEYS_STRING_ESCAPE);
	if (byte == BELL || byte == CANCEL || byte == SUBSTITUTE)
		return key_decoder_finish(decoder, KEYCODE_NONE);
	return KEYCODE_NONE;
}

static int take_string_escape(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return KEYCODE_NONE;
	if (byte == '\\')
		return key_decoder_finish(decoder, KEYCODE_NONE);
	(void)restart(decoder, ESC);
	return decoder_take(decoder, byte);
}

static int take_learned(struct key_decoder *decoder, unsigned char byte)
{
	if (byte == ESC)
		return restart(decoder, byte);
	return begins_learned(decoder) ? KEYCODE_NONE : key_decoder_finish(decoder, KEYCODE_NONE);
}

static int decoder_take(struct key_decoder *decoder, unsigned char byte)
{
	int code = decoder->kept;

	decoder->again = code != 0;
	if (decoder->again)
		return key_decoder_finish(decoder, code);
	remember(decoder, byte);
	code = look_up(decoder);
	if (code != KEYCODE_NONE)
		return key_decoder_finish(decoder, code);
	switch (decoder->state) {
	case KEYS_GROUND:
		return take_ground(decoder, byte);
	case KEYS_CHARACTER:
		return take_character(decoder, byte);
	case KEYS_LEARNED:
		return take_learned(decoder, byte);
	case KEYS_ESCAPE:
		return take_escape(decoder, byte);
	case KEYS_CSI:
		return take_csi(decoder, byte);
	case KEYS_CONSOLE:
		return byte == ESC ? restart(decoder, byte) : key_decoder_finish(decoder, KEYCODE_NONE);
	case KEYS_MOUSE:
		return take_old_mouse(decoder);
	case KEYS_SS3:
		return take_ss3(decoder, byte);
	case KEYS_STRING:
		return take_string(decoder, byte);
	case KEYS_STRING_ESCAPE:
		return take_string_escape(decoder, byte);
	}
	return KEYCODE_NONE;
}

/*
 * Pasted text is decoded as keys are, so that sequences in it are left out whole; its end is found
 * in the bytes, whatever they seem to belong to.
 */
static int take_pasted(struct key_decoder *decoder, unsigned char byte)
{
	int code;

	if (byte == (unsigned char)paste_ends[decoder->pasted])
		decoder->pasted++;
	else
		decoder->pasted = byte == ESC;
	if (!paste_ends[decoder->pasted]) {
		key_decoder_reset(decoder);
		return KEYCODE_PASTE_END;
	}
	if (byte == ESC && decoder->state == KEYS_MOUSE)
		reset(decoder);		/* its three bytes are not of the end */
	code = decoder_take(decoder, byte);
	if (code == '\t')
		return KEYCODE_PASTED + ' ';
	return code >= ' ' && code < KEYCODE_UP && code != DELETE ? KEYCODE_PASTED + code :
								     KEYCODE_NONE;
}

int key_decoder_take(struct key_decoder *decoder, unsigned char byte, int64_t now_ms)
{
	decoder->last_ms = now_ms;
	return decoder->pasting ? take_pasted(decoder, byte) : decoder_take(decoder, byte);
}

/* ESC, or ESC and what may begin a sequence: one key, or two? */
static bool may_be_keys(const struct key_decoder *decoder)
{
	return decoder->n <= 2 && decoder->state >= KEYS_LEARNED && decoder->bytes[0] == ESC;
}

int key_decoder_wait_ms(const struct key_decoder *decoder, int64_t now_ms)
{
	int64_t end_ms = decoder->last_ms + (decoder->pasting ? KEY_PASTE_MS :
					     may_be_keys(decoder) ? KEY_ESCAPE_MS :
								    KEY_SEQUENCE_MS);

	if (decoder->kept)
		return 0;
	if (decoder->state == KEYS_GROUND && !decoder->pasting)
		return -1;
	return end_ms > now_ms ? (int)(end_ms - now_ms) : 0;
}

int key_decoder_expire(struct key_decoder *decoder, int64_t now_ms)
{
	const bool pasting = decoder->pasting, keys = may_be_keys(decoder);
	const int second = decoder->n == 2 ? decoder->bytes[1] : 0;

	if (key_decoder_wait_ms(decoder, now_ms) != 0)
		return KEYCODE_NONE;
	if (decoder->kept)
		return key_decoder_finish(decoder, decoder->kept);
	key_decoder_reset(decoder);
	if (pasting || !keys)
		return pasting ? KEYCODE_PASTE_END : KEYCODE_NONE;
	decoder->kept = second;
	return KEYCODE_ESCAPE;
}
