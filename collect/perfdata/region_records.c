/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions as records; see region_records.h. */
#include "config.h"
#include "collect/perfdata/region_records.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "collect/perf/marker_event.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"

#define SITES_A_RECORD 256	/* of at most 12 + REGION_NAME_LEN bytes */

struct perf_event_attr region_event_attr(const struct region_object *object,
					 const struct recordable *events)
{
	struct perf_event_attr attr;
	uint32_t type = 0;

	(void)marker_event_type("", &type);	/* is known: the event was opened */
	(void)marker_event_make(&attr, type, NULL, object->notes.mark_offset);
	attr.sample_type = events->layout.sample_type | PERF_SAMPLE_REGS_USER;
	return attr;
}

void region_event_name(char name[64], const struct region_object *object)
{
	const char *slash = strrchr(object->path, '/');
	const size_t prefix = strlen(REGION_EVENT_PREFIX);

	(void)snprintf(name, 64, REGION_EVENT_PREFIX "%.48s", slash ? slash + 1 : object->path);
	for (char *c = name + prefix; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._+-", *c))
			*c = '_';
}

void region_put_object(struct blob *blob, uint64_t id, uint32_t number,
		       const struct region_object *object)
{
	const struct region_notes *notes = &object->notes;
	size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_REGIONS, id);

	blob_u32(blob, number);
	blob_u32(blob, (uint32_t)notes->n);
	blob_u64(blob, notes->mark_offset);
	blob_text(blob, object->path);
	perfdata_end_update(blob, at);
	for (size_t i = 0; i < notes->n; i++) {
		const struct region_site *site = &notes->sites[i];
		const size_t left = notes->n - i;

		if (i % SITES_A_RECORD == 0) {
			at = perfdata_begin_update(blob, PERFDATA_UPDATE_REGION_SITES, id);
			blob_u32(blob, number);
			blob_u32(blob, (uint32_t)(left < SITES_A_RECORD ? left : SITES_A_RECORD));
		}
		blob_u32(blob, (uint32_t)site->from_mark);
		blob_u32(blob, site->entry_size);
		blob_u32(blob, site->entries);
		blob_text(blob, site->name);
		if (left == 1 || i % SITES_A_RECORD == SITES_A_RECORD - 1)
			perfdata_end_update(blob, at);
	}
}

void region_put_name(struct blob *blob, uint64_t id, int32_t pid, region_t region,
		     const char *name)
{
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_REGION_NAME, id);

	blob_pair(blob, pid, 0);
	blob_u64(blob, region);
	blob_text(blob, name);
	perfdata_end_update(blob, at);
}

void region_put_task(struct blob *blob, uint64_t id, int32_t tid, const struct region_stack *stack,
		     uint32_t entries)
{
	const uint32_t n = stack->depth < REGION_STACK_MAX ? stack->depth : REGION_STACK_MAX;
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_REGION_TASK, id);

	blob_pair(blob, tid, (int32_t)entries);
	blob_pair(blob, (int32_t)n, 0);
	for (uint32_t i = 0; i < n; i++)
		blob_u64(blob, stack->entry[i]);
	(void)perfdata_end(blob, at);
}

void region_put_watched(struct blob *blob, uint64_t id, const struct region_state *state)
{
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_REGIONS_WATCHED, id);
	uint64_t bits;

	memcpy(&bits, &state->watched, sizeof(bits));
	blob_u64(blob, bits);
	blob_text(blob, state->remark);
	perfdata_end_update(blob, at);
}
