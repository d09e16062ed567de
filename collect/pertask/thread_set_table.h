/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the watch share: watch.c finds tasks, watch_cover.c knows whose groups count what was just
 * found, watch_group.c opens and reads groups. Nobody else includes this. Collector thread.
 */
#ifndef TDTOP_COLLECT_THREAD_SET_TABLE_H
#define TDTOP_COLLECT_THREAD_SET_TABLE_H

#include "collect/pertask/thread_set.h"
#include "collect/sys/proc_file.h"
#include "collect/sys/proc_tasks.h"

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
	uint64_t start_code;	/* at the last look */
	uint64_t found, walked, seen;	/* scans: the first, the last, the last in which it was there */
	bool on_exec;		/* not begun yet: its counters start with its exec, as stat.comm */
	bool old;		/* its threads were listed before: newcomers were made by one of them */
	bool execed;		/* since the last look */
	/* Of this look: */
	bool has_exited;		/* one of its threads has ended, but its group counts on */
	bool involved;		/* has newcomers, or groups that are to be opened anew */
	bool renew;		/* one of its threads made a newcomer, but which? */
	bool kept;		/* its groups cannot be opened anew without losing somebody */
	UT_hash_handle hh;
};

/* Who was made lately, and is found in this look or the next one; which group has counted it from then on. */
struct watched_birth {
	int32_t tid, pid;
	enum watched_cover cover;
	int32_t cover_id;
	uint64_t scan;		/* in which it was told */
	UT_hash_handle hh;
};

/* What was heard of a birth, until it is clear whether it is of interest. */
struct heard {
	struct task_event birth;
	bool again;		/* its maker was not known when it was told */
};

struct watched {
	int32_t tid, pid;
	enum watched_state state;
	uint64_t seen;		/* scan in which it was there last */
	uint64_t moved;		/* scan during or after which it was seen to have run, the last */
	uint64_t exited;		/* scan in which it was found to have ended; its group counts on for what it made */
	uint64_t moved_ns;	/* when it was last seen to have run */
	bool suspect;		/* an exec may have ended its counting, at this runtime_ns */
	enum watched_cover cover;
	int32_t cover_id;	/* tid, pid */
	bool cover_told;	/* by the kernel; else it is what /proc looks like */
	unsigned int put_off;	/* looks in which its cover had to be kept */
	unsigned int unread;	/* readings that failed, one after the other */
	/* Of this look: */
	bool renew;		/* it made a newcomer */
	bool waits;		/* newcomer with a group, for what covered it to stop: then it starts to count */
	bool fresh;		/* its group began in this look, and counts nothing that was made before */
	bool fits;		/* newcomer that there are descriptors for */
	bool known;		/* to the sink: so will be its end */
	bool told;		/* likewise its name */
	bool ran;		/* in this interval */
	uint64_t runtime_ns;	/* WATCHED_NEW, _FILES: the busiest first */
	char comm[COMM_LEN];
	struct task_group group;	/* WATCHED_COUNTED */
	UT_hash_handle hh;
};

/* A group in place of the one that a task has: the same, but nothing has inherited it yet. */
struct renewal {
	struct watched *task;
	struct task_group group;	/* not open: the task has ended, only what it made has not */
};

struct watch {
	struct watch_config config;
	int proc;			/* directory */
	struct watched_process *processes;	/* by pid; in the order in which they were found */
	struct watched *tasks;			/* by tid */
	struct watched **queue;			/* to be opened, makers before what they made */
	size_t n_queue, cap_queue;
	struct renewal *renewals;
	size_t n_renewals, cap_renewals;
	struct watch_births births;		/* each is NULL: nobody tells */
	struct watched_birth *born;		/* by tid */
	struct heard *heard;
	size_t n_heard, cap_heard;
	uint64_t scans;
	size_t fds;			/* open */
	size_t n[WATCHED_DEAD + 1];	/* tasks by state */
	int last_errno;
	/* Of this look: */
	bool orphaned;			/* a process ended, and something that it made lives */
	bool renew_all, kept_all;	/* as renew and kept of a process, of all of them */
	bool missed;			/* the second look found somebody new */
	const struct sink *sink;
	uint64_t now_ns;
	size_t n_exited;
	struct watched_process *process;	/* where the walk is */
	int32_t maker;
};

/* NULL: it is gone, is not to be watched, or there is no memory. maker: a tid, or 0. */
struct watched_process *watch_add_process(struct watch *watch, int32_t pid, int32_t maker);

/*
 * Notes who was made by those who are watched since the last call, and watches new processes that live; found (may be
 * NULL) is told what counts each of them.
 */
typedef void watch_born(struct watch *watch, enum watched_cover cover, int32_t cover_id);
void watch_take_births(struct watch *watch, watch_born *found);

/* NULL: nobody has told of it lately. */
const struct watched_birth *watch_find_birth(const struct watch *watch, int32_t tid);
void watch_forget_births(struct watch *watch, bool all);	/* else those who are found by now, or have ended */

struct watched_process *watch_find_process(const struct watch *watch, int32_t pid);
struct watched *watch_find_task(const struct watch *watch, int32_t tid);

/* At this look; a leader that has ended before its threads counts as ended. */
bool watch_is_alive(const struct watch *watch, const struct watched_process *process);

/* The process of a task; NULL: it has ended. */
struct watched_process *watch_process_of(const struct watch *watch, const struct watched *task);

/*
 * Notes whose groups have counted this newcomer until now, and are to be opened anew. Then: may that be
 * this task's group? It may have been read for that.
 */
void watch_mark_cover(struct watch *watch, struct watched *task);
bool watch_is_marked(struct watch *watch, struct watched *task, uint64_t now_ns,
		     const struct sink *sink);

/* The group of this task cannot be opened anew, or not without losing somebody. */
void watch_keep(struct watch *watch, const struct watched *task);
bool watch_is_kept(const struct watch *watch, const struct watched *task);

/*
 * With all new groups open, but not begun: has nobody been made since the walk came by? Whoever was, nobody
 * can say which of the groups covers, so the old ones are kept, and who is found later comes another time.
 */
void watch_look_again(struct watch *watch);

/* Does something count this newcomer, after those groups began that were not kept? */
bool watch_is_covered(const struct watch *watch, const struct watched *task);

/* Gives all newcomers groups, in place of those that covered them. */
void watch_open(struct watch *watch, uint64_t now_ns, const struct sink *sink);

/* What the group has counted goes to the sink. false: it could not be read so often that it never will be. */
bool watch_read_group(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink);

/* Closes its group, if it has one. */
void watch_close_group(struct watch *watch, struct watched *task);

/* Forgets it: it has ended, and nothing that it made counts with it. */
void watch_drop_task(struct watch *watch, struct watched *task, uint64_t now_ns,
		     const struct sink *sink);

void watch_set_state(struct watch *watch, struct watched *task, enum watched_state state);

void watch_tell(const struct sink *sink, enum task_event_kind kind, uint64_t now_ns,
		const struct watched *task);

#endif
