/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libperf installs its internal headers, which tell where an evsel keeps its file descriptors, but
 * not the kernel-tools headers that those include. This folder has the few types they need.
 */
#ifndef TDTOP_COMPAT_LINUX_REFCOUNT_H
#define TDTOP_COMPAT_LINUX_REFCOUNT_H

#include <stdint.h>

typedef struct {
	int counter;
} refcount_t;

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **pprev;
};

#endif
