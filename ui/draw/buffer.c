/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing buffer of bytes; see buffer.h. UI thread. */
#include "config.h"
#include "ui/draw/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_FIRST 16384

/* Makes room for n more bytes. false: the buffer is broken. */
static bool buffer_make_room(struct buffer *buffer, size_t n)
{
	size_t cap = buffer->cap ? buffer->cap : BUFFER_FIRST;
	char *bytes;

	if (buffer->broken)
		return false;
	if (n <= buffer->cap - buffer->n)
		return true;
	while (cap - buffer->n < n)
		cap *= 2;
	bytes = realloc(buffer->bytes, cap);
	if (!bytes) {
		buffer->broken = true;
		return false;
	}
	buffer->bytes = bytes;
	buffer->cap = cap;
	return true;
}

void buffer_done(struct buffer *buffer)
{
	free(buffer->bytes);
	*buffer = (struct buffer){ 0 };
}

void buffer_clear(struct buffer *buffer)
{
	buffer->n = 0;
	buffer->broken = false;
}

void buffer_put(struct buffer *buffer, const char *bytes, size_t n)
{
	if (!n || !buffer_make_room(buffer, n))
		return;
	memcpy(buffer->bytes + buffer->n, bytes, n);
	buffer->n += n;
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
	va_list args, again;
	int n = -1;

	va_start(args, format);
	va_copy(again, args);
	if (buffer_make_room(buffer, 1))
		n = vsnprintf(buffer->bytes + buffer->n, buffer->cap - buffer->n, format, args);
	/* Hardly ever twice: what has no room yet. */
	if (n >= 0 && (size_t)n >= buffer->cap - buffer->n)
		n = buffer_make_room(buffer, (size_t)n + 1) ?
			    vsnprintf(buffer->bytes + buffer->n, (size_t)n + 1, format, again) : -1;
	if (n > 0)
		buffer->n += (size_t)n;
	va_end(again);
	va_end(args);
}
