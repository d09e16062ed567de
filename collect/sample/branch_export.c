/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies branch stacks into a new perf.data; see branch_export.h. Records that tell of tasks and
 * mappings are copied with a sample_id of the new event: (pid, tid), time.
 */
#include "config.h"
#include "collect/sample/branch_export.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata_features.h"
#include "collect/perfdata/perfdata_file.h"
#include "collect/perfdata/updates.h"
#include "collect/recording/recording_pass.h"
#include "collect/sample/sample_events.h"
#include "collect/sample/sample_feed.h"

#define ATTR_SIZE PERF_ATTR_SIZE_VER5
#define SAMPLE_TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD | \
		     PERF_SAMPLE_BRANCH_STACK)
#define BRANCH_FILTERS 0x7ffULL		/* PERF_SAMPLE_BRANCH_USER to IND_JUMP: what was recorded */
#define WRONG_PATH 1			/* PERF_BR_SPEC_WRONG_PATH */
#define MMAP_IDENTITY_AT 40		/* in MMAP2: a build-id, or device, inode, generation */
#define MMAP_IDENTITY_SIZE 24
#define FLUSH_BYTES (1U << 20)
#define NO_MEMORY "not enough memory to export the profile"

struct copy {
	struct recording_pass pass;
	const struct recorded_event *event;
	struct sample_event sample;
	struct code_maps *maps;		/* for the build-ids of objects */
	struct perfdata_file file;
	struct blob data;
	struct branch_export_result *result;
};

/* The event with this name that has branch stacks; NULL: none. */
static const struct recorded_event *find_event(struct copy *copy, const char *name)
{
	for (size_t i = 0; i < copy->pass.recording.events.n; i++) {
		const struct recorded_event *event = &copy->pass.recording.events.event[i];

		if (sample_event_describe(&copy->pass.recording, event, &copy->sample) &&
		    copy->sample.event.has_branches && !copy->sample.calls_in_branches &&
		    strcmp(copy->sample.event.name, name) == 0)
			return event;
	}
	return NULL;
}

/* The attr of the one event. */
static void put_attr(const struct copy *copy, struct blob *blob)
{
	const uint64_t branches = copy->sample.layout.branch_type & BRANCH_FILTERS;
	struct perf_event_attr attr = {
		.type = copy->event->type,
		.size = ATTR_SIZE,
		.config = copy->event->config,
		.sample_period = copy->sample.event.period ? copy->sample.event.period : 1,
		.sample_type = SAMPLE_TYPE,
		.branch_sample_type = branches ? branches : PERF_SAMPLE_BRANCH_USER |
							    PERF_SAMPLE_BRANCH_ANY,
		.exclude_kernel = copy->sample.event.user_only,
		.exclude_user = copy->sample.event.kernel_only,
		.exclude_hv = 1,
		.mmap = 1, .mmap2 = 1, .comm = 1, .comm_exec = 1, .task = 1, .sample_id_all = 1,
	};

	attr.precise_ip = copy->sample.event.precise & 3U;
	blob_put(blob, &attr, ATTR_SIZE);
}

/* The start of the file: header, attr, no ids. */
static void export_put_head(const struct copy *copy, struct blob *blob)
{
	const uint64_t attr_bytes = ATTR_SIZE + sizeof(struct perfdata_section);
	struct perfdata_header header = {
		.magic = PERFDATA_MAGIC, .size = sizeof(header), .attr_size = attr_bytes,
		.attrs = { .offset = sizeof(header), .size = attr_bytes },
		.data = { .offset = sizeof(header) + attr_bytes },
	};

	blob_put(blob, &header, sizeof(header));
	put_attr(copy, blob);
	blob_u64(blob, header.data.offset);	/* ids */
	blob_u64(blob, 0);
}

/* Writes what has been put, when it is much. 0, or a negative errno with a message. */
static int flush(struct copy *copy, size_t much, struct err *err)
{
	int ret = 0;

	if (copy->data.failed)
		return err_set(err, ENOMEM, NO_MEMORY);
	if (copy->data.n > much)
		ret = perfdata_file_write(&copy->file, copy->data.bytes, copy->data.n, err);
	if (copy->data.n > much)
		blob_clear(&copy->data);
	return ret;
}

/* The entries that are kept: first..end. */
static size_t choose_entries(const struct copy *copy, const struct sample_record *sample,
			     size_t *first)
{
	size_t end;

	*first = 0;
	while (*first < sample->n_branches &&
	       sample_record_branch(copy->sample.layout.swapped, sample, *first).spec == WRONG_PATH)
		(*first)++;
	for (end = *first; end < sample->n_branches; end++) {
		const struct sample_branch branch =
			sample_record_branch(copy->sample.layout.swapped, sample, end);

		if (!branch.from && !branch.to)
			break;
	}
	return end;
}

