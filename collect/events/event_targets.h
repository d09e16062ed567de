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

#include "collect/events/event_tasks.h"
#include "collect/perf/perf_sys.h"
#include "model/err.h"
#include "model/machine.h"

/*
 * The threads and CPUs that have events, whatever these are: a table whose rows begin with a struct
 * event_target. Who has other rows appends to it.
 */

/* A thread or a CPU. */
struct event_target {
	int32_t tid, pid;	/* -1: a CPU */
	int cpu;		/* the kernel's number; -1: a thread */
	enum core_type core_type;	/* of a CPU; a thread has the events of all */
	double share;		/* of the scope's slots in the last interval; NAN: not known */
	unsigned int idle;	/* intervals in which it was not picked */
	unsigned int age;	/* intervals at whose end its events were read */
	bool picked;		/* in some interval; else it was only listed */
	bool stalled;		/* enabled for no time in the last interval: its thread slept, or the
				 * kernel has removed the events */
	bool gone;		/* its task has exited: its number may be another's */
	bool lost;		/* its events are removed, or cannot be read any more */
};

/* A thread of this share of the scope's slots, or (NAN) one that is only listed. */
struct event_target event_of_thread(int32_t tid, int32_t pid, double share);
struct event_target event_of_cpu(int cpu, enum core_type core_type);

struct event_table {
	unsigned char *rows;
	size_t n, room;
	size_t size;		/* of a row */
};

/* Zeroed but for the size, it is empty. */
void event_table_free(struct event_table *table);

/* Valid until a row is added or dropped. */
static inline void *event_table_at(const struct event_table *table, size_t row)
{
	return table->rows + row * table->size;
}

int event_table_add(struct event_table *table, const void *row);	/* a copy; 0 or -ENOMEM */
void event_table_drop(struct event_table *table, size_t row);	/* the last one takes its place */

/* The row of this thread (cpu -1), if it has not exited, or of this CPU; or -1. */
long event_table_find(const struct event_table *table, int32_t tid, int cpu);

/* Sentences for the user about events of a row: each says one thing, and none guesses. Pure. */

/* What has no events. Zeroed: nothing is missing. */
struct event_missing {
	int32_t exited;		/* pid of the process that has; 0: none */
	bool exited_thread;	/* it is the tid of a thread */
	bool cpus;		/* CPUs are meant, not threads: */
	uint32_t left_out;	/* so many, because of: */
	int left_out_errno;	/* EMFILE, ENOBUFS, ENOMEM, ECHILD ...: positive; 0: none are */
	uint32_t not_permitted;	/* so many, because of EACCES, EPERM */
};

/* Where sentences go, most important first, as many as have room. text[0] is '\0' in the beginning. */
struct event_remark {
	char *text;
	size_t size;
};

/* Adds a sentence, if all of it has room. */
void event_remark_say(const struct event_remark *to, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* That a process has exited; what is left out, and why. */
void event_remark_exited(const struct event_remark *to, const struct event_missing *missing);
void event_remark_left_out(const struct event_remark *to, const struct event_missing *missing);

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

/* Of the scope's slots in the last interval, those of the threads in the table, 0..1; NAN: not known. */
double event_targets_part(const struct event_targets *targets);

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
