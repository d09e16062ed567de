/* SPDX-License-Identifier: GPL-2.0-only */
/* The users of this machine; see passwd.h. As in getpwnam(3), errno tells why there is none. */
#include "config.h"
#include "collect/sys/passwd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef STATIC_BINARY

static const struct passwd *passwd_by_name(const char *name)
{
	return getpwnam(name);
}

const struct passwd *passwd_by_uid(uid_t uid)
{
	return getpwuid(uid);
}

const struct passwd *passwd_by_uid_r(uid_t uid, struct passwd *entry, char *text, size_t size)
{
	struct passwd *found = NULL;

	return getpwuid_r(uid, entry, text, size, &found) ? NULL : found;
}

#else

/* A line too long for the caller's text: the C library went back to where it begins. */
static void skip_line(FILE *file)
{
	int c;

	do
		c = getc(file);
	while (c != '\n' && c != EOF);
}

/* The first entry of this name, or with NULL of this number. */
static const struct passwd *passwd_find(const char *name, uid_t uid, struct passwd *entry, char *text,
					size_t size)
{
	FILE *file = fopen("/etc/passwd", "re");
	struct passwd *found = NULL;
	int ret;

	if (!file)
		return NULL;
	do {
		ret = fgetpwent_r(file, entry, text, size, &found);
		if (ret == ERANGE)
			skip_line(file);
	} while (ret == ERANGE ||
		 (!ret && (name ? strcmp(found->pw_name, name) != 0 : found->pw_uid != uid)));
	(void)fclose(file);
	errno = 0;
	return ret ? NULL : found;
}

static struct passwd kept;
static char kept_text[4096];

static const struct passwd *passwd_by_name(const char *name)
{
	return passwd_find(name, 0, &kept, kept_text, sizeof(kept_text));
}

const struct passwd *passwd_by_uid(uid_t uid)
{
	return passwd_find(NULL, uid, &kept, kept_text, sizeof(kept_text));
}

const struct passwd *passwd_by_uid_r(uid_t uid, struct passwd *entry, char *text, size_t size)
{
	return passwd_find(NULL, uid, entry, text, size);
}

#endif

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

#ifdef STATIC_BINARY

/*
 * In place of dlopen(3) (--wrap in configure.ac). libdw tries to load debuginfod before main(), and
 * collect/code/code_asker.c when it is asked to: into a program that has its C library inside this would
 * bring another one.
 */
void *__wrap_dlopen(const char *path, int flags);

void *__wrap_dlopen(const char *path, int flags)
{
	(void)path;
	(void)flags;
	return NULL;
}

#endif
