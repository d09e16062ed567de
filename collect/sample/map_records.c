/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decoding of mappings, see map_records.h. Layouts: <linux/perf_event.h>, and struct
 * perf_record_header_build_id of tools/lib/perf/include/perf/event.h (Linux 6.12).
 */
#include "config.h"
#include "collect/sample/map_records.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#define MISC_MMAP_BUILD_ID (1U << 14)	/* PERF_RECORD_MISC_MMAP_BUILD_ID: Linux 5.12 */
#define MISC_BUILD_ID_SIZE (1U << 15)	/* PERF_RECORD_MISC_BUILD_ID_SIZE, of perf */

#define MISC_FORK_EXEC (1U << 13)	/* PERF_RECORD_MISC_FORK_EXEC, of perf: synthesized */
#define RECORD_KSYMBOL 17		/* PERF_RECORD_KSYMBOL: Linux 5.1 */
#define KSYMBOL_UNREGISTER 1		/* in its flags */

bool map_records_wants(uint32_t type)
{
	return type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 || type == PERF_RECORD_FORK ||
	       type == PERF_RECORD_COMM || type == PERF_RECORD_EXIT || type == RECORD_KSYMBOL;
}

/* Device and inode, or the build-id. */
static void read_identity(struct bytes *bytes, uint16_t misc, struct code_mapping *mapping)
{
	const unsigned char *at;

	if (misc & MISC_MMAP_BUILD_ID) {
		at = bytes_next(bytes, 4 + BUILD_ID_MAX);
		if (!at)
			return;
		mapping->build_id_len = at[0] <= BUILD_ID_MAX ? at[0] : 0;
		mapping->build_id = at + 4;
		return;
	}
	mapping->device = (uint64_t)bytes_u32(bytes) << 32;
	mapping->device |= bytes_u32(bytes);
	mapping->inode = bytes_u64(bytes);
	mapping->generation = (uint32_t)bytes_u64(bytes);	/* 0 in synthesized records */
}

static int add_mapping(struct code_maps *maps, const struct frame *frame, bool swapped, bool live)
{
	const uint16_t mode = frame->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct bytes bytes = frame_content(frame, swapped);
	struct code_mapping mapping = { .pid = (int32_t)bytes_u32(&bytes) };
	int ret;

	if (mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER ||
	    mode == PERF_RECORD_MISC_HYPERVISOR)
		return 0;
	(void)bytes_u32(&bytes);	/* tid */
	mapping.kernel = mode == PERF_RECORD_MISC_KERNEL || mapping.pid == -1;
	mapping.start = bytes_u64(&bytes);
	mapping.size = bytes_u64(&bytes);
	mapping.offset = bytes_u64(&bytes);
	if (frame->type == PERF_RECORD_MMAP2) {
		read_identity(&bytes, frame->misc, &mapping);
		(void)bytes_u64(&bytes);	/* prot, flags */
	}
	mapping.path = bytes_text(&bytes);
	mapping.by_path = live && !mapping.inode;
	if (bytes.bad)
		return 0;
	ret = code_maps_add(maps, &mapping);
	return ret == -ENOMEM ? ret : 0;
}

int map_records_add_live(struct code_maps *maps, const struct frame *frame)
{
	if (frame->type == PERF_RECORD_MMAP || frame->type == PERF_RECORD_MMAP2)
		return add_mapping(maps, frame, false, true);
	return map_records_add(maps, frame, false);
}

/* Code that the kernel has made, for example of a BPF program: its symbol is all that is known. */
static int add_ksymbol(struct code_maps *maps, struct bytes bytes)
{
	struct code_mapping mapping = { .pid = -1, .kernel = true, .start = bytes_u64(&bytes) };
	const unsigned char *flags;
	int ret;

	mapping.size = bytes_u32(&bytes);
	flags = bytes_next(&bytes, 4);		/* u16 type, u16 flags */
	mapping.path = bytes_text(&bytes);
	/* Of the two bytes the upper one is 0, whichever it is. */
	if (bytes.bad || ((flags[2] | flags[3]) & KSYMBOL_UNREGISTER))
		return 0;
	ret = code_maps_add(maps, &mapping);
	return ret == -ENOMEM ? ret : 0;
}

int map_records_add(struct code_maps *maps, const struct frame *frame, bool swapped)
{
	struct bytes bytes = frame_content(frame, swapped);
	int32_t pid, second;

	if (frame->type == PERF_RECORD_MMAP || frame->type == PERF_RECORD_MMAP2)
		return add_mapping(maps, frame, swapped, false);
	if (frame->type == RECORD_KSYMBOL)
		return add_ksymbol(maps, bytes);
	pid = (int32_t)bytes_u32(&bytes);
	second = (int32_t)bytes_u32(&bytes);	/* FORK, EXIT: parent; COMM: tid */
	if (frame->type == PERF_RECORD_FORK && !bytes.bad && !(frame->misc & MISC_FORK_EXEC))
		return code_maps_fork(maps, pid, second);
	if (frame->type == PERF_RECORD_EXIT && (int32_t)bytes_u32(&bytes) == pid && !bytes.bad)
		code_maps_exit(maps, pid);
	if (frame->type == PERF_RECORD_COMM && frame->misc & PERF_RECORD_MISC_COMM_EXEC &&
	    !bytes.bad)
		code_maps_exec(maps, pid);
	return 0;
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

int map_records_build_ids(struct code_maps *maps, struct bytes bytes)
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
