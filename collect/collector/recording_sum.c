/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads a recording through a collector without a thread, and sums it; see recording_sum.h. */
#include "config.h"
#include "collect/collector/recording_sum.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#include "collect/collector/collector.h"
#include "collect/replay/source_replay.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/sums.h"

struct recording_sum {
	struct source *source;
	struct exchange *exchange;
	struct control control;
	struct collector *collector;
	struct sums *sums;
};

void recording_sum_free(struct recording_sum *sum)
{
	if (!sum)
		return;
	sums_free(sum->sums);
	collector_free(sum->collector);
	exchange_free(sum->exchange);
	if (sum->source)
		sum->source->ops->close(sum->source);
	free(sum);
}

int recording_sum_open(struct recording_sum **out, const char *path, uint64_t interval_ns,
		       bool all_tasks, struct err *err)
{
	struct recording_sum *sum = *out = calloc(1, sizeof(*sum));
	int ret;

	if (!sum)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	/* There is one thread: no eventfd is needed to wake another. */
	sum->control = (struct control){ .lockstep = true, .wake_collector = -1, .wake_ui = -1 };
	control_init(&sum->control, 0);
	ret = source_replay_open(path, interval_ns, NULL, &sum->source, err);
	if (ret)
		return ret;
	if (all_tasks)
		source_replay_show_all(sum->source);
	sum->exchange = exchange_new();
	sum->sums = sums_new(SUMS_OF_COMMANDS);
	if (sum->exchange)
		sum->collector = collector_new(sum->source, sum->exchange, &sum->control, NULL);
	if (!sum->collector || !sum->sums)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	return 0;
}

/* Adds the published snapshot, if there is a new one. 1: it was the end of the recording. */
static int add_published(struct recording_sum *sum, const struct recording_progress *progress,
			 struct err *warning, struct err *err)
{
	const struct snapshot *snapshot;

	if (!exchange_fresh(sum->exchange))
		return 0;
	snapshot = exchange_latest(sum->exchange);
	if (snapshot->ended) {
		(void)err_set(warning, 0, "%s", snapshot->trouble);
		return 1;
	}
	if (snapshot->trouble[0])
		return err_set(err, EIO, "%s", snapshot->trouble);
	if (progress->interval)
		progress->interval(progress->data, snapshot);
	if (sums_add(sum->sums, snapshot))
		return err_set(err, ENOMEM, "not enough memory to sum a recording");
	return 0;
}

int recording_sum_read(struct recording_sum *sum, const struct recording_progress *progress,
		       struct err *warning, struct err *err)
{
	struct pollfd ready = { .fd = source_poll_fd(sum->source), .events = POLLIN };
	int ret = 0;

	while (ret == 0) {
		if (collector_replay(sum->collector) == REPLAY_WAITS && ready.fd >= 0)
			(void)poll(&ready, 1, -1);
		ret = add_published(sum, progress, warning, err);
		if (ret == 0 && progress->report)
			progress->report(progress->data, exchange_latest(sum->exchange)->progress);
	}
	return ret < 0 ? ret : 0;
}

const struct snapshot *recording_sum_finish(struct recording_sum *sum)
{
	return sums_finish(sum->sums, SUMS_OF_COMMANDS);
}