static void put_sample(struct copy *copy, const struct frame *frame)
{
	const size_t entry = 3 * sizeof(uint64_t);
	struct sample_record sample;
	size_t first, n, at;

	if (sample_record_decode(&copy->sample.layout, frame->bytes, frame->size, &sample))
		return;
	n = choose_entries(copy, &sample, &first);
	n = n > first ? n - first : 0;
	if (!n)
		return;
	at = perfdata_begin(&copy->data, PERF_RECORD_SAMPLE, frame->misc);
	blob_u64(&copy->data, sample.ip);
	blob_pair(&copy->data, sample.pid, sample.tid);
	blob_u64(&copy->data, sample.time_ns);
	blob_u64(&copy->data, sample.period);
	blob_u64(&copy->data, n);
	blob_put(&copy->data, sample.branches + first * entry, n * entry);
	(void)perfdata_end(&copy->data, at);
	copy->result->stacks++;
	copy->result->entries += n;
}

/* A record about a task or a mapping, with the sample_id of the new event. */
static void put_other(struct copy *copy, const struct frame *frame)
{
	static const unsigned char no_identity[MMAP_IDENTITY_SIZE];
	const struct record_layout *layout = &copy->event->layout;
	const size_t old_id = layout->sample_id_all && layout->sample_id_size > 8 ?
				      (size_t)layout->sample_id_size - 8 : 0;
	const size_t header = sizeof(struct perf_event_header);
	const bool has_build_id = frame->type == PERF_RECORD_MMAP2 &&
				  (frame->misc & MISC_MMAP_BUILD_ID);
	struct bytes task = frame_content(frame, false);
	struct envelope envelope;
	size_t size = frame->size, at;

	if (size < header + sizeof(uint64_t) + old_id ||
	    record_envelope(layout, frame->bytes, frame->size, &envelope))
		return;
	size -= old_id;
	at = perfdata_begin(&copy->data, frame->type,
			    (uint16_t)(has_build_id ? frame->misc & ~MISC_MMAP_BUILD_ID : frame->misc));
	blob_put(&copy->data, frame->bytes + header, size - header);
	if (has_build_id && size >= MMAP_IDENTITY_AT + MMAP_IDENTITY_SIZE)
		blob_set(&copy->data, at + MMAP_IDENTITY_AT, no_identity, MMAP_IDENTITY_SIZE);
	blob_u64(&copy->data, bytes_u64(&task));	/* pid, tid */
	blob_u64(&copy->data, envelope.time_ns);
	(void)perfdata_end(&copy->data, at);
}

static int copy_sample(void *data, const struct frame *frame)
{
	struct copy *copy = data;
	struct envelope envelope;

	if (!record_envelope(&copy->event->layout, frame->bytes, frame->size, &envelope) &&
	    recording_events_by_id(&copy->pass.recording.events, envelope.id) == copy->event)
		put_sample(copy, frame);
	return 0;
}

static int copy_task(void *data, const struct frame *frame)
{
	put_other(data, frame);
	return 0;
}

static int copy_map(void *data, const struct frame *frame)
{
	put_other(data, frame);
	return map_records_add_frame(((struct copy *)data)->maps, frame, false);
}

static int take_build_id(void *data, const struct frame *frame)
{
	return map_records_build_id(((struct copy *)data)->maps, frame, false);
}

static int copy_round(void *data, const struct frame *frame)
{
	struct blob *blob = &((struct copy *)data)->data;

	(void)frame;
	(void)perfdata_end(blob, perfdata_begin(blob, PERFDATA_FINISHED_ROUND, 0));
	return 0;
}

static const struct recording_row listeners[] = {
	{ PERF_RECORD_SAMPLE, copy_sample },
	{ PERF_RECORD_MMAP, copy_map },
	{ PERF_RECORD_MMAP2, copy_map },
	{ PERF_RECORD_COMM, copy_task },
	{ PERF_RECORD_FORK, copy_task },
	{ PERF_RECORD_EXIT, copy_task },
	{ PERFDATA_BUILD_ID_RECORD, take_build_id },
	{ PERFDATA_FINISHED_ROUND, copy_round },
	{ 0 }
};

/* The build-ids of files: records without sample_id. */
static void put_build_ids(const struct copy *copy, struct blob *ids)
{
	const struct profile_object *objects;
	size_t n;

	objects = code_maps_objects(copy->maps, &n);
	for (size_t i = 0; i < n; i++)
		if (objects[i].kind == OBJECT_FILE && objects[i].build_id_len)
			perfdata_put_build_id(ids, PERFDATA_BUILD_ID_RECORD, &objects[i]);
}

