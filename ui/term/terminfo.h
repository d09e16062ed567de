/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What terminfo knows of the terminal: can a screen be drawn on it, and what do its keys send? A
 * file of its own, because <term.h> makes macros of many names. Used by term.c; UI thread.
 */
#ifndef TDTOP_UI_TERM_TERMINFO_H
#define TDTOP_UI_TERM_TERMINFO_H

#include "ui/term/key_decoder.h"

#define TERMINFO_NAME_LEN 80	/* with the NUL */

/*
 * The type by which curses draws on a terminal of type `name`: itself. One that terminfo does not
 * know is drawn as xterm if it imitates that by its name, else as one that is called alike; a static
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

#endif
