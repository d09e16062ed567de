/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks of the last interval; see event_tasks.h. */
#include "config.h"
#include "collect/events/event_tasks.h"

#include <stdlib.h>

#include "model/counts.h"
#include "model/list_room.h"

#define COVERED 0.95		/* of the slots: then the other threads may be missing */

struct process {
	int32_t pid;
	uint64_t start_ns;
	uint64_t user, cgroup, name;	/* hashes, as their rows' start_ns; 0: none */
	uint32_t threads;
	double busy_ns;
	bool exited;
};

struct thread {
	int32_t tid;
	uint32_t process;	/* index */
	uint64_t start_ns;
	double slots, busy_ns;
	bool exited, born;
};

struct event_tasks {
	struct process *processes;
	struct thread *threads;
	size_t n_processes, room_processes;
	size_t n_threads, room_threads;
	double seconds;		/* of the interval */
};

struct event_tasks *event_tasks_new(void)
{
	return calloc(1, sizeof(struct event_tasks));
}

void event_tasks_free(struct event_tasks *tasks)
{
	if (!tasks)
		return;
	free(tasks->processes);
	free(tasks->threads);
	free(tasks);
}

static uint64_t hash_of(const struct snapshot *snapshot, enum row_kind kind, int32_t index)
{
	return index < 0 ? 0 : snapshot->table[kind].rows[index].start_ns;
}

/* Did the task begin in this interval? */
static bool is_birth(const struct snapshot *snapshot, const struct row *row)
{
	return row->born && row->start_ns + snapshot->interval_ns > snapshot->end_ns;
}

static void see_processes(struct event_tasks *tasks, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];
	struct process *more = list_room(tasks->processes, table->n, &tasks->room_processes, 64, sizeof(*more));

	if (more)
		tasks->processes = more;
	tasks->n_processes = table->n < tasks->room_processes ? table->n : tasks->room_processes;
	for (size_t i = 0; i < tasks->n_processes; i++) {
		const struct row *row = &table->rows[i];

		tasks->processes[i] = (struct process){
			.pid = row->id, .start_ns = row->start_ns, .threads = row->threads,
			.user = hash_of(snapshot, ROW_USER, row->of_user),
			.cgroup = hash_of(snapshot, ROW_CGROUP, row->of_cgroup),
			.name = hash_of(snapshot, ROW_NAME, row->of_name),
			.exited = row->exited, .busy_ns = (double)row->busy_ns,
		};
	}
}

static void see_threads(struct event_tasks *tasks, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_THREAD];
	struct thread *more = list_room(tasks->threads, table->n, &tasks->room_threads, 64, sizeof(*more));

	if (more)
		tasks->threads = more;
	tasks->n_threads = 0;
	for (size_t i = 0; i < table->n && tasks->n_threads < tasks->room_threads; i++) {
		const struct row *row = &table->rows[i];

		if (row->parent < 0 || (size_t)row->parent >= tasks->n_processes || row->id <= 0)
			continue;
		tasks->threads[tasks->n_threads++] = (struct thread){
			.tid = row->id, .process = (uint32_t)row->parent,
			.start_ns = row->start_ns,
			.slots = counts_or_0(&row->numbers->counts, EV_SLOTS),
			.busy_ns = (double)row->busy_ns,
			.exited = row->exited, .born = is_birth(snapshot, row),
		};
	}
}

void event_tasks_see(struct event_tasks *tasks, const struct snapshot *snapshot)
{
	tasks->seconds = (double)snapshot->interval_ns / 1e9;
	see_processes(tasks, snapshot);
	see_threads(tasks, snapshot);
}

/* Is the process, or for LIVE_THREAD may its threads be, of the scope? */
static bool has_process(const struct live_request *request, const struct process *process)
{
	if (process->pid <= 0)
		return false;
	switch (request->scope) {
	case LIVE_MACHINE:
	case LIVE_CPU:
	case LIVE_THREAD:
	case LIVE_WATCHED:
		return true;
	case LIVE_PROCESS:
		return process->pid == request->id &&
		       (!request->start_ns || process->start_ns == request->start_ns);
	case LIVE_USER:
		return process->user == request->start_ns;
	case LIVE_CGROUP:
		return process->cgroup == request->start_ns;
	case LIVE_NAME:
		return process->name == request->start_ns;
	case LIVE_REGION:	/* of nodes only, as its process */
	case LIVE_NOTHING:
		break;
	}
	return false;
}

