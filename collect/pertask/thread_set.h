/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The set of processes and threads that the task source counts, each thread with counters of its
 * own (collect/pertask/thread_counters.h).
 *
 * Counters are inherited: a thread's counters count the thread and everything that it starts, so a
 * task that is started later is never missed. A new task gets counters of its own when a scan finds
 * it, but never beside inherited ones. There is one SLOTS counter, so both would be multiplexed,
 * each half of the time, and would count the same slots. (Pinned parts are no such counters:
 * thread_counters.h.) So the counters that the new task may have inherited are replaced first. They
 * are those of its creator, if the creator is known (from a FORK record or from the thread's list
 * of children in /proc). They are those of all threads of the creator's process, if only the
 * process is known; otherwise those of the whole set. They are replaced only if no further task was
 * created meanwhile, since that task would be counted by none
 * (collect/pertask/thread_set_inherit.c). Until then a new task counts with its creator; a task
 * that exits before it is found counts with its creator for good.
 *
 * All functions: collector thread, or main before it starts. The kernel is reached only through a
 * perf_sys and a root of /proc, so tests can replace both.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/pertask/thread_set_config.h"
#include "collect/slice/source.h"
#include "model/snapshot/snapshot.h"

struct thread_set;

/* An empty set; the caller frees it. The config is copied. NULL without memory. */
struct thread_set *thread_set_new(const struct thread_set_config *config);
void thread_set_free(struct thread_set *set);	/* closes all counters; NULL is fine */

/*
 * Adds a process with all its threads and all processes that it creates. program: NULL, or the name
 * of the program that the process is about to execute; its counters start with that exec. false:
 * there is no such process.
 */
bool thread_set_add_pid(struct thread_set *set, int32_t pid, const char *program);

/*
 * Uses fork events of all threads of the set from now on, to be called after the first scan: so
 * children are found even if their creator has exited before a scan. The feed is copied. fds:
 * descriptors that the feed has open; they are taken off fds_max.
 */
void thread_set_follow_forks(struct thread_set *set, const struct fork_feed *feed, size_t fds);

/* Fills tids with at most `max` tids of the set. Returns the number of all known tids. */
size_t thread_set_tids(const struct thread_set *set, int32_t *tids, size_t max);

/*
 * Finds new tasks and drops exited ones. The last counts of counters that are closed go to the
 * sink. now_ns: CLOCK_MONOTONIC.
 */
void thread_set_scan(struct thread_set *set, uint64_t now_ns, const struct sink *sink);

/*
 * Reads all counters: counts since the last reading go to the sink, with new names. sink NULL (here
 * and at the first scan): the counts so far are dropped.
 */
void thread_set_read(struct thread_set *set, uint64_t now_ns, const struct sink *sink);

/* Number of threads that have counters, and of those that have none for this reason. */
size_t thread_set_counted(const struct thread_set *set);
uint32_t thread_set_uncounted(const struct thread_set *set, enum uncounted why);

/* The errno (positive) of the last open that failed, unless its task had exited; 0: none failed. */
int thread_set_errno(const struct thread_set *set);

/* Have all tasks of the set exited? Never true with all_of_user. */
bool thread_set_is_over(const struct thread_set *set);
