/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads and CPUs that are to be opened next. Collector thread. */
#ifndef TDTOP_COLLECT_DEEP_DEEP_QUEUE_H
#define TDTOP_COLLECT_DEEP_DEEP_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/deep/deep_open.h"
#include "collect/deep/deep_sys.h"

struct deep_pending {
	int32_t tid, pid;	/* -1: a CPU */
	int cpu;		/* -1: a thread */
	enum core_type core_type;
	double share;		/* of the scope's slots; NAN: not known */
};

struct deep_queue {
	const struct deep_sys *sys;
	const struct deep_open *open;
	size_t threads_most;	/* that are open or queued when a process is listed */
	struct deep_pending *item;
	size_t n, at, room;	/* the next one is item[at] */
	bool fresh;		/* somebody has put one; set to false by whoever asks */
};

void deep_queue_clear(struct deep_queue *queue);
void deep_queue_done(struct deep_queue *queue);

static inline bool deep_queue_is_empty(const struct deep_queue *queue)
{
	return queue->at == queue->n;
}

/* Unless it is open, or queued. Without memory it is not queued. */
void deep_queue_put(struct deep_queue *queue, const struct deep_pending *what);

/* Puts the threads of a process, as /proc lists them. */
void deep_queue_list(struct deep_queue *queue, int32_t pid);

/* How many threads it has; 0: there is no such process. */
uint32_t deep_queue_count(const struct deep_queue *queue, int32_t pid);

#endif
