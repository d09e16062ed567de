/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The users of this machine: getpwnam(3) and its kin, and in a static binary /etc/passwd, as the C
 * library would load parts of itself for them that are of another version than the one inside.
 */
#pragma once

#include <pwd.h>
#include <stddef.h>

#include "model/err.h"
#include "model/task.h"

/* As getpwuid(3), with errno. Main thread. */
const struct passwd *passwd_by_uid(uid_t uid);

/* As getpwuid_r(3), but NULL for all that it cannot tell. Any thread. */
const struct passwd *passwd_by_uid_r(uid_t uid, struct passwd *entry, char *text, size_t size);

/* Users as the command line names them. Main thread: getpwnam(3) is not thread-safe. */

/*
 * The name under which rows show the tasks of a user of this machine: `text` is a name, or a number
 * as of id -u, which stands for its name if it has one. 0, or -ENOENT with a sentence: the machine
 * knows no such name. A name that cannot be looked up, as the server of names is away, is believed.
 */
int users_find(const char *text, char name[USER_NAME_LEN], struct err *err);
