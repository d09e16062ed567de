/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts the allocations of a bench. Linked into bench-scale and bench-totals only. */
#ifndef TDTOP_TESTS_BENCH_COUNT_CALLOC_H
#define TDTOP_TESTS_BENCH_COUNT_CALLOC_H

/* Calls of malloc, calloc and realloc so far; 0 without glibc, and with a sanitizer. */
unsigned long count_allocations(void);

#endif
