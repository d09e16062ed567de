/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of functions as in the source: C++ and Rust, by libiberty. Not for several threads at once.
 */
#pragma once

#include <stddef.h>

/* The demangled name, or the name itself; cut to fit. Always ends with NUL. */
void demangle(const char *name, char *text, size_t size);
