/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replaces malloc, calloc and realloc of this program by functions that count, then call glibc's. A
 * file of its own, so that bench-scale itself defines no allocator.
 */
#include "config.h"
#include "tests/bench/count_calloc.h"

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static unsigned long allocations;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	allocations++;
	return __libc_realloc(old, size);
}

unsigned long count_allocations(void)
{
	return allocations;
}
#else
unsigned long count_allocations(void)
{
	return 0;
}
#endif
