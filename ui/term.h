/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal. term.c is the only file that knows curses. It knows nothing of views: it copies
 * cells out and brings key codes in. UI thread; there can be one at a time.
 */
#ifndef TDTOP_UI_TERM_H
#define TDTOP_UI_TERM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/err.h"
#include "ui/draw/canvas.h"
#include "ui/draw/keycode.h"

struct term;

enum term_event {
	TERM_INPUT = 1,		/* there may be keys: call term_key until KEYCODE_NONE */
	TERM_WAKE = 2,		/* the fd given to term_wait became readable */
	TERM_RESIZED = 4,	/* ask term_size again and draw */
	TERM_RESUMED = 8,	/* back from a stop: draw */
	TERM_ROOM = 32,		/* it takes a frame again, after term_blit left one out: draw */
	TERM_END = 16		/* asked to end by a signal, or the terminal is gone */
};

/*
 * Takes the terminal on out and in, catches SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH (unless
 * ignored before), and gives the terminal back before a crash. NULL with a sentence. color: colours if the terminal has them.
 */
struct term *term_open(FILE *out, FILE *in, bool color, struct err *err);

/* Gives the terminal and the signals back as they were. NULL is fine. */
void term_close(struct term *term);

void term_size(struct term *term, int *w, int *h);

/*
 * Shows the canvas; only cells that differ from what is shown are sent. Does not
 * wait for a terminal that takes nothing (Ctrl-S): a frame waits, those behind it are left out, and
 * term_wait tells when there is room again.
 */
void term_blit(struct term *term, const struct canvas *canvas);

/* Bytes that all blits so far have sent. */
uint64_t term_bytes(const struct term *term);

/* How the roles look from the next blit on; without colours all themes are THEME_MONO. */
void term_set_theme(struct term *term, enum theme_id theme);

/* The next blit sends everything: something else wrote on the screen. */
void term_redraw(struct term *term);

/*
 * Waits until something happened, at most timeout_ms (-1: for ever). Returns enum term_event bits,
 * 0 after the time. A stop (Ctrl-Z) happens in here.
 */
unsigned int term_wait(struct term *term, int wake_fd, int timeout_ms);

/* The next key, KEYCODE_NONE if there is none, KEYCODE_HANGUP at the end of input. */
int term_key(struct term *term);

enum mouse_act { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
	enum mouse_act act;
	int x, y;		/* cell of the screen, from 0 */
	int64_t ms;		/* when, on any clock; 0: never */
	bool again;		/* the second click of a double click */
};

/* Is `now` the second click of a double click that `last` began? */
bool mouse_is_again(const struct mouse *now, const struct mouse *last);

/* What the mouse did, after term_key returned KEYCODE_MOUSE. */
void term_mouse(struct term *term, struct mouse *mouse);

/* Whether the terminal tells us of the mouse; at first it does not. */
void term_set_mouse(struct term *term, bool on);

#endif
