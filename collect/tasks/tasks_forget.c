/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How tasks leave the registry: an interval after their end, or when nobody finds them any more, for their EXIT record
 * may have been lost. Collector thread.
 */
#include "config.h"
#include "collect/tasks/tasks_own.h"

#include <stdlib.h>

/* Per interval: how many sleeping entries may be passed, and how many asked for in /proc. */
#define CHECKS_STEPS 256
#define CHECKS_ASKED 16

/*
 * After lost records this part of all entries is passed and asked for in each interval, until each was twice:
 * so those whose EXIT is lost are at most some 32 intervals' worth, however fast they come.
 */
#define DOUBTS_PART 16

static void drop_task(struct tasks *tasks, struct task *task)
{
	struct task *head, **link;

	HASH_FIND_INT(tasks->by_tid, &task->tid, head);
	if (head == task) {
		if (tasks->cursor == task)
			tasks->cursor = task->hh.next;
		HASH_DEL(tasks->by_tid, head);
		if (task->older) {
			task->older->superseded = false;
			HASH_ADD_INT(tasks->by_tid, tid, task->older);
		}
	} else if (head) {
		for (link = &head->older; *link && *link != task; link = &(*link)->older)
			;
		if (*link)
			*link = task->older;
	}
	if (!task->exit_ns)
		task->process->alive--;
	process_release(&tasks->processes, task->process);
	task->next_ended = tasks->unused;
	tasks->unused = task;
	tasks->n--;
}

/* Looks for sleeping entries whose EXIT record was lost: a few per interval, round and round. */
static void check_some(struct tasks *tasks)
{
	const struct tasks_ask *ask = &tasks->names.ask;
	size_t steps = tasks->n < CHECKS_STEPS ? tasks->n : CHECKS_STEPS;
	size_t most = CHECKS_ASKED, asked = 0;

	if (!ask->exists)
		return;
	if (tasks->doubtful && tasks->n / DOUBTS_PART > CHECKS_ASKED)
		steps = most = tasks->n / DOUBTS_PART;
	tasks->doubtful -= steps < tasks->doubtful ? steps : tasks->doubtful;
	for (; steps > 0 && asked < most; steps--) {
		struct task *task = tasks->cursor ? tasks->cursor : tasks->by_tid;

		if (!task)
			return;
		tasks->cursor = task->hh.next;
		if (task->sum || task->dropping)
			continue;
		asked++;
		if (ask->exists(ask->data, task->pid, task->tid))
			continue;
		/* Perhaps its EXIT record is only under way: that would find nobody, and no name. */
		if (task->missed)
			drop_task(tasks, task);
		else
			task->missed = true;
	}
}

void tasks_next_interval(struct tasks *tasks)
{
	struct task *task, *next;

	check_some(tasks);
	for (task = tasks->touched; task; task = next) {
		next = task->next_touched;
		task->sum = NULL;
		task->shown = true;
		task->process->touched = 0;
		task->process->shown = true;
	}
	tasks->touched = NULL;
	task_sums_clear(&tasks->sums);
	for (task = tasks->ended_before; task; task = next) {
		next = task->next_ended;
		task->dropping = false;
		if (task->exit_ns)
			drop_task(tasks, task);
	}
	tasks->ended_before = tasks->ended;
	tasks->ended = NULL;
	tasks->exited = 0;
}

void tasks_free(struct tasks *tasks)
{
	struct task_block *block;

	if (!tasks)
		return;
	while (tasks->by_tid)
		drop_task(tasks, tasks->by_tid);
	while ((block = tasks->blocks)) {
		tasks->blocks = block->next;
		free(block);
	}
	processes_done(&tasks->processes);
	task_sums_done(&tasks->sums);
	names_done(&tasks->names);
	free(tasks);
}
