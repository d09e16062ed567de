/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The users of this machine: getpwnam(3) and its kin, and in a static binary /etc/passwd, as the C
 * library would load parts of itself for them that are of another version than the one inside.
 */
#ifndef TDTOP_COLLECT_SYS_PASSWD_H
#define TDTOP_COLLECT_SYS_PASSWD_H

#include <pwd.h>
#include <stddef.h>

/* As getpwnam(3) and getpwuid(3), with errno. Main thread. */
const struct passwd *passwd_by_name(const char *name);
const struct passwd *passwd_by_uid(uid_t uid);

/* As getpwuid_r(3), of which NULL says all that it cannot say. Any thread. */
const struct passwd *passwd_by_uid_r(uid_t uid, struct passwd *entry, char *text, size_t size);

#endif
