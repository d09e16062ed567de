/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The thread that makes profiles of samples while they are taken, see live_profile.h. Records of
 * all rings are put into the order of time in each round (a mapping may stand in another ring than
 * the samples in it), decoded, and added to a builder. What decodes them is what reads recordings.
 */
#include "config.h"
#include "collect/live/live_profile.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "collect/live/live_parts.h"
#include "collect/perf/record.h"
#include "collect/sample/sample_feed.h"
#include "collect/sample/time_order.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/thread_start.h"
#include "model/formula.h"

#define PUBLISH_NS 300000000ULL		/* at least, between two states of a profile */
#define LEAST_SHARE 0.01
#define BUILD_IDS_NS 100000000ULL	/* so long may a profile wait for them */

struct live_profile {
	struct live_profile_options options;
	struct live_queue *queue;
	pthread_t thread;
	clockid_t clock;		/* of the thread's CPU time */
	/* Of the thread: */
	struct live_maps *maps;
	struct sample_feed *feed;
	struct frames frames;
	struct time_order *order;
	struct live_target target;
	struct profile_request request;	/* what of the samples is added */
	struct profile_builder *builder;	/* NULL: no profile has begun */
	struct profile_news news;	/* as told; the serial is the target's */
	uint64_t round_ns;		/* until then all records have come */
	uint64_t first_ns, last_ns;	/* of samples */
	bool fresh;			/* the builder has what was not published */
	bool published;			/* a state of this profile was */
	bool news_due;
	uint64_t next_ns;		/* when the next state may be published */
	uint64_t used_ns;		/* CPU time of the thread until the last one */
	size_t n_objects;		/* that were told */
	bool no_memory;
};

/* ---- records ---- */

static uint64_t time_of(const struct live_profile *live, const struct frame *frame)
{
	struct envelope envelope = { 0 };

	if (record_envelope(&live->target.event.layout, frame->bytes, frame->size, &envelope))
		return 0;
	return envelope.time_ns;
}

/* Of samples of classes the sampler has put it where the id was. -1: they are of one event. */
static int row_of(const struct live_profile *live, uint64_t id)
{
	const struct class_table *table = live->target.classes.table;

	return table && id < table->n_events ? (int)id : -1;
}

static int add_sample(struct live_profile *live, const struct frame *frame, uint64_t time_ns)
{
	const struct sample_event *event = &live->target.event;
	struct sample_record record;
	const bool damaged = sample_record_decode(&event->layout, frame->bytes, frame->size, &record);

	if (!damaged) {
		int ret;

		if (live->request.pid && live->request.pid != record.pid)
			return 0;
		ret = live_maps_see(live->maps, record.pid, record.ip, live->round_ns);
		if (ret)
			return ret;
		live->target.event.row = row_of(live, record.id);
	}
	if (!live->first_ns)
		live->first_ns = time_ns;
	live->last_ns = time_ns;
	live->fresh = true;
	return sample_feed_add(live->feed, event, frame, damaged ? NULL : &record, &live->request, live->builder);
}

/* A time_order_deliver. */
static int deliver(void *data, const struct frame *frame, uint64_t time_ns)
{
	struct live_profile *live = data;

	if (frame->type == PERF_RECORD_SAMPLE)
		return add_sample(live, frame, time_ns);
	return live_maps_record(live->maps, frame, time_ns, live->round_ns);
}

static int add_frame(struct live_profile *live, const struct frame *frame)
{
	struct record record;
	uint64_t time_ns;

	if (record_kind(frame->type) == REC_LOST &&
	    !record_content(false, frame->bytes, frame->size, &record))
		profile_builder_dropped(live->builder)->lost += record.lost;
	if (frame->type != PERF_RECORD_SAMPLE && !map_records_wants(frame->type))
		return 0;
	time_ns = time_of(live, frame);
	return time_ns ? time_order_add(live->order, frame, time_ns) : deliver(live, frame, 0);
}

/* The bytes are copied into blocks, in which records stay until their time has come. */
static int add_bytes(struct live_profile *live, const unsigned char *bytes, size_t n)
{
	struct frame frame;

	while (n) {
		size_t room;
		unsigned char *to = frames_room(&live->frames, &room);
		int ret;

		if (!to)
			return -ENOMEM;
		if (room > n)
			room = n;
		memcpy(to, bytes, room);
		live->frames.block->n += room;
		bytes += room;
		n -= room;
		while ((ret = frames_next(&live->frames, &frame)) > 0) {
			ret = add_frame(live, &frame);
			if (ret)
				return ret;
		}
		if (ret) {	/* it cannot be divided any further */
			profile_builder_dropped(live->builder)->damaged++;
			(void)frames_skip(&live->frames, frames_left(&live->frames));
		}
	}
	return 0;
}

