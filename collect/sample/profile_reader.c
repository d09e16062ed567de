/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a recording, see profile_reader.h. A file is read twice: first only its frames, to learn
 * which events have samples, then for the profile of one of them. A pipe can be read once: a
 * profile is made of each event, and the one with the most branch stacks is kept.
 */
#include "config.h"
#include "collect/sample/profile_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/recording.h"
#include "collect/perfdata/recording_advice.h"
#include "collect/sample/map_records.h"
#include "collect/sample/profile_advice.h"
#include "collect/sample/sample_feed.h"
#include "collect/sample/source_events.h"
#include "collect/sample/time_order.h"

#define REPORT_BYTES (4U << 20)
#define PIPE_MS 100			/* a pipe may have no data for long */
#define NS_PER_S 1000000000ULL
#define MISC_LOST_BY_FILTER (1U << 15)	/* PERF_RECORD_MISC_LOST_SAMPLES_BPF, of perf */
#define SCAN_PART 0.05			/* of the time that a file takes */

/* Records that were lost, by who tells of them. */
struct losses {
	uint64_t rings;		/* the kernel, as soon as a ring has room again */
	uint64_t events;	/* perf at the end, for each event (PERF_FORMAT_LOST): the same */
	uint64_t counters;	/* the kernel, of counters that could not write them */
	uint64_t filtered;	/* not lost: perf record --filter */
};

struct profile_reader {
	char name[256];
	int fd;				/* of a file: opened again for each pass; else -1 */
	uint64_t stored_ns;		/* when the file was written, since 1970; 0: it is none */
	struct perfdata_stream *stream;	/* of this pass */
	bool fresh;			/* the stream was not read yet */
	bool described;			/* attrs and features are known */
	bool scanned;			/* the news are known */
	struct recording recording;
	struct code_maps *maps;
	struct sample_feed *feed;
	struct source_events events;
	struct profile_news news;
	bool late_maps;			/* synthesized mappings stand behind the samples */
	/* Of this pass: */
	const struct profile_wish *wish;
	const struct profile_progress *progress;
	uint64_t unreported;		/* bytes */
	struct time_order *order;
	struct losses lost;
	uint64_t damaged;		/* records */
};

static int no_memory(const struct profile_reader *reader, struct err *err)
{
	return err_set(err, ENOMEM, "not enough memory to read \"%s\"", reader->name);
}

static int open_stream(struct profile_reader *reader, int fd, struct err *err)
{
	int ret = perfdata_stream_open(fd, reader->name, &reader->stream, err);

	reader->fresh = !ret;
	return ret;
}

/* When the last sample was taken, since 1970; 0: not recorded. */
static uint64_t end_of_samples(const struct recording *recording)
{
	if (!recording->clock_wall_ns || recording->last_sample_ns < recording->clock_ns)
		return 0;
	return recording->clock_wall_ns + (recording->last_sample_ns - recording->clock_ns);
}

/* Where and when the files were mapped, as far as the recording says so. */
static void tell_origin(struct profile_reader *reader)
{
	const struct recording *recording = &reader->recording;
	const uint64_t end_ns = end_of_samples(recording);
	uint64_t before_ns = reader->stored_ns;
	struct utsname here;

	if (end_ns && (!before_ns || end_ns < before_ns))
		before_ns = end_ns;
	code_maps_set_origin(reader->maps, recording->host[0] && !uname(&here) &&
			     strcmp(recording->host, here.nodename) != 0, before_ns);
}

/* The build-ids of a file are behind its data: they are read before any mapping. */
static int read_description(struct profile_reader *reader)
{
	struct bytes bytes;
	unsigned char *section;
	int ret;

	if (perfdata_stream_is_pipe(reader->stream))
		return 0;
	recording_read_file(&reader->recording, reader->stream);
	tell_origin(reader);
	section = recording_feature_section(reader->stream, PERFDATA_BUILD_ID, &bytes);
	ret = section ? map_records_build_ids(reader->maps, bytes) : 0;
	free(section);
	return ret;
}

