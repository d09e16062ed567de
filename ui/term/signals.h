/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals of the interactive program. Those that end, stop or resize it are only noted, and are
 * delivered only while term_wait waits; those of a crash restore the terminal first. Used by term.c
 * on the UI thread; there can be one user at a time.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum signal_note { SIGNAL_END, SIGNAL_STOP, SIGNAL_SIZE, SIGNAL_NOTES };

/*
 * Catches and blocks the noted signals from here on, except those that were ignored before. fd: the
 * terminal as it was found; its modes are kept for a crash.
 */
void signals_catch(int fd);

/* Restores everything to before signals_catch. */
void signals_release(void);

/* Was it noted? Clears SIGNAL_STOP and SIGNAL_SIZE. */
bool signals_take(enum signal_note note);

/* The signal that ended the last run of the screen; 0: none. Can be called at any time. */
int signals_end(void);

/* The signal mask to wait with: noted signals are delivered. */
const sigset_t *signals_mask(void);

/* What to write to fd before its modes are restored in a crash; terminfo's delays are left out. */
void signals_on_crash(int fd, const char *const texts[], size_t n);

/* Makes a terminal that was stopped (Ctrl-S), or whose reader is stuck, accept a little more. */
void signals_unstick(int fd);

/* Ctrl-Z: stops the process here, as programs do by default, until SIGCONT. */
void signals_stop(void);

/*
 * Is this process group the one that the terminal fd is for? Also true if fd is not the terminal of
 * this session, which has no job control here.
 */
bool signals_in_foreground(int fd);

/*
 * In the background: stops here, as a job does that uses its terminal, until the shell brings it to
 * the foreground; SIGCONT alone does not. False: no shell ever will (the group is orphaned, as
 * after "sh -c 'tdtop &'", or SIGTTOU is ignored).
 */
bool signals_await_foreground(int fd);
