/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A program on a pseudo-terminal, below a leader that is a job-control shell, as it were: a session
 * leader's own group is orphaned, so Ctrl-Z would not stop it. Nothing here sleeps: it is read until the
 * expected text comes, and a poll timeout only ends a test that would hang. One at a time.
 */
#ifndef TDTOP_TESTS_FIXTURE_PTY_H
#define TDTOP_TESTS_FIXTURE_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define PTY_SAFETY_MS 20000
#define LEAVE_SCREEN "\033[?1049l"	/* rmcup of xterm: the shell's screen is back */

struct pty {
	int master;		/* the test's end; -1: closed */
	int alive;		/* read end of a pipe whose other end the program has */
	pid_t leader;
	size_t n_seen, n_matched;
};

extern struct pty pty;

/*
 * Runs argv[0] on 24 lines of 80, in the foreground. What becomes of it the leader writes to the terminal:
 * "<stopped>", after which it lets it go on, "<exit 0>", "<killed 15>". 0, or -1.
 */
int pty_begin(char *const argv[]);
void pty_end(void);

/* Reads on until this text was seen after the last one; fails if it does not come. */
void pty_expect(const char *text);

/* Reads what is there. */
void pty_take(void);

void pty_type(const char *keys);

/* The group that the terminal's signals go to. */
pid_t pty_foreground(void);

/* The modes are those of a fresh terminal: lines are read whole, and typed characters are shown. */
void pty_check_restored(void);

#endif