static int open_path(struct profile_reader *reader, const char *path, struct err *err)
{
	const bool is_stdin = !strcmp(path, "-");
	struct stat stat;
	int fd;

	(void)snprintf(reader->name, sizeof(reader->name), "%s",
		       is_stdin ? RECORDING_FROM_STDIN : path);
	fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\": %s", reader->name, strerror(errno));
	if (!fstat(fd, &stat) && S_ISREG(stat.st_mode)) {
		reader->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		/* Unpacked archives have whole seconds. */
		reader->stored_ns = (uint64_t)stat.st_mtim.tv_sec * NS_PER_S +
			(stat.st_mtim.tv_nsec ? (uint64_t)stat.st_mtim.tv_nsec : NS_PER_S);
	}
	return open_stream(reader, fd, err);
}

int profile_reader_open(const char *path, struct profile_reader **out, struct err *err)
{
	struct profile_reader *reader = calloc(1, sizeof(*reader));
	int ret;

	if (!reader)
		return err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	reader->fd = -1;
	ret = open_path(reader, path, err);
	if (!ret) {
		reader->maps = code_maps_new();
		reader->feed = reader->maps ? sample_feed_new(reader->maps) : NULL;
		if (!reader->feed || read_description(reader))
			ret = err_set(err, ENOMEM, "not enough memory to read \"%s\"", path);
	}
	if (!ret && !perfdata_stream_is_pipe(reader->stream))
		ret = profile_advice_of_attrs(&reader->recording, reader->name, err);
	if (ret) {
		profile_reader_close(reader);
		return ret;
	}
	*out = reader;
	return 0;
}

void profile_reader_close(struct profile_reader *reader)
{
	if (!reader)
		return;
	perfdata_stream_close(reader->stream);
	if (reader->fd >= 0)
		close(reader->fd);
	sample_feed_free(reader->feed);
	code_maps_free(reader->maps);
	recording_done(&reader->recording);
	free(reader);
}

/* A stream at the beginning of the recording. A pipe has only one. */
static int rewind_stream(struct profile_reader *reader, struct err *err)
{
	char path[64];
	int fd;

	if (reader->fresh)
		return 0;
	if (reader->fd < 0)
		return err_set(err, ESPIPE, "\"%s\" can be read only once: store it in a file to "
			       "see another part of it", reader->name);
	perfdata_stream_close(reader->stream);
	reader->stream = NULL;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", reader->fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, "cannot open \"%s\" again: %s", reader->name,
			       strerror(errno));
	return open_stream(reader, fd, err);
}

/* Id and time of a record; false: it is damaged. */
static bool envelope_of(struct profile_reader *reader, const struct frame *frame,
			struct envelope *envelope)
{
	return !recording_events_envelope(&reader->recording.events, frame->bytes, frame->size,
					  envelope);
}

/* Reads a record that describes the recording, in the first pass. False: it is another one. */
static bool read_description_record(struct profile_reader *reader, const struct frame *frame)
{
	const bool swapped = perfdata_stream_swapped(reader->stream);

	if (reader->described || frame->type < PERFDATA_USER_TYPES)
		return false;
	if (frame->type == PERFDATA_BUILD_ID_RECORD) {
		(void)map_records_build_id(reader->maps, frame, swapped);
		return true;
	}
	return recording_read_record(&reader->recording, frame, swapped);
}

static void tell_events(struct profile_reader *reader)
{
	source_events_tell(&reader->events, &reader->news);
	tell_origin(reader);
	reader->scanned = true;
	reader->described = true;
}

/*
 * The builder whose state may be shown while it grows; NULL: none. Of a pipe none, as build-ids
 * come at its end, and objects that are shown do not change.
 */
static struct profile_builder *growing_builder(struct profile_reader *reader)
{
	const struct source_event *event =
		reader->fd >= 0 ? source_events_best(&reader->events) : NULL;

	return event ? event->builder : NULL;
}

