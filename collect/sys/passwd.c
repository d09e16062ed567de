/* SPDX-License-Identifier: GPL-2.0-only */
/* The users of this machine; see passwd.h. */
#include "config.h"
#include "collect/sys/passwd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifndef STATIC_BINARY

const struct passwd *passwd_by_name(const char *name)
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

const struct passwd *passwd_by_name(const char *name)
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
