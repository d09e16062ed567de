/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The order of functions, branches and blocks by --sort: any field of their rows that CSV has, and any
 * column of the screen, by CSV's name or the head. Numbers fall, texts and addresses rise; what is missing is
 * last in either direction. Main thread.
 */
#pragma once

#include "model/err.h"
#include "ui/profile/profile_rows.h"

/* Has a table of these parts such a column? 0, or -EINVAL with a sentence that names the nearest. */
int profile_sort_check(unsigned int parts, const char *key, struct err *err);

/*
 * Sorts n rows by config->sort. Without it, or without such a column in this table, or without
 * memory, they stay as they are. The names of all rows must be known: see code_names.h.
 */
void profile_sort(enum profile_part part, const struct profile_rows *rows, const void **of,
		  size_t n);
