/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists the processes of an interval; see listing.h. An ancestor that never ran gets an entry in
 * the registry, so it is looked up once. The parent of a process changes only when the old one
 * exits: then the process is looked up again. Collector thread.
 */
#include "config.h"
#include "collect/tasks/listing.h"

/* The listing while it is made. */
struct lister {
	struct tasks *tasks;
	struct processes *processes;
	const struct listing *listing;
	uint64_t now_ns;
	struct process *last;	/* the parents of those up to here are listed; NULL: of none */
	unsigned int sleeping, lookups;
};

/* Looks a process up if there may be one more lookup. NULL: not, or there is no such process. */
static struct process *ask(struct lister *lister, int32_t pid)
{
	if (lister->lookups >= LISTING_LOOKUPS)
		return NULL;
	lister->lookups++;
	return tasks_ask_process(lister->tasks, pid, lister->now_ns);
}

/* Lists a process that did not run; one without a name is only a number. */
static void list_sleeping(struct lister *lister, struct process *process)
{
	if (process_exited(process) || lister->sleeping >= LISTING_SLEEPING_MAX ||
	    process->listed_in == lister->processes->interval)
		return;
	if (!process->lookup_epoch)
		(void)ask(lister, process->pid);
	if (!process->comm[0] || !process_list(lister->processes, process))
		return;
	lister->sleeping++;
}

/* The process with this pid that has not exited, or that has its row in this interval. */
static struct process *find_listable(const struct lister *lister, int32_t pid)
{
	struct process *process = process_find(lister->processes, pid, lister->now_ns);

	if (process && process_exited(process) &&
	    process->listed_in != lister->processes->interval)
		return NULL;
	return process;
}

/*
 * The parent of a process. If the known one has exited, the kernel has given the process another
 * one: its facts are looked up again. NULL: none, or not known yet.
 */
static struct process *find_parent(struct lister *lister, struct process *process)
{
	int32_t before = process->ppid;
	struct process *parent;

	if (before <= 0 || before == process->pid || before == process->no_parent)
		return NULL;
	parent = find_listable(lister, before);
	if (parent || !lister->listing->ancestors)
		return parent;
	parent = process_find(lister->processes, before, lister->now_ns);
	if (!parent)
		parent = ask(lister, before);
	if (parent && !process_exited(parent))
		return parent;
	if (lister->lookups >= LISTING_LOOKUPS || process_exited(process))
		return NULL;
	(void)ask(lister, process->pid);
	if (process->ppid == before)
		process->no_parent = before;
	return process->ppid == before ? NULL : find_listable(lister, process->ppid);
}

/* Lists the parents of all processes that were listed since the last call, and theirs. */
static void list_parents(struct lister *lister)
{
	struct process *at = lister->last ? lister->last->next_listed : lister->processes->listed;

	for (; at; at = at->next_listed) {
		struct process *parent = find_parent(lister, at);

		if (parent)
			list_sleeping(lister, parent);
		lister->last = at;
	}
}

static void list_touched(struct lister *lister)
{
	struct task *task;

	for (task = tasks_touched(lister->tasks); task; task = task->next_touched) {
		task->process->touched_ns = lister->now_ns;
		(void)process_list(lister->processes, task->process);
	}
}

static void list_named(struct lister *lister)
{
	for (size_t i = 0; i < lister->listing->n_pids; i++) {
		int32_t pid = lister->listing->pids[i];
		struct process *process =
			process_find(lister->processes, pid, lister->now_ns);

		/* Later another process may have this pid. */
		if (!process && lister->processes->interval == 1)
			process = tasks_ask_process(lister->tasks, pid, lister->now_ns);
		if (!process)
			continue;
		process->watched = true;
		list_sleeping(lister, process);
	}
}

/* Those that ran a short while ago, the last ones first: the older ones have no end. */
static void list_recent(struct lister *lister)
{
	struct process *process = lister->processes->recent;

	for (; process && lister->sleeping < LISTING_SLEEPING_MAX; process = process->next_recent) {
		if (lister->processes->interval - process->touched_in > LISTING_INTERVALS ||
		    lister->now_ns > process->touched_ns + LISTING_NS)
			break;
		list_sleeping(lister, process);
	}
}

struct process *listing_make(struct tasks *tasks, const struct listing *listing, uint64_t now_ns)
{
	struct lister lister = { .tasks = tasks, .processes = tasks_processes(tasks),
				 .listing = listing, .now_ns = now_ns };

	list_touched(&lister);
	list_named(&lister);
	list_parents(&lister);	/* before others that sleep, so that there is room for them */
	list_recent(&lister);
	list_parents(&lister);
	return lister.processes->listed;
}