/* Reports how far the pass is: `from`, and `part` of the recording after it. False: stop. */
static bool goes_on(struct profile_reader *reader)
{
	const struct profile_progress *progress = reader->progress;
	const double read = perfdata_stream_progress(reader->stream);
	const double from = reader->scanned ? SCAN_PART : 0;
	const double part = reader->scanned ? 1 - SCAN_PART : SCAN_PART;

	return !progress || !progress->report ||
	       progress->report(progress->data, isnan(read) ? 0 : from + part * read,
				growing_builder(reader));
}

/*
 * The next record, after a report now and then. As perfdata_stream_next(), but waits for a pipe.
 * -ECANCELED: it is to stop.
 */
static int next_frame(struct profile_reader *reader, struct frame *frame, struct err *err)
{
	reader->fresh = false;
	for (;;) {
		struct pollfd ready = { .fd = perfdata_stream_fd(reader->stream),
					.events = POLLIN };
		int ret = perfdata_stream_next(reader->stream, frame, err);

		if (ret > 0)
			reader->unreported += frame->size;
		if (ret == -EAGAIN)
			ret = poll(&ready, 1, PIPE_MS) ? -EAGAIN : -ETIME;
		if (reader->unreported > REPORT_BYTES || ret == -ETIME) {
			reader->unreported = 0;
			if (!goes_on(reader))
				return -ECANCELED;
		}
		if (ret != -EAGAIN && ret != -ETIME)
			return ret;
	}
}

/*
 * Is it a mapping that perf has synthesized: without a time, though the recording has times? Such
 * mappings are true from the beginning.
 */
static bool is_synthesized(struct profile_reader *reader, const struct frame *frame)
{
	const struct record_layout *layout = recording_events_layout(&reader->recording.events);
	struct envelope envelope;

	return map_records_wants(frame->type) && layout && layout->sample_id[FIELD_TIME] &&
	       envelope_of(reader, frame, &envelope) && !envelope.time_ns;
}

/* The first pass over a file: which events have samples, and when? */
static int scan(struct profile_reader *reader, struct err *err)
{
	struct frame frame;
	int ret;

	/* A scan may have been cancelled before. */
	reader->events.n = 0;
	reader->events.classes_asked = 0;
	reader->news = (struct profile_news){ .n_events = 0 };
	if (perfdata_stream_is_pipe(reader->stream))
		recording_done(&reader->recording);
	while ((ret = next_frame(reader, &frame, err)) > 0) {
		struct source_event *event;
		struct envelope envelope;

		if (read_description_record(reader, &frame))
			continue;
		if (reader->events.n && !reader->late_maps)
			reader->late_maps = is_synthesized(reader, &frame);
		if (frame.type != PERF_RECORD_SAMPLE || !envelope_of(reader, &frame, &envelope))
			continue;
		event = source_events_of(&reader->events, &reader->recording, envelope.id);
		if (event)
			source_event_note(event, &frame, envelope.time_ns, &reader->news);
	}
	if (!ret)
		tell_events(reader);
	return ret;
}

/*
 * A mispredicted branch that was not taken: what the stacks of other events lack, if these count
 * taken branches (profile_builder_add_not_taken()).
 */
static int add_not_taken(struct profile_reader *reader, const struct source_event *missed,
			 const struct frame *frame)
{
	int ret = 0;

	for (int i = 0; i < reader->events.n && !ret; i++) {
		const struct source_event *event = &reader->events.event[i];

		if (event->builder && event->event.event.has_branches &&
		    event->event.event.trigger == TRIGGER_TAKEN)
			ret = sample_feed_add_not_taken(reader->feed, &missed->event, frame,
							reader->wish, event->builder);
	}
	return ret;
}

/* Of a pipe, the builder of an event is made with its first sample. */
static int begin_builder(struct profile_reader *reader, struct source_event *event)
{
	if (!event->builder)
		event->builder = source_event_builder(&reader->events, event);
	return event->builder ? 0 : -ENOMEM;
}

