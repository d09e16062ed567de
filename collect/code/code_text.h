/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of strangers (symbols, paths, source lines) made harmless for a terminal. Any thread. */
#pragma once

#include <stddef.h>

/*
 * Copies up to n bytes: valid UTF-8 of printable characters; all else becomes "?", a tab blanks up
 * to the next multiple of 8. Cut at a whole character. size: 1 or more.
 */
void code_text(char *text, size_t size, const char *foreign, size_t n);
