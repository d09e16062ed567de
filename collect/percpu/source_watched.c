/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source of single processes by whole CPUs; see source_watched.h. It reads the rings ten times
 * a second, so that it ends soon after the last process. Collector thread.
 */
#include "config.h"
#include "collect/percpu/source_watched.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/percpu/process_filter.h"
#include "collect/sys/topology.h"
#include "collect/sys/watched.h"

#define DRAIN_NS 100000000ULL

struct source_watched {
	struct source source;	/* first: the collector knows only this */
	struct source *cpus;
	struct process_filter *filter;
	int32_t command_pid;	/* 0: no command */
	int command;		/* pidfd; -1: no command, or the kernel has no pidfds */
	int go;			/* fd: the command waits for a byte from it; -1: no command */
	int epoll;		/* the rings and the command */
	bool records;
	uint64_t drain_ns;	/* when the rings are read again */
};

static uint64_t watched_clock_ns(struct source *source)
{
	struct source *cpus = ((struct source_watched *)source)->cpus;

	return cpus->ops->clock_ns(cpus);
}

/*
 * The source has another fd after it reopened its groups (a CPU came online); epoll forgot the old
 * one when that was closed. As the rings in groups.c: one poll reports it and clears it.
 */
static int wait_for_rings(struct source_watched *self, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };

	if (!epoll_ctl(self->epoll, EPOLL_CTL_ADD, source_poll_fd(self->cpus), &event) ||
	    errno == EEXIST)
		return 0;
	return err_set(err, errno, "cannot watch the ring buffers: %m");
}

/* Takes over what the source says of itself. */
static void follow(struct source_watched *self)
{
	struct source *source = &self->source;

	if (self->cpus->restarted_ns)
		source->restarted_ns = self->cpus->restarted_ns;
	self->cpus->restarted_ns = 0;
	source->no_slices = self->cpus->no_slices;
	source->machine.engine = self->cpus->machine.engine;
}

/* The source behind it listens to the same recorder and knows the same regions. */
static struct source *cpus_of(struct source *source)
{
	struct source *cpus = ((struct source_watched *)source)->cpus;

	cpus->tap = source->tap;
	cpus->regions = source->regions;
	return cpus;
}

static int watched_wish(struct source *source, const struct source_wishes *was,
			const struct sink *sink, struct err *err)
{
	struct source_watched *self = (struct source_watched *)source;
	struct source *cpus = cpus_of(source);
	int ret;

	(void)was;
	cpus->wishes = source->wishes;
	ret = source_wish(cpus, sink ? process_filter_sink(self->filter, sink) : NULL, err);
	if (!sink)
		return ret;
	follow(self);
	(void)wait_for_rings(self, &(struct err){ .text = "" });
	return ret;
}

static int watched_start(struct source *source, struct err *err)
{
	struct source_watched *self = (struct source_watched *)source;
	int ret;

	(void)watched_wish(source, &source->told, NULL, err);
	ret = self->cpus->ops->start(self->cpus, err);
	if (ret)
		return ret;
	process_filter_list(self->filter, watched_clock_ns(source));
	if (self->go < 0)
		return 0;
	source->released_ns = watched_clock_ns(source);
	(void)!write(self->go, "", 1);
	return 0;
}

static int watched_wait(struct source *source, uint64_t *until_ns)
{
	const struct source_watched *self = (struct source_watched *)source;
	const uint64_t next_ns = source_next_ns(self->cpus);

	*until_ns = next_ns < self->drain_ns ? next_ns : self->drain_ns;
	return self->epoll;
}

/* A pidfd is readable when its process has exited, before anyone has waited for it. */
static bool command_has_exited(const struct source_watched *self)
{
	struct pollfd fd = { .fd = self->command, .events = POLLIN };

	return self->command >= 0 && poll(&fd, 1, 0) > 0;
}

/* Orphans of the command are our children by now, and no other process waits for them. */
static void reap_orphans(const struct source_watched *self)
{
	siginfo_t exited = { .si_pid = 0 };

	/* Not the command: whoever started it waits for it. */
	while (self->command_pid &&
	       !waitid(P_ALL, 0, &exited, WEXITED | WNOHANG | WNOWAIT) && exited.si_pid &&
	       exited.si_pid != self->command_pid) {
		(void)waitpid(exited.si_pid, NULL, WNOHANG);
		exited.si_pid = 0;
	}
}

static int watched_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_watched *self = (struct source_watched *)source;
	uint64_t now_ns = watched_clock_ns(source);
	int ret;

	if (command_has_exited(self))
		return SOURCE_ENDED;
	ret = self->cpus->ops->drain(cpus_of(source), process_filter_sink(self->filter, sink), err);
	if (ret)
		return ret;
	self->drain_ns = now_ns + DRAIN_NS;
	process_filter_settle(self->filter, now_ns, FILTER_READ_RECORDS);
	reap_orphans(self);
	return process_filter_is_over(self->filter) ? SOURCE_ENDED : 0;
}

/* The CPUs that the source has added; it yielded all slices until here with the old indices. */
static int add_cpus(struct source_watched *self, struct err *err)
{
	const struct machine *machine = &self->cpus->machine;

	if (machine->n_cpus == self->source.machine.n_cpus)
		return 0;
	if (machine_add_cpus(&self->source.machine, machine->cpus, machine->n_cpus))
		return err_set(err, ENOMEM, "not enough memory for the CPUs of this machine");
	return 0;
}

