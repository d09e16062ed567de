/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A key press without curses: a Unicode code point, or one of these. ui/term/key_decoder.c
 * makes them; ui/keys and the tests use them.
 */
#pragma once

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
