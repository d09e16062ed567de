/* SPDX-License-Identifier: GPL-2.0-only */
/* Types that libperf's internal headers take from the kernel tree; see refcount.h. */
#pragma once

#include <linux/types.h>

typedef __u32 u32;
typedef __u64 u64;

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **pprev;
};
