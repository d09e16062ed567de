/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registry: tid -> task, pid -> process. A tid or pid that is used again gets a new entry in
 * front of the old one (`older`), and a time decides between them. Entries come from free lists, so
 * tasks that come and go cost no allocation. Called by collect/aggregate.c, collector thread.
 */
#include "config.h"
#include "collect/tasks/tasks_own.h"

#include <stdlib.h>
#include <string.h>

/* So long a task may be preempted between its EXIT record and its last switch; its pid is not used again so soon. */
#define DYING_NS 20000000ULL

struct tasks *tasks_new(const struct tasks_ask *ask)
{
	struct tasks *tasks = calloc(1, sizeof(*tasks));

	if (!tasks)
		return NULL;
	tasks->names.epoch = tasks->names.round = 1;
	tasks->names.texts = &tasks->processes.texts;
	if (ask)
		tasks->names.ask = *ask;
	return tasks;
}

/* Which task of this tid existed then? One that was not seen to start may be older than thought. */
static struct task *find_task(const struct tasks *tasks, int32_t tid, uint64_t time_ns)
{
	struct task *task;

	HASH_FIND_INT(tasks->by_tid, &tid, task);
	for (; task; task = task->older)
		if (task->start_ns <= time_ns + CLOCK_SKEW_NS || (!task->forked && !task->older))
			return task;
	return NULL;
}

/* False without memory. */
static bool touch(struct tasks *tasks, struct task *task)
{
	if (task->sum)
		return true;
	task->sum = task_sums_take(&tasks->sums);
	if (!task->sum)
		return false;
	task->next_touched = tasks->touched;
	tasks->touched = task;
	task->process->touched++;
	return true;
}

/* False: it had ended before. */
static bool note_end(struct task *task, uint64_t time_ns)
{
	if (task->exit_ns)
		return false;
	task->exit_ns = time_ns;
	task->process->alive--;
	if (task->tid == task->pid)
		task->process->leader_exited = true;
	return true;
}

static void drop_later(struct task **list, struct task *task)
{
	if (task->dropping)
		return;
	task->dropping = true;
	task->next_ended = *list;
	*list = task;
}

static void end_task(struct tasks *tasks, struct task *task, uint64_t time_ns)
{
	if (!note_end(task, time_ns))
		return;
	tasks->exited++;
	(void)touch(tasks, task);	/* without memory its end is not told */
	drop_later(&tasks->ended, task);
}

/* Puts the task where its start says: in front of all others of its tid, or behind one. */
static void link_task(struct tasks *tasks, struct task *task)
{
	struct task *head;

	HASH_FIND_INT(tasks->by_tid, &task->tid, head);
	if (head && head->start_ns > task->start_ns) {
		while (head->older && head->older->start_ns > task->start_ns)
			head = head->older;
		task->older = head->older;
		task->superseded = true;
		head->older = task;
		end_task(tasks, task, head->start_ns);
		return;
	}
	if (head) {
		if (tasks->cursor == head)
			tasks->cursor = head->hh.next;
		HASH_DEL(tasks->by_tid, head);
		head->superseded = true;
		task->older = head;
	}
	HASH_ADD_INT(tasks->by_tid, tid, task);
}

static struct task *new_entry(struct tasks *tasks)
{
	struct task *task = tasks->unused;
	struct task_block *block;
	int i;

	if (!task) {
		block = malloc(sizeof(*block));
		if (!block)
			return NULL;
		block->next = tasks->blocks;
		tasks->blocks = block;
		for (i = BLOCK_TASKS - 1; i >= 0; i--) {
			block->tasks[i].next_ended = task;
			task = &block->tasks[i];
		}
	}
	tasks->unused = task->next_ended;
	memset(task, 0, sizeof(*task));
	return task;
}

static struct task *add_task(struct tasks *tasks, int32_t tid, struct process *process,
			     uint64_t start_ns)
{
	struct task *task;

	if (!process)
		return NULL;
	process->refs++;
	task = tasks->names.ask.most && tasks->n >= tasks->names.ask.most ? NULL : new_entry(tasks);
	if (!task) {
		process_release(&tasks->processes, process);
		return NULL;
	}
	task->tid = tid;
	task->pid = process->pid;
	task->start_ns = process_began_by(process, start_ns);
	task->process = process;
	process->alive++;
	link_task(tasks, task);
	/* Whoever had this tid must have ended, even if its EXIT record was lost or comes later. */
	if (task->older)
		end_task(tasks, task->older, start_ns);
	tasks->n++;
	return task;
}

/* The process of a task that is new to us: a leader of a pid that we know has a new process. */
static struct process *process_for(struct tasks *tasks, int32_t pid, int32_t tid, uint64_t time_ns)
{
	struct process *process = process_find(&tasks->processes, pid, time_ns);

	if (process && pid == tid && process->leader_exited && process->start_ns < time_ns)
		process = NULL;
	return process ? process : process_add(&tasks->processes, pid, time_ns);
}

/* A first sight may come out of order; once shown, the start is a key and stays. */
static void began_by(struct task *task, uint64_t time_ns)
{
	if (task->forked || task->shown || time_ns >= task->start_ns)
		return;
	task->start_ns = process_began_by(task->process, time_ns);
}

/* The task of this pid and tid at a time, made if it is new. pid <= 0: not known. */
static struct task *task_at(struct tasks *tasks, int32_t pid, int32_t tid, uint64_t time_ns)
{
	struct task *task = find_task(tasks, tid, time_ns);

