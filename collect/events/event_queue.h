/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads and CPUs that are to be opened next. Collector thread. */
#ifndef TDTOP_COLLECT_EVENTS_EVENT_QUEUE_H
#define TDTOP_COLLECT_EVENTS_EVENT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_table.h"
#include "collect/perf/perf_sys.h"

struct event_queue {
	const struct perf_sys *sys;
	const struct event_table *table;	/* those that are open */
	size_t threads_most;	/* that are open or queued when a process is listed */
	struct event_target *item;
	size_t n, at, room;	/* the next one is item[at] */
	bool fresh;		/* somebody has put one; set to false by whoever asks */
};

void event_queue_clear(struct event_queue *queue);
void event_queue_done(struct event_queue *queue);

static inline bool event_queue_is_empty(const struct event_queue *queue)
{
	return queue->at == queue->n;
}

/* Unless it is open, or queued. Without memory it is not queued. */
void event_queue_put(struct event_queue *queue, const struct event_target *what);

/* Puts the threads of a process, as /proc lists them. 0; -ESRCH: there is no such process; or another negative errno. */
int event_queue_list(struct event_queue *queue, int32_t pid);

/* Is there such a process? True also if that cannot be known. *threads: how many it has; 0: not known. */
bool event_queue_is_there(const struct event_queue *queue, int32_t pid, uint32_t *threads);

#endif
