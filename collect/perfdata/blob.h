/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A growing buffer, in which the writer builds records and sections of perf.data. Numbers are in
 * the byte order of this machine. Without memory a put changes nothing but `failed`, which the
 * caller checks once at the end. Used by the owner of the blob; no other state.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct blob {
	unsigned char *bytes;	/* owned; may be NULL while n is 0 */
	size_t n, cap;
	bool failed;		/* bytes are missing: no memory */
};

/* Empties the blob and resets `failed`; keeps the memory. */
void blob_clear(struct blob *blob);
void blob_done(struct blob *blob);	/* frees the memory */

void blob_put(struct blob *blob, const void *bytes, size_t n);
void blob_u32(struct blob *blob, uint32_t number);
void blob_u64(struct blob *blob, uint64_t number);
void blob_pair(struct blob *blob, int32_t first, int32_t second);	/* two u32 */
void blob_text(struct blob *blob, const char *text);			/* with its NUL */

/* Sets bytes that were put at this offset: a count or a header that is known only later. */
static inline void blob_set(struct blob *blob, size_t at, const void *bytes, size_t n)
{
	if (!blob->failed)
		memcpy(blob->bytes + at, bytes, n);
}

/* Puts NULs until n - from is a multiple. */
void blob_pad(struct blob *blob, size_t from, size_t multiple);

/* struct perf_header_string: u32 length of the rest; the text and NULs, up to a multiple of 64. */
void blob_string(struct blob *blob, const char *text);
