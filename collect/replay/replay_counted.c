/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording as it was counted: its marks end the intervals, and what lies between two of them goes to the
 * slicer in the order of the file, which is the order in which the live run saw it. Collector thread.
 */
#include "config.h"
#include "collect/replay/replay_reader.h"

#include <linux/perf_event.h>
#include <stdio.h>

#include "collect/perfdata/perfdata.h"

/*
 * A file that begins in the middle of a run begins with what was known then; nothing comes before it, so it
 * is as old as can be. Otherwise a task that ends in the first interval would have no name.
 */
static void tell_known(struct source_replay *self, const struct frame *frame, const struct sink *sink)
{
	struct bytes bytes = frame_content(frame, stream_swapped(self->stream));
	struct task_event event = { .kind = TASK_KNOWN, .time_ns = 1 };
	uint64_t what = bytes_u64(&bytes);

	(void)bytes_u64(&bytes);	/* id of some event */
	event.pid = event.tid = (int32_t)bytes_u32(&bytes);
	if (what == PERFDATA_UPDATE_THREAD || what == PERFDATA_UPDATE_EXITED)
		event.tid = (int32_t)bytes_u32(&bytes);
	if (what == PERFDATA_UPDATE_EXITED) {
		event.kind = TASK_ALREADY_EXITED;
		(void)snprintf(event.comm, sizeof(event.comm), "%s", bytes_text(&bytes));
	}
	if (!bytes.bad && (what == PERFDATA_UPDATE_PROCESS || what == PERFDATA_UPDATE_THREAD ||
			   what == PERFDATA_UPDATE_EXITED))
		sink->task(sink->data, &event);
}

/* As it was counted: to the next mark. */
int replay_counted(struct source_replay *self, const struct sink *sink,
			    struct interval *interval, struct err *err)
{
	struct peeked_record peeked;
	struct frame frame;
	int ret;

	while ((ret = replay_next(self, &frame, err)) > 0) {
		if (replay_take_mark(self, &frame, interval)) {
			self->begun = true;
			return 1;
		}
		self->begun |= frame.type == PERF_RECORD_SAMPLE;
		if (frame.type == PERFDATA_EVENT_UPDATE && feed_take_rotation(self->feed, &frame))
			continue;
		if (frame.type == PERFDATA_EVENT_UPDATE && !self->begun) {
			(void)replay_take_answer(self, &frame);
			tell_known(self, &frame, sink);
			continue;
		}
		if (replay_take_answer(self, &frame) || !feed_wants(frame.type) ||
		    feed_peek(self->feed, &frame, &peeked))
			continue;
		if (!peeked.time_ns || frame.type == PERF_RECORD_CGROUP)
			feed_synthesized(self->feed, &frame);
		else if (peeked.cpu >= 0)
			feed_deliver(self->feed, &frame, &peeked, sink);
	}
	return ret;
}
