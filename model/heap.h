/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory that was freed goes back to the system. With other libraries than glibc nothing happens. */
#pragma once

#include <stdlib.h>	/* defines __GLIBC__ */
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define HEAP_LARGE (1 << 20)

/*
 * Blocks of this size are mappings of their own, and so go back when they are freed. By itself
 * glibc stops that at the first large one (mallopt(3), "dynamic"): the types of the kernel and the
 * file of perf, read once, would stay, and helpers inherit them. Before any other thread.
 */
static inline void heap_begin(void)
{
#ifdef __GLIBC__
	(void)mallopt(M_MMAP_THRESHOLD, HEAP_LARGE);
	(void)mallopt(M_TRIM_THRESHOLD, HEAP_LARGE);
#endif
}

/* All that is free, also small pieces between others in use. Takes some milliseconds. Any thread. */
static inline void heap_give_back(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
#endif
}
