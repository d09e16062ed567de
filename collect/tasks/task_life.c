/* SPDX-License-Identifier: GPL-2.0-only */
/* Lives and deaths of single tasks; see task_life.h. Collector thread. */
#include "config.h"
#include "collect/tasks/task_life.h"

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
