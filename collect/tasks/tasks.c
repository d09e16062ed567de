/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registry: tid -> task, pid -> process; see tasks.h. A reused tid or pid gets a new entry in
 * front of the old one (`older`), and a time decides between them. Entries come from free lists, so
 * short-lived tasks cost no allocation; they go an interval after their exit, or when /proc does
 * not know them any more, as their EXIT record may have been lost. Called by collect/collector/aggregate.c.
 * Collector thread.
 */
#include "config.h"
#include "collect/tasks/tasks.h"

#include <stdlib.h>

#include "collect/tasks/tasks_parts.h"

/*
 * A pid is not reused as soon as that. A task may be preempted for longer between its EXIT record
 * and its last switch.
 */
#define DYING_NS 20000000ULL

/*
 * Limits per interval: sleeping entries that are passed, and entries that are looked up in /proc.
 */
#define CHECKS_STEPS 256
#define CHECKS_LOOKUPS 16

/*
 * After lost records 1/16 of all entries is looked up in each interval, until each was looked up
 * twice. So the entries whose EXIT record is lost are at most those of some 32 intervals, however
 * fast tasks are created.
 */
#define DOUBTS_FRACTION 16

struct tasks {
	struct id_table by_tid;			/* the last life of each */
	struct task *touched;
	struct task *exited_now, *exited_before;	/* in this interval, and before */
	size_t cursor;				/* next slot of by_tid to check for a lost EXIT */
	struct task_pool pool;
	struct processes processes;
	struct task_sums sums;
	uint32_t exited;
	size_t n;
	size_t doubtful;			/* entries still to pass after lost records */
	struct names names;
	struct waits waits;
};

struct tasks *tasks_new(const struct task_lookup *lookup)
{
	struct tasks *tasks = calloc(1, sizeof(*tasks));

	if (!tasks)
		return NULL;
	tasks->names.epoch = tasks->names.refresh_round = 1;
	tasks->names.strings = &tasks->processes.strings;
	processes_next_interval(&tasks->processes);
	if (lookup)
		tasks->names.lookup = *lookup;
	return tasks;
}

/*
 * The task of this tid at that time. A task without a FORK record may be older than its first
 * slice.
 */
static struct task *find_task(const struct tasks *tasks, int32_t tid, uint64_t time_ns)
{
	struct task *task = id_table_find(&tasks->by_tid, tid);

	for (; task; task = task->older)
		if (task->start_ns <= time_ns + CLOCK_SKEW_NS || (!task->forked && !task->older))
			return task;
	return NULL;
}

/* Adds the task to those of the interval. False without memory. */
static bool touch(struct tasks *tasks, struct task *task)
{
	if (task->sum)
		return true;
	task->sum = task_sums_take(&tasks->sums);
	if (!task->sum)
		return false;
	task->next_touched = tasks->touched;
	tasks->touched = task;
	process_touch(&tasks->processes, task->process);
	return true;
}

static void drop_later(struct task **list, struct task *task)
{
	if (task->listed_as_exited)
		return;
	task->listed_as_exited = true;
	task->next_exited = *list;
	*list = task;
}

static void exit_task(struct tasks *tasks, struct task *task, uint64_t time_ns)
{
	if (!task_note_exit(task, time_ns))
		return;
	tasks->exited++;
	(void)touch(tasks, task);	/* without memory its exit is not reported */
	drop_later(&tasks->exited_now, task);
}

/* Links the task by its start: in front of all others of its tid, or behind one. False without memory. */
static bool link_task(struct tasks *tasks, struct task *task)
{
	struct task *head = id_table_find(&tasks->by_tid, task->tid);

	if (head && head->start_ns > task->start_ns) {
		while (head->older && head->older->start_ns > task->start_ns)
			head = head->older;
		task->older = head->older;
		task->superseded = true;
		head->older = task;
		exit_task(tasks, task, head->start_ns);
		return true;
	}
	if (!id_table_set(&tasks->by_tid, task->tid, task))
		return false;
	if (head)
		head->superseded = true;
	task->older = head;
	return true;
}

