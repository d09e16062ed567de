/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of tasks. Records are queued while an interval runs and applied in order of time at its
 * end: a fork inherits the name that its parent had at that moment, wherever the two records came
 * from. Then /proc (or the source) is asked for what no record told. Called by collect/tasks/tasks.c,
 * collector thread.
 */
#include "config.h"
#include "collect/tasks/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * After lost records all names are in doubt. They are still the best guess, so asking again may be
 * spread over intervals: lost records mean that the machine is busy enough.
 */
#define DOUBTS_PER_INTERVAL 64

/* Some 30 us each: so many of the processes that ran are asked for again, none before this age. */
#define AGAIN_PER_INTERVAL 16
#define AGAIN_NS UINT64_C(5000000000)

void names_note(struct names *names, const struct task_event *event, struct task *task,
		struct task *parent)
{
	struct name_event *note;

	if (names->n == names->cap) {
		size_t cap = names->cap ? 2 * names->cap : 256;
		struct name_event *queue = realloc(names->queue, cap * sizeof(*queue));
		struct name_event *spare;

		if (queue)
			names->queue = queue;
		spare = realloc(names->spare, cap * sizeof(*spare));
		if (spare)
			names->spare = spare;
		if (!queue || !spare)
			return;
		names->cap = cap;
	}
	note = &names->queue[names->n++];
	*note = (struct name_event){ .time_ns = event->time_ns, .kind = event->kind,
				     .task = task, .parent = parent };
	(void)snprintf(note->comm, sizeof(note->comm), "%.*s", COMM_LEN - 1, event->comm);
}

/* Merges two neighbouring sorted runs; records of one time keep their order. */
static void merge(struct name_event *to, const struct name_event *from, size_t n_left, size_t n)
{
	size_t left = 0, right = n_left, i;

	for (i = 0; i < n; i++) {
		bool take_left = left < n_left &&
				 (right == n || from[left].time_ns <= from[right].time_ns);

		to[i] = from[take_left ? left++ : right++];
	}
}

/* A merge sort of our own: qsort() of glibc allocates, and this must work when memory is short. */
static void sort_queue(struct names *names)
{
	size_t width, at;

	for (width = 1; width < names->n; width *= 2) {
		struct name_event *sorted = names->spare;

		for (at = 0; at < names->n; at += 2 * width) {
			size_t n = names->n - at < 2 * width ? names->n - at : 2 * width;

			merge(&sorted[at], &names->queue[at], width < n ? width : n, n);
		}
		names->spare = names->queue;
		names->queue = sorted;
	}
}

static void set_comm(struct task *task, const char *comm, uint64_t time_ns)
{
	struct process *process = task->process;

	if (time_ns < task->comm_ns)
		return;
	memcpy(task->comm, comm, COMM_LEN);
	task->comm_ns = time_ns;
	if (task->tid == task->pid && time_ns >= process->comm_ns) {
		memcpy(process->comm, comm, COMM_LEN);
		process->comm_ns = time_ns;
	}
}

static void inherit_text(struct names *names, struct string **own, struct string *other)
{
	struct string *before = *own;

	*own = string_get(other);
	strings_put(names->texts, before);
}

static void set_text(struct names *names, struct string **own, const char *string)
{
	struct string *before = *own;

	*own = strings_get(names->texts, string, before);
	strings_put(names->texts, before);
}

/* Asks for the facts of a process, once. What records told later than anything else, stays. */
static void ask_process(struct names *names, struct process *process, uint64_t now_ns)
{
	struct task_facts facts = { .comm = "" };
	bool doubted = process->asked != 0;

	if (process->asked == names->epoch || process_exited(process))
		return;
	process->asked = names->epoch;
	process->asked_ns = now_ns;
	if (!names->ask.process || !names->ask.process(names->ask.data, process->pid, &facts))
		return;
	if (doubted || process->comm_ns == 0) {
		memcpy(process->comm, facts.comm, COMM_LEN);
		process->comm_ns = now_ns;
	}
	set_text(names, &process->command, facts.command);
	set_text(names, &process->user, facts.user);
	set_text(names, &process->cgroup, facts.cgroup);
	process->ppid = facts.ppid;
	process->threads = facts.threads;
	process->threads_known = facts.threads > 0;
	process->threads_ns = now_ns;
}

/* Asks for the name of a task, once. */
static void ask_task(struct names *names, struct task *task, uint64_t now_ns)
{
	char comm[COMM_LEN] = "";

	if (task->tid == task->pid) {
		ask_process(names, task->process, now_ns);
		task->asked = names->epoch;
		if (task->process->comm_ns > task->comm_ns) {
			memcpy(task->comm, task->process->comm, COMM_LEN);
			task->comm_ns = task->process->comm_ns;
		}
		return;
	}
	if (task->asked == names->epoch || task->exit_ns)
		return;
	if ((task->comm_ns == 0 || task->asked != 0) && names->ask.thread &&
	    names->ask.thread(names->ask.data, task->pid, task->tid, comm))
		set_comm(task, comm, now_ns);
	task->asked = names->epoch;
}

