/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tasks of the last interval, and which of them are of a scope that is looked at: what of a
 * snapshot is remembered, so that counting can begin at once when the user looks. Pure. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/profile_exchange.h"
#include "model/snapshot/snapshot.h"

/* Of the scope's slots: threads with less have none, if the others have nearly all of the slots. */
#define EVENT_LEAST_SHARE 0.01

struct event_tasks;

struct event_tasks *event_tasks_new(void);		/* NULL without memory */
void event_tasks_free(struct event_tasks *tasks);	/* NULL is fine */

/* An interval has ended. Without memory for all of its tasks the last ones are missing. */
void event_tasks_see(struct event_tasks *tasks, const struct snapshot *snapshot);

/* A thread that ran. */
struct event_task {
	int32_t tid, pid;
	double share;		/* of the scope's slots (without slots: of its CPU time), 0..1 */
};

/* What is known of a scope. */
struct event_scope {
	uint32_t threads;	/* that it has; at least those that ran */
	uint32_t processes;
	double births;		/* threads and processes a second that began and ended in the interval */
	double seconds;		/* of the interval; 0: none has ended */
	double busy_ns;		/* CPU time of its threads in it */
	bool known;		/* it has a row: it ran, or is listed */
	bool weighed;		/* its threads have shares */
	bool exited;		/* a process or thread: it ended in the interval */
};

/*
 * Writes the busiest threads of the scope, at most `max`, busiest first; returns how many. LIVE_CPU
 * and LIVE_MACHINE have all that are counted.
 */
size_t event_tasks_pick(struct event_tasks *tasks, const struct live_request *request,
			struct event_task *picked, size_t max, struct event_scope *scope);

/*
 * How many of such threads need an event: those with less than EVENT_LEAST_SHARE of the slots have none
 * if the others cover 95 %.
 */
size_t event_tasks_busy(const struct event_task *task, size_t n);

/* Calls found() with the pid of each process of the scope. */
void event_tasks_processes(const struct event_tasks *tasks, const struct live_request *request,
			   void (*found)(void *to, int32_t pid), void *to);