/* A sample of a class: branch stacks are those of its own event. */
static int add_topdown(struct profile_reader *reader, const struct source_event *event,
		       const struct frame *frame)
{
	struct source_event *topdown = source_events_topdown(&reader->events);
	struct sample_event plain = event->event;

	plain.event.has_branches = false;
	if (topdown && !reader->scanned && begin_builder(reader, topdown))
		return -ENOMEM;
	return topdown && topdown->builder ?
		       sample_feed_add(reader->feed, &plain, frame, reader->wish, topdown->builder) : 0;
}

static int add_sample(struct profile_reader *reader, const struct frame *frame)
{
	struct envelope envelope = { 0 };
	struct source_event *event;
	int ret = 0;

	if (!envelope_of(reader, frame, &envelope)) {
		reader->damaged++;
		return 0;
	}
	event = source_events_of(&reader->events, &reader->recording, envelope.id);
	if (!event)
		return 0;
	if (!reader->scanned) {
		source_event_note(event, frame, envelope.time_ns, &reader->news);
		ret = begin_builder(reader, event);
	}
	if (!ret && event->event.row >= 0)
		ret = add_topdown(reader, event, frame);
	if (!ret && event->event.mispredicted_not_taken)
		ret = add_not_taken(reader, event, frame);
	if (!ret && event->builder)
		ret = sample_feed_add(reader->feed, &event->event, frame, reader->wish,
				      event->builder);
	return ret;
}

/* Has perf asked the kernel how much each event has lost? */
static bool asked_events(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].layout.read_format & PERF_FORMAT_LOST)
			return true;
	return false;
}

/* Who tells of it? What perf writes at the end has no time. */
static uint64_t *loss_of(struct profile_reader *reader, const struct frame *frame)
{
	struct envelope envelope = { 0 };

	if (frame->type == PERF_RECORD_LOST)
		return &reader->lost.rings;
	if (frame->misc & MISC_LOST_BY_FILTER)
		return &reader->lost.filtered;
	if (asked_events(&reader->recording.events) &&
	    (!envelope_of(reader, frame, &envelope) || !envelope.time_ns))
		return &reader->lost.events;
	return &reader->lost.counters;
}

/* Not what the groups of tdtop's slices have lost, whose rings have no samples of code. */
static void add_lost(struct profile_reader *reader, const struct frame *frame)
{
	struct recording_events *events = &reader->recording.events;
	struct record record;

	if (events->groups_known &&
	    !recording_events_is_beside(events, frame->bytes, frame->size))
		return;
	if (!record_content(perfdata_stream_swapped(reader->stream), frame->bytes, frame->size, &record))
		*loss_of(reader, frame) += record.lost;
}

/* A time_order_deliver. */
static int deliver(void *data, const struct frame *frame, uint64_t time_ns)
{
	struct profile_reader *reader = data;

	(void)time_ns;
	if (frame->type == PERF_RECORD_SAMPLE)
		return add_sample(reader, frame);
	return map_records_add_frame(reader->maps, frame, perfdata_stream_swapped(reader->stream));
}

/* A record of the pass that makes profiles. */
static int add_frame(struct profile_reader *reader, const struct frame *frame)
{
	struct envelope envelope = { 0 };

	if (read_description_record(reader, frame))
		return 0;
	if (frame->type == PERFDATA_FINISHED_ROUND)
		return time_order_round(reader->order);
	if (record_kind(frame->type) == REC_LOST)
		add_lost(reader, frame);
	if (frame->type != PERF_RECORD_SAMPLE && !map_records_wants(frame->type))
		return 0;
	/* They were read before. */
	if (reader->late_maps && is_synthesized(reader, frame))
		return 0;
	if (!envelope_of(reader, frame, &envelope) || !envelope.time_ns)
		return deliver(reader, frame, 0);
	return time_order_add(reader->order, frame, envelope.time_ns);
}

static int read_records(struct profile_reader *reader, struct err *err)
{
	struct frame frame;
	int ret;

	while ((ret = next_frame(reader, &frame, err)) > 0) {
		ret = add_frame(reader, &frame);
		if (ret)
			return no_memory(reader, err);
	}
	if (!ret && time_order_end(reader->order))
		ret = no_memory(reader, err);
	return ret;
}

