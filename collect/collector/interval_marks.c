/* SPDX-License-Identifier: GPL-2.0-only */
/* The ends of intervals in a recording; see interval_marks.h. Collector thread. */
#include "config.h"
#include "collect/collector/interval_marks.h"

#include "collect/perfdata/recorder.h"
#include "model/snapshot/snapshot.h"

void interval_marks_end(struct recorder *recorder, const struct tasks *tasks, bool toggle,
			struct snapshot *draft)
{
	struct perfdata_mark mark;

	draft->recording = (struct recording_state){ .on = false };
	if (!recorder)	/* as in a replay, whose time may be any */
		return;
	mark = (struct perfdata_mark){
		.magic = PERFDATA_MARK_MAGIC,
		.seq = draft->seq,
		.began_ns = draft->end_ns - draft->interval_ns,
		.end_ns = draft->end_ns,
		.wall_ns = (uint64_t)(draft->time * 1e9),
		.tasks = draft->tasks,
	};
	recorder_regions_watched(recorder, &draft->regions);
	recorder_interval(recorder, &mark, tasks);
	if (toggle)
		recorder_toggle(recorder, tasks);
	recorder_state(recorder, &draft->recording);
}

void interval_marks_skip(struct recorder *recorder, const struct tasks *tasks, uint64_t since_ns,
			 uint64_t until_ns, double wall)
{
	struct perfdata_mark mark;

	if (!recorder || until_ns <= since_ns)
		return;
	mark = (struct perfdata_mark){
		.magic = PERFDATA_MARK_MAGIC,
		.began_ns = since_ns,
		.end_ns = until_ns,
		.wall_ns = (uint64_t)(wall * 1e9),
	};
	recorder_interval(recorder, &mark, tasks);
}
