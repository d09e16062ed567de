/* SPDX-License-Identifier: GPL-2.0-only */
/* What the programs have added up: slices, durations, events of threads per region; see bpf_engine_parts.h. */
#include "config.h"
#include "collect/bpf/bpf_engine_parts.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

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

/* ---- sums and durations, taken out of their maps ---- */

#define TAKE_AT_ONCE 4096	/* values of a call */

union value {
	struct slices_sum sum;
	struct slices_time time;
};

int bpf_take_init(struct bpf_take *take)
{
	take->keys = malloc(TAKE_AT_ONCE * sizeof(take->keys[0]));
	take->values = malloc(TAKE_AT_ONCE * sizeof(union value));
	return take->keys && take->values ? 0 : -ENOMEM;
}

void bpf_take_done(struct bpf_take *take)
{
	free(take->keys);
	free(take->values);
}

/* One of the two is called. */
struct taker {
	bpf_take_sum *sum;
	bpf_take_time *time;
	void *data;
};

/*
 * A batch may be too small for one bucket of the hash (-ENOSPC), which a bucket of TAKE_AT_ONCE tasks would
 * be. bpf(2) takes CAP_BPF before Linux 5.19, as where slices are cut (bpf_engine.c).
 */
static int take_all(struct bpf_take *take, const struct bpf_map *map, const struct taker *taker)
{
	const struct slices_sum *sums = take->values;
	const struct slices_time *times = take->values;
	const int fd = bpf_map__fd(map);
	__u32 place = 0, n;
	bool first = true;
	int ret;

	do {
		n = TAKE_AT_ONCE;
		privilege_raise(PRIVILEGE_BPF);
		ret = bpf_map_lookup_and_delete_batch(fd, first ? NULL : &place, &place,
						      take->keys, take->values, &n, NULL);
		privilege_raise(PRIVILEGE_PROC);
		if (ret && ret != -ENOENT)
			return ret;
		for (__u32 i = 0; i < n; i++) {
			if (taker->sum)
				taker->sum(taker->data, &take->keys[i], &sums[i]);
			else
				taker->time(taker->data, &take->keys[i], &times[i]);
		}
		first = false;
	} while (!ret);
	return 0;
}

int bpf_take_sums(struct bpf_take *take, const struct bpf_map *map, bpf_take_sum *sum, void *data)
{
	return take_all(take, map, &(const struct taker){ .sum = sum, .data = data });
}

int bpf_take_times(struct bpf_take *take, const struct bpf_map *map, bpf_take_time *time, void *data)
{
	return take_all(take, map, &(const struct taker){ .time = time, .data = data });
}
