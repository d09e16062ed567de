/* SPDX-License-Identifier: GPL-2.0-only */
/* Events of threads per region; see bpf_engine_parts.h. */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include <bpf/bpf.h>

#include "collect/bpf/slices_abi.h"
#include "collect/sys/privilege.h"

_Static_assert(REGION_SLOTS == EVENTS_SLOTS && REGION_EVENTS == EVENTS_OF_SLOT &&
	       sizeof(struct region_count) == sizeof(struct events_count), "the same layout");

static int hand_over(const struct bpf_events *events, uint32_t slot, int32_t tid, const int *fds,
		     size_t n)
{
	const struct events_slot state = { .n = (__u32)n };
	const __u32 thread = (__u32)tid;

	for (size_t i = 0; i < n; i++) {
		const __u32 place = (__u32)(slot * EVENTS_OF_SLOT + i);

		if (bpf_map_update_elem(events->events, &place, &fds[i], BPF_ANY))
			return -errno;
	}
	if (bpf_map_update_elem(events->slots, &slot, &state, BPF_ANY) ||
	    bpf_map_update_elem(events->slot_of, &thread, &slot, BPF_ANY))
		return -errno;
	return 0;
}

static void delete_sums(const struct bpf_events *events, uint32_t slot)
{
	struct events_key key, next;
	bool more = !bpf_map_get_next_key(events->sums, NULL, &next);

	while (more) {
		key = next;
		more = !bpf_map_get_next_key(events->sums, &key, &next);
		if (key.slot == slot)
			(void)bpf_map_delete_elem(events->sums, &key);
	}
}

static void take_back(struct bpf_events *events, uint32_t slot, int32_t tid)
{
	const __u32 thread = (__u32)tid;

	(void)bpf_map_delete_elem(events->slot_of, &thread);
	for (__u32 i = 0; i < EVENTS_OF_SLOT; i++) {
		const __u32 place = slot * EVENTS_OF_SLOT + i;

		(void)bpf_map_delete_elem(events->events, &place);
	}
	delete_sums(events, slot);
	events->used &= ~(1U << slot);
	*events->opened = events->used != 0;
}

static int events_open(void *data, uint32_t slot, int32_t tid, const int *fds, size_t n)
{
	struct bpf_events *events = data;
	int ret;

	if (slot >= EVENTS_SLOTS || n > EVENTS_OF_SLOT)
		return -EINVAL;
	privilege_raise(PRIVILEGE_BPF);
	ret = hand_over(events, slot, tid, fds, n);
	if (ret) {
		take_back(events, slot, tid);
	} else {
		events->used |= 1U << slot;
		*events->opened = 1;
	}
	privilege_raise(PRIVILEGE_PROC);
	return ret;
}

static void events_close(void *data, uint32_t slot, int32_t tid)
{
	struct bpf_events *events = data;

	if (slot >= EVENTS_SLOTS || !(events->used >> slot & 1))
		return;
	privilege_raise(PRIVILEGE_BPF);
	take_back(events, slot, tid);
	privilege_raise(PRIVILEGE_PROC);
}

static int events_read(void *data,
		       void (*sum)(void *to, uint32_t slot, region_t region,
				   const struct region_count counts[REGION_EVENTS]),
		       void *to)
{
	const struct bpf_events *events = data;
	struct region_count counts[REGION_EVENTS];
	struct events_key key;
	bool more;

	if (!events->used)
		return -ENOENT;
	privilege_raise(PRIVILEGE_BPF);
	more = !bpf_map_get_next_key(events->sums, NULL, &key);
	while (more) {
		if (!bpf_map_lookup_elem(events->sums, &key, counts))
			sum(to, key.slot, key.region, counts);
		more = !bpf_map_get_next_key(events->sums, &key, &key);
	}
	privilege_raise(PRIVILEGE_PROC);
	return *(const volatile uint64_t *)events->full ? -ENOSPC : 0;
}

const struct region_counters bpf_events_counters = {
	.open = events_open,
	.close = events_close,
	.read = events_read,
};
