/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes of a terminal become keys (enum keycode) and mouse reports. A pure state machine: time is a
 * parameter, in milliseconds on any clock. It knows how ECMA-48 and the terminals in use delimit
 * their sequences, so an unknown one is swallowed whole, never played as keys. ui/term/term.c reads for
 * it. UI thread; mbrtowc(3) decodes characters, in the locale of the process.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* A key press without curses: a Unicode code point, or one of these. */
enum keycode {
	KEYCODE_NONE = -1,
	KEYCODE_CTRL_L = 0x0C,
	KEYCODE_ENTER = 0x0D,
	KEYCODE_CTRL_U = 0x15,
	KEYCODE_ESCAPE = 0x1B,
	KEYCODE_BACKSPACE = 0x7F,
	KEYCODE_UP = 0x110000,		/* above all code points */
	KEYCODE_DOWN,
	KEYCODE_LEFT,
	KEYCODE_RIGHT,
	KEYCODE_PAGE_UP,
	KEYCODE_PAGE_DOWN,
	KEYCODE_HOME,
	KEYCODE_END,
	KEYCODE_SHIFT_HOME,
	KEYCODE_SHIFT_END,
	KEYCODE_F1,			/* F1 to F12 are in sequence */
	KEYCODE_F2,
	KEYCODE_F3,
	KEYCODE_F4,
	KEYCODE_F5,
	KEYCODE_F6,
	KEYCODE_F7,
	KEYCODE_F8,
	KEYCODE_F9,
	KEYCODE_F10,
	KEYCODE_F11,
	KEYCODE_F12,
	KEYCODE_WHEEL_UP,
	KEYCODE_WHEEL_DOWN,
	KEYCODE_MOUSE,			/* term_mouse() has the event, ui_mouse() takes it */
	KEYCODE_HANGUP,			/* the terminal was closed */
	KEYCODE_PASTE_BEGIN,		/* pasted text comes, until KEYCODE_PASTE_END */
	KEYCODE_PASTE_END,
	KEYCODE_PASTED = 0x200000	/* a character of it: its code point is added */
};

/*
 * ESC, and ESC with a byte that may begin a sequence, are keys after this: longer than most lines
 * take between two bytes of a sequence, shorter than a hand between two keys.
 */
#define KEY_ESCAPE_MS 50
/* A sequence that is not continued for so long is forgotten. */
#define KEY_SEQUENCE_MS 500
/* Pasted text ends so long after its last byte if its end never comes: longer than lines stall. */
#define KEY_PASTE_MS 2000

#define KEY_SEQUENCE_MAX 24	/* bytes of a sequence; longer ones have no meaning here */
#define KEY_LEARNED_MAX 32

struct key_sequence {
	char bytes[KEY_SEQUENCE_MAX];
	int code;
};

enum key_state {
	KEYS_GROUND,
	KEYS_CHARACTER,		/* within a character of several bytes */
	KEYS_LEARNED,		/* within a sequence that only key_decoder_learn() knows */
	KEYS_ESCAPE,		/* after ESC */
	KEYS_CSI,
	KEYS_CONSOLE,		/* ESC [ [: the Linux console's F1 to F5, one more byte */
	KEYS_MOUSE,		/* ESC [ M: three more bytes */
	KEYS_SS3,
	KEYS_STRING,		/* OSC, DCS, SOS, PM, APC: until ST or BEL */
	KEYS_STRING_ESCAPE	/* an ESC in it: that of ST, or of another sequence */
};

/* A report of the mouse as xterm encodes it, in the old form (1000) or the new one (1006). */
struct key_mouse {
	unsigned int button;	/* 0: left; 64, 65: wheel; +4, 8, 16: Shift, Meta, Ctrl; +32: moved */
	int x, y;		/* cell of the screen, from 0; negative in a nonsensical report */
	bool release;
};

struct key_decoder {
	enum key_state state;
	unsigned char bytes[KEY_SEQUENCE_MAX];	/* the first ones since the ground state */
	size_t n;				/* how many came; may be more than fit */
	bool pasting;				/* ESC [ 200 ~: until ESC [ 201 ~ */
	size_t pasted;				/* bytes of that end that have come */
	unsigned int more;			/* KEYS_MOUSE: bytes to come */
	int kept;				/* a key that comes next; 0: none */
	bool again;				/* of the last byte: it is to be taken once more */
	mbstate_t character;
	int64_t last_ms;			/* when the last byte came */
	struct key_sequence learned[KEY_LEARNED_MAX];
	size_t n_learned;
	struct key_mouse mouse;			/* of the last KEYCODE_MOUSE */
};

void key_decoder_init(struct key_decoder *decoder);

/* Forgets what has come of a sequence. */
void key_decoder_reset(struct key_decoder *decoder);

/* Another sequence of this key, from terminfo. NULL, too long or one too many: ignored. */
void key_decoder_learn(struct key_decoder *decoder, const char *sequence, int code);

/*
 * Takes a byte. Returns the key that it completes, or KEYCODE_NONE. If `again` is true then, a key
 * before it was completed, and the byte must be passed again.
 */
int key_decoder_take(struct key_decoder *decoder, unsigned char byte, int64_t now_ms);

/*
 * To be called when no byte is pending: a key that only waited for the next byte, or KEYCODE_NONE.
 * Call it until then.
 */
int key_decoder_expire(struct key_decoder *decoder, int64_t now_ms);

/* How long to wait for the next byte before key_decoder_expire(); -1: as long as it takes. */
int key_decoder_wait_ms(const struct key_decoder *decoder, int64_t now_ms);
