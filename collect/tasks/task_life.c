/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory, lives and deaths of single tasks; see tasks_parts.h. Collector thread. */
#include "config.h"
#include "collect/tasks/tasks_parts.h"

#include <stdlib.h>
#include <string.h>

#include "collect/tasks/process.h"

/* Entries are allocated in blocks: tasks that start together often run together. */
#define BLOCK_TASKS 64

struct task_block {
	struct task_block *next;
	struct task tasks[BLOCK_TASKS];
};

struct task *task_pool_take(struct task_pool *pool)
{
	struct task *task = pool->unused;
	struct task_block *block;
	int i;

	if (!task) {
		block = malloc(sizeof(*block));
		if (!block)
			return NULL;
		block->next = pool->blocks;
		pool->blocks = block;
		for (i = BLOCK_TASKS - 1; i >= 0; i--) {
			block->tasks[i].next_exited = task;
			task = &block->tasks[i];
		}
	}
	pool->unused = task->next_exited;
	memset(task, 0, sizeof(*task));
	return task;
}

void task_pool_give(struct task_pool *pool, struct task *task)
{
	task->next_exited = pool->unused;
	pool->unused = task;
}

void task_pool_done(struct task_pool *pool)
{
	struct task_block *block;

	while ((block = pool->blocks)) {
		pool->blocks = block->next;
		free(block);
	}
	pool->unused = NULL;
}

void task_link_alive(struct task *task)
{
	struct process *process = task->process;

	task->next_alive = process->first_alive;
	task->link_alive = &process->first_alive;
	if (task->next_alive)
		task->next_alive->link_alive = &task->next_alive;
	process->first_alive = task;
	process->alive++;
	if (task->tid == task->pid)
		process->leader_exited = false;
}

void task_unlink_alive(struct task *task)
{
	*task->link_alive = task->next_alive;
	if (task->next_alive)
		task->next_alive->link_alive = task->link_alive;
	task->process->alive--;
}

bool task_note_exit(struct task *task, uint64_t time_ns)
{
	if (task->exit_ns)
		return false;
	task->exit_ns = time_ns;
	task_unlink_alive(task);
	if (task->tid == task->pid)
		task->process->leader_exited = true;
	return true;
}

bool task_is_dead(const struct task *task)
{
	return task->exit_ns && task->tid == task->pid && !task->process->alive;
}

struct task *task_former(const struct task *task)
{
	struct task *former = task->unproven && !task->exit_ns ? task->older : NULL;

	while (former && former->unproven)
		former = former->older;
	return former && former->process == task->process ? former : NULL;
}

void task_prove_life(struct processes *processes, struct task *task, uint64_t time_ns)
{
	struct process *former = task->process;
	struct process *process = process_add(processes, task->pid, time_ns);

	if (!process)
		return;
	task->unproven = false;
	if (task->exit_ns == task->start_ns)	/* not by a record */
		task->exit_ns = 0;
	else if (!task->exit_ns)
		task_unlink_alive(task);
	process->refs++;
	process->leader_exited = former->leader_exited = true;
	task->process = process;
	if (!task->exit_ns)
		task_link_alive(task);
	if (task->sum) {
		former->touched--;
		process_touch(processes, process);
	}
	process_release(processes, former);
}
