/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal's clipboard: the sequence OSC 52 (xterm's ctlseqs, "Manipulate Selection Data"),
 * which a terminal may obey or ignore. Used by term.c; pure.
 */
#ifndef TDTOP_UI_TERM_CLIPBOARD_H
#define TDTOP_UI_TERM_CLIPBOARD_H

#include <stddef.h>

#define CLIPBOARD_TEXT 1536	/* longest text, in bytes */
#define CLIPBOARD_SEQUENCE (16 + (CLIPBOARD_TEXT + 2) / 3 * 4)

/*
 * Writes the bytes that put a text on the clipboard; nothing of the text is in them but base64.
 * Returns how many; 0: the text is empty or too long.
 */
size_t clipboard_sequence(const char *text, char sequence[CLIPBOARD_SEQUENCE]);

#endif
