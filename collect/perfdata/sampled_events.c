/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that sample code, and their records; see sampled_events.h. */
#include "config.h"
#include "collect/perfdata/sampled_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "collect/perf/record.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"

#define NEEDED (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

bool sampled_event_fits(const struct perf_event_attr *attr)
{
	return (attr->sample_type & NEEDED) == NEEDED && attr->sample_id_all;
}

/* The attr as the file has it. */
static struct perf_event_attr file_attr(const struct perf_event_attr *attr, uint64_t read_format)
{
	struct perf_event_attr filed = { .size = PERFDATA_ATTR_SIZE };
	const size_t head = offsetof(struct perf_event_attr, config);

	/* Type and size come first; the kernel's later fields are left out. */
	memcpy((char *)&filed + head, (const char *)attr + head, PERFDATA_ATTR_SIZE - head);
	filed.type = attr->type;
	filed.read_format = read_format;
	return filed;
}

/* Samples that carry their own period may have any. */
static bool is_same(const struct sampled_event *event, const struct perf_event_attr *attr)
{
	struct perf_event_attr filed = file_attr(attr, event->attr.read_format);

	if (filed.sample_type & PERF_SAMPLE_PERIOD)
		filed.sample_period = event->attr.sample_period;
	return !memcmp(&filed, &event->attr, PERFDATA_ATTR_SIZE);
}

struct sampled_event *sampled_events_find(struct sampled_events *sampled,
					  const struct perf_event_attr *attr)
{
	/* Consecutive records often are of one event. */
	if (sampled->last < sampled->n && is_same(&sampled->event[sampled->last], attr))
		return &sampled->event[sampled->last];
	for (size_t i = 0; i < sampled->n; i++)
		if (is_same(&sampled->event[i], attr)) {
			sampled->last = i;
			return &sampled->event[i];
		}
	return NULL;
}

struct sampled_event *sampled_events_add(struct sampled_events *sampled,
					 const struct perf_event_attr *attr, uint64_t id,
					 const char *name, const struct recordable *events)
{
	struct sampled_event *event;

	if (!sampled->event)
		sampled->event = calloc(SAMPLED_EVENTS_MAX, sizeof(sampled->event[0]));
	if (!sampled->event || sampled->n == SAMPLED_EVENTS_MAX)
		return NULL;
	sampled->last = sampled->n;
	event = &sampled->event[sampled->n++];
	*event = (struct sampled_event){
		.attr = file_attr(attr, events->layout.read_format | PERF_FORMAT_ID),
		.layout = record_layout_make(attr->sample_type, 0, true, false),
		.id = id,
	};
	(void)snprintf(event->name, sizeof(event->name), "%s", name);
	return event;
}

const struct sampled_event *sampled_events_by_id(const struct sampled_events *sampled, uint64_t id)
{
	for (size_t i = 0; i < sampled->n; i++)
		if (sampled->event[i].id == id)
			return &sampled->event[i];
	return NULL;
}

void sampled_events_clear(struct sampled_events *sampled)
{
	sampled->n = sampled->committed = sampled->last = 0;
}

void sampled_events_done(struct sampled_events *sampled)
{
	free(sampled->event);
	*sampled = (struct sampled_events){ 0 };
}

bool sampled_events_have_branches(const struct sampled_events *sampled)
{
	size_t n = 0, of_code = 0;

	for (size_t i = 0; i < sampled->committed; i++) {
		const struct perf_event_attr *attr = &sampled->event[i].attr;

		of_code += sampled->event[i].id < PERFDATA_NODE_ID;
		n += attr->sample_type & PERF_SAMPLE_BRANCH_STACK &&
		     !(attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK);
	}
	return n && n == of_code;
}

void sampled_put_attr(struct blob *blob, const struct sampled_event *event)
{
	blob_put(blob, &event->attr, PERFDATA_ATTR_SIZE);
}

void sampled_put_attr_record(struct blob *blob, const struct sampled_event *event)
{
	size_t at = perfdata_begin(blob, PERFDATA_ATTR, 0);

	sampled_put_attr(blob, event);
	blob_u64(blob, event->id);
	(void)perfdata_end(blob, at);
}

void sampled_put_name(struct blob *blob, const struct sampled_event *event)
{
	update_put(blob, PERFDATA_UPDATE_NAME, event->id, UPDATE(TEXT(event->name)));
}

bool sampled_put_record(struct blob *blob, const struct sampled_event *event, const void *bytes,
			size_t size, uint64_t *time_ns)
{
	const size_t at = blob->n, second = sizeof(struct perf_event_header);
	struct perf_event_header header;
	struct envelope envelope;

	if (record_envelope(&event->layout, bytes, size, &envelope))
		return false;
	memcpy(&header, bytes, sizeof(header));
	blob_put(blob, bytes, size);
	if (blob->failed)
		return false;
	*time_ns = envelope.time_ns;
	/* IDENTIFIER is the first field of a sample, and the last one of all other records. */
	if (header.type == PERF_RECORD_SAMPLE || header.type == PERF_RECORD_LOST)
		memcpy(blob->bytes + at + second, &event->id, sizeof(event->id));
	if (header.type != PERF_RECORD_SAMPLE)
		memcpy(blob->bytes + at + size - sizeof(event->id), &event->id, sizeof(event->id));
	return true;
}

/* Device and inode in the order of <linux/perf_event.h>, then what all executable ones have. */
static void put_identity(struct blob *blob, const struct code_mapping *mapping)
{
	blob_u32(blob, (uint32_t)(mapping->device >> 32));
	blob_u32(blob, (uint32_t)mapping->device);
	blob_u64(blob, mapping->inode);
	blob_u64(blob, 0);		/* generation: /proc does not tell it */
	blob_u32(blob, PROT_READ | PROT_EXEC);
	blob_u32(blob, MAP_PRIVATE);
}

bool sampled_put_mapping(struct blob *blob, const struct sampled_event *event,
			 const struct code_mapping *mapping, uint64_t time_ns)
{
	const struct perfdata_stamp stamp = { .pid = mapping->pid, .tid = mapping->pid,
					      .time_ns = time_ns };
	size_t at = perfdata_begin(blob, mapping->kernel ? PERF_RECORD_MMAP : PERF_RECORD_MMAP2,
				   mapping->kernel ? PERF_RECORD_MISC_KERNEL :
						     PERF_RECORD_MISC_USER);

	blob_pair(blob, mapping->pid, mapping->kernel ? 0 : mapping->pid);
	blob_u64(blob, mapping->start);
	blob_u64(blob, mapping->size);
	blob_u64(blob, mapping->offset);
	if (!mapping->kernel)
		put_identity(blob, mapping);
	blob_text(blob, mapping->path);
	blob_pad(blob, at, sizeof(uint64_t));
	perfdata_put_sample_id(blob, &event->layout, &stamp, event->id);
	return perfdata_end(blob, at);
}

void sampled_put_lost(struct blob *blob, const struct sampled_event *event)
{
	const struct perfdata_stamp stamp = { .pid = -1, .tid = -1, .cpu_number = -1,
					      .time_ns = event->dropped_ns };
	size_t at = perfdata_begin(blob, PERF_RECORD_LOST, 0);

	blob_u64(blob, event->id);
	blob_u64(blob, event->dropped);
	perfdata_put_sample_id(blob, &event->layout, &stamp, event->id);
	(void)perfdata_end(blob, at);
}
