/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of one thread: the descriptors of its perf event groups, the last readings, and the
 * difference between two readings. Collector thread.
 *
 * They have parts, one group each. On a hybrid there is a part for each core type, with events of that
 * PMU, which is on only while the thread runs on such a core. These are inherited: they count the
 * thread and everything that it starts from then on. Where shares come from PERF_METRICS, each of them
 * may have a pinned part beside it (group_make_pinned()), which counts the thread alone. Each slot is
 * counted by one part only: while the pinned part is on, the kernel cannot put the inherited one on,
 * as there is one SLOTS counter. The inherited one still counts children without a pinned part.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/events/event_groups.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/perf_sys.h"
#include "collect/perf/reading.h"
#include "collect/perf/record.h"
#include "collect/slice/source.h"

/* How the counters of all threads are opened and read; made once. */
struct thread_counters_config {
	const struct perf_sys *sys;
	struct {
		struct group group;
		struct reading_plan plan;
		int sampler;		/* member that owns the ring; -1: none, it is inherited */
	} part[2 * CORE_TYPES];		/* the inherited parts first */
	size_t n_inherited, n_parts;
	size_t n_fds;			/* of the inherited parts of one thread */
	size_t n_pinned_fds;		/* of its pinned parts; 0: there are none */
	struct record_layout layout;
};

struct thread_counters_part {
	int fd[GROUP_MEMBERS];	/* the leader first; -1: the part is not open */
	struct perf_event_mmap_page *ring;	/* of the sampler; NULL: none */
	bool in_error;		/* pinned: off at the last reading, others hold counters */
	struct reading base;	/* up to here counts were reported; n is 0: no reading yet */
};

struct thread_counters {
	struct thread_counters_part *part;	/* config->n_parts, owned; NULL: not open */
	int64_t off_ns, most_off_ns;	/* enabled and not on, so far, as read; and the most so far */
};

/* groups: the n groups of one thread, at most CORE_TYPES; copied. sys is borrowed. */
void thread_counters_config_init(struct thread_counters_config *config, const struct perf_sys *sys,
				 const struct group *groups, size_t n);

/*
 * Adds a pinned part for each group with PERF_METRICS, whose registers are reset after each
 * period_ns of CPU time. It is tried on the calling thread. Returns false if that does not work
 * (memory for rings, descriptors): then there are none, and shares may be stale.
 */
bool thread_counters_config_pin(struct thread_counters_config *config, uint64_t period_ns);

/*
 * Opens the inherited parts for a thread; they start with thread_counters_enable(), or with the
 * thread's next exec. 0, or a negative errno of perf_event_open(2), or -ECHILD: the thread creates
 * children faster than its counters can be opened; then nothing is open.
 */
int thread_counters_open(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			 struct thread_counters *counters);

/*
 * Opens the pinned parts beside the inherited ones, which are open; they start in the same way. 0,
 * or a negative errno, -ENOMEM without memory for the ring: then none of them is open, and the
 * inherited parts count the thread.
 */
int thread_counters_pin(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			struct thread_counters *counters);
void thread_counters_unpin(const struct thread_counters_config *config,
			   struct thread_counters *counters);	/* closes them */
bool thread_counters_are_pinned(const struct thread_counters_config *config,
				const struct thread_counters *counters);

/* May the shares of the last reading be those of some time ago: no pinned part, or it was off? */
bool thread_counters_may_be_stale(const struct thread_counters_config *config,
				  const struct thread_counters *counters);

/* Starts all parts that are open. 0 or the first negative errno. */
int thread_counters_enable(const struct thread_counters_config *config,
			   const struct thread_counters *counters);

/* Stops the inherited parts, or all; they can be read until they are closed. */
void thread_counters_disable(const struct thread_counters_config *config,
			     const struct thread_counters *counters, bool all);

/*
 * Closes the inherited parts and puts those of `fresh`, which has no others, in their place. Pinned
 * parts stay as they are: no child has inherited them.
 */
void thread_counters_replace(const struct thread_counters_config *config,
			     struct thread_counters *counters, struct thread_counters *fresh);
void thread_counters_close(const struct thread_counters_config *config,
			   struct thread_counters *counters);
bool thread_counters_is_open(const struct thread_counters *counters);

/* The number of descriptors that are open. */
size_t thread_counters_fds(const struct thread_counters_config *config,
			   const struct thread_counters *counters);

/*
 * Reads what was counted since the last call: duration_ns and counts of the slice; *running_ns <=
 * duration_ns is how long one of the groups was on. 0; -ECHILD: a child was created while the group
 * was being opened, so its readings do not fit (kernel: perf_read_group) and the group must be
 * reopened; or another negative errno.
 */
int thread_counters_read(const struct thread_counters_config *config,
			 struct thread_counters *counters, struct slice *slice,
			 uint64_t *running_ns);