/* ---- profiles ---- */

static void end_profile(struct live_profile *live)
{
	time_order_free(live->order);
	live->order = NULL;
	profile_builder_free(live->builder);
	live->builder = NULL;
	frames_done(&live->frames);
}

static int begin_profile(struct live_profile *live, const struct live_target *target)
{
	/* Bounds of a process that is looked at for minutes; rare traces make room for others. */
	static const struct profile_limits limits = { .traces = 32768, .addresses = 65536,
						      .stacks = 16384, .frames = 262144 };

	end_profile(live);
	live->target = *target;
	live->request = target->request;
	live->request.pid = target->pid;
	live->request.tid = 0;
	live->request.from_ns = live->request.to_ns = 0;
	live->no_memory = false;
	live->first_ns = live->last_ns = 0;
	live->fresh = live->published = false;
	live->news_due = true;
	live->next_ns = 0;
	live->builder = profile_builder_new(&target->event.event, &limits);
	if (live->builder && target->classes.table)
		profile_builder_set_classes(live->builder, &target->classes);
	live->order = live->builder ? time_order_new(deliver, live) : NULL;
	return live->order ? live_maps_restart(live->maps) : -ENOMEM;
}

static void add_object(struct live_profile *live, uint32_t index,
		       const struct profile_object *object, bool waits)
{
	const struct live_profile_options *options = &live->options;
	unsigned char id[BUILD_ID_MAX];
	uint8_t n;

	if (options->add_object)
		(void)options->add_object(options->data, index, object);
	if (object->build_id_len && options->identified)
		options->identified(options->mapped_data, object);
	if (!waits || !options->build_id || object->kind != OBJECT_FILE || object->build_id_len)
		return;
	n = options->build_id(options->data, index, id);
	if (!n)
		return;
	code_maps_set_build_id(live_maps_code(live->maps), index, id, n);
	if (options->identified)
		options->identified(options->mapped_data, object);
}

/* Tells the objects that are new since the last profile. */
static void add_objects(struct live_profile *live, const struct profile_object *objects, size_t n)
{
	const uint64_t until_ns = clock_ns(CLOCK_MONOTONIC) + BUILD_IDS_NS;

	for (; live->n_objects < n; live->n_objects++)
		add_object(live, (uint32_t)live->n_objects, &objects[live->n_objects],
			   clock_ns(CLOCK_MONOTONIC) < until_ns);
}

/* The first state of a profile asks nothing of the code, so that it does not wait for files. */
static struct profile *profile_finish(struct live_profile *live)
{
	const struct profile_code *code = live->published ? live->options.code : NULL;
	struct profile *profile;
	size_t n;
	const struct profile_object *objects = code_maps_objects(live_maps_code(live->maps), &n);

	add_objects(live, objects, n);
	profile = profile_builder_finish(live->builder, objects, n, code);
	if (profile)
		profile->live = true;
	else
		live->no_memory = true;
	return profile;
}

static struct profile_news news_of(const struct live_profile *live)
{
	struct profile_news news = live->news;
	const char *unmapped = live_maps_trouble(live->maps);

	news.serial = live->target.request.serial;
	news.progress = 1;
	news.first_ns = live->first_ns;
	news.last_ns = live->last_ns;
	if (live->no_memory && !news.trouble[0])
		(void)snprintf(news.trouble, sizeof(news.trouble),
			       "not enough memory for a profile");
	/* Without names the profile says little: that comes before how it was sampled. */
	if (unmapped[0])
		(void)snprintf(news.live.remark, sizeof(news.live.remark), "%s", unmapped);
	return news;
}

/*
 * How long the next state of the profile waits: until what was used since the last one, to decode
 * samples and to make the profile, is the share of a CPU that it may be.
 */
static uint64_t wait_ns(struct live_profile *live)
{
	const double share = live->options.cpu_share;
	const uint64_t used_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	const double wait = (double)(used_ns - live->used_ns) /
			    (share >= LEAST_SHARE ? share : LEAST_SHARE);

	live->used_ns = used_ns;
	return wait > PUBLISH_NS ? (uint64_t)wait : PUBLISH_NS;
}

/* Of classes it must be known what their samples are worth. */
static bool is_scaled(const struct live_profile *live)
{
	return !live->target.classes.table || live->target.classes.events;
}

/*
 * Publishes a profile, if there is something new in it and it is time for one; or only news. Ended:
 * in any case.
 */
