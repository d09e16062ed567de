/* SPDX-License-Identifier: GPL-2.0-only */
/* The layout of the maps of slices_entries.h, for the programs in the kernel and for tdtop. */
#pragma once

#include <linux/types.h>

#include "collect/bpf/slices_abi.h"
#include "collect/region/region_stack.h"

#define ENTRIES_TASKS 2048	/* tasks with entries that can have durations: about 3 MB */
#define ENTRIES_TIMES 8192	/* classes of durations of all tasks and regions in a half: about 2 MB */

/* An entry into a region, whose place is that of the region in `open`. */
struct slices_entry {
	__u64 began_ns, began_cpu_ns;
	__u64 count[SLICES_MEMBERS];	/* own, of the first group */
};

/* Those of a task that have not ended. */
struct slices_entries {
	__u64 cpu_ns;		/* that the task ran since it is known */
	struct region_open open;
	struct slices_entry entry[REGION_OPEN_MAX];
};

/* The entries of a task into a region whose duration is of a class. */
struct slices_time {
	__u64 entries, ns, timed_ns, on_cpu_ns;	/* as in model/durations.h */
	__u64 cpu_entries, cpu_ns;
	__u64 pid;
	__u64 count[SLICES_MEMBERS];
};
