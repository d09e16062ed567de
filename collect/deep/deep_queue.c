/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be opened next; see deep_queue.h. */
#include "config.h"
#include "collect/deep/deep_queue.h"

#include <math.h>
#include <stdlib.h>

void deep_queue_clear(struct deep_queue *queue)
{
	queue->n = queue->at = 0;
	queue->fresh = false;
}

void deep_queue_done(struct deep_queue *queue)
{
	free(queue->item);
	queue->item = NULL;
	queue->room = 0;
	deep_queue_clear(queue);
}

static bool is_known(const struct deep_queue *queue, const struct deep_pending *what)
{
	if (deep_open_find(queue->open, what->tid, what->cpu) >= 0)
		return true;
	for (size_t i = queue->at; i < queue->n; i++)
		if (queue->item[i].tid == what->tid && queue->item[i].cpu == what->cpu)
			return true;
	return false;
}

void deep_queue_put(struct deep_queue *queue, const struct deep_pending *what)
{
	if (is_known(queue, what))
		return;
	queue->fresh = true;
	if (queue->n == queue->room) {
		const size_t room = 2 * queue->room + 64;
		struct deep_pending *more = realloc(queue->item, room * sizeof(more[0]));

		if (!more)
			return;
		queue->item = more;
		queue->room = room;
	}
	queue->item[queue->n++] = *what;
}

struct listed {
	struct deep_queue *queue;
	int32_t pid;
};

static void put_listed(void *to, int32_t tid)
{
	const struct listed *listed = to;
	struct deep_queue *queue = listed->queue;

	if (queue->open->n + queue->n - queue->at < queue->threads_most)
		deep_queue_put(queue, &(struct deep_pending){
			.tid = tid, .pid = listed->pid, .cpu = -1, .share = NAN });
}

void deep_queue_list(struct deep_queue *queue, int32_t pid)
{
	struct listed listed = { queue, pid };

	(void)queue->sys->threads(queue->sys->data, pid, put_listed, &listed);
}

static void count_listed(void *to, int32_t tid)
{
	uint32_t *n = to;

	(void)tid;
	(*n)++;
}

uint32_t deep_queue_count(const struct deep_queue *queue, int32_t pid)
{
	uint32_t n = 0;

	(void)queue->sys->threads(queue->sys->data, pid, count_listed, &n);
	return n;
}
