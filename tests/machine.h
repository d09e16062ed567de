/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the fixtures are. Included once by each test that needs them. */
#ifndef TDTOP_TESTS_MACHINE_H
#define TDTOP_TESTS_MACHINE_H

#include <stdio.h>
#include <stdlib.h>

/* The path of tests/<directory>/<name> in the source tree; valid until the next call. */
static inline const char *fixture(const char *directory, const char *name)
{
	static char path[512];
	const char *srcdir = getenv("srcdir");

	(void)snprintf(path, sizeof(path), "%s/tests/%s/%s", srcdir ? srcdir : ".", directory, name);
	return path;
}

/* The root of a machine below tests/machines. */
static inline const char *machine_root(const char *name)
{
	return fixture("machines", name);
}

#endif
