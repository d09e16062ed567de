/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A growing buffer of bytes: batch mode prints a whole interval into it, then writes it at once. It
 * keeps its memory between intervals. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct buffer {		/* zeroed is empty and ready */
	char *bytes;
	size_t n, cap;
	bool broken;	/* an allocation failed: the contents are incomplete */
};

void buffer_done(struct buffer *buffer);	/* frees the memory; ready again */
void buffer_clear(struct buffer *buffer);	/* drops the contents, keeps the memory */

/* Append bytes, or a printf text. Without memory they set `broken` and drop what does not fit. */
void buffer_put(struct buffer *buffer, const char *bytes, size_t n);
void buffer_print(struct buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