/* A new process is a copy of its parent until it calls exec, so it need not be asked for. */
static void inherit_process(struct names *names, struct process *child, const struct process *parent,
			    uint64_t time_ns)
{
	child->ppid = parent->pid;
	if (time_ns >= child->threads_ns) {
		child->threads = 1;
		child->threads_known = true;
		child->threads_ns = time_ns;
	}
	if (!parent->asked || child->asked)
		return;
	inherit_text(names, &child->command, parent->command);
	inherit_text(names, &child->user, parent->user);
	inherit_text(names, &child->cgroup, parent->cgroup);
	child->asked = parent->asked;
	child->asked_ns = parent->asked_ns;
}

static void apply_fork(struct names *names, const struct name_event *event, uint64_t now_ns)
{
	struct task *task = event->task, *parent = event->parent;
	struct process *process = task->process;

	if (task->tid != task->pid && process->threads_known &&
	    event->time_ns >= process->threads_ns)
		process->threads++;
	if (!parent)
		return;
	if (parent->comm_ns == 0)
		ask_task(names, parent, now_ns);
	if (task->tid == task->pid) {
		ask_process(names, parent->process, now_ns);
		inherit_process(names, process, parent->process, event->time_ns);
	}
	if (task->comm_ns == 0 && parent->comm_ns != 0) {
		set_comm(task, parent->comm, event->time_ns);
		task->asked = names->epoch;
	}
}

static void apply(struct names *names, const struct name_event *event, uint64_t now_ns)
{
	struct task *task = event->task;
	struct process *process = task->process;

	switch (event->kind) {
	case TASK_FORK:
		apply_fork(names, event, now_ns);
		break;
	case TASK_EXEC:
		/* Another command line, perhaps another user, and no other threads any more. */
		process->asked = 0;
		inherit_text(names, &process->command, NULL);
		process->threads = 1;
		process->threads_known = true;
		process->threads_ns = event->time_ns;
		/* fall through */
	case TASK_COMM:
		set_comm(task, event->comm, event->time_ns);
		task->asked = names->epoch;
		break;
	case TASK_EXIT:
		if (process->threads_known && event->time_ns >= process->threads_ns &&
		    process->threads > 0)
			process->threads--;
		break;
	case TASK_KNOWN:
	case TASK_ALREADY_EXITED:
		break;
	}
}

/* Whose it is and where, and how it is called: all but the name, which records tell. */
static void ask_again(struct names *names, struct task *touched, uint64_t now_ns)
{
	uint32_t asked = 0;
	bool left = false;

	for (struct task *task = touched; task; task = task->next_touched) {
		struct process *process = task->process;

		if (!process->asked || process->round == names->round ||
		    now_ns < process->asked_ns + AGAIN_NS || process_exited(process))
			continue;
		if (asked == AGAIN_PER_INTERVAL) {
			left = true;
			break;
		}
		asked++;
		process->round = names->round;
		process->asked = 0;	/* not in doubt: its name stays */
		ask_process(names, process, now_ns);
	}
	if (!left)
		names->round++;
}

void names_known(struct names *names, struct task *task, const struct task_event *event)
{
	if (event->kind == TASK_ALREADY_EXITED && event->comm[0])
		set_comm(task, event->comm, event->time_ns);
	ask_process(names, task->process, event->time_ns);
	ask_task(names, task, event->time_ns);
}

/* Nothing waits in the queue any more. */
static void clear_queue(struct names *names)
{
	size_t keep = high_water_trim(&names->need, names->n, names->cap);

	names->n = 0;
	if (keep == names->cap)
		return;
	names_done(names);
	names->queue = names->spare = NULL;
	names->cap = 0;
}

void names_resolve(struct names *names, struct task *touched, uint64_t now_ns)
{
	uint32_t doubts = 0;
	struct task *task;
	size_t i;

	sort_queue(names);
	for (i = 0; i < names->n; i++)
		apply(names, &names->queue[i], now_ns);
	clear_queue(names);
	for (task = touched; task; task = task->next_touched) {
		bool doubt = task->process->asked != 0 && task->comm_ns != 0 &&
			     (task->process->asked != names->epoch || task->asked != names->epoch);

		if (doubt && doubts++ >= DOUBTS_PER_INTERVAL)
			continue;
		ask_process(names, task->process, now_ns);
		ask_task(names, task, now_ns);
	}
	ask_again(names, touched, now_ns);
}

void names_done(struct names *names)
{
	free(names->queue);
	free(names->spare);
}
