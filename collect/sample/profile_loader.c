/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that reads a recording for the screen; see profile_loader.h. */
#include "config.h"
#include "collect/sample/profile_loader.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/thread_start.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define PUBLISH_NS 300000000ULL	/* at least, between two states of a growing profile */
#define PUBLISH_PART 5		/* to make one takes at most this part of the time */

struct profile_loader {
	struct profile_loader_options options;
	pthread_t thread;
	int wake;		/* eventfd: a request has come, or the end */
	_Atomic bool ends;	/* A: the main thread sets it, then writes wake */
	/* Of the thread: */
	struct profile_request request;
	size_t n_objects;	/* that were told */
	uint64_t next_ns;	/* when a growing profile is published next */
	bool whole;		/* all of the recording was there when it was read last, */
	uint64_t size;		/* of the copy of a pipe, as it was then */
};

static bool ends(struct profile_loader *loader)
{
	/* Relaxed: stands for itself. A */
	return atomic_load_explicit(&loader->ends, memory_order_relaxed);
}

static void publish(struct profile_loader *loader, struct profile *profile,
		    const struct profile_news *news)
{
	profile_exchange_publish(loader->options.exchange, profile, news);
	(void)eventfd_write(loader->options.wake_ui, 1);
}

static struct profile_news news_of(const struct profile_loader *loader, double part, bool ended)
{
	struct profile_news news = *profile_reader_news(loader->options.reader);

	news.serial = loader->request.serial;
	news.progress = part;
	news.ended = ended;
	return news;
}

/* Tells the objects that are new since the last profile. */
static void add_objects(struct profile_loader *loader, const struct profile_object *objects,
			size_t n)
{
	for (; loader->n_objects < n; loader->n_objects++)
		if (loader->options.add_object)
			(void)loader->options.add_object(loader->options.data,
							 (uint32_t)loader->n_objects,
							 &objects[loader->n_objects]);
}

static struct profile *loader_finish(struct profile_loader *loader, struct profile_builder *builder)
{
	size_t n;
	const struct profile_object *objects = profile_reader_objects(loader->options.reader, &n);

	add_objects(loader, objects, n);
	return profile_builder_finish(builder, objects, n, loader->options.code);
}

/* After a state that took so long to make: when the next one may come. */
static void plan_next(struct profile_loader *loader, uint64_t began_ns)
{
	const uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);

	loader->next_ns = now_ns + (now_ns - began_ns) * PUBLISH_PART;
	if (loader->next_ns < now_ns + PUBLISH_NS)
		loader->next_ns = now_ns + PUBLISH_NS;
}

/* A profile_progress.report: publishes what there is, but not too often. False: another request. */
static bool report(void *data, double part, struct profile_builder *builder)
{
	struct profile_loader *loader = data;
	const uint64_t before = clock_ns(CLOCK_MONOTONIC);
	struct profile_news news;

	if (ends(loader))
		return false;
	if (profile_exchange_requested(loader->options.exchange, &loader->request))
		return false;
	if (before < loader->next_ns)
		return true;
	news = news_of(loader, part, false);
	publish(loader, builder ? loader_finish(loader, builder) : NULL, &news);
	plan_next(loader, before);
	return true;
}

