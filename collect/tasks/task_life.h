/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which tasks of a process are alive, and whether a tid that runs after its exit is another task by
 * now. For collect/tasks/tasks.c. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/tasks/process.h"
#include "collect/tasks/task_entry.h"

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
