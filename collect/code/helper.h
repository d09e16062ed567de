/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The helper process: reads symbols of files that may be hostile, and answers the questions of
 * code_wire.h. A keeper without threads, forked early, forks it, and forks another one when it
 * dies: a program with threads could not safely do that.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct helper {
	pid_t keeper;
	int socket;	/* our end; closed by the other side when the keeper has given up */
};

#define HELPER_NONE { .keeper = -1, .socket = -1 }

/*
 * Starts it. Before threads are started, and early: what memory tdtop has then the helper keeps. 0
 * or -errno: there is none then.
 */
int helper_start(struct helper *helper);

/* They end soon, and the other end of the socket is closed. Any thread. */
void helper_kill(const struct helper *helper);

/* Ends both processes, if there are: there are none then. */
void helper_stop(struct helper *helper);

/*
 * ---- its jail: takes all rights from a process that reads hostile files ----
 *
 * It is not root, has no capabilities, and gets no new ones. It has no files but those it has and is
 * given, no network, no other process, and 1 GB of address space. By seccomp, a list of what it may call.
 * Where seccomp is missing (qemu-user) the limits remain. With a sanitizer, which needs memory and calls of
 * its own, only capabilities are given up.
 */

/* Closes all files but this one; 0, 1 and 2 become /dev/null (not 2 with a sanitizer). */
void helper_jail_files(int keep);

/*
 * For a process with one thread, for good; it is killed when its parent ends. Returns whether
 * system calls are limited.
 */
bool helper_jail_enter(int keep);

/* May this process run for so many more seconds of CPU time? After that it is killed (SIGXCPU). */
void helper_jail_seconds(unsigned int seconds);
