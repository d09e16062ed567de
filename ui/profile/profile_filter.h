/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which functions, branches and blocks --filter leaves: expressions (ui/table/expression.h) over any
 * field of their rows that CSV has. A WORD is in any text of a row, ignoring case. Main thread.
 */
#pragma once

#include "model/err.h"
#include "ui/profile/profile_rows.h"

/* Can each table of these parts be filtered by this text? 0, or -EINVAL with a sentence. */
int profile_filter_check(unsigned int parts, const char *text, struct err *err);

/*
 * Moves the rows that config->filter leaves to the front, in their order, and returns how many they
 * are: all n without a filter, none without memory. The names of all rows must be known.
 */
size_t profile_filter(enum profile_part part, const struct profile_rows *rows, const void **of,
		      size_t n);
