/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be opened next; see event_queue.h. */
#include "config.h"
#include "collect/events/event_queue.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

void event_queue_clear(struct event_queue *queue)
{
	queue->n = queue->at = 0;
	queue->fresh = false;
}

void event_queue_done(struct event_queue *queue)
{
	free(queue->item);
	queue->item = NULL;
	queue->room = 0;
	event_queue_clear(queue);
}

static bool event_queue_is_known(const struct event_queue *queue, const struct event_target *what)
{
	if (event_table_find(queue->table, what->tid, what->cpu) >= 0)
		return true;
	for (size_t i = queue->at; i < queue->n; i++)
		if (queue->item[i].tid == what->tid && queue->item[i].cpu == what->cpu)
			return true;
	return false;
}

void event_queue_put(struct event_queue *queue, const struct event_target *what)
{
	if (event_queue_is_known(queue, what))
		return;
	queue->fresh = true;
	if (queue->n == queue->room) {
		const size_t room = 2 * queue->room + 64;
		struct event_target *more = realloc(queue->item, room * sizeof(more[0]));

		if (!more)
			return;
		queue->item = more;
		queue->room = room;
	}
	queue->item[queue->n++] = *what;
}

struct listed {
	struct event_queue *queue;
	int32_t pid;
};

static void put_listed(void *to, int32_t tid)
{
	const struct listed *listed = to;
	struct event_queue *queue = listed->queue;
	const struct event_target thread = event_of_thread(tid, listed->pid, NAN);

	if (queue->table->n + queue->n - queue->at < queue->threads_most)
		event_queue_put(queue, &thread);
}

int event_queue_list(struct event_queue *queue, int32_t pid)
{
	struct listed listed = { queue, pid };

	return queue->sys->threads(queue->sys->data, pid, put_listed, &listed);
}

static void count_listed(void *to, int32_t tid)
{
	uint32_t *n = to;

	(void)tid;
	(*n)++;
}

bool event_queue_is_there(const struct event_queue *queue, int32_t pid, uint32_t *threads)
{
	*threads = 0;
	return queue->sys->threads(queue->sys->data, pid, count_listed, threads) != -ESRCH;
}
