/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes that the user wants to watch, by pid or as a command: what the command line may
 * name, and how the screen and JSON call it. Main thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"

/*
 * Sets machine->watched: "command make", or as many pids as fit, as in "pid 1234,77". program: NULL
 * without a command.
 */
void watched_describe(struct machine *machine, const int32_t *pids, size_t n, const char *program);

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