/* perf record --tail-synthesize, --overwrite: mappings that are true for all samples come last. */
static int read_late_maps(struct profile_reader *reader, struct err *err)
{
	const bool swapped = perfdata_stream_swapped(reader->stream);
	struct frame frame;
	int ret;

	while ((ret = next_frame(reader, &frame, err)) > 0)
		if (is_synthesized(reader, &frame) &&
		    map_records_add_frame(reader->maps, &frame, swapped))
			return no_memory(reader, err);
	return ret ? ret : rewind_stream(reader, err);
}

/* The pass that makes a profile, or of a pipe one of each event. */
static int make_profiles(struct profile_reader *reader, struct err *err)
{
	int ret;

	code_maps_restart(reader->maps);
	if (reader->late_maps) {
		ret = read_late_maps(reader, err);
		if (ret)
			return ret;
	}
	reader->lost = (struct losses){ .rings = 0 };
	reader->damaged = 0;
	reader->order = time_order_new(deliver, reader);
	ret = reader->order ? read_records(reader, err) : no_memory(reader, err);
	time_order_free(reader->order);
	reader->order = NULL;
	return ret;
}

/* A builder for the wished event of a file. */
static int wished_builder(struct profile_reader *reader, const struct profile_wish *wish,
			  struct err *err)
{
	struct source_event *event;

	if (!reader->events.n)
		return profile_advice_of_samples(&reader->recording, reader->name, err);
	event = reader->events.event;
	if (wish->event > 0 && wish->event < reader->events.n)
		event += wish->event;
	return begin_builder(reader, event) ? no_memory(reader, err) : 0;
}

/* Takes the builder of the wished event, or else of the best one, and frees the others. */
static struct profile_builder *take_builder(struct profile_reader *reader, int wished)
{
	const struct source_event *event = source_events_best(&reader->events);
	struct profile_builder *builder;

	if (wished > 0 && wished < reader->events.n && reader->events.event[wished].builder)
		event = &reader->events.event[wished];
	builder = source_events_take(&reader->events, event);
	if (builder) {
		const struct losses *lost = &reader->lost;

		profile_builder_dropped(builder)->lost += lost->counters +
			(lost->rings > lost->events ? lost->rings : lost->events);
		profile_builder_dropped(builder)->by_recorder += lost->filtered;
		profile_builder_dropped(builder)->damaged += reader->damaged;
	}
	return builder;
}

static int read_profile(struct profile_reader *reader, const struct profile_wish *wish,
			struct err *err)
{
	int ret = rewind_stream(reader, err);

	if (!ret && !reader->scanned && reader->fd >= 0) {
		ret = scan(reader, err);
		ret = ret ? ret : rewind_stream(reader, err);
	}
	if (!ret && reader->scanned)
		ret = wished_builder(reader, wish, err);
	if (ret)
		return ret;
	ret = make_profiles(reader, err);
	if (!ret && !reader->scanned)
		tell_events(reader);
	return ret;
}

int profile_reader_read(struct profile_reader *reader, const struct profile_wish *wish,
			const struct profile_progress *progress, struct profile_builder **builder,
			struct err *err)
{
	int ret;

	reader->wish = wish;
	reader->progress = progress;
	reader->unreported = 0;
	ret = read_profile(reader, wish, err);
	*builder = take_builder(reader, wish->event);
	if (!ret && !*builder)
		return profile_advice_of_samples(&reader->recording, reader->name, err);
	if (ret) {
		profile_builder_free(*builder);
		*builder = NULL;
		return ret;
	}
	profile_advice_of_branches(&reader->recording, reader->name, &reader->news);
	return 0;
}

const struct profile_news *profile_reader_news(const struct profile_reader *reader)
{
	return &reader->news;
}

int profile_reader_no_topdown(const struct profile_reader *reader, struct err *err)
{
	return profile_advice_of_topdown(&reader->recording, reader->name, err);
}

const struct profile_object *profile_reader_objects(const struct profile_reader *reader, size_t *n)
{
	return code_maps_objects(reader->maps, n);
}
