/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libperf's internal headers name headers of the kernel tree that no distribution installs. The
 * files in this folder declare what internal/evsel.h, internal/mmap.h and internal/xyarray.h need
 * of them, with the same layout as in Linux 6.1 to 6.12, and are found only where the real ones are
 * not (-idirafter).
 */
#pragma once

#include <linux/list.h>

typedef struct {
	struct {
		int counter;
	} refs;
} refcount_t;
