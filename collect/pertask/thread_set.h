/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The watched processes and threads, each with a group of its own (collect/pertask/thread_counters.h).
 *
 * A group counts its thread and all that the thread starts, so nothing that is started later is missed.
 * What is found later gets a group of its own: but never beside another one, for there is one SLOTS
 * counter and each of the two would have it half of the time, and count the same slots. So the group
 * that may cover the newcomer is opened anew first: that of its maker, if it is known (the kernel tells who
 * made whom, or the children of a thread are listed), or those of its maker's process (who made a thread is not), or all. That is done only
 * when nobody was made meanwhile, who would have none (collect/pertask/thread_set_inherit.c). Until then, and for ever if
 * it has ended before, a newcomer counts with its maker.
 *
 * Collector thread. Everything of the kernel comes through a perf_sys and a root of /proc, for tests.
 */
#ifndef TDTOP_COLLECT_THREAD_SET_H
#define TDTOP_COLLECT_THREAD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/pertask/fork_events.h"
#include "collect/pertask/thread_counters.h"
#include "collect/slice/source.h"
#include "model/snapshot/snapshot.h"

struct watch;

struct watch_config {
	const struct task_group_kind *kind;	/* borrowed */
	const char *proc_root;	/* "/proc" */
	size_t fds_max;		/* descriptors that groups may have open at one time */
	bool mine;		/* all processes of `user`, beside those named */
	uid_t user;
	int32_t but;		/* but not this process: ourselves; 0: nobody */
	bool adopts;		/* the children of `but` are `command`, and orphans of watched processes */
	int32_t command;
	void (*reap)(int32_t pid);	/* an orphan is a zombie; with `adopts` only */
};

/* Who made whom: births_each(), or a test's. */
struct watch_births {
	void *births;
	void (*each)(void *births, birth_found *found, void *data);
};

/* NULL without memory. */
struct watch *watch_new(const struct watch_config *config);
void watch_free(struct watch *watch);

/*
 * Watches this process, too, with all threads and all processes that it makes. program, if not NULL: what it
 * is about to execute; its counters start then. false: there is no such process.
 */
bool watch_process(struct watch *watch, int32_t pid, const char *program);

/*
 * From now on, after the first look, it is told who made whom, of all tasks that are watched: so children are found
 * whose maker has ended before anybody looked. fds: descriptors that this takes.
 */
void watch_hear_births(struct watch *watch, const struct watch_births *births, size_t fds);

/* The tids that are known, at most `most` of them; how many there are. */
size_t watch_tids(const struct watch *watch, int32_t *tids, size_t most);

/* Looks for newcomers and for what is gone. What groups counted that are closed goes to the sink. */
void watch_scan(struct watch *watch, uint64_t now_ns, const struct sink *sink);

/*
 * Reads all groups: what they counted since the last time goes to the sink, and who was renamed. sink may be
 * NULL, here and at the first scan: what was counted so far is forgotten.
 */
void watch_read(struct watch *watch, uint64_t now_ns, const struct sink *sink);

/* Threads that have a group, and those that have none, by reason. */
size_t watch_counted(const struct watch *watch);
uint32_t watch_uncounted(const struct watch *watch, enum uncounted why);

/* The errno (positive) of the last open that failed for another reason than that the task was gone. */
int watch_errno(const struct watch *watch);

/* Is there nothing left to watch? */
bool watch_over(const struct watch *watch);

#endif
