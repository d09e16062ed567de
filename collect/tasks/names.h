/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of tasks, and users, cgroups and command lines of processes: from records first, then by
 * one lookup (in /proc) per new process, then by a lookup now and then of those that ran. Part of
 * the registry: collect/tasks/tasks.c is the only caller. Collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/tasks/task_entry.h"
#include "model/high_water.h"

/* A record in the queue. At the end of the interval all of them are put in order of time. */
struct name_event {
	uint64_t time_ns;
	enum task_event_kind kind;
	struct task *task;
	struct task *parent;		/* of a TASK_FORK; may be NULL */
	char comm[COMM_LEN];
};

struct names {
	struct task_lookup lookup;
	struct strings *strings;	/* of all processes */
	uint32_t epoch;			/* grows when lost records put all facts in doubt; from 1 */
	struct name_event *queue;	/* in the order of arrival */
	struct name_event *spare;	/* of the same size, to sort without an allocation */
	size_t n, cap;
	struct high_water high_water;
	uint32_t refresh_round;		/* of repeated lookups, see names_resolve() */
};

/* Queues a record. Without memory it is dropped, and the name will be looked up. */
void names_note(struct names *names, const struct task_event *event, struct task *task,
		struct task *parent);

/*
 * Looks up a task and its process at once, for TASK_KNOWN and TASK_ALREADY_EXITED (with its name).
 */
void names_look_up(struct names *names, struct task *task, const struct task_event *event);

/*
 * Applies the queue in order of time, then looks up what the touched tasks lack. now_ns: source
 * clock. No record says that a process moved to another cgroup or user, so a few of those that ran
 * are looked up again, in rounds: each once, then from the start of the list.
 */
void names_resolve(struct names *names, struct task *touched, uint64_t now_ns);

void names_done(struct names *names);
