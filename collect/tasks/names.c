/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fills in names, users and command lines of tasks; see tasks_parts.h. Records are queued during an
 * interval and applied in order of time at its end: a fork inherits the name that its parent had at
 * that moment, whichever CPU's ring the two records came from. Then /proc (or the source) is asked
 * for what no record has told. Called by collect/tasks/tasks.c. Collector thread.
 */
#include "config.h"
#include "collect/tasks/tasks_parts.h"

#include <stdlib.h>
#include <string.h>

/*
 * After lost records all names are in doubt. They are still the best guess, so the new lookups may
 * be spread over intervals: lost records mean that the machine is busy enough.
 */
#define DOUBTS_PER_INTERVAL 64

/*
 * A lookup takes some 30 us: so many of the processes that ran are looked up again in an interval,
 * none before this age.
 */
#define AGAIN_PER_INTERVAL 16
#define AGAIN_NS UINT64_C(5000000000)

/*
 * The kernel writes a FORK record a little after it has counted a thread, and an EXIT record some
 * 100 us before it counts it no longer.
 */
#define THREADS_DOUBT_NS UINT64_C(1000000)

void names_note(struct names *names, const struct task_event *event, struct task *task,
		struct task *parent)
{
	struct name_event *note;

	if (names->n == names->cap) {
		size_t cap = names->cap ? 2 * names->cap : 256;
		struct name_event *queue = realloc(names->queue, cap * sizeof(*queue));
		struct name_event *spare;

		if (queue)
			names->queue = queue;
		spare = realloc(names->spare, cap * sizeof(*spare));
		if (spare)
			names->spare = spare;
		if (!queue || !spare)
			return;
		names->cap = cap;
	}
	note = &names->queue[names->n++];
	*note = (struct name_event){ .time_ns = event->time_ns, .kind = event->kind,
				     .task = task, .parent = parent };
	memcpy(note->comm, event->comm, sizeof(note->comm));
	note->comm[COMM_LEN - 1] = '\0';
}

/* Merges two neighbouring sorted runs; records of the same time keep their order. */
static void merge(struct name_event *to, const struct name_event *from, size_t n_left, size_t n)
{
	size_t left = 0, right = n_left, i;

	if (n_left == n || from[n_left - 1].time_ns <= from[n_left].time_ns) {
		memcpy(to, from, n * sizeof(*from));
		return;
	}
	for (i = 0; i < n; i++) {
		bool take_left = left < n_left &&
				 (right == n || from[left].time_ns <= from[right].time_ns);

		to[i] = from[take_left ? left++ : right++];
	}
}

static bool is_in_order(const struct names *names)
{
	for (size_t i = 1; i < names->n; i++)
		if (names->queue[i - 1].time_ns > names->queue[i].time_ns)
			return false;
	return true;
}

/*
 * A merge sort of our own: qsort() of glibc allocates, and this must work when memory is short. Records come
 * nearly in order, so few rounds are needed.
 */
static void sort_queue(struct names *names)
{
	size_t width, at;

	for (width = 1; !is_in_order(names); width *= 2) {
		struct name_event *sorted = names->spare;

		for (at = 0; at < names->n; at += 2 * width) {
			size_t n = names->n - at < 2 * width ? names->n - at : 2 * width;

			merge(&sorted[at], &names->queue[at], width < n ? width : n, n);
		}
		names->spare = names->queue;
		names->queue = sorted;
	}
}

static void set_comm(struct task *task, const char *comm, uint64_t time_ns)
{
	struct process *process = task->process;

	if (time_ns < task->comm_ns)
		return;
	memcpy(task->comm, comm, COMM_LEN);
	task->comm_ns = time_ns;
	if (task->tid == task->pid && time_ns >= process->comm_ns) {
		memcpy(process->comm, comm, COMM_LEN);
		process->comm_ns = time_ns;
	}
}

static void inherit_string(struct names *names, struct string **slot, struct string *other)
{
	struct string *before = *slot;

	*slot = string_get(other);
	strings_put(names->strings, before);
}

static void set_string(struct names *names, struct string **slot, const char *text)
{
	struct string *before = *slot;

	*slot = strings_get(names->strings, text, before);
	strings_put(names->strings, before);
}

