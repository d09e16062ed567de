/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The task source: a watch (collect/pertask/thread_set.h), and when it is looked after. Tasks are looked for some ten
 * times a second, so that what is started is soon told from who started it, and less often
 * where that would cost more than 2 % of a CPU. Opened by main, then used by the collector thread only.
 */
#include "config.h"
#include "collect/pertask/source_task.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/pertask/fork_events.h"
#include "collect/pertask/thread_counting_plan.h"
#include "collect/pertask/thread_set.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/proc_tasks.h"
#include "collect/sys/sysfs.h"
#include "collect/sys/topology.h"

#define SPARE_FILES 64		/* terminal, eventfds, /proc, libraries */
#define SCAN_NS 100000000ULL
#define SCAN_SHARE 50		/* a scan may cost this part of the time until the next one */
#define BIRTHS_FDS 256		/* to be told of births by tasks: each child costs events of all CPUs, too */

struct source_task {
	struct source source;	/* first: the collector knows only this */
	struct task_group_kind kind;
	struct watch *watch;
	struct births *births;	/* NULL: nobody tells */
	uint64_t next_scan_ns;
	int epoll, timer;
	int command;		/* pidfd; -1: none, or the kernel has no such thing */
	int go;			/* the command waits for a byte from it; -1: there is none */
	bool command_ended;
};

static uint64_t task_clock_ns(struct source *source)
{
	(void)source;
	return clock_ns(CLOCK_MONOTONIC);
}

static void plan_scan(struct source_task *self, uint64_t began_ns)
{
	uint64_t now_ns = task_clock_ns(&self->source), cost_ns = now_ns - began_ns;
	uint64_t wait_ns = cost_ns * SCAN_SHARE > SCAN_NS ? cost_ns * SCAN_SHARE : SCAN_NS;
	struct itimerspec at = { .it_value = { .tv_nsec = 0 } };

	self->next_scan_ns = now_ns + wait_ns;
	at.it_value.tv_sec = (time_t)(self->next_scan_ns / 1000000000ULL);
	at.it_value.tv_nsec = (long)(self->next_scan_ns % 1000000000ULL);
	(void)timerfd_settime(self->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/* Counters are opened as long as we run; the collector's thread has the right to that only meanwhile. */
static void scan(struct source_task *self, const struct sink *sink)
{
	uint64_t began_ns = task_clock_ns(&self->source);

	privilege_raise(PRIVILEGE_COUNT);
	watch_scan(self->watch, began_ns, sink);
	privilege_raise(PRIVILEGE_PROC);
	plan_scan(self, began_ns);
}

/* A pidfd is readable when its process has ended; nobody needs to wait for it. */
static bool has_ended(struct source_task *self)
{
	struct epoll_event event;

	while (self->command >= 0 && !self->command_ended &&
	       epoll_wait(self->epoll, &event, 1, 0) > 0) {
		uint64_t times;

		if (event.data.fd == self->command)
			self->command_ended = true;
		else if (read(self->timer, &times, sizeof(times)) < 0)
			break;
	}
	return self->command_ended || watch_over(self->watch);
}

static int task_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_task *self = (struct source_task *)source;
	uint64_t times;

	(void)err;
	if (has_ended(self))
		return SOURCE_ENDED;
	(void)!read(self->timer, &times, sizeof(times));
	if (task_clock_ns(source) >= self->next_scan_ns)
		scan(self, sink);
	return watch_over(self->watch) ? SOURCE_ENDED : 0;
}

static int task_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		     struct err *err)
{
	struct source_task *self = (struct source_task *)source;
	bool ended = has_ended(self);

	(void)err;
	if (now_ns >= self->next_scan_ns && !ended)
		scan(self, sink);
	privilege_raise(PRIVILEGE_COUNT);	/* what cannot be read is opened anew */
	watch_read(self->watch, now_ns, sink);
	privilege_raise(PRIVILEGE_PROC);
	return ended || watch_over(self->watch) ? SOURCE_ENDED : 0;
}