/* May this tid get one more entry? A recording has a limit of tasks, and each tid one of lives. */
static bool may_add(const struct tasks *tasks, int32_t tid)
{
	int lives = 0;

	if (tasks->names.lookup.max_tasks && tasks->n >= tasks->names.lookup.max_tasks)
		return false;
	for (const struct task *task = id_table_find(&tasks->by_tid, tid); task; task = task->older)
		lives++;
	return lives < LIVES_MAX;
}

static struct task *add_task(struct tasks *tasks, int32_t tid, struct process *process,
			     uint64_t start_ns)
{
	struct task *task;

	if (!process)
		return NULL;
	process->refs++;
	task = may_add(tasks, tid) ? task_pool_take(&tasks->pool) : NULL;
	if (!task) {
		process_release(&tasks->processes, process);
		return NULL;
	}
	task->tid = tid;
	task->pid = process->pid;
	task->start_ns = start_ns;
	task->process = process;
	process_began_by(process, start_ns);
	task_link_alive(task);
	if (!link_task(tasks, task)) {
		task_unlink_alive(task);
		process_release(&tasks->processes, process);
		task_pool_give(&tasks->pool, task);
		return NULL;
	}
	/* The former task of this tid must have exited, even if its EXIT record is lost or late. */
	if (task->older)
		exit_task(tasks, task->older, start_ns);
	/* Records of before an exec may come after it. */
	if (tid != task->pid && task->start_ns < process->exec_ns)
		exit_task(tasks, task, process->exec_ns);
	tasks->n++;
	return task;
}

/*
 * The process of a new task. A new leader of a known pid has a new process, unless other threads of
 * the old one are alive: then one of them has called exec.
 */
static struct process *process_for(struct tasks *tasks, int32_t pid, int32_t tid, uint64_t time_ns)
{
	struct process *process = process_find(&tasks->processes, pid, time_ns);

	if (process && pid == tid && process->leader_exited && !process->alive &&
	    process->start_ns < time_ns)
		process = NULL;
	return process ? process : process_add(&tasks->processes, pid, time_ns);
}

/*
 * Moves the start of a task that is seen at an earlier time, as records come out of order; once in
 * a snapshot the start is a key and stays.
 */
static void began_by(struct task *task, uint64_t time_ns)
{
	if (task->forked || task->shown || time_ns >= task->start_ns)
		return;
	task->start_ns = time_ns;
	process_began_by(task->process, time_ns);
}

/* The task of this pid and tid at a time, added if it is new. pid <= 0: not known. */
static struct task *task_at(struct tasks *tasks, int32_t pid, int32_t tid, uint64_t time_ns)
{
	struct task *task = find_task(tasks, tid, time_ns);

	if (task && (pid <= 0 || task->pid == pid)) {
		began_by(task, time_ns);
		return task;
	}
	if (pid <= 0)
		pid = tid;
	return add_task(tasks, tid, process_for(tasks, pid, tid, time_ns), time_ns);
}

/*
 * The task of a slice that began long after its process exited: as a rule it runs once more while
 * it dies. If the slice does not say, it is another life if a FORK record says so: until then that
 * is an entry of the same process.
 */
static struct task *take_late(struct tasks *tasks, struct task *task, const struct slice *slice,
			      uint64_t began_ns)
{
	struct task *next;

	if (slice->life_ns > task->exit_ns)
		return add_task(tasks, slice->tid,
				process_for(tasks, slice->tid, slice->tid, began_ns), began_ns);
	if (slice->life_ns) {
		task->lingers = true;
		return task;
	}
	next = add_task(tasks, task->tid, task->process, began_ns);
	if (next)
		next->unproven = true;
	return next;
}

/* What no FORK record has proven to be another life is the former one's. */
static void settle_unproven(struct tasks *tasks)
{
	struct task **link, *task, *former;

	for (task = tasks->touched; task; task = task->next_touched)
		if ((former = task_former(task)))
			(void)touch(tasks, former);
	for (link = &tasks->touched; (task = *link);) {
		former = task_former(task);
		if (!former || !former->sum) {
			link = &task->next_touched;
			continue;
		}
		task_sum_add(former->sum, task->sum);
		former->lingers = true;
		(void)task_note_exit(task, task->start_ns);
		drop_later(&tasks->exited_now, task);
		task->sum = NULL;
		task->process->touched--;
		*link = task->next_touched;
	}
}

