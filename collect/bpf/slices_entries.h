/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the entries of tasks into regions take, a part of slices.bpf.c: what region_tasks.h does for
 * markers in rings. Slices that end (slices_account.h) are added to the innermost entry of their task, and an
 * entry that ends is added to the class of its duration. Only the task itself, or what interrupts it, writes
 * into both; where an interrupt ends a slice in the middle of an addition, one of the two is lost.
 */
#pragma once

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include "collect/bpf/slices_abi.h"
#include "collect/bpf/slices_account.h"
#include "model/duration_class.h"

__u64 entries_full;		/* entries that have no duration, as there was no room */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, __u32);
	__type(value, struct slices_entries);
	__uint(max_entries, 1);		/* the loader knows how many */
} entries SEC(".maps");		/* by the machine's tid: of tasks that entered a region */

struct task_times {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct slices_key);	/* .group is the class of duration */
	__type(value, struct slices_time);
	__uint(max_entries, 1);
} times_0 SEC(".maps"), times_1 SEC(".maps");

/* Programs of each core type see all markers: the engine that counts the CPU tells of an entry without room. */
static __always_inline void entries_tell_full(bool is_ours)
{
	if (is_ours)
		__sync_fetch_and_add(&entries_full, 1);
}

/* NULL: the task has entered no region, or there was no room. */
static __always_inline struct slices_entries *entries_of(__u32 tid, bool add)
{
	static const struct slices_entries none;
	struct slices_entries *of = bpf_map_lookup_elem(&entries, &tid);

	if (of || !add)
		return of;
	bpf_map_update_elem(&entries, &tid, &none, BPF_NOEXIST);
	return bpf_map_lookup_elem(&entries, &tid);
}

static __always_inline struct slices_time *find_or_add_time(void *map, const struct slices_key *key)
{
	static const struct slices_time none;
	struct slices_time *time = bpf_map_lookup_elem(map, key);

	if (time)
		return time;
	bpf_map_update_elem(map, key, &none, BPF_NOEXIST);
	return bpf_map_lookup_elem(map, key);
}

static __always_inline struct slices_time *time_of(__u32 half, const struct account_owner *owner, region_t region,
						   __u64 ns, bool is_ours)
{
	const struct slices_key key = { .start_ns = owner->start_ns, .region = region, .tid = owner->tid,
					.group = (__u32)duration_class_of(ns) };
	struct slices_time *time = half & 1 ? find_or_add_time(&times_1, &key) : find_or_add_time(&times_0, &key);

	if (time)
		time->pid = owner->pid;
	else
		entries_tell_full(is_ours);
	return time;
}

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__type(key, __u32);
	__type(value, __u64);
	__uint(max_entries, 1);
} elsewhere SEC(".maps");	/* end of the last slice on a CPU that is not counted; 0: no regions are watched */

/*
 * This task ran until now on a CPU that is not counted here, as it has another core type; its entry may end on
 * another CPU. What interrupts a marker in these nanoseconds may add the same time again.
 */
static __always_inline void entries_run_elsewhere(__u32 tid, bool watched)
{
	const __u32 only = 0;
	__u64 *since_ns = bpf_map_lookup_elem(&elsewhere, &only), began_ns;
	struct slices_entries *of;

	if (!since_ns)
		return;
	began_ns = *since_ns;
	*since_ns = watched ? bpf_ktime_get_ns() : 0;
	of = watched && began_ns ? entries_of(tid, false) : NULL;
	if (of)
		of->cpu_ns += *since_ns - began_ns;
}

/* An entry ends on a CPU of this half. is_ours: this engine counts the CPU; else another one knows the time. */
static __always_inline void entries_end(__u32 half, const struct account_owner *owner, const struct slices_entries *of,
					__u32 place, bool is_ours, __u64 now_ns)
{
	const struct slices_entry *entry = &of->entry[place % REGION_OPEN_MAX];
	const region_t region = of->open.region[place % REGION_OPEN_MAX];
	const __u64 ns = now_ns - entry->began_ns, on_cpu_ns = of->cpu_ns - entry->began_cpu_ns;
	struct slices_time *time = time_of(half, owner, region, ns, is_ours);

	if (!time)
		return;
#pragma unroll
	for (__u32 i = 0; i < SLICES_MEMBERS; i++)
		time->count[i] += entry->count[i];
	if (!is_ours)
		return;
	time->entries++;
	time->ns += ns;
	time->timed_ns += ns;
	time->on_cpu_ns += on_cpu_ns;
	time = time_of(half, owner, region, on_cpu_ns, is_ours);
	if (!time)
		return;
	time->cpu_entries++;
	time->cpu_ns += on_cpu_ns;
}

/* The running task passed a marker of this object, after its slice was ended. */
static __always_inline void entries_mark(struct slices_cpu *state, const struct account_owner *owner, __u32 object,
					 region_t region, int enters)
{
	struct slices_entries *of = entries_of(owner->runs, enters);
	struct slices_entry *entry;
	int place;

	if (!of && enters)
		entries_tell_full(state != NULL);
	if (!of)
		return;
	if (!enters) {
		place = region_open_end(&of->open, object, region);
		if (place >= 0)
			entries_end(state ? state->half : 0, owner, of, (__u32)place, state != NULL,
				    bpf_ktime_get_ns());
		return;
	}
	place = region_open_begin(&of->open, region);
	entry = &of->entry[(__u32)place % REGION_OPEN_MAX];
	entry->began_ns = bpf_ktime_get_ns();
	entry->began_cpu_ns = of->cpu_ns;
#pragma unroll
	for (__u32 i = 0; i < SLICES_MEMBERS; i++)
		entry->count[i] = 0;
}
