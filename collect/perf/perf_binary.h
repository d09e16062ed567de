/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which metrics the installed perf has. Its binary is read, and never run: tdtop has rights that a
 * program in PATH must not get, and its sandbox runs nothing. UI thread; it is read by another one.
 */
#pragma once

#include <stddef.h>

#include "model/tree/tree.h"

/* Finds the names in the bytes of a binary, where metrics stand between zeros. */
void perf_binary_search(const char *bytes, size_t n, struct perf_names *names);

/*
 * The names of the first perf in PATH. The first call starts to read it, and later ones have what
 * was found. NULL: not yet; or there is no perf, or one without metrics.
 */
const struct perf_names *perf_binary_names(void);
