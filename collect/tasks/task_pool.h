/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of the registry's tasks: a free list, so that short-lived tasks cost no allocation. For
 * collect/tasks/tasks.c. Collector thread.
 */
#pragma once

struct task;
struct task_block;

struct task_pool {		/* all zero: empty */
	struct task *unused;	/* linked by next_exited */
	struct task_block *blocks;
};

struct task *task_pool_take(struct task_pool *pool);	/* zeroed; NULL without memory */
void task_pool_give(struct task_pool *pool, struct task *task);
void task_pool_done(struct task_pool *pool);	/* frees all of them */