struct task *tasks_of_slice(struct tasks *tasks, const struct slice *slice)
{
	/* A slice of the task source also has the time of all children: more than has passed. */
	uint64_t began_ns = slice->cpu == CPU_UNKNOWN ? slice->time_ns :
							slice->time_ns - slice->duration_ns;
	struct task *task = task_at(tasks, slice->pid, slice->tid, began_ns);

	if (task && slice->cpu != CPU_UNKNOWN && task_is_dead(task) &&
	    began_ns > task->exit_ns + DYING_NS)
		task = take_late(tasks, task, slice, began_ns);
	return task && touch(tasks, task) ? task : NULL;
}

/* A leader's FORK record starts a process, unless slices of its threads have come before. */
static struct process *fork_process(struct tasks *tasks, const struct task_event *event)
{
	struct process *process = process_find(&tasks->processes, event->pid, event->time_ns);

	if (event->pid != event->tid && process)
		return process;
	if (!process || process->forked || process->start_ns + CLOCK_SKEW_NS < event->time_ns)
		process = process_add(&tasks->processes, event->pid, event->time_ns);
	else
		process_began_by(process, event->time_ns);	/* a thread was seen first */
	if (process && event->pid == event->tid)
		process->forked = true;
	return process;
}

/*
 * Finds a task with slices that came before its FORK record, although its predecessor of the same
 * tid is known as well.
 */
static struct task *find_seen_before_fork(const struct tasks *tasks, int32_t tid, uint64_t time_ns)
{
	struct task *task = id_table_find(&tasks->by_tid, tid);

	for (; task && task->older; task = task->older)
		if (!task->forked && task->start_ns + CLOCK_SKEW_NS >= time_ns &&
		    task->older->exit_ns && task->older->exit_ns <= time_ns + CLOCK_SKEW_NS)
			return task;
	return NULL;
}

/* A FORK record has the exact start; slices of the task on another CPU may have come before it. */
static struct task *fork_task(struct tasks *tasks, const struct task_event *event)
{
	struct task *task = find_seen_before_fork(tasks, event->tid, event->time_ns);

	if (!task)
		task = find_task(tasks, event->tid, event->time_ns);
	if (task && task->forked && task->start_ns == event->time_ns)
		return NULL;	/* the same record again */
	if (task && task->pid == event->pid && !task->forked &&
	    task->start_ns + CLOCK_SKEW_NS >= event->time_ns) {
		if (task->unproven)
			task_prove_life(&tasks->processes, task, event->time_ns);
		began_by(task, event->time_ns);
		if (task->tid == task->pid)
			task->process->forked = true;
	} else {
		task = add_task(tasks, event->tid, fork_process(tasks, event), event->time_ns);
	}
	/* One that was in a snapshot before keeps its start, and is the oldest of its tid. */
	if (task)
		task->forked = task->start_ns <= event->time_ns;
	return task;
}

/*
 * Revives a leader: a thread that calls exec takes over the tid of its leader, which has exited
 * before.
 */
static void revive_leader(struct tasks *tasks, struct task *task, uint64_t time_ns)
{
	if (!task->exit_ns || task->exit_ns > time_ns)
		return;
	task->exit_ns = 0;
	task_link_alive(task);
	if (tasks->exited)
		tasks->exited--;
}

/*
 * Exec ends all threads but the one that calls it, which goes on as the leader. Its former tid has
 * no EXIT record (kernel: de_thread() of fs/exec.c).
 */