/* The name of the event. */
static void put_event_desc(const struct copy *copy, struct blob *desc)
{
	blob_pair(desc, 1, ATTR_SIZE);		/* events */
	put_attr(copy, desc);
	blob_u32(desc, 0);			/* ids */
	blob_string(desc, copy->sample.event.name);
}

/* The sections of features, behind their table. */
static void put_features(const struct copy *copy, struct blob *blob, uint64_t bits[4])
{
	static const struct {
		unsigned int number;	/* ascending */
		void (*put)(const struct copy *copy, struct blob *section);
	} features[] = {
		{ PERFDATA_BUILD_ID, put_build_ids },
		{ PERFDATA_EVENT_DESC, put_event_desc },
	};
	const size_t n = sizeof(features) / sizeof(features[0]);
	uint64_t at = copy->file.data_offset + copy->file.committed +
		      n * sizeof(struct perfdata_section);
	struct blob sections = { 0 };

	for (size_t i = 0; i < n; i++) {
		const size_t from = sections.n;

		features[i].put(copy, &sections);
		bits[features[i].number / 64] |= 1ULL << features[i].number % 64;
		blob_u64(blob, at + from);
		blob_u64(blob, sections.n - from);
	}
	blob_put(blob, sections.bytes, sections.n);
	blob->failed |= sections.failed;
	blob_done(&sections);
}

/* Ends the file. 0, or a negative errno with a message. */
static int end_file(struct copy *copy, struct err *err)
{
	uint64_t bits[4] = { 0 };
	struct blob features = { 0 };
	int ret = perfdata_file_commit(&copy->file, err);

	if (!ret)
		put_features(copy, &features, bits);
	if (!ret && features.failed)
		ret = err_set(err, ENOMEM, NO_MEMORY);
	if (ret)
		(void)perfdata_file_close(&copy->file, NULL, NULL, NULL);
	else
		ret = perfdata_file_close(&copy->file, &features, bits, err);
	blob_done(&features);
	return ret;
}

static int copy_all(struct copy *copy, const char *file, struct err *err)
{
	struct err cut = { .text = "" };
	struct blob head = { 0 };
	struct frame frame;
	int ret = map_records_build_ids(copy->maps, copy->pass.stream), more = 1;

	export_put_head(copy, &head);
	if (ret || head.failed)
		ret = err_set(err, ENOMEM, NO_MEMORY);
	else
		ret = perfdata_file_open(&copy->file, file, OLD_ASIDE, 0, &head, err);
	blob_done(&head);
	recording_pass_listen(&copy->pass, listeners, copy);
	while (!ret && (more = recording_pass_next(&copy->pass, &frame, &cut)) > 0)
		ret = flush(copy, FLUSH_BYTES, err);
	if (!ret && more < 0)
		ret = err_set(err, -more, "%s", cut.text);
	if (!ret)
		ret = flush(copy, 0, err);
	if (ret)
		(void)perfdata_file_close(&copy->file, NULL, NULL, NULL);
	else
		ret = end_file(copy, err);
	if (!ret && cut.text[0])
		(void)err_set(err, 0, "%s", cut.text);
	return ret;
}

int branch_export(const char *recording, const char *event, const char *file,
		  struct branch_export_result *result, struct err *err)
{
	struct copy copy = { .file = { .fd = -1 }, .result = result };
	int ret;

	*result = (struct branch_export_result){ 0 };
	if (!strcmp(recording, "-"))
		return err_set(err, ESPIPE, "a pipe can be read only once: store the recording in a file");
	ret = recording_pass_open(&copy.pass, recording, NULL, err);
	if (!ret) {
		copy.maps = code_maps_new();
		recording_read_file(&copy.pass.recording, copy.pass.stream);
		copy.event = find_event(&copy, event);
		if (!copy.maps)
			ret = err_set(err, ENOMEM, NO_MEMORY);
		else if (perfdata_stream_swapped(copy.pass.stream))
			ret = err_set(err, EOPNOTSUPP, "\"%s\" was recorded on a machine of the other byte "
				      "order, which readers for compilers do not know", recording);
		else if (!copy.event)
			ret = err_set(err, ENODATA, "event %s of \"%s\" has no branch stacks", event,
				      recording);
		else
			ret = copy_all(&copy, file, err);
	}
	code_maps_free(copy.maps);
	recording_pass_close(&copy.pass);
	blob_done(&copy.data);
	return ret;
}
