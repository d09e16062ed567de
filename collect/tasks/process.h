/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes as the registry of tasks (collect/tasks/tasks.c) knows them: one entry per life of a pid,
 * kept as long as one of its tasks is. Collector thread only.
 */
#ifndef TDTOP_COLLECT_PROCESS_H
#define TDTOP_COLLECT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * All keys here are pids and tids, and each slice of a task that did not just run here asks for one: Knuth's
 * multiplicative hash, whose upper half is mixed into the lower, which uthash takes, in place of one for any bytes.
 */
static inline unsigned int hash_of_id(const void *id)
{
	uint32_t hash = (uint32_t)*(const int32_t *)id * 0x9e3779b1U;

	return hash ^ hash >> 16;
}

#define HASH_FUNCTION(key, length, hash) ((hash) = hash_of_id(key))

/* A failed allocation inside uthash leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "collect/slice/source.h"
#include "collect/tasks/total.h"
#include "model/strings.h"

/*
 * Times of different CPUs are compared with this tolerance: their clocks differ by less, and a pid
 * cannot be used again within it.
 */
#define CLOCK_SKEW_NS 100000ULL

struct process {
	int32_t pid;
	int32_t ppid;			/* 0 if not known */
	uint64_t start_ns;		/* forked, or first seen; fixed once it was shown */
	bool forked;			/* start_ns is from its FORK record */
	bool shown;			/* was in a snapshot: start_ns is a part of its key there */
	bool leader_exited;
	uint32_t refs;			/* tasks in the registry that belong to it */
	uint32_t alive;			/* those of them that have not ended */
	uint32_t touched;		/* those of them that ran or ended in this interval */
	bool listed;			/* has its row in the snapshot that is being filled */

	char comm[COMM_LEN];		/* of its leader; "" if not known */
	uint64_t comm_ns;		/* when it got that name; 0: not known */
	struct string *command;		/* NULL if not known, or a kernel thread */
	struct string *user, *cgroup;	/* NULL if not known */
	uint32_t threads;		/* that exist, valid if threads_known */
	bool threads_known;
	uint64_t threads_ns;		/* when counted: later FORK and EXIT records change it */
	struct total *total;		/* of its tasks, as long as they were seen; NULL: nothing */
	bool told;			/* its end was */
	uint32_t asked;			/* epoch of names in which its facts were found; 0: never */
	uint64_t asked_ns;		/* when they were asked for; 0: never */
	uint32_t round;			/* of names, in which they were asked for again */

	struct process *older;		/* former process of this pid; in the free list: the next */
	UT_hash_handle hh;
};

struct processes {
	struct process *by_pid;
	struct process *unused;
	struct strings texts;		/* of all of them */
};

/* The process of this pid that existed at a time; the newest if none did; NULL: pid not known. */
struct process *process_find(const struct processes *processes, int32_t pid, uint64_t time_ns);

/* A new life of this pid, without tasks. NULL without memory. */
struct process *process_add(struct processes *processes, int32_t pid, uint64_t start_ns);

/*
 * Makes sure that the process began no later than its task at start_ns, as snapshots want it: by
 * moving its own start, or, when that is fixed, the task's. Returns the task's start.
 */
uint64_t process_began_by(struct process *process, uint64_t start_ns);

/* A task of it is gone from the registry; with the last one the entry goes too. */
void process_release(struct processes *processes, struct process *process);

/* Did the process end? (It may have thread rows in this interval all the same.) */
bool process_exited(const struct process *process);

/* Frees the unused entries; all processes must have been released. */
void processes_done(struct processes *processes);

#endif
