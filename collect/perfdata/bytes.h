/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cursor over bytes that somebody else wrote. Nothing is read beyond the end: what is missing
 * reads as zero or "", and `bad` stays true from then on. No memory of its own; any thread.
 */
#ifndef TDTOP_COLLECT_BYTES_H
#define TDTOP_COLLECT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
	const unsigned char *at, *end;
	bool swapped;		/* numbers are in the other byte order */
	bool bad;
};

size_t bytes_left(const struct bytes *bytes);
uint32_t bytes_u32(struct bytes *bytes);
uint64_t bytes_u64(struct bytes *bytes);

/* The next n bytes, or NULL. */
const unsigned char *bytes_take(struct bytes *bytes, size_t n);

/* A text that ends with NUL within the bytes; "" if it does not. */
const char *bytes_text(struct bytes *bytes);

/* perf's string: u32 size, then so many bytes with a NUL among them; "" if it is none. */
const char *bytes_string(struct bytes *bytes);

#endif
