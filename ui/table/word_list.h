/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of words with commas between them, as options and settings have them: "pid, user:12, be". Any thread. */
#pragma once

#include <stddef.h>

/*
 * Copies the first word, without the blanks around it; one that is too long is cut. Returns what is behind its
 * comma; NULL: it was the last one. A list is never empty: "" has one word, "".
 */
const char *word_list_next(const char *list, char *word, size_t size);
