/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes of a scope of which all threads have events that are inherited: by all threads that
 * these begin, and, if the scope has all that its processes begin, by those as well. So what is born
 * and dies between two looks is counted, and each task once: a process is listed when it appears,
 * unless its parent's events count it. A thread that begins while those of its process are opened
 * may be counted or not; then they are all opened anew. Collector thread.
 */
#ifndef TDTOP_COLLECT_DEEP_DEEP_PROCESSES_H
#define TDTOP_COLLECT_DEEP_DEEP_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/deep/deep_open.h"
#include "collect/events/event_targets.h"
#include "model/snapshot/snapshot.h"

struct deep_process;

struct deep_processes {
	struct deep_open *open;
	struct event_queue *queue;
	struct event_tasks *tasks;
	struct live_request request;
	uint64_t began_ns;		/* source clock: events inherit from then on */
	unsigned int rounds;		/* through the lists of threads, since an interval ended */
	struct deep_process *process;
	size_t n, room;
};

/* A scope is looked at: lists its processes, and queues their threads. */
void deep_processes_look(struct deep_processes *processes, const struct live_request *request,
			 uint64_t now_ns);
void deep_processes_clear(struct deep_processes *processes);
void deep_processes_done(struct deep_processes *processes);

/*
 * The queue is empty: lists new processes again, and queues what must be opened anew. Nothing, if
 * nobody was queued since the last call.
 */
void deep_processes_list_again(struct deep_processes *processes);

/* No more of that until the next interval ends. */
void deep_processes_give_up(struct deep_processes *processes);

/* An interval has ended: which processes are new, have exited, or have lost their events? */
void deep_processes_see(struct deep_processes *processes, const struct event_task *task, size_t n,
			const struct snapshot *snapshot);

#endif
