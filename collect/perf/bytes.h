/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cursor over untrusted bytes. Nothing is read beyond the end: missing numbers are 0, missing
 * texts "", and `bad` remains true afterwards. The returned pointers point into the bytes. Any
 * thread.
 */
#pragma once

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
const unsigned char *bytes_next(struct bytes *bytes, size_t n);

/* The next n things of so many bytes each, or NULL; n may be any number. */
const unsigned char *bytes_array(struct bytes *bytes, uint64_t n, size_t size);

/* A text that ends with NUL; "" if the NUL is missing. */
const char *bytes_text(struct bytes *bytes);

/* struct perf_header_string: u32 size, then as many bytes, with a NUL among them; "" if not. */
const char *bytes_string(struct bytes *bytes);
