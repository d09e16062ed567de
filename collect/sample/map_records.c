/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From records to maps, see map_records.h. A build-id: struct perf_record_header_build_id of
 * tools/lib/perf/include/perf/event.h (Linux 6.12).
 */
#include "config.h"
#include "collect/sample/map_records.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata.h"
#include "collect/recording/recording.h"

bool map_records_wants(uint32_t type)
{
	const enum record_kind kind = record_kind(type);

	return kind == REC_MAP || kind == REC_FORK || kind == REC_COMM || kind == REC_EXIT;
}

int map_records_add(struct code_maps *maps, const struct record *record)
{
	if (record->kind == REC_MAP)
		return code_maps_add(maps, &record->mapping) == -ENOMEM ? -ENOMEM : 0;
	if (record->kind == REC_FORK && !record->exec)
		return code_maps_fork(maps, record->pid, record->ppid);
	if (record->kind == REC_EXIT && record->tid == record->pid)
		code_maps_exit(maps, record->pid);
	if (record->kind == REC_COMM && record->exec)
		code_maps_exec(maps, record->pid);
	return 0;
}

int map_records_add_frame(struct code_maps *maps, const struct frame *frame, bool swapped)
{
	struct record record;

	return record_content(swapped, frame->bytes, frame->size, &record) ? 0 :
	       map_records_add(maps, &record);
}

/* An entry behind its header. */
static int add_build_id(struct code_maps *maps, struct bytes bytes, uint16_t misc)
{
	const unsigned char *id;
	const char *path;
	uint8_t len;

	(void)bytes_u32(&bytes);	/* pid: -1, or of a guest */
	id = bytes_next(&bytes, 24);
	path = bytes_text(&bytes);
	if (!id || bytes.bad)
		return 0;
	len = misc & MISC_BUILD_ID_SIZE && id[20] <= BUILD_ID_MAX ? id[20] : BUILD_ID_MAX;
	return code_maps_build_id(maps, path, id, len);
}

int map_records_build_id(struct code_maps *maps, const struct frame *frame, bool swapped)
{
	return add_build_id(maps, frame_content(frame, swapped), frame->misc);
}

static int add_build_ids(struct code_maps *maps, struct bytes bytes)
{
	while (bytes_left(&bytes) >= sizeof(struct perf_event_header)) {
		struct perf_event_header header;
		struct bytes entry;
		int ret;

		memcpy(&header, bytes.at, sizeof(header));
		if (bytes.swapped) {
			header.misc = bswap_16(header.misc);
			header.size = bswap_16(header.size);
		}
		if (header.size < sizeof(header) || header.size > bytes_left(&bytes))
			return 0;
		entry = (struct bytes){ .at = bytes.at + sizeof(header),
					.end = bytes.at + header.size, .swapped = bytes.swapped };
		ret = add_build_id(maps, entry, header.misc);
		if (ret)
			return ret;
		bytes.at += header.size;
	}
	return 0;
}

int map_records_build_ids(struct code_maps *maps, struct perfdata_stream *stream)
{
	struct bytes bytes;
	unsigned char *section = recording_feature_section(stream, PERFDATA_BUILD_ID, &bytes);
	const int ret = section ? add_build_ids(maps, bytes) : 0;

	free(section);
	return ret;
}
