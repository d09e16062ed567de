/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The characters of the user's terminal: UTF-8 or not. Main thread, before all others.
 */
#ifndef TDTOP_UI_MAIN_LOCALE_H
#define TDTOP_UI_MAIN_LOCALE_H

/*
 * Takes LC_CTYPE from the environment. Not LC_NUMERIC: a decimal comma has no place in CSV and in
 * --delay 0.5. In a static binary any locale whose name says UTF-8 is the one that is inside, and
 * all others are ASCII: the machine's files are not read, which may be of another C library.
 */
void locale_begin(void);

#endif
