/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes that the user wants to watch, by pid or as a command: what the command line may
 * name, and how the screen and JSON call it. And the command while a source counts it. Main thread, but for
 * what the source's thread asks of the command.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"

struct watched {
	const int32_t *pids;	/* these processes, and what they start; borrowed */
	size_t n_pids;
	/*
	 * A child of ours, watched from its exec on; the source ends with it, but does not wait for it. 0: no
	 * command. This process must be its subreaper (session_parts.h): our other children are its orphans.
	 */
	int32_t command;
	const char *program;	/* name of the program that it will execute */
	int go;			/* fd: a byte is written to it when the command may start */
};

/* Sets machine->watched: "command make", or as many pids as fit, as in "pid 1234,77". */
void watched_describe(struct machine *machine, const struct watched *watched);

/* The command of a source. */
struct watched_command {
	int32_t pid;		/* 0: no command */
	int fd;			/* pidfd, readable when it has exited, before anyone has waited for it; -1: no
				 * command, or the kernel has no pidfds (before 5.3) */
	int go;			/* -1: no command */
};

struct watched_command watched_command_of(const struct watched *watched);
bool watched_command_exited(const struct watched_command *command);	/* false where there is no pidfd */
void watched_command_close(struct watched_command *command);

/* Lets it run. False: there is no command. */
bool watched_command_release(const struct watched_command *command);

/*
 * Is this the pid of a process? A thread's number has a directory in /proc as well, which is not
 * listed: it is refused. 0, or -ESRCH with a sentence.
 */
int watched_check_pid(int32_t pid, struct err *err);

/*
 * Removes from a list what is not the pid of a process. Returns how many are left, in their order.
 * `why` has the sentence of watched_check_pid() about one that was removed, or one sentence about
 * several; unchanged if all are left.
 */
size_t watched_keep(int32_t *pids, size_t n, struct err *why);
