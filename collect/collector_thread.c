/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The collector thread, from its start by main to its join: waits for the source, the UI's wishes and the next
 * deadline, and then takes a step of collector.c.
 */
#include "config.h"
#include "collect/collector.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/collector_own.h"
#include "collect/slice/source.h"
#include "collect/sys/priority.h"
#include "collect/sys/privilege.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"

#define NS_PER_S 1000000000ULL

/* Waits for the source, the UI or the deadline. A source's fd that can only fail is left alone. */
static void wait_for_work(struct collector *collector, struct pollfd fds[2])
{
	const struct source_ops *ops = collector->source->ops;
	uint64_t now_ns = ops->clock_ns(collector->source), until_ns = collector->deadline_ns;
	uint64_t left = 0, count;
	struct timespec timeout;

	if (ops->next_ns && ops->next_ns(collector->source) < until_ns)
		until_ns = ops->next_ns(collector->source);
	if (until_ns > now_ns)
		left = until_ns - now_ns;
	timeout.tv_sec = (time_t)(left / NS_PER_S);
	timeout.tv_nsec = (long)(left % NS_PER_S);
	if (ppoll(fds, 2, &timeout, NULL) <= 0)
		return;
	if (fds[0].revents & POLLIN && read(fds[0].fd, &count, sizeof(count)) < 0)
		fds[0].revents = 0;
	if (fds[1].revents && !(fds[1].revents & POLLIN))
		fds[1].fd = -1;
}

/* The thread of a source that ends the intervals itself. */
static void run_replay(struct collector *collector, struct pollfd fds[2])
{
	enum collector_replay next;
	uint64_t count;

	while ((next = collector_replay(collector)) != REPLAY_ENDED) {
		/* While the reader has not taken the last one, more input is no reason to wake. */
		nfds_t n = exchange_fresh(collector->exchange) || fds[1].fd < 0 ? 1 : 2;

		if (next == REPLAY_WAITS && poll(fds, n, -1) > 0 && fds[0].revents & POLLIN)
			(void)!read(fds[0].fd, &count, sizeof(count));
	}
}

static void *run(void *data)
{
	struct collector *collector = data;
	struct source *source = collector->source;
	struct pollfd fds[2] = { { .fd = collector->control->wake_collector, .events = POLLIN },
				 { .fd = -1, .events = POLLIN } };

	(void)pthread_setname_np(pthread_self(), "tdtop-collect");
	if (source->ops->interval) {
		fds[1].fd = source->ops->poll_fd(source);
		run_replay(collector, fds);
		return NULL;
	}
	if (source->ops->asks_proc) {
		privilege_raise(PRIVILEGE_PROC);
		priority_raise();
	}
	if (!collector_begin(collector, source->ops->clock_ns(source)))
		return NULL;
	do {
		fds[1].fd = source->ops->poll_fd(source);	/* another one after a CPU came online */
		wait_for_work(collector, fds);
	} while (collector_step(collector, source->ops->clock_ns(source)));
	return NULL;
}

struct collector *collector_start(struct source *source, struct exchange *exchange,
				  struct control *control, const struct collector_options *options,
				  struct err *err)
{
	struct collector *collector = collector_new(source, exchange, control, options);
	sigset_t all, before;
	int error;

	if (!collector) {
		err_set(err, ENOMEM, "cannot start: no memory for the collector; free some");
		return NULL;
	}
	/* Signals are for the UI thread; the new thread inherits this mask. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&collector->thread, NULL, run, collector);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!error)
		return collector;
	err_set(err, error, "cannot start a thread: %s; raise \"ulimit -u\" or free memory",
		strerror(error));
	collector_free(collector);
	return NULL;
}

void collector_stop(struct collector *collector)
{
	if (!collector)
		return;
	/* Relaxed: stands for itself (model/control.h). */
	atomic_store_explicit(&collector->control->stop, true, memory_order_relaxed);
	collector_wake(collector->control->wake_collector);
	pthread_join(collector->thread, NULL);
	collector_free(collector);
}
