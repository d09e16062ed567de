/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The loop of batch mode: wait for an interval, print it into a buffer, write the buffer at once.
 * Every published interval is taken; if the reader is too slow, the exchange keeps only the newest
 * and `seq` jumps. Called by main on the UI thread.
 */
#include "config.h"
#include "ui/batch/batch.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "model/control.h"
#include "model/snapshot/exchange.h"

static volatile sig_atomic_t asked_to_stop;	/* the signal */
static volatile sig_atomic_t asked_by_terminal;	/* its whole foreground group got it */

/*
 * The first Ctrl-C is left to the command, which got it as well: it ends in its own way, and tdtop
 * with it.
 */
static volatile sig_atomic_t command_comes_first;

static const int end_signals[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };

#define N_END_SIGNALS (sizeof(end_signals) / sizeof(end_signals[0]))

static void note_signal(int number, siginfo_t *info, void *context)
{
	bool by_terminal = info->si_code == SI_KERNEL;

	(void)context;
	if (number == SIGINT && by_terminal && command_comes_first) {
		command_comes_first = 0;
		return;
	}
	asked_by_terminal = by_terminal;
	asked_to_stop = number;
}

int batch_signal(bool *by_terminal)
{
	*by_terminal = asked_by_terminal;
	return asked_to_stop;
}

