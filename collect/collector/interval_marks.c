/* SPDX-License-Identifier: GPL-2.0-only */
/* The ends of intervals in a recording; see interval_marks.h. Collector thread. */
#include "config.h"
#include "collect/collector/interval_marks.h"

#include "collect/perfdata/recorder.h"
#include "model/snapshot/snapshot.h"

void interval_marks_end(struct recorder *recorder, const struct tasks *tasks, bool toggle,
			struct snapshot *draft)
{
	const struct perfdata_mark mark = {
		.magic = PERFDATA_MARK_MAGIC,
		.seq = draft->seq,
		.began_ns = draft->end_ns - draft->interval_ns,
		.end_ns = draft->end_ns,
		.wall_ns = recorder ? (uint64_t)(draft->time * 1e9) : 0,	/* a replay has any time */
		.tasks = draft->tasks,
	};

	draft->recording = (struct recording_state){ .on = false };
	if (!recorder)
		return;
	recorder_regions_watched(recorder, &draft->regions);
	recorder_interval(recorder, &mark, tasks);
	if (toggle)
		recorder_toggle(recorder, tasks);
	recorder_state(recorder, &draft->recording);
}

void interval_marks_skip(struct recorder *recorder, const struct tasks *tasks, uint64_t since_ns,
			 uint64_t until_ns, double wall)
{
	const struct perfdata_mark mark = {
		.magic = PERFDATA_MARK_MAGIC,
		.began_ns = since_ns,
		.end_ns = until_ns,
		.wall_ns = recorder ? (uint64_t)(wall * 1e9) : 0,
	};

	if (recorder && until_ns > since_ns)
		recorder_interval(recorder, &mark, tasks);
}
