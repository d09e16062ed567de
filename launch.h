/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command of "tdtop -- command": a child that waits until the counters are on, executes it, and is
 * ended with tdtop. In batch mode it shares the terminal, but writes to standard error, as standard
 * output has the data. With the screen it has no terminal: it reads nothing, and what it writes to
 * one goes to a file. What it starts and leaves behind becomes a child of tdtop (PR_SET_CHILD_SUBREAPER), as long as
 * tdtop runs. Main thread.
 */
#ifndef TDTOP_LAUNCH_H
#define TDTOP_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "model/err.h"

struct launch {
	pid_t pid;		/* 0: there is no command */
	bool own_group;		/* in a group of its own: the terminal's signals do not come to it */
	int go, failed;		/* pipes: to let it begin; why exec failed. -1: closed */
	char output[256];	/* the file that has what it wrote; "": none */
	char program[64];	/* its name, without its directory */
	const char *typed;	/* as it was given; borrowed */
};

/* Makes the child, before any thread. screen: tdtop has the terminal. 0 or a negative errno with a sentence. */
int launch_prepare(struct launch *launch, char *const command[], bool screen, struct err *err);

/* Waits until it has begun, once a byte was written to `go`. -errno with a sentence if there is no such program. */
int launch_begun(struct launch *launch, struct err *err);

#define LAUNCH_BY_SIGNAL 128	/* as shells have it */

/*
 * Ends the command. Its exit status, or LAUNCH_BY_SIGNAL + the signal that ended it. If it still runs it gets this
 * signal (0: none, it has had one); when it does not end within a second it is left running, and -1 returned. An empty
 * file of its output is removed.
 */
int launch_end(struct launch *launch, int signal);

#endif
