/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the two halves of the watch share: watch.c finds tasks, watch_group.c opens and reads their
 * groups. Nobody else includes this. Collector thread.
 */
#ifndef TDTOP_COLLECT_WATCH_TASK_H
#define TDTOP_COLLECT_WATCH_TASK_H

#include "collect/proc_tasks.h"
#include "collect/watch.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

enum watched_state {
	WATCHED_NEW,		/* found, not yet opened */
	WATCHED_COUNTED,
	WATCHED_PERMISSION,	/* may not be counted */
	WATCHED_FILES,		/* there was no descriptor left for it */
	WATCHED_DEAD		/* had ended before it could be opened; until /proc forgets it */
};

/* Which groups may have counted a newcomer until now, as children are inherited. */
enum watched_cover {
	COVER_NONE,
	COVER_MAKER,		/* that of this thread */
	COVER_PROCESS,		/* those of this process: who of its threads it was is not known */
	COVER_ALL
};

struct watched_process {
	int32_t pid, maker;	/* maker: the tid that made it; 0: not known */
	struct proc_stat stat;
	uint64_t seen;		/* scan in which it was there last */
	bool on_exec;		/* not begun yet: its counters start with its exec, as stat.comm */
	bool old;		/* its threads were listed before: newcomers were made by one of them */
	bool renew;		/* its groups may cover a newcomer */
	bool kept;		/* and one of them could not be opened anew */
	UT_hash_handle hh;
};

struct watched {
	int32_t tid, pid;
	enum watched_state state;
	uint64_t seen;		/* likewise */
	bool gone;		/* ended, but something that it started has not: the group counts on */
	enum watched_cover cover;
	int32_t cover_id;	/* tid, pid */
	bool renew;		/* its group may cover a newcomer */
	bool kept;		/* and could not be opened anew, or not yet be opened: another time */
	unsigned int unread;	/* readings that failed, one after the other */
	bool waits;		/* for what covered it to be closed: then it starts to count */
	bool told;		/* the sink knows its name */
	bool ran;		/* since the reading before the last */
	uint64_t runtime_ns;	/* WATCHED_NEW, _FILES: the busiest first */
	char comm[COMM_LEN];
	struct task_group group;	/* WATCHED_COUNTED */
	UT_hash_handle hh;
};

struct watch {
	struct watch_config config;
	int proc;			/* directory */
	struct watched_process *processes;	/* by pid; in the order in which they were found */
	struct watched *tasks;			/* by tid */
	struct watched **queue;			/* to be opened */
	size_t n_queue, cap_queue;
	uint64_t scans;
	size_t fds;			/* open */
	size_t n[WATCHED_DEAD + 1];	/* tasks by state */
	int last_errno;
	bool renew_all, kept_any;
	/* of the scan that is under way */
	struct watched_process *process;
	int32_t maker;
};

struct watched_process *watch_find_process(const struct watch *watch, int32_t pid);
struct watched *watch_find_task(const struct watch *watch, int32_t tid);

/* Gives all newcomers their groups, after those that may cover them. */
void watch_open(struct watch *watch, uint64_t now_ns, const struct sink *sink);

/* What the group has counted goes to the sink. false: it cannot be read. */
bool watch_read_group(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink);

/* Closes its group, if it has one. */
void watch_close_group(struct watch *watch, struct watched *task);

void watch_set_state(struct watch *watch, struct watched *task, enum watched_state state);

void watch_tell(const struct sink *sink, enum task_event_kind kind, uint64_t now_ns,
		const struct watched *task);

#endif
