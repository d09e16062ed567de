/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing buffer; see blob.h. */
#include "config.h"
#include "collect/perfdata/blob.h"

#include <stdlib.h>
#include <string.h>

#define STRING_ALIGN 64	/* NAME_ALIGN of tools/perf/util/header.c */

void blob_clear(struct blob *blob)
{
	blob->n = 0;
	blob->failed = false;
}

void blob_done(struct blob *blob)
{
	free(blob->bytes);
	*blob = (struct blob){ 0 };
}

/* Grows the blob by n bytes and returns them; NULL without memory. */
static unsigned char *blob_grow(struct blob *blob, size_t n)
{
	size_t cap = blob->cap ? blob->cap : 512;
	unsigned char *bytes;

	while (cap - blob->n < n)
		cap *= 2;
	if (cap != blob->cap) {
		bytes = realloc(blob->bytes, cap);
		if (!bytes) {
			blob->failed = true;
			return NULL;
		}
		blob->bytes = bytes;
		blob->cap = cap;
	}
	bytes = blob->bytes + blob->n;
	blob->n += n;
	return bytes;
}

void blob_put(struct blob *blob, const void *bytes, size_t n)
{
	unsigned char *to = blob_grow(blob, n);

	if (to && n)
		memcpy(to, bytes, n);
}

void blob_u32(struct blob *blob, uint32_t number)
{
	blob_put(blob, &number, sizeof(number));
}

void blob_u64(struct blob *blob, uint64_t number)
{
	blob_put(blob, &number, sizeof(number));
}

void blob_pair(struct blob *blob, int32_t first, int32_t second)
{
	blob_u32(blob, (uint32_t)first);
	blob_u32(blob, (uint32_t)second);
}

void blob_text(struct blob *blob, const char *text)
{
	blob_put(blob, text, strlen(text) + 1);
}

void blob_pad(struct blob *blob, size_t from, size_t multiple)
{
	size_t n = (multiple - (blob->n - from) % multiple) % multiple;
	unsigned char *to = blob_grow(blob, n);

	if (to)
		memset(to, 0, n);
}

void blob_string(struct blob *blob, const char *text)
{
	size_t n = strlen(text) + 1, padded = (n + STRING_ALIGN - 1) / STRING_ALIGN * STRING_ALIGN;
	size_t from;

	blob_u32(blob, (uint32_t)padded);
	from = blob->n;
	blob_put(blob, text, n);
	blob_pad(blob, from, STRING_ALIGN);
}