static bool has_thread(const struct live_request *request, const struct event_tasks *tasks,
		       const struct thread *thread)
{
	if (request->scope == LIVE_THREAD)
		return thread->tid == request->id &&
		       (!request->start_ns || thread->start_ns == request->start_ns);
	return has_process(request, &tasks->processes[thread->process]);
}

/* Puts a thread into the list, which is sorted by falling share and has room for max. */
static size_t insert(struct event_task *picked, size_t n, size_t max,
		     const struct event_task *task)
{
	size_t at = n;

	if (n == max && (!max || picked[n - 1].share >= task->share))
		return n;
	if (n == max)
		at = --n;
	while (at > 0 && picked[at - 1].share < task->share) {
		picked[at] = picked[at - 1];
		at--;
	}
	picked[at] = *task;
	return n + 1;
}

/* What the processes tell of the scope. */
static void event_tasks_describe(const struct event_tasks *tasks, const struct live_request *request,
				 struct event_scope *scope)
{
	for (size_t i = 0; i < tasks->n_processes; i++) {
		const struct process *process = &tasks->processes[i];

		if (request->scope == LIVE_THREAD || !has_process(request, process))
			continue;
		scope->known = true;
		scope->processes++;
		scope->threads += process->threads;
		scope->busy_ns += process->busy_ns;
		if (request->scope == LIVE_PROCESS)
			scope->exited = process->exited;
	}
}

size_t event_tasks_pick(struct event_tasks *tasks, const struct live_request *request,
			struct event_task *picked, size_t max, struct event_scope *scope)
{
	double slots = 0, busy_ns = 0, births = 0;
	uint32_t ran = 0;
	size_t n = 0;

	*scope = (struct event_scope){ .known = false };
	event_tasks_describe(tasks, request, scope);
	for (size_t i = 0; i < tasks->n_threads; i++) {
		const struct thread *thread = &tasks->threads[i];

		if (!has_thread(request, tasks, thread))
			continue;
		ran++;
		births += thread->born && thread->exited;
		slots += thread->slots;
		busy_ns += thread->busy_ns;
		scope->known = true;
		if (request->scope == LIVE_THREAD)
			scope->exited = thread->exited;
	}
	for (size_t i = 0; i < tasks->n_threads; i++) {
		const struct thread *thread = &tasks->threads[i];
		const double part = slots > 0 ? thread->slots / slots :
				    busy_ns > 0 ? thread->busy_ns / busy_ns : 0;

		if (!thread->exited && has_thread(request, tasks, thread))
			n = insert(picked, n, max, &(struct event_task){
				thread->tid, tasks->processes[thread->process].pid, part });
	}
	if (scope->threads < ran)
		scope->threads = ran;
	scope->weighed = slots > 0 || busy_ns > 0;
	scope->seconds = tasks->seconds;
	if (scope->busy_ns < busy_ns)
		scope->busy_ns = busy_ns;
	scope->births = tasks->seconds > 0 ? births / tasks->seconds : 0;
	return n;
}

size_t event_tasks_busy(const struct event_task *task, size_t n)
{
	double covered = 0;

	for (size_t i = 0; i < n; i++) {
		if (task[i].share < EVENT_LEAST_SHARE && covered >= COVERED)
			return i;
		covered += task[i].share;
	}
	return n;
}

void event_tasks_processes(const struct event_tasks *tasks, const struct live_request *request,
			   void (*found)(void *to, int32_t pid), void *to)
{
	for (size_t i = 0; i < tasks->n_processes; i++) {
		if (request->scope != LIVE_THREAD && has_process(request, &tasks->processes[i]))
			found(to, tasks->processes[i].pid);
	}
}