/*
 * The number of threads of an answer, which was read after the interval: records that come in the
 * next one may be of before. A replay gets the same answer several times.
 */
static void set_threads(struct process *process, const struct task_facts *facts, uint64_t now_ns)
{
	if (facts->threads_ns && facts->threads_ns <= process->proc_threads_ns)
		return;
	process->threads = facts->threads;
	process->threads_known = facts->threads > 0;
	process->threads_ns = facts->threads_ns ? facts->threads_ns : now_ns;
	process->proc_threads_ns = facts->threads_ns;
}

/* A later record's name is kept. Not inline: its facts are large, and most processes were asked before. */
static __attribute__((noinline)) void ask_process(struct names *names, struct process *process, uint64_t now_ns)
{
	struct task_facts facts = { .comm = "" };
	bool doubted = process->lookup_epoch != 0, threads_doubted = process->threads_doubted;
	bool same;

	process->lookup_epoch = names->epoch;
	process->lookup_ns = now_ns;
	process->threads_doubted = false;
	if (!names->lookup.process ||
	    !names->lookup.process(names->lookup.data, process->pid, &facts)) {
		process->threads_known &= !threads_doubted;
		return;
	}
	same = strncmp(process->comm, facts.comm, COMM_LEN) == 0;
	if (doubted || process->comm_ns == 0) {
		memcpy(process->comm, facts.comm, COMM_LEN);
		process->comm_ns = now_ns;
	}
	/* A zombie has no arguments any more; exec has removed those of another program. */
	if (facts.command[0] || !same)
		set_string(names, &process->command, facts.command);
	set_string(names, &process->user, facts.user);
	set_string(names, &process->cgroup, facts.cgroup);
	process->ppid = facts.ppid;
	process->kernel = facts.kernel;
	set_threads(process, &facts, now_ns);
}

/* Looks up the facts of a process, once per epoch. */
static void look_up_process(struct names *names, struct process *process, uint64_t now_ns)
{
	if (process->lookup_epoch != names->epoch && !process_exited(process))
		ask_process(names, process, now_ns);
}

/* Looks up the name of a task, once per epoch. */
static void look_up_task(struct names *names, struct task *task, uint64_t now_ns)
{
	char comm[COMM_LEN] = "";

	if (task->tid == task->pid) {
		look_up_process(names, task->process, now_ns);
		task->lookup_epoch = names->epoch;
		if (task->process->comm_ns > task->comm_ns) {
			memcpy(task->comm, task->process->comm, COMM_LEN);
			task->comm_ns = task->process->comm_ns;
		}
		return;
	}
	if (task->lookup_epoch == names->epoch || task->exit_ns)
		return;
	if ((task->comm_ns == 0 || task->lookup_epoch != 0) && names->lookup.thread &&
	    names->lookup.thread(names->lookup.data, task->pid, task->tid, comm))
		set_comm(task, comm, now_ns);
	task->lookup_epoch = names->epoch;
}

/* A new process is a copy of its parent until it calls exec, so no lookup is needed. */
static void inherit_process(struct names *names, struct process *child,
			    const struct process *parent, uint64_t time_ns)
{
	child->ppid = parent->pid;
	if (time_ns >= child->threads_ns) {
		child->threads = 1;
		child->threads_known = true;
		child->threads_ns = time_ns;
	}
	if (!parent->lookup_epoch || child->lookup_epoch)
		return;
	inherit_string(names, &child->command, parent->command);
	inherit_string(names, &child->user, parent->user);
	inherit_string(names, &child->cgroup, parent->cgroup);
	child->kernel = parent->kernel;
	child->lookup_epoch = parent->lookup_epoch;
	child->lookup_ns = parent->lookup_ns;
}

/* A thread of the process began (1) or exited (-1). */
static void count_thread(struct process *process, uint64_t time_ns, int change)
{
	const uint64_t asked_ns = process->proc_threads_ns;

	if (!process->threads_known)
		return;
	if (asked_ns && time_ns + THREADS_DOUBT_NS > asked_ns &&
	    time_ns < asked_ns + THREADS_DOUBT_NS)
		process->threads_doubted = true;
	if (time_ns < process->threads_ns)
		return;
	if (change > 0)
		process->threads++;
	else if (process->threads > 0)
		process->threads--;
}

