/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the samples of counters of single threads (perf record -p PID, without -a) to slices. perf
 * opens a group for each thread on each CPU, so all counts of a group are its thread's. Below
 * replay_feed.c. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_REPLAY_THREADS_H
#define TDTOP_COLLECT_REPLAY_REPLAY_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/slice/source.h"

struct replay_threads;

struct replay_threads *replay_threads_new(void);	/* NULL without memory */
void replay_threads_free(struct replay_threads *threads);	/* NULL is fine */

/* A group of the recording: what its members count, and which of them counts switches. */
struct thread_group {
	struct reading_plan *plan;
	uint32_t switches;	/* index of the member; plan->n or more: none does */
};

/*
 * Takes a sample of such a group on this CPU (any number). by_switch: it was taken because the
 * thread left the CPU.
 */
void replay_threads_sample(struct replay_threads *threads, int32_t cpu,
			   const struct thread_group *group, const struct record *record,
			   bool by_switch, const struct sink *sink);

/* Takes a SWITCH record (perf record --switch-events) of a thread on this CPU. */
void replay_threads_switch(struct replay_threads *threads, int32_t cpu,
			   const struct record *record);

#endif
