/* SPDX-License-Identifier: GPL-2.0-only */
/* From the bytes of a sample to a profile_sample; see sample_feed.h. */
#include "config.h"
#include "collect/sample/sample_feed.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/recording/recording_features.h"

#define LBR_DEPTH_MAX 32	/* of Intel's cores; a call stack that fills it may be deeper */
#define CHAIN_MAX 127		/* kernel.perf_event_max_stack: frame pointers end there */
#define SPEC_WRONG_PATH 1	/* PERF_BR_SPEC_WRONG_PATH, Linux 6.1 */

struct sample_feed {
	struct code_maps *maps;
	size_t n_entries, n_frames;
	bool frames_cut;
	struct branch_entry entries[FEED_ENTRIES_MAX];
	struct place frames[FEED_FRAMES_MAX];
};

struct sample_feed *sample_feed_new(struct code_maps *maps)
{
	struct sample_feed *feed = calloc(1, sizeof(*feed));

	if (feed)
		feed->maps = maps;
	return feed;
}

void sample_feed_free(struct sample_feed *feed)
{
	free(feed);
}

/* PERF_BR_*, in <linux/perf_event.h> from 4.14 to 6.1. */
static const enum branch_kind kinds[16] = {
	[1] = BRANCH_CONDITIONAL,	/* COND */
	[2] = BRANCH_JUMP,		/* UNCOND */
	[3] = BRANCH_INDIRECT_JUMP,	/* IND */
	[4] = BRANCH_CALL,
	[5] = BRANCH_INDIRECT_CALL,
	[6] = BRANCH_RETURN,
	[7] = BRANCH_SYSCALL,
	[8] = BRANCH_SYSTEM_RETURN,
	[9] = BRANCH_CALL,		/* COND_CALL */
	[10] = BRANCH_RETURN,		/* COND_RET */
	[11] = BRANCH_SYSTEM_RETURN,	/* ERET */
	[12] = BRANCH_INTERRUPT,	/* IRQ */
	[13] = BRANCH_INTERRUPT,	/* SERROR */
	[14] = BRANCH_UNKNOWN,		/* NO_TX */
	[15] = BRANCH_INTERRUPT,	/* EXTEND_ABI: faults, in new_type */
};

static bool is_guest(const struct frame *frame)
{
	const uint16_t mode = frame->misc & PERF_RECORD_MISC_CPUMODE_MASK;

	return mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER ||
	       mode == PERF_RECORD_MISC_HYPERVISOR;
}

static bool is_in_kernel(const struct frame *frame, uint64_t ip)
{
	const uint16_t mode = frame->misc & PERF_RECORD_MISC_CPUMODE_MASK;

	if (mode == PERF_RECORD_MISC_KERNEL)
		return true;
	return mode != PERF_RECORD_MISC_USER && code_maps_is_kernel(ip);
}

/* The place of an address; of a guest nothing is mapped here. */
static struct place sample_feed_find(struct sample_feed *feed, bool guest, int32_t pid, uint64_t address,
				     uint32_t *map)
{
	if (!guest)
		return code_maps_find(feed->maps, pid, address, map);
	*map = 0;
	return (struct place){ .offset = address, .object = PLACE_NO_OBJECT };
}

static void decode_branches(struct sample_feed *feed, const struct sample_event *event,
			    const struct frame *frame, const struct sample_record *decoded, bool user_only)
{
	const bool swapped = event->layout.swapped, guest = is_guest(frame);
	const struct sample_record record = *decoded;	/* a copy, which no entry can change, stays in registers */

	feed->n_entries = record.n_branches < FEED_ENTRIES_MAX ? record.n_branches :
								 FEED_ENTRIES_MAX;
	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct sample_branch branch =
			sample_record_branch(swapped, &record, i);
		struct branch_entry *entry = &feed->entries[i];

		entry->raw_from = branch.from;
		entry->raw_to = branch.to;
		entry->from = sample_feed_find(feed, guest, record.pid, branch.from, &entry->from_map);
		entry->to = sample_feed_find(feed, guest, record.pid, branch.to, &entry->to_map);
		entry->cycles = branch.cycles;
		entry->mispredicted = branch.mispredicted;
		entry->predicted = branch.predicted;
		entry->wrong_path = branch.spec == SPEC_WRONG_PATH;
		entry->filtered = user_only && (code_maps_is_kernel(branch.from) ||
						code_maps_is_kernel(branch.to));
		entry->kind = kinds[branch.type];
	}
}

static void add_frame(struct sample_feed *feed, const struct frame *frame, int32_t pid,
		      uint64_t address)
{
	uint32_t map;

	if (feed->n_frames < FEED_FRAMES_MAX)
		feed->frames[feed->n_frames++] = sample_feed_find(feed, is_guest(frame), pid, address, &map);
	else
		feed->frames_cut = true;
}

/* Marks in a chain what the addresses behind it are: PERF_CONTEXT_*. */
static bool is_context(uint64_t word)
{
	return word >= (uint64_t)PERF_CONTEXT_MAX;
}

