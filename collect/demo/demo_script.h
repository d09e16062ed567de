/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tasks of the simulated machine (collect/demo/source_demo.c), and what limits each thread. Constant
 * data, any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The leaves of the tree; the percentages of a thread add up to 100. */
enum demo_share {
	DEMO_LIGHT,
	DEMO_HEAVY,
	DEMO_MISPREDICTS,
	DEMO_CLEARS,
	DEMO_LATENCY,
	DEMO_BANDWIDTH,
	DEMO_MEMORY,
	DEMO_CORE,
	DEMO_SHARES
};

struct demo_threads {
	const char *comm;
	uint32_t count;			/* number of such threads; 0 ends the list */
	uint32_t load;			/* of each thread, on average: thousandths of a CPU;
					 * 0: it never runs, and is only an ancestor */
	uint8_t split[DEMO_SHARES];	/* percent, on average */
};

#define DEMO_KINDS 4

struct demo_process {
	int32_t pid, ppid;
	const char *user, *cgroup;
	const char *command;		/* "" for a kernel thread */
	struct demo_threads threads[DEMO_KINDS];	/* the first is the leader */
};

/* Sorted by load, largest first: that packs best onto the CPUs. */
extern const struct demo_process demo_processes[];
extern const size_t demo_n_processes;

/* Short-lived children of DEMO_MAKE, which come one after the other. */
#define DEMO_MAKE 4410
extern const struct demo_threads demo_children[];
extern const size_t demo_n_children;

uint32_t demo_count_threads(const struct demo_process *process);

/*
 * The name of a thread, and its number as in source_demo.c, which says on which CPU it is at home.
 * NULL: not in the script.
 */
const char *demo_thread_name(int32_t pid, int32_t tid, uint32_t *number);

/* NULL: not in the script, so a child. */
const struct demo_process *demo_find_process(int32_t pid);
