/* SPDX-License-Identifier: GPL-2.0-only */
/* The last part of a path. Pure. */
#pragma once

#include <string.h>

/* "libz.so.1" of "/usr/lib/libz.so.1", in `path` itself; all of a path that ends with a slash. */
static inline const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}
