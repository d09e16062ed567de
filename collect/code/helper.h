/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The helper process: reads symbols of files that may be hostile, and answers the questions of
 * code_wire.h. A keeper without threads, forked early, forks it, and forks another one when it
 * dies: a program with threads could not safely do that.
 */
#pragma once

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
