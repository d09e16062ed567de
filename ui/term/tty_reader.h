/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the keys of a terminal without blocking, and decodes them (ui/term/key_decoder.h). In place
 * of curses' getch, which plays a sequence that terminfo does not list as single keys, and which
 * takes a terminal that cannot be read for a silent one. Used by term.c only; UI thread.
 */
#ifndef TDTOP_UI_TERM_TTY_READER_H
#define TDTOP_UI_TERM_TTY_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/term/key_decoder.h"

struct tty_reader {
	int fd;
	struct key_decoder decoder;
	unsigned char bytes[256];	/* [done, n) were read and not yet decoded */
	size_t done, n;
};

void tty_reader_init(struct tty_reader *reader, int fd);

/*
 * The next key, of enum keycode. KEYCODE_NONE: none has come. KEYCODE_HANGUP: none can come any
 * more, as at the end of input or from a terminal that belongs to others (EIO).
 */
int tty_reader_key(struct tty_reader *reader);

/* When to call tty_reader_key() even if no byte comes, in milliseconds; -1: never. */
int tty_reader_wait_ms(const struct tty_reader *reader);

#endif