/*
 * The callers in the chain. The sampled address itself is not taken from it: a precise event has it
 * from the CPU, the chain begins where the interrupt came. If that was in the kernel, and the
 * address is not, the kernel's frames are not of it. Returns how many addresses there are.
 */
static size_t decode_chain(struct sample_feed *feed, const struct sample_event *event,
			   const struct frame *frame, const struct sample_record *record,
			   bool user_only)
{
	/* Callers in user mode are in the branch stack; the chain has only the address. */
	const bool by_lbr = event->calls_in_branches && record->n_branches;
	const bool begins_in_user = !is_in_kernel(frame, record->ip);
	bool user = begins_in_user, begun = false;
	size_t n = 0;

	for (size_t i = 0; i < record->n_chain; i++) {
		const uint64_t word = sample_record_chain(&event->layout, record, i);

		if (is_context(word)) {
			user = word == (uint64_t)PERF_CONTEXT_USER;
			continue;
		}
		n++;
		if (user == begins_in_user && !begun)
			begun = true;	/* the place of the sampled address */
		else if (word && (user || !(user_only || begins_in_user)))
			add_frame(feed, frame, record->pid, word);
		if (user && by_lbr)
			break;
	}
	return n;
}

static void decode_calls(struct sample_feed *feed, const struct sample_event *event,
			 const struct frame *frame, const struct sample_record *record,
			 bool user_only)
{
	size_t n;

	feed->n_frames = 0;
	feed->frames_cut = false;
	if (!event->event.has_calls)
		return;
	add_frame(feed, frame, record->pid, record->ip);
	n = decode_chain(feed, event, frame, record, user_only);
	feed->frames_cut |= n >= CHAIN_MAX;
	if (!event->calls_in_branches)
		return;
	/* In call-stack mode LBR has the calls that did not return yet, the newest first. */
	for (size_t i = 0; i < record->n_branches; i++) {
		const struct sample_branch branch =
			sample_record_branch(event->layout.swapped, record, i);

		if (branch.from && !(user_only && code_maps_is_kernel(branch.from)))
			add_frame(feed, frame, record->pid, branch.from);
	}
	feed->frames_cut |= record->n_branches >= LBR_DEPTH_MAX;
}

static bool is_wanted(const struct profile_request *request, const struct frame *frame,
		      const struct sample_record *record)
{
	if ((request->pid && request->pid != record->pid) || (request->tid && request->tid != record->tid))
		return false;
	if (request->to_ns && (record->time_ns < request->from_ns || record->time_ns >= request->to_ns))
		return false;
	return !(request->user_only && is_in_kernel(frame, record->ip));
}

static uint64_t period_of(const struct sample_event *event, const struct sample_record *record)
{
	return record->period > 1 ? record->period : event->period;
}

/* False: it is damaged, which is counted, or the request leaves it out. */
static bool is_added(const struct frame *frame, const struct sample_record *record,
		     const struct profile_request *request, struct profile_builder *builder)
{
	if (!record)
		profile_builder_dropped(builder)->damaged++;
	return record && is_wanted(request, frame, record);
}

int sample_feed_add(struct sample_feed *feed, const struct sample_event *event, const struct frame *frame,
		    const struct sample_record *record, const struct profile_request *request,
		    struct profile_builder *builder)
{
	struct profile_sample sample;
	uint32_t map;

	if (!is_added(frame, record, request, builder))
		return 0;
	feed->n_entries = 0;
	if (event->event.has_branches)
		decode_branches(feed, event, frame, record, request->user_only);
	decode_calls(feed, event, frame, record, request->user_only);
	sample = (struct profile_sample){
		.time_ns = record->time_ns, .pid = record->pid, .tid = record->tid,
		.at = sample_feed_find(feed, is_guest(frame), record->pid, record->ip, &map),
		.period = period_of(event, record), .row = event->row > 0 ? (uint8_t)event->row : 0,
		.entries = feed->entries, .n_entries = feed->n_entries,
		.frames = feed->frames, .n_frames = feed->n_frames,
		.frames_cut = feed->frames_cut,
		.has_latency = event->event.has_latency && record->has_weight,
		.latency = (uint32_t)(record->weight >> 48),
	};
	return profile_builder_add(builder, &sample);
}

int sample_feed_add_not_taken(struct sample_feed *feed, const struct sample_event *event,
			      const struct frame *frame, const struct sample_record *record,
			      const struct profile_request *request, struct profile_builder *builder)
{
	struct place at;
	uint32_t map;

	if (!is_added(frame, record, request, builder))
		return 0;
	at = sample_feed_find(feed, is_guest(frame), record->pid, record->ip, &map);
	return profile_builder_add_not_taken(builder, at, period_of(event, record));
}

/*
 * ---- records that tell what is mapped where ----
 *
 * A build-id: struct perf_record_header_build_id of tools/lib/perf/include/perf/event.h (Linux 6.12).
 */

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
