/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a static binary has in place of dlopen(3) (--wrap in configure.ac). libdw tries to load
 * debuginfod before main(), and collect/code/code_asker.c when it is asked to: into a program that
 * has its C library inside this would bring another one.
 */
#include "config.h"

#ifdef STATIC_BINARY

#include <stddef.h>

void *__wrap_dlopen(const char *path, int flags);

void *__wrap_dlopen(const char *path, int flags)
{
	(void)path;
	(void)flags;
	return NULL;
}

#else
typedef int no_dlopen_is_empty;	/* ISO C wants a declaration in each file */
#endif
