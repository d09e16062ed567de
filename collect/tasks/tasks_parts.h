/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of tasks.c: memory and life of tasks, their names, and how long they waited. Collector thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/tasks/process.h"
#include "model/list_room.h"

/*
 * task_life.c: memory of tasks, a free list, so that short-lived ones cost no allocation; which tasks of a
 * process are alive, and whether a tid that runs after its exit is another task by now.
 */

struct task_block;
struct tasks;

struct task_pool {		/* all zero: empty */
	struct task *unused;	/* linked by next_exited */
	struct task_block *blocks;
};

struct task *task_pool_take(struct task_pool *pool);	/* zeroed; NULL without memory */
void task_pool_give(struct task_pool *pool, struct task *task);
void task_pool_done(struct task_pool *pool);	/* frees all of them */

void task_link_alive(struct task *task);
void task_unlink_alive(struct task *task);
bool task_note_exit(struct task *task, uint64_t time_ns);	/* false: it had exited before */

/*
 * Did its process exit? The exit of the leader alone does not count: exec gives its tid to the
 * thread that calls it.
 */
bool task_is_dead(const struct task *task);

/*
 * The task that this one is, running once more while it dies, as no record has proven yet that it
 * is another one (task->unproven). NULL: it is itself.
 */
struct task *task_former(const struct task *task);

/* A FORK record says that it is another task: it gets a process of its own. */
void task_prove_life(struct processes *processes, struct task *task, uint64_t time_ns);

/*
 * names.c: names of tasks, and users, cgroups and command lines of processes: from records first, then by
 * one lookup (in /proc) per new process, then by a lookup now and then of those that ran.
 */

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

/*
 * waits.c: how long the tasks that ran in an interval waited for a CPU meanwhile: what /proc tells at its
 * end, less what it told when the task ran last. A task that sleeps does not wait, so only those
 * that ran are asked; one that waited all the time has it all in the interval in which it runs
 * again.
 */

/* A reading costs less than 10 us: so many for each second are at most 5 % of a CPU. */
#define WAITS_PER_S 5000
#define WAITS_MOST 20000		/* however long the interval was: they delay its end */

struct waits {				/* zeroed: nothing is wanted */
	bool wanted;
	uint32_t series;		/* of readings without a gap; from 1 */
	uint64_t since_ns;		/* its begin, source clock */
	uint64_t last_ns;		/* end of the last interval */
	uint64_t round;			/* number of intervals */
	uint32_t left_out;		/* tasks of the last interval that were not asked */
};

/* From the interval on that ends next. */
void waits_want(struct waits *waits, bool wanted);

/*
 * Fills in the sums of the touched tasks. A wait is known if the last reading is, too, or if the
 * task began since readings go on. If there are too many tasks, those are asked first whose last
 * reading is known: so it is always the same ones that have values.
 */
void waits_read(struct waits *waits, const struct task_lookup *lookup, struct task *touched,
		uint64_t now_ns);

/*
 * CPU time in this interval, of the tasks that were seen in it, and of those that were in one of the last ones:
 * which are touched, if they ran and `touch` is there. A switch or a tick brings the kernel's account up to date,
 * so each reading is some milliseconds late for a task that is running. Only intervals with windows need it.
 */
#define RUNS_PER_S 2000			/* so many for each second, at most 2 % of a CPU */
#define RUN_FOLLOWS 8

/* Adds the task to those of the interval. False without memory. */
typedef bool touch_function(struct tasks *tasks, struct task *task);

/* touch: of those that were not seen; NULL: they are not touched. */
void waits_read_runs(struct waits *waits, const struct task_lookup *lookup, struct tasks *tasks,
		     const struct id_table *by_tid, uint64_t now_ns, touch_function *touch);
