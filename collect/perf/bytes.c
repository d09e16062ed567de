/* SPDX-License-Identifier: GPL-2.0-only */
/* The cursor of bytes.h. */
#include "config.h"
#include "collect/perf/bytes.h"

#include <byteswap.h>
#include <string.h>

size_t bytes_left(const struct bytes *bytes)
{
	return (size_t)(bytes->end - bytes->at);
}

const unsigned char *bytes_next(struct bytes *bytes, size_t n)
{
	const unsigned char *next = bytes->at;

	if (bytes_left(bytes) < n) {
		bytes->bad = true;
		return NULL;
	}
	bytes->at += n;
	return next;
}

const unsigned char *bytes_array(struct bytes *bytes, uint64_t n, size_t size)
{
	if (n <= bytes_left(bytes) / size)
		return bytes_next(bytes, (size_t)n * size);
	bytes->bad = true;
	return NULL;
}

uint32_t bytes_u32(struct bytes *bytes)
{
	const unsigned char *next = bytes_next(bytes, sizeof(uint32_t));
	uint32_t number = 0;

	if (next)
		memcpy(&number, next, sizeof(number));
	return bytes->swapped ? bswap_32(number) : number;
}

uint64_t bytes_u64(struct bytes *bytes)
{
	const unsigned char *next = bytes_next(bytes, sizeof(uint64_t));
	uint64_t number = 0;

	if (next)
		memcpy(&number, next, sizeof(number));
	return bytes->swapped ? bswap_64(number) : number;
}

/* These n bytes as a text; "" if they have no NUL. */
static const char *as_text(struct bytes *bytes, const unsigned char *next, size_t n)
{
	if (next && memchr(next, '\0', n))
		return (const char *)next;
	bytes->bad = true;
	return "";
}

const char *bytes_text(struct bytes *bytes)
{
	const unsigned char *nul = memchr(bytes->at, '\0', bytes_left(bytes));
	size_t n = nul ? (size_t)(nul - bytes->at) + 1 : 0;

	return as_text(bytes, bytes_next(bytes, n), n);
}

const char *bytes_string(struct bytes *bytes)
{
	size_t n = bytes_u32(bytes);

	return as_text(bytes, bytes_next(bytes, n), n);
}
