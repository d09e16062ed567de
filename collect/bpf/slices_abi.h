/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the programs in the kernel (slices.bpf.c) and tdtop (bpf_engine.c) share: the layout of the
 * maps. Both include it, so it has types of the kernel only.
 */
#ifndef TDTOP_COLLECT_BPF_SLICES_ABI_H
#define TDTOP_COLLECT_BPF_SLICES_ABI_H

#include <linux/types.h>

#include "collect/region/region_stack.h"

#define SLICES_MEMBERS 16	/* counting members of a group */
#define SLICES_GROUPS 4		/* of a CPU: a power of two */
#define SLICES_TIMED 64		/* one of so many switches is timed: a power of two */
#define SLICES_BASES 3		/* of a CPU: see slices_account.h */
#define SLICES_COMM 16		/* TASK_COMM_LEN */

/* Tids that are not those of a task (model/task.h): of all tasks outside of tdtop's pid namespace,
 * and of one whose tid is not known. */
#define SLICES_OUTSIDE ((__u32)-2)
#define SLICES_UNKNOWN ((__u32)-1)
#define SLICES_GAP ((__u32)-3)	/* whatever ran in a gap between two windows */

/* The sum of the slices of one task in one region, on one CPU, in one half. */
struct slices_sum {
	__u64 end_ns;		/* of the last one, CLOCK_MONOTONIC */
	__u64 duration_ns;
	__u64 enabled_ns, running_ns;	/* of the group meanwhile */
	__u64 slices;		/* 0: nothing has been added yet */
	__u32 pid;
	__u32 entries;		/* times that the task entered the region */
	__u64 count[SLICES_MEMBERS];
};

/* The start time tells tasks apart that have the same tid one after the other. */
struct slices_key {
	__u64 start_ns;
	region_t region;	/* 0: in none, or not known */
	__u32 tid;
	__u32 group;		/* slices_group() */
};

/*
 * The number of a group: that of mux m (0 is the first, others rotate with it) on a CPU (the
 * kernel's number).
 */
static inline __u32 slices_group(__u32 cpu, __u32 mux)
{
	return cpu * SLICES_GROUPS + mux;
}

/* Up to where a CPU's time and counts have been attributed, and to which region they go since. */
struct slices_base {
	__u64 time_ns, enabled_ns, running_ns;
	region_t region;	/* of the task that runs */
	__u64 entries;		/* into it, in the slice that has begun */
	__u64 count[SLICES_MEMBERS];
};

/*
 * The state of a CPU. Only that CPU writes it, but for the members whose comment says otherwise;
 * tdtop reads it through mmap(2).
 */
struct slices_cpu {
	struct slices_base base[SLICES_BASES];	/* [0]: of the last switch, or cut */
	__u64 live;		/* which of them holds, in its lower two bits; it never comes back
				 * to a value that it had */
	__u64 unread;		/* readings of the group that failed */
	__u64 switches;		/* since the start, that ended a slice; */
	__u64 passed;		/* and that did not, in gaps */
	__u64 cost_ns, timed;	/* what the program took, in so many of these switches */
	__u64 marks, mark_cost_ns, marks_timed;	/* likewise of markers */
	__u64 left_out;		/* slices that are their task's, as there was no room for regions */
	__u32 counted;		/* 1: this CPU has a group; written by tdtop before the start */
	__u32 based;		/* there was a first reading, so that the next one ends a slice */
	__u32 runs;		/* tid of the task that runs, outside of all namespaces; 0: idle */
	__u32 inside_tid, inside_pid;	/* its own in tdtop's pid namespace, if that is another */
	__u32 closed;		/* 1: a gap between two windows, in which no slices end */
	__u32 half;		/* 0 or 1: where slices go; also written by tdtop while it idles */
	__u32 group;		/* slices_group() of the one that is on */
	__u64 last_enabled_ns, last_running_ns;	/* of the group before it, when that went off */
	/* Tasks that had no room in the map of this half; tdtop clears it after it read it. */
	struct slices_sum full[2][SLICES_GROUPS];
	struct slices_sum gap[2][SLICES_GROUPS];	/* likewise, what was counted in gaps */
} __attribute__((aligned(64)));

/*
 * Addresses of the members' struct perf_event of one group; 0: that member is read by itself. A
 * member that this group does not have, but another of the CPU, is the leader again.
 */
struct slices_members {
	__u64 event[SLICES_MEMBERS];
};

enum slices_event_kind { SLICES_FORK, SLICES_EXEC, SLICES_COMM_CHANGE, SLICES_EXIT };

/* Something in the life of a task. */
struct slices_event {
	__u64 time_ns;
	__u32 kind;
	__u32 pid, tid;
	__u32 ppid, ptid;	/* SLICES_FORK: who called fork */
	char comm[SLICES_COMM];	/* SLICES_EXEC, SLICES_COMM_CHANGE */
};

/* Argument of the program `cut`. */
struct slices_cut {
	__u64 time_ns;		/* the interval ends here */
	__u32 half;		/* and slices go there from now on */
	__u32 group;		/* and this group is read (slices_group()) */
	__u32 closed;		/* 1: and a gap begins or goes on */
};

#endif
