/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of threads that a source sums up per region: who opens the events hands them over, thread
 * by thread, and reads the sums. Collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/region/regions.h"

#define REGION_SLOTS 16		/* threads */
#define REGION_EVENTS 64	/* of a thread */

/* Of one event; times as read(2) tells them. */
struct region_count {
	uint64_t count, enabled_ns, running_ns;
};

/* `data` comes with it. */
struct region_counters {
	/*
	 * This thread's events are in the free slot from now on, in this order. They count it alone,
	 * without what it begins; fds stay the caller's. 0 or -errno: the slot is free.
	 */
	int (*open)(void *data, uint32_t slot, int32_t tid, const int *fds, size_t n);
	/* The slot is free. Else the events go on even if their fds are closed. */
	void (*close)(void *data, uint32_t slot, int32_t tid);
	/*
	 * The sums of all events since their slot was opened, called back per slot and region. What
	 * a thread counts in a region is added when it passes the next marker. 0; -ENOENT: no slot
	 * is open any more, as the source restarted counting; -ENOSPC: there were too many regions,
	 * some have no sums; or another -errno.
	 */
	int (*read)(void *data,
		    void (*sum)(void *to, uint32_t slot, region_t region,
				const struct region_count counts[REGION_EVENTS]),
		    void *to);
};