static void apply_fork(struct names *names, const struct name_event *event, uint64_t now_ns)
{
	struct task *task = event->task, *parent = event->parent;
	struct process *process = task->process;

	if (task->tid != task->pid)
		count_thread(process, event->time_ns, 1);
	if (!parent)
		return;
	if (parent->comm_ns == 0)
		look_up_task(names, parent, now_ns);
	if (task->tid == task->pid) {
		look_up_process(names, parent->process, now_ns);
		inherit_process(names, process, parent->process, event->time_ns);
	}
	if (task->comm_ns == 0 && parent->comm_ns != 0) {
		set_comm(task, parent->comm, event->time_ns);
		task->lookup_epoch = names->epoch;
	}
}

static void apply(struct names *names, const struct name_event *event, uint64_t now_ns)
{
	struct task *task = event->task;
	struct process *process = task->process;

	switch (event->kind) {
	case TASK_FORK:
		apply_fork(names, event, now_ns);
		break;
	case TASK_EXEC:
		/*
		 * Another command line, perhaps another user, and one thread: the kernel ends the
		 * others.
		 */
		process->lookup_epoch = 0;
		process->kernel = false;	/* a helper that the kernel has started */
		inherit_string(names, &process->command, NULL);
		process->threads = 1;
		process->threads_known = true;
		process->threads_ns = event->time_ns;
		/* fall through */
	case TASK_COMM:
		set_comm(task, event->comm, event->time_ns);
		task->lookup_epoch = names->epoch;
		break;
	case TASK_EXIT:
		count_thread(process, event->time_ns, -1);
		break;
	case TASK_KNOWN:
	case TASK_ALREADY_EXITED:
		break;
	}
}

/* Looks up user, cgroup and command line of processes again; names come from records. */
static void refresh_processes(struct names *names, struct task *touched, uint64_t now_ns)
{
	uint32_t lookups = 0;
	bool left = false;

	for (struct task *task = touched; task; task = task->next_touched) {
		struct process *process = task->process;

		if (!process->lookup_epoch || process->refresh_round == names->refresh_round ||
		    (now_ns < process->lookup_ns + AGAIN_NS && !process->threads_doubted) ||
		    process_exited(process))
			continue;
		if (lookups == AGAIN_PER_INTERVAL) {
			left = true;
			break;
		}
		lookups++;
		process->refresh_round = names->refresh_round;
		process->lookup_epoch = 0;	/* not in doubt: its name stays */
		look_up_process(names, process, now_ns);
	}
	if (!left)
		names->refresh_round++;
}

void names_look_up(struct names *names, struct task *task, const struct task_event *event)
{
	if (event->kind == TASK_ALREADY_EXITED && event->comm[0])
		set_comm(task, event->comm, event->time_ns);
	look_up_process(names, task->process, event->time_ns);
	look_up_task(names, task, event->time_ns);
}

/* Empties the queue, and frees it if it was much larger than needed for some intervals. */
static void clear_queue(struct names *names)
{
	size_t keep = high_water_trim(&names->high_water, names->n, names->cap);

	names->n = 0;
	if (keep == names->cap)
		return;
	names_done(names);
	names->queue = names->spare = NULL;
	names->cap = 0;
}

void names_resolve(struct names *names, struct task *touched, uint64_t now_ns)
{
	uint32_t doubts = 0;
	struct task *task;
	size_t i;

	sort_queue(names);
	for (i = 0; i < names->n; i++)
		apply(names, &names->queue[i], now_ns);
	clear_queue(names);
	for (task = touched; task; task = task->next_touched) {
		bool doubt = task->process->lookup_epoch != 0 && task->comm_ns != 0 &&
			     (task->process->lookup_epoch != names->epoch ||
			      task->lookup_epoch != names->epoch);

		if (doubt && doubts++ >= DOUBTS_PER_INTERVAL)
			continue;
		look_up_process(names, task->process, now_ns);
		look_up_task(names, task, now_ns);
	}
	refresh_processes(names, touched, now_ns);
}

void names_done(struct names *names)
{
	free(names->queue);
	free(names->spare);
}
