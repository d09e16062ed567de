/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A line of text that the user types: always valid UTF-8 of printable characters. Editing happens
 * at its end. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Appends a character. false: it cannot be shown, or the line is full. */
bool input_add(char *text, size_t size, int code);

/* Removes the last character. false: there is none. */
bool input_remove(char *text);

/* The end of the text, as much as fits into so many cells. */
const char *input_tail(const char *text, int cells);
