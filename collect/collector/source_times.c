/* SPDX-License-Identifier: GPL-2.0-only */
/* CPU time of threads from /proc; see source_times.h. It looks ten times a second. */
#include "config.h"
#include "collect/collector/source_times.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/procfs.h"
#include "collect/sys/topology.h"
#include "model/list_room.h"

#define DRAIN_NS 100000000ULL
#define PROCESSES_MAX 4096
#define THREADS_MAX 65536

struct process {
	int32_t pid;
	uint64_t start_ticks;	/* 0: not seen yet */
};

struct thread {
	int32_t tid, pid;
	uint64_t runtime_ns;
};

struct threads {
	struct thread *thread;	/* by tid */
	size_t n, room;
};

struct source_times {
	struct source source;	/* first: the collector knows only this */
	int proc;		/* an open directory */
	struct process *processes;	/* that exist, in the order in which they were found */
	size_t n_processes;
	struct threads now, before;
	int32_t walked;		/* pid, while its threads and children are listed */
	bool watches, all_of_user;
	struct watched_command command;
	uint64_t last_ns, next_ns;
};

static uint64_t times_clock_ns(struct source *source)
{
	(void)source;
	return clock_ns(CLOCK_MONOTONIC);
}

/* A proc_found: a process that may be new. */
static void add_process(void *data, int32_t pid)
{
	struct source_times *self = data;

	for (size_t i = 0; i < self->n_processes; i++)
		if (self->processes[i].pid == pid)
			return;
	if (self->n_processes < PROCESSES_MAX)
		self->processes[self->n_processes++] = (struct process){ .pid = pid };
}

/* A proc_found: any process. */
static void add_own(void *data, int32_t pid)
{
	struct source_times *self = data;

	if (proc_is_of_user(self->proc, pid, getuid()))
		add_process(self, pid);
}

/* A proc_found: a thread of self->walked, and what it has started. */
static void add_thread(void *data, int32_t tid)
{
	struct source_times *self = data;
	struct threads *now = &self->now;
	struct thread *more = now->n == THREADS_MAX ? NULL :
		list_room(now->thread, now->n + 1, &now->room, 64, sizeof(*more));

	if (more) {
		now->thread = more;
		now->thread[now->n++] = (struct thread){
			tid, self->walked, proc_runtime_ns(self->proc, self->walked, tid)
		};
	}
	proc_each_child(self->proc, self->walked, tid, add_process, self);
}

/* False: the process has ended, or its pid is now that of another one. */
static bool is_there(const struct source_times *self, struct process *process)
{
	struct proc_stat stat;

	if (!proc_stat_read(self->proc, process->pid, &stat) || stat.state == 'Z' ||
	    (process->start_ticks && process->start_ticks != stat.start_ticks))
		return false;
	process->start_ticks = stat.start_ticks;
	return true;
}

static int by_tid(const void *a, const void *b)
{
	const struct thread *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Lists processes, also those that are found on the way, and their threads. */
static void source_times_list(struct source_times *self)
{
	size_t kept = 0;

	self->now.n = 0;
	if (self->all_of_user)
		proc_each_process(self->proc, add_own, self);
	for (size_t i = 0; i < self->n_processes; i++) {
		if (!is_there(self, &self->processes[i]))
			continue;
		self->walked = self->processes[i].pid;
		self->processes[kept++] = self->processes[i];
		(void)proc_each_thread(self->proc, self->walked, add_thread, self);
	}
	self->n_processes = kept;
	if (self->now.n)
		qsort(self->now.thread, self->now.n, sizeof(self->now.thread[0]), by_tid);
}

/* What a thread ran since the last tick; one that is new, since it began. */
static uint64_t ran_ns(const struct source_times *self, const struct thread *thread,
		       uint64_t passed_ns)
{
	const struct threads *before = &self->before;
	const struct thread *old = before->n ? bsearch(thread, before->thread, before->n,
						       sizeof(*thread), by_tid) : NULL;
	uint64_t ran = thread->runtime_ns;

	if (old && old->pid == thread->pid)
		ran = ran > old->runtime_ns ? ran - old->runtime_ns : 0;
	return ran < passed_ns ? ran : passed_ns;
}

/* Has all that is watched ended? The command's children may live longer. */
static bool is_over(const struct source_times *self)
{
	struct proc_stat stat;

	if (self->command.pid)
		return !proc_stat_read(self->proc, self->command.pid, &stat) || stat.state == 'Z';
	return self->watches && !self->n_processes;
}

/* What the threads have run by now is not that of the next slices. */
static void keep(struct source_times *self)
{
	const struct threads done = self->before;

	self->before = self->now;
	self->now = done;
	self->now.n = 0;
}

static int times_start(struct source *source, struct err *err)
{
	struct source_times *self = (struct source_times *)source;

	(void)err;
	self->last_ns = times_clock_ns(source);
	source_times_list(self);
	keep(self);
	if (self->command.go >= 0)
		self->last_ns = source->released_ns = times_clock_ns(source);
	(void)watched_command_release(&self->command);
	return 0;
}

static int times_wait(struct source *source, uint64_t *until_ns)
{
	const struct source_times *self = (struct source_times *)source;

	if (self->watches)
		*until_ns = self->next_ns;
	return -1;
}

/* Finds what was started, before it is left by who has started it. */
static int times_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_times *self = (struct source_times *)source;

	(void)sink;
	(void)err;
	if (is_over(self))
		return SOURCE_ENDED;
	if (times_clock_ns(source) < self->next_ns)
		return 0;
	source_times_list(self);
	self->next_ns = times_clock_ns(source) + DRAIN_NS;
	return is_over(self) ? SOURCE_ENDED : 0;
}

