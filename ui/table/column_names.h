/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Columns by the names that people type: the key ("be"), the head on the screen ("BE", "CPU%") or
 * another name of the same thing ("path" for the cgroup of a process), in capitals or not. For
 * filters, --sort, lists of columns and their error messages. UI thread, or main while it reads the
 * options.
 */
#pragma once

#include <stddef.h>

#include "ui/table/columns.h"

#define COLUMN_HINT 80			/* bytes that column_hint() may need */

/*
 * The column of this name that applies to rows of one of these kinds (bits 1u << ROW_x). The name
 * has `length` bytes and need not end there. A key comes before a head, and a head before another
 * name; capitals make no difference. NULL: there is none.
 */
const struct column *column_named(const char *name, size_t length, unsigned int kinds);

/* The first column with a value, a number or a text, whose head begins so: "limit" of LIMITED BY. NULL: none. */
const struct column *column_beginning(const char *name, size_t length, unsigned int kinds, bool number);

/*
 * The column with a value whose name, or whose name in words ("backend bound"), is the nearest to a
 * misspelt one: at most a third of the letters differ. NULL: none is near.
 */
const struct column *column_nearest(const char *name, size_t length, unsigned int kinds);

/*
 * The end of a message about a name that is unknown: ": did you mean \"be\" (backend bound)?", or
 * "" if no name is near.
 */
void column_hint(const char *name, size_t length, unsigned int kinds, char text[COLUMN_HINT]);

/*
 * How many letters must be typed, left out, replaced or swapped with their neighbour to make one
 * name of the other, capitals ignored. Names longer than 32 bytes are as far away as they are long.
 */
size_t column_name_distance(const char *a, size_t a_length, const char *b, size_t b_length);

/* A misspelt name of this length is nearer than so much to the one that was meant. */
size_t column_name_limit(size_t length);

/* ---- lists of words with commas between them, as options and settings have them: "pid, user:12, be" ---- */

/*
 * Copies the first word, without the blanks around it; one that is too long is cut. Returns what is behind its
 * comma; NULL: it was the last one. A list is never empty: "" has one word, "".
 */
const char *word_list_next(const char *list, char *word, size_t size);
