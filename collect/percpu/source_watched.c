/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Single processes of whole CPUs; see source_watched.h. The rings are read ten times a second, so that it
 * ends soon after the last process. Collector thread.
 */
#include "config.h"
#include "collect/percpu/source_watched.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/percpu/process_filter.h"

#define DRAIN_NS 100000000ULL

struct source_watched {
	struct source_filter filter;	/* first: the source knows only this */
	struct process_filter *processes;
	struct watched_command command;
	int epoll;		/* the rings and the command */
	uint64_t drain_ns;	/* when the rings are read again */
};

static const struct sink *watched_sink(struct source_filter *filter, const struct sink *to)
{
	return process_filter_sink(((struct source_watched *)filter)->processes, to);
}

static void watched_started(struct source_filter *filter, struct source *source)
{
	struct source_watched *self = (struct source_watched *)filter;
	uint64_t now_ns;

	process_filter_list(self->processes, source->ops->clock_ns(source));
	now_ns = source->ops->clock_ns(source);
	process_filter_begin(self->processes, now_ns);
	if (watched_command_release(&self->command))
		source->released_ns = now_ns;
}

/*
 * The source has another fd after it reopened its groups (a CPU came online); epoll forgot the old one when
 * that was closed. As the rings in groups.c: one poll reports it and clears it.
 */
static int watched_wait(struct source_filter *filter, int fd, uint64_t *until_ns)
{
	const struct source_watched *self = (const struct source_watched *)filter;
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };

	(void)epoll_ctl(self->epoll, EPOLL_CTL_ADD, fd, &event);	/* else: by the time */
	if (self->drain_ns < *until_ns)
		*until_ns = self->drain_ns;
	return self->epoll;
}

static bool is_over(struct source_filter *filter)
{
	return watched_command_exited(&((struct source_watched *)filter)->command);
}

/* Orphans of the command are our children by now, and no other process waits for them. */
static void reap_orphans(const struct source_watched *self)
{
	siginfo_t exited = { .si_pid = 0 };

	/* Not the command: whoever started it waits for it. */
	while (self->command.pid &&
	       !waitid(P_ALL, 0, &exited, WEXITED | WNOHANG | WNOWAIT) && exited.si_pid &&
	       exited.si_pid != self->command.pid) {
		(void)waitpid(exited.si_pid, NULL, WNOHANG);
		exited.si_pid = 0;
	}
}

static bool watched_settle(struct source_filter *filter, uint64_t now_ns, enum filter_reading reading)
{
	struct source_watched *self = (struct source_watched *)filter;

	self->drain_ns = now_ns + DRAIN_NS;
	process_filter_settle(self->processes, now_ns, reading);
	if (reading == FILTER_READ_RECORDS)
		reap_orphans(self);
	return process_filter_is_over(self->processes);
}

static void watched_tell(struct source_filter *filter, uint64_t file, tell_watched *each, void *data)
{
	process_filter_tell(((struct source_watched *)filter)->processes, file, each, data);
}

static void watched_close(struct source_filter *filter)
{
	struct source_watched *self = (struct source_watched *)filter;

	process_filter_free(self->processes);
	if (self->epoll >= 0)
		close(self->epoll);
	watched_command_close(&self->command);
	free(self);
}

static int watch(struct source_watched *self, const struct watched *watched, bool asks_proc)
{
	int ret = 0;

	self->processes = process_filter_new(asks_proc ? "/proc" : NULL, getpid());
	if (!self->processes)
		return -ENOMEM;
	for (size_t i = 0; !ret && i < watched->n_pids; i++)
		ret = process_filter_add(self->processes, watched->pids[i], false);
	if (!ret && watched->command)
		ret = process_filter_add(self->processes, watched->command, true);
	return ret;
}

/* Without a pidfd the exit of the command is found in the rings. */
static int open_epoll(struct source_watched *self, struct err *err)
{
	struct epoll_event event = { .events = EPOLLIN };

	self->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (self->epoll < 0 ||
	    (self->command.fd >= 0 && epoll_ctl(self->epoll, EPOLL_CTL_ADD, self->command.fd, &event)))
		return err_set(err, errno, "cannot wait for tasks: %m");
	return 0;
}

int source_watch(struct source *source, const struct watched *watched, bool records, struct err *err)
{
	struct source_watched *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->filter = (struct source_filter){
		.sink = watched_sink, .started = watched_started, .wait = watched_wait,
		.is_over = is_over, .settle = watched_settle, .tell = watched_tell, .close = watched_close,
		.is_partial = !records,
	};
	self->command = watched_command_of(watched);
	ret = open_epoll(self, err);
	watched_describe(&source->machine, watched);
	if (!ret && (watch(self, watched, source->ops->asks_proc) || machine_publish(&source->machine)))
		ret = err_set(err, ENOMEM, "not enough memory to start");
	if (ret) {
		watched_close(&self->filter);
		return ret;
	}
	source->filter = &self->filter;
	return 0;
}
