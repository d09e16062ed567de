/* SPDX-License-Identifier: GPL-2.0-only */
/* Two buffers behind a lock; see live_parts.h. */
#include "config.h"
#include "collect/live/live_parts.h"

#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct live_queue {
	pthread_mutex_t lock;		/* of all below, but what `reading` points to */
	pthread_cond_t changed;		/* CLOCK_MONOTONIC */
	pthread_cond_t done;		/* `finishing` has become false */
	bool finishing;
	bool stop;
	bool due;			/* there is something to take */
	unsigned char *filling, *reading;	/* LIVE_QUEUE_BYTES each */
	struct live_batch next;		/* its bytes are in `filling` */
};

struct live_queue *live_queue_new(void)
{
	struct live_queue *queue = calloc(1, sizeof(*queue));
	pthread_condattr_t monotonic;

	if (!queue)
		return NULL;
	(void)pthread_mutex_init(&queue->lock, NULL);
	(void)pthread_condattr_init(&monotonic);
	(void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&queue->changed, &monotonic);
	(void)pthread_condattr_destroy(&monotonic);
	(void)pthread_cond_init(&queue->done, NULL);
	/* The kernel gives them memory page by page: none before the first sample. */
	queue->filling = malloc(LIVE_QUEUE_BYTES);
	queue->reading = malloc(LIVE_QUEUE_BYTES);
	if (queue->filling && queue->reading)
		return queue;
	live_queue_free(queue);
	return NULL;
}

void live_queue_free(struct live_queue *queue)
{
	if (!queue)
		return;
	(void)pthread_cond_destroy(&queue->changed);
	(void)pthread_cond_destroy(&queue->done);
	(void)pthread_mutex_destroy(&queue->lock);
	free(queue->filling);
	free(queue->reading);
	free(queue);
}

static void lock(struct live_queue *queue)
{
	(void)pthread_mutex_lock(&queue->lock);
}

static void unlock(struct live_queue *queue)
{
	(void)pthread_mutex_unlock(&queue->lock);
}

static void wake(struct live_queue *queue)
{
	queue->due = true;
	(void)pthread_cond_signal(&queue->changed);
}

void live_queue_begin(struct live_queue *queue, const struct live_target *target)
{
	lock(queue);
	queue->next = (struct live_batch){ .begins = true, .target = *target,
					   .told = queue->next.told, .news = queue->next.news,
					   .finish = queue->next.finish };
	wake(queue);
	unlock(queue);
}

/* How many samples are in whole records. */
static uint64_t count_samples(const unsigned char *bytes, size_t size)
{
	struct perf_event_header header;
	uint64_t n = 0;

	while (size >= sizeof(header)) {
		memcpy(&header, bytes, sizeof(header));
		if (header.size < sizeof(header) || header.size > size)
			break;
		n += header.type == PERF_RECORD_SAMPLE;
		bytes += header.size;
		size -= header.size;
	}
	return n;
}

bool live_queue_put(struct live_queue *queue, const void *bytes, size_t size)
{
	bool fits;

	lock(queue);
	fits = size <= LIVE_QUEUE_BYTES - queue->next.n;
	if (fits) {
		memcpy(queue->filling + queue->next.n, bytes, size);
		queue->next.n += size;
	} else {
		queue->next.lost += count_samples(bytes, size);
	}
	unlock(queue);
	return fits;
}

void live_queue_round(struct live_queue *queue, uint64_t now_ns)
{
	lock(queue);
	queue->next.ended_round = true;
	queue->next.round_ns = now_ns;
	wake(queue);
	unlock(queue);
}

void live_queue_tell(struct live_queue *queue, const struct profile_news *news)
{
	lock(queue);
	queue->next.told = true;
	queue->next.news = *news;
	wake(queue);
	unlock(queue);
}

void live_queue_finish(struct live_queue *queue)
{
	lock(queue);
	queue->next.finish = queue->finishing = true;
	wake(queue);
	while (queue->finishing)
		(void)pthread_cond_wait(&queue->done, &queue->lock);
	unlock(queue);
}

void live_queue_finished(struct live_queue *queue)
{
	lock(queue);
	queue->finishing = false;
	(void)pthread_cond_signal(&queue->done);
	unlock(queue);
}

void live_queue_stop(struct live_queue *queue)
{
	lock(queue);
	queue->stop = true;
	wake(queue);
	unlock(queue);
}

static void exchange_buffers(struct live_queue *queue, struct live_batch *batch)
{
	unsigned char *filled = queue->filling;

	*batch = queue->next;
	batch->bytes = filled;
	queue->filling = queue->reading;
	queue->reading = filled;
	queue->next = (struct live_batch){ .news = queue->next.news };
	queue->due = false;
}

bool live_queue_take(struct live_queue *queue, uint64_t until_ns, struct live_batch *batch)
{
	const struct timespec until = { .tv_sec = (time_t)(until_ns / 1000000000U),
					.tv_nsec = (long)(until_ns % 1000000000U) };
	int ret = 0;
	bool goes_on;

	lock(queue);
	while (!queue->due && !ret) {
		if (until_ns)
			ret = pthread_cond_timedwait(&queue->changed, &queue->lock, &until);
		else
			ret = pthread_cond_wait(&queue->changed, &queue->lock);
	}
	exchange_buffers(queue, batch);
	goes_on = !queue->stop;
	unlock(queue);
	return goes_on;
}
