/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory of the registry's tasks, in blocks that do not move; see task_pool.h. Collector thread. */
#include "config.h"
#include "collect/tasks/task_pool.h"

#include <stdlib.h>
#include <string.h>

#include "collect/tasks/task_entry.h"

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
