/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * THE ENGINE. Which threads or CPUs of the row that is looked at have events. They are chosen after
 * each interval by the tasks that ran in it, and opened a part at a time. They are closed when they
 * are idle, have exited, or have lost their events. What the events of a target are, is up to who
 * makes them: one with a ring and a period, groups that take turns. They lie in the table of the user.
 *
 * Follows what the kernel does to events: threads exit; those that execute a set-user-ID program
 * lose their events though they run (begin_new_exec(), fs/exec.c); a CPU that was offline has lost
 * its events for good (perf_event_exit_cpu()). Collector thread.
 *
 * Whoever has events on threads or CPUs of a row has a struct event_maker and rows of its own in the
 * table; event_targets_choose_*() after each interval, then event_targets_open().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_remark.h"
#include "collect/events/event_table.h"
#include "collect/events/event_tasks.h"
#include "collect/perf/perf_sys.h"
#include "model/err.h"

/* The threads and CPUs that are to be opened next. */
struct event_queue {
	struct event_target *item;
	size_t n, at, room;	/* the next one is item[at] */
	bool fresh;		/* somebody has put one; set to false by whoever asks */
};

void event_queue_clear(struct event_queue *queue);

static inline bool event_queue_is_empty(const struct event_queue *queue)
{
	return queue->at == queue->n;
}

#define EVENT_THREADS_MOST 200	/* of a row, for whoever */

/* Who makes the events of a target. */
struct event_maker {
	/*
	 * Opens all of its events, and adds it to the table. 0 or a negative errno: -ESRCH if the
	 * thread has exited, -ENODEV if the CPU is offline.
	 */
	int (*open)(void *data, const struct event_target *what);
	void (*close)(void *data, size_t row);	/* and drops it */
	bool (*has)(void *data, enum core_type type);	/* are there events for CPUs of this type? */
	/* Why not even the first one can be opened, as a sentence. */
	void (*refuse)(void *data, int error, const struct event_target *what, struct err *why);
};

struct event_targets {
	const struct perf_sys *sys;
	const struct event_maker *maker;
	void *data;			/* of the maker */
	struct event_table *table;
	struct event_tasks *tasks;	/* of the last interval; its own */
	const struct machine *machine;	/* of the last snapshot; NULL before the first */
	struct live_request request;
	struct event_scope scope;	/* as the last interval told */
	struct event_queue queue;
	size_t threads_most;		/* at most so many have events */
	size_t fds;			/* descriptors of a target */
	size_t files;			/* that there is room for */
	bool lists;			/* if none of the busy threads can be opened, all are listed */
	bool cut;			/* the last opening was ended by an errno that meets all */
	struct event_missing missing;
	struct err trouble;		/* why nothing is open; "" */
};

/* The pointers to sys, maker, data and table are set by the caller. 0 or -ENOMEM. */
int event_targets_init(struct event_targets *targets);
void event_targets_done(struct event_targets *targets);	/* the table is the caller's */

/* Nothing is queued or reported any more. The caller has closed all. */
void event_targets_forget(struct event_targets *targets);

/*
 * Queues the threads of a process, as /proc lists them. 0; -ESRCH: there is no such process; or another negative
 * errno.
 */
int event_targets_list(struct event_targets *targets, int32_t pid);

/* Is there such a process? True also if that cannot be known. *threads: how many it has; 0: not known. */
bool event_targets_is_there(const struct event_targets *targets, int32_t pid, uint32_t *threads);

/* Is the scope one of CPUs, not of tasks? */
bool event_targets_are_cpus(const struct event_targets *targets);

/*
 * Chooses the busiest threads of the scope, and closes those that were idle for long, or only listed
 * and then idle, or are in the way of busier ones. If none ran all are listed. Opens nothing.
 */
void event_targets_choose_threads(struct event_targets *targets);

/* Chooses the CPUs of the scope (or of the machine). all_run: one that was enabled for no time was offline. */
void event_targets_choose_cpus(struct event_targets *targets, bool all_run);

/* This one too: it has just begun. */
void event_targets_add_thread(struct event_targets *targets, int32_t tid, int32_t pid);

/*
 * Opens what is chosen, for about so much CPU time (UINT64_MAX: all). Counts what cannot be opened in
 * .missing; an errno that meets all others too ends it. True: there is nothing left to open.
 */
bool event_targets_open(struct event_targets *targets, uint64_t budget_ns);

/* The process or thread of the scope has exited: that is reported, and nothing else. */
void event_targets_exited(struct event_targets *targets);

/*
 * All was opened that can be: a process or thread that is there, and nothing of it can be opened, is a
 * zombie.
 */
void event_targets_see_zombie(struct event_targets *targets);

/* A thread that ran: with this share. It has lost its events if these were enabled for no time. */
void event_target_see_busy(struct event_target *target, double share);

/* When what works beside the source gives something up, as its own cost is above a limit. Pure. */
struct event_budget {
	double limit_percent;	/* of one CPU; 0: none */
	size_t step;		/* what is given up: an index into the table of who has it */
	size_t last;		/* the step after which nothing is left to give up */
	unsigned int over;	/* seconds in a row that the cost was above it */
};

/* Each second: the own cost in percent of one CPU. True: a further step is taken. */
bool event_budget_see(struct event_budget *budget, double own_percent);

/* All steps are taken, and the cost is still above the limit. */
bool event_budget_exhausted(const struct event_budget *budget);
