/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the programs in the kernel (slices.bpf.c) and tdtop (bpf_engine.c) share: the layout of the
 * maps. Both include it, so it has types of the kernel only.
 */
#pragma once

#include <linux/types.h>

#include "collect/region/region_stack.h"

#define SLICES_MEMBERS 16	/* counting members of a group */
#define SLICES_GROUPS 4		/* of a CPU: a power of two */
#define SLICES_TIMED 64		/* one of so many switches is timed: a power of two */
#define SLICES_CYCLE_NS (1U << 23)	/* in which a window begins: 8.4 ms, a power of two */
#define SLICES_LONG_NS 1000000	/* whose slice took so long will take long the next time */
#define SLICES_BASES 3		/* of a CPU: see slices_account.h */
#define SLICES_RECENT 64	/* tasks that a CPU remembers: a power of two */
#define SLICES_COMM 16		/* TASK_COMM_LEN */

/* Tids that are not those of a task (model/task.h): of all tasks outside of tdtop's pid namespace,
 * and of one whose tid is not known. */
#define SLICES_OUTSIDE ((__u32)-2)
#define SLICES_UNKNOWN ((__u32)-1)
#define SLICES_GAP ((__u32)-3)	/* counts of whatever ran in a gap between two windows */

/*
 * The sum of the slices of one task in one region, on one CPU, in one half. In gaps between windows
 * the group is not read at switches: such a slice has its time only.
 */
struct slices_sum {
	__u64 end_ns;		/* of the last one, CLOCK_MONOTONIC */
	__u64 duration_ns;	/* of those that were read */
	__u64 passed_ns;	/* of those that were not */
	__u64 enabled_ns, running_ns;	/* of the group while slices were read */
	__u32 slices;		/* that were read; */
	__u32 passed;		/* and that were not. Both 0: nothing has been added yet */
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
 * What a task that ran on this CPU lately had in gaps, in one region, and is in no sum yet. In storms of
 * switches few tasks alternate, and a look into the map takes longer than all else.
 */
struct slices_recent {
	__u64 start_ns;
	region_t region;
	__u64 end_ns, passed_ns;	/* as in a sum */
	__u32 tid, pid;
	__u32 passed, entries;	/* likewise. passed 0: this place is free */
};

/* The numbers of a task in tdtop's pid namespace, if that is another one. */
struct slices_inside {
	__u64 start_ns;
	__u32 tid;		/* outside of all namespaces; 0: none */
	__u32 inside_tid, inside_pid, unused;
};

/* A task that ran in this half, and whether its last slice was long: bit 0. */
static inline __u32 slices_seen(__u32 tid, __u32 half, __u32 is_long)
{
	return tid << 2 | (half & 1) << 1 | is_long;
}

/* One of SLICES_TIMED runs of a program is timed. */
struct slices_cost {
	__u64 n;		/* runs since the start, */
	__u64 timed, ns;	/* and what so many of them took */
};

/*
 * Is a slice read that begins now on this CPU? There is a window in each cycle, at a random place, so that
 * windows lock neither onto periodic work nor onto those of other CPUs.
 */
static inline int slices_in_window(__u32 window_ns, __u32 cpu, __u64 now_ns)
{
	__u64 random = (now_ns / SLICES_CYCLE_NS << 16 ^ cpu) * 0x9e3779b97f4a7c15ULL;

	random = (random ^ random >> 29) * 0xbf58476d1ce4e5b9ULL;
	return ((now_ns - (random >> 32)) & (SLICES_CYCLE_NS - 1)) < window_ns;
}

/*
 * The state of a CPU. Only that CPU writes it, but for the members whose comment says otherwise;
 * tdtop reads it through mmap(2).
 */
struct slices_cpu {
	struct slices_base base[SLICES_BASES];	/* [0]: of the last switch, or cut */
	__u64 live;		/* which of them holds, in its lower two bits; it never comes back
				 * to a value that it had */
	__u64 read_ns;		/* when the group was read the last time */
	__u64 unread;		/* readings of the group that failed */
	__u64 switches;		/* since the start, that ended a slice which was read; */
	__u64 windows;		/* that began, each by a reading more; */
	__u64 extras;		/* likewise slices that are read outside of windows */
	__u64 passed_ns;	/* time in gaps */
	__u64 cycle;		/* the one that is now, */
	__u32 extras_now, slices_now;	/* and slices that are read, outside of windows and in them, */
	__u32 extras_most, slices_most;	/* at most so many may. Written by tdtop */
	struct slices_cost read;	/* what the program took at switches where it read, */
	struct slices_cost passed;	/* at those where it did not, */
	struct slices_cost marks;	/* and at markers */
	__u64 added;		/* sums that were not there: new ones, and those that found no room */
	__u64 left_out;		/* slices that are their task's, as there was no room for regions */
	__u32 counted;		/* 1: this CPU has a group; written by tdtop before the start */
	__u32 based;		/* there was a first reading, so that the next one ends a slice */
	__u32 runs;		/* tid of the task that runs, outside of all namespaces; 0: idle */
	__u32 inside_tid, inside_pid;	/* its own in tdtop's pid namespace, if that is another */
	__u32 closed;		/* 1: a gap between two windows: the slice that began is not read */
	__u32 window_ns;	/* how much of SLICES_CYCLE_NS windows last; written by tdtop */
	struct slices_inside inside[SLICES_RECENT];	/* of tasks that ran lately, by tid */
	__u32 seen[SLICES_RECENT];	/* who ran lately, by tid: slices_seen() */
	__u32 half;		/* 0 or 1: where slices go; also written by tdtop while it idles */
	__u32 group;		/* slices_group() of the one that is on */
	__u64 last_enabled_ns, last_running_ns;	/* of the group before it, when that went off */
	/* Tasks that had no room in the map of this half; tdtop clears it after it read it. */
	struct slices_sum full[2][SLICES_GROUPS];
	struct slices_recent recent[2][SLICES_RECENT];	/* likewise, by tid; beside the sums of this half */
	struct slices_sum gap[2][SLICES_GROUPS];	/* likewise, what was counted in gaps: no time */
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
};

/* Entries into regions, whose durations are counted: the maps of slices_entries.h. */

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

/* What tdtop does with each sum that it takes out of its map, and with each class of durations. */
typedef void bpf_take_sum(void *data, const struct slices_key *key, const struct slices_sum *sum);
typedef void bpf_take_time(void *data, const struct slices_key *key, const struct slices_time *time);

/* Events of threads per region: the maps that the program at markers (slices_events.h) and bpf_events.c share. */

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