static int watched_cut(struct source *source, uint64_t now_ns, const struct sink *sink,
		       struct err *err)
{
	struct source_watched *self = (struct source_watched *)source;
	int ret = 0;

	if (self->cpus->ops->cut)
		ret = self->cpus->ops->cut(cpus_of(source), now_ns,
					   process_filter_sink(self->filter, sink), err);
	if (!ret)
		process_filter_settle(self->filter, now_ns, FILTER_READ_SUMS);
	return ret;
}

static int watched_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
			struct err *err)
{
	struct source_watched *self = (struct source_watched *)source;
	const bool ended = command_has_exited(self);
	const size_t n_cpus = source->machine.n_cpus;
	int ret;

	ret = self->cpus->ops->tick(cpus_of(source), now_ns,
				    process_filter_sink(self->filter, sink), err);
	source->restarted_ns = 0;
	source->cut_ns = self->cpus->cut_ns;
	follow(self);
	if (ret)
		return ret;
	self->drain_ns = now_ns + DRAIN_NS;
	process_filter_settle(self->filter, now_ns,
			      ended || self->cpus->machine.n_cpus != n_cpus ? FILTER_READ_LAST
									    : FILTER_READ_SUMS);
	ret = add_cpus(self, err);
	if (!ret)
		ret = wait_for_rings(self, err);
	if (ret)
		return ret;
	return ended || process_filter_is_over(self->filter) ? SOURCE_ENDED : 0;
}

static void watched_say(struct source *source, struct source_says *says)
{
	*says = source_says(((struct source_watched *)source)->cpus);
}

static const struct recordable *watched_recordable(struct source *source, struct err *err)
{
	const struct source_watched *self = (struct source_watched *)source;

	if (self->records && self->cpus->ops->recordable)
		return self->cpus->ops->recordable(self->cpus, err);
	(void)err_set(err, EOPNOTSUPP, "a recording has all tasks of the CPUs, and here only some are "
		      "watched; record without --pid or a command");
	return NULL;
}

static void watched_close(struct source *source)
{
	struct source_watched *self = (struct source_watched *)source;

	process_filter_free(self->filter);
	if (self->epoll >= 0)
		close(self->epoll);
	if (self->command >= 0)
		close(self->command);
	self->cpus->ops->close(self->cpus);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops watched_ops = {
	.name = "switch",
	.asks_proc = true,
	.watches_regions = true,
	.start = watched_start,
	.wait = watched_wait,
	.drain = watched_drain,
	.tick = watched_tick,
	.cut = watched_cut,
	.clock_ns = watched_clock_ns,
	.wish = watched_wish,
	.say = watched_say,
	.recordable = watched_recordable,
	.close = watched_close,
};

/* The machine of the source, with copies of what it owns. */
static int copy_machine(struct source_watched *self, const struct source_watched_options *options)
{
	const struct machine *from = &self->cpus->machine;
	struct machine *machine = &self->source.machine;

	*machine = *from;
	machine->published = NULL;
	machine->cpus = calloc(from->n_cpus ? from->n_cpus : 1, sizeof(machine->cpus[0]));
	if (!machine->cpus)
		return -ENOMEM;
	memcpy(machine->cpus, from->cpus, from->n_cpus * sizeof(machine->cpus[0]));
	watched_describe(machine, options->pids, options->n_pids,
			 options->command ? options->program : NULL);
	return machine_publish(machine);
}

static int watch(struct source_watched *self, const struct source_watched_options *options)
{
	int ret = 0;

	self->filter = process_filter_new("/proc", getpid());
	if (!self->filter)
		return -ENOMEM;
	for (size_t i = 0; !ret && i < options->n_pids; i++)
		ret = process_filter_add(self->filter, options->pids[i], false);
	if (!ret && options->command)
		ret = process_filter_add(self->filter, options->command, true);
	return ret;
}

static int open_fds(struct source_watched *self, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN };

	self->epoll = epoll_create1(EPOLL_CLOEXEC);
	/* Kernels before 5.3 have no pidfd: the exit is then found in the rings. */
	if (self->command_pid)
		self->command = (int)syscall(SYS_pidfd_open, self->command_pid, 0);
	if (self->epoll < 0 ||
	    (self->command >= 0 && epoll_ctl(self->epoll, EPOLL_CTL_ADD, self->command, &event)))
		return err_set(err, errno, "cannot wait for tasks: %m");
	return wait_for_rings(self, err);
}

int source_watched_open(const struct source_watched_options *options, struct source *cpus,
			struct source **source, struct err *err)
{
	struct source_watched *self = calloc(1, sizeof(*self));
	int ret;

	if (!self) {
		cpus->ops->close(cpus);
		return err_set(err, ENOMEM, "not enough memory to start");
	}
	self->source.ops = &watched_ops;
	self->cpus = cpus;
	self->command_pid = options->command;
	self->records = options->records;
	self->epoll = self->command = -1;
	self->go = options->command ? options->go : -1;
	if (copy_machine(self, options) || watch(self, options))
		ret = err_set(err, ENOMEM, "not enough memory to start");
	else
		ret = open_fds(self, err);
	if (ret) {
		watched_close(&self->source);
		return ret;
	}
	*source = &self->source;
	return 0;
}
