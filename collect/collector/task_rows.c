/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes rows of the tasks that ran in an interval; see aggregate_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <stdlib.h>
#include <string.h>

#include "model/snapshot/row.h"

static text_t keep_comm(struct snapshot *draft, const char *comm, int32_t id)
{
	char unknown[] = ":-2147483648", *at = unknown + sizeof(unknown) - 1;
	uint32_t rest = id < 0 ? 0 - (uint32_t)id : (uint32_t)id;

	if (comm[0])
		return snapshot_keep(draft, comm);
	/* Not printf: a burst of threads that end at once has no names, and that would be a tenth of what they cost. */
	do
		*--at = (char)('0' + rest % 10);
	while ((rest /= 10));
	if (id < 0)
		*--at = '-';
	*--at = ':';
	return snapshot_keep(draft, at);
}

/* A string that many processes share is kept once. */
static text_t keep_shared(struct snapshot *draft, struct string *string, uint64_t interval)
{
	uint32_t *kept;

	if (!string)
		return 0;
	kept = string_mark(string, interval);
	if (!*kept)
		*kept = snapshot_keep(draft, string_text(string));
	return *kept;
}

static bool add_process_row(struct snapshot *draft, struct process *process, uint64_t interval)
{
	struct row *row = snapshot_add(draft, ROW_PROCESS, process->pid);

	process->shown = true;
	process->name = 0;
	if (!row)
		return false;
	row->pid = process->pid;
	row->ppid = process->ppid;
	row->start_ns = process->start_ns;
	row->name = process->name = keep_comm(draft, process->comm, process->pid);
	row->command = keep_shared(draft, process->command, interval);
	row->user = keep_shared(draft, process->user, interval);
	row->cgroup = keep_shared(draft, process->cgroup, interval);
	row->born = process->forked;
	row->kernel = process->kernel;
	row->exited = process_exited(process);
	row->asleep = !process->touched;
	row->watched = process->watched;
	row->threads = process->threads_known ? process->threads : process->alive;
	if (row->exited)
		row->threads = process->touched;
	else if (row->threads < process->alive)
		row->threads = process->alive;	/* a FORK record was lost */
	if (process->touched_in == interval && process->windows)
		window_classes_errors(process->windows, row->class_error);
	return true;
}

/*
 * What the process did outside of regions: snapshot_finish() gives it its counts. The row stays for
 * some intervals, so that a process that is seldom in a region does not come and go.
 */
static bool add_rest_row(struct snapshot *draft, struct process *process)
{
	struct row *row;

	if (!process->rest_intervals || !process->touched)
		return true;
	process->rest_intervals--;
	row = snapshot_add(draft, ROW_REGION, REGION_OTHER);
	if (!row)
		return false;
	row->pid = process->pid;
	row->ppid = process->ppid;
	row->start_ns = process->start_ns;
	row->kernel = process->kernel;
	row->name = snapshot_keep(draft, REGION_OTHER_NAME);
	return true;
}

/*
 * The cost of an exited process in its whole life. Slices that come later get a row of their own.
 */
static bool add_exited_row(struct snapshot *draft, struct process *process)
{
	struct row *row = snapshot_add(draft, ROW_EXITED, process->pid);
	const struct usage sum = lifetime_sum_usage(process->lifetime_sum);

	if (!row)
		return false;
	row->pid = process->pid;
	row->start_ns = process->start_ns;
	row->name = keep_comm(draft, process->comm, process->pid);
	row->children = !process->exit_reported;
	row->busy_ns = sum.busy_ns;
	row->variance = sum.variance;
	row->uncounted_ns = sum.uncounted_ns;
	row->slices = sum.slices;
	process->exit_reported = true;
	free(process->lifetime_sum);
	process->lifetime_sum = NULL;
	return snapshot_set_counts(draft, row, &sum.counts);
}

/* Most threads have the name of their process, which is kept. */
static text_t keep_name(struct snapshot *draft, const struct task *task)
{
	const struct process *process = task->process;

	if (process->name && !strcmp(task->comm, process->comm) && (task->comm[0] || task->tid == process->pid))
		return process->name;
	return keep_comm(draft, task->comm, task->tid);
}

static bool add_thread_row(struct snapshot *draft, const struct task *task)
{
	struct row *row = snapshot_add(draft, ROW_THREAD, task->tid);

	if (!row)
		return false;
	row->pid = task->pid;
	row->ppid = task->process->ppid;
	row->start_ns = task_key_ns(task);
	row->name = keep_name(draft, task);
	row->threads = 1;
	row->busy_ns = task->sum->busy_ns;
	row->variance = task->sum->variance;
	if (task->sum->windows)
		window_classes_errors(task->sum->windows, row->class_error);
	row->uncounted_ns = task->sum->uncounted_ns;
	row->slices = task->sum->slices;
	row_set_wait(row, task->sum->wait_known, task->sum->wait_ns);
	row->born = task->forked;
	row->kernel = task->process->kernel;
	row->exited = task->exit_ns != 0;
	if (!snapshot_set_counts(draft, row, &task->sum->tally.counts))
		return false;
	/* It is not known which tasks lost records, so any task may have had more than this. */
	if (snapshot_incomplete(draft))
		row_mark_scaled(row);
	return true;
}

void task_rows_add_windows(struct tasks *tasks)
{
	for (struct task *task = tasks_touched(tasks); task; task = task->next_touched) {
		if (task->sum->windows)
			window_classes_sum(task->sum->windows, task->sum->windows, &task->sum->tally.counts);
		if (task->process->windows)
			window_classes_sum(task->process->windows, task->sum->windows, &task->sum->tally.counts);
	}
}

bool task_rows_add(struct tasks *tasks, struct process *listed, struct snapshot *draft)
{
	const uint64_t interval = tasks_processes(tasks)->interval;
	struct process *process;
	struct task *task;
	bool complete = true;

	for (process = listed; process; process = process->next_listed)
		complete &= add_process_row(draft, process, interval) & add_rest_row(draft, process);
	for (task = tasks_touched(tasks); task; task = task->next_touched) {
		complete &= add_thread_row(draft, task);
		draft->tasks_ran += task->sum->slices > 0;
		lifetime_sum_add(&task->process->lifetime_sum, task->sum);
		tasks_give_sum(tasks, task);
	}
	for (process = listed; process; process = process->next_listed)
		if (process->touched && process_exited(process))
			complete &= add_exited_row(draft, process);
	draft->tasks_exited = tasks_exited(tasks);
	return complete;
}

bool task_rows_add_other_ns(const struct task_sum *other_ns, struct snapshot *draft)
{
	struct row *row, *thread;

	if (!other_ns->slices)
		return true;
	row = snapshot_add(draft, ROW_PROCESS, PID_OTHER_NS);
	thread = snapshot_add(draft, ROW_THREAD, PID_OTHER_NS);
	if (!row || !thread)
		return false;
	row->pid = thread->pid = PID_OTHER_NS;
	row->name = thread->name = row->command = snapshot_keep(draft, "other pid namespaces");
	thread->slices = other_ns->slices;
	thread->busy_ns = other_ns->busy_ns;
	return snapshot_set_counts(draft, thread, &other_ns->tally.counts);
}
