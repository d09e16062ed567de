/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one place that says how a group of tdtop looks to perf_event_open(2): the attrs
 * of all members, what of them this machine accepts, and what to tell the user when it does not.
 * Used by the sources when they open and by --doctor. Main or collector thread; no global state.
 */
#ifndef TDTOP_COLLECT_PERF_OPEN_H
#define TDTOP_COLLECT_PERF_OPEN_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/counts.h"
#include "model/err.h"
#include "model/formula.h"

enum member_role {
	MEMBER_LEADER,		/* slots: counts, never samples (the kernel would say EINVAL) */
	MEMBER_SWITCH,		/* context-switches: samples when a task leaves; owns the ring */
	MEMBER_CLOCK,		/* cpu-clock: samples the group of a task that never leaves */
	MEMBER_METRIC,		/* topdown-*: counts */
	MEMBER_OPTIONAL		/* corrections, IPC: counts, left out when they do not fit */
};

struct group_member {
	enum member_role role;
	enum event_id event;	/* EV_COUNT for the two software members */
	const char *name;	/* for messages; static */
	double scale;		/* of the event in one count */
	bool of_core;		/* it counts what both threads of the core do (any=1) */
	bool cycles;		/* the count is EV_CYCLES, too */
	bool slots;		/* leader of a turn: and EV_SLOTS, scaled */
	int level;		/* of the tree that needs it; 0: no event of ours */
	enum event_id also;	/* and this event, scaled; EV_SLOTS (0): none */
	struct perf_event_attr attr;
};

#define GROUP_MEMBERS (EV_COUNT + 2)

struct group_options {
	int levels;		/* 1 or 2; not above family->levels */
	bool with_ipc;
	bool with_corrections;
	int mux;		/* 0, or that of the group which takes turns with 0 */
	uint64_t interval_ns;	/* cpu-clock ticks at a quarter of this */
	bool per_task;		/* for a task wherever it runs, and all that it starts: nothing samples */
	bool user_only;		/* per_task: not what the kernel does for it */
};

/* In the order in which they must be opened; the leader first, the switch member second. */
struct group {
	struct group_member member[GROUP_MEMBERS];
	size_t n;
};

/*
 * The attrs of a group. All members have the same sample_type and read_format. Of a task there are only
 * the members that count, and all are inherited. 0, or -errno.
 */
int group_make(const struct pmu *pmu, const struct family *family,
	       const struct group_options *options, struct group *group, struct err *err);

/*
 * Takes the members that are MEMBER_OPTIONAL out of the group. left: a group of them alone, which counts when
 * it is enabled; n is 0 if there are none.
 */
void group_leave_optional(struct group *group, struct group *left);

/* Takes the members that only level 2 needs out of the group; how many that were. */
size_t group_leave_level2(struct group *group);

/*
 * Events beside the group that count nothing and write records of its layout: a group may be off, as groups take
 * turns, and switches may not be told (collect/percpu/duty.h), but who exists and how they are called is told always.
 */
enum watcher {
	WATCHER_OF_TASKS,		/* COMM, FORK, EXIT */
	WATCHER_OF_SWITCHES,		/* who comes next: the owner of a dying thread's last slice */
	WATCHERS
};
void group_make_watcher(struct perf_event_attr *attr, enum watcher what);

/* The first event of the turn in the table, of this kind of core: the leader of its group. NULL: none. */
const struct family_event *group_leader(const struct family *family, enum core_type core_type, int mux);

/* Lets an event tell who comes, goes and is renamed. */
void group_request_task_records(struct perf_event_attr *attr);

/* Does a member count what both threads of a core do? */
bool group_counts_cores(const struct group *group);

/* The member with this role, first of several; its index, or -1. */
int group_find(const struct group *group, enum member_role role);

/* System calls, so that tests can play a kernel. All return negative errnos. */
struct perf_sys {
	void *data;
	int (*open)(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd);
	int (*enable)(void *data, int fd);		/* the whole group */
	int (*read)(void *data, int fd, void *bytes, size_t size);	/* bytes read */
	void (*pause)(void *data, int cpu);	/* let the group count a moment */
	void (*close)(void *data, int fd);
	/* For --doctor; both may be NULL. */
	int (*reach)(void *data);	/* a call that the kernel refuses whoever asks; its errno */
	void (*work)(void *data, int cpu);	/* keep this CPU busy for a second */
	int (*disable)(void *data, int fd);	/* the whole group, of children too; it can still be read */
};

extern const struct perf_sys perf_sys_real;

/*
 * Raises the soft limit of descriptors to what `needed` more than those of now ask for, within the
 * hard limit. 0; -EMFILE with a sentence when the hard limit is too low.
 */
int perf_raise_nofile(size_t needed, struct err *err);

#endif
