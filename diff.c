/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each recording goes through the same collector as on the screen, interval by interval, so memory is that of
 * one interval and of the sums (model/snapshot/sums.h). Main thread.
 */
#include "config.h"
#include "diff.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "collect/collector.h"
#include "collect/replay/source_replay.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/sums.h"
#include "ui/export/compare.h"

/* A recording being summed. */
struct reading_of {
	struct source *source;
	struct exchange *exchange;
	struct control control;
	struct collector *collector;
	struct sums *sums;
	enum side side;
	bool said;			/* how far it is stands on the terminal */
	double said_at;			/* when; at first: when it began. 0: there is no terminal */
};

#define PROGRESS_S 0.25
#define PROGRESS_WIDTH 40

static void reading_done(struct reading_of *reading)
{
	sums_free(reading->sums);
	collector_free(reading->collector);
	exchange_free(reading->exchange);
	if (reading->source)
		reading->source->ops->close(reading->source);
}

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* On failure too the caller calls reading_done(). */
static int reading_init(struct reading_of *reading, enum side side, const char *path, struct err *err)
{
	int ret;

	/* One thread: nobody is woken. */
	*reading = (struct reading_of){ .control = { .lockstep = true, .wake_collector = -1,
						     .wake_ui = -1 } };
	reading->side = side;
	reading->said_at = isatty(STDERR_FILENO) ? seconds_now() : 0;
	atomic_init(&reading->control.interval_ns, 0);
	atomic_init(&reading->control.stop, false);
	ret = source_replay_open(path, 0, &reading->source, err);
	if (ret)
		return ret;
	reading->exchange = exchange_new();
	reading->sums = sums_new();
	if (reading->exchange)
		reading->collector = collector_new(reading->source, reading->exchange,
						   &reading->control, NULL);
	if (!reading->collector || !reading->sums)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	return 0;
}

/* A large recording takes seconds: whoever waits at a terminal sees how far it is. */
static void say_progress(struct reading_of *reading)
{
	double progress = exchange_latest(reading->exchange)->progress, now;

	if (!reading->said_at || !(progress >= 0))
		return;
	now = seconds_now();
	if (now - reading->said_at < PROGRESS_S)
		return;
	reading->said_at = now;
	reading->said = true;
	(void)fprintf(stderr, "\rreading recording %d of 2: %3.0f %%", reading->side + 1, progress * 100);
}

/* The line is gone before anything is printed. */
static void unsay_progress(struct reading_of *reading)
{
	if (reading->said)
		(void)fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
	reading->said = false;
}

/* Adds what was published, if anything was. 1: that was the end. */
static int take_published(struct reading_of *reading, struct err *warning, struct err *err)
{
	const struct snapshot *snapshot;

	if (!exchange_fresh(reading->exchange))
		return 0;
	snapshot = exchange_latest(reading->exchange);
	if (snapshot->ended) {
		(void)err_set(warning, 0, "%s", snapshot->trouble);
		return 1;
	}
	if (snapshot->trouble[0])
		return err_set(err, EIO, "%s", snapshot->trouble);
	if (sums_add(reading->sums, snapshot))
		return err_set(err, ENOMEM, "not enough memory to sum a recording up");
	return 0;
}

static int sum_up(struct reading_of *reading, struct err *warning, struct err *err)
{
	struct pollfd ready = { .fd = reading->source->ops->poll_fd(reading->source),
				.events = POLLIN };
	int ret = 0;

	while (ret == 0) {
		if (collector_replay(reading->collector) == REPLAY_WAITS && ready.fd >= 0)
			(void)poll(&ready, 1, -1);
		ret = take_published(reading, warning, err);
		if (ret == 0)
			say_progress(reading);
	}
	unsay_progress(reading);
	return ret < 0 ? ret : 0;
}

/* The cells of a line of the terminal; 0: no terminal, so a line is as long as it likes. */
static int find_width(int fd)
{
	struct winsize size;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static int print(const struct diff *diff, const struct options *options,
		 const struct snapshot *sums[SIDES], FILE *out, struct err *err)
{
	static const enum batch_format formats[] = {
		[OUTPUT_SCREEN] = BATCH_TEXT, [OUTPUT_TEXT] = BATCH_TEXT,
		[OUTPUT_CSV] = BATCH_CSV, [OUTPUT_JSON] = BATCH_JSON
	};
	const struct compare_config config = {
		.format = formats[options->output],
		.level = options->level,
		.sort = options->sort,
		.reverse = options->reverse,
		.ratio = options->sort_ratio,
		.filter = options->filter,
		.max_rows = options->iterations,
		.width = find_width(fileno(out)),
		.ascii = options->ascii,
		.file = { options->baseline, options->replay },
		.warning = { diff->warning[BEFORE].text, diff->warning[AFTER].text },
	};
	struct comparison comparison;
	struct buffer buffer = { 0 };
	int ret = comparison_init(&comparison, sums[BEFORE], sums[AFTER]);

	if (!ret) {
		ret = compare_put(&config, &comparison, &buffer);
		comparison_done(&comparison);
	}
	if (!ret)
		(void)fwrite(buffer.bytes, 1, buffer.n, out);	/* the caller looks at ferror() */
	buffer_done(&buffer);
	return ret ? err_set(err, ENOMEM, "not enough memory to compare") : 0;
}

int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err)
{
	const char *const path[SIDES] = { options->baseline, options->replay };
	struct reading_of reading[SIDES] = { { .source = NULL } };
	const struct snapshot *sums[SIDES];
	int ret = 0;

	*diff = (struct diff){ .warning = { { .text = "" } } };
	for (enum side side = BEFORE; side < SIDES && !ret; side++) {
		ret = reading_init(&reading[side], side, path[side], err);
		if (!ret)
			ret = sum_up(&reading[side], &diff->warning[side], err);
		sums[side] = ret ? NULL : sums_finish(reading[side].sums);
		if (!ret && !sums[side])
			ret = err_set(err, ENOMEM, "not enough memory to sum \"%s\" up",
				      path[side]);
	}
	if (!ret)
		ret = print(diff, options, sums, out, err);
	for (enum side side = BEFORE; side < SIDES; side++)
		reading_done(&reading[side]);
	return ret;
}