/* Makes the requested profile. -ECANCELED: there is another request in loader->request, or it ends. */
static int load(struct profile_loader *loader)
{
	const struct profile_progress progress = { .report = report, .data = loader };
	const struct profile_request request = loader->request;
	const uint64_t began_ns = clock_ns(CLOCK_MONOTONIC);
	const bool whole = !loader->options.copy || recording_copy_has_ended(loader->options.copy);
	struct profile_builder *builder;
	struct profile *profile = NULL;
	struct profile_news news;
	struct err err = { .text = "" };
	int ret;

	loader->size = loader->options.copy ? recording_copy_size(loader->options.copy) : 0;
	ret = profile_reader_read(loader->options.reader, &request, &progress, &builder, &err);

	if (ret == -ECANCELED)
		return ret;
	if (!ret)
		profile = loader_finish(loader, builder);
	profile_builder_free(builder);
	news = news_of(loader, whole ? 1 : NAN, whole);
	/* Why there is nothing, or, if nothing else is wrong, that the recording is cut off. */
	if (whole && (ret || !profile || !news.trouble[0]))
		(void)snprintf(news.trouble, sizeof(news.trouble), "%.*s",
			       (int)sizeof(news.trouble) - 1,
			       !ret && !profile ? "not enough memory for a profile" : err.text);
	publish(loader, profile, &news);
	plan_next(loader, began_ns);
	loader->whole = whole;
	return 0;
}

/* Is there more of a pipe than was read, and the time to read it again? */
static bool has_more(const struct profile_loader *loader)
{
	const struct recording_copy *copy = loader->options.copy;

	return !loader->whole && clock_ns(CLOCK_MONOTONIC) >= loader->next_ns &&
	       (recording_copy_has_ended(copy) || recording_copy_size(copy) > loader->size);
}

/* Waits for a request, or for more of a pipe. False: the end. */
static bool wait_for_request(struct profile_loader *loader)
{
	struct recording_copy *copy = loader->options.copy;
	uint64_t n;

	while (!ends(loader)) {
		const bool requested = profile_exchange_requested(loader->options.exchange, &loader->request);
		struct pollfd ready[] = { { .fd = loader->wake, .events = POLLIN },
					  { .fd = copy ? copy->from : -1, .events = POLLIN } };

		if (requested || has_more(loader)) {
			if (!loader->whole)
				profile_reader_renew(loader->options.reader);
			return true;
		}
		if (poll(ready, 2, loader->whole ? -1 : (int)(PUBLISH_NS / 1000000)) <= 0)
			continue;
		if (ready[1].revents)
			recording_copy_move(copy);
		if (ready[0].revents && read(loader->wake, &n, sizeof(n)) < 0)
			continue;
	}
	return false;
}

static void *loader_run(void *data)
{
	struct profile_loader *loader = data;

	(void)profile_exchange_requested(loader->options.exchange, &loader->request);
	do {
		loader->next_ns = clock_ns(CLOCK_MONOTONIC) + PUBLISH_NS;
		while (load(loader) == -ECANCELED && !ends(loader))
			;
	} while (wait_for_request(loader));
	return NULL;
}

static int start(struct profile_loader *loader, struct err *err)
{
	int ret;

	loader->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (loader->wake < 0)
		return err_set(err, errno, "cannot make an eventfd: %s", strerror(errno));
	ret = thread_start(&loader->thread, "tdtop-profile", loader_run, loader, err);
	if (ret)
		close(loader->wake);
	return ret;
}

int profile_loader_new(const struct profile_loader_options *options, struct profile_loader **out,
		       struct err *err)
{
	struct profile_loader *loader = calloc(1, sizeof(*loader));
	int ret;

	if (!loader) {
		profile_reader_close(options->reader);
		return err_set(err, ENOMEM, "not enough memory to read samples");
	}
	loader->options = *options;
	profile_reader_index(options->reader);
	ret = start(loader, err);
	if (ret) {
		profile_reader_close(options->reader);
		free(loader);
		return ret;
	}
	*out = loader;
	return 0;
}

void profile_loader_wake(struct profile_loader *loader)
{
	(void)eventfd_write(loader->wake, 1);
}

void profile_loader_free(struct profile_loader *loader)
{
	if (!loader)
		return;
	/* Relaxed: stands for itself. A */
	atomic_store_explicit(&loader->ends, true, memory_order_relaxed);
	(void)eventfd_write(loader->wake, 1);
	pthread_join(loader->thread, NULL);
	close(loader->wake);
	profile_reader_close(loader->options.reader);
	free(loader);
}