/* The groups have counted since they were opened: forget that. A command has not begun yet. */
static int task_start(struct source *source, struct err *err)
{
	struct source_task *self = (struct source_task *)source;

	(void)err;
	if (self->go >= 0)
		(void)!write(self->go, "", 1);
	else
		watch_read(self->watch, task_clock_ns(source), NULL);
	plan_scan(self, task_clock_ns(source));
	return 0;
}

static int task_poll_fd(struct source *source)
{
	return ((struct source_task *)source)->epoll;
}

static void task_close(struct source *source)
{
	struct source_task *self = (struct source_task *)source;

	watch_free(self->watch);
	births_close(self->births);
	if (self->timer >= 0)
		close(self->timer);
	if (self->command >= 0)
		close(self->command);
	if (self->epoll >= 0)
		close(self->epoll);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops task_ops = {
	.name = "task",
	.start = task_start,
	.poll_fd = task_poll_fd,
	.drain = task_drain,
	.tick = task_tick,
	.clock_ns = task_clock_ns,
	.opens_tasks = true,
	.asks_proc = true,
	.close = task_close,
};

/* As many descriptors as there may be: for root the hard limit is none. How many of them are for groups. */
static size_t raise_files(void)
{
	struct rlimit limit, most;
	long long nr_open;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 1024 - SPARE_FILES;
	most = (struct rlimit){ .rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max };
	if (!sysfs_read_number("", "/proc/sys/fs/nr_open", &nr_open) && (rlim_t)nr_open > limit.rlim_max)
		most.rlim_cur = most.rlim_max = (rlim_t)nr_open;
	if (setrlimit(RLIMIT_NOFILE, &most)) {
		most.rlim_cur = most.rlim_max = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &most))
			most.rlim_cur = limit.rlim_cur;
	}
	return most.rlim_cur > SPARE_FILES ? (size_t)most.rlim_cur - SPARE_FILES : 0;
}

static int watch_fd(struct source_task *self, int fd, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN, .data = { .fd = fd } };

	if (fd >= 0 && !epoll_ctl(self->epoll, EPOLL_CTL_ADD, fd, &event))
		return 0;
	return err_set(err, errno, "cannot wait for tasks: %s", strerror(errno));
}

static int open_fds(struct source_task *self, int32_t command, struct err *err)
{
	int ret;

	self->epoll = epoll_create1(EPOLL_CLOEXEC);
	self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	ret = watch_fd(self, self->timer, err);
	/* Before 5.3 there is no pidfd: the end is then found by looking for tasks. */
	if (!ret && command) {
		self->command = (int)syscall(SYS_pidfd_open, command, 0);
		if (self->command >= 0)
			ret = watch_fd(self, self->command, err);
	}
	return ret;
}

/* "pid 1234,77": as many as fit */
static void describe(struct machine *machine, const struct source_task_options *options)
{
	size_t size = sizeof(machine->watched), used = 0;

	if (options->command)
		(void)snprintf(machine->watched, size, "command %s", options->program);
	else if (!options->n_pids)
		(void)snprintf(machine->watched, size, "your processes");
	for (size_t i = 0; i < options->n_pids && used < size - 16; i++)
		used += (size_t)snprintf(machine->watched + used, size - used, "%s%d",
					 i ? "," : "pid ", options->pids[i]);
}

/* A number that is a thread's is in /proc, too, but is not listed there. */
static int watch_pid(struct source_task *self, int32_t pid, struct err *err)
{
	int root = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int32_t leader = proc_leader(root, pid);

	if (root >= 0)
		close(root);
	if (leader && leader != pid)
		return err_set(err, ESRCH, "%d is a thread, and not a process; use \"--pid %d\", and look at "
			       "its threads (-V threads)", pid, leader);
	if (!watch_process(self->watch, pid, NULL))
		return err_set(err, ESRCH, "there is no process %d", pid);
	return 0;
}