static void exec_process(struct tasks *tasks, struct task *leader, const struct task_event *event)
{
	struct process *process = leader->process;
	struct task *task, *next;

	if (leader->tid != leader->pid || event->time_ns < process->exec_ns)
		return;
	/* If it is seen late, threads of the new program may have been found before. */
	for (task = event->seen_late ? NULL : process->first_alive; task; task = next) {
		next = task->next_alive;
		if (task != leader && task->start_ns < event->time_ns)
			exit_task(tasks, task, event->time_ns);
	}
	if (!event->seen_late)
		process->exec_ns = event->time_ns;
	revive_leader(tasks, leader, event->time_ns);
	leader->unproven = false;	/* it has not died, it had threads that were not known */
}

/*
 * Takes in an EXIT record. One of a leader that is older than the exec is of the former leader,
 * whose tid and entry the thread that called exec has now.
 */
static void exit_by_record(struct tasks *tasks, struct task *task, uint64_t time_ns)
{
	if (task->tid != task->pid || time_ns >= task->process->exec_ns)
		exit_task(tasks, task, time_ns);
}

void tasks_event(struct tasks *tasks, const struct task_event *event)
{
	struct task *task, *parent = NULL;

	if (event->tid <= 0)
		return;
	if (event->kind == TASK_FORK) {
		task = fork_task(tasks, event);
		if (event->ptid > 0)
			parent = task_at(tasks, event->ppid, event->ptid, event->time_ns);
	} else {
		task = task_at(tasks, event->pid, event->tid, event->time_ns);
	}
	if (!task)
		return;
	if (event->kind == TASK_KNOWN || event->kind == TASK_ALREADY_EXITED) {
		names_look_up(&tasks->names, task, event);
		if (event->kind == TASK_ALREADY_EXITED && task_note_exit(task, event->time_ns))
			drop_later(&tasks->exited_before, task);
		return;
	}
	if (event->kind == TASK_EXEC)
		exec_process(tasks, task, event);
	names_note(&tasks->names, event, task, parent);
	if (event->kind == TASK_EXIT)
		exit_by_record(tasks, task, event->time_ns);
}

void tasks_lost(struct tasks *tasks)
{
	tasks->names.epoch++;
	tasks->doubtful = 2 * tasks->n;
}

void tasks_resolve(struct tasks *tasks, uint64_t now_ns)
{
	settle_unproven(tasks);
	names_resolve(&tasks->names, tasks->touched, now_ns);
	waits_read(&tasks->waits, &tasks->names.lookup, tasks->touched, now_ns);
}

void tasks_read_runs(struct tasks *tasks, uint64_t now_ns, bool unseen)
{
	waits_read_runs(&tasks->waits, &tasks->names.lookup, tasks, &tasks->by_tid, now_ns,
			unseen ? touch : NULL);
}

void tasks_want_waits(struct tasks *tasks, bool wanted)
{
	waits_want(&tasks->waits, wanted);
}

uint32_t tasks_waits_left_out(const struct tasks *tasks)
{
	return tasks->waits.left_out;
}

struct processes *tasks_processes(struct tasks *tasks)
{
	return &tasks->processes;
}

struct process *tasks_ask_process(struct tasks *tasks, int32_t pid, uint64_t now_ns)
{
	const struct task_event known = { .kind = TASK_KNOWN, .time_ns = now_ns, .pid = pid,
					  .tid = pid };
	const struct task_lookup *lookup = &tasks->names.lookup;
	struct process *process = process_find(&tasks->processes, pid, now_ns);
	struct task_facts facts;

	/* A process that does not exist must not get an entry, which would end as exited. */
	if (process && process->lookup_epoch == tasks->names.epoch)
		process->lookup_epoch = 0;	/* not in doubt: its name stays */
	else if (lookup->exists ? !lookup->exists(lookup->data, pid, pid)
				: !lookup->process || !lookup->process(lookup->data, pid, &facts))
		return NULL;
	tasks_event(tasks, &known);
	return process_find(&tasks->processes, pid, now_ns);
}

struct task *tasks_touched(const struct tasks *tasks)
{
	return tasks->touched;
}

void tasks_give_sum(struct tasks *tasks, const struct task *task)
{
	task_sums_give(&tasks->sums, task->sum);	/* the pointer says that it ran until the next interval */
}

uint32_t tasks_exited(const struct tasks *tasks)
{
	return tasks->exited;
}

