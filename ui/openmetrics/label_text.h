/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of cgroups and commands, which may be any bytes, as values of labels. What a monitoring
 * system would refuse, or a terminal obey, is replaced by U+FFFD, and two names that differ stay
 * different: two series with equal labels would make the whole scrape fail. Pure; any thread.
 */
#pragma once

#include <stddef.h>

/* Bytes that are enough for a name of `length` bytes, including the NUL. */
#define LABEL_TEXT_LEN(length) (6 * (length) + 8)

/*
 * Writes the name as it stands between the quotes: a backslash, quote or line end escaped by a
 * backslash; each byte of broken UTF-8, and each other control character, as U+FFFD. If there is a
 * U+FFFD, all the bytes that became one follow in hexadecimal: "caf\xE9" is "caf<U+FFFD> (e9)". The
 * empty name is "(none)". `size`: at least LABEL_TEXT_LEN(strlen(name)). Returns the length.
 */
size_t label_text(char *text, size_t size, const char *name);
