/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of threads per region: the layout of the maps that the program at markers
 * (slices_events.h) and tdtop (bpf_events.c) share. Types of the kernel only.
 */
#pragma once

#include <linux/types.h>

#include "collect/region/region_stack.h"

#define EVENTS_SLOTS 16		/* threads; as REGION_SLOTS */
#define EVENTS_OF_SLOT 64	/* events of a thread; as REGION_EVENTS */
#define EVENTS_SUMS 512		/* regions of threads; 1.5 KiB of the kernel's memory each */

struct events_count {
	__u64 count, enabled_ns, running_ns;
};

/* A thread; its task writes it at markers, tdtop before that. */
struct events_slot {
	__u32 n;		/* its events */
	__u32 based;		/* .base is of its last marker */
	struct events_count base[EVENTS_OF_SLOT];
};

struct events_key {
	region_t region;
	__u32 slot;
	__u32 reserved;
};

/* Since the slot is in use. */
struct events_sums {
	struct events_count event[EVENTS_OF_SLOT];
};
