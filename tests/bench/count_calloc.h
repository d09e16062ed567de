/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts the allocations of a bench. Linked into bench-scale and bench-totals only. */
#pragma once

/* Calls of malloc, calloc and realloc so far; 0 without glibc, and with a sanitizer. */
unsigned long count_allocations(void);
