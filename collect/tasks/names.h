/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tasks are called, whose they are and what they were started as: from records first, by
 * asking (/proc) once per new process, then now and then, and only for tasks that ran. Part of
 * collect/tasks/tasks.c, which is the only caller. Collector thread.
 */
#ifndef TDTOP_COLLECT_NAMES_H
#define TDTOP_COLLECT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "collect/tasks/tasks.h"
#include "model/high_water.h"

/* A record that waits for the end of the interval, when all of them can be put in order of time. */
struct name_event {
	uint64_t time_ns;
	enum task_event_kind kind;
	struct task *task;
	struct task *parent;		/* TASK_FORK: who forked; may be NULL */
	char comm[COMM_LEN];
};

struct names {
	struct tasks_ask ask;
	struct strings *texts;		/* of the processes */
	uint32_t epoch;			/* grows when what is known falls into doubt; from 1 */
	struct name_event *queue;	/* as the records came */
	struct name_event *spare;	/* of the same size, for sorting without an allocation */
	size_t n, cap;
	struct high_water need;
	uint32_t round;			/* of asking again, see names_resolve */
};

/* Queues a record; without memory it is left out (the name will be asked for). */
void names_note(struct names *names, const struct task_event *event, struct task *task,
		struct task *parent);

/* Asks for a task and its process at once, as if it had been long ago. */
void names_known(struct names *names, struct task *task, const struct task_event *event);

/*
 * Applies the queue in order of time, then asks for what is still missing of the touched tasks. No
 * record tells that a process went to another cgroup or user, so a few of those that ran are asked
 * for again, in rounds: each once, then from the beginning.
 */
void names_resolve(struct names *names, struct task *touched, uint64_t now_ns);

void names_done(struct names *names);

#endif