void tasks_visit(const struct tasks *tasks, const struct tasks_visitor *visitor)
{
	const struct id_table *pids = &tasks->processes.by_pid, *tids = &tasks->by_tid;

	for (size_t i = 0; i < pids->cap; i++)
		if (pids->slots[i].item)
			visitor->process(visitor->data, pids->slots[i].item);
	for (size_t i = 0; i < tids->cap; i++) {
		const struct task *task = tids->slots[i].item;

		if (task)
			(task->exit_ns ? visitor->exited : visitor->task)(visitor->data, task);
	}
}

size_t tasks_count(const struct tasks *tasks)
{
	return tasks->n;
}

static void drop_task(struct tasks *tasks, struct task *task)
{
	struct task *head = id_table_find(&tasks->by_tid, task->tid), **link;

	if (head == task && task->older) {
		task->older->superseded = false;
		(void)id_table_set(&tasks->by_tid, task->tid, task->older);	/* in its place */
	} else if (head == task) {
		id_table_remove(&tasks->by_tid, task->tid);
	} else if (head) {
		for (link = &head->older; *link && *link != task; link = &(*link)->older)
			;
		if (*link)
			*link = task->older;
	}
	if (!task->exit_ns)
		task_unlink_alive(task);
	process_release(&tasks->processes, task->process);
	task_pool_give(&tasks->pool, task);
	tasks->n--;
}

/*
 * Looks up sleeping entries, a few per interval in turn, as their EXIT record may have been lost.
 */
static void check_some(struct tasks *tasks)
{
	const struct task_lookup *lookup = &tasks->names.lookup;
	size_t steps = tasks->n < CHECKS_STEPS ? tasks->n : CHECKS_STEPS;
	size_t max_lookups = CHECKS_LOOKUPS, lookups = 0;

	if (!lookup->exists)
		return;
	if (tasks->doubtful && tasks->n / DOUBTS_FRACTION > CHECKS_LOOKUPS)
		steps = max_lookups = tasks->n / DOUBTS_FRACTION;
	tasks->doubtful -= steps < tasks->doubtful ? steps : tasks->doubtful;
	while (steps > 0 && lookups < max_lookups && tasks->by_tid.n) {
		struct task *task = tasks->by_tid.slots[tasks->cursor++ & (tasks->by_tid.cap - 1)].item;

		if (!task)
			continue;
		steps--;
		if (task->sum || task->listed_as_exited)
			continue;
		lookups++;
		if (lookup->exists(lookup->data, task->pid, task->tid))
			continue;
		/* The EXIT record may only be late: it would find no task and no name. */
		if (task->missed_once)
			drop_task(tasks, task);
		else
			task->missed_once = true;
	}
}

void tasks_next_interval(struct tasks *tasks)
{
	struct task *task, *next;

	check_some(tasks);
	for (task = tasks->exited_before; task; task = next) {
		next = task->next_exited;
		task->listed_as_exited = false;
		if (task->exit_ns && task->lingers)
			drop_later(&tasks->exited_now, task);
		else if (task->exit_ns)
			drop_task(tasks, task);
	}
	for (task = tasks->touched; task; task = next) {
		next = task->next_touched;
		task->sum = NULL;
		task->lingers = false;
		task->shown = true;
		task->process->touched = 0;
		task->process->shown = true;
	}
	tasks->touched = NULL;
	processes_next_interval(&tasks->processes);
	task_sums_clear(&tasks->sums);
	tasks->exited_before = tasks->exited_now;
	tasks->exited_now = NULL;
	tasks->exited = 0;
}

void tasks_free(struct tasks *tasks)
{
	if (!tasks)
		return;
	for (size_t i = 0; i < tasks->by_tid.cap; i++)
		while (tasks->by_tid.slots[i].item)
			drop_task(tasks, tasks->by_tid.slots[i].item);
	id_table_done(&tasks->by_tid);
	task_pool_done(&tasks->pool);
	processes_done(&tasks->processes);
	task_sums_done(&tasks->sums);
	names_done(&tasks->names);
	free(tasks);
}
