/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of processes: pid -> its newest life, which leads to older ones. Entries come from a
 * free list. Called by collect/tasks/tasks.c. Collector thread.
 */
#include "config.h"
#include "collect/tasks/process.h"

#include <stdlib.h>
#include <string.h>

struct process *process_find(const struct processes *processes, int32_t pid, uint64_t time_ns)
{
	struct process *newest = id_table_find(&processes->by_pid, pid), *process;

	for (process = newest; process; process = process->older)
		if (process->start_ns <= time_ns + CLOCK_SKEW_NS)
			return process;
	return newest;
}

static void free_process(struct processes *processes, struct process *process)
{
	process->older = processes->unused;
	processes->unused = process;
}

struct process *process_add(struct processes *processes, int32_t pid, uint64_t start_ns)
{
	struct process *process, *newest = id_table_find(&processes->by_pid, pid);
	int lives = 0;

	for (process = newest; process; process = process->older)
		lives++;
	if (lives >= LIVES_MAX)
		return NULL;
	process = processes->unused;
	if (process)
		processes->unused = process->older;
	else
		process = malloc(sizeof(*process));
	if (!process)
		return NULL;
	memset(process, 0, sizeof(*process));
	process->pid = pid;
	process->start_ns = start_ns;
	if (!id_table_set(&processes->by_pid, pid, process)) {
		free_process(processes, process);
		return NULL;
	}
	process->older = newest;
	return process;
}

void processes_next_interval(struct processes *processes)
{
	processes->interval++;
	processes->listed = NULL;
	processes->link_listed = &processes->listed;
}

static void unlink_recent(struct process *process)
{
	if (!process->link_recent)
		return;
	*process->link_recent = process->next_recent;
	if (process->next_recent)
		process->next_recent->link_recent = process->link_recent;
}

void process_touch(struct processes *processes, struct process *process)
{
	process->touched++;
	if (process->touched_in == processes->interval)
		return;
	process->touched_in = processes->interval;
	unlink_recent(process);
	process->next_recent = processes->recent;
	process->link_recent = &processes->recent;
	if (process->next_recent)
		process->next_recent->link_recent = &process->next_recent;
	processes->recent = process;
}

bool process_list(struct processes *processes, struct process *process)
{
	if (process->listed_in == processes->interval)
		return false;
	process->listed_in = processes->interval;
	process->next_listed = NULL;
	*processes->link_listed = process;
	processes->link_listed = &process->next_listed;
	return true;
}

void process_began_by(struct process *process, uint64_t start_ns)
{
	if (start_ns < process->start_ns && !process->forked && !process->shown)
		process->start_ns = start_ns;
}

void process_release(struct processes *processes, struct process *process)
{
	struct process *newest = id_table_find(&processes->by_pid, process->pid), **link;

	if (process->refs && --process->refs)
		return;
	if (newest == process && newest->older) {
		(void)id_table_set(&processes->by_pid, process->pid, newest->older);	/* in its place */
	} else if (newest == process) {
		id_table_remove(&processes->by_pid, process->pid);
	} else if (newest) {
		for (link = &newest->older; *link && *link != process; link = &(*link)->older)
			;
		if (*link)
			*link = process->older;
	}
	unlink_recent(process);
	strings_put(&processes->strings, process->command);
	strings_put(&processes->strings, process->user);
	strings_put(&processes->strings, process->cgroup);
	free(process->lifetime_sum);
	free_process(processes, process);
}

bool process_exited(const struct process *process)
{
	if (process->alive)
		return false;
	return process->threads_known ? process->threads == 0 : process->leader_exited;
}

void processes_done(struct processes *processes)
{
	struct process *process;

	while ((process = processes->unused)) {
		processes->unused = process->older;
		free(process);
	}
	id_table_done(&processes->by_pid);
}
