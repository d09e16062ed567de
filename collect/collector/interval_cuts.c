/* SPDX-License-Identifier: GPL-2.0-only */
/* Where an interval begins and ends in the source; see collector_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/collector_parts.h"

#include <stdbool.h>

#include "collect/collector/aggregate.h"
#include "collect/perfdata/recorder.h"
#include "model/snapshot/snapshot.h"

#define TRIES 4			/* if each of them is late the machine has no exact ends */
#define LATE_PART 100		/* of an interval: what moves into the one before or after */
#define BEGINS_LATE_NS 1000000ULL

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

int interval_cuts_begin(struct source *source, struct aggregate *aggregate, uint64_t *began_ns,
			struct err *err)
{
	const struct source_ops *ops = source->ops;
	bool late = true;
	int ret = 0;

	if (source->released_ns || !ops->cut) {
		const uint64_t from_ns = source->released_ns || !ops->clock_ns ?
						 source->released_ns : ops->clock_ns(source);

		*began_ns = from_ns > *began_ns ? from_ns : *began_ns;
		return 0;
	}
	for (int i = 0; !ret && late && i < TRIES; i++) {
		*began_ns = ops->clock_ns(source);
		ret = source_cut(source, *began_ns, aggregate_sink(aggregate), err);
		late = ops->clock_ns(source) > *began_ns + BEGINS_LATE_NS;
	}
	aggregate_skip(aggregate, *began_ns);
	return ret;
}

/*
 * How long after this time the last slices were ended. If CPUs were added or counting was restarted,
 * records of after it belong to the next interval, however long that took: 0.
 */
static uint64_t lateness_ns(struct source *source, const struct machine *before, uint64_t now_ns)
{
	uint64_t cut_ns = source->cut_ns;

	if (source->restarted_ns || machine_published(&source->machine) != before)
		return 0;
	if (!cut_ns && source->ops->clock_ns)
		cut_ns = source->ops->clock_ns(source);
	return cut_ns > now_ns ? cut_ns - now_ns : 0;
}

int interval_cuts_end(struct source *source, uint64_t interval_ns, uint64_t *now_ns,
		      const struct sink *sink, struct err *err)
{
	const struct machine *before = machine_published(&source->machine);
	uint64_t late_ns = UINT64_MAX, last_ns;
	int ret = source_tick(source, *now_ns, sink, err);

	for (int i = 1; !ret && i < TRIES; i++) {
		last_ns = late_ns;
		late_ns = lateness_ns(source, before, *now_ns);
		/* What is as late each time takes so long to read: once more is of no use. */
		if (late_ns < interval_ns / LATE_PART || late_ns >= last_ns)
			break;
		*now_ns = source->ops->clock_ns(source);
		ret = source_tick(source, *now_ns, sink, err);
	}
	return ret;
}
