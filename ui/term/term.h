/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal. Only term.c and terminfo.c know curses; views are not known here. It copies cells
 * out and brings key codes and mouse events in. Called by ui.c on the UI thread; only one
 * terminal can be open at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/err.h"
#include "ui/draw/canvas.h"
#include "ui/term/key_decoder.h"

struct term;

enum term_event {
	TERM_INPUT = 1,		/* keys may be pending: call term_key until KEYCODE_NONE */
	TERM_WAKE = 2,		/* the fd given to term_wait is readable */
	TERM_RESIZED = 4,	/* ask term_size again and draw */
	TERM_RESUMED = 8,	/* back from a stop (Ctrl-Z), or from the background: draw */
	TERM_ROOM = 32,		/* a frame fits again after term_blit dropped one: draw */
	TERM_END = 16		/* a signal asks to end, a terminal hung up, or belongs to others */
};

/*
 * Takes the terminal on out and in, catches SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH
 * (unless they were ignored before), and restores the terminal before a crash. color: use colours
 * if the terminal has them. NULL, with a sentence in err, if it cannot be used.
 */
struct term *term_open(FILE *out, FILE *in, bool color, struct err *err);

/* The type it is drawn on by if TERM's is not known (terminfo_nearest()); NULL: by its own. */
const char *term_stand_in(const struct term *term);

/* Restores the terminal and the signals. NULL is fine. */
void term_close(struct term *term);

void term_size(struct term *term, int *w, int *h);

/*
 * Shows the canvas; sends only cells that differ from what is shown. Does not wait for a terminal
 * that stopped reading (Ctrl-S): one frame is kept, later ones are dropped, and term_wait reports
 * TERM_ROOM when there is room again.
 */
void term_blit(struct term *term, const struct canvas *canvas);

/* Bytes sent by all blits so far. */
uint64_t term_bytes(const struct term *term);

/* How roles look from the next blit on. Without colours every theme is THEME_MONO. */
void term_set_theme(struct term *term, enum theme_id theme);

/*
 * Puts a text on the terminal's clipboard, with the next blit that reaches the terminal; whether
 * the terminal obeys is not known. A text of more than CLIPBOARD_TEXT bytes is ignored.
 */
void term_copy(struct term *term, const char *text);

/* Makes the next blit send everything, because something else wrote on the screen. */
void term_redraw(struct term *term);

/*
 * Waits for an event, at most timeout_ms (-1: no limit). Returns enum term_event bits, 0 on
 * timeout. A stop (Ctrl-Z) happens in here; so does one in the background, where nothing is drawn
 * or read.
 */
unsigned int term_wait(struct term *term, int wake_fd, int timeout_ms);

/* The next key. KEYCODE_NONE: none is pending. KEYCODE_HANGUP: none can come any more. */
int term_key(struct term *term);

enum mouse_act { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
	enum mouse_act act;
	int x, y;		/* cell of the screen, from 0 */
	int64_t ms;		/* milliseconds on any clock; 0: never */
	bool again;		/* the second click of a double click */
};

/* Is `now` the second click of a double click that `last` began? */
bool mouse_is_again(const struct mouse *now, const struct mouse *last);

/* The last mouse event, after term_key returned KEYCODE_MOUSE. */
void term_mouse(struct term *term, struct mouse *mouse);

/* Switches mouse reports of the terminal on or off; they are off at first. */
void term_set_mouse(struct term *term, bool on);
