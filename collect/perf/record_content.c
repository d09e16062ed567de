/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the records say that are neither samples nor switches: a row each, of a function that reads
 * what stands between header and sample_id. Layouts: <linux/perf_event.h>. Any thread.
 *
 * A new type of record is a value of enum record_kind, a row of contents[] and its function; its fields are
 * in struct record. Who listens to it in a recording has a row too: slices in REPLAY_FEED_ROWS
 * (collect/replay/replay_feed.h), nodes and regions in replay_reader.c there, samples and mappings in
 * collect/sample/profile_pass.c. Live: slicer_record(), and the bit of the attr that asks for it.
 */
#include "config.h"
#include "collect/perf/record_content.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "collect/perf/record_layout.h"

#define KSYMBOL_UNREGISTER 1		/* in its flags */

static void take_pair(struct bytes *bytes, int32_t *first, int32_t *second)
{
	*first = (int32_t)bytes_u32(bytes);
	*second = (int32_t)bytes_u32(bytes);
}

static void take_comm(struct bytes *bytes, uint16_t misc, struct record *record)
{
	size_t size;

	take_pair(bytes, &record->pid, &record->tid);
	record->exec = misc & PERF_RECORD_MISC_COMM_EXEC;
	size = bytes_left(bytes);
	if (size > sizeof(record->comm) - 1)
		size = sizeof(record->comm) - 1;
	memcpy(record->comm, bytes->at, size);
	record->comm[size] = '\0';
}

/* struct { pid, ppid; tid, ptid; time; } for FORK and EXIT. */
static void take_fork(struct bytes *bytes, uint16_t misc, struct record *record)
{
	take_pair(bytes, &record->pid, &record->ppid);
	take_pair(bytes, &record->tid, &record->ptid);
	record->exec = misc & MISC_FORK_EXEC;
	record->time_ns = bytes_u64(bytes);
}

/* struct { id; lost; } */
static void take_lost(struct bytes *bytes, uint16_t misc, struct record *record)
{
	(void)misc;
	(void)bytes_u64(bytes);
	record->lost = bytes_u64(bytes);
}

static void take_lost_samples(struct bytes *bytes, uint16_t misc, struct record *record)
{
	(void)misc;
	record->lost = bytes_u64(bytes);
}

/* struct { id; path, padded; } */
static void take_cgroup(struct bytes *bytes, uint16_t misc, struct record *record)
{
	(void)misc;
	record->cgroup = bytes_u64(bytes);
	record->path = bytes_text(bytes);
}

/* Device and inode, or the build-id. */
static void take_identity(struct bytes *bytes, uint16_t misc, struct code_mapping *mapping)
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

/* struct { pid, tid; start; size; offset; path } */
static void take_map_begin(struct bytes *bytes, uint16_t misc, struct record *record)
{
	const uint16_t mode = misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct code_mapping *mapping = &record->mapping;

	/* What a guest has mapped is mapped nowhere here. */
	if (mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER ||
	    mode == PERF_RECORD_MISC_HYPERVISOR)
		record->kind = REC_OTHER;
	take_pair(bytes, &record->pid, &record->tid);
	*mapping = (struct code_mapping){
		.pid = record->pid, .kernel = mode == PERF_RECORD_MISC_KERNEL || record->pid == -1,
	};
	mapping->start = bytes_u64(bytes);
	mapping->size = bytes_u64(bytes);
	mapping->offset = bytes_u64(bytes);
}

static void take_mmap(struct bytes *bytes, uint16_t misc, struct record *record)
{
	take_map_begin(bytes, misc, record);
	record->mapping.path = bytes_text(bytes);
}

static void take_mmap2(struct bytes *bytes, uint16_t misc, struct record *record)
{
	take_map_begin(bytes, misc, record);
	take_identity(bytes, misc, &record->mapping);
	(void)bytes_u64(bytes);		/* prot, flags */
	record->mapping.path = bytes_text(bytes);
}

/*
 * struct { start; u32 size; u16 type, flags; name; }: code that the kernel has made, for example of
 * a BPF program. Its symbol is all that is known.
 */
static void take_ksymbol(struct bytes *bytes, uint16_t misc, struct record *record)
{
	struct code_mapping *mapping = &record->mapping;
	const unsigned char *flags;

	(void)misc;
	record->pid = record->tid = -1;
	*mapping = (struct code_mapping){ .pid = -1, .kernel = true, .start = bytes_u64(bytes) };
	mapping->size = bytes_u32(bytes);
	flags = bytes_next(bytes, 4);
	mapping->path = bytes_text(bytes);
	/* Of the two bytes the upper one is 0, whichever it is. */
	if (flags && (flags[2] | flags[3]) & KSYMBOL_UNREGISTER)
		record->kind = REC_OTHER;
}

static const struct content {
	enum record_kind kind;
	void (*take)(struct bytes *bytes, uint16_t misc, struct record *record);
} contents[] = {
	[PERF_RECORD_MMAP] = { REC_MAP, take_mmap },
	[PERF_RECORD_LOST] = { REC_LOST, take_lost },
	[PERF_RECORD_COMM] = { REC_COMM, take_comm },
	[PERF_RECORD_EXIT] = { REC_EXIT, take_fork },
	[PERF_RECORD_FORK] = { REC_FORK, take_fork },
	[PERF_RECORD_MMAP2] = { REC_MAP, take_mmap2 },
	[PERF_RECORD_LOST_SAMPLES] = { REC_LOST, take_lost_samples },
	[RECORD_KSYMBOL] = { REC_MAP, take_ksymbol },
	[RECORD_CGROUP] = { REC_CGROUP, take_cgroup },
};

enum record_kind record_kind(uint32_t type)
{
	if (type >= sizeof(contents) / sizeof(contents[0]) || !contents[type].take)
		return REC_OTHER;
	return contents[type].kind;
}

int record_content(bool swapped, const void *from, size_t size, struct record *record)
{
	struct perf_event_header header;
	struct bytes bytes = { .at = from, .end = (const unsigned char *)from + size, .swapped = swapped };

	record->kind = REC_OTHER;
	if (!bytes_next(&bytes, sizeof(header)))
		return -EINVAL;
	memcpy(&header, from, sizeof(header));
	if (swapped) {
		header.type = bswap_32(header.type);
		header.misc = bswap_16(header.misc);
	}
	record->kind = record_kind(header.type);
	if (record->kind != REC_OTHER)
		contents[header.type].take(&bytes, header.misc, record);
	return bytes.bad ? -EINVAL : 0;
}
