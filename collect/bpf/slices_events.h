/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of threads per region, a part of slices.bpf.c: at a marker, what the events of the running
 * task have counted since its last one is added to the region that ends. They count only while the
 * task runs, so a switch needs nothing. Only the task itself writes into its slot and its sums.
 */
#pragma once

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include "collect/bpf/slices_abi.h"

__u32 events_opened;	/* set by tdtop: some slot is in use */
__u64 events_full;	/* times that there was no room for the sums of a region */

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
	__uint(max_entries, EVENTS_SLOTS * EVENTS_OF_SLOT);
} task_events SEC(".maps");	/* event i of slot s at [s * EVENTS_OF_SLOT + i] */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, EVENTS_SLOTS);
} event_slot_of SEC(".maps");	/* by the machine's tid */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, struct events_slot);
	__uint(max_entries, EVENTS_SLOTS);
} event_slots SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct events_key);
	__type(value, struct events_sums);
	__uint(max_entries, EVENTS_SUMS);
} event_sums SEC(".maps");

/* NULL: it is outside of all regions, or there is no room. */
static __always_inline struct events_sums *events_sums_of(__u32 slot, region_t region)
{
	static const struct events_sums none;
	const struct events_key key = { .region = region, .slot = slot };
	struct events_sums *sums;

	if (!region)
		return NULL;
	sums = bpf_map_lookup_elem(&event_sums, &key);
	if (sums)
		return sums;
	bpf_map_update_elem(&event_sums, &key, &none, BPF_NOEXIST);
	sums = bpf_map_lookup_elem(&event_sums, &key);
	if (!sums)
		__sync_fetch_and_add(&events_full, 1);
	return sums;
}

/* The running task leaves this region. The first time only a base is set. */
static __always_inline void events_end(__u32 tid, region_t region)
{
	const __u32 *slot_of;
	struct events_slot *slot;
	struct events_sums *sums;
	__u32 number;

	if (!events_opened)
		return;
	slot_of = bpf_map_lookup_elem(&event_slot_of, &tid);
	if (!slot_of)
		return;
	number = *slot_of;
	slot = bpf_map_lookup_elem(&event_slots, &number);
	if (!slot)
		return;
	sums = slot->based ? events_sums_of(number, region) : NULL;
#pragma nounroll
	for (__u32 i = 0; i < EVENTS_OF_SLOT; i++) {
		struct bpf_perf_event_value value;
		struct events_count *base = &slot->base[i];

		if (i >= slot->n)
			break;
		if (bpf_perf_event_read_value(&task_events, number * EVENTS_OF_SLOT + i, &value,
					      sizeof(value)))
			continue;
		if (sums) {
			sums->event[i].count += value.counter - base->count;
			sums->event[i].enabled_ns += value.enabled - base->enabled_ns;
			sums->event[i].running_ns += value.running - base->running_ns;
		}
		base->count = value.counter;
		base->enabled_ns = value.enabled;
		base->running_ns = value.running;
	}
	slot->based = 1;
}
