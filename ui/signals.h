/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals of the interactive program. Those that end, stop or resize it are only noted, and come in
 * nowhere but in the wait; those of a crash give the terminal back first. Used by term.c, on the UI thread;
 * there can be one at a time.
 */
#ifndef TDTOP_UI_SIGNALS_H
#define TDTOP_UI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum signal_note { SIGNAL_END, SIGNAL_STOP, SIGNAL_SIZE, SIGNAL_NOTES };

/*
 * Notes from here on what comes, and blocks it; but not what was ignored before. fd: the terminal,
 * as it was found; its modes are kept for a crash.
 */
void signals_catch(int fd);

/* All as it was before signals_catch. */
void signals_release(void);

/* Did it come? SIGNAL_STOP and SIGNAL_SIZE are forgotten by this. */
bool signals_take(enum signal_note note);

/* The one that ended the last run of the screen; 0: none. Any time. */
int signals_end(void);

/* The mask to wait with: signals come in. */
const sigset_t *signals_mask(void);

/*
 * What to write to fd, but for terminfo's delays, before its modes are set back when the program
 * crashes.
 */
void signals_on_crash(int fd, const char *const texts[], size_t n);

/* Gets a terminal that was stopped (Ctrl-S) or whose reader is stuck to take a little more. */
void signals_unstick(int fd);

/* Ctrl-Z: stops here, as everybody does, until SIGCONT. */
void signals_stop(void);

#endif
