/* SPDX-License-Identifier: GPL-2.0-only */
/* Users as the command line names them. Main thread: getpwnam(3) is not thread-safe. */
#ifndef TDTOP_COLLECT_SYS_USERS_H
#define TDTOP_COLLECT_SYS_USERS_H

#include "model/err.h"

#define USER_NAME_LEN 33	/* as in struct task_facts, with the NUL */

/*
 * The name under which rows show the tasks of a user of this machine: `text` is a name, or a number
 * as of id -u, which stands for its name if it has one. 0, or -ENOENT with a sentence: the machine
 * knows no such name. A name that cannot be looked up, as the server of names is away, is believed.
 */
int users_find(const char *text, char name[USER_NAME_LEN], struct err *err);

#endif