	if (task && (pid <= 0 || task->pid == pid)) {
		began_by(task, time_ns);
		return task;
	}
	if (pid <= 0)
		pid = tid;
	return add_task(tasks, tid, process_for(tasks, pid, tid, time_ns), time_ns);
}

/* Did its process end well before this slice? Not its leader alone: exec gives its tid to the thread that called it. */
static bool is_next_life(const struct task *task, const struct slice *slice, uint64_t began_ns)
{
	return slice->cpu != CPU_UNKNOWN && task->tid == task->pid && !task->process->alive &&
	       began_ns > task->exit_ns + DYING_NS;
}

struct task *tasks_of_slice(struct tasks *tasks, const struct slice *slice)
{
	/* By task it is the sum of all that the task started: more than the time that went by. */
	uint64_t began_ns = slice->cpu == CPU_UNKNOWN ? slice->time_ns :
							slice->time_ns - slice->duration_ns;
	struct task *task = task_at(tasks, slice->pid, slice->tid, began_ns);

	if (task && is_next_life(task, slice, began_ns))
		task = add_task(tasks, slice->tid, process_for(tasks, slice->tid, slice->tid, began_ns), began_ns);
	return task && touch(tasks, task) ? task : NULL;
}

/* A leader's FORK record begins a process, unless its threads' slices have come before. */
static struct process *fork_process(struct tasks *tasks, const struct task_event *event)
{
	struct process *process = process_find(&tasks->processes, event->pid, event->time_ns);

	if (event->pid != event->tid && process)
		return process;
	if (!process || process->forked || process->start_ns + CLOCK_SKEW_NS < event->time_ns)
		process = process_add(&tasks->processes, event->pid, event->time_ns);
	if (process && event->pid == event->tid)
		process->forked = true;
	return process;
}

/* Whose slices came before its FORK record, although the one before it with this tid is known, too. */
static struct task *find_unborn(const struct tasks *tasks, int32_t tid, uint64_t time_ns)
{
	struct task *task;

	HASH_FIND_INT(tasks->by_tid, &tid, task);
	for (; task && task->older; task = task->older)
		if (!task->forked && task->start_ns + CLOCK_SKEW_NS >= time_ns && task->older->exit_ns &&
		    task->older->exit_ns <= time_ns + CLOCK_SKEW_NS)
			return task;
	return NULL;
}

/* A FORK record tells the exact start; the task's slices on another CPU may have come before it. */
static struct task *fork_task(struct tasks *tasks, const struct task_event *event)
{
	struct task *task = find_unborn(tasks, event->tid, event->time_ns);

	if (!task)
		task = find_task(tasks, event->tid, event->time_ns);
	if (task && task->forked && task->start_ns == event->time_ns)
		return NULL;	/* the same record again */
	if (task && task->pid == event->pid && !task->forked &&
	    task->start_ns + CLOCK_SKEW_NS >= event->time_ns) {
		began_by(task, event->time_ns);
		if (task->tid == task->pid)
			task->process->forked = true;
	} else {
		task = add_task(tasks, event->tid, fork_process(tasks, event), event->time_ns);
	}
	if (task)
		task->forked = true;
	return task;
}

/* The thread that calls exec takes the tid of its leader, which has ended before: it lives on. */
static void revive_leader(struct tasks *tasks, struct task *task, uint64_t time_ns)
{
	if (!task->exit_ns || task->exit_ns > time_ns || task->tid != task->pid)
		return;
	task->exit_ns = 0;
	task->process->alive++;
	task->process->leader_exited = false;
	if (tasks->exited)
		tasks->exited--;
}

void tasks_event(struct tasks *tasks, const struct task_event *event)
{
	struct task *task, *parent = NULL;

	if (event->tid <= 0)
		return;
	if (event->kind == TASK_FORK) {
		task = fork_task(tasks, event);
		if (event->ptid > 0)
			parent = task_at(tasks, event->ppid, event->ptid, event->time_ns);
	} else {
		task = task_at(tasks, event->pid, event->tid, event->time_ns);
	}
	if (!task)
		return;
	if (event->kind == TASK_KNOWN || event->kind == TASK_ALREADY_EXITED) {
		names_known(&tasks->names, task, event);
		if (event->kind == TASK_ALREADY_EXITED && note_end(task, event->time_ns))
			drop_later(&tasks->ended_before, task);
		return;
	}
	if (event->kind == TASK_EXEC)
		revive_leader(tasks, task, event->time_ns);
	names_note(&tasks->names, event, task, parent);
	if (event->kind == TASK_EXIT)
		end_task(tasks, task, event->time_ns);
}

void tasks_lost(struct tasks *tasks)
{
	tasks->names.epoch++;
	tasks->doubtful = 2 * tasks->n;
}

void tasks_resolve(struct tasks *tasks, uint64_t now_ns)
{
	names_resolve(&tasks->names, tasks->touched, now_ns);
}

struct task *tasks_touched(const struct tasks *tasks)
{
	return tasks->touched;
}

uint32_t tasks_exited(const struct tasks *tasks)
{
	return tasks->exited;
}

void tasks_visit(const struct tasks *tasks, const struct tasks_visitor *visitor)
{
	const struct process *process, *next_process;
	const struct task *task, *next_task;

	HASH_ITER(hh, tasks->processes.by_pid, process, next_process)
		visitor->process(visitor->data, process);
	HASH_ITER(hh, tasks->by_tid, task, next_task)
		(task->exit_ns ? visitor->ended : visitor->task)(visitor->data, task);
}

size_t tasks_count(const struct tasks *tasks)
{
	return tasks->n;
}
