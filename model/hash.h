/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * FNV-1a (Fowler, Noll, Vo), 64 bits: the same on every machine. Whoever chooses the bytes can choose their hash, so
 * equal hashes prove nothing. Pure.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_BEGIN 0xcbf29ce484222325ULL	/* of no bytes */

/* Goes on from the hash of what stands before. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3ULL;
	return hash;
}

static inline uint64_t hash_text(const char *text)
{
	return hash_bytes(HASH_BEGIN, text, strlen(text));
}