void batch_catch_signals(bool command)
{
	/* No SA_RESTART: a write that blocks on a full pipe must return. */
	struct sigaction action = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO }, old;

	command_comes_first = command;
	for (size_t i = 0; i < N_END_SIGNALS; i++) {
		if (sigaction(end_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			(void)sigaction(end_signals[i], &action, NULL);
	}
}

void batch_release_signals(void)
{
	const struct sigaction action = { .sa_handler = SIG_DFL };
	struct sigaction old;

	for (size_t i = 0; i < N_END_SIGNALS; i++)
		if (sigaction(end_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			(void)sigaction(end_signals[i], &action, NULL);
}

enum wake { WAKE_NOTHING, WAKE_FRESH, WAKE_END, WAKE_FAILED };

/*
 * Waits once. The reader of a pipe or a terminal may close it while nothing is written: poll
 * reports that on an fd even if no event is requested.
 */
static enum wake wait_once(const struct batch_config *config, const struct control *control,
			   const sigset_t *signals, struct err *err)
{
	struct pollfd fds[] = {
		{ .fd = control->wake_ui, .events = POLLIN },
		{ .fd = config->out },
	};
	uint64_t published;

	if (ppoll(fds, 2, NULL, signals) < 0) {
		if (errno == EINTR)
			return WAKE_NOTHING;
		(void)err_set(err, errno, "cannot wait for an interval: %s", strerror(errno));
		return WAKE_FAILED;
	}
	if (fds[1].revents & POLLNVAL) {
		(void)err_set(err, EBADF, "cannot write the output: standard output is closed");
		return WAKE_FAILED;
	}
	if (fds[1].revents & (POLLERR | POLLHUP) && config->format == BATCH_NOTHING &&
	    !config->show) {
		(void)err_set(err, EPIPE, "the program that reads the recording from standard "
			      "output has ended; recording has stopped");
		return WAKE_FAILED;
	}
	if (fds[1].revents & (POLLERR | POLLHUP))
		return WAKE_END;
	if (fds[0].revents)
		(void)!read(control->wake_ui, &published, sizeof(published));
	return WAKE_NOTHING;
}

static enum wake wait_for_interval(const struct batch_config *config, struct exchange *exchange,
				   const struct control *control, struct err *err)
{
	enum wake wake = WAKE_NOTHING;
	sigset_t ends, before;

	/*
	 * Signals are delivered only inside ppoll, so none is lost between the test of the flag and
	 * the wait.
	 */
	(void)sigemptyset(&ends);
	for (size_t i = 0; i < N_END_SIGNALS; i++)
		(void)sigaddset(&ends, end_signals[i]);
	(void)pthread_sigmask(SIG_BLOCK, &ends, &before);
	while (wake == WAKE_NOTHING) {
		if (asked_to_stop)
			wake = WAKE_END;
		else if (exchange_fresh(exchange))
			wake = WAKE_FRESH;
		else
			wake = wait_once(config, control, &before, err);
	}
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return wake;
}

/* One write for the interval; more only if the kernel took a part of it. */
static enum wake write_all(int fd, const struct buffer *buffer, struct err *err)
{
	size_t done = 0;

	while (done < buffer->n) {
		ssize_t n = write(fd, buffer->bytes + done, buffer->n - done);
		struct pollfd room = { .fd = fd, .events = POLLOUT };

		if (n >= 0) {
			done += (size_t)n;
		} else if (errno == EPIPE) {
			return WAKE_END;	/* "tdtop -b | head" is no error */
		} else if (errno == EAGAIN) {
			/* Another process made our stdout non-blocking. */
			(void)poll(&room, 1, -1);
		} else if (errno != EINTR) {
			(void)err_set(err, errno, "cannot write the output: %s", strerror(errno));
			return WAKE_FAILED;
		}
		if (asked_to_stop && done < buffer->n)
			return WAKE_END;
	}
	return WAKE_FRESH;
}

/* Takes the newest interval. A replay in lockstep continues only then. */
static const struct snapshot *take_interval(struct exchange *exchange,
					    const struct control *control)
{
	const struct snapshot *snapshot = exchange_latest(exchange);

	if (control->lockstep)
		(void)eventfd_write(control->wake_collector, 1);
	return snapshot;
}

static enum wake print_interval(struct batch *batch, const struct batch_config *config,
				const struct snapshot *snapshot, struct buffer *buffer,
				struct err *err)
{
	bool enough = false;
	enum wake wake;

	if (config->show)
		enough = !config->show(config->data, snapshot);
	if (snapshot->ended) {
		(void)err_set(err, 0, "%s", snapshot->trouble);
		return WAKE_END;
	}
	if (snapshot->trouble[0]) {
		(void)err_set(err, EIO, "%s", snapshot->trouble);
		return WAKE_FAILED;
	}
	if (config->show)
		return snapshot->last || enough ? WAKE_END : WAKE_FRESH;
	if (config->format == BATCH_NOTHING)	/* if it has stopped, the recorder knows why */
		return snapshot->last || !snapshot->recording.on ? WAKE_END : WAKE_FRESH;
	buffer_clear(buffer);
	if (batch_put(batch, snapshot, buffer)) {
		(void)err_set(err, ENOMEM, "not enough memory to print an interval");
		return WAKE_FAILED;
	}
	wake = write_all(config->out, buffer, err);
	return wake == WAKE_FRESH && snapshot->last ? WAKE_END : wake;
}

/* false: a report of progress of long work, which only the screen shows. */
static bool is_interval(const struct snapshot *snapshot)
{
	return snapshot_machine(snapshot) || !snapshot->doing[0];
}

int batch_run(const struct batch_config *config, struct exchange *exchange,
	      struct control *control, struct err *err)
{
	struct batch *batch = batch_new(config);
	struct buffer buffer = { 0 };
	enum wake wake = WAKE_FRESH;
	const struct snapshot *snapshot;
	uint64_t printed = 0, dropped = 0;

	if (!batch)
		return err_set(err, ENOMEM, "not enough memory");
	while (wake == WAKE_FRESH && (!config->iterations || printed < config->iterations)) {
		wake = wait_for_interval(config, exchange, control, err);
		if (wake != WAKE_FRESH)
			break;
		snapshot = take_interval(exchange, control);
		if (!is_interval(snapshot))
			continue;
		wake = print_interval(batch, config, snapshot, &buffer, err);
		printed++;
		dropped = snapshot->recording.dropped;
	}
	if (wake != WAKE_FAILED) {
		buffer_clear(&buffer);
		batch_put_end(batch, &buffer);
		if (buffer.n && write_all(config->out, &buffer, err) == WAKE_FAILED)
			wake = WAKE_FAILED;
	}
	/* relaxed: collector_stop() releases it (model/control.h) */
	atomic_store_explicit(&control->cut_short, wake == WAKE_END && asked_to_stop,
			      memory_order_relaxed);
	if (wake != WAKE_FAILED && config->format == BATCH_NOTHING && dropped)
		(void)err_set(err, 0, "%" PRIu64 " record%s missing in the recording: the "
			      "program that reads standard output is too slow", dropped,
			      dropped == 1 ? " is" : "s are");
	buffer_done(&buffer);
	batch_free(batch);
	return wake == WAKE_FAILED ? -EIO : 0;
}
