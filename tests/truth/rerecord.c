/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rerecord FROM.data TO.data: a recording of tests/truth/record, as tdtop would have recorded the same
 * samples beside its slices. What reads TO must find in it what it finds in FROM.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/recorder.h"
#include "collect/recording/perfdata_stream.h"
#include "tests/fixtures/fixture_recordable.h"

enum { CODE_ID = 1000 };

static struct err err;

static int fail(const char *what)
{
	(void)fprintf(stderr, "rerecord: %s: %s\n", what, err.text);
	return 1;
}

/* The only attr of the file, with the id that tdtop asks for. */
static bool read_attr(struct perfdata_stream *stream, struct perf_event_attr *attr)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	size_t size, n = (size_t)header->attr_size - sizeof(struct perfdata_section);
	unsigned char *bytes = perfdata_stream_section(stream, &header->attrs, 4096, &size);

	if (!bytes || size < header->attr_size || size >= 2 * header->attr_size) {
		free(bytes);
		return false;
	}
	*attr = (struct perf_event_attr){ .type = 0 };
	memcpy(attr, bytes, n < sizeof(*attr) ? n : sizeof(*attr));
	attr->sample_type |= PERF_SAMPLE_IDENTIFIER;
	free(bytes);
	return true;
}

/* The record with an id: in front of a sample, behind all others. */
static void put(struct recorder *recorder, const struct perf_event_attr *attr,
		const struct frame *frame)
{
	static unsigned char bytes[1 << 16];
	const size_t size = frame->size + sizeof(uint64_t);
	const uint64_t id = CODE_ID;
	struct perf_event_header header = { .type = frame->type, .misc = frame->misc, .size = (uint16_t)size };
	const bool sample = frame->type == PERF_RECORD_SAMPLE;

	if (frame->type >= PERFDATA_USER_TYPES || size > PERFDATA_RECORD_MAX)
		return;
	memcpy(bytes, &header, sizeof(header));
	memcpy(bytes + sizeof(header) + (sample ? sizeof(id) : 0), frame->bytes + sizeof(header),
	       frame->size - sizeof(header));
	memcpy(sample ? bytes + sizeof(header) : bytes + size - sizeof(id), &id, sizeof(id));
	recorder_sampled(recorder, attr, "br_inst_retired.near_taken:upp", CODE_ID, bytes, size);
}

static int copy(struct perfdata_stream *stream, struct recorder *recorder)
{
	const struct perfdata_mark mark = { .magic = PERFDATA_MARK_MAGIC, .seq = 1, .end_ns = 1 };
	const struct sample slots = make_sample(11, 1);
	struct tasks *tasks = tasks_new(NULL);
	struct recording_state state;
	struct perf_event_attr attr;
	struct frame frame;

	if (!tasks || !read_attr(stream, &attr))
		return -EINVAL;
	source.tap->record(source.tap->data, (struct tap_place){ .cpu = 0 }, &slots, sizeof(slots));
	while (perfdata_stream_next(stream, &frame, &err) > 0)
		put(recorder, &attr, &frame);
	recorder_interval(recorder, &mark, tasks);
	recorder_state(recorder, &state);
	tasks_free(tasks);
	return state.dropped ? -ENOSPC : 0;
}

int main(int argc, char **argv)
{
	struct perfdata_stream *stream;
	struct recorder *recorder;
	int fd, ret;

	if (argc != 3) {
		(void)fprintf(stderr, "usage: rerecord FROM.data TO.data\n");
		return 2;
	}
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0 || perfdata_stream_open(fd, NULL, argv[1], &stream, &err))
		return fail(argv[1]);
	recorder = recorder_new(&(const struct recorder_options){ .path = argv[2] }, &source);
	if (!recorder || recorder_begin(recorder, &err))
		return fail(argv[2]);
	ret = copy(stream, recorder);
	perfdata_stream_close(stream);
	if (recorder_end(recorder, &err) || ret)
		return fail("it was not copied");
	recorder_free(recorder);
	return 0;
}
