/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of term.c: what terminfo knows, frames for a terminal that may stop reading, the
 * clipboard. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/term/key_decoder.h"

/*
 * What terminfo knows of the terminal: can a screen be drawn on it, and what do its keys send? A
 * file of its own, because <term.h> makes macros of many names.
 */

#define TERMINFO_NAME_LEN 80	/* with the NUL */

/*
 * The type by which curses draws on a terminal of type `name`: itself. One that terminfo does not
 * know is drawn as xterm if it imitates that by its name, else as one that is called alike. A static
 * binary, which may have no terminfo but a few types, draws all others as xterm. The type is then in
 * `nearest`, which is empty for all that stay as they are: known, unknown, NULL or empty names.
 */
const char *terminfo_nearest(const char *name, int fd, char nearest[TERMINFO_NAME_LEN]);

/*
 * Why curses could not draw on a terminal of this type (TERM, may be NULL), or would paint all
 * lines over each other: a clause. NULL: it can. To be called before curses starts.
 */
const char *terminfo_why_unusable(const char *name, int fd);

/* Teaches the decoder the keys of the terminal that curses uses. */
void terminfo_learn_keys(struct key_decoder *decoder);

/*
 * Writes frames to a terminal that may stop reading (Ctrl-S, a stuck peer) without blocking the UI
 * thread. curses would block in write(2), so while it writes a frame its descriptor leads into
 * memory (a memfd); the terminal then gets as much of it as it accepts.
 */
struct tty_writer;

/* For the descriptor fd that curses writes to. NULL: not possible here; let curses write to fd. */
struct tty_writer *tty_writer_new(int fd);
void tty_writer_free(struct tty_writer *writer);	/* drops a waiting frame; NULL is fine */

/*
 * Whatever is written to fd between tty_writer_begin and tty_writer_end is one frame; not allowed
 * while a frame waits. tty_writer_discard in place of tty_writer_end throws it away.
 */
void tty_writer_begin(struct tty_writer *writer);
void tty_writer_end(struct tty_writer *writer);
void tty_writer_discard(struct tty_writer *writer);

/* The terminal itself, also while fd leads into memory: for a crash there. */
int tty_writer_terminal(const struct tty_writer *writer);

/*
 * Writes as much of a waiting frame as the terminal accepts now; tty_writer_drop forgets the rest.
 */
void tty_writer_push(struct tty_writer *writer);
void tty_writer_drop(struct tty_writer *writer);

/* Is a frame, or its rest, waiting? */
bool tty_writer_waits(const struct tty_writer *writer);

/* Bytes of all frames so far. */
uint64_t tty_writer_bytes(const struct tty_writer *writer);

/*
 * The terminal's clipboard: the sequence OSC 52 (xterm's ctlseqs, "Manipulate Selection Data"),
 * which a terminal may obey or ignore.
 */

#define CLIPBOARD_TEXT 1536	/* longest text, in bytes */
#define CLIPBOARD_SEQUENCE (16 + (CLIPBOARD_TEXT + 2) / 3 * 4)

/*
 * Writes the bytes that put a text on the clipboard; nothing of the text is in them but base64.
 * Returns how many; 0: the text is empty or too long.
 */
size_t clipboard_sequence(const char *text, char sequence[CLIPBOARD_SEQUENCE]);