static int times_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		      struct err *err)
{
	struct source_times *self = (struct source_times *)source;
	const uint64_t passed_ns = now_ns > self->last_ns ? now_ns - self->last_ns : 0;

	(void)err;
	source->cut_ns = times_clock_ns(source);	/* no thread has run for longer than passed_ns */
	source_times_list(self);
	for (size_t i = 0; i < self->now.n; i++) {
		const struct thread *thread = &self->now.thread[i];
		const struct slice slice = {
			.time_ns = now_ns, .duration_ns = ran_ns(self, thread, passed_ns),
			.cpu = CPU_UNKNOWN, .pid = thread->pid, .tid = thread->tid,
		};

		if (slice.duration_ns)
			sink->slice(sink->data, &slice);
	}
	keep(self);
	self->last_ns = now_ns;
	self->next_ns = now_ns + DRAIN_NS;
	return is_over(self) ? SOURCE_ENDED : 0;
}

static void times_close(struct source *source)
{
	struct source_times *self = (struct source_times *)source;

	if (self->proc >= 0)
		close(self->proc);
	watched_command_close(&self->command);
	free(self->processes);
	free(self->now.thread);
	free(self->before.thread);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops times_ops = {
	.name = "times",
	.start = times_start,
	.wait = times_wait,
	.drain = times_drain,
	.tick = times_tick,
	.cut = times_tick,
	.clock_ns = times_clock_ns,
	.opens_tasks = true,
	.asks_proc = true,
	.close = times_close,
};

static int open_all(struct source_times *self, const struct source_times_options *options,
		    struct err *err)
{
	struct machine *machine = &self->source.machine;
	const char *root = options->proc_root ? options->proc_root : "/proc";

	machine->family = &cpu_none;
	machine->source = times_ops.name;
	gethostname(machine->host, sizeof(machine->host) - 1);
	if (self->watches || self->all_of_user)
		watched_describe(machine, &options->watched);
	self->processes = calloc(PROCESSES_MAX, sizeof(self->processes[0]));
	if (!self->processes)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->proc = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (self->proc < 0)
		return err_set(err, errno, "cannot open %s: %s", root, strerror(errno));
	return topology_read(machine, err);
}

int source_times_open(const struct source_times_options *options, struct source **out,
		      struct err *err)
{
	struct source_times *self = calloc(1, sizeof(*self));
	const struct watched *watched = &options->watched;
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->source.ops = &times_ops;
	self->proc = -1;
	self->watches = watched->n_pids || watched->command;
	self->all_of_user = options->all_of_user && !self->watches;
	self->command = watched_command_of(watched);
	ret = open_all(self, options, err);
	if (ret) {
		times_close(&self->source);
		return ret;
	}
	for (size_t i = 0; i < watched->n_pids; i++)
		add_process(self, watched->pids[i]);
	if (watched->command)
		add_process(self, watched->command);
	*out = &self->source;
	return 0;
}
