/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums to rows: of tasks, of what is no task or not counted, and of CPUs. Collector thread. */
#include "config.h"
#include "collect/aggregate_own.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/smt.h"
#include "model/snapshot/snapshot.h"

static text_t keep_comm(struct snapshot *draft, const char *comm, int32_t id)
{
	char unknown[16];

	if (comm[0])
		return snapshot_keep(draft, comm);
	(void)snprintf(unknown, sizeof(unknown), ":%d", id);
	return snapshot_keep(draft, unknown);
}

static bool add_process_row(struct snapshot *draft, struct process *process)
{
	struct row *row = snapshot_add(draft, ROW_PROCESS, process->pid);

	process->listed = true;
	if (!row)
		return false;
	row->pid = process->pid;
	row->ppid = process->ppid;
	row->start_ns = process->start_ns;
	row->name = keep_comm(draft, process->comm, process->pid);
	row->command = snapshot_keep(draft, string_text(process->command));
	row->user = snapshot_keep(draft, string_text(process->user));
	row->cgroup = snapshot_keep(draft, string_text(process->cgroup));
	row->born = process->forked;
	row->exited = process_exited(process);
	row->threads = process->threads_known ? process->threads : process->alive;
	if (row->exited)
		row->threads = process->touched;
	else if (row->threads < process->alive)
		row->threads = process->alive;	/* a FORK record was lost */
	return true;
}

/* What the process has cost, when it has ended. Slices that come later are a row of their own. */
static bool add_exited_row(struct snapshot *draft, struct process *process)
{
	struct row *row = snapshot_add(draft, ROW_EXITED, process->pid);
	const struct spent sum = total_sum(process->total);

	if (!row)
		return false;
	row->pid = process->pid;
	row->start_ns = process->start_ns;
	row->name = keep_comm(draft, process->comm, process->pid);
	row->children = !process->told;
	row->counts = sum.counts;
	row->busy_ns = sum.busy_ns;
	row->slices = sum.slices;
	process->told = true;
	free(process->total);
	process->total = NULL;
	return true;
}

/*
 * How much of the time in which nobody knows who ran, somebody ran: a halted CPU counts no slots, and a busy
 * one as many as when it was known to be busy. What nobody owns of the slots is of that time and of those
 * slices that are somebody's but for their slots. All of it, if that is not known.
 */
static uint64_t ran_unknown_ns(const struct cpu_sum *cpu)
{
	double ran_ns;

	if (cpu->counted_slots <= 0)
		return cpu->unknown_ns;
	ran_ns = cpu->unaccounted_slots / cpu->counted_slots * (double)cpu->counted_ns -
		 (double)(cpu->busy_ns - cpu->counted_ns);
	if (ran_ns < 0)
		return 0;
	return ran_ns < (double)cpu->unknown_ns ? (uint64_t)ran_ns : cpu->unknown_ns;
}

static bool add_thread_row(struct snapshot *draft, const struct task *task)
{
	struct row *row = snapshot_add(draft, ROW_THREAD, task->tid);

	if (!row)
		return false;
	row->pid = task->pid;
	row->ppid = task->process->ppid;
	row->start_ns = task->start_ns;
	row->name = keep_comm(draft, task->comm, task->tid);
	row->threads = 1;
	row->busy_ns = task->sum->busy_ns;
	row->slices = task->sum->slices;
	row->born = task->forked;
	row->exited = task->exit_ns != 0;
	row->counts = task->sum->tally.counts;
	/* Of whom records are missing nobody knows, so what is here may be a part of what each has had. */
	row->counts.scaled |= draft->lost > 0;
	return true;
}

static bool add_tasks(const struct aggregate *aggregate, struct snapshot *draft)
{
	struct task *task;
	bool complete = true;

	for (task = tasks_touched(aggregate->tasks); task; task = task->next_touched)
		task->process->listed = false;
	for (task = tasks_touched(aggregate->tasks); task; task = task->next_touched) {
		if (!task->process->listed)
			complete &= add_process_row(draft, task->process);
		complete &= add_thread_row(draft, task);
		draft->tasks_ran += task->sum->slices > 0;
		total_add(&task->process->total, task->sum);
	}
	for (task = tasks_touched(aggregate->tasks); task; task = task->next_touched) {
		struct process *process = task->process;

		if (process->listed && process_exited(process))
			complete &= add_exited_row(draft, process);
		process->listed = false;
	}
	draft->tasks_exited = tasks_exited(aggregate->tasks);
	return complete;
}

/* What is watched and not counted has its place among the processes: not to be seen is no zero. */
static bool add_uncounted(const struct aggregate *aggregate, struct snapshot *draft)
{
	for (enum uncounted why = 0; why < UNCOUNTED_KINDS; why++) {
		struct row *row;

		draft->uncounted[why] = aggregate->uncounted[why];
		if (!aggregate->uncounted[why])
			continue;
		row = snapshot_add(draft, ROW_PROCESS, uncounted_pid(why));
		if (!row)
			return false;
		row->pid = row->id;
		row->threads = aggregate->uncounted[why];
		row->name = row->command = snapshot_keep(draft, uncounted_name(why));
	}
	return true;
}

/* All tasks of other pid namespaces: a process of one thread, whose name nobody here may know. */
static bool add_other_ns(const struct aggregate *aggregate, struct snapshot *draft)
{
	struct row *row, *thread;

	if (!aggregate->other_ns.slices)
		return true;
	row = snapshot_add(draft, ROW_PROCESS, PID_OTHER_NS);
	thread = snapshot_add(draft, ROW_THREAD, PID_OTHER_NS);
	if (!row || !thread)
		return false;
	row->pid = thread->pid = PID_OTHER_NS;
	row->name = thread->name = row->command = snapshot_keep(draft, "other pid namespaces");
	thread->slices = aggregate->other_ns.slices;
	thread->counts = aggregate->other_ns.tally.counts;
	thread->busy_ns = aggregate->other_ns.busy_ns;
	return true;
}

static bool add_cpus(const struct aggregate *aggregate, struct snapshot *draft)
{
	size_t i;

	if (aggregate->machine->watched[0])
		return true;	/* nothing is known of any CPU */
	for (i = 0; i < aggregate->told->n_cpus; i++) {
		const struct cpu_sum *cpu = &aggregate->cpus[i];
		struct row *row = snapshot_add(draft, ROW_CPU, aggregate->told->cpus[i].cpu);
		uint64_t ran_ns;

		if (!row)
			return false;
		row->threads = 1;
		ran_ns = ran_unknown_ns(cpu);
		row->busy_ns = cpu->busy_ns + ran_ns;
		row->idle_ns = cpu->idle_ns + cpu->unknown_ns - ran_ns;
		row->unknown_ns = cpu->unknown_ns;
		row->slices = cpu->slices;
		row->idle_slots = cpu->idle_slots;
		row->unaccounted_slots = cpu->unaccounted_slots;
		row->counts = cpu->tally.counts;
		if (aggregate->of_core)
			smt_even_rotation(aggregate->machine->family, &row->counts, &cpu->ran.counts);
	}
	return true;
}

int aggregate_rows(const struct aggregate *aggregate, struct snapshot *draft)
{
	bool complete;
	int error;

	draft->tasks_ran = 0;
	complete = add_tasks(aggregate, draft) && add_uncounted(aggregate, draft) &&
		   add_other_ns(aggregate, draft);
	error = add_cpus(aggregate, draft) ? snapshot_finish(draft) : -ENOMEM;
	return complete ? error : -ENOMEM;
}
