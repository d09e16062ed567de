/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command of "tdtop -- command": a child that waits until the counters are on, executes the
 * command, and is ended with tdtop. In batch mode it shares the terminal, but writes to standard
 * error, because standard output has the data. With the screen it has no terminal: its input is
 * empty, and what it would write to a terminal goes to a file. Its orphans become children of tdtop
 * (PR_SET_CHILD_SUBREAPER) as long as tdtop runs. Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "model/err.h"

struct launch {
	pid_t pid;		/* 0: there is no command */
	bool own_group;		/* in its own process group: gets no signals of the terminal */
	int go, failed;		/* pipes: to start it; why exec failed. -1: closed */
	char output[256];	/* name of the file with its output; "": none */
	char program[64];	/* base name */
	const char *typed;	/* as the user typed it; borrowed */
	bool ended;		/* it was waited for: */
	int status;		/* of waitpid(2) */
};

/*
 * Forks the child, before any thread is started. screen: tdtop uses the terminal. 0, or a negative
 * errno with a sentence.
 */
int launch_prepare(struct launch *launch, char *const command[], bool screen, struct err *err);

/*
 * Waits until the command runs, after a byte was written to `go`. 0, or -errno with a sentence if
 * it cannot be executed.
 */
int launch_wait_exec(struct launch *launch, struct err *err);

#define LAUNCH_BY_SIGNAL 128	/* as in shells */

/*
 * Has the command ended? Waits for it a tenth of a second at most: its tasks are seen to exit a
 * moment before that.
 */
bool launch_ended(struct launch *launch);

/* "make exited with status 3", "make ended by signal 9 (Killed)"; "" if it has not ended. */
void launch_describe(const struct launch *launch, char *text, size_t size);

/*
 * Ends the command. Returns its exit status, or LAUNCH_BY_SIGNAL + the signal that ended it. If it
 * still runs it gets this signal (0: none, it has had one); if it does not end within a second, it
 * is left running and -1 is returned. Removes the file of its output if that is empty.
 */
int launch_end(struct launch *launch, int signal);
