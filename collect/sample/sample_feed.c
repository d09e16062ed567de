/* SPDX-License-Identifier: GPL-2.0-only */
/* From the bytes of a sample to a profile_sample; see sample_feed.h. */
#include "config.h"
#include "collect/sample/sample_feed.h"

#include <linux/perf_event.h>
#include <stdlib.h>

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
			    const struct frame *frame, const struct sample_record *record,
			    bool user_only)
{
	const bool swapped = event->layout.swapped, guest = is_guest(frame);

	feed->n_entries = record->n_branches < FEED_ENTRIES_MAX ? record->n_branches :
								 FEED_ENTRIES_MAX;
	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct sample_branch branch =
			sample_record_branch(swapped, record, i);
		struct branch_entry *entry = &feed->entries[i];

		entry->raw_from = branch.from;
		entry->raw_to = branch.to;
		entry->from = sample_feed_find(feed, guest, record->pid, branch.from, &entry->from_map);
		entry->to = sample_feed_find(feed, guest, record->pid, branch.to, &entry->to_map);
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

/* Decodes a sample. False: it is damaged, which is counted, or the request leaves it out. */
static bool decode_wanted(const struct sample_event *event, const struct frame *frame,
			  const struct profile_request *request, struct profile_builder *builder,
			  struct sample_record *record)
{
	if (sample_record_decode(&event->layout, frame->bytes, frame->size, record)) {
		profile_builder_dropped(builder)->damaged++;
		return false;
	}
	return is_wanted(request, frame, record);
}

int sample_feed_add(struct sample_feed *feed, const struct sample_event *event,
		    const struct frame *frame, const struct profile_request *request,
		    struct profile_builder *builder)
{
	struct sample_record record;
	struct profile_sample sample;
	uint32_t map;

	if (!decode_wanted(event, frame, request, builder, &record))
		return 0;
	feed->n_entries = 0;
	if (event->event.has_branches)
		decode_branches(feed, event, frame, &record, request->user_only);
	decode_calls(feed, event, frame, &record, request->user_only);
	sample = (struct profile_sample){
		.time_ns = record.time_ns, .pid = record.pid, .tid = record.tid,
		.at = sample_feed_find(feed, is_guest(frame), record.pid, record.ip, &map),
		.period = period_of(event, &record), .row = event->row > 0 ? (uint8_t)event->row : 0,
		.entries = feed->entries, .n_entries = feed->n_entries,
		.frames = feed->frames, .n_frames = feed->n_frames,
		.frames_cut = feed->frames_cut,
		.has_latency = event->event.has_latency && record.has_weight,
		.latency = (uint32_t)(record.weight >> 48),
	};
	return profile_builder_add(builder, &sample);
}

int sample_feed_add_not_taken(struct sample_feed *feed, const struct sample_event *event,
			      const struct frame *frame, const struct profile_request *request,
			      struct profile_builder *builder)
{
	struct sample_record record;
	struct place at;
	uint32_t map;

	if (!decode_wanted(event, frame, request, builder, &record))
		return 0;
	at = sample_feed_find(feed, is_guest(frame), record.pid, record.ip, &map);
	return profile_builder_add_not_taken(builder, at, period_of(event, &record));
}
