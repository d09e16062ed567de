/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks up a user of this machine; see passwd.h. Main thread, once, before anything is opened. */
#include "config.h"
#include "collect/sys/passwd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getpwnam(3) names these for "not found"; any other errno says that it could not look. */
static bool is_not_found(int errnum)
{
	return !errnum || errnum == ENOENT || errnum == ESRCH || errnum == EBADF ||
	       errnum == EPERM;
}

static bool parse_uid(const char *text, uid_t *uid)
{
	unsigned long long number;

	if (!text[0] || text[strspn(text, "0123456789")] || strlen(text) > 10)
		return false;
	number = strtoull(text, NULL, 10);
	*uid = (uid_t)number;
	return number < UINT32_MAX;	/* -1 is no user */
}

int users_find(const char *text, char name[USER_NAME_LEN], struct err *err)
{
	const struct passwd *user;
	uid_t uid;

	errno = 0;
	user = passwd_by_name(text);
	if (user || !is_not_found(errno)) {
		(void)snprintf(name, USER_NAME_LEN, "%s", text);
		return 0;
	}
	if (!parse_uid(text, &uid))
		return err_set(err, ENOENT, "there is no user \"%s\" on this machine; --user takes "
			       "a name or a number, as id prints them", text);
	user = passwd_by_uid(uid);
	if (user)
		(void)snprintf(name, USER_NAME_LEN, "%s", user->pw_name);
	else
		(void)snprintf(name, USER_NAME_LEN, "%u", (unsigned int)uid);
	return 0;
}
