/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes whose threads all have events; see deep_processes.h. */
#include "config.h"
#include "collect/deep/deep_processes.h"

#include <stdlib.h>

#define ROUNDS 3		/* while new threads appear in the lists */
#define ORPHANS_IDLE 3		/* intervals without children that run */

struct deep_process {
	int32_t pid;
	bool inherited;		/* it was begun by a process of the scope, and is counted there */
	bool sealed;		/* all its threads had events before they began others */
};

void deep_processes_clear(struct deep_processes *processes)
{
	processes->n = 0;
	processes->rounds = 0;
}

void deep_processes_done(struct deep_processes *processes)
{
	free(processes->process);
	processes->process = NULL;
	processes->n = processes->room = 0;
}

static struct deep_process *processes_find(const struct deep_processes *processes, int32_t pid)
{
	for (size_t i = 0; i < processes->n; i++)
		if (processes->process[i].pid == pid)
			return &processes->process[i];
	return NULL;
}

static struct deep_process *processes_add(struct deep_processes *processes, int32_t pid)
{
	if (processes->n == processes->room) {
		const size_t room = 2 * processes->room + 16;
		struct deep_process *more = realloc(processes->process, room * sizeof(more[0]));

		if (!more)
			return NULL;
		processes->process = more;
		processes->room = room;
	}
	processes->process[processes->n] = (struct deep_process){ .pid = pid };
	return &processes->process[processes->n++];
}

/* ---- which there are ---- */

/* Was the process begun by one whose events it has, after these were opened? */
static bool is_inherited(const struct deep_processes *processes, const struct snapshot *snapshot,
			 int32_t pid)
{
	const struct row *row = snapshot ? snapshot_find(snapshot, ROW_PROCESS, pid) : NULL;

	if (processes->open->inherit != DEEP_FAMILY || !row || !row->born ||
	    row->start_ns <= processes->began_ns)
		return false;
	/* One whose parent has exited is a child of init, or of who adopts. */
	return processes->request.scope == LIVE_WATCHED || row->ppid <= 1 ||
	       processes_find(processes, row->ppid);
}

struct listing {
	struct deep_processes *processes;
	const struct snapshot *snapshot;	/* NULL: at the beginning */
};

static void see_process(void *to, int32_t pid)
{
	const struct listing *listing = to;
	struct deep_processes *processes = listing->processes;
	struct deep_process *process = processes_find(processes, pid);

	if (process)
		return;
	process = processes_add(processes, pid);
	if (!process)
		return;
	process->inherited = is_inherited(processes, listing->snapshot, pid);
	if (!process->inherited)
		(void)event_queue_list(processes->queue, pid);
}

static void see_all(struct deep_processes *processes, const struct snapshot *snapshot)
{
	struct listing listing = { processes, snapshot };
	const enum live_scope scope = processes->request.scope;

	if (scope == LIVE_PROCESS || scope == LIVE_WATCHED)
		see_process(&listing, processes->request.id);
	event_tasks_processes(processes->tasks, &processes->request, see_process, &listing);
}

void deep_processes_look(struct deep_processes *processes, const struct live_request *request,
			 uint64_t now_ns)
{
	deep_processes_clear(processes);
	processes->request = *request;
	processes->began_ns = now_ns;
	see_all(processes, NULL);
}

/* ---- threads that begin meanwhile ---- */

/* Its threads are listed anew, and opened. */
static void reopen(struct deep_processes *processes, int32_t pid)
{
	struct deep_process *process = processes_find(processes, pid);
	struct deep_open *open = processes->open;

	if (process)
		process->sealed = false;
	for (size_t i = open->table.n; i-- > 0;)
		if (deep_open_at(open, i)->of.pid == pid)
			deep_open_close(open, i);
	(void)event_queue_list(processes->queue, pid);
}

/* Was a thread begun before its parent had events? It is not known which one has them. */
static void check_process(struct deep_processes *processes, struct deep_process *process)
{
	struct event_queue *queue = processes->queue;
	const size_t before = queue->n;

	(void)event_queue_list(queue, process->pid);
	process->sealed = queue->n == before || processes->rounds >= ROUNDS;
	if (queue->n == before)
		return;
	queue->n = before;
	if (!process->sealed)
		reopen(processes, process->pid);
}

void deep_processes_list_again(struct deep_processes *processes)
{
	if (!processes->queue->fresh || processes->rounds >= ROUNDS)
		return;
	processes->rounds++;
	processes->queue->fresh = false;
	for (size_t i = 0; i < processes->n; i++)
		if (!processes->process[i].inherited && !processes->process[i].sealed)
			check_process(processes, &processes->process[i]);
}

void deep_processes_give_up(struct deep_processes *processes)
{
	processes->rounds = ROUNDS;
}

/* ---- after an interval ---- */

/* Its children may go on: their counts come through its events. */
static void see_exit(struct deep_processes *processes, struct deep_process *process)
{
	struct deep_open *open = processes->open;

	for (size_t i = open->table.n; i-- > 0;) {
		struct event_target *target = &deep_open_at(open, i)->of;

		if (target->pid != process->pid)
			continue;
		if (open->inherit == DEEP_FAMILY)
			target->tid = target->pid = 0;
		else
			deep_open_close(open, i);
	}
	*process = processes->process[--processes->n];
}

static void close_orphans(struct deep_open *open)
{
	for (size_t i = open->table.n; i-- > 0;) {
		struct event_target *target = &deep_open_at(open, i)->of;

		if (target->tid)
			continue;
		target->idle = target->stalled ? target->idle + 1 : 0;
		if (target->lost || target->idle >= ORPHANS_IDLE)
			deep_open_close(open, i);
	}
}

static void reopen_torn(struct deep_processes *processes)
{
	const struct deep_open *open = processes->open;

	for (size_t i = 0; i < open->table.n;) {
		const struct event_target *target = &deep_open_at(open, i)->of;

		if (target->lost && target->tid) {
			reopen(processes, target->pid);
			i = 0;		/* others have taken their places */
		} else {
			i++;
		}
	}
}

void deep_processes_see(struct deep_processes *processes, const struct event_task *task, size_t n,
			const struct snapshot *snapshot)
{
	struct deep_open *open = processes->open;

	processes->rounds = 0;
	see_all(processes, snapshot);
	for (size_t i = processes->n; i-- > 0;) {
		struct deep_process *process = &processes->process[i];
		const struct row *row = snapshot_find(snapshot, ROW_PROCESS, process->pid);

		if (row && row->exited)
			see_exit(processes, process);
	}
	for (size_t i = 0; i < n; i++) {
		const long at = event_table_find(&open->table, task[i].tid, -1);

		if (at >= 0)
			event_target_see_busy(&deep_open_at(open, (size_t)at)->of, task[i].share);
	}
	reopen_torn(processes);
	close_orphans(open);
}
