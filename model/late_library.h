/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A shared library that is loaded when it is first needed: what it is linked to is relocated before
 * main(), which delays the first frame. Its functions are called through pointers in a struct.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What a pointer is before: a static binary has all libraries inside. */
#ifdef STATIC_BINARY
#define LATE(function) (function)
#else
#define LATE(function) NULL
#endif

struct late_function {
	void *pointer;		/* to the pointer */
	const char *name;
};

/* Fills the pointers that are not set. False: the library, or one of its functions, is missing. */
bool late_library(const char *soname, const struct late_function *functions, size_t n);
