/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes that are put together piece by piece, for records and sections of perf.data; numbers are in
 * the byte order of this machine. Without memory a blob stays as it is, and says so at the end:
 * `failed`.
 */
#ifndef TDTOP_COLLECT_BLOB_H
#define TDTOP_COLLECT_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct blob {
	unsigned char *bytes;	/* owned; NULL while n is 0 */
	size_t n, cap;
	bool failed;		/* something is missing: no memory */
};

/* Empties it and keeps the memory; also the way back from `failed`. */
void blob_clear(struct blob *blob);
void blob_done(struct blob *blob);	/* frees the memory */

void blob_put(struct blob *blob, const void *bytes, size_t n);
void blob_u32(struct blob *blob, uint32_t number);
void blob_u64(struct blob *blob, uint64_t number);
void blob_pair(struct blob *blob, int32_t first, int32_t second);	/* two u32 */
void blob_text(struct blob *blob, const char *text);			/* with its NUL */
void blob_pad(struct blob *blob, size_t from, size_t multiple);	/* NULs until n - from is one */

/* struct perf_header_string: u32 length of what follows, the text with its NULs, padded to 64. */
void blob_string(struct blob *blob, const char *text);

#endif