static void publish(struct live_profile *live, bool ended)
{
	const uint64_t before = clock_ns(CLOCK_MONOTONIC);
	struct profile *profile = NULL;
	struct profile_news news;

	if (!live->builder)
		return;
	if (is_scaled(live) && (ended || (live->fresh && before >= live->next_ns))) {
		profile = profile_finish(live);
		live->published |= profile != NULL;
		live->fresh = false;
	}
	if (!profile && !live->news_due)
		return;
	news = news_of(live);
	news.ended = ended;
	profile_exchange_publish(live->options.exchange, profile, &news);
	live->news_due = false;
	(void)eventfd_write(live->options.wake_ui, 1);
	if (profile)
		live->next_ns = before + wait_ns(live);
}

/* ---- the thread ---- */

static int live_profile_take(struct live_profile *live, const struct live_batch *batch)
{
	int ret = 0;

	if (batch->told) {
		live->news = batch->news;
		live->news_due = true;
	}
	if (batch->begins)
		ret = begin_profile(live, &batch->target);
	if (ret || !live->builder)
		return ret;
	if (batch->told && live->target.classes.table && batch->news.live.classes.table) {
		live->target.classes = batch->news.live.classes;
		profile_builder_set_classes(live->builder, &live->target.classes);
		live->fresh |= live->first_ns > 0;
	}
	profile_builder_dropped(live->builder)->lost += batch->lost;
	if (batch->ended_round)
		live->round_ns = batch->round_ns;
	ret = add_bytes(live, batch->bytes, batch->n);
	if (!ret && batch->ended_round)
		ret = time_order_until(live->order, live->round_ns);
	return ret;
}

/* Adds what waits for its turn, too, and asks the code of all of it. */
static void end_round(struct live_profile *live)
{
	if (live->order && time_order_end(live->order))
		live->no_memory = true;
	live->published = true;
	publish(live, true);
	live_queue_finished(live->queue);
}

static void *live_profile_run(void *data)
{
	struct live_profile *live = data;
	struct live_batch batch;

	privilege_raise(PRIVILEGE_PROC);
	while (live_queue_take(live->queue, live->fresh ? live->next_ns : 0, &batch)) {
		if (live_profile_take(live, &batch)) {
			live->no_memory = true;
			live->news_due = true;
		}
		if (batch.finish)
			end_round(live);
		else
			publish(live, false);
	}
	return NULL;
}

static int start(struct live_profile *live, struct err *err)
{
	const int ret = thread_start(&live->thread, "tdtop-profile", live_profile_run, live, err);

	if (ret)
		return ret;
	if (pthread_getcpuclockid(live->thread, &live->clock))
		live->clock = (clockid_t)-1;
	return 0;
}

static void free_all(struct live_profile *live)
{
	end_profile(live);
	sample_feed_free(live->feed);
	live_maps_free(live->maps);
	live_queue_free(live->queue);
	free(live);
}

int live_profile_new(const struct live_profile_options *options, struct live_profile **out,
		     struct err *err)
{
	struct live_profile *live = calloc(1, sizeof(*live));
	int ret;

	if (!live)
		return err_set(err, ENOMEM, "not enough memory to sample");
	live->options = *options;
	live->queue = live_queue_new();
	live->maps = live_maps_new(options->proc_root);
	if (live->maps)
		live_maps_tell(live->maps, options->mapped, options->mapped_data);
	live->feed = live->maps ? sample_feed_new(live_maps_code(live->maps)) : NULL;
	if (live->queue && live->feed)
		ret = start(live, err);
	else
		ret = err_set(err, ENOMEM, "not enough memory to sample");
	if (ret)
		free_all(live);
	else
		*out = live;
	return ret;
}

void live_profile_free(struct live_profile *live)
{
	if (!live)
		return;
	live_queue_stop(live->queue);
	pthread_join(live->thread, NULL);
	free_all(live);
}

void live_profile_finish(struct live_profile *live)
{
	live_queue_finish(live->queue);
}

/* ---- collector thread ---- */

int live_profile_begin(struct live_profile *live, const struct live_target *target)
{
	live_queue_begin(live->queue, target);
	return 0;
}

bool live_profile_put(struct live_profile *live, const void *bytes, size_t size)
{
	return live_queue_put(live->queue, bytes, size);
}

void live_profile_round(struct live_profile *live, uint64_t now_ns)
{
	live_queue_round(live->queue, now_ns);
}

void live_profile_tell(struct live_profile *live, const struct profile_news *news)
{
	live_queue_tell(live->queue, news);
}

uint64_t live_profile_cpu_ns(const struct live_profile *live)
{
	return clock_ns(live->clock);
}