static void each_birth(void *births, birth_found *found, void *data)
{
	births_each(births, found, data);
}

/*
 * Of orphans only the kernel tells who made them; those of a command become our children. Whoever may count whole CPUs is
 * told of all births, others of those that follow from the tasks that there are now, if these are few.
 */
static void hear_births(struct source_task *self, size_t fds_max)
{
	int32_t tids[BIRTHS_FDS];
	size_t n = watch_tids(self->watch, tids, BIRTHS_FDS);

	if (births_fds_of(1) <= fds_max / 4)
		(void)births_open_all(&self->births);
	if (!self->births && births_fds_of(n) <= BIRTHS_FDS && births_fds_of(n) <= fds_max / 4)
		(void)births_open_of(tids, n, &self->births);
	if (self->births)
		watch_hear_births(self->watch,
				  &(struct watch_births){ .births = self->births, .each = each_birth },
				  births_fds(self->births));
}

static void reap(int32_t pid)
{
	(void)waitpid(pid, NULL, WNOHANG);
}

static int begin_watching(struct source_task *self, const struct source_task_options *options,
			  struct err *err)
{
	const struct watch_config config = {
		.kind = &self->kind,
		.proc_root = "/proc",
		.fds_max = raise_files(),
		.mine = !options->n_pids && !options->command,
		.user = getuid(),
		.but = getpid(),
		.adopts = options->command != 0,
		.command = options->command,
		.reap = reap,
	};
	struct facts facts;

	self->watch = watch_new(&config);
	if (!self->watch)
		return err_set(err, ENOMEM, "not enough memory to start");
	for (size_t i = 0; i < options->n_pids; i++) {
		int ret = watch_pid(self, options->pids[i], err);

		if (ret)
			return ret;
	}
	if (options->command &&
	    !watch_process(self->watch, options->command, options->program))
		return err_set(err, ESRCH, "the command has ended before it began");
	watch_scan(self->watch, task_clock_ns(&self->source), NULL);
	if (options->n_pids && !options->sys)
		hear_births(self, config.fds_max);
	if (watch_counted(self->watch) || config.mine)
		return 0;
	facts_read("", &facts);
	if (watch_errno(self->watch))
		return perf_open_error(watch_errno(self->watch), "slots", -1, &facts, err);
	if (!watch_uncounted(self->watch, UNCOUNTED_FILES))
		return 0;	/* ended meanwhile, or was too quick for us: the next look */
	return err_set(err, EMFILE, "no thread can be counted: %zu descriptors are too few for the "
		       "%zu events of one; raise the limit, as with 'ulimit -n 65536'",
		       config.fds_max, self->kind.n_fds);
}

int source_task_open(const struct source_task_options *options, struct source **out,
		     struct err *err)
{
	struct source_task *self = calloc(1, sizeof(*self));
	struct group_choice choice = {
		.options = { .with_ipc = true, .with_corrections = true, .per_task = true },
	};
	const struct perf_sys *sys = options->sys ? options->sys : &perf_sys_real;
	struct machine *machine;
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->epoll = self->timer = self->command = -1;
	self->source.ops = &task_ops;
	machine = &self->source.machine;
	machine->source = task_ops.name;
	gethostname(machine->host, sizeof(machine->host) - 1);
	self->go = options->command ? options->go : -1;
	describe(machine, options);
	ret = topology_read(machine, err);
	if (!ret)
		ret = group_choose(options->pmu_root, sys, machine, &choice, err);
	machine->user_only = choice.options.user_only;
	if (!ret) {
		task_group_kind_init(&self->kind, sys, choice.group, choice.n_groups);
		ret = open_fds(self, options->command, err);
	}
	if (!ret)
		ret = begin_watching(self, options, err);
	if (ret) {
		task_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
