/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table by pid or tid, and that of processes: pid -> its newest life, which leads to older ones. Entries come from a
 * free list. Called by collect/tasks/tasks.c. Collector thread.
 */
#include "config.h"
#include "collect/tasks/process.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS_MIN 64

/* At most three of four slots are used. */
static bool make_room(struct id_table *table)
{
	struct id_table larger = { .n = table->n,
				   .cap = table->cap ? 2 * table->cap : SLOTS_MIN };

	if (4 * (table->n + 1) <= 3 * table->cap)
		return true;
	larger.slots = calloc(larger.cap, sizeof(larger.slots[0]));
	if (!larger.slots)
		return table->n + 1 < table->cap;
	for (size_t i = 0; i < table->cap; i++)
		if (table->slots[i].item)
			larger.slots[id_table_seek(&larger, table->slots[i].id)] = table->slots[i];
	free(table->slots);
	*table = larger;
	return true;
}

bool id_table_set(struct id_table *table, int32_t id, void *item)
{
	if (!id_table_find(table, id)) {
		if (!make_room(table))
			return false;
		table->n++;
	}
	table->slots[id_table_seek(table, id)] = (struct id_slot){ item, id };
	return true;
}

/* Each that follows without a gap moves into the hole, unless it belongs behind it. */
void id_table_remove(struct id_table *table, int32_t id)
{
	const size_t mask = table->cap - 1;
	size_t hole = id_table_seek(table, id);

	for (size_t at = (hole + 1) & mask; table->slots[at].item; at = (at + 1) & mask) {
		const size_t home = id_table_slot(table, table->slots[at].id);

		if (((at - home) & mask) < ((at - hole) & mask))
			continue;
		table->slots[hole] = table->slots[at];
		hole = at;
	}
	table->slots[hole].item = NULL;
	table->n--;
}

void id_table_done(struct id_table *table)
{
	free(table->slots);
	*table = (struct id_table){ .slots = NULL };
}

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
	process->windows = NULL;
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
